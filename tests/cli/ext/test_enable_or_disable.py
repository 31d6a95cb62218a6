"""Switching says what it did."""

from pathlib import Path

import pytest

from machine import Machine, make_extension
from wicket.cli.ext.enable_or_disable import switch
from wicket.host import extension_manifest
from wicket.trust_decisions import Trust


@pytest.fixture
def seen(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WICKET_HOME", str(machine.home))
    monkeypatch.chdir(machine.project)
    return make_extension(machine.local, "a")


def test_what_changes_and_what_does_not_is_said(seen: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for enabled in (True, False, False, True):
        switch("a", None, zot=False, enabled=enabled)
    assert capsys.readouterr() == (
        "",
        "a is enabled already\ndisabled a\na is disabled already\nenabled a\n",
    )
    assert extension_manifest.read(seen).enabled


@pytest.mark.rule("Z-H57")
def test_a_trusted_extension_of_the_project_stays_trusted(machine: Machine, seen: Path) -> None:
    trust = Trust(machine.home)
    trust.trust(seen)
    switch("a", None, zot=False, enabled=False)
    assert trust.is_trusted(seen)
