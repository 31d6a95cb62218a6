"""Drives real agents, headless, against a scripted model on loopback, with the hook as `wicket init` writes it."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from real_agents.scripted_model import Call, Script, ScriptedModel

# Under this folder agents are looked for: `…/node_modules/.bin/claude` and its like. None is ever installed by a test.
FOLDER = os.environ.get("WICKET_REAL_AGENTS", "")

# A run of an agent with a dozen calls, on a busy machine.
RUN_S = 240

POLICY = """
defaults: {action: ask}
rules:
  - allow: 'touch allowed*'
  - deny: 'touch denied*'
    message: 'never denied'
  - ask: 'touch asked*'
    message: 'only asked'
files:
  deny_read: ['**/secret.txt']
  deny_write: ['**/Makefile']
"""


@dataclass(frozen=True, slots=True)
class RealAgent:
    """How an agent is pointed at the model, started, and called tools of."""

    name: str
    program: str
    words: tuple[str, ...]
    plain: tuple[str, ...]  # or else:
    bypass: tuple[str, ...]
    shell: Callable[[str], Call]
    write: Callable[[str], Call] | None
    subagent: tuple[Call, ...]  # one after the other
    prepare: Callable[[Path, str], dict[str, str]]
    tells: bool = False  # how calls have ended, by the names that it has for them

    def find(self) -> Path | None:
        found = sorted(Path(FOLDER).glob(f"**/node_modules/.bin/{self.program}")) if FOLDER else []
        return found[0] if found else None


class Run:
    """A home of its own for one agent, set up by `wicket init`."""

    def __init__(self, agent: RealAgent, root: Path) -> None:
        program = agent.find()
        assert program is not None
        self.agent = agent
        self.home = root / "home"
        self.project = root / "project"
        self.config = self.home / ".config" / "wicket" / "wicket.yml"
        temporary = root / "tmp"
        for folder in (self.config.parent, self.project, temporary):
            folder.mkdir(parents=True)
        self.config.write_text(POLICY)
        self.program = program
        node = Path(shutil.which("node") or "/usr/bin/node").parent
        self.environ = {
            "PATH": f"{program.parent}:{node}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(self.home),
            "WICKET_HOME": str(self.home / "state"),
            # Codex gives its sandbox no helper if its home lies in the folder for temporary files.
            "TMPDIR": str(temporary),
            "TERM": "dumb",
            "NO_COLOR": "1",
        }

    def wicket(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        return self._start([sys.executable, "-m", "wicket", *words], more)

    def start(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run the agent's program with other words than those of a run."""
        return self._start([str(self.program), *words], {})

    def _start(self, words: list[str], more: dict[str, str]) -> subprocess.CompletedProcess[str]:
        """Run a program in the project, without a terminal, whoever runs the tests."""
        return subprocess.run(
            words,
            cwd=self.project,
            env=self.environ | more,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=RUN_S,
            check=False,
            start_new_session=True,
        )

    def init(self) -> None:
        """Set the agent up as a person does who has the approver's token."""
        self.wicket("init", "--yes", "--agent", self.agent.name)
        token = (self.home / "state" / "approver.token").read_text().strip()
        done = self.wicket("init", "--yes", "--agent", self.agent.name, WICKET_APPROVER_TOKEN=token)
        assert done.returncode == 0, done.stderr

    def verify(self) -> dict[str, Any]:
        done = self.wicket("verify", "--agent", self.agent.name, "--json")
        (report,) = json.loads(done.stdout)
        return dict(report)

    def play(self, script: Script, *, bypass: bool) -> list[dict[str, Any]]:
        """Let the agent go through a script; give what the model was asked."""
        with ScriptedModel(script) as model:
            more = self.agent.prepare(self.home, model.url)
            words = [*self.agent.words, *(self.agent.bypass if bypass else self.agent.plain)]
            done = self._start([str(self.program), *words], more)
            assert model.requests, (done.returncode, done.stdout[-2000:], done.stderr[-2000:])
            return model.requests

    def ran(self) -> set[str]:
        """Give the files that commands of the script made, and take them away."""
        names = {path.name for path in self.project.iterdir() if path.is_file()}
        for name in names:
            (self.project / name).unlink()
        return names

    def recorded(self, kind: str, **wanted: str) -> set[str]:
        """Give the agent's names for the calls of which a hook without a gateway has written this down."""
        lines = map(json.loads, (self.home / "state" / "hooks.spool").read_text().splitlines())
        return {line["call"] for line in lines if wanted.items() | {("kind", kind)} <= line.items()}

    def end_daemons(self) -> None:
        """End what an agent has left behind: every process that has our home."""
        mark = f"HOME={self.home}".encode()
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if mark in (folder / "environ").read_bytes().split(b"\0"):
                    os.kill(int(folder.name), signal.SIGKILL)


def merge(file: Path, more: dict[str, Any]) -> None:
    """Add to an agent's settings what points it at the model."""
    file.parent.mkdir(parents=True, exist_ok=True)
    there = json.loads(file.read_text()) if file.exists() else {}
    file.write_text(json.dumps(there | more, indent=2))


def _claude(_home: Path, url: str) -> dict[str, str]:
    return {
        "ANTHROPIC_BASE_URL": url,
        "ANTHROPIC_API_KEY": "x",
        "IS_SANDBOX": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    }


def _codex(home: Path, url: str) -> dict[str, str]:
    file = home / ".codex" / "config.toml"
    file.parent.mkdir(exist_ok=True)
    old = file.read_text() if file.exists() else ""
    lines = old.partition("# the model\n")
    rest = lines[2].partition("# end\n")[2] if lines[1] else old
    provider = f'[model_providers.x]\nname = "x"\nbase_url = "{url}/v1"\nwire_api = "responses"\nenv_key = "XKEY"\n'
    file.write_text(f'# the model\nmodel = "gpt-5"\nmodel_provider = "x"\n{provider}# end\n{rest}')
    return {"XKEY": "x"}


def _gemini(home: Path, url: str) -> dict[str, str]:
    merge(home / ".gemini" / "settings.json", {"security": {"auth": {"selectedType": "gemini-api-key"}}})
    return {"GOOGLE_GEMINI_BASE_URL": url, "GEMINI_API_KEY": "x"}


def _copilot(_home: Path, url: str) -> dict[str, str]:
    return {
        "COPILOT_PROVIDER_BASE_URL": f"{url}/v1",
        "COPILOT_PROVIDER_API_KEY": "x",
        "COPILOT_MODEL": "gpt-4.1",
        "COPILOT_OFFLINE": "true",
        "COPILOT_AUTO_UPDATE": "false",
    }


def _opencode(home: Path, url: str) -> dict[str, str]:
    options = {"baseURL": f"{url}/v1", "apiKey": "x"}
    provider = {"x": {"npm": "@ai-sdk/openai-compatible", "options": options, "models": {"m": {}}}}
    merge(home / ".config" / "opencode" / "opencode.json", {"provider": provider, "model": "x/m"})
    off = ("LSP_DOWNLOAD", "MODELS_FETCH", "AUTOUPDATE", "DEFAULT_PLUGINS")
    return {f"OPENCODE_DISABLE_{name}": "1" for name in off}


def _qwen(home: Path, url: str) -> dict[str, str]:
    merge(home / ".qwen" / "settings.json", {"security": {"auth": {"selectedType": "openai"}}})
    return {"OPENAI_BASE_URL": f"{url}/v1", "OPENAI_API_KEY": "x", "OPENAI_MODEL": "m"}


def _droid(home: Path, url: str) -> dict[str, str]:
    model = {
        "model": "m",
        "displayName": "m",
        "baseUrl": f"{url}/v1",
        "apiKey": "x",
        "provider": "generic-chat-completion-api",
        "maxOutputTokens": 1000,
    }
    merge(home / ".factory" / "settings.json", {"customModels": [model]})
    return {"FACTORY_API_KEY": "x", "FACTORY_DROID_AUTO_UPDATE_ENABLED": "false"}


def _pi(home: Path, url: str) -> dict[str, str]:
    provider = {"baseUrl": f"{url}/v1", "api": "openai-completions", "apiKey": "x", "models": [{"id": "m"}]}
    merge(home / ".pi" / "agent" / "models.json", {"providers": {"x": provider}})
    return {"PI_OFFLINE": "1"}


GO = "helper go"


def _spawned(asked: dict[str, Any]) -> dict[str, Any]:
    """Wait for the agent that Codex said it has started."""
    outputs = [json.loads(item["output"]) for item in asked["input"] if "agent_id" in str(item.get("output"))]
    return {"targets": [outputs[-1]["agent_id"]], "timeout_ms": 60000}


AGENTS = (
    RealAgent(
        "claude-code",
        "claude",
        ("-p", "start"),
        ("--allowedTools", "Bash,Write,Agent,Task"),
        ("--dangerously-skip-permissions",),
        lambda command: ("Bash", {"command": command, "description": "x"}),
        lambda path: ("Write", {"file_path": path, "content": "x"}),
        (("Agent", {"description": "x", "prompt": GO, "subagent_type": "general-purpose"}),),
        _claude,
        tells=True,
    ),
    RealAgent(
        "codex",
        "codex",
        ("exec", "--skip-git-repo-check", "start"),
        ("--sandbox", "workspace-write"),
        ("--dangerously-bypass-approvals-and-sandbox",),
        lambda command: ("exec_command", {"cmd": command}),
        None,
        (("multi_agent_v1.spawn_agent", {"message": GO}), ("multi_agent_v1.wait_agent", _spawned)),
        _codex,
        tells=True,
    ),
    RealAgent(
        "gemini",
        "gemini",
        ("-p", "start", "--skip-trust", "--approval-mode", "yolo", "--model", "gemini-2.5-pro"),
        (),
        (),
        lambda command: ("run_shell_command", {"command": command}),
        lambda path: ("write_file", {"file_path": path, "content": "x"}),
        (("invoke_agent", {"agent_name": "generalist", "prompt": GO}),),
        _gemini,
    ),
    RealAgent(
        "copilot",
        "copilot",
        ("-p", "start"),
        (),
        ("--allow-all-tools",),
        lambda command: ("bash", {"command": command, "description": "x"}),
        lambda path: ("create", {"path": path, "file_text": "x"}),
        (("task", {"name": "x", "description": "x", "agent_type": "general-purpose", "prompt": GO, "mode": "sync"}),),
        _copilot,
    ),
    RealAgent(
        "opencode",
        "opencode",
        ("run", "start", "--auto"),
        (),
        (),
        lambda command: ("bash", {"command": command, "description": "x"}),
        lambda path: ("write", {"filePath": path, "content": "x"}),
        (("task", {"description": "x", "prompt": GO, "subagent_type": "general"}),),
        _opencode,
        tells=True,
    ),
    RealAgent(
        "qwen",
        "qwen",
        ("-p", "start", "--yolo"),
        (),
        (),
        lambda command: ("run_shell_command", {"command": command, "is_background": False}),
        lambda path: ("write_file", {"file_path": path, "content": "x"}),
        (),
        _qwen,
        tells=True,
    ),
    RealAgent(
        "droid",
        "droid",
        ("exec", "--model", "custom:m-0", "start"),
        ("--auto", "high"),
        ("--skip-permissions-unsafe",),
        lambda command: ("Execute", {"command": command, "summary": "x", "riskLevelReason": "x", "riskLevel": "low"}),
        lambda path: ("Create", {"file_path": path, "content": "x"}),
        (),
        _droid,
    ),
    RealAgent(
        "pi",
        "pi",
        ("-p", "--offline", "--provider", "x", "--model", "m", "start"),
        (),
        (),
        lambda command: ("bash", {"command": command}),
        lambda path: ("write", {"path": path, "content": "x"}),
        (),
        _pi,
        tells=True,
    ),
)

# What is asked about ends its run, so that it is driven by a script of its own. One word would be a verb.
CLINE = RealAgent(
    "cline",
    "cline",
    ("start the work", "--json"),
    (),
    (),
    lambda command: ("run_commands", {"commands": [command]}),
    None,
    (),
    lambda _home, _url: {},
)

# It needs an account for a run. Its own test of permissions asks the programs that its rules delegate to.
AMP = RealAgent("amp", "amp", (), (), (), lambda command: ("Bash", {"cmd": command}), None, (), lambda _home, _url: {})
