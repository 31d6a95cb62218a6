#!/usr/bin/env python3
"""Looks at every shell command before an agent runs it, and refuses what cannot be taken back.

A guard reads text, and text can be dressed up; it catches accidents, not attackers.
"""

from wicket.sdk import Context, Event, Extension, Judgement, deny

# isort: split
import re
import shlex

ext = Extension("destructive-guard", "1.0.0", description="Refuses shell commands that cannot be taken back")

SHELL_TOOLS = ("bash", "shell", "sh")
SEPARATORS = re.compile(r"(?:\|\|?|&&?|;|\n|\$\(|`|\(|\))")
PROTECTED = ("/", "~", "$HOME", "/etc", "/usr", "/var", "/home", "/boot", "/bin", "/lib")


@ext.intercept("tool_call")
def look(call: Event) -> Judgement | None:
    """Refuse a call of a shell tool whose command would destroy something."""
    if call.tool in SHELL_TOOLS:
        for part in SEPARATORS.split(call.args.get("command", "")):
            if (reason := danger(part)) is not None:
                return deny(f"refused: {reason}", fix="ask the person to do it, or name exactly what is to go")
    return None


def danger(text: str) -> str | None:
    """Say what one command would destroy, or nothing."""
    try:
        words = shlex.split(text, comments=True)
    except ValueError:
        return "the command cannot be read" if "rm" in text else None
    while words and (words[0] in ("sudo", "doas", "nohup", "exec", "env") or "=" in words[0].partition("/")[0]):
        words.pop(0)
    if not words:
        return None
    program, *rest = words
    program = program.rpartition("/")[2]
    flags = "".join(word[1:] for word in rest if word.startswith("-") and not word.startswith("--"))
    paths = [word for word in rest if not word.startswith("-")]
    if program == "rm" and ("r" in flags.lower() or "--recursive" in rest):
        if any(path.rstrip("/*") in ("", *PROTECTED) or path in PROTECTED for path in paths):
            return f"rm would remove {' '.join(paths)}"
        if "f" in flags or "--force" in rest:
            return "rm -rf asks nobody; remove without -f, or name single files"
    if program.startswith("mkfs"):
        return f"{program} erases a file system"
    if program == "dd" and any(word.startswith("of=/dev/") for word in rest):
        return "dd would write over a device"
    if program == "chmod" and "777" in rest and ("R" in flags or "--recursive" in rest):
        return "chmod -R 777 opens everything to everybody"
    if program == "git" and rest[:1] == ["push"] and any(word in ("-f", "--force") for word in rest):
        return "a forced push rewrites what others have; use --force-with-lease"
    return None


@ext.on("tool_call")
def remember(event: Event, ctx: Context) -> None:
    """Keep a line of every call for whoever wants to know later."""
    ctx.log.info(f"{event.tool} was called", args=event.args)


if __name__ == "__main__":
    ext.run(wire="zot")
