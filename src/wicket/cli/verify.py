"""`wicket verify`: prove that the guard is on, by asking it what it must refuse."""

import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from wicket.agents import claude_code_settings
from wicket.agents.detection import FoundAgent, find
from wicket.agents.hook_probe import try_out
from wicket.cli.output import emit_json, say, visible
from wicket.doors.hook import AGENTS

__all__ = ["verify"]

UNGUARDED = 1


@click.command()
@click.option("--agent", "names", type=click.Choice(AGENTS), multiple=True, help="This one, found or not.")
@click.option("--json", "as_json", is_flag=True, help="As a list of objects, one for each agent.")
def verify(names: tuple[str, ...], as_json: bool) -> None:
    """Prove for each agent found here that its guard is on.

    Starts the hook that the agent's settings name, as the agent would, and asks it about commands that it must not let
    pass. None of them is run, nor is a hook that does more than start wicket, or a project's that starts another than
    this one. Exits 1 if an agent is not guarded, or if there is none.

    \b
    Examples:
      wicket verify
      wicket verify --agent claude-code --json
    """
    agents = find(os.environ)
    if names:
        known = {agent.name: agent for agent in agents}
        agents = [known.get(name) or FoundAgent(name, name, "", guarded=True) for name in names]
    reports = [_report(agent) for agent in agents]
    if as_json:
        emit_json(reports)
    else:
        for report in reports:
            _show(report)
        if not reports:
            say("no agent was found; name one with --agent claude-code")
    raise SystemExit(0 if reports and all(report["guarded"] for report in reports) else UNGUARDED)


def _report(agent: FoundAgent) -> dict[str, Any]:
    """Find out about one agent. `advice` says what to do; empty: nothing."""
    report: dict[str, Any] = {"agent": agent.name, "guarded": False, "hooks": [], "advice": ""}
    if not agent.guarded:
        return report | {"advice": f"wicket has no hook for {agent.title} yet; give it the tools of `wicket mcp`"}
    project = Path.cwd()
    found = claude_code_settings.guards(os.environ, project)
    whole = []
    for guard in found.guards:
        trials = try_out(guard.command, project, os.environ) if guard.plain else []
        report["hooks"].append(
            {"file": str(guard.file), "command": guard.command, "trials": [asdict(trial) for trial in trials]}
        )
        if trials and all(trial.passed for trial in trials):
            whole.append(guard)
    missing = claude_code_settings.unguarded(whole)
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
    report["guarded"] = not missing and found.off is None
    return report


def _show(report: dict[str, Any]) -> None:
    for hook in report["hooks"]:
        click.echo(visible(f"{report['agent']}: {hook['command']} ({hook['file']})"))
        if not hook["trials"]:
            click.echo("  not tried")
        for trial in hook["trials"]:
            click.echo(visible(f"  {'ok  ' if trial['passed'] else 'FAIL'}  {trial['about']}: {trial['answer']}"))
    click.echo(f"{report['agent']}: {'the guard is on' if report['guarded'] else 'NOT GUARDED'}")
    if report["advice"]:
        say(f"{report['agent']}: {report['advice']}")
