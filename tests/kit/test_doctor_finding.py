"""Findings are values."""

from wicket.kit.doctor_finding import Finding


def test_a_finding_needs_no_advice_if_all_is_well() -> None:
    assert Finding("ok", "manifest", "fine") == Finding("ok", "manifest", "fine", "")
