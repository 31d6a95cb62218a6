"""The table of programs that carry files."""

from wicket.shell.catalogue.archivers import PARCELS
from wicket.shell.catalogue.file_tools import FILES


def test_it_is_part_of_the_table_of_programs() -> None:
    assert PARCELS.items() <= FILES.items()
    assert {"tar", "zip", "gzip", "rsync", "scp", "curl", "wget"} <= set(PARCELS)
