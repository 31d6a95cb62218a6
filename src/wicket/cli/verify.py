"""`wicket verify`: prove that the guard is on, by asking it what it must refuse."""

import os
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from wicket.agents import agent_versions, claude_code_settings
from wicket.agents.agent_setups import SETUPS
from wicket.agents.canary_calls import Trial, try_out
from wicket.agents.detection import WITHOUT_A_DOOR, FoundAgent, find
from wicket.agents.guard import Guard
from wicket.agents.plugin_trial import PLUGINS, runtime, try_plugin
from wicket.cli.extension_folders import wicket_home
from wicket.cli.output import emit_json, fitted, say, visible

__all__ = ["report_on", "verify", "verify_changed_agents"]

UNGUARDED = 1


@click.command()
@click.option("--agent", "names", type=click.Choice(list(SETUPS)), multiple=True, help="This one, found or not.")
@click.option("--json", "as_json", is_flag=True, help="As a list of objects, one for each agent.")
def verify(names: tuple[str, ...], as_json: bool) -> None:
    """Prove for each agent found here that its guard is on.

    Starts the hook that the agent's settings name, as the agent would, and asks it about commands that it must not let
    pass. None of them is run, nor is a hook that does more than start wicket, or a project's that starts another than
    this one. A plugin is loaded by the agent's own runtime, where there is one. Says which version of the agent was
    found, and with which its behaviour was measured. Exits 1 if an agent is not guarded, or if there is none.

    \b
    Examples:
      wicket verify
      wicket verify --agent claude-code --json
    """
    agents = find(os.environ)
    if names:
        known = {agent.name: agent for agent in agents}
        agents = [known.get(name) or FoundAgent(name, name, "", guarded=True) for name in names]
    reports = [report_on(agent, Path.cwd()) for agent in agents]
    if as_json:
        emit_json(reports)
    else:
        for report in reports:
            _show(report)
        if not reports:
            say("no agent was found; name one with --agent claude-code")
    raise SystemExit(0 if reports and all(report["guarded"] for report in reports) else UNGUARDED)


def report_on(agent: FoundAgent, project: Path) -> dict[str, Any]:
    """Find out about one agent, and remember which one it was. `advice` says what to do; empty: nothing."""
    report = _report(agent, project)
    if report["guarded"]:
        agent_versions.remember(agent.name, os.environ, wicket_home())
    return report


def verify_changed_agents(home: Path, tell: Callable[[str], object]) -> None:
    """Prove the guards of agents that have changed since that was done last, and say which are not on."""
    for agent in find(os.environ):
        set_up = agent.guarded and SETUPS[agent.name].guards(os.environ, Path("/")).guards
        if not set_up or not agent_versions.changed(agent.name, os.environ, home):
            continue
        report = report_on(agent, Path("/"))
        if not report["guarded"]:
            tell(f"{agent.title} has changed, and is NOT GUARDED: {report['advice']}")


def _report(agent: FoundAgent, project: Path) -> dict[str, Any]:
    report: dict[str, Any] = {"agent": agent.name, "guarded": False, "hooks": [], "advice": ""}
    if not agent.guarded:
        return report | {"advice": WITHOUT_A_DOOR}
    report |= {
        "version": agent_versions.version(agent.name, os.environ),
        "measured": agent_versions.MEASURED.get(agent.name, ""),
    }
    found = SETUPS[agent.name].guards(os.environ, project)
    whole = []
    for guard in found.guards:
        trials = _trials(agent.name, guard, project) if guard.plain else []
        report["hooks"].append(
            {"file": str(guard.file), "command": guard.command, "trials": [asdict(trial) for trial in trials]}
        )
        if trials and all(trial.passed for trial in trials):
            whole.append(guard)
    missing = claude_code_settings.unguarded(whole) if agent.name == claude_code_settings.NAME else []
    if found.off is not None:
        report["advice"] = f"{found.off} switches all hooks off; remove it"
    elif found.problems:
        report["advice"] = found.problems[0]
    elif not report["hooks"]:
        report["advice"] = "no hook of wicket's is in its settings; run `wicket init`"
    elif not any(hook["trials"] for hook in report["hooks"]):
        report["advice"] = (
            "its hook does more than start the wicket that is here, so it is not tried; run `wicket init`"
        )
    elif not whole:
        report["advice"] = "its hook lets pass what it must not; run `wicket init`, then start the agent anew"
    elif missing:
        report["advice"] = f"its hook is not asked about {' and '.join(missing)}; run `wicket init`"
    # Any hook that denies is enough: of several, the strictest counts.
    of_others = agent.name != claude_code_settings.NAME and bool(found.problems)
    report["guarded"] = bool(whole) and not missing and found.off is None and not of_others
    return report


def _trials(agent: str, guard: Guard, project: Path) -> list[Trial]:
    """Try a hook, and the plugin that starts it, if that is what the agent has."""
    trials = try_out(agent, guard.command, project, os.environ)
    if agent in PLUGINS and (program := runtime(agent, os.environ)) is not None:
        text = guard.file.read_text(encoding="utf-8", errors="replace")
        trials.append(try_plugin(agent, text, program, project, os.environ))
    return trials


def _show(report: dict[str, Any]) -> None:
    if report.get("version"):
        measured = f"; wicket's hook was tested with {report['measured']}" if report["measured"] else ""
        _print(f"{report['agent']}: version {report['version']}{measured}")
    for hook in report["hooks"]:
        _print(f"{report['agent']}: {hook['command']} ({hook['file']})")
        if not hook["trials"]:
            click.echo("  not tried")
        for trial in hook["trials"]:
            _print(f"  {'ok  ' if trial['passed'] else 'FAIL'}  {trial['about']}: {trial['answer']}", hang=8)
    click.echo(f"{report['agent']}: {'the guard is on' if report['guarded'] else 'NOT GUARDED'}")
    if report["advice"]:
        say(f"{report['agent']}: {report['advice']}")


def _print(line: str, hang: int = 4) -> None:
    click.echo(fitted(visible(line), sys.stdout, hang))
