"""Programs that stand in for real ones: `rm` records its call and removes nothing.

Programs that the tables know and this machine lacks are stood in for, too: such a stub does what the tables say of
its options and operands, so that a text about them can be proven. So are those that take long to start.
"""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from shell.tables import usage_lines
from wicket.shell.catalogue.compiled_catalogue import fact, traits
from wicket.shell.catalogue.option_parser import Usage

__all__ = ["PATH", "texts", "write"]

# Where programs are found in the sandbox, behind the stubs; whoever starts the hunt may have others.
PATH = "/usr/local/bin:/usr/bin:/bin"


def _beyond_options(letters: str, words: str = "") -> str:
    """Write the loop that leaves out options: these letters, and these words, take the next word unless it is there."""
    return (
        'while [ "${1#-?}" != "$1" ]; do case $1 in --) shift; break;; '
        f"{f'--{words}) shift;; ' if words else ''}--*) ;; "
        f'-*) taking=${{1#"${{1%%[{letters}]*}}"}}; [ ${{#taking}} != 1 ] || shift;; esac; shift; done'
    )


_SUDO_WORDS = "user|--group|--close-from|--chdir|--host|--prompt|--chroot|--role|--type|--command-timeout|--other-user"
_RUNNING = {
    "sudo": _beyond_options("CDghpRrtTUu", _SUDO_WORDS) + '; exec "$@"',
    "doas": _beyond_options("Cu") + '; exec "$@"',
    "ssh": _beyond_options("bBcDeEFIiJlLmoOpPQRSwW") + '; shift; exec sh -c "$*"',
}

# They take a tenth of a second and more to say that there is nothing to talk to.
_SLOW = {"kubectl", "javac", "java", "cargo", "go", "mvn", "gradle"}

_BUILTINS = {"jobs", "time", "command", "exec"}

# What is done with a value of a kind; of others, nothing is known that matters here.
_ACTS = {
    "RUN": 'sh -c "$2"',
    "PREFIX": 'sh -c "$2"',
    "FED": 'sh -c "$2"',
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
    for name, text in texts(record).items():
        stub = folder / name
        stub.write_text(text)
        stub.chmod(0o755)


def texts(record: Path) -> dict[str, str]:
    """Give the stubs by their names. `record` is where `rm` notes its calls."""
    shell = shutil.which("dash") or "/bin/sh"
    # A shell that is given the stub as a script (`bash rm`) would not run rm: that one is no script. What the kernel
    # starts by the first line has the option of that line.
    called = 'case ${BASH_VERSION-$-} in *f*) printf "rm %s\\n" "$*"'
    found = dict(_from_tables()) | {"rm": f"{called} >> {record};; esac"} | _RUNNING
    return {name: f"#!{shell} -f\n{text}\n" for name, text in found.items()}


def _from_tables() -> Iterator[tuple[str, str]]:
    """Write a stub for every program that is not here."""
    programs: dict[str, dict[str, Usage]] = {}
    for key, line in usage_lines(lambda found: not found.interpreter).items():
        name = key.split()[0]
        if name != "git" and re.fullmatch(r"[a-z][\w.+-]*", name, re.ASCII) and "*" not in key:
            programs.setdefault(name, {}).setdefault(key, Usage(line))
    for name, usages in programs.items():
        if name in _BUILTINS or (name not in _SLOW and shutil.which(name, path=PATH) is not None):
            continue
        # Those that read options in a way of their own, or have one by which they write nothing, are not imitated.
        if not fact("looks_with", name) and not any(
            usage.single or usage.short or usage.fused or usage.joined for usage in usages.values()
        ):
            yield name, _script(name, usages)


def _script(name: str, usages: dict[str, Usage]) -> str:
    """Write a loop over the words, which reads them by the line of the subcommand that it has come to."""
    arms: list[str] = []
    for key, usage in usages.items():
        python = "runs-python" in traits(key)
        arm = _python_arm if python else _arm
        options = {shown: arm(shown, o.takes, o.kind) for o in usage.options.values() for shown in o.names}
        operands = [
            f"{'*' if repeats else number}) kind={'SCRIPT' if python else kind};;"
            for number, (kind, repeats) in enumerate(usage.operands)
        ]
        below = [known.removeprefix(key + " ") for known in usages if re.fullmatch(re.escape(key) + " [^ ]+", known)]
        if usage.deeper:
            reached = "|".join(below) or "no-such"
            operand = f'case $1 in {reached}) at="$at $1"; shift; continue;; *) exit 1;; esac'
        elif len(operands) > 1 and usage.operands[-2][1] and not usage.operands[-1][1]:
            first, last = usage.operands[-2][0], usage.operands[-1][0]  # `READ... WRITE`: the last one is another
            operand = f"case $# in 1) kind={last};; *) kind={first};; esac"
        else:
            operand = f"kind=; case $n in {' '.join(operands)} *) ;; esac" + ("; stop=1" if usage.stops else "")
        choices = ["--) stop=1; shift; continue;;", *filter(None, options.values()), "-?*) shift; continue;;"]
        arms.append(f'"{key}") [ -n "$stop" ] || case $1 in\n' + "\n".join(choices) + f"\nesac\n{operand};;")
    return "\n".join(
        [
            "act() { case $1 in",
            *[f"{kind}) {act};;" for kind, act in _ACTS.items()],
            "esac; }",
            f'at="{name}"; n=0; kind=; stop=',
            "while [ $# -gt 0 ]; do",
            "case $at in",
            *arms,
            "esac",
            'case $kind:$1 in ASSIGN:*=*) shift; stop=; continue;; COMMAND:--) shift; exec "$@";;',
            'COMMAND:*|ASSIGN:*) exec "$@";; TEXT:*) exec sh -c "$*";; SCRIPT:*) exec python3 "$@";; esac',
            'act "$kind" "$1"; n=$((n + 1)); shift',
            "done",
        ]
    )


def _python_arm(shown: str, takes: str, kind: str) -> str:
    """Write what an option of a program does that runs code of Python: the module, or the code, ends its options."""
    if kind == "MODULE":
        return f'{shown}) shift; exec python3 -m "$@";;'
    return f'{shown}) shift; exec python3 -c "$@";;' if kind == "CODE" else _arm(shown, takes, kind)


def _arm(shown: str, takes: str, kind: str) -> str:
    """Write what an option does, as a case."""
    if not re.fullmatch(r"--?[\w-]+", shown, re.ASCII) or not takes:
        return ""
    if shown[:2] == "--":
        attached = f'{shown}=*) act "{kind}" "${{1#*=}}"; shift; continue;;'
    else:
        attached = f'{shown}?*) act "{kind}" "${{1#{shown}}}"; shift; continue;;'
    return attached + (f'\n{shown}) act "{kind}" "$2"; shift; shift; continue;;' if takes == "=" else "")
