"""A host for tests, in the same process: what it says and hears goes through pipes and the real servers.

    from wicket.sdk.testing import Client

    with Client(ext) as client:
        assert client.call_tool("weather", city="Berlin").text == "Berlin: 16°C, fog"
        assert client.validate("curl -X POST https://x", env={"AWS_PROFILE": "prod"}).status == "deny"

For each protocol that a test uses, the client holds one conversation; `client.transcript(wire)` gives it as text,
`client.record(wire, path)` keeps it, and `replay(extension, path)` compares another day's answers with it.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from wicket.errors import WicketError
from wicket.sdk.extension import Extension
from wicket.sdk.in_process_conversation import Conversation, NoAnswer
from wicket.sdk.transcripts import Differs, Spoken, render, replay

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

__all__ = ["Answer", "Client", "Conversation", "Differs", "NoAnswer", "RpcError", "load", "replay"]


class RpcError(WicketError):
    """The extension answered with an error. `logs` are what it logged meanwhile."""

    def __init__(self, code: int, message: str, logs: Sequence[dict[str, Any]] = ()) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.logs = list(logs)


class Answer:
    """A message of the extension's. Its members are attributes, and `raw` is all of it; absent ones are None."""

    def __init__(self, raw: dict[str, Any], logs: Sequence[dict[str, Any]] = ()) -> None:
        self.raw = raw
        self.logs = list(logs)

    def __getattr__(self, name: str) -> Any:
        return self.raw.get(name)

    @property
    def text(self) -> str:
        """All text of a tool's result."""
        said = self.raw.get("text")
        blocks = self.raw.get("content") or []
        return said if isinstance(said, str) else "\n".join(b["text"] for b in blocks if b.get("type") == "text")

    def __repr__(self) -> str:
        return f"Answer({self.raw!r})"


class Client:
    """All hosts at once, for one extension. Conversations begin with their first use and end with the `with`.

    `config` is what gevals hands to `on_initialize`, and `data_dir` where `ctx.state` and the like are kept.
    """

    def __init__(
        self, extension: Extension | str | Path, *, config: dict[str, Any] | None = None, data_dir: str | Path = ""
    ) -> None:
        self._data_dir = str(data_dir)
        self.extension = extension if isinstance(extension, Extension) else load(extension)
        self._config = config or {}
        self._open: dict[str, Conversation] = {}
        self._ids = 0
        self._spoken: dict[str, list[tuple[str, str]]] = {}
        self.manifest: dict[str, Any] = {}

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Say goodbye on every wire."""
        for wire, conversation in self._open.items():
            if wire == "zot":
                conversation.say({"type": "shutdown"})
            elif wire == "gevals":
                conversation.say({"jsonrpc": "2.0", "id": self._id(), "method": "shutdown", "params": {}})
            conversation.close()
            self._spoken[wire] = conversation.spoken
        self._open = {}

    def transcript(self, wire: str) -> str:
        """Give what was said on a wire so far, one line for each message."""
        conversation = self._open.get(wire)
        spoken = conversation.spoken if conversation is not None else self._spoken.get(wire, [])
        return "".join(render(Spoken(speaker, ">", text)) for speaker, text in spoken)

    def record(self, wire: str, path: str | Path, title: str = "") -> None:
        """Write what was said on a wire so far to a file that `replay` takes."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"# {title or f'{self.extension.name} over {wire}'}\n{self.transcript(wire)}")

    # ── as runok ─────────────────────────────────────────────────────────────

    def validate(
        self,
        command_line: str,
        *,
        flags: Mapping[str, str] | None = None,
        args: Sequence[str] | None = None,
        env: Mapping[str, str] | None = None,
        cwd: str = "",
    ) -> Answer:
        """Ask about a command: `status`, `message` and `fix_suggestion` are in the answer.

        Flags and arguments are read off the line, where a flag takes the next word unless that begins with a dash;
        give them yourself where the program knows better.
        """
        command, read_flags, read_args = _program_flags_and_args(command_line)
        params = {
            "command": command,
            "flags": dict(read_flags if flags is None else flags),
            "args": list(read_args if args is None else args),
            "raw_command_line": command_line,
            "env": dict(env or {}),
            "cwd": cwd or os.getcwd(),
        }
        conversation = Conversation(self.extension, None)
        conversation.say({"jsonrpc": "2.0", "id": 1, "method": "validateCommand", "params": params})
        conversation.hang_up()
        answer = conversation.hear()
        conversation.close()
        self._spoken["runok"] = conversation.spoken
        return Answer(_result(answer))

    # ── as gevals ────────────────────────────────────────────────────────────

    def execute(
        self,
        operation: str,
        args: dict[str, Any] | None = None,
        *,
        workdir: str | Path = "",
        phase: str = "setup",
        env: Mapping[str, str] | None = None,
        timeout: str = "",
        agent: tuple[str, str] | None = None,
    ) -> Answer:
        """Run an operation: `success`, `message`, `error`, `outputs`, and in `logs` what it logged meanwhile.

        Raises:
            RpcError: the extension refused the call itself.
        """
        context: dict[str, Any] = {"workdir": str(workdir) or os.getcwd(), "phase": phase}
        if env:
            context["env"] = dict(env)
        if timeout:
            context["timeout"] = timeout
        if agent is not None:
            prompt, output = agent
            context["agent"] = {"prompt": prompt, "output": output}
        conversation = self._operations()
        step = {"operation": operation, "args": args or {}, "context": context}
        answer = self._call(conversation, "execute", step)
        logs = [frame["params"] for frame in conversation.kept(lambda frame: frame.get("method") == "log")]
        return Answer(_result(answer, logs), logs)

    def initialize(self) -> dict[str, Any]:
        """Greet as gevals does, and give the manifest."""
        self._operations()
        return self.manifest

    def _operations(self) -> Conversation:
        if "gevals" not in self._open:
            self._open["gevals"] = conversation = Conversation(self.extension, "gevals")
            params = {"protocolVersion": "0.0.1", **({"config": self._config} if self._config else {})}
            self.manifest = _result(self._call(conversation, "initialize", params))
        return self._open["gevals"]

    # ── as zot ───────────────────────────────────────────────────────────────

    def call_tool(self, name: str, /, **args: Any) -> Answer:
        """Call a tool as the model would: `text`, `content` and `is_error` are in the answer."""
        return Answer(self._invoke({"type": "tool_call", "name": name, "args": args}))

    def run_command(self, name: str, args: str = "") -> Answer:
        """Type a slash command: `action` and what it brings are in the answer."""
        return Answer(self._invoke({"type": "command_invoked", "name": name.removeprefix("/"), "args": args}))

    def intercept(self, event: str = "tool_call", /, **payload: Any) -> Answer:
        """Announce an event before it happens: `block`, `reason`, `modified_args`, `replace_text` may be answered."""
        return Answer(self._invoke({"type": "event_intercept", "event": event, **payload}))

    def emit(self, event: str, /, **payload: Any) -> None:
        """Tell of an event."""
        self.zot().say({"type": "event", "event": event, **payload})

    def press(self, panel_id: str, key: str, text: str = "") -> Answer:
        """Press a key in a panel, and wait for the panel to be drawn anew or closed."""
        conversation = self.zot()
        conversation.say({"type": "panel_key", "panel_id": panel_id, "key": key, "text": text})
        return Answer(conversation.hear(lambda frame: frame.get("panel_id") == panel_id))

    def notes(self) -> list[tuple[str, str]]:
        """Give the notes to the person that came so far, each with its level."""
        self.run_command("wicket-sdk-testing-knows-no-such-command")  # by its answer, all before it has come
        frames = self.zot().kept(lambda frame: frame.get("type") == "notify")
        return [(frame["level"], frame["message"]) for frame in frames]

    def zot(self) -> Conversation:
        """Give the conversation as a host of agents, for what the other methods do not do."""
        if "zot" not in self._open:
            self._open["zot"] = conversation = Conversation(self.extension, "zot")
            conversation.hear(lambda frame: frame.get("type") == "hello")
            conversation.say(
                {
                    "type": "hello_ack",
                    "protocol_version": 1,
                    "zot_version": "0.0.0",
                    "provider": "",
                    "model": "",
                    "cwd": os.getcwd(),
                    **({"data_dir": self._data_dir} if self._data_dir else {}),
                }
            )
            conversation.hear(lambda frame: frame.get("type") == "ready")
        return self._open["zot"]

    def _invoke(self, frame: dict[str, Any]) -> dict[str, Any]:
        conversation = self.zot()
        id = str(self._id())
        conversation.say({"type": frame.pop("type"), "id": id, **frame})
        return conversation.hear(lambda heard: heard.get("id") == id)

    # ── as an MCP client ─────────────────────────────────────────────────────

    def mcp(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """Call a method as an MCP client, and give its result."""
        if "mcp" not in self._open:
            self._open["mcp"] = conversation = Conversation(self.extension, "mcp")
            hello = {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "0"},
            }
            _result(self._call(conversation, "initialize", hello))
            conversation.say({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return _result(self._call(self._open["mcp"], method, params or {}))

    def _call(self, conversation: Conversation, method: str, params: dict[str, Any]) -> dict[str, Any]:
        id = self._id()
        conversation.say({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        return conversation.hear(lambda frame: frame.get("id") == id)

    def _id(self) -> int:
        self._ids += 1
        return self._ids


def load(path: str | Path) -> Extension:
    """Import an extension's file, without running it, and give the extension in it.

    Raises:
        NoAnswer: there is none in it.
    """
    import importlib.util

    name = f"wicket_extension_{abs(hash(os.path.abspath(path)))}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise NoAnswer(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    found = next((value for value in vars(module).values() if isinstance(value, Extension)), None)
    if found is None:
        raise NoAnswer(f"{path} makes no Extension at its top level")
    return found


def _result(answer: dict[str, Any], logs: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    if "error" in answer:
        raise RpcError(answer["error"]["code"], answer["error"]["message"], logs)
    result: dict[str, Any] = answer["result"]
    return result


def _program_flags_and_args(command_line: str) -> tuple[str, dict[str, str], list[str]]:
    import shlex

    first, *words = shlex.split(command_line) or [""]
    flags: dict[str, str] = {}
    args: list[str] = []
    while words:
        word = words.pop(0)
        if word == "--":
            args += words
            break
        if not word.startswith("-") or word == "-":
            args.append(word)
            continue
        flag, equals, value = word.lstrip("-").partition("=")
        if not equals and words and not words[0].startswith("-"):
            value = words.pop(0)
        flags[flag] = value
    return first.rpartition("/")[2], flags, args
