"""Results as one HTML file that needs nothing else: the figures, and for each task its timeline, calls and verdicts."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from html import escape
from typing import Any

from wicket.displayed_text import paragraph
from wicket.tasks.result_statistics import status_of, summarize

__all__ = ["html_report"]

MAX_SHOWN_CHARS = 20_000

_STYLE = """
:root{color-scheme:light dark;--ground:#fff;--card:#fff;--text:#1f2328;--dim:#59636e;--line:#d1d9e0;--soft:#f6f8fa;
--pass:#1a7f37;--fail:#cf222e;--error:#9a6700;--setup:#7a8490;--agent:#6639ba;--verify:#0969da;--cleanup:#a8b1bb}
@media(prefers-color-scheme:dark){:root{--ground:#0d1117;--card:#151b23;--text:#e6edf3;--dim:#9198a1;--line:#3d444d;
--soft:#212830;--pass:#3fb950;--fail:#f85149;--error:#d29922;--setup:#7d8590;--agent:#ab7df8;--verify:#4493f8;
--cleanup:#59636e}}
body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;background:var(--ground);
color:var(--text)}
h1{font-size:1.5rem;margin:0}h4{margin:1.1rem 0 .3rem;font-size:.95rem}p{margin:.4rem 0;overflow-wrap:anywhere}
.about,.time,.dim{color:var(--dim)}
.figures{display:flex;gap:2.2rem;flex-wrap:wrap;margin:1.2rem 0 .8rem}.figures b{display:block;font-size:1.6rem;
line-height:1.2}
.share{display:flex;gap:2px;height:.5rem;margin:0 0 .8rem}.share i{border-radius:3px}
.legend{display:flex;gap:1.2rem;flex-wrap:wrap;margin:0 0 1.2rem;font-size:.85rem;color:var(--dim)}
.legend i{display:inline-block;width:.7rem;height:.7rem;border-radius:2px;margin-right:.35rem}
details.task{border:1px solid var(--line);border-left-width:4px;border-radius:8px;margin:.5rem 0;background:var(--card)}
details.task.passed{border-left-color:var(--pass)}details.task.failed{border-left-color:var(--fail)}
details.task.error{border-left-color:var(--error)}
summary{cursor:pointer}
.task>summary{display:grid;grid-template-columns:4.6rem minmax(8rem,1fr) minmax(6rem,16rem) 5rem;gap:.8rem;
align-items:center;padding:.5rem .9rem;list-style:none}
.task>summary::-webkit-details-marker{display:none}
.inside{padding:0 .9rem .9rem;border-top:1px solid var(--line)}
.tag{font-weight:600;font-size:.85rem}.name{overflow-wrap:anywhere}.time{text-align:right;white-space:nowrap}
span.passed,td.passed,.figures .passed{color:var(--pass)}span.failed,td.failed,.figures .failed{color:var(--fail)}
span.error,td.error,.figures .error{color:var(--error)}
i.passed{background:var(--pass)}i.failed{background:var(--fail)}i.error{background:var(--error)}
i.setup{background:var(--setup)}i.agent{background:var(--agent)}i.verify{background:var(--verify)}
i.cleanup{background:var(--cleanup)}
.bar{position:relative;display:block;height:.7rem;background:var(--soft);border-radius:3px;overflow:hidden}
.bar i{position:absolute;top:0;bottom:0;min-width:2px}
.bar i.bad{background-image:repeating-linear-gradient(135deg,var(--fail) 0 4px,transparent 4px 7px)}
pre{background:var(--soft);padding:.6rem;border-radius:6px;margin:.3rem 0;overflow:auto;white-space:pre-wrap;
overflow-wrap:anywhere;font-size:.85rem}
table{border-collapse:collapse;width:100%;table-layout:fixed}
td,th{text-align:left;padding:.25rem .8rem .25rem 0;border-bottom:1px solid var(--line);vertical-align:top;
overflow-wrap:anywhere}
th{color:var(--dim);font-weight:500;font-size:.85rem}tr:last-child td{border-bottom:0}
.w1{width:6rem}.w2{width:11rem}.w3{width:7.5rem}.w4{width:5.5rem}
@media(max-width:40rem){.task>summary{grid-template-columns:4.6rem 1fr 4.5rem}.task>summary .bar{display:none}
table,tbody{display:block}tr{display:flex;flex-wrap:wrap;gap:0 .8rem;padding:.3rem 0;
border-bottom:1px solid var(--line)}tr:last-child{border-bottom:0}tr.names,td:empty{display:none}
td{border:0;padding:0;min-width:0;max-width:100%}
td:last-child{flex-basis:100%}td.passed,td.failed,td.error,.took{white-space:nowrap}}
"""

_PHASES = (("setup", "setupOutput"), ("agent", "agentOutput"), ("verify", "verifyOutput"), ("cleanup", "cleanupOutput"))


def html_report(results: Sequence[Mapping[str, Any]], title: str, about: Mapping[str, Any] | None = None) -> str:
    """Write the report; `about` is the summary of the run.

    Nothing in the results can act in it: all texts are escaped, and there are no scripts.
    """
    figures = summarize(results)
    shown = [
        ("passed", figures.passed, "passed"),
        ("failed", figures.failed, "failed"),
        ("errors", figures.errors, "error"),
        ("pass rate", f"{figures.task_rate:.0%}", ""),
    ]
    if figures.assertions_total:
        shown.append(("assertions hold", f"{figures.assertions_passed} of {figures.assertions_total}", ""))
    for part in filter(None, figures.over_runs().split(", ")):
        name, _, value = part.partition(" ")
        shown.append((name, value, ""))
    head = "".join(f'<div class="{kind}"><b>{_text(value)}</b>{name}</div>' for name, value, kind in shown)
    share = "".join(f'<i class="{kind}" style="flex:{count}"></i>' for _, count, kind in shown[:3] if count)
    legend = "".join(f'<span><i class="{phase}"></i>{phase}</span>' for phase, _ in _PHASES)
    tasks = "\n".join(_task(result) for result in results)
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<title>{_text(title)}</title>\n<style>{_STYLE}</style>\n"
        f'<h1>{_text(title)}</h1>\n<div class="about">{_about(results, about or {})}</div>\n'
        f'<div class="figures">{head}</div>\n<div class="share">{share}</div>\n'
        f'<div class="legend">{legend}<span>striped: it failed</span></div>\n{tasks}\n</html>\n'
    )


def _about(results: Sequence[Mapping[str, Any]], about: Mapping[str, Any]) -> str:
    """Say who was evaluated and when."""
    agent = about.get("agent") or {}
    names = [agent.get("name"), agent.get("model")]
    begun = min((at for result in results if (at := _moment(result))), default=None)
    parts = [" ".join(str(name) for name in names if name and name != "command") or str(agent.get("command") or "")]
    parts += [f"{begun:%Y-%m-%d %H:%M} UTC" if begun else "", "interrupted" if about.get("interrupted") else ""]
    return " · ".join(_text(part) for part in parts if part)


def _task(result: Mapping[str, Any]) -> str:
    status = status_of(result)
    runs = int(result.get("totalRuns") or 1)
    name = str(result["taskName"]) + (f" · run {int(result.get('runIndex') or 0) + 1} of {runs}" if runs > 1 else "")
    left = ' <span class="error">clean-up failed</span>' if result.get("cleanupFailed") else ""
    taken = float(result.get("durationSeconds") or 0)
    parts = [
        f'<details class="task {escape(status)}"{"" if status == "passed" else " open"}>'
        f'<summary><span class="tag {escape(status)}">{_text(status.upper())}</span>'
        f'<span class="name">{_text(name)}{left}</span>{_timeline(result, taken)}'
        f'<span class="time">{taken:.2f} s</span></summary><div class="inside">'
    ]
    if reason := result.get("taskError"):
        parts.append(f'<p><span class="{escape(status)}">{_text(reason)}</span></p>')
    parts += [_circumstances(result), _steps(result), _assertions(result), _gate_calls(result), _calls(result)]
    if output := result.get("taskOutput"):
        parts.append(f"<h4>What the agent said</h4><pre>{_text(output)}</pre>")
    if transcript := ((result.get("agentOutput") or {}).get("agentDetails") or {}).get("transcript"):
        told = "\n".join(json.dumps(event, ensure_ascii=False) for event in transcript)
        parts.append(f"<details><summary>its transcript</summary><pre>{_text(told)}</pre></details>")
    return "".join(parts) + "</div></details>"


def _circumstances(result: Mapping[str, Any]) -> str:
    details = (result.get("agentOutput") or {}).get("agentDetails") or {}
    usage = details.get("usage") or {}
    said = [f"gate: {result['gate']}"] if result.get("gate") else []
    said += [f"attempts: {result['attempts']}"] if int(result.get("attempts") or 1) > 1 else []
    said += [f"difficulty: {result['difficulty']}"] if result.get("difficulty") else []
    said += [f"{name}: {count:g}" for name, count in usage.items() if isinstance(count, int | float)]
    return f'<p class="dim">{_text(" · ".join(said))}</p>' if said else ""


def _timeline(result: Mapping[str, Any], taken: float) -> str:
    """Draw when each step ran. Where a step does not say when it began, it did when the one before it ended."""
    bars = []
    begun = _moment(result)
    at = 0.0
    for phase, step in _all_steps(result):
        lasted = float(step.get("durationSeconds") or 0)
        if begun is not None and (moment := _moment(step)) is not None:
            at = max(0.0, (moment - begun).total_seconds())
        if taken > 0:
            left = min(100.0, 100 * at / taken)
            width = min(100 - left, 100 * lasted / taken)
            kind = phase if step.get("success") else f"{phase} bad"
            said = f"{phase}: {step.get('type')}, {lasted:.2f} s"
            bars.append(f'<i class="{kind}" title="{_text(said)}" style="left:{left:.2f}%;width:{width:.2f}%"></i>')
        at += lasted
    return f'<span class="bar">{"".join(bars)}</span>'


def _steps(result: Mapping[str, Any]) -> str:
    rows = [
        f"<tr><td>{phase}</td><td>{_text(step.get('type'))}</td>"
        f'<td class="{"passed" if step.get("success") else "failed"}">{_text(step.get("status") or "")}</td>'
        f"<td class='took'>{float(step.get('durationSeconds') or 0):.3f} s</td><td>{_step_said(phase, step)}</td></tr>"
        for phase, step in _all_steps(result)
    ]
    columns = (("w1", "phase"), ("w2", "step"), ("w3", ""), ("w4", "time"), ("", ""))
    return f"<h4>Steps</h4>{_table(columns, rows)}"


def _step_said(phase: str, step: Mapping[str, Any]) -> str:
    error, message = str(step.get("error") or ""), str(step.get("message") or "").strip()
    logs = [f"{line.get('level')}: {line.get('message')}" for line in step.get("logs") or ()]
    folded = "\n".join([*([message] if message and phase != "agent" else []), *logs])
    return _text(error) + (f"<details><summary>output</summary><pre>{_text(folded)}</pre></details>" if folded else "")


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
    return f"<h4>Assertions</h4>{_table((('w2', ''), ('w3', ''), ('', '')), rows)}" if rows else ""


def _gate_calls(result: Mapping[str, Any]) -> str:
    rows = [
        f"<tr><td>{_text(call.get('kind') or '')}</td><td class='any'>{_text(call.get('text'))}</td>"
        f'<td class="{"passed" if call.get("ran") else "failed"}">{"allowed" if call.get("ran") else "denied"}</td>'
        f"<td>{_text(call.get('reason') or '')}</td></tr>"
        for call in (result.get("callHistory") or {}).get("GateCalls") or ()
    ]
    columns = (("w1", ""), ("", "asked for"), ("w3", ""), ("", "because"))
    return f"<h4>What the agent asked the gate for</h4>{_table(columns, rows)}" if rows else ""


def _calls(result: Mapping[str, Any]) -> str:
    history = result.get("callHistory") or {}
    rows = [
        f"<tr><td>{_text(call.get('serverName'))}</td><td>{_text(call.get('name') or call.get('uri'))}</td>"
        f"<td class='took'>{float(call.get('durationSeconds') or 0):.3f} s</td>"
        f"<td>{_text(call.get('error') or '')}{_traffic(call)}</td></tr>"
        for kind in ("ToolCalls", "ResourceReads", "PromptGets")
        for call in history.get(kind) or ()
    ]
    columns = (("w1", "server"), ("w2", "called"), ("w4", "time"), ("", ""))
    return f"<h4>Calls of MCP servers</h4>{_table(columns, rows)}" if rows else ""


def _traffic(call: Mapping[str, Any]) -> str:
    asked = (call.get("request") or {}).get("params")
    parts = [("asked", asked), ("answered", call.get("result"))]
    said = "\n".join(f"{name} {json.dumps(value, ensure_ascii=False)}" for name, value in parts if value)
    return f"<details><summary>what was said</summary><pre>{_text(said)}</pre></details>" if said else ""


def _table(columns: Sequence[tuple[str, str]], rows: Sequence[str]) -> str:
    widths = "".join(f'<col class="{width}">' for width, _ in columns)
    names = "".join(f"<th>{name}</th>" for _, name in columns)
    head = f'<tr class="names">{names}</tr>' if any(name for _, name in columns) else ""
    return f"<table>{widths}{head}{''.join(rows)}</table>"


def _moment(entry: Mapping[str, Any]) -> datetime | None:
    try:
        return datetime.fromisoformat(str(entry.get("startTime") or ""))
    except ValueError:
        return None


def _text(value: object) -> str:
    text = paragraph(str(value))
    return escape(text if len(text) <= MAX_SHOWN_CHARS else f"{text[:MAX_SHOWN_CHARS]}…")
