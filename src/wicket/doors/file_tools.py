"""What agents' own tools do to files: a table for each agent says which key names the path, and what is done to it."""

import os

from wicket.doors.path_spellings import spellings
from wicket.policy.config.built_in_rules import is_agents_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from wicket.doors.hook_input_fields import Told

__all__ = ["Access", "FileTools", "accesses", "patched_files", "standing"]

# What is done, and to which path. What can be done: read, write, delete, list, search.
Access = tuple[str, str]

# For each tool what it does, and the keys under which it may name the path, or several.
FileTools = dict[str, tuple[str, tuple[str, ...]]]

# Without a path, they look into the folder that they work in.
_NEED_NO_PATH = ("list", "search")

# The files that a search reads, wherever they lie.
_FILTERS = ("glob", "glob_pattern", "include", "include_pattern")

# Folders and files by which an agent is told what to run. Whoever may write these runs commands.
_RUN_BY_GIT = ".git/hooks"
_NAMED_BY_GIT = ("config", "config.worktree", "commondir")  # they name programs, and where hooks are
_AGENTS = (
    *(".agents", ".amp", ".claude", ".cline", ".codex", ".config/amp", ".config/opencode", ".copilot", ".cursor"),
    *(".factory", ".gemini", ".github", ".opencode", ".pi/agent", ".qwen"),
)
_TEXTS = ("skills", "skill", "commands", "command", "agents", "agent", "droids", "prompts")
_RUN_BY_AGENT = tuple(
    f"/{folder}/{name}/" for folder in _AGENTS for name in _TEXTS if (folder, name) != (".pi", "agent")
)
_WORKFLOWS = "/.claude/workflows/"  # GitHub's are for GitHub
_SERVERS = (".mcp.json", "mcp.json", "mcp-config.json", "mcp_settings.json")

_PATCH = {
    "*** Add File:": "write",
    "*** Update File:": "write",
    "*** Delete File:": "delete",
    "*** Move to:": "write",
}


def accesses(tool: str, known: FileTools, given: object, environ: "Mapping[str, str]") -> list[Access]:
    """List what a tool does to files.

    Raises:
        ValueError: the call names no path.
    """
    if not isinstance(given, dict):
        raise ValueError(f"the call of {tool} has no input")
    kind, keys = known[tool]
    made: list[Access] = []
    home = environ.get("HOME", "")
    for path in [each for named in _paths(tool, kind, keys, given) for each in spellings(named, home)]:
        made.append((kind, path))
        filters = [given[key] for key in _FILTERS if isinstance(given.get(key), str)] if kind == "search" else []
        for glob in filters:
            names = dict.fromkeys([glob.lstrip("/"), glob.replace("*", "").lstrip("/")])
            made += [("read", os.path.join(path, name)) for name in names if name]
    return made


def _paths(tool: str, kind: str, keys: tuple[str, ...], given: "Told") -> list[str]:
    found = [given[key] for key in keys if given.get(key) is not None]
    if not found and kind in _NEED_NO_PATH:
        return ["."]
    paths = [path for value in found for path in (value if isinstance(value, list) else [value])]
    if not paths or not all(isinstance(path, str) and path for path in paths):
        raise ValueError(f"the call of {tool} has no {keys[0]}")
    return paths


def patched_files(patch: object, tool: str, home: str = "") -> list[Access]:
    """List what a patch in the form that OpenAI's models write does to files.

    Raises:
        ValueError: it names none.
    """
    text = patch if isinstance(patch, str) else ""
    # Whoever applies it may end lines at a line feed alone, or at whatever ends one on paper.
    lines = dict.fromkeys((*text.splitlines(), *text.split("\n")))
    made = [
        (kind, path)
        for line in lines
        for head, kind in _PATCH.items()
        if line.lstrip().startswith(head) and (named := line.lstrip()[len(head) :].strip())
        for path in spellings(named, home)
    ]
    if not made:
        raise ValueError(f"the call of {tool} names no file")
    return made


def standing(path: str, cwd: str) -> "tuple[bool, str] | None":
    """Say why a file is not written without a person, and whether not at all; None: it is one like others."""
    absolute = os.path.join(cwd, path)
    for form in (os.path.normpath(absolute), os.path.realpath(absolute)):
        if f"/{_RUN_BY_GIT}/" in f"{form}/":
            return True, f"git runs what lies in {_RUN_BY_GIT}: {path}"
        folder, _, name = form.rpartition("/")
        if name == ".git" or ("/.git/" in f"{folder}/" and name in _NAMED_BY_GIT):
            return False, f"it can change what git runs: {path}"
        if any(folder in f"{form}/" for folder in (*_RUN_BY_AGENT, _WORKFLOWS)) or form.rpartition("/")[2] in _SERVERS:
            return False, f"it changes what the agent runs: {path}"
        if is_agents_file(form):
            return False, f"it changes the settings of an agent that is started there: {path}"
    return None
