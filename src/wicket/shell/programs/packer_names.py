"""Programs that pack one file, and the ending that each gives to its name."""

from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    Pair = tuple[str, Word | None]

__all__ = ["FORMATS", "PACKERS"]

FORMATS = {
    "gzip": ".gz",
    "pigz": ".gz",
    "bzip2": ".bz2",
    "pbzip2": ".bz2",
    "xz": ".xz",
    "lzma": ".lzma",
    "lzip": ".lz",
    "lzop": ".lzo",
    "lz4": ".lz4",
    "zstd": ".zst",
    "brotli": ".br",
    "compress": ".Z",
}

PACKERS = frozenset([*FORMATS, "gunzip", "unpigz", "bunzip2", "unxz", "unlzma", "unlz4", "unzstd", "uncompress"])
