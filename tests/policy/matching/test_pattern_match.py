"""Commands against patterns: known words, unknown ones, suspicion, captures, and how much work it is."""

import pytest

from policy.judging import command, world
from wicket.policy.config_model import Definitions, Origin
from wicket.policy.matching.lazy_command_views import Context
from wicket.policy.matching.pattern_match import WORK_OF_CELL, Matcher
from wicket.policy.matching.positions_and_flags import Captures, View
from wicket.policy.patterns.compiled_pattern import named
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES
from wicket.policy.patterns.pattern_parser import patterns
from wicket.shell.refusal_and_work_limit import READING, Fuel, Spent

LEVELS = {NO: "no", MAYBE: "maybe", YES: "yes"}


def level(pattern: str, text: str, strict: bool) -> str:
    """Match as a rule does: the best of all views."""
    asked = command(text)
    context = Context(asked, world())
    (made,) = named(patterns(pattern, Definitions()))
    views = context.views(strict, made.kind)
    return LEVELS[
        max(Matcher(view, strict, context.paths(strict), Fuel()).match(made.sequence, made.flags) for view in views)
    ]


# pattern, command, for an allow, for a deny
THREE_VALUED = [
    ("hx x", "hx x", "yes", "yes"),
    ("hx x", "hx y", "no", "no"),
    ("hx x", 'hx "$v"', "maybe", "maybe"),
    ("hx x", "hx $v", "maybe", "maybe"),
    ("hx *", "hx $v", "yes", "yes"),
    ("hx", "hx $v", "maybe", "maybe"),
    ("hx", 'hx "$v"', "no", "no"),
    ("hx x y", "hx $v", "maybe", "maybe"),
    ("hx x y", 'hx "$v"', "no", "no"),
    ("hx -f", "hx $v", "maybe", "maybe"),
    ("hx -f *", 'hx "$v"', "maybe", "maybe"),
    ("hx -f *", 'hx a"$v"', "no", "no"),
    ("hx -f *", 'hx -"$v"', "maybe", "maybe"),
    ("hx -m x", 'hx -m "$v"', "maybe", "maybe"),
    ("hx !-o *", 'hx "$v"', "maybe", "maybe"),
    ("hx !-o *", 'hx x"$v"', "yes", "yes"),
    ("hx !x *", 'hx "$v"', "maybe", "maybe"),
    ("hx [-X GET] *", 'hx "$v"', "maybe", "maybe"),
    ("hx x-*", 'hx "x-$v"', "maybe", "maybe"),
    ("hx x-*", 'hx "y-$v"', "no", "no"),
    ("hx <any>", 'hx "$v"', "yes", "yes"),
    ("hx <any>", "hx $v", "maybe", "maybe"),
]


@pytest.mark.parametrize(("pattern", "text", "allow", "deny"), THREE_VALUED)
def test_words_that_are_not_known(pattern: str, text: str, allow: str, deny: str) -> None:
    assert (level(pattern, text, False), level(pattern, text, True)) == (allow, deny)


# Where suspicion sees more than good faith.
SUSPICION = [
    ("hx -f *", "hx -xf", "no", "maybe"),  # a bundle of an unknown program may hold it
    ("hx --force *", "hx --forc", "no", "maybe"),  # long flags may be shortened
    ("hx -X GET *", "hx -X POST -X GET", "no", "yes"),  # one of several is enough to deny
    ("hx x *", "hx -- x", "no", "yes"),  # what stands before -- does not matter
    ("git push -f *", "git push o +main", "no", "yes"),
    ("git branch -d *", "git branch -D x", "no", "yes"),
    ("rm -rf *", "rm -fr x", "yes", "yes"),
    ("rm -rf *", "rm --recursive --force x", "yes", "yes"),
    ("rm -rf *", 'rm -r "$v"', "maybe", "maybe"),
    ("sort -m *", "sort --merge x", "yes", "yes"),
    ("hx -X *", "hx -XGET", "no", "maybe"),
    ("sudo -u x *", "sudo ls -u x", "no", "yes"),  # an option of the inner command, unless one is suspicious
    ("hx --m x *", "hx --m=x y", "yes", "yes"),  # what a flag leaves behind comes first
    ("git push --force *", "git --force=push show", "no", "yes"),
    ("sudo --m x *", "sudo -- --m=x y", "no", "yes"),
]


@pytest.mark.parametrize(("pattern", "text", "allow", "deny"), SUSPICION)
def test_suspicion(pattern: str, text: str, allow: str, deny: str) -> None:
    assert (level(pattern, text, False), level(pattern, text, True)) == (allow, deny)


def captured(pattern: str, text: str) -> Captures:
    asked = command(text)
    context = Context(asked, world())
    definitions = Definitions()
    definitions.flag_groups["f"] = ("-f|--field *", Origin("here", 1))
    (made,) = named(patterns(pattern, definitions))
    matcher = Matcher(context.written, False, context.paths(False), Fuel())
    assert matcher.match(made.sequence, made.flags) == YES
    matcher.trace()
    return matcher.captures


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("hx <a> <b>", "hx 1 2", {"a": "1", "b": "2"}),
        ("hx * <last>", "hx 1 2 3", {"last": "3"}),
        ("hx <first> *", "hx -v 1 2", {"first": "1"}),
        ("hx -v <x> y", "hx 1 -v y", {"x": "1"}),
        ("hx x -- <p>", "hx x -- -p", {"p": "-p"}),
    ],
)
def test_what_placeholders_stand_for(pattern: str, text: str, expected: dict[str, str]) -> None:
    assert {name: str(word) for name, word in captured(pattern, text).vars.items()} == expected


def test_all_values_of_a_flag_group() -> None:
    found = captured("hx <flag:f> *", "hx -f 1 x --field=2 -f3")
    assert {name: [str(word) for word in words] for name, words in found.flag_groups.items()} == {"f": ["1", "2", "3"]}


def test_the_words_that_a_pattern_spells() -> None:
    named = [str(word) for word in captured("hx x -m a y|z *", "hx x -m a z w").named]
    assert named == ["-m", "-m", "x", "z"]


# ── steps ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("stars", [1, 2, 4, 8])
def test_the_work_grows_with_the_product_of_both_lengths(stars: int) -> None:
    fuel = Fuel()
    view = View.written(command("hx " + "a b " * 1000).words[1:])
    (made,) = named(patterns("hx " + "* a " * stars + "z", Definitions()))
    assert Matcher(view, True, Context(command("hx"), world()).paths(True), fuel).match(made.sequence, made.flags) == NO
    cells = (2 * stars + 2) * 2001 * 2
    assert 0 < READING - fuel.left <= cells * WORK_OF_CELL + 3 * 2000


def test_beyond_its_means_nothing_is_said() -> None:
    fuel = Fuel(20_000)
    view = View.written(command("hx " + "a " * 1000).words[1:])
    (made,) = named(patterns("hx * a", Definitions()))
    paths = Context(command("hx"), world()).paths(True)
    for strict in (True, False):
        with pytest.raises(Spent):
            Matcher(view, strict, paths, fuel).match(made.sequence, made.flags)
