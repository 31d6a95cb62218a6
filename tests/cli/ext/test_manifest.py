"""`wicket ext manifest`."""

import json

import pytest

from machine import Machine
from sdk.running import EVERYTHING, write
from wicket.sdk.testing import Client


@pytest.mark.rule("G-S37")
def test_the_manifest_and_the_calls_are_those_of_the_wire(machine: Machine) -> None:
    path = write(machine.project, EVERYTHING)
    with Client(path) as client:
        assert json.loads(machine.run("ext", "manifest", "ext.py").out) == client.initialize()
        called = json.loads(machine.run("ext", "call", "--json", "./ext.py", "apply", "file=x").out)
        executed = client.execute("apply", {"file": "x"})
        assert called == {**executed.raw, "logs": executed.logs}


def test_what_is_no_operations_extension_has_none(machine: Machine) -> None:
    (machine.project / "run").write_text("#!/bin/sh\n")
    (machine.project / "run").chmod(0o755)
    outcome = machine.run("ext", "manifest", "./run")
    assert (outcome.code, outcome.err) == (
        1,
        "wicket: ./run answers no `initialize`; `wicket ext doctor` says more\n",
    )
