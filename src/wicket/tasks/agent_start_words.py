"""The words that start a command-line agent. The prompt is never part of a shell's text.

mcpchecker's agents have a line for a shell with `{{ .Prompt }}` in it. Here that place becomes a reference to a
variable, quoted as the place wants it, so that quotes, `$()` and newlines of a prompt reach the agent byte for byte.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wicket.tasks.shell_line_places import MARK, Reference, put
from wicket.tasks.task_model import AgentSpec

__all__ = ["PROMPT_FILE_VARIABLE", "PROMPT_REFERENCE", "PROMPT_VARIABLE", "agent_words", "shell_line"]

PROMPT_VARIABLE = "WICKET_PROMPT"
PROMPT_FILE_VARIABLE = "WICKET_PROMPT_FILE"

# Go's `printf "%q"` around the prompt is somebody's way to quote it, which is done here in any case.
_GO_TEMPLATE = re.compile(
    r'\{\{(?P<before>-(?=\s))?\s*(?:printf\s+"%q"\s+)?(?P<field>\.[A-Za-z]+)(?P<after>\s+-)?\s*\}\}'
)
PROMPT_REFERENCE = f"${{{PROMPT_VARIABLE}}}"


def agent_words(
    agent: AgentSpec,
    prompt: str,
    shell: str,
    mcp_file: str,
    tools: Sequence[tuple[str, str]],
    addresses: Sequence[str] = (),
) -> list[str]:
    """Give the program and its arguments. `tools` are the (server, tool) pairs that the agent may use.

    `mcp_file` names the servers, and `addresses` are where they are reached.
    """
    if agent.shell:
        return [shell, "-c", shell_line(agent, mcp_file, tools, addresses)]
    words = list(agent.argv)
    if mcp_file:
        words += agent.mcp_words
        words = [word.replace("{mcp_config}", mcp_file) for word in words]
    return [*words, prompt] if agent.prompt == "argument" else words


def shell_line(agent: AgentSpec, mcp_file: str, tools: Sequence[tuple[str, str]], addresses: Sequence[str] = ()) -> str:
    """Write the line for the shell.

    Raises:
        NoPlace: a value cannot stand where the line wants it.
    """
    filled = {
        ".Prompt": _Filled(MARK, (Reference(PROMPT_REFERENCE),)),
        ".McpServerFileArgs": _servers(agent, mcp_file, addresses) if mcp_file else _Filled(),
        ".AllowedToolArgs": _allowed(agent, tools),
    }
    whole = _fill(agent.shell, filled)
    return put(whole.text, whole.values)


@dataclass(frozen=True, slots=True)
class _Filled:
    """A piece of the line: text with marks, and the values that go there."""

    text: str = ""
    values: tuple[str | Reference, ...] = ()


def _servers(agent: AgentSpec, mcp_file: str, addresses: Sequence[str]) -> _Filled:
    """Name the servers: all of them in one file, but each by itself where its address is wanted."""
    wanted = any(found["field"] == ".URL" for found in _GO_TEMPLATE.finditer(agent.mcp_argument))
    each = addresses if wanted else [""]
    return _joined([_fill(agent.mcp_argument, _values({".File": mcp_file, ".URL": one})) for one in each], " ")


def _allowed(agent: AgentSpec, tools: Sequence[tuple[str, str]]) -> _Filled:
    template = agent.allowed_argument
    each = [_fill(template, _values({".ServerName": server, ".ToolName": tool})) for server, tool in tools]
    return _joined(each, " " if agent.allowed_separator is None else agent.allowed_separator)


def _values(named: Mapping[str, str]) -> dict[str, _Filled]:
    return {name: _Filled(MARK, (value,)) for name, value in named.items()}


def _joined(pieces: Sequence[_Filled], separator: str) -> _Filled:
    return _Filled(separator.join(one.text for one in pieces), tuple(value for one in pieces for value in one.values))


def _fill(template: str, named: Mapping[str, _Filled]) -> _Filled:
    """Put pieces into a Go template. What it names besides is nothing."""
    pieces: list[_Filled] = []
    template = template.replace(MARK, "")
    at = 0
    for found in _GO_TEMPLATE.finditer(template):
        before = template[at : found.start()]
        pieces += [_Filled(before.rstrip() if found["before"] else before), named.get(found["field"], _Filled())]
        at = found.end()
        if found["after"]:
            at = len(template) - len(template[at:].lstrip())
    return _joined([*pieces, _Filled(template[at:])], "")
