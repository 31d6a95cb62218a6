"""Tests of `refusal_and_work_limit`."""

import pytest

from shell.reading import commands, refusal
from wicket.shell.read import read
from wicket.shell.reader_settings import World
from wicket.shell.refusal_and_work_limit import JUDGING, READING, TOO_MUCH, Fuel, Refusal, Refused, Spent

# ── where and why ─────────────────────────────────────────────────────────────


def test_line_and_column_count_from_one() -> None:
    refusal = Refusal("why", "ab\ncd", 4)
    assert (refusal.line, refusal.column, refusal.offset, str(refusal)) == (2, 2, 4, "line 2, column 2: why")
    assert repr(refusal) == "Refusal(line 2, column 2: why)"


def test_inside_the_reader_it_is_an_exception() -> None:
    assert (Refused("why", 3).reason, Refused("why", 3).offset) == ("why", 3)


# ── work is counted, so a verdict always ends, and the same text ends alike on every machine ──


def test_what_is_taken_is_gone() -> None:
    fuel = Fuel(100)
    fuel.take(60)
    fuel.take(40)
    assert fuel.left == 0
    with pytest.raises(Spent) as raised:
        fuel.take(1)
    assert raised.value.reason == TOO_MUCH


def test_once_it_is_used_up_it_stays_so() -> None:
    fuel = Fuel(1)
    with pytest.raises(Spent):
        fuel.take(2)
    with pytest.raises(Spent):
        fuel.take(0)


def test_the_rules_have_some_of_their_own() -> None:
    fuel = Fuel()
    with pytest.raises(Spent):
        fuel.take(2 * READING)
    fuel.refill()
    assert fuel.left == JUDGING


GROWING = {
    "recursion": "f() { a && f; a && unset -f f; }; f; f; f; f",
    "recursion of two": "f() { a && f; a && unset -f f; g; }; g() { a && g; a && unset -f g; f; };" + "f; g; " * 9,
    "functions": "".join(f"f{i}() {{ f{i + 1}; f{i + 1}; }}; " for i in range(30)) + "f0",
    "loops in functions": "f() { for i in 1 2 3 4 5 6 7 8 9; do a $i; done; };" + "f;" * 9_000,
    "evaluated": "a='ls;ls;';" + 'a="$a$a"; eval "$a";' * 40,
    "aliases": "".join(f"alias a{i}='a{i + 1};a{i + 1};a{i + 1}'\n" for i in range(12)) + "a0\n" * 9,
    "arrays": "a=(x x x x);" + 'a=("${a[@]}" "${a[@]}");' * 100,
    "arguments": "set --;" + 'set -- "$@" x;ls "$@";' * 2_000,
    "split": "a='" + "x " * 200 + "';" + "ls $a;" * 9_000,
    "braces": "rm " + "{1..16}{1..16} " * 900,
    "a tail behind braces": ("echo {1..256}" + "a" * 18_000 + "\n") * 5,
    "nested braces": ("echo " + "{" * 9_000 + "}" * 9_000 + "\n") * 5,
    "patterns": "x=" + "a" * 190 + ";" + "${x#*a*a*a*a*b};" * 900,
    "references": "".join(f"declare -n a=b{i}; a=1;" for i in range(900)),
    "traps": "".join(f"trap 'eval $x{i}' INT; x{i}=ls;" for i in range(2_000)),
    "temporary variables": "".join(f"f{i}() {{ x=1 f{i + 1}; }};" for i in range(36))
    + "f36() { "
    + "unset x;" * 9_000
    + "}; x=1 f0",
    "commands": "a;" * 50_000,
}


@pytest.mark.parametrize("text", GROWING.values(), ids=GROWING)
def test_what_grows_is_too_much_to_follow(text: str) -> None:
    assert refusal(text) == TOO_MUCH


def test_a_loop_inside_loops_is_tried_anew_once() -> None:
    """What was found about its rounds, they do not find again."""
    text = "for a in 1 2 3 4 5 6 7 8 9 10 11 12; do " * 9 + "x;" + "done;" * 9
    assert len(commands(text)) < READING // 500
    tried_anew = "while a; do v=$w; w=$v$u; cd $u; " * 9 + "shift; x;" + "done;" * 9
    assert len(commands(tried_anew)) < 100


@pytest.mark.parametrize("name", ["recursion", "functions", "arrays"])
def test_it_ends_at_the_same_place_each_time(name: str) -> None:
    first, second = read(GROWING[name]), read(GROWING[name])
    assert (str(first.refusal), len(first.commands)) == (str(second.refusal), len(second.commands))


def test_one_tank_serves_all_texts_of_a_verdict() -> None:
    world = World(fuel=Fuel())
    assert read("a; b", world).refusal is None
    once = READING - (world.fuel or Fuel()).left
    assert once > 0
    read("a; b", world)
    assert READING - (world.fuel or Fuel()).left == 2 * once


LINE = "echo 'one line of about two hundred characters, as people write them in scripts: " + "and so on, " * 10 + "';\n"

LONG = {
    "expanded": "cat <<E\n" + "hello $world and others\n" * 4_200 + "E\n",
    "quoted": "cat <<'E'\n" + "hello $world and others\n" * 4_200 + "E\n",
    "python": "python3 - <<'E'\n" + "print('hello')  # world\n" * 4_200 + "E\n",
    "bash": "bash <<'E'\n" + LINE * 500 + "E\n",
    "bash, expanded": "bash <<E\n" + LINE * 500 + "E\n",
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_one_long_here_document_never_runs_out(text: str) -> None:
    assert len(text) > 90_000
    assert read(text).refusal is None
