"""The command that an agent's settings name: how it is spelled, and which of those that are there are ours.

It starts a shim, a small script in wicket's state folder. The path of the shim stays the same when wicket is upgraded
or installed again.
"""

import os
import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from wicket.agents.settings_file_and_backup import Change, content
from wicket.doors import hook as door
from wicket.doors import native_client
from wicket.folder_paths import state_folder

__all__ = [
    "ELSE_BLOCK",
    "MANAGED_FOLDER",
    "TIMEOUT_S",
    "can_start",
    "command",
    "is_ours",
    "is_plain",
    "let_go_path",
    "portable_command",
    "script_path",
    "shim_changes",
    "shim_path",
    "shim_removals",
    "shim_script",
    "starting",
]

# Most agents let a call pass when their hook ends with anything but 0 and 2, as a shell does that finds no program; and
# some of them when it ends with 2 and says nothing.
ELSE_BLOCK: Final = " || { echo 'wicket: the guard did not start' >&2; exit 2; }"

# Endings that block, ours of earlier versions among them.
_BLOCKING: Final = (ELSE_BLOCK, " || exit 2")

# Where the shim of a whole machine is, which settings of that machine name.
MANAGED_FOLDER: Final = Path("/etc/wicket")

# How long agents are told to wait for the hook. It gives up before.
TIMEOUT_S: Final = 600

# What a person is told about the file that the settings name: the script, or the compiled client.
_ABOUT: Final = ("wicket's own: starts the hook", "wicket's own: asks a running gateway, or starts the hook")

_STARTS: Final = r"(\bwicket['\"]?\s+hook|wicket/doors/hook\.py['\"]?|/wicket-hook['\"]?)\s.*--agent[= ]{}\b"

# Of these a plain command is made: no shell does anything with them but split them into words.
_PLAIN: Final = re.compile(r"[A-Za-z0-9 _./=+:@,'\"-]+")


def shim_path(environ: Mapping[str, str]) -> Path:
    """The file that settings name."""
    return Path(state_folder(environ, sys.platform)) / "bin" / "wicket-hook"


def script_path(environ: Mapping[str, str]) -> Path:
    """The script that starts Python's hook; the client in C hands over to it."""
    return shim_path(environ).with_name("wicket-hook-alone")


def let_go_path(environ: Mapping[str, str]) -> Path:
    """The file with which a person lets agents go on without a wicket that is gone."""
    return shim_path(environ).with_name("wicket-hook.let-go")


def shim_script(environ: Mapping[str, str], let_go: Path) -> bytes:
    """Spell the script that starts this wicket, wherever it is now.

    Where there is none any more, calls are blocked until a person at a terminal says otherwise, to the script itself:
    nothing else is left to be asked.
    """
    python, hook = shlex.quote(sys.executable), shlex.quote(os.path.abspath(door.__file__))
    marker = shlex.quote(str(let_go))
    program = shutil.which("wicket", path=environ.get("PATH", ""))
    other = ""
    if program is not None:
        other = f'if [ -x {shlex.quote(program)} ]; then exec {shlex.quote(program)} hook "$@"; fi\n'
    text = f"""\
#!/bin/sh
# Agents' settings name this file, so that wicket may move. `wicket init` writes it.
if [ -x {python} ] && [ -f {hook} ]; then exec {python} -I -S {hook} "$@"; fi
{other}# wicket is gone. A person at a terminal may let the agents go on by their own rules.
if [ "$1" = --let-go ] && [ -t 0 ]; then
  : > {marker} && echo 'agents go on without wicket; `wicket init` guards them again' && exit 0
fi
if [ -f {marker} ]; then
  case " $* " in
    *" opencode "*|*" pi "*) echo '{{"decision":"allow"}}' ;;
    *" amp "*|*" generic "*) exit 1 ;;
  esac
  exit 0
fi
echo "wicket is not where it was: install it and run \\`wicket init\\`, or run \\`sh '$0' --let-go\\` at a terminal" >&2
exit 2
"""
    return text.encode()


def shim_changes(environ: Mapping[str, str], *, client: bool = True) -> list[Change]:
    """What has to be written so that the shim starts this wicket; nothing if it does.

    Where there is a client in C, or can be, it is the shim, and the script stands beside it.
    """
    path, script, let_go = shim_path(environ), script_path(environ), let_go_path(environ)
    wanted = {script: shim_script(environ, let_go)}
    wanted[path] = (native_client.for_this_version(content(path), environ) if client else None) or wanted[script]
    changes = [
        Change(file, old, new, executable=True, about=_ABOUT[file == path])
        for file, new in wanted.items()
        if (old := content(file)) != new
    ]
    marker = content(let_go)
    return [*changes, *([] if marker is None else [Change(let_go, marker, None)])]


def shim_removals(environ: Mapping[str, str]) -> list[Change]:
    """What has to be removed when no settings name the shim any more."""
    files = [shim_path(environ), script_path(environ), let_go_path(environ)]
    return [Change(file, data, None, about=_ABOUT[False]) for file in files if (data := content(file)) is not None]


def starting(agent: str, environ: Mapping[str, str], seconds: int = TIMEOUT_S) -> str:
    """What starts the hook, without what blocks where it cannot be started."""
    return shlex.join([str(shim_path(environ)), "--agent", agent, "--timeout", str(seconds)])


def command(agent: str, environ: Mapping[str, str], seconds: int = TIMEOUT_S) -> str:
    """What to run on this machine."""
    return starting(agent, environ, seconds) + ELSE_BLOCK


def portable_command(agent: str) -> str:
    """What to run on every machine of a project: it blocks where there is no wicket."""
    return f"wicket hook --agent {agent}{ELSE_BLOCK}"


def is_ours(text: str, agent: str) -> bool:
    """Whether a command starts the hook for an agent, among whatever else it does."""
    return re.search(_STARTS.format(re.escape(agent)), text) is not None


def is_plain(text: str, agent: str, environ: Mapping[str, str], *, theirs: bool) -> bool:
    """Whether a command starts wicket's hook and nothing else; `theirs` may only name the wicket that is here."""
    rest = _without_ending(text)
    if not _PLAIN.fullmatch(rest):
        return False
    try:
        words = shlex.split(rest)
    except ValueError:
        return False
    if theirs:
        # Not even options: the policy that one names would be trusted, and what it executes be run.
        here = [sys.executable, "-I", "-S", os.path.abspath(door.__file__)]
        return words in [
            shlex.split(starting(agent, environ)),
            *([*w, "--agent", agent] for w in (here, ["wicket", "hook"])),
        ]
    program = words[0]
    if program in (str(shim_path(environ)), f"{MANAGED_FOLDER}/wicket-hook"):
        return True
    if words[1:2] == ["hook"]:
        return program == "wicket" or (program.startswith("/") and program.endswith("/wicket"))
    python = program.startswith("/") and os.path.basename(program).startswith("python")
    file = next((word for word in words[1:] if not word.startswith("-")), "")
    ours = file.startswith("/") and file.endswith("/wicket/doors/hook.py")
    return python and (ours or words[1:4] == ["-m", "wicket", "hook"])


def can_start(text: str) -> bool:
    """Whether the programs that a command names are there."""
    try:
        words = shlex.split(text)
    except ValueError:
        return False
    files = [word for word in words if word.endswith("/doors/hook.py")]
    return bool(words) and shutil.which(words[0]) is not None and all(os.path.isfile(file) for file in files)


def _without_ending(text: str) -> str:
    """Give a command without what blocks when it cannot be started."""
    for ending in _BLOCKING:
        text = text.removesuffix(ending)
    return text
