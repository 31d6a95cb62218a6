"""A docstring's first part describes the function, its sections the parameters: Google, NumPy or Sphinx style."""

from __future__ import annotations

__all__ = ["read"]

ARGUMENTS = ("args:", "arguments:", "parameters:", "params:")
OTHERS = (
    "attributes:",
    "example:",
    "examples:",
    "note:",
    "notes:",
    "raises:",
    "return:",
    "returns:",
    "see also:",
    "warning:",
    "warnings:",
    "yields:",
)


def read(docstring: str | None) -> tuple[str, dict[str, str]]:
    """Give the description and what each parameter is said to be."""
    lines = _dedent((docstring or "").expandtabs().splitlines())
    described: list[str] = []
    parameters: dict[str, str] = {}
    at = 0
    while at < len(lines):
        line = lines[at].strip()
        word = line.lower()
        if word in ARGUMENTS:
            at = _google(lines, at + 1, parameters)
        elif word in OTHERS:
            at = _past_section(lines, at + 1)
        elif at + 1 < len(lines) and line and set(lines[at + 1].strip()) == {"-"}:
            at = _numpy(lines, at, parameters)
        elif line.startswith(":"):
            at = _sphinx(lines, at, parameters)
        else:
            described.append(lines[at].rstrip())
            at += 1
    return "\n".join(described).strip(), {name: " ".join(said.split()) for name, said in parameters.items()}


def _dedent(lines: list[str]) -> list[str]:
    if not lines:
        return []
    margin = min((_indent(line) for line in lines[1:] if line.strip()), default=0)
    return [lines[0].strip(), *(line[margin:] for line in lines[1:])]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _past_section(lines: list[str], at: int) -> int:
    while at < len(lines) and (not lines[at].strip() or _indent(lines[at]) > 0):
        at += 1
    return at


def _google(lines: list[str], at: int, parameters: dict[str, str]) -> int:
    """Read `name (type): text` with its indented continuations."""
    margin = None
    name = ""
    while at < len(lines) and (not lines[at].strip() or _indent(lines[at]) > 0):
        line = lines[at]
        at += 1
        if not line.strip():
            continue
        if margin is None:
            margin = _indent(line)
        if _indent(line) <= margin and ":" in line:
            head, _, said = line.partition(":")
            name = head.split("(")[0].strip().lstrip("*")
            parameters[name] = said.strip()
        elif name:
            parameters[name] += " " + line.strip()
    return at


def _numpy(lines: list[str], at: int, parameters: dict[str, str]) -> int:
    """Read `name : type` with the text indented below, up to the next heading."""
    wanted = lines[at].strip().lower() + ":" in ARGUMENTS
    at += 2
    name = ""
    while at < len(lines) and not (at + 1 < len(lines) and lines[at].strip() and set(lines[at + 1].strip()) == {"-"}):
        line = lines[at]
        at += 1
        if line.strip() and _indent(line) == 0:
            name = line.split(":")[0].strip().lstrip("*")
            if wanted:
                parameters[name] = ""
        elif line.strip() and name and wanted:
            parameters[name] += " " + line.strip()
    return at


def _sphinx(lines: list[str], at: int, parameters: dict[str, str]) -> int:
    """Read `:param name: text` with its indented continuations; other fields are skipped."""
    field, _, said = lines[at].strip()[1:].partition(":")
    words = field.split()
    at += 1
    name = words[-1] if len(words) > 1 and words[0] in ("param", "parameter", "arg", "argument") else ""
    if name:
        parameters[name] = said.strip()
    while at < len(lines) and lines[at].strip() and _indent(lines[at]) > 0:
        if name:
            parameters[name] += " " + lines[at].strip()
        at += 1
    return at
