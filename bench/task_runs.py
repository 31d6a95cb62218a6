"""What running a task costs beyond its processes: the floor starts the same ones and says the same lines."""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from measure import Figure, compare

from wicket.tasks.eval_loader import load_eval
from wicket.tasks.eval_run import EvalRun, RunOptions

__all__ = ["figures"]

EXTENSION = """\
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "initialize":
        result = {"name": "e", "version": "1.0.0", "protocolVersion": "0.0.1", "operations": {"do": {"params": {}}}}
    else:
        result = {} if request["method"] == "shutdown" else {"success": True}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
    if request["method"] == "shutdown":
        break
"""
AGENT = ["/bin/echo", "done"]
MANY = 1000
SIDE_BY_SIDE = 8

# ext4 looks long for a free inode among those that were just given back, and would be measured in our place.
MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None


def lay_out(folder: Path, tasks: int) -> Path:
    """Write an eval with so many tasks of three operations each."""
    program = folder / "extension"
    program.write_text(f"#!{sys.executable} -IS\n{EXTENSION}", encoding="utf-8")
    program.chmod(0o755)
    step: list[dict[str, dict[str, str]]] = [{"e.do": {}}]
    for number in range(tasks):
        spec = {
            "requires": [{"extension": "e"}],
            "setup": step,
            "verify": step,
            "cleanup": step,
            "prompt": {"inline": "do"},
        }
        metadata = {"name": f"t{number}", "parallel": tasks > 1}
        document = {"kind": "Task", "apiVersion": "mcpchecker/v1alpha2", "metadata": metadata, "spec": spec}
        (folder / f"t{number:04}.json").write_text(json.dumps(document), encoding="utf-8")
    config = {
        "agent": {"type": "command", "argv": AGENT},
        "extensions": {"e": {"package": "./extension"}},
        "taskSets": [{"glob": "t*.json"}],
    }
    path = folder / "eval.json"
    path.write_text(json.dumps({"kind": "Eval", "metadata": {"name": "bench"}, "config": config}), encoding="utf-8")
    return path


def run(path: Path, parallel: int) -> None:
    """Run all tasks as `wicket task run` does."""
    loaded = load_eval(path, os.environ)
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        (scratch := Path(folder) / "scratch").mkdir()
        options = RunOptions(parallel=parallel, scratch=scratch)
        whole = EvalRun(loaded, loaded.tasks, Path(folder), dict(os.environ), options)
        totals = asyncio.run(whole.run(Path(folder) / "out.json"))
    assert (totals.failed, totals.errors) == (0, 0), totals


class Extension:
    """The extension, started and spoken with by hand."""

    def __init__(self, path: Path) -> None:
        """Start it, and have it introduce itself."""
        program = path.parent / "extension"
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.ask(1, "initialize")

    def ask(self, number: int, method: str) -> None:
        """Say a line and read its answer."""
        params = {"operation": "do", "args": {}, "context": {"workdir": "/", "phase": "setup"}}
        line = json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        self._process.stdin.write(line.encode() + b"\n")  # type: ignore[union-attr]
        self._process.stdin.flush()  # type: ignore[union-attr]
        json.loads(self._process.stdout.readline())  # type: ignore[union-attr]

    def leave(self) -> None:
        """Have it shut down."""
        self.ask(0, "shutdown")
        self._process.communicate()


def one_by_hand(path: Path) -> None:
    """Start the extension and the agent of one task, and say its lines."""
    extension = Extension(path)
    extension.ask(2, "execute")
    subprocess.run(AGENT, capture_output=True, check=True)
    extension.ask(3, "execute")
    extension.ask(4, "execute")
    extension.leave()


def each_by_hand(path: Path) -> None:
    """Do so for every task, side by side."""
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        for _ in pool.map(one_by_hand, [path] * MANY):
            pass


def with_one_extension(path: Path) -> None:
    """Start one extension for all tasks, as wicket does, and the agents side by side."""
    extension = Extension(path)
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        agents = [pool.submit(subprocess.run, AGENT, capture_output=True, check=True) for _ in range(MANY)]
        for number in range(3 * MANY):
            extension.ask(2 + number, "execute")
        for agent in agents:
            agent.result()
    extension.leave()


def figures() -> Iterator[Figure]:
    """Give the figures about tasks."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as made:
        folder = Path(made)
        (folder / "one").mkdir()
        (folder / "many").mkdir()
        one, many = lay_out(folder / "one", 1), lay_out(folder / "many", MANY)
        yield compare("one task, against its processes and lines", lambda: run(one, 1), lambda: one_by_hand(one), 1.3)
        name = f"{MANY} tasks, {SIDE_BY_SIDE} side by side, against"
        all_tasks = partial(run, many, SIDE_BY_SIDE)
        yield compare(f"{name} theirs", all_tasks, lambda: each_by_hand(many), 1.5, rounds=3)
        # Nobody asks for this bound; the figure shows what a task costs when its extension runs already.
        yield compare(f"{name} theirs, one extension", all_tasks, lambda: with_one_extension(many), 3.0, rounds=3)
