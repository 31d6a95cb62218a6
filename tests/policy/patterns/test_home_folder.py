"""The home in patterns, however it is spelled on either side."""

import random

import pytest

from policy.judging import HOME, decide, policy, world
from wicket.policy.patterns.home_folder import bound, is_marked, spelled_at, unmarked
from wicket.policy.patterns.pattern_tokenizer import cut

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
