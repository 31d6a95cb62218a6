"""What a sandbox costs: the driver against bubblewrap called by hand with the same mounts, `wicket exec` against a bare
start of Python and that, a `find` over many files inside and outside, and `wicket try` in a large project.

wicket is started as a wheel has it, with its modules in one file. A `find` that looks at every file is compared with
one outside: as a whole, and without what the start of its sandbox takes. Of a shorter one the start would be the most,
so there bubblewrap by hand is the floor.
"""

import compileall
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from measure import Figure, compare

import wicket
from wicket.doors import module_archive
from wicket.sandbox import bubblewrap
from wicket.sandbox.bubblewrap_arguments import bubblewrap_arguments
from wicket.sandbox.confinement import Confinement
from wicket.sandbox.contained_command import Contained, contained
from wicket.sandbox.native_launcher import PROGRAM
from wicket.sandbox.native_program import native_program
from wicket.sandbox.placeholders import Placeholders
from wicket.sandbox.profile import Profile

POLICY = "extends: ['wicket:sandbox-work']\nrules: [{allow: '*', sandbox: work}]\nfiles: {allow_write: [/]}\n"
FOUND = 100_000
IN_PROJECT = 50_000
IN_FOLDER = 500
ROUNDS = 7
FIND_ROUNDS = 25
WICKET = [sys.executable, "-m", "wicket"]

# More than one word, so that no shell is started for it.
NOTHING = ["/bin/true", "-"]


def figures() -> Iterator[Figure]:
    """Give what is compared; without bubblewrap there is nothing."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(os.path.realpath(name))
        project = folder / "project"
        (project / ".git").mkdir(parents=True)
        (folder / "policy.yml").write_text(POLICY, encoding="utf-8")
        environ = {
            **os.environ,
            "HOME": str(folder),
            "WICKET_HOME": str(folder / "state"),
            "PYTHONPATH": _as_in_a_wheel(folder / "installed"),
        }
        box = contained([Profile("work", (".",))], environ, str(project))
        yield compare("a sandbox, against bubblewrap called by hand", _driver(box), _by_hand(box.confinement), 1.3)
        yield compare("wicket exec, against Python and a sandbox", _exec(folder, environ), _both(box), 3.0)
        _fill(project, IN_PROJECT)
        yield Figure("wicket try of an edit, beyond the edit", _beyond(folder, environ), 1.0, 300.0, "ms")
        _fill(project, FOUND)
        yield from _find(["find", str(project), "-size", "+100"], box)
        find = ["find", str(project), "-name", "nothing"]
        by_hand = _by_hand(box.confinement, find)
        yield compare("find by name alone, against bubblewrap by hand", _driver(box, find), by_hand, 1.1)


def _find(find: Sequence[str], box: Contained) -> Iterator[Figure]:
    """Compare a `find` with one outside, in turns: with the start of its sandbox, and without."""
    outside: Callable[[], object] = lambda: subprocess.run(find, check=True)  # noqa: E731
    subjects = (_driver(box, find), _driver(box), outside)
    best = [float("inf")] * len(subjects)
    for _ in range(FIND_ROUNDS):
        for number, subject in enumerate(subjects):
            start = time.perf_counter()
            subject()
            best[number] = min(best[number], time.perf_counter() - start)
    found, started, floor = best
    yield Figure(f"find over {FOUND:,} files, against outside", found, floor, 1.1)
    yield Figure(f"find over {FOUND:,} files, beyond the start, against outside", found - started, floor, 1.1)


def _as_in_a_wheel(folder: Path) -> str:
    """Make a copy of wicket as a wheel is installed, with bytecode; give what its folder is for Python's path."""
    source, package = os.path.dirname(wicket.__file__), folder / "wicket"
    shutil.copytree(source, package)
    (package / "doors" / module_archive.ARCHIVE).write_bytes(module_archive.make(source))
    for part in (package, package / "cli", package / "doors"):  # what is imported before the archive is used
        compileall.compile_dir(part, maxlevels=0, quiet=1)
    if (program := native_program(PROGRAM)) is not None:
        (package / "native").mkdir(exist_ok=True)
        shutil.copy(program, package / "native" / PROGRAM)
    return str(folder)


def _driver(box: Contained, argv: Sequence[str] = NOTHING) -> Callable[[], object]:
    return lambda: bubblewrap.start(argv, box.env, box.confinement).wait()


def _by_hand(confinement: Confinement, argv: Sequence[str] = NOTHING) -> Callable[[], object]:
    """Call it as a script would, which has seen to it that all is there that is mounted on."""
    placeholders = Placeholders()
    placeholders.hold(confinement.protected, confinement.pinned)
    words = [bubblewrap.found(), *bubblewrap_arguments(confinement, {}), "--", *argv]
    return lambda: (subprocess.run(words, check=True), placeholders)


def _exec(folder: Path, environ: Mapping[str, str]) -> Callable[[], object]:
    words = [*WICKET, "exec", "--config", str(folder / "policy.yml"), "--", *NOTHING]
    return lambda: subprocess.run(words, cwd=folder / "project", env=environ, check=True)


def _both(box: Contained) -> Callable[[], object]:
    driver = _driver(box)
    return lambda: (subprocess.run([sys.executable, "-c", "pass"], check=True), driver())


def _beyond(folder: Path, environ: Mapping[str, str]) -> float:
    """Give the milliseconds that a trial takes longer than the command, at best."""
    text = "sed -i s/one/two/ 0/x0"
    words = [*WICKET, "try", "--config", str(folder / "policy.yml"), text]
    tried = _best(
        lambda: subprocess.run(words, cwd=folder / "project", env=environ, stderr=subprocess.DEVNULL, check=True)
    )
    return (tried - _best(lambda: subprocess.run(["sh", "-c", text], cwd=folder / "project", check=True))) * 1e3


def _best(work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def _fill(project: Path, count: int) -> None:
    for number in range(count // IN_FOLDER):
        folder = project / str(number)
        if not folder.exists():
            folder.mkdir()
            for each in range(IN_FOLDER):
                (folder / f"x{each}").write_bytes(b"one\n")
