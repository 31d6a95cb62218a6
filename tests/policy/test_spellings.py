"""Other spellings of the same, for rules that forbid."""

import pytest

from policy.judging import command
from wicket.policy.spellings import abbreviates, amounts_to, respelled
from wicket.shell.programs import usage_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("git push --mirror", [("-f", "--force")]),
        ("git push o +main", [("-f", "--force")]),
        ("git push o :main", [("-d", "--delete")]),
        ("git push o :", []),
        ("git branch -D x", [("-d", "--delete")]),
        ("git checkout -B x", [("-b",)]),
        ("git push o main", []),
        ("git branch -d -f x", [("-D",)]),
        ("git branch --delete --force x", [("-D",)]),
        ("git branch -d x", []),
        ("git branch -fm x y", [("-M",)]),
    ],
)
def test_other_spellings_of_the_same_effect(text: str, expected: list[tuple[str, ...]]) -> None:
    taken = usage_of(command(text))
    assert taken is not None
    name, _, line = taken
    assert amounts_to(name, line) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("npm -s publ x", ["-s", "publ…", "x"]),
        ("/usr/bin/npm publish", ["publish…"]),
        ("gem un x", ["un…", "x"]),
        ("npm --prefix x publ y", ["--prefix", "x", "publ…", "y"]),
        ("ip -br l del x", ["-br", "l…", "del…", "x"]),
        ("docker run x", None),
        ("git push", None),
        ("npm --version", None),
        ("npm $x", None),
        ("chmod -R 0777 x", ["-R", "777", "x"]),
        ("chmod a+rwx x", ["777", "x"]),
        ("chmod u=rw,go=r x", ["644", "x"]),
        ("chmod +x x", ["111", "x"]),
        ("chmod 7 x", ["007", "x"]),
        ("chmod 755 x", None),
        ("chmod go-w x", None),
        ("chmod u+s x", None),
        ("chmod -R", None),
        ("kill -KILL 1", ["-9", "1"]),
        ("kill -s SIGKILL 1", ["-9", "1"]),
        ("kill -n 9 1", ["-9", "1"]),
        ("pkill -f --signal=kill x", ["-f", "-9", "x"]),
        ("kill 1", None),
        ("kill -l", None),
    ],
)
def test_the_same_in_other_words(text: str, expected: list[str] | None) -> None:
    found = respelled(command(text))
    assert (None if found is None else [str(word) for word in found]) == expected


def test_which_programs_take_beginnings() -> None:
    assert [abbreviates(name) for name in ("npm", "ip", "git", "docker")] == [True, True, False, False]
