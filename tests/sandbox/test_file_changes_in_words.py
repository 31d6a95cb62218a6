"""Changes are shown one by one, with a diff where both sides are texts, and nothing in a name acts on a terminal."""

from pathlib import Path

from wicket.sandbox.file_changes import Change, Seen, seen
from wicket.sandbox.file_changes_in_words import changes_in_words


def at(path: Path) -> Seen:
    found = seen(str(path))
    assert found is not None
    return found


def test_nothing() -> None:
    assert changes_in_words([], "/p") == ["no file would change"]


def test_a_diff_and_a_summary(tmp_path: Path) -> None:
    old, new, plain = tmp_path / "old", tmp_path / "new", tmp_path / "plain"
    old.write_text("one\ntwo\n")
    new.write_text("one\ntwo\n\x1b[31mthree\n")
    plain.write_bytes(b"\0binary")
    plain.chmod(0o600)
    changes = [
        Change("changed", str(old), at(old), at(new), str(new)),
        Change("added", "/home/me/x\x1b[2J", None, at(plain), str(plain)),
        Change("deleted", str(tmp_path), at(tmp_path), None),
    ]
    assert changes_in_words(changes, str(tmp_path)) == [
        "~ old (8 bytes becomes 19 bytes)",
        "    @@ -2 +2,2 @@",
        "     two",
        "    +three",
        "+ /home/me/x (7 bytes)",
        f"- {tmp_path} (folder)",
        "1 added, 1 changed, 1 deleted",
    ]


def test_links_modes_and_other_names(tmp_path: Path) -> None:
    link, file, twin = tmp_path / "link", tmp_path / "file", tmp_path / "twin"
    link.symlink_to("/etc")
    file.write_text("x")
    file.chmod(0o644)
    twin.hardlink_to(file)
    before = at(file)
    twin.unlink()
    file.chmod(0o755)
    changes = [
        Change("added", "/l", None, at(link), str(link)),
        Change("mode", "/f", before, at(file), str(file)),
        Change("changed", "/g", before, at(link), str(link)),
    ]
    said = "has 1 other name, which a real run would change as well"
    assert changes_in_words(changes, "") == [
        "+ /l (link to /etc)",
        f"m /f (0644 becomes 0755; {said})",
        f"~ /g (1 byte becomes link to /etc; {said})",
        "1 added, 1 changed, 1 with another mode",
    ]


def test_what_is_long_is_cut(tmp_path: Path) -> None:
    long = tmp_path / "long"
    long.write_text("".join(f"{number}\n" for number in range(100)))
    lines = changes_in_words([Change("added", "/x", None, at(long), str(long))] * 501, "")
    assert lines[61:63] == ["    … 41 more lines", "+ /x (290 bytes)"]
    assert lines[-2:] == ["and 1 more", "501 added"]
