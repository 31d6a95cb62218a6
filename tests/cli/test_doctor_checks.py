"""Everything that can be wrong is found, each with what to do about it."""

import asyncio
import json
import os
from pathlib import Path

import pytest

from gateway.gateways import door
from machine import Machine, make_extension
from wicket import __version__
from wicket.agents import claude_code_settings
from wicket.cli.doctor_checks import Finding, check_up
from wicket.gateway_address import GatewayAddress, announce


@pytest.fixture(autouse=True)
def here(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work on the machine, in its project, with a PATH that has the usual programs and no agents."""
    machine.environ["PATH"] = "/usr/bin:/bin"
    for name in set(os.environ) - {"PYTEST_CURRENT_TEST"}:
        monkeypatch.delenv(name)
    for name, value in machine.environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(machine.project)


def found(part: str) -> list[Finding]:
    return [finding for finding in check_up() if finding.part == part]


def grades(part: str) -> dict[str, str]:
    return {finding.name: finding.grade for finding in found(part)}


def test_a_fresh_machine_has_nothing_that_must_be_mended() -> None:
    findings = list(check_up())
    assert [finding for finding in findings if finding.grade == "bad"] == []
    assert list(dict.fromkeys(finding.part for finding in findings)) == [
        "installed",
        "home",
        "running",
        "policy",
        "trust",
        "extensions",
        "agents",
        "sandboxes",
    ]
    assert all(finding.advice for finding in findings if finding.grade == "warn")


def test_what_is_missing_is_said_with_what_it_is_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    missing = {finding.name: finding for finding in found("installed")}
    assert missing["wicket"].detail.startswith(__version__)
    assert [(missing[name].grade, missing[name].detail) for name in ("bash", "git", "sudo")] == [
        ("warn", "not found on PATH"),
        ("note", "not found on PATH"),
        ("note", "not found on PATH"),
    ]
    assert missing["extra mcp"].grade == "good"
    assert "extra peers" not in missing  # other guards, to be measured against; nobody here needs them


def test_a_home_that_others_can_change_is_bad(machine: Machine) -> None:
    machine.home.mkdir(mode=0o700)
    assert grades("home") == {"home": "good"}
    (machine.home / "approver.token").write_text("short")
    (machine.home / "approver.token").chmod(0o644)
    machine.home.chmod(0o777)
    assert grades("home") == {"home": "bad", "approver's token": "bad"}


def test_a_link_in_the_home_is_bad(machine: Machine) -> None:
    machine.home.mkdir(mode=0o700)
    (machine.home / "cache").symlink_to(machine.root)
    (_, link) = found("home")
    assert (link.name, link.grade, link.advice) == ("cache", "bad", f"remove it: `rm {machine.home}/cache`")


async def test_a_gateway_that_runs_is_asked(machine: Machine, tmp_path: Path) -> None:
    async with door(tmp_path) as served:
        approver = tmp_path / "approver.sock"
        approver.touch()
        announce(machine.home, GatewayAddress(str(served.path), str(approver), 7, "1.2.0", "http://127.0.0.1:1/"))
        running = await asyncio.to_thread(found, "running")
    assert running[0].detail == f"version 1.2.0, pid 7, at {served.path}"
    assert [(each.name, each.grade) for each in running] == [
        ("gateway", "warn"),  # of another version than this wicket
        ("approver's socket", "good"),
        ("console", "good"),
    ]
    gone = found("running")
    assert [(each.name, each.grade, each.advice) for each in gone] == [
        ("gateway", "bad", f"no gateway at {served.path}: no such file or directory; start one with `wicket serve`"),
    ]


async def test_what_the_environment_names_is_asked(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    announce(machine.home, GatewayAddress("/other", "/other-approver", 7, "1.2.0", "http://127.0.0.1:1/"))
    monkeypatch.setenv("WICKET_SOCKET", str(tmp_path / "s"))
    monkeypatch.setenv("WICKET_APPROVER_SOCKET", str(tmp_path / "a"))
    said = [(each.name, each.grade, each.detail) for each in found("running")]
    assert said == [
        ("gateway", "bad", f"WICKET_SOCKET names {tmp_path}/s"),
        ("approver's socket", "bad", f"WICKET_APPROVER_SOCKET names {tmp_path}/a, which is not there"),
    ]
    (tmp_path / "a").touch()
    async with door(tmp_path) as served:
        monkeypatch.setenv("WICKET_SOCKET", str(served.path))
        said = [(each.name, each.grade, each.detail) for each in await asyncio.to_thread(found, "running")]
    assert said == [
        ("gateway", "warn", f"version 1.2.0, at {served.path}"),
        ("approver's socket", "good", f"{tmp_path}/a"),
    ]


def test_policies_are_found_with_what_is_wrong(machine: Machine) -> None:
    assert grades("policy") == {"your own": "warn"}
    own = machine.root / ".config" / "wicket" / "wicket.yml"
    own.parent.mkdir(parents=True)
    own.write_text("rules: [{allow: ls}]")
    (machine.project / "wicket.yml").write_text("rules: [{allow: make}]")
    policies = {finding.name: finding for finding in found("policy")}
    assert policies["your own"].detail == str(own)
    assert policies["the project's"].grade == "warn"
    assert policies["the project's"].advice == "look at it: `wicket trust`"
    own.write_text("rules: [{permit: ls}]")
    assert grades("policy") == {"your own": "bad", "the project's": "warn", "problem": "bad"}
    own.write_text("rules: []")
    own.parent.chmod(0o777)
    (*_, lies) = [finding for finding in found("policy") if finding.name == "your own"]
    assert (lies.grade, lies.detail) == ("warn", f"{own.parent}, where it lies")
    own.parent.chmod(0o755)
    (machine.project / "wicket.yml").unlink()
    own.write_text("definitions: {wrappers: ['odd *']}")
    assert grades("policy") == {"your own": "warn", "warning": "warn"}


def test_what_was_trusted_is_looked_at_again(machine: Machine) -> None:
    assert grades("trust") == {"decisions": "good"}
    for name in ("kept", "changed", "gone"):
        make_extension(machine.local, name)
    code, _ = machine.run_at_terminal("y", "trust")
    assert code == 0
    assert set(grades("trust").values()) == {"good"}
    (machine.local / "changed" / "run").write_text("#!/bin/sh\nexit 1\n")
    (machine.local / "gone").rename(machine.root / "elsewhere")
    assert grades("trust") == {
        str(machine.local / "kept"): "good",
        str(machine.local / "changed"): "warn",
        str(machine.local / "gone"): "note",
    }


def test_extensions_are_listed_with_what_they_do_not_see(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("API_TOKEN", "x")
    make_extension(machine.installed, "one")
    make_extension(machine.installed, "named", env=["API_TOKEN"])
    make_extension(machine.installed, "off", enabled=False)
    make_extension(machine.local, "strange")
    (machine.installed / "broken").mkdir()
    (machine.installed / "broken" / "extension.json").write_text("{")
    extensions = {finding.name: finding for finding in found("extensions")}
    assert extensions["one"].detail == f"enabled, {machine.installed / 'one'}; does not see API_TOKEN"
    assert extensions["named"].detail == f"enabled, {machine.installed / 'named'}"
    assert {name: each.grade for name, each in extensions.items()} == {
        "one": "good",
        "named": "good",
        "off": "note",
        "strange": "warn",
        "problem": "bad",
    }
    assert extensions["strange"].advice == f"look at it: `wicket trust {machine.local / 'strange'}`"


def test_agents_are_found_and_whether_their_hook_is_ours(machine: Machine) -> None:
    assert grades("agents") == {"guard": "warn"}
    (nothing,) = found("agents")
    assert nothing.detail == "nothing is guarded here, and no agent was found"
    assert nothing.advice == "`wicket init` switches the guard on, and `wicket verify` proves it"
    settings = machine.root / ".claude" / "settings.json"
    settings.parent.mkdir()
    (machine.root / ".cursor").mkdir()
    assert grades("agents") == {"claude-code": "warn", "cursor": "warn", "guard": "warn"}
    assert found("agents")[-1].detail == "nothing is guarded here"
    hook = claude_code_settings.with_hook({}, claude_code_settings.command(machine.environ), settings)
    settings.write_text(json.dumps(hook))
    assert grades("agents") == {"claude-code": "good", "cursor": "warn"}
    settings.write_text(json.dumps(hook | {"disableAllHooks": True}))
    assert grades("agents")["claude-code"] == "bad"
    settings.write_text("{")
    assert [each.grade for each in found("agents") if each.name == "claude-code"] == ["bad", "warn"]


def test_a_part_that_cannot_be_looked_at_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WICKET_HOME", "relative")
    parts = {finding.part: finding.grade for finding in check_up() if finding.grade == "bad"}
    assert parts == dict.fromkeys(["home", "running", "policy", "trust", "extensions"], "bad")
