"""Programs that stand in for real ones: `rm` records its call and removes nothing.

Programs that the tables know and this machine lacks are stood in for, too: such a stub does what the tables say of
its options and operands, so that a text about them can be proven. So are those that take long to start.
"""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from wicket.shell.everyday import EVERYDAY
from wicket.shell.files import FILES
from wicket.shell.interpreters import INTERPRETERS
from wicket.shell.usage import Usage
from wicket.shell.wrappers import WRAPPERS

__all__ = ["write"]

_RUNNING = {
    "sudo": 'while [ "${1#-}" != "$1" ]; do case $1 in -u|-g) shift;; esac; shift; done; exec "$@"',
    "doas": 'while [ "${1#-}" != "$1" ]; do case $1 in -u) shift;; esac; shift; done; exec "$@"',
    "ssh": 'while [ "${1#-}" != "$1" ]; do shift; done; shift; exec sh -c "$*"',
}

# They take a tenth of a second and more to say that there is nothing to talk to.
_SLOW = {"kubectl", "javac", "java", "cargo", "go", "mvn", "gradle"}

# What is done with a value of a kind; of others, nothing is known that matters here.
_ACTS = {
    "RUN": 'sh -c "$2"',
    "PIPED": 'case $2 in "!"*) sh -c "${2#?}";; esac',
    "SPLIT": "$2",
    "PROGRAM": '"$2" victim',
    "READ": 'cat "$2"',
    "UPLOADED": 'cat "$2"',
    "UPLOAD": 'cat "${2#@}"',
    "WRITE": 'echo x > "$2"',
    "EDIT": 'echo x >> "$2"',
}


def write(folder: Path, record: Path) -> None:
    """Write the stubs into a folder."""
    folder.mkdir(parents=True)
    shell = shutil.which("dash") or "/bin/sh"
    # A shell that is given the stub as a script (`bash rm`) would not run rm: that one is no script. What the kernel
    # starts by the first line has the option of that line.
    called = 'case ${BASH_VERSION-$-} in *f*) printf "rm %s\\n" "$*"'
    texts = dict(_from_tables()) | {"rm": f"{called} >> {record};; esac"} | _RUNNING
    for name, text in texts.items():
        stub = folder / name
        stub.write_text(f"#!{shell} -f\n{text}\n")
        stub.chmod(0o755)


def _from_tables() -> Iterator[tuple[str, str]]:
    """Write a stub for every program that is not here."""
    programs: dict[str, dict[str, Usage]] = {}
    for table in (FILES, EVERYDAY, INTERPRETERS, WRAPPERS):
        for key, line in table.items():
            name = key.split()[0]
            if re.fullmatch(r"[a-z][\w.+-]*", name, re.ASCII) and "*" not in key:
                programs.setdefault(name, {}).setdefault(key, Usage(line))
    for name, usages in programs.items():
        if name not in ("jobs", "time", "command", "exec") and (name in _SLOW or shutil.which(name) is None):
            yield name, _script(name, usages)


def _script(name: str, usages: dict[str, Usage]) -> str:
    acts = [f"{kind}) {act};;" for kind, act in _ACTS.items()]
    options: dict[str, str] = {}
    for usage in usages.values():
        for option in usage.options.values():
            for shown in option.names:
                options.setdefault(shown, _arm(shown, option.takes, option.kind))
    operands = [
        f'"{key}:"{"*" if repeats else number}) kind={kind};;'
        for key, usage in usages.items()
        for number, (kind, repeats) in enumerate(usage.operands)
    ]
    known = "|".join(f'"{key}"' for key in usages)
    return "\n".join(
        [
            "act() { case $1 in",
            *acts,
            "esac; }",
            f'at="{name}"; n=0; kind=',
            "while [ $# -gt 0 ]; do",
            "case $1 in",
            *[arm for arm in options.values() if arm],
            "--) shift;;",
            "-?*) shift;;",
            "*)",
            f'case "$at $1" in {known}) at="$at $1"; shift; continue;; esac',
            f'kind=; case "$at:$n" in {" ".join(operands)} esac',
            'case $kind:$1 in ASSIGN:*=*) ;; COMMAND:*|ASSIGN:*) exec "$@";; TEXT:*) exec sh -c "$*";; esac',
            'act "$kind" "$1"; n=$((n + 1)); shift;;',
            "esac",
            "done",
        ]
    )


def _arm(shown: str, takes: str, kind: str) -> str:
    """Write what an option does, as a case."""
    if not re.fullmatch(r"--?[\w-]+", shown, re.ASCII) or not takes:
        return ""
    if shown[:2] == "--":
        attached = f'{shown}=*) act "{kind}" "${{1#*=}}"; shift;;'
    else:
        attached = f'{shown}?*) act "{kind}" "${{1#{shown}}}"; shift;;'
    return attached + (f'\n{shown}) act "{kind}" "$2"; shift; shift;;' if takes == "=" else "")
