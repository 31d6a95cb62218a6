"""Which names cannot be taught."""

from wicket.policy.config.refused_program_names import refused_name
from wicket.shell.catalogue.compiled_catalogue import aliases, names
from wicket.shell.walk.builtin_handlers import HANDLERS


def test_no_name_that_is_known_can_be_taught() -> None:
    known = [*names(), *aliases, *HANDLERS, "wicket", "eval", "aarch64-linux-gnu-gcc"]
    assert [name for name in known if not refused_name(name)] == []
    assert refused_name("mytool") == ""
