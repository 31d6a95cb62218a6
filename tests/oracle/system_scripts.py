"""Every shell script of this system, read and compared with what bash and shfmt make of it. Run by hand."""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from oracle import bash, shfmt
from wicket.shell import Script, World
from wicket.shell import read as read_bounded
from wicket.shell.refusal_and_work_limit import READING, TOO_MUCH, Fuel

FOLDERS = ["/bin", "/sbin", "/usr", "/etc", "/lib", "/opt", "/var/lib/dpkg/info", "/root"]
MAX_BYTES = 2_000_000
SHELLS = (b"sh", b"bash", b"dash")


# How a text is read is compared for long scripts as well; that they are too much for a verdict is counted apart.
MUCH = 20 * READING


def read(text: str) -> Script:
    """Read a text, however much work it is."""
    return read_bounded(text, World(fuel=Fuel(MUCH)))


def scripts() -> Iterator[Path]:
    """Find them: by their first line, by their names, and the completions of bash."""
    seen = set()
    for folder in FOLDERS:
        for path in sorted(Path(folder).rglob("*")):
            try:
                if path.is_symlink() or not path.is_file() or path.stat().st_size > MAX_BYTES:
                    continue
                with path.open("rb") as file:
                    first = file.read(100)
            except OSError:
                continue
            named = path.suffix in (".sh", ".bash") or "bash-completion/completions" in str(path)
            if (named or is_shell(first)) and path.resolve() not in seen:
                seen.add(path.resolve())
                yield path


def is_shell(first: bytes) -> bool:
    """Look at a first line: `#!/bin/sh`, `#!/usr/bin/env bash`."""
    if not first.startswith(b"#!"):
        return False
    words = first[2:].partition(b"\n")[0].split()
    program = words[-1] if len(words) > 1 and words[0].endswith(b"/env") else words[0] if words else b""
    return program.rpartition(b"/")[2] in SHELLS


def names(script: Script) -> Counter[str]:
    """Count the commands by name."""
    return Counter(command.words[0].text or "?" for command in script.commands if command.words)


def words(script: Script) -> list[tuple[str, ...]]:
    """List the commands by what is known of their words."""
    return [tuple(str(word) for word in command.words) for command in script.commands if command.words]


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    total = accepted = refused = wrong = missing = compared = differing = rewritten = long = 0
    for path in scripts():
        content = path.read_bytes()
        if b"\0" in content:
            continue  # an archive behind a few lines of shell: no text that a shell could be given
        text = content.decode("utf-8", "surrogateescape")
        total += 1
        script = read(text)
        ours = script.refusal is None
        theirs = bash.accepts(text)
        accepted += theirs
        bounded = read_bounded(text).refusal
        if ours and bounded is not None and bounded.reason == TOO_MUCH:
            long += 1
            say(f"too much to follow for a verdict: {path}")
        if theirs and not ours:
            refused += 1
            say(f"refused: {path}: {script.refusal}")
        if ours and not theirs and not bash.accepts(text, "-O", "extglob"):
            wrong += 1
            say(f"WRONGLY ACCEPTED: {path}")
        if not ours:
            continue
        expected = shfmt.commands(text)
        if expected is not None:
            compared += 1
            absent = expected - names(script)
            if absent:
                missing += 1
                say(f"SHFMT SEES MORE: {path}: {dict(absent)}")
        again = bash.rewritten(text)
        if again is not None:
            rewritten += 1
            if read(again).refusal is not None or Counter(words(read(again))) != Counter(words(script)):
                differing += 1
                say(f"differs from what bash prints: {path}")
    say(f"{total} scripts; bash accepts {accepted}, of which we refuse {refused} ({refused / accepted:.2%})")
    say(f"too much to follow for a verdict: {long}")
    say(f"accepted although bash refuses: {wrong}")
    say(f"{compared} compared with shfmt; it names a command that we do not in {missing}")
    say(f"{rewritten} rewritten by bash; the commands differ in {differing}")
    return 1 if wrong or missing else 0


if __name__ == "__main__":
    sys.exit(main())
