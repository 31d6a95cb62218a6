"""The table of programs that carry files."""

from wicket.shell.files import FILES
from wicket.shell.parcels import PARCELS


def test_it_is_part_of_the_table_of_programs() -> None:
    assert PARCELS.items() <= FILES.items()
    assert {"tar", "zip", "gzip", "rsync", "scp", "curl", "wget"} <= set(PARCELS)
