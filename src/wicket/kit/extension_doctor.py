"""Looks an extension over, without a host: its files, its start, its behaviour, and what each host would choke on."""

import ast
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from wicket.host.child_environment import for_child
from wicket.host.extension_manifest import FILE_NAME, Manifest, ManifestError, read
from wicket.host.json_schema import InvalidSchema, Schema
from wicket.kit.conform.statement_runner import SpeaksNone, spoken
from wicket.kit.extension_calls import Caller
from wicket.kit.extension_offers import NoSuchOffer, Offer
from wicket.kit.extension_process import Line, NotStarted, Talk, what_to_do
from wicket.kit.extension_target import NoTarget, Protocol, Target, by_path
from wicket.wire.runok.executor_words import UnreadableExecutor, split

__all__ = ["Finding", "Level", "examine", "examine_executor"]

Level = Literal["ok", "warning", "problem"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `advice` says what to do, unless all is well."""

    level: Level
    about: str
    says: str
    advice: str = ""


# Slower than this, and every start is felt: a validator starts for each command, and zot waits 250 ms for tools.
SLOW_S = {"runok": 0.5, "gevals": 1.0, "zot": 1.0}
# An interpreter alone starts in some 15 ms. What takes less than this many such starts is slow because the machine is.
BUSY_STARTS = 12
MCPCHECKER_LINE_BYTES = 65_535
ZOT_LINE_BYTES = 4_194_303
PATIENCE_S = 10.0

# What YAML 1.1 reads as true or false, as many programs still do.
YAML_WORDS = frozenset({"y", "yes", "n", "no", "on", "off", "true", "false"})
REGISTRATION_S = 0.25

HOSTS: dict[Protocol, str] = {"runok": "runok", "gevals": "mcpchecker", "zot": "zot"}


def examine(path: Path, start_s: float = PATIENCE_S) -> Iterator[Finding]:
    """Look at everything that can be looked at, and tell of each as it is found. A start may take `start_s`."""
    yield from _manifest(path)
    try:
        target = by_path(path)
    except (NoTarget, ManifestError) as error:
        yield Finding("problem", "start", str(error), "mend that first; nothing else can be looked at before")
        return
    yield from _file(target, path)
    yield from _environment(target)
    try:
        protocols = spoken(target, start_s)
    except NotStarted as error:
        yield Finding("problem", "start", str(error), "a script begins with a line like #!/usr/bin/env python3")
        return
    except SpeaksNone as error:
        yield _silent(target, error, start_s)
        return
    yield Finding("ok", "protocols", f"speaks {', '.join(HOSTS[protocol] for protocol in protocols)}")
    for protocol in protocols:
        yield from _start(target, protocol, start_s)
    yield from _offers(target, protocols, start_s)


def examine_executor(executor: str, folder: Path) -> Iterator[Finding]:
    """Look for the program of a validator's type, as a policy in `folder` would have it started."""
    try:
        program, *_ = split(executor)
    except (UnreadableExecutor, ValueError) as error:
        yield Finding("problem", "executor", str(error), "write a program and its arguments, quoted as for a shell")
        return
    if "/" in program:
        place = Path(os.path.normpath(folder / program))
        if not place.exists():
            yield Finding(
                "problem",
                "executor",
                f"there is no {program}; looked for {place}",
                "correct the path: it is relative to the folder of the policy file",
            )
        elif not os.access(place, os.X_OK) or place.is_dir():
            yield Finding("problem", "executor", f"{place} is not executable", f"run `chmod +x {place}`")
        else:
            yield Finding("ok", "executor", f"{program} is {place}")
        return
    found = shutil.which(program)
    if found is None:
        places = os.environ.get("PATH", os.defpath).replace(os.pathsep, ", ")
        yield Finding(
            "problem", "executor", f"there is no {program} on PATH; looked in {places}", "install it, or write its path"
        )
    else:
        yield Finding("ok", "executor", f"{program} is {found}")


# ── files ────────────────────────────────────────────────────────────────────


def _manifest(path: Path) -> Iterator[Finding]:
    folder = path.parent if path.name == FILE_NAME else path
    if not folder.is_dir():
        if not (folder.parent / FILE_NAME).exists():
            yield Finding(
                "ok", "manifest", f"none beside {path.name}; runok and mcpchecker need none, zot and wicket do"
            )
        return
    try:
        manifest = read(folder)
    except ManifestError as error:
        yield Finding("problem", "manifest", str(error), "without it neither zot nor wicket starts the extension")
        return
    yield Finding(
        "ok", "manifest", f"{manifest.name} {manifest.version or 'without a version'}, starts {manifest.exec}"
    )
    if not manifest.version:
        yield Finding("warning", "manifest", "`version` is missing", 'add one, like "version": "1.0.0"')
    if _is_our_python(folder, manifest) and "zot" not in manifest.args:
        yield Finding(
            "problem",
            "manifest",
            "the file is written with wicket.sdk and waits for the host to speak, as zot does for it",
            'add "args": ["--wire", "zot"], or call ext.run(wire="zot")',
        )


def _file(target: Target, path: Path) -> Iterator[Finding]:
    file = _python_file(target)
    if file is None:
        yield Finding("ok", "file", f"{target.program[0]} is executable")
        return
    text = file.read_bytes()
    if file.stem in sys.stdlib_module_names:
        hides = f"{file.name} hides Python's own module {file.stem}, and whatever imports that gets this file"
        yield Finding("problem", "file", hides, "give it another name")
    if path.is_file() and not os.access(path, os.X_OK):
        yield Finding(
            "warning", "file", f"{path} is not executable", f"run `chmod +x {path}`; hosts start it by its path"
        )
    if not text.startswith(b"#!") and os.access(file, os.X_OK):
        yield Finding(
            "problem",
            "file",
            f"{file.name} has no first line that names its interpreter",
            "begin it with #!/usr/bin/env python3",
        )
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        yield Finding("problem", "file", f"{file.name} is no Python: {error}", "mend it")
        return
    imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    first = [node for node in imports if not (isinstance(node, ast.ImportFrom) and node.module == "__future__")][:1]
    if not any(_of_sdk(node) for node in imports):
        yield Finding("ok", "file", f"{file.name} does without wicket.sdk")
    elif not _of_sdk(first[0]):
        yield Finding(
            "warning",
            "file",
            f"line {first[0].lineno} imports something before wicket.sdk; what that prints reaches the wire",
            "make `from wicket.sdk import …` the first import",
        )
    else:
        yield Finding("ok", "file", f"{file.name} imports wicket.sdk before anything else")


def _is_our_python(folder: Path, manifest: Manifest) -> bool:
    for word in (manifest.exec, *manifest.args):
        file = folder / word
        if file.suffix == ".py" and file.is_file():
            text = file.read_bytes()
            # One that only has commands, listeners and guards greets by itself; so does run(wire="zot").
            serves_others = re.search(rb"@ext\.(tool|operation|validator)|\.(tool|operation|validator)\b", text)
            return b"wicket.sdk" in text and bool(serves_others) and not re.search(rb"""wire\s*=\s*["']zot""", text)
    return False


def _python_file(target: Target) -> Path | None:
    for word in (*target.program, *target.args):
        path = target.cwd / word
        if path.suffix == ".py" and path.is_file():
            return path
    return None


def _of_sdk(node: ast.stmt) -> bool:
    match node:
        case ast.ImportFrom(module=str(module)):
            return module == "wicket.sdk" or module.startswith("wicket.sdk.")
        case ast.Import(names=[first, *_]):
            return first.name == "wicket.sdk" or first.name.startswith("wicket.sdk.")
        case _:
            return False


def _environment(target: Target) -> Iterator[Finding]:
    named = target.manifest.env if target.manifest is not None else ()
    _, withheld = for_child(os.environ, named=named)
    if withheld:
        yield Finding(
            "ok", "environment", f"withheld, as they look like secrets: {', '.join(withheld)}",
            'name those that it needs in the manifest: "env": ["NAME"]',
        )  # fmt: skip
    for name in named:
        if name not in os.environ:
            yield Finding(
                "warning", "environment", f"{name} is asked for and not set", f"set it, or take it out of {FILE_NAME}"
            )


# ── running ──────────────────────────────────────────────────────────────────


def _silent(target: Target, error: SpeaksNone, start_s: float) -> Finding:
    with Talk(target.argv("zot"), target.cwd, target.environ("zot"), name=target.name) as talk:
        talk.hang_up()
        code = talk.wait(start_s, "its end")
        last = talk.last_words or "and says nothing"
        flooded = talk.flooded
    if code and not flooded:
        return Finding("problem", "start", f"it ends with {code}: {last}", what_to_do(last))
    return Finding("problem", "protocols", str(error), "`wicket ext trace` shows what a host and it say to each other")


def _interpreter_start() -> float:
    """Say how long Python alone takes to start and end now."""
    began = time.monotonic()
    subprocess.run([sys.executable, "-I", "-S", "-c", ""], stdin=subprocess.DEVNULL, check=False, timeout=PATIENCE_S)
    return time.monotonic() - began


def _start(target: Target, protocol: Protocol, start_s: float) -> Iterator[Finding]:
    """See how fast it answers first, and whether anything else comes out."""
    about = HOSTS[protocol]
    best = float("inf")
    lines: list[Line] = []
    code: int | None = 0
    for _ in range(3):
        began = time.monotonic()  # its host waits for the process, too
        with Talk(target.argv(protocol), target.cwd, target.environ(protocol), name=target.name) as talk:
            talk.say(*_FIRST[protocol])
            talk.hang_up()
            code = talk.wait(start_s, "its end")
            if talk.lines:
                best = min(best, talk.lines[0].at - began)
            lines = talk.lines
        if best < SLOW_S[protocol]:
            break
    if best < SLOW_S[protocol] or best < BUSY_STARTS * _interpreter_start():
        yield Finding("ok", about, f"first answer after {best * 1000:.0f} ms")
    else:
        slow = f"first answer after {best * 1000:.0f} ms, and its host waits for that"
        yield Finding("warning", about, slow, "import less at the top of the file")
    if code is None:
        stays = f"it is still there {start_s:g} s after the end of its input; {about} has to kill it"
        yield Finding("problem", about, stays, "end when the input ends")
    if protocol == "zot" and (late := _registered_late(lines)):
        yield Finding("warning", about, late, "register first, and do what takes long after `ready`")
    stray = next((line for line in lines if line.frame is None), None)
    if stray is not None:
        shown = stray.data[:80].decode(errors="replace")
        yield Finding(
            "problem",
            about,
            f"stdout carries a line that is no message: {shown!r}",
            "print to stderr; stdout is the wire",
        )
    limit = ZOT_LINE_BYTES if protocol == "zot" else MCPCHECKER_LINE_BYTES
    longest = max((len(line.data) for line in lines), default=0)
    if protocol != "runok" and longest > limit:
        yield Finding(
            "problem",
            about,
            f"a line of {longest} bytes; {about} reads no more after {limit}",
            "shorten descriptions and schemas",
        )


def _registered_late(lines: list[Line]) -> str:
    times = {str(frame.get("type")): line.at for line in lines if (frame := line.frame)}
    taken = times.get("ready", 0.0) - times.get("hello", 0.0)
    if "ready" not in times:
        return "it never says `ready`; its host waits for that at every start"
    return f"`ready` comes {taken * 1000:.0f} ms after `hello`; zot waits 250 ms" if taken > REGISTRATION_S else ""


_FIRST: dict[Protocol, tuple[dict[str, object], ...]] = {
    "runok": (
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "validateCommand",
            "params": {"command": "true", "flags": {}, "args": [], "raw_command_line": "true", "env": {}, "cwd": "/"},
        },
    ),
    "gevals": ({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "0.0.1"}},),
    "zot": (),
}


def _offers(target: Target, protocols: tuple[Protocol, ...], start_s: float) -> Iterator[Finding]:
    try:
        with Caller(target, start_s=start_s) as caller:
            offers = caller.operations() if "gevals" in protocols else []
            offers = [*offers, *(caller.tools_and_commands() if "zot" in protocols else [])]
            requires = caller.manifest.get("requires") or []
    except NoSuchOffer as error:
        yield Finding("problem", "mcpchecker", str(error), "mend what it complains about")
        return
    for offer in offers:
        yield from _offer(offer)
    for each in requires if isinstance(requires, list) else []:
        command = each.get("command") if isinstance(each, dict) else None
        if isinstance(command, str) and shutil.which(command) is None:
            places = os.environ.get("PATH", os.defpath)
            yield Finding("problem", "requires", f"there is no {command} on PATH; looked in {places}", "install it")


def _offer(offer: Offer) -> Iterator[Finding]:
    about = f"{offer.kind} {offer.name}"
    if not offer.description:
        yield Finding("warning", about, "has no description", "say in one sentence what it does: a docstring will do")
    if offer.kind == "command":
        return
    try:
        Schema(dict(offer.schema))
    except InvalidSchema as error:
        yield Finding("problem", about, f"its schema is no JSON Schema: {error}", "mend it; hosts refuse it")
        return
    properties = offer.schema.get("properties")
    for name, property in properties.items() if isinstance(properties, dict) else ():
        if str(name).lower() in YAML_WORDS:
            odd = f"{name} is true or false to programs that read YAML 1.1, and no name"
            yield Finding("warning", about, odd, "give it another name; tasks are written in YAML")
        if isinstance(property, dict) and not property.get("description"):
            yield Finding(
                "ok", about, f"{name} has no description", "say what it is for: Args: in the docstring will do"
            )
