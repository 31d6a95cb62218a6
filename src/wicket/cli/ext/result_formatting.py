"""Formats results and replies of extensions, for a person or as JSON."""

import base64
import binascii
from collections.abc import Mapping
from typing import Any

import click

from wicket.cli.output import complain, emit_json
from wicket.displayed_text import MAX_PARAGRAPH_CHARS, one_line, paragraph
from wicket.host.command_replies import Reply
from wicket.host.panels import Panel
from wicket.host.tool_results import Image, Text, ToolResult

__all__ = [
    "command_lines",
    "offer_row",
    "operation_lines",
    "panel_lines",
    "reply_json",
    "reply_lines",
    "result_json",
    "result_lines",
    "show_result",
    "text_lines",
    "tool_lines",
]

FAILED = 1


def show_result(result: ToolResult, *, as_json: bool) -> int:
    """Print what a tool gave, and say how to exit."""
    if as_json:
        emit_json(result_json(result))
    else:
        for line in result_lines(result):
            click.echo(line, err=result.is_error)
    return FAILED if result.is_error else 0


def result_lines(result: ToolResult) -> list[str]:
    """Show what a tool gave: its texts, and a word about each image."""
    lines: list[str] = []
    for piece in result.content:
        match piece:
            case Text(text):
                lines += text_lines(text)
            case Image(mime_type, data):
                lines.append(f"[{mime_type}, {len(data)} bytes]")
    return lines


def text_lines(text: str) -> list[str]:
    """Show a text, line by line. If that is not all of it, the person is told."""
    shown = paragraph(text)
    if len(text) > MAX_PARAGRAPH_CHARS and shown.endswith("…"):
        complain(f"the text is cut after {MAX_PARAGRAPH_CHARS} of its {len(text)} characters; --json gives all of it")
    return shown.split("\n")


def result_json(result: ToolResult) -> dict[str, Any]:
    return {
        "extension": result.extension,
        "tool": result.tool,
        "is_error": result.is_error,
        "failure": result.failure,
        "content": [_piece_json(piece) for piece in result.content],
    }


def _piece_json(piece: Text | Image) -> dict[str, str]:
    match piece:
        case Text(text):
            return {"type": "text", "text": text}
        case Image(mime_type, data):
            return {"type": "image", "mime_type": mime_type, "data": base64.b64encode(data).decode()}


def reply_lines(reply: Reply) -> list[str]:
    """Show what a command wants done, in the agent's place."""
    match reply.action:
        case "prompt":
            return [f"would prompt the agent: {line}" for line in reply.prompt.split("\n")]
        case "insert":
            return [f"would insert: {line}" for line in reply.insert.split("\n")]
        case "display":
            return reply.display.split("\n")
        case "open_panel" if reply.panel is not None:
            return panel_lines(reply.panel)
        case _:
            return []


def reply_json(reply: Reply) -> dict[str, Any]:
    shown: dict[str, Any] = {"extension": reply.extension, "command": reply.command, "action": reply.action}
    shown |= {key: value for key in ("prompt", "insert", "display", "error") if (value := getattr(reply, key))}
    if reply.panel is not None:
        shown["panel"] = {"id": reply.panel.id, "title": reply.panel.title, "lines": list(reply.panel.lines)}
    return shown


def panel_lines(panel: Panel) -> list[str]:
    """Draw a panel: its title, its lines, its footer."""
    inside = [*panel.lines, *([panel.footer] if panel.footer else [])]
    width = max([len(line) for line in inside] + [len(panel.title) + 1 if panel.title else 0])
    title = f"─ {panel.title} " if panel.title else ""
    top = f"┌{title}{'─' * (width + 2 - len(title))}┐"
    body = [f"│ {line}{' ' * (width - len(line))} │" for line in inside]
    if panel.footer:
        body.insert(len(panel.lines), f"├{'─' * (width + 2)}┤")
    return [top, *body, f"└{'─' * (width + 2)}┘"]


def offer_row(kind: str, name: str, schema: Mapping[str, Any], description: str) -> tuple[str, str, str, str]:
    """Show one of the things that can be called, as a row of a table."""
    properties, required = schema.get("properties"), schema.get("required")
    needed = required if isinstance(required, list) else []
    words = [each if each in needed else f"[{each}]" for each in (properties if isinstance(properties, dict) else {})]
    return kind, f"/{name}" if kind == "command" else name, " ".join(words), description


def tool_lines(answer: Mapping[str, Any]) -> list[str]:
    """Show what a tool answered, as it came over the wire: texts, and a word about each image."""
    lines: list[str] = []
    content = answer.get("content")
    for block in content if isinstance(content, list) else []:
        match block:
            case {"type": "text", "text": str(text)}:
                lines += text_lines(text)
            case {"type": "image", "mime_type": str(mime), "data": str(data)}:
                lines.append(f"[{one_line(mime)}, {_size(data)} bytes]")
            case _:
                lines.append("[something else]")
    return lines


def _size(data: str) -> int | str:
    try:
        return len(base64.b64decode(data, validate=True))
    except binascii.Error:
        return "unreadable"


def command_lines(answer: Mapping[str, Any]) -> list[str]:
    """Show what a command asked for, as it came over the wire, in the agent's place."""
    if answer.get("error"):
        return [one_line(str(answer["error"]))]
    action = str(answer.get("action", "noop"))
    told = answer.get(action)
    match action:
        case "prompt" | "insert" if isinstance(told, str):
            would = "would prompt the agent" if action == "prompt" else "would insert"
            return [f"{would}: {line}" for line in text_lines(told)]
        case "display" if isinstance(told, str):
            return text_lines(told)
        case "open_panel" if isinstance(told, dict):
            lines = told.get("lines")
            return [
                one_line(str(line)) for line in (told.get("title", ""), *(lines if isinstance(lines, list) else []))
            ]
        case _:
            return []


def operation_lines(answer: Mapping[str, Any]) -> list[str]:
    """Show how an operation went, as it came over the wire: its message, error and outputs."""
    error = answer.get("error")
    if isinstance(error, dict):  # of the protocol
        return [one_line(f"{error.get('code')}: {error.get('message')}")]
    outputs = answer.get("outputs")
    lines = [one_line(str(answer[name])) for name in ("message", "error") if answer.get(name)]
    lines += [one_line(f"{name}={value}") for name, value in (outputs.items() if isinstance(outputs, dict) else ())]
    return lines or ["done" if answer.get("success") else "failed"]
