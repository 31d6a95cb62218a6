"""A command is looked at in the ways that rules need."""

import pytest

from policy.judging import command, world
from wicket.policy.matching.lazy_command_views import Context
from wicket.policy.patterns.compiled_pattern import Element
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES


def test_the_views_that_rules_are_matched_against() -> None:
    known, unknown = Context(command("sort -r f"), world()), Context(command("hx -r f"), world())
    assert [view.knows for view in known.views(True, False)] == [True, False]
    assert [view.knows for view in known.views(False, False)] == [True]
    assert [view.knows for view in known.views(False, True)] == [False]
    assert [view.knows for view in unknown.views(True, False)] == [False]


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("hx deploy x", True),
        ("hx --yes deploy", True),
        ('hx "$a" undeploy', True),
        ("hx '1; DROP x'", True),
        ("hx build", False),
        ("hx $a", False),
        ("hx de$a", False),
        ("hx", False),
    ],
)
def test_whether_a_word_that_a_rule_wants_is_spelled(text: str, spelled: bool) -> None:
    wanted = Element(("lit", (("deploy",), ("undeploy",), ("", "DROP ", ""))))
    assert Context(command(text), world()).spells((wanted,)) is spelled


@pytest.mark.parametrize(
    ("word", "allow", "deny"),
    [
        ("/a", YES, YES),
        ("/a/b", NO, NO),
        ("/c", NO, NO),
        ("$x", MAYBE, MAYBE),
        ("/a/../c", NO, NO),
        ("/d/e/f", YES, YES),
        ("/x/.env", YES, YES),
        ("/x/.env/y", NO, NO),
        ("/a*", MAYBE, MAYBE),
    ],
)
def test_a_rule_is_about_the_listed_path_and_stars_say_what_lies_below(word: str, allow: int, deny: int) -> None:
    asked = command(f"hx {word}")
    context = Context(asked, world())
    entries = ("/a", "/d/**", "/**/.env")
    found = context.paths(False)(asked.words[1], entries), context.paths(True)(asked.words[1], entries)
    assert found == (allow, deny)
