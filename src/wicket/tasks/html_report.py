"""Results as one HTML file that needs nothing else: the figures, and for each task its timeline, calls and verdicts."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from wicket.displayed_text import paragraph
from wicket.tasks.result_statistics import status_of, summarize

__all__ = ["html_report"]

MAX_SHOWN_CHARS = 20_000

_STYLE = """
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--pass:#1a7f37;--fail:#cf222e;--error:#9a6700}
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem}.figures{display:flex;gap:2rem;flex-wrap:wrap;margin:1rem 0 2rem}
.figures b{display:block;font-size:1.6rem}
details{border:1px solid var(--line);border-radius:8px;margin:.6rem 0;padding:.5rem .9rem}summary{cursor:pointer}
.tag{display:inline-block;min-width:4.2rem;font-weight:600}
.passed{color:var(--pass)}.failed{color:var(--fail)}.error{color:var(--error)}
.time{float:right;opacity:.7}pre{background:var(--soft);padding:.6rem;border-radius:6px;overflow:auto;white-space:pre-wrap}
.bar{position:relative;height:.7rem;background:var(--soft);border-radius:4px;margin:.2rem 0 .5rem}
.bar i{position:absolute;top:0;bottom:0;min-width:2px;border-radius:4px;background:currentColor}
table{border-collapse:collapse;width:100%}
td,th{text-align:left;padding:.2rem .6rem .2rem 0;border-bottom:1px solid var(--line);vertical-align:top}
"""

_PHASES = (("setup", "setupOutput"), ("agent", "agentOutput"), ("verify", "verifyOutput"), ("cleanup", "cleanupOutput"))


def html_report(results: Sequence[Mapping[str, Any]], title: str) -> str:
    """Write the report. Nothing in the results can act in it: all texts are escaped, and there are no scripts."""
    figures = summarize(results)
    shown = (
        ("passed", figures.passed, "passed"),
        ("failed", figures.failed, "failed"),
        ("errors", figures.errors, "error"),
        ("pass rate", f"{figures.task_rate:.0%}", ""),
    )
    head = "".join(f'<div class="{kind}"><b>{_text(value)}</b>{name}</div>' for name, value, kind in shown)
    tasks = "\n".join(_task(result) for result in results)
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f"<title>{_text(title)}</title>\n<style>{_STYLE}</style>\n"
        f'<h1>{_text(title)}</h1>\n<div class="figures">{head}</div>\n{tasks}\n</html>\n'
    )


def _task(result: Mapping[str, Any]) -> str:
    status = status_of(result)
    runs = int(result.get("totalRuns") or 1)
    name = str(result["taskName"]) + (f" · run {int(result.get('runIndex') or 0) + 1} of {runs}" if runs > 1 else "")
    taken = float(result.get("durationSeconds") or 0)
    left = ' <span class="error">clean-up failed</span>' if result.get("cleanupFailed") else ""
    parts = [
        f"<details{'' if status == 'passed' else ' open'}>"
        f'<summary><span class="tag {escape(status)}">{_text(status.upper())}</span>'
        f' {_text(name)}{left} <span class="time">{taken:.2f} s</span></summary>'
    ]
    if reason := result.get("taskError"):
        parts.append(f"<p>{_text(reason)}</p>")
    parts += [_timeline(result, taken), _steps(result), _assertions(result), _calls(result)]
    if output := result.get("taskOutput"):
        parts.append(f"<h4>What the agent said</h4><pre>{_text(output)}</pre>")
    return "".join(parts) + "</details>"


def _timeline(result: Mapping[str, Any], taken: float) -> str:
    bars = []
    at = 0.0
    for _, step in _all_steps(result):
        lasted = float(step.get("durationSeconds") or 0)
        if taken > 0:
            left, width = min(100, 100 * at / taken), min(100, 100 * lasted / taken)
            kind = "passed" if step.get("success") else "failed"
            bars.append(
                f'<i class="{kind}" title="{_text(step.get("type"))}" style="left:{left:.2f}%;width:{width:.2f}%"></i>'
            )
        at += lasted
    return f'<div class="bar">{"".join(bars)}</div>'


def _steps(result: Mapping[str, Any]) -> str:
    rows = [
        f"<tr><td>{phase}</td><td>{_text(step.get('type'))}</td>"
        f'<td class="{"passed" if step.get("success") else "failed"}">{_text(step.get("status") or "")}</td>'
        f"<td>{float(step.get('durationSeconds') or 0):.3f} s</td><td>{_text(step.get('error') or '')}</td></tr>"
        for phase, step in _all_steps(result)
    ]
    head = "<tr><th>phase</th><th>step</th><th></th><th>time</th><th></th></tr>"
    return f"<table>{head}{''.join(rows)}</table>"


def _all_steps(result: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for phase, key in _PHASES:
        output = result.get(key)
        if isinstance(output, Mapping):
            for step in output.get("Steps") or ():
                if isinstance(step, Mapping):
                    yield phase, step


def _assertions(result: Mapping[str, Any]) -> str:
    rows = [
        f'<tr><td>{_text(name)}</td><td class="{"passed" if told.get("passed") else "failed"}">'
        f"{'holds' if told.get('passed') else 'does not hold'}</td><td>{_text(told.get('reason') or '')}</td></tr>"
        for name, told in (result.get("assertionResults") or {}).items()
        if isinstance(told, Mapping)
    ]
    return f"<h4>Assertions</h4><table>{''.join(rows)}</table>" if rows else ""


def _calls(result: Mapping[str, Any]) -> str:
    history = result.get("callHistory") or {}
    rows = [
        f"<tr><td>{_text(call.get('serverName'))}</td><td>{_text(call.get('name') or call.get('uri'))}</td>"
        f"<td>{float(call.get('durationSeconds') or 0):.3f} s</td><td>{_text(call.get('error') or '')}</td></tr>"
        for kind in ("ToolCalls", "ResourceReads", "PromptGets")
        for call in history.get(kind) or ()
    ]
    rows += [
        f"<tr><td>gate</td><td>{_text(call.get('text'))}</td><td>{_text(call.get('decision'))}</td>"
        f"<td>{_text(call.get('reason') or '')}</td></tr>"
        for call in history.get("GateCalls") or ()
    ]
    return f"<h4>Calls</h4><table>{''.join(rows)}</table>" if rows else ""


def _text(value: object) -> str:
    text = paragraph(str(value))
    return escape(text if len(text) <= MAX_SHOWN_CHARS else f"{text[:MAX_SHOWN_CHARS]}…")
