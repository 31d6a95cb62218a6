"""What variables do to files, and to commands."""

from policy.evaluation.test_command_effects import beside_its_name
from wicket.shell.read import read


def test_what_was_exported_earlier_is_not_meant_for_a_command_by_its_value() -> None:
    listed = [str(effect) for effect in beside_its_name(read("export A=.env; B=.x hx").commands[-1])]
    assert listed == ["names .x through B"]
