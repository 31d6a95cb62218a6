"""Requests that cannot be tried on an extension are skipped. What they find is in `test_gevals`."""

from pathlib import Path

from kit.faults import outcomes
from sdk.running import write
from wicket.kit.extension_target import by_path

BARE = """
from wicket.sdk import Extension
ext = Extension("bare", "1.0.0")
ext.operation(lambda: None, name="nothing", description="Do nothing.")
ext.run()
"""


def test_an_operation_that_requires_nothing_is_not_called(tmp_path: Path) -> None:
    found = outcomes(by_path(write(tmp_path, BARE)), "gevals")
    assert [outcome for outcome in found if outcome.verdict == "failed"] == []
    nothing = "no operation has a required argument, and none may be carried out only to try it"
    assert {outcome.id: outcome.reason for outcome in found if outcome.verdict == "skipped"} == {
        "G-S10": nothing,
        "G-S11": nothing,
        "G-S20": "it logs nothing while nothing is carried out",
    }
