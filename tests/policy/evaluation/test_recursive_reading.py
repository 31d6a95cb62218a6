"""How far commands go into folders."""

import pytest

from policy.evaluation.test_command_effects import beside_its_name
from policy.judging import command
from wicket.policy.evaluation.command_effects import effects


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("grep x f", ""),
        ("grep -r x f", "all"),
        ("rg x f", "plain"),
        ("rg --hidden x f", "all"),
        ("rg -g .env x f", "all"),
        ("rg --iglob '.E*' x f", "all"),
        ("rg -g '*.ts' -g '!x' x f", "plain"),
        ("rg -tpy x f", "plain"),
        ("tar cf - f", "all"),
        ("find f", ""),
        ("ls -R f", ""),
        ("hx -r f", "all"),
        ("hx f", ""),
        ("docker run -v f:/x i", "listed"),
    ],
)
def test_how_far_it_goes_into_folders(text: str, expected: str) -> None:
    assert {effect.recursive for effect in beside_its_name(command(text))} == {expected}


def test_what_is_moved_is_moved_with_all_that_lies_in_it() -> None:
    assert {(effect.kind, effect.recursive) for effect in effects(command("mv a b"))} == {
        ("read", "all"),
        ("delete", ""),
        ("write", ""),
    }
