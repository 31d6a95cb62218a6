"""Other guards and parsers in Python, on the same commands: what a verdict costs there, and what passes.

Each is measured as it comes, with its own defaults, and only where it is installed. A guard whose own rules let
`rm -rf victim` pass is not asked about the corpus, which is about nothing else.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from judging import CWD, ENV, policy_of
from measure import Figure, compare
from reader import PIPELINE, SCRIPT

from wicket import Policy
from wicket.shell import read

CORPUS = Path(__file__).parent.parent / "tests/corpus"
COMMANDS = {"git status": "git status", "a 200-character pipeline": PIPELINE, "a 10 KB script": SCRIPT}
READING = "extends: ['wicket:read-only', 'wicket:destructive']\n"


class Peer(NamedTuple):
    """A program of the same trade. A parser gives no verdict: it is compared with our reader."""

    package: str
    passes: Callable[[str], bool]
    is_parser: bool = False


def figures() -> Iterator[Figure]:
    # One of them calls a program that was installed beside the interpreter.
    os.environ["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    policy = policy_of(300)
    for peer in found():
        name = f"{peer.package} {version(peer.package)}"
        verb, ours = ("read", _reading) if peer.is_parser else ("check", partial(_judging, policy))
        for what, command in COMMANDS.items():
            if peer.is_parser and not _lets_pass(peer, command):
                print(f"{name} does not read {what}")
                continue
            yield compare(f"{verb} {what}, against {name}", ours(command), _asking(peer, command), 1)
        if not peer.is_parser and not _lets_pass(peer, "rm -rf victim"):
            yield from _passing(peer, name)


def found() -> Iterator[Peer]:
    """Give the peers that are installed here; say which are not."""
    for make in (_bashlex, _nah, _safecmd):
        try:
            yield make()
        except ImportError as error:
            print(f"not measured: {error}")


def _bashlex() -> Peer:
    module = import_module("bashlex")
    return Peer("bashlex", lambda text: module.parse(text) is not None, is_parser=True)


def _nah() -> Peer:
    module = import_module("nah.bash")
    return Peer("nah", lambda text: module.classify_command(text).final_decision == "allow")


def _safecmd() -> Peer:
    module = import_module("safecmd.core")
    return Peer("safecmd", lambda text: module.validate(text) is None)


def _reading(command: str) -> Callable[[], object]:
    return lambda: read(command)


def _judging(policy: Policy, command: str) -> Callable[[], object]:
    return lambda: policy.check(command, CWD, ENV)


def _asking(peer: Peer, command: str) -> Callable[[], object]:
    return lambda: _lets_pass(peer, command)


def _lets_pass(peer: Peer, command: str) -> bool:
    try:
        return peer.passes(command)
    except Exception:  # noqa: BLE001 - refusing by raising is its way of saying no
        return False


def _passing(peer: Peer, name: str) -> Iterator[Figure]:
    """Count what passes here and there: of the ways to run `rm`, and of everyday commands those that do not."""
    policy = Policy.loads(READING)

    def allowed(command: str) -> bool:
        return str(policy.check(command, CWD, ENV).decision) == "allow"

    hostile, harmless = _commands("bypass"), _commands("benign")
    ours, theirs = sum(map(allowed, hostile)), sum(_lets_pass(peer, text) for text in hostile)
    yield Figure(f"bypasses that pass, against {name}", ours, theirs, 1, f"of {len(hostile)}")
    ours, theirs = sum(map(allowed, harmless)), sum(_lets_pass(peer, text) for text in harmless)
    kept = len(harmless)
    yield Figure(f"harmless commands kept back, against {name}", kept - ours, kept - theirs, 1, f"of {kept}")


def _commands(corpus: str) -> list[str]:
    lines = (CORPUS / f"{corpus}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["command"] for line in lines]
