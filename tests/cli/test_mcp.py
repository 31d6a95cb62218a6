"""`wicket mcp` starts without what it needs only later, keeps standard output pure, and says what is missing."""

import json
import subprocess
import sys
from pathlib import Path

from machine import WAIT_S, Machine

INITIALIZE = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}},
    }
)
LIST = json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/list"})
INITIALIZED = json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"})


def test_what_is_piped_in_is_answered_and_standard_output_holds_nothing_else(machine: Machine) -> None:
    noisy = machine.root / "noisy"
    noisy.mkdir()
    (noisy / "extension.json").write_text('{"name": "noisy", "exec": "./run"}')
    (noisy / "run").write_text("#!/bin/sh\necho not a frame\nexit 1\n")
    (noisy / "run").chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-m", "wicket", "mcp", "--ext", str(noisy)],
        input=f"{INITIALIZE}\n{INITIALIZED}\n{LIST}\n",
        cwd=machine.project,
        env=machine.environ,
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )
    assert done.returncode == 0
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, 2]
    assert [line for line in done.stderr.splitlines() if "noisy" not in line] == []
    assert len(done.stderr.splitlines()) == len(set(done.stderr.splitlines()))


def test_without_the_sdk_it_says_what_to_install(machine: Machine) -> None:
    (machine.root / "sitecustomize.py").write_text(
        "import importlib.util\n"
        "find = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, *rest: None if name == 'mcp' else find(name, *rest)\n"
    )
    done = machine.run("mcp", PYTHONPATH=str(machine.root))
    assert (done.code, done.out) == (1, "")
    assert done.err == "wicket: the MCP SDK is not installed; run `pip install '.[mcp]'` in a checkout of wicket\n"


def test_without_streams_there_is_nobody_to_serve(machine: Machine) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f"exec {sys.executable} -m wicket mcp <&-"],
        env=machine.environ,
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "wicket: standard input and output are closed; let the agent's program start this\n"


def test_its_help_does_not_load_the_sdk(machine: Machine) -> None:
    script = (
        "import sys; from wicket.cli.verb_start_and_exit import main\n"
        "try: main(['mcp', '--help'])\nfinally: print('mcp' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=WAIT_S, check=False)
    assert done.stdout.splitlines()[-1] == "False"


def test_the_extra_has_the_sdk() -> None:
    text = (Path(__file__).parent.parent.parent / "pyproject.toml").read_text(encoding="utf-8")
    assert 'mcp = ["mcp>=' in text
