"""docs/cookbook.md: twenty recipes, each with a policy that loads and verdicts that it gives."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from docs.pages import ROOT
from wicket import policy_files
from wicket.loaded_policy import Policy

PAGE = ROOT / "docs" / "cookbook.md"
RECIPE = re.compile(r"^## (\d+)\. (.+?)$.*?```yaml\n(.*?)```.*?```text\n(.*?)```", re.DOTALL | re.MULTILINE)
TOOLS = 20
VERDICTS = {"allow", "ask", "deny", "pass"}


class Recipe(NamedTuple):
    number: int
    title: str
    policy: str
    shown: list[tuple[str, str]]


def recipes() -> list[Recipe]:
    return [
        Recipe(int(number), title, policy, [(line[:5].strip(), line[6:]) for line in verdicts.splitlines()])
        for number, title, policy, verdicts in RECIPE.findall(PAGE.read_text(encoding="utf-8"))
    ]


def test_there_are_twenty_and_all_of_them_are_found() -> None:
    headings = re.findall(r"^## .+$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [f"## {each.number}. {each.title}" for each in recipes()] == headings
    assert [each.number for each in recipes()] == list(range(1, 21))


@pytest.mark.parametrize("recipe", recipes(), ids=lambda recipe: recipe.title)
def test_a_recipe_gives_the_verdicts_that_stand_under_it(recipe: Recipe, tmp_path: Path) -> None:
    environ = {"HOME": "/home/me", "PATH": "/usr/bin:/bin"}
    loaded = policy_files.loads(recipe.policy, tmp_path, environ)
    policy = Policy(loaded.compiled())
    given = []
    for _, subject in recipe.shown:
        if recipe.number == TOOLS:
            server, _, tool = subject.partition("/")
            verdict = policy.check_tool(subject, [(server, tool)])
        else:
            verdict = policy.check(subject, tmp_path, environ)
        given.append((str(verdict.decision), subject))
    assert (given, loaded.warnings) == (recipe.shown, ())


@pytest.mark.parametrize("recipe", recipes(), ids=lambda recipe: recipe.title)
def test_a_recipe_shows_what_it_lets_pass_and_what_it_does_not(recipe: Recipe) -> None:
    verdicts = {verdict for verdict, _ in recipe.shown}
    assert verdicts <= VERDICTS
    assert verdicts & {"allow", "pass"}
    assert verdicts & {"ask", "deny"}
