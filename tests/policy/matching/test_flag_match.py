"""Flags, taken out wherever they stand: where suspicion sees more than good faith, and what is left."""

import pytest

from policy.judging import command, world
from wicket.policy.config_model import Definitions
from wicket.policy.matching.flag_match import FlagMatcher
from wicket.policy.matching.lazy_command_views import Context
from wicket.policy.matching.positions_and_flags import View
from wicket.policy.patterns.compiled_pattern import Pattern
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES
from wicket.policy.patterns.pattern_parser import patterns
from wicket.shell.refusal_and_work_limit import Fuel

LEVELS = {NO: "no", MAYBE: "maybe", YES: "yes"}


def taken(flag: str, text: str, strict: bool = False) -> tuple[str, list[str]]:
    """Take one flag of a pattern out of a command: how well it matches, and the words that are left."""
    asked = command(text)
    context = Context(asked, world())
    made = Pattern(patterns(f"{asked.name} {flag}", Definitions(), allows=not strict)[-1])
    taking = FlagMatcher(context.known or context.written, strict, context.paths(strict), Fuel())
    level = taking.take(made.flags[0], made.flags)
    return LEVELS[level], [str(getattr(item, "raw", None) or item) for item in taking.items]


@pytest.mark.parametrize(
    ("flag", "text", "level", "left"),
    [
        ("-v", "hx a -v b", "yes", ["a", "b"]),
        ("-v", "hx a b", "no", ["a", "b"]),
        ("-m x", "hx -m x a", "yes", ["a"]),
        ("-m x", "hx a -mx", "yes", ["a"]),
        ("-m x", "hx --m=x -m=x a", "yes", ["--m=x", "a"]),
        ("-m x", "hx -m y a", "no", ["-m", "y", "a"]),
        ("-m x", "hx -m x -m y", "no", ["-m", "y"]),
        ("!-o", "hx a", "yes", ["a"]),
        ("!-o", "hx -o a", "no", ["-o", "a"]),
        ("[-s]", "hx -s a", "yes", ["a"]),
        ("[-s]", "hx a", "yes", ["a"]),
        ("-n", "git clean -n --no-dry-run", "maybe", ["<Flag --no-dry-run >", "clean"]),
        ("-check", "terraform fmt -check=true", "yes", ["fmt", "true"]),
        ("-check", "terraform fmt -check=false", "no", ["<Flag -check false>", "fmt"]),
        ("!-n", "git clean -n --no-dry-run", "maybe", ["<Flag -n|--dry-run >", "<Flag --no-dry-run >", "clean"]),
    ],
)
def test_what_is_taken_and_what_is_left(flag: str, text: str, level: str, left: list[str]) -> None:
    assert taken(flag, text) == (level, left)


@pytest.mark.parametrize(
    ("flag", "text", "level"),
    [
        ("-am x", "git commit -am x", "yes"),
        ("-am x", "git commit -m x -a", "yes"),
        ("-am x", "git commit -m x", "no"),
        ("-am x", "git commit -am x -m y", "no"),
        ("-la x", "ls -la x", "yes"),
        ("-la x", "ls -l -a x", "yes"),
        ("-la x", "ls -la y", "no"),
        ("-n5", "tail -n5 f", "yes"),
        ("-n5", "tail --lines 5 f", "yes"),
        ("-n5", "tail -n6 f", "no"),
        ("-n5", "tail -n5 -n6 f", "no"),
    ],
)
def test_values_within_bundles(flag: str, text: str, level: str) -> None:
    assert taken(flag, text)[0] == level


def test_a_bundle_in_a_rule_is_its_flags_for_a_program_that_is_known() -> None:
    assert taken("-rf", "rm -f -v -r x")[0] == "yes"
    assert taken("-rf", "rm --recursive x")[0] == "no"
    assert isinstance(Context(command("rm x"), world()).known, View)
