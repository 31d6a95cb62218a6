"""Ids and names that there are right now are offered; trouble on the way is nothing to offer, and makes nothing."""

import click
import pytest

from machine import Machine, make_extension, tree
from served_gateway import serving
from wicket.cli.completion_values import extension_names, grant_ids, pending_ids

CONTEXT = click.Context(click.Command("x"))
PARAMETER = click.Argument(["id"])


@pytest.fixture(autouse=True)
def here(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WICKET_HOME", str(machine.home))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(machine.root / "run"))
    monkeypatch.chdir(machine.project)


def test_names_of_extensions(machine: Machine) -> None:
    make_extension(machine.installed, "weather")
    make_extension(machine.installed, "clock", enabled=False)
    offered = extension_names(CONTEXT, PARAMETER, "")
    assert [(item.value, item.help) for item in offered] == [("clock", "disabled"), ("weather", "enabled")]
    assert [item.value for item in extension_names(CONTEXT, PARAMETER, "we")] == ["weather"]


def test_ids_of_those_who_wait(machine: Machine) -> None:
    with serving(machine) as served:
        served.ask("echo hello")
        (waiting,) = served.pending()
        offered = pending_ids(CONTEXT, PARAMETER, waiting["id"][:3])
        assert [(item.value, item.help) for item in offered] == [(waiting["id"], "echo hello")]
        assert pending_ids(CONTEXT, PARAMETER, "no such id") == []
        assert grant_ids(CONTEXT, PARAMETER, "") == []


def test_without_a_gateway_there_is_nothing_to_offer_and_nothing_is_made(machine: Machine) -> None:
    before = tree(machine.root)
    assert (pending_ids(CONTEXT, PARAMETER, ""), grant_ids(CONTEXT, PARAMETER, "")) == ([], [])
    assert tree(machine.root) == before


def test_a_home_that_cannot_be_named_is_nothing_to_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WICKET_HOME", "relative")
    assert extension_names(CONTEXT, PARAMETER, "") == []
