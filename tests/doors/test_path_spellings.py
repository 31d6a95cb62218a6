"""A path is judged as whatever an agent's tool may take it for."""

import pytest

from wicket.doors.path_spellings import MAX_SPELLINGS, spellings


@pytest.mark.parametrize("path", ["a", "src/a.py", "/etc/passwd", "..", "a-b_c.d+e,f"])
def test_a_usual_path_is_itself(path: str) -> None:
    assert spellings(path, "/h") == [path]


@pytest.mark.rule("D-9")
@pytest.mark.parametrize(
    ("path", "meant"),
    [
        (" .env", ".env"),
        (".env\n", ".env"),
        ("\u00a0.env", ".env"),
        ("@.env", ".env"),
        ("@~/.ssh/id", "/h/.ssh/id"),
        ("~/.ssh/id", "/h/.ssh/id"),
        ("~", "/h"),
        ("$HOME/.ssh/id", "/h/.ssh/id"),
        ("${HOME}/.ssh/id", "/h/.ssh/id"),
        ("file:///etc/passwd", "/etc/passwd"),
        ("FILE:///etc/pass%77d", "/etc/passwd"),
        ("file://localhost/etc/passwd", "/etc/passwd"),
        ("'.env'", ".env"),
        ('"~/.ssh/id"', "/h/.ssh/id"),
        ("my\\ file", "my file"),
        ("a\\\\b", "a\\b"),
        ("my\u202ffile", "my file"),
        ("u\u0308ber", "\u00fcber"),
        ("\u00fcber", "u\u0308ber"),
        (" '@file:///etc/passwd' ", "/etc/passwd"),
    ],
)
def test_what_a_tool_may_take_a_path_for(path: str, meant: str) -> None:
    found = spellings(path, "/h")
    assert found[0] == path
    assert meant in found


def test_there_are_never_many() -> None:
    for path in ("@" * 10_000, "'" * 10_000, " \\" * 10_000, "file://" * 1000, "%" * 1000, "file://%zz%", "\udcff "):
        assert len(spellings(path, "")) <= MAX_SPELLINGS
