"""What running a task costs beyond its processes: the floor starts the same ones and says the same lines."""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
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
MANY = 200
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


def floor(path: Path, tasks: int, parallel: int) -> None:
    """Start the same processes and say the same lines."""
    extension = subprocess.Popen([path.parent / "extension"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert extension.stdin is not None
    assert extension.stdout is not None

    def ask(number: int, method: str) -> None:
        params = {"operation": "do", "args": {}, "context": {"workdir": "/", "phase": "setup"}}
        line = json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        extension.stdin.write(line.encode() + b"\n")  # type: ignore[union-attr]
        extension.stdin.flush()  # type: ignore[union-attr]
        json.loads(extension.stdout.readline())  # type: ignore[union-attr]

    ask(1, "initialize")
    with ThreadPoolExecutor(parallel) as pool:
        agents = [pool.submit(subprocess.run, AGENT, capture_output=True, check=True) for _ in range(tasks)]
        for number in range(tasks):
            for step in range(3):
                ask(2 + 3 * number + step, "execute")
        for agent in agents:
            agent.result()
    ask(0, "shutdown")
    extension.stdin.close()
    extension.stdout.close()
    extension.wait()


def figures() -> Iterator[Figure]:
    """Give the figures about tasks."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as made:
        folder = Path(made)
        (folder / "one").mkdir()
        (folder / "many").mkdir()
        one, many = lay_out(folder / "one", 1), lay_out(folder / "many", MANY)
        yield compare("one task, against its processes and lines", lambda: run(one, 1), lambda: floor(one, 1, 1), 1.3)
        yield compare(
            f"{MANY} tasks, {SIDE_BY_SIDE} side by side, against theirs",
            lambda: run(many, SIDE_BY_SIDE),
            lambda: floor(many, MANY, SIDE_BY_SIDE),
            1.5,
        )
