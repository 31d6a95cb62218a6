"""Evals for tests: written into a folder, run in this process, and told as values."""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import dedent
from typing import Any

from wicket.tasks.eval_loader import load_eval
from wicket.tasks.eval_run import EvalRun, Onlooker, RunOptions
from wicket.tasks.results_file import read_results
from wicket.tasks.task_selection import select

__all__ = ["ENV", "EXTENSION", "Lab", "script", "steps"]

ENV = {"PATH": os.environ["PATH"], "HOME": "/nowhere", "SHELL": "/bin/sh"}

# Does what its operation's name says, and notes all that it is told beside itself.
EXTENSION = """\
import json, os, sys

HERE = os.path.dirname(os.path.abspath(__file__))

def say(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)

text = {"type": "object", "properties": {"text": {"type": "string"}, "count": {"type": "integer"}}}
strict = {**text, "required": ["text"], "additionalProperties": False}
with open(os.path.join(HERE, "starts"), "a") as file:
    file.write(f"{os.getpid()} {os.environ.get('X', '')}\\n")
for line in sys.stdin:
    request = json.loads(line)
    with open(os.path.join(HERE, "heard"), "a") as file:
        file.write(line)
    params, id = request.get("params") or {}, request["id"]
    if request["method"] == "initialize":
        say(id=id, result={"name": "probe", "version": "1.0.0", "protocolVersion": "0.0.1", "operations": {
            "echo": {"params": text}, "strict": {"params": strict}, "no": {"params": text}, "break": {},
            "a.b": {"params": True}, "die": {}, "hang": {}, "bad": BAD}})
    elif request["method"] == "shutdown":
        say(id=id, result={})
        sys.exit()
    else:
        operation, args = params["operation"], params.get("args") or {}
        say(method="log", params={"level": "info", "message": f"doing {operation}"})
        if operation == "break":
            say(id=id, error={"code": -32000, "message": "it broke"})
        elif operation == "die":
            sys.exit(3)
        elif operation != "hang":
            outputs = {key: str(value) for key, value in args.items()}
            no = {"message": "looked", "error": "it is not so"} if operation == "no" else {"message": "fine"}
            say(id=id, result={"success": operation != "no", "outputs": outputs, **no})
"""


def script(text: str, **more: Any) -> dict[str, Any]:
    """A step that runs a script."""
    return {"script": {"inline": text, **more}}


class Lab:
    """A folder with an eval in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.runs = folder / "runs"
        self.runs.mkdir()
        self.config: dict[str, Any] = {
            "agent": {"type": "command", "argv": ["sh", "-c", "echo done; cat >/dev/null"]},
            "taskSets": [{"glob": "tasks/*.yaml"}],
        }
        (folder / "tasks").mkdir()

    @property
    def path(self) -> Path:
        return self.folder / "eval.yaml"

    def agent(self, text: str, **more: Any) -> None:
        """Let a shell script be the agent."""
        self.config["agent"] = {"type": "command", "argv": ["sh", "-c", dedent(text)], **more}

    def extension(self, name: str = "probe", bad: str = '{"params": {}}', **more: Any) -> Path:
        """Put the extension there and register it."""
        program = self.folder / "ext.py"
        program.write_text(f"#!{sys.executable} -IS\n{EXTENSION.replace('BAD', bad)}", encoding="utf-8")
        program.chmod(0o755)
        self.config.setdefault("extensions", {})[name] = {"package": "./ext.py", **more}
        return program

    def task(self, name: str = "one", *, metadata: Mapping[str, Any] | None = None, **spec: Any) -> Path:
        """Write a task; what is not said is as simple as can be."""
        spec = {"prompt": {"inline": "do it"}, "verify": [script("true")], **spec}
        document = {
            "kind": "Task",
            "apiVersion": "mcpchecker/v1alpha2",
            "metadata": {"name": name, **(metadata or {})},
            "spec": spec,
        }
        path = self.folder / "tasks" / f"{name}.yaml"
        path.write_text(json.dumps(document, indent=1), encoding="utf-8")
        return path

    def servers(self, **programs: Sequence[str]) -> None:
        """Give the eval MCP servers, each with the words that start it."""
        named = {name: {"command": words[0], "args": list(words[1:])} for name, words in programs.items()}
        (self.folder / "mcp.json").write_text(json.dumps({"mcpServers": named}), encoding="utf-8")
        self.config["mcpConfigFile"] = "mcp.json"

    def write(self) -> Path:
        """Write the eval."""
        document = {"kind": "Eval", "metadata": {"name": "lab"}, "config": self.config}
        self.path.write_text(json.dumps(document, indent=1), encoding="utf-8")
        return self.path

    def make_run(
        self, onlooker: Onlooker | None = None, env: Mapping[str, str] | None = None, pattern: str = "", **options: Any
    ) -> EvalRun:
        """Load it, and make a run of it."""
        environ = {**ENV, **(env or {})}
        loaded = load_eval(self.write(), environ)
        folder = self.runs / f"run-{len(list(self.runs.iterdir()))}"
        folder.mkdir()
        return EvalRun(
            loaded,
            select(loaded.tasks, pattern),
            folder,
            environ,
            RunOptions(**{"scratch": folder, **options}),
            onlooker,
        )

    async def run(self, *args: Any, **options: Any) -> list[dict[str, Any]]:
        """Run it, and give the results as the file has them."""
        whole = self.make_run(*args, **options)
        await whole.run(self.folder / "out.json")
        _, results = read_results(self.folder / "out.json")
        return results

    async def one(self, **options: Any) -> dict[str, Any]:
        """Run the only task, and give its result."""
        [result] = await self.run(**options)
        return result

    def heard(self, method: str = "execute") -> list[dict[str, Any]]:
        """What the extension was told."""
        path = self.folder / "heard"
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        return [said["params"] for said in map(json.loads, lines) if said["method"] == method]

    def noted(self, name: str = "notes") -> list[str]:
        """The lines of a file in the tasks' folder."""
        path = self.folder / "tasks" / name
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def steps(result: Mapping[str, Any], phase: str) -> list[tuple[str, str]]:
    """Type and status of the steps of a phase."""
    output = result[f"{phase}Output"]
    return [] if output is None else [(step["type"], step["status"]) for step in output["Steps"]]
