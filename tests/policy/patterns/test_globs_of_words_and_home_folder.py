"""Tests of `globs_of_words_and_home_folder`."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy.judging import HOME, command, decide, policy, world
from wicket.policy.patterns.globs_of_words_and_home_folder import (
    MAYBE,
    NO,
    YES,
    any_of,
    bound,
    is_marked,
    matches,
    spelled_at,
    unmarked,
    word_matches,
)
from wicket.policy.patterns.pattern_tokenizer import cut
from wicket.shell import read

# ── three-valued matching of texts ────────────────────────────────────────────

MATCHES = [
    (("a",), "a", True),
    (("a",), "ab", False),
    (("a", ""), "ab", True),
    (("", "a"), "ba", True),
    (("a", "a"), "a", False),
    (("a", "a"), "aa", True),
    (("", "b", ""), "abc", True),
    (("", "b", ""), "ac", False),
    (("a", "b", "c"), "axbxc", True),
    (("a", "b", "c"), "acb", False),
    (("ab", "ba"), "aba", False),
    (("", ""), "", True),
    (("",), "", True),
    (("",), "x", False),
]


@pytest.mark.parametrize(("glob", "text", "expected"), MATCHES)
def test_a_known_text(glob: tuple[str, ...], text: str, expected: bool) -> None:
    assert matches(glob, text) is expected


@given(st.lists(st.text("ab", max_size=2), min_size=2, max_size=4), st.text("ab", max_size=8))
def test_a_glob_is_what_a_regular_expression_says(pieces: list[str], text: str) -> None:
    import re

    pattern = ".*".join(map(re.escape, pieces))
    assert matches(tuple(pieces), text) is (re.fullmatch(pattern, text) is not None)


UNKNOWN = [
    ("a/b*", ("", "/.hg"), NO),
    ("a/b*/", ("", "/.hg/"), NO),
    ("a/*b", ("", "/.hg"), NO),
    ("a/b*", ("", "/bc"), MAYBE),
    ("a/b*c", ("", "/bc"), MAYBE),
    ("a/b*", ("", "c"), MAYBE),
    ("a/.h*", ("", "/.hg"), MAYBE),
    # a word, a glob, and what can be said of them
    ('"$x"', ("a",), MAYBE),
    ('"$x"', ("", ""), YES),
    ("$x", ("", ""), MAYBE),
    ('a"$x"', ("a", ""), MAYBE),
    ('a"$x"', ("b", ""), NO),
    ('a"$x"', ("abc",), MAYBE),
    ('ab"$x"', ("a",), NO),
    ('"$x"b', ("a",), NO),
    ('"$x"b', ("ab",), MAYBE),
    ('a"$x"b', ("axb",), MAYBE),
    ('a"$x"b', ("axc",), NO),
    ("a$x", ("b",), MAYBE),
    ("x", ("x",), YES),
    ("x", ("y",), NO),
    # The number of a child is never that of the first process; but of part of it, nothing is known.
    ("$!", ("1",), NO),
    ('"$!"', ("0",), NO),
    ('"$!"', ("12",), MAYBE),
    ('"1$!"', ("1",), MAYBE),
    ('"$!$#"', ("1",), MAYBE),
    ('"$#$!"', ("1",), MAYBE),
    ('"$!$x"', ("1",), MAYBE),
    ('"${!:-1}"', ("1",), MAYBE),
    # In a folder, no name that a glob stands for begins with a dot; of the folder that one is in, more is asked.
    ("x/*", ("", "/.git"), NO),
    ("x/*", (".git",), NO),
    ("x/*.js", ("", "/.x.js"), NO),
    ("*", (".git",), MAYBE),
    ("x/.*", ("", "/.git"), MAYBE),
    ("x/*/y", ("", "/.git"), NO),
    ("*/.git", ("", "/.git"), MAYBE),
    ("x/*", ("", "/git"), MAYBE),
    ('"$y"/*', ("", "/.git"), MAYBE),
    # What mktemp makes ends in letters and digits.
    ('"$(mktemp)"', ("", "/.."), NO),
    ('"$(mktemp)"', ("", "/.git"), NO),
    ('"$(mktemp)"', ("", "/"), NO),
    ('"$(mktemp)"', ("", ".git"), MAYBE),
    ('"$(mktemp)"', ("", "git"), MAYBE),
    ('"$(mktemp)"', ("/tmp/", ""), MAYBE),
    ('"$(mktemp)"', ("/tmp/tmp.abc",), MAYBE),
    ('"$(mktemp /x/.XXXXXX)"', ("", "/.git"), MAYBE),
    ('"$(mktemp /x/.gXXXXXX)"', ("", "/.git"), MAYBE),
    ('"$(mktemp)/.."', ("", "/.."), MAYBE),
    ('"$(mktemp)$x"', ("", "/.."), MAYBE),
    ('"x$(mktemp)"', ("", "/.."), MAYBE),
    ("$(mktemp)", ("", "/.."), MAYBE),
]


@pytest.mark.parametrize(("word", "glob", "expected"), UNKNOWN)
def test_a_word_that_is_not_known(word: str, glob: tuple[str, ...], expected: int) -> None:
    assert word_matches(glob, read(f"c {word}").commands[-1].words[1]) == expected


def test_the_best_alternative_counts() -> None:
    word = command('c a"$x"').words[1]
    assert any_of((("b",), ("a",), ("abc",)), word) == MAYBE
    assert any_of((("b",),), word) == NO
    assert any_of((("b",), ("c",)), command("c c").words[1]) == YES


# ── the home in patterns, however it is spelled on either side ────────────────

# Not in the home: a project in it is another matter, see below.
CWD = "/srv/work"


@pytest.mark.parametrize(
    ("text", "at", "before", "quote", "expected"),
    [
        ("~/x", 0, "", "", "~"),
        ("~", 0, "", "", "~"),
        ("~ada/x", 0, "", "", "~ada"),
        ("x~/y", 1, "x", "", ""),
        ("x=~/y", 2, "x=", "", "~"),
        ("~/x", 0, "", '"', ""),
        ("$HOME/x", 0, "", '"', "$HOME"),
        ("${HOME}/x", 0, "", "", "${HOME}"),
        ("$HOMES/x", 0, "", "", ""),
        ("$HOME", 0, "a", "", "$HOME"),
        ("~1^2", 0, "", "", ""),
        ("~x y", 0, "", "", "~x"),
        ("HEAD~1", 4, "HEAD", "", ""),
    ],
)
def test_what_spells_it(text: str, at: int, before: str, quote: str, expected: str) -> None:
    assert spelled_at(text, at, before, quote, inside=False) == expected


@pytest.mark.parametrize(
    "text", ["cat '~/x'", "cat \\~/x", "cat '$HOME/x'", "cat \\$HOME/x", "git show HEAD~1", "a ~.."]
)
def test_what_does_not(text: str) -> None:
    assert not is_marked(tuple(token.globs for token in cut(text)[1:]))


def test_it_is_put_there_when_a_pattern_is_asked() -> None:
    globs = cut("cat ~/x|$HOME/a*|plain")[1].globs
    assert is_marked(globs)
    assert [unmarked(glob[0]) for glob in globs] == ["~/x", "$HOME/a", "plain"]
    here = world()
    assert bound(globs, here, False) == ((f"{HOME}/x",), (f"{HOME}/a", ""), ("plain",))
    assert bound(globs, here, True)[:2] == (("~/x",), (f"{HOME}/x",))
    assert bound(globs, world(realpath=lambda path: f"/real{path}"), False)[:2] == ((f"{HOME}/x",), (f"/real{HOME}/x",))
    assert bound(globs, world(home=""), False) == (("~/x",), ("$HOME/a", ""), ("plain",))
    assert bound((("\0~eve/x",),), world(home_of={"eve": "/e/"}.get), False) == (("/e/x",),)
    assert bound((("\0~bob/x",),), world(home_of={"eve": "/e/"}.get), False) == ()


# ── a generator of spellings ─────────────────────────────────────────────────

# How the home may be spelled in a rule.
RULES = ("~", "$HOME", "${HOME}", '"$HOME"', HOME, "~ada")


def rule(draw: random.Random, below: str) -> str:
    return f"{draw.choice(RULES)}/{below}"


def path(draw: random.Random, below: str, cwd: str = CWD) -> str:
    """Spell a path below the home in one of many ways."""
    up = "../" * cwd.strip("/").count("/") + "../"
    start = draw.choice(
        ["~", "$HOME", "${HOME}", '"$HOME"', '"${HOME}"', HOME, f"/{HOME}", "~ada", up + HOME[1:], f"./{up}{HOME[1:]}"]
    )
    parts = [start]
    for name in below.split("/"):
        parts += draw.choice([[], [], ["."], [""], ["nothing", ".."]])
        parts.append(draw.choice([name, f"'{name}'", f'"{name}"', f"\\{name}"]))
    return "/".join(parts)


@pytest.mark.parametrize("seed", range(150))
def test_a_deny_meets_the_file_however_it_is_spelled(seed: int) -> None:
    draw = random.Random(seed)
    below = draw.choice([".ssh/id_rsa", ".ssh/keys/old", ".netrc"])
    wanted = draw.choice([below, *[f"{below.rpartition('/')[0]}/*"] * ("/" in below)])
    asked = policy(f"deny: cat {rule(draw, wanted)}", defaults={"action": "allow"})
    command = f"cat {path(draw, below)}"
    assert decide(asked, command, CWD, USER="ada") == "deny", command
    assert decide(asked, f"cat {path(draw, 'notes/x')}", CWD, USER="ada") == "allow"


@pytest.mark.parametrize("seed", range(60))
def test_an_allow_meets_the_file_and_no_other(seed: int) -> None:
    draw = random.Random(1000 + seed)
    asked = policy(f"allow: cat {rule(draw, 'notes/*')}")
    assert decide(asked, f"cat {path(draw, 'notes/x')}", CWD, USER="ada") == "allow"
    for outside in ("notes/../.ssh/x", "notes/../../eve/x", ".notes/x", "notes"):
        command = f"cat {path(draw, outside)}"
        assert decide(asked, command, CWD, USER="ada") == "ask", command


# ── single matters ───────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("rule", "command", "expected"),
    [
        ("rm -rf ~", "rm -rf ~", "deny"),
        ("rm -rf ~", "rm -rf ~/", "deny"),
        ("rm -rf ~", "rm -fr $HOME", "deny"),
        ("rm -rf ~", 'rm -r -f "${HOME:?}"', "deny"),
        ("rm -rf ~", "cd ~ && rm -rf .", "deny"),
        ("rm -rf $HOME", "rm -rf ~", "deny"),
        ("rm -rf ~/*", "rm -rf ~/*", "deny"),
        ("rm -rf ~/*", "rm -rf ~/x", "deny"),
        ("rm -rf ~/*", "cd; rm -rf x", "ask"),
        ("rm -rf ~", "rm -rf ~/x", "allow"),
        ("rm -rf ~", "rm -rf /home/*", "ask"),
        ("cat ~/.ssh/*", "cat ~eve/.ssh/x", "ask"),
        ("cat ~/.ssh/*", "cd ~/.ssh && cat id_rsa", "deny"),
        ("cat ~/.ssh/*", 'cd "$d" && cat x', "allow"),
        ("cat ~/.ssh/*", 'cd "$d" && cat .ssh/x', "ask"),
        ("cat ~/.ssh/*", "cat '~/.ssh/x'", "deny"),
        ("cat ~/.ssh/*", "HOME=/tmp/x; cat ~/.ssh/x", "allow"),
        ("curl * --key=~/.ssh/x", "curl u --key=~/.ssh/x", "deny"),
        ("curl * --key=~/.ssh/x", "curl --key $HOME/.ssh/x u", "deny"),
        ("curl * --key=~/.ssh/x", "curl --key=../../home/ada/.ssh/x u", "deny"),
        ("frob --file=~/x *", "frob --file=/home/ada//x y", "deny"),
        ("frob -f ~/x *", "frob -f../../home/ada/x y", "deny"),
        ("dd if=~/x *", "dd if=~/x of=y", "deny"),
        ("dd if=~/x *", "dd if=../../home/ada/x of=y", "deny"),
        ("~/bin/deploy *", "~/bin/deploy x", "deny"),
        ("~/bin/deploy *", "../../home/ada/bin/deploy x", "deny"),
        ("git -C ~/x *", "git -C $HOME/x status", "deny"),
        ("grep foo ~/.ssh/*", "cd ~/.ssh && grep foo id_rsa", "deny"),
    ],
)
def test_who_forbids(rule: str, command: str, expected: str) -> None:
    assert decide(policy(f"deny: {rule}", defaults={"action": "allow"}), command, CWD) == expected


@pytest.mark.parametrize(
    ("rule", "command", "expected"),
    [
        ("cat ~/x", "cat ~/x", "allow"),
        ("cat ~/x", "cat '~/x'", "ask"),  # the file x in a folder of the name ~
        ("cat '~/x'", "cat '~/x'", "allow"),
        ("cat '~/x'", "cat ~/x", "ask"),
        ("frob --file=~/x", "frob --file=~/x", "allow"),
        ("frob --file=~/x", "frob --file=$HOME/x", "allow"),
        ("frob --file=$HOME/x", "frob --file=~/x", "ask"),  # the shell leaves the tilde alone there
        ("cat ~*", "cat ~/x", "ask"),
        ("~/bin/deploy *", "~/bin/deploy x", "allow"),
        ("~/bin/* *", "~/bin/../evil x", "ask"),
        ("cat ~/x", "cat ~eve/x", "ask"),
        ("cat /home/ada/x", "cat ../../home/ada/x", "allow"),
        ("cat /home/ada/x", "cat /home/ada/./y/../x", "allow"),
    ],
)
def test_who_allows(rule: str, command: str, expected: str) -> None:
    assert decide(policy(f"allow: {rule}"), command, CWD) == expected


def test_a_rule_about_all_of_the_home_is_not_about_the_project_in_it() -> None:
    asked = policy("deny: rm -rf ~/*", "deny: rm -rf /*", defaults={"action": "allow"})
    assert decide(asked, "rm -rf build/x") == "allow"
    assert decide(asked, "rm -rf ../x") == "deny"
    assert decide(asked, "rm -rf ~/work/build") == "deny"


def test_wrappers_and_types_may_lie_in_the_home() -> None:
    asked = policy(
        "deny: rm *", definitions={"wrappers": ["~/bin/wrap <cmd>"]}, defaults={"action": "allow"}, shell="bash"
    )
    assert decide(asked, "~/bin/wrap rm x", CWD) == "deny"


@pytest.mark.parametrize("entry", ["~/.ssh/**", "$HOME/.ssh/**", "${HOME}/.ssh/**"])
def test_lists_of_paths_may_spell_it(entry: str) -> None:
    asked = policy("deny: cat <path:keys>", definitions={"paths": {"keys": [entry]}}, defaults={"action": "allow"})
    assert decide(asked, "cat ~/.ssh/x", CWD) == "deny"
    assert decide(asked, "cat ~/x", CWD) == "allow"
