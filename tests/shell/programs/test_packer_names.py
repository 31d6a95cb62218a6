"""Packers are known by name, and by the ending that they give."""

from wicket.shell.programs.packer_names import FORMATS, PACKERS


def test_who_packs_and_who_unpacks() -> None:
    assert {"gzip", "gunzip", "xz", "unxz", "zstd"} <= PACKERS
    assert "tar" not in PACKERS
    assert FORMATS["gzip"] == ".gz"
    assert all(ending.startswith(".") for ending in FORMATS.values())
