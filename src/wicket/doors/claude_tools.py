"""Tools of Claude Code: which of them run commands, and which read or write files by themselves."""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["COMMANDS", "FILES", "JUDGED", "SHELLS", "Access", "accesses", "carries_command", "standing"]

# Their `command` is a text for bash: Monitor runs one in the background, and has the agent told what it prints.
SHELLS = ("Bash", "Monitor")

# What each does to the path that it is given, and under which name.
FILES = {
    "Read": ("file_path", "read"),
    "NotebookRead": ("notebook_path", "read"),
    "Grep": ("path", "search"),
    "Glob": ("path", "list"),
    "LS": ("path", "list"),
    "Write": ("file_path", "write"),
    "Edit": ("file_path", "write"),
    "MultiEdit": ("file_path", "write"),
    "NotebookEdit": ("notebook_path", "write"),
}

# Whatever goes wrong while one of these is judged is no reason to let it pass.
JUDGED = (*SHELLS, "PowerShell", "Skill", *FILES)

# Under these a tool that nobody knows may be given a command.
COMMANDS = ("command", "cmd", "commands", "script")

# Without one, they look into the folder that they work in.
_NEED_NO_PATH = ("Grep", "Glob", "LS")

# Folders and files by which an agent is told what to run. Whoever may write these runs commands.
_RUN_BY_GIT = (".git", "hooks")
_RUN_BY_AGENT = ((".claude", "skills"), (".claude", "commands"), (".claude", "agents"))
_SERVERS = ".mcp.json"

Access = tuple[str, str]


def accesses(tool: str, given: "dict[str, Any]") -> list[Access]:
    """List what a tool does to files: what, and to which path.

    Raises:
        ValueError: the call names no path.
    """
    key, kind = FILES[tool]
    path = given.get(key)
    if path is None and tool in _NEED_NO_PATH:
        path = "."
    if not isinstance(path, str) or not path:
        raise ValueError(f"the call of {tool} has no {key}")
    made = [(kind, path)]
    if path[:2] == "~/":  # the tool may take it for the home folder
        made.append((kind, os.path.expanduser(path)))
    glob = given.get("glob")
    if tool == "Grep" and isinstance(glob, str):
        # It names the files that are read, wherever they lie.
        names = dict.fromkeys([glob.lstrip("/"), glob.replace("*", "").lstrip("/")])
        made += [("read", os.path.join(path, name)) for name in names if name]
    return made


def standing(path: str, cwd: str) -> "tuple[bool, str] | None":
    """Say why a file is not written without a person, and whether not at all; None: it is one like others."""
    absolute = os.path.join(cwd, path)
    for form in (os.path.normpath(absolute), os.path.realpath(absolute)):
        parts = form.split("/")
        pairs = [(parts[at], parts[at + 1]) for at in range(len(parts) - 1)]
        if _RUN_BY_GIT in pairs:
            return True, f"git runs what lies in .git/hooks: {path}"
        if any(pair in pairs for pair in _RUN_BY_AGENT) or parts[-1] == _SERVERS:
            return False, f"it changes what the agent runs: {path}"
    return None


def carries_command(tool: str, given: object) -> bool:
    """Tell whether a tool that nobody knows is given a command. A server's tools are its own."""
    return not tool.startswith("mcp__") and isinstance(given, dict) and any(given.get(key) for key in COMMANDS)
