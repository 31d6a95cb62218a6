"""The words that start a command-line agent. The prompt is never part of a shell's text.

mcpchecker's agents have a line for a shell with `{{ .Prompt }}` in it. Here that place becomes a reference to a
variable, quoted as the place wants it, so that quotes, `$()` and newlines of a prompt reach the agent byte for byte.
"""

import re
import shlex
from collections.abc import Mapping, Sequence

from wicket.tasks.task_model import AgentSpec

__all__ = ["PROMPT_FILE_VARIABLE", "PROMPT_REFERENCE", "PROMPT_VARIABLE", "agent_words", "shell_line"]

PROMPT_VARIABLE = "WICKET_PROMPT"
PROMPT_FILE_VARIABLE = "WICKET_PROMPT_FILE"

# Go's `printf "%q"` around the prompt is somebody's way to quote it, which is done here in any case.
_GO_TEMPLATE = re.compile(r'\{\{-?\s*(?:printf\s+"%q"\s+)?(\.[A-Za-z]+)\s*-?\}\}')
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
    """Write the line for the shell."""
    filled = {
        ".McpServerFileArgs": _servers(agent, mcp_file, addresses) if mcp_file else "",
        ".AllowedToolArgs": _allowed(agent, tools),
    }
    written: list[str] = []
    at = 0
    for found in _GO_TEMPLATE.finditer(agent.shell):
        written.append(agent.shell[at : found.start()])
        at = found.end()
        if found[1] == ".Prompt":
            written.append(_prompt_reference("".join(written)))
        else:
            written.append(filled.get(found[1], ""))
    return "".join(written) + agent.shell[at:]


def _servers(agent: AgentSpec, mcp_file: str, addresses: Sequence[str]) -> str:
    """Name the servers: all of them in one file, but each by itself where its address is wanted."""
    wanted = any(found[1] == ".URL" for found in _GO_TEMPLATE.finditer(agent.mcp_argument))
    each = addresses if wanted else [""]
    return " ".join([_filled(agent.mcp_argument, {".File": mcp_file, ".URL": address}) for address in each])


def _allowed(agent: AgentSpec, tools: Sequence[tuple[str, str]]) -> str:
    each = [_filled(agent.allowed_argument, {".ServerName": server, ".ToolName": tool}) for server, tool in tools]
    return (" " if agent.allowed_separator is None else agent.allowed_separator).join(each)


def _filled(template: str, values: Mapping[str, str]) -> str:
    return _GO_TEMPLATE.sub(lambda found: shlex.quote(values[found[1]]) if found[1] in values else "", template)


def _prompt_reference(before: str) -> str:
    """Refer to the prompt as the quotes that are open at this place want it."""
    match _open_quote(before):
        case "'":
            return f"'\"{PROMPT_REFERENCE}\"'"
        case '"':
            return PROMPT_REFERENCE
        case _:
            return f'"{PROMPT_REFERENCE}"'


def _open_quote(text: str) -> str:
    quote = ""
    characters = iter(text)
    for character in characters:
        if character == "\\" and quote != "'":
            next(characters, "")
        elif character in "'\"" and quote in ("", character):
            quote = "" if quote else character
    return quote
