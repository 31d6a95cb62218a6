"""Calls that cannot be tried on an extension are skipped. What they find is in `test_zot`."""

from pathlib import Path

from kit.faults import outcomes
from sdk.running import write
from wicket.kit.extension_target import by_path

LISTENER = """
from wicket.sdk import Extension
ext = Extension("ears", "1.0.0")
ext.on("turn_start")(lambda event: None)
ext.run()
"""


def test_an_extension_that_only_listens_is_asked_nothing(tmp_path: Path) -> None:
    found = outcomes(by_path(write(tmp_path, LISTENER)), "zot")
    assert [outcome for outcome in found if outcome.verdict == "failed"] == []
    reasons = {outcome.id: outcome.reason for outcome in found if outcome.verdict == "skipped"}
    assert reasons["Z-S9"] == "it registers no command"
    assert reasons["Z-S10"] == "it registers no tool"
    assert reasons["Z-S11"] == reasons["Z-S30"] == "it intercepts nothing"
    assert reasons["Z-S15"] == "it has no tool, no command and no guard, so it answers nothing"
