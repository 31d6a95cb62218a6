"""The usage lines of the catalogue."""

from shell.tables import usage_lines
from wicket.shell.catalogue.entry_fields import KINDS
from wicket.shell.catalogue.option_parser import Usage


def test_every_line_reads() -> None:
    for name, line in usage_lines().items():
        usage = Usage(line)
        kinds = {kind for kind, _ in usage.operands} | {
            kind for option in usage.options.values() for kind in option.kinds
        }
        assert kinds <= KINDS, name
        assert "@" not in line, name


def test_the_usual_ones_are_there() -> None:
    usual = "cat sed awk sort find tar curl cp rm dd tee make zip gzip rsync scp wget git npm docker sudo xargs python"
    assert set(usual.split()) - set(usage_lines()) == set()
