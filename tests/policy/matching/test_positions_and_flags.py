"""Tests of `positions_and_flags`."""

import pytest

from policy.judging import command
from wicket.policy.matching.positions_and_flags import Captures, Flag, View
from wicket.shell.words import Word

# ── A command's words as patterns see them ────────────────────────────────────


def shown(view: View) -> list[str]:
    """Show each item: flags with their names and value, `--`, words."""
    return ["--" if item is None else repr(item) if isinstance(item, Flag) else str(item) for item in view.items]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hx a -b c", ["a", "<Flag -b >", "c"]),
        ("hx --x=v -y=w -Dz=1", ["<Flag --x v>", "<Flag -y w>", "<Flag -Dz=1 >"]),
        ("hx - -- -z", ["-", "--", "-z"]),
        ('hx --x="$v" -"$v" "$v"', ["<Flag --x …>", "-…", "…"]),
        ("hx", []),
    ],
)
def test_as_written(text: str, expected: list[str]) -> None:
    view = View.written(command(text).words[1:])
    assert (shown(view), view.knows) == (expected, False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sort -rn f", ["<Flag -r|--reverse >", "<Flag -n|--numeric-sort >", "f"]),
        ("sort f -k2 --rev", ["<Flag -k|--key 2>", "<Flag -r|--reverse|--rev >", "f"]),
        ("git -C d push -f o", ["<Flag -C d>", "<Flag -f|--force >", "push", "o"]),
        ("sudo -u x ls -l", ["<Flag -u|--user x>", "ls", "<Flag -l >"]),
        ("python -I -m t -q", ["<Flag -I >", "<Flag -m t>", "<Flag -q >"]),
        ("python x.py -m t", ["x.py", "<Flag -m >", "t"]),
        ("cargo +nightly test -q", ["<Flag -q|--quiet >", "test"]),
        ("kubectl get p -n x", ["<Flag -n|--namespace x>", "get", "p"]),
        ("go build --o x", ["<Flag -o|--o x>", "build"]),
    ],
)
def test_as_the_program_reads_them(text: str, expected: list[str]) -> None:
    view = View.understood(command(text))
    assert view is not None
    assert (shown(view), view.knows) == (expected, True)


def test_nobody_knows_what_an_unknown_program_reads() -> None:
    assert View.understood(command("hx -a")) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rm -f -- *.log", ["….log"]),
        ('rm -- a "$x" *', ["…", "…"]),
        ("rm -f *.log", []),
        ("rm -Z -- *", []),  # `--` may be the value of -Z
        ('rm --"$x" *', []),
        ("sudo -- rm *", []),
    ],
)
def test_behind_two_dashes_nothing_is_a_flag(text: str, expected: list[str]) -> None:
    view = View.understood(command(text))
    assert view is not None
    assert [str(word) for word in view.behind] == expected


def test_an_unknown_flag_knows_the_word_behind_it() -> None:
    view = View.understood(command("sort --odd v f"))
    assert view is not None
    assert [str(item.following) for item in view.items if isinstance(item, Flag)] == ["v"]


def test_a_flag_of_which_only_the_beginning_is_known_is_not_sure() -> None:
    view = View.understood(command('sort -r"$x" f'))
    assert view is not None
    assert [item.sure for item in view.items if isinstance(item, Flag)] == [False]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hx -o a b --long c -- d", [("-o", "a"), ("--long", "c")]),
        ("hx -v a --no-color b --quiet c -x=1 d --y=2 e -- f", []),
        ("kubectl --odd get delete x", [("--odd", "get"), ("--odd", "get")]),
        ("kubectl -n get delete x", []),
    ],
)
def test_a_flag_that_nobody_knows_may_take_the_next_word(text: str, expected: list[tuple[str, str]]) -> None:
    one = command(text)
    view = View.understood(one) or View.written(one.words[1:])
    assert [(flag.names[0], word.text) for flag, word in view.doubts] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('git -C "$d" log "$x"', ["<Flag -C …>", "log", "…"]),
        ('git commit -am "$m" -- "$x"', ["commit", "<Flag -am …>", "--", "…"]),
        ('git "$x" -C "$d" log', ["…", "<Flag -C >", "…", "log"]),  # which may take -C for its value
        ("git -C $d log", ["<Flag -C >", "…", "log"]),  # which may be several
        ('git --odd -C "$d" log', ["<Flag --odd >", "<Flag -C >", "…", "log"]),
        ("git -C d log", ["<Flag -C >", "d", "log"]),
        ('hx -C "$d" log', ["<Flag -C >", "…", "log"]),
    ],
)
def test_a_word_that_is_not_known_may_be_the_value_of_an_option_for_sure(text: str, expected: list[str]) -> None:
    made = command(text)
    assert shown(View.written(made.words[1:], made)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('git -C d log -c "$x"', (["log", "<Flag -c >", "…"], ["<Flag -c >", "…"])),
        ("docker -D exec web sh -c ls", (["exec", "web", "sh", "<Flag -c >", "ls"], ["web", "sh", "<Flag -c >", "ls"])),
        ('git "$x" log -c', ([], [])),
        ("git --odd log -c", ([], [])),
        ("git hx -c", ([], [])),
        ("kubectl get -c", ([], [])),  # its options may stand anywhere
    ],
)
def test_behind_its_subcommand_some_programs_have_no_options_of_their_own(
    text: str, expected: tuple[list[str], list[str]]
) -> None:
    made = command(text)
    known = View.understood(made)
    assert known is not None
    views = View.written(made.words[1:], made), known
    found = [
        [repr(item) if isinstance(item, Flag) else str(item) for item in view.items if id(item) in view.later()[0]]
        for view in views
    ]
    assert (found[0], found[1]) == expected


# ── what a match found is taken over by whoever asked for it ──────────────────


def test_captures_take_over_what_others_found() -> None:
    word = Word("x", 0, 1)
    inner, outer = Captures(), Captures()
    inner.vars["name"] = word
    inner.named.append(word)
    inner.texts.append("x")
    outer.take(inner)
    assert outer.vars == {"name": word}
    assert outer.named == [word]
    assert outer.texts == ["x"]
