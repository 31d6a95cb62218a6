"""Calls anything that an extension offers, as its host would: tools and commands, operations, and validators.

Tools and commands go to one process that is kept; a question to a validator is a process of its own, as under runok.
"""

import itertools
import os
from collections.abc import Callable, Mapping
from typing import Any, Self

from wicket.kit.extension_offers import Calling, NoSuchOffer, Offer, error_of, heeded, operations_of, registered
from wicket.kit.extension_process import Talk
from wicket.kit.extension_target import Protocol, Target
from wicket.kit.validator_question import ask_validators

__all__ = ["Caller"]

GREETING_S = 10.0
CALL_S = 600.0
GOODBYE_S = 2.0

# What a host waits for a guard.
GUARD_S = 5.0

# Makes arguments for a schema: the caller knows what a person typed.
Arguments = Callable[[Mapping[str, Any]], Mapping[str, Any]]


class Caller:
    """Starts an extension when it is needed, and ends it with the `with`. `tap` sees the wire, `complaints` its stderr.

    Its own guards are asked before one of its tools is called, as a host would, unless `guards` is false. `start_s` is
    how long it may take until it greets.
    """

    def __init__(
        self,
        target: Target,
        *,
        tap: Callable[[str, bytes], object] = lambda _speaker, _line: None,
        complaints: Callable[[str], object] | None = None,
        guards: bool = True,
        start_s: float = GREETING_S,
        config: Mapping[str, Any] | None = None,
    ) -> None:
        self.target = target
        self._tap = tap
        self._complaints = complaints
        self._held: list[str] | None = None  # what it complains of while it is found out what it speaks
        self._guards = guards
        self.start_s = start_s
        self._config = config or {}
        self._talks: dict[Protocol, Talk] = {}
        self._offers: dict[Protocol, list[Offer]] = {}
        self._ids = itertools.count(1)
        self._last_words = ""  # of a process that was let go
        self._ending = ""  # how it ended, if it was not let go but failed
        self.manifest: dict[str, Any] = {}
        self.heeds: tuple[str, ...] = ()  # the events that it listens to or guards, once it has been greeted

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Say goodbye to whatever runs."""
        for protocol, talk in self._talks.items():
            with talk:
                if protocol == "zot":
                    talk.say({"type": "shutdown"})
                else:
                    talk.say(self._rpc("shutdown", {}))
                talk.hang_up()
                talk.wait(GOODBYE_S)
        self._talks = {}

    # ── what there is ────────────────────────────────────────────────────────

    def operations(self) -> list[Offer]:
        """Ask for the operations; none if it is no extension of that kind."""
        if "gevals" not in self._offers:
            self._offers["gevals"] = self._initialize()
        return self._offers["gevals"]

    def tools_and_commands(self) -> list[Offer]:
        """Hear what it registers; none if it is no extension of that kind."""
        if "zot" not in self._offers:
            self._offers["zot"] = self._greet()
        return self._offers["zot"]

    def _initialize(self) -> list[Offer]:
        talk = self._start("gevals")
        params = {"protocolVersion": "0.0.1", **({"config": dict(self._config)} if self._config else {})}
        request = self._rpc("initialize", params)
        talk.say(request)
        # One that greets first is no operations extension.
        answer = talk.hear(
            lambda frame: frame.get("id") == request["id"] or frame.get("type") == "hello",
            self.start_s,
            "its manifest",
        )
        if answer is not None and "error" in answer:
            raise NoSuchOffer(f"{self.target.name} refuses to be initialized: {error_of(answer)}")
        result = None if answer is None else answer.get("result")
        if not isinstance(result, dict):
            self._drop("gevals")
            self._held = None  # it was spoken to in a tongue that it does not know
            return []
        self._let_go()
        self.manifest = result
        return operations_of(result)

    def _greet(self) -> list[Offer]:
        talk = self._start("zot")
        hello = talk.hear(lambda frame: frame.get("type") == "hello" or "jsonrpc" in frame, self.start_s, "its hello")
        if hello is None or hello.get("type") != "hello":
            self._drop("zot")
            if self._ending:
                self._let_go()
            self._held = None
            return []
        self._let_go()
        where = str(self.target.cwd)
        talk.say(
            {
                "type": "hello_ack",
                "protocol_version": 1,
                "zot_version": "0.0.0",
                "provider": "",
                "model": "",
                "cwd": os.getcwd(),
                "extension_dir": where,
                "data_dir": where,
            }
        )
        talk.hear(lambda frame: frame.get("type") == "ready", self.start_s, "its ready")
        self.heeds = heeded(talk.frames)
        return registered(talk.frames)

    def nothing_to_call(self) -> NoSuchOffer:
        """Say why there is nothing to call, and what can be done."""
        name = self.target.name
        if self.heeds:
            events, place = ", ".join(self.heeds), self.target.folder or self.target.program[-1]
            tried = f"try it in `wicket ext repl --no-ext --ext {place}`, with ?TOOL and @EVENT"
            return NoSuchOffer(f"{name} has nothing to be called; it heeds {events}: {tried}")
        if self._ending:
            return NoSuchOffer(f"{name} offers nothing: {self._ending}; `wicket ext doctor` says more")
        return NoSuchOffer(f"{name} offers no tool, command or operation; ask a validator with --validate")

    # ── while it is kept ─────────────────────────────────────────────────────

    @property
    def attended(self) -> bool:
        """Whether a process is kept for tools and commands."""
        return "zot" in self._talks

    @property
    def alive(self) -> bool:
        """Whether that process runs."""
        return self.attended and self._talks["zot"].wakes is not None

    def listen(self) -> None:
        """Take in what it has said by itself."""
        self._talks["zot"].listen(0.0)

    def last_words(self) -> str:
        """The last line on its stderr, where a traceback ends."""
        return self._talks["zot"].last_words if self.attended else self._last_words

    # ── calls ────────────────────────────────────────────────────────────────

    def call(
        self,
        name: str,
        arguments: Arguments,
        *,
        workdir: str,
        phase: str = "setup",
        env: Mapping[str, str] | None = None,
    ) -> tuple[Offer, Calling]:
        """Call a tool or an operation by its name; where both have it, the operation.

        Raises:
            NoSuchOffer: there is neither.
        """
        for offer in self.operations():
            if offer.name == name:
                return offer, self._execute(offer, arguments(offer.schema), workdir, phase, env or {})
        for offer in self.tools_and_commands():
            if offer.name == name and offer.kind == "tool":
                return offer, self._call_tool(offer, arguments(offer.schema))
        raise self._unknown(name)

    def command(self, name: str, line: str) -> Calling:
        """Type a slash command.

        Raises:
            NoSuchOffer: there is none of that name.
        """
        name = name.removeprefix("/")
        if not any(offer.kind == "command" and offer.name == name for offer in self.tools_and_commands()):
            raise self._unknown(f"/{name}")
        answer = self._invoke("command_invoked", name, name=name, args=line)
        return Calling(answer, not answer.get("error"))

    def validate(self, line: str, env: Mapping[str, str]) -> Calling:
        """Ask the extension's validators about a command line.

        Raises:
            NoSuchOffer: they give no answer.
        """
        return ask_validators(
            self.target,
            line,
            env,
            id=next(self._ids),
            tap=self._tap,
            complaints=self._complaints,
            patience_s=self.start_s,
        )

    def _execute(
        self, offer: Offer, args: Mapping[str, Any], workdir: str, phase: str, env: Mapping[str, str]
    ) -> Calling:
        talk = self._talks["gevals"]
        context = {"workdir": workdir, "phase": phase, **({"env": dict(env)} if env else {})}
        request = self._rpc("execute", {"operation": offer.name, "args": dict(args), "context": context})
        before = len(talk.lines)
        talk.say(request)
        answer = talk.hear(
            lambda frame: frame.get("id") == request["id"] and "method" not in frame,
            CALL_S,
            f"its answer to {offer.name}",
        )
        if answer is None:
            raise self._gone(talk, offer.name)
        logs = [
            params
            for line in talk.lines[before:]
            if (frame := line.frame)
            and frame.get("method") == "log"
            and isinstance(params := frame.get("params"), dict)
        ]
        result = answer.get("result")
        ok = isinstance(result, dict) and result.get("success") is True
        return Calling(result if isinstance(result, dict) else answer, ok, tuple(logs))

    def _call_tool(self, offer: Offer, args: Mapping[str, Any]) -> Calling:
        if self._guards and self._is_guard():
            said = self._asked(offer.name, args)
            if said.get("block") is True:
                reason = str(said.get("reason") or "it gives no reason")
                text = f"blocked by {self.target.name}: {reason}"
                return Calling({"is_error": True, "content": [{"type": "text", "text": text}]}, False)
            if isinstance(changed := said.get("modified_args"), dict):
                args = changed
        answer = self._invoke("tool_call", offer.name, name=offer.name, args=dict(args))
        return Calling(answer, not answer.get("is_error"))

    def _is_guard(self) -> bool:
        said = [frame for frame in self._talks["zot"].frames if frame.get("type") == "subscribe"]
        return any("tool_call" in (frame.get("intercept") or ()) for frame in said)

    def _asked(self, name: str, args: Mapping[str, Any]) -> dict[str, Any]:
        """Ask its guards about a call of its own tool."""
        call = {"event": "tool_call", "tool_id": str(next(self._ids)), "tool_name": name, "tool_args": dict(args)}
        return self._invoke("event_intercept", f"{name}, as a guard", GUARD_S, **call)

    def _invoke(self, kind: str, what: str, patience: float = CALL_S, **members: Any) -> dict[str, Any]:
        talk, id = self._talks["zot"], str(next(self._ids))
        talk.say({"type": kind, "id": id, **members})
        if (answer := talk.hear(lambda frame: frame.get("id") == id, patience, f"its answer to {what}")) is None:
            raise self._gone(talk, what)
        return answer

    # ── processes ────────────────────────────────────────────────────────────

    def _start(self, protocol: Protocol) -> Talk:
        argv, environ = self.target.argv(protocol), self.target.environ(protocol)
        self._held = []
        complaints = None if self._complaints is None else self._complain
        talk = self._talks[protocol] = Talk(
            argv, self.target.cwd, environ, tap=self._tap, complaints=complaints, name=self.target.name
        )
        return talk

    def _complain(self, line: str) -> None:
        if self._held is not None:
            self._held.append(line)
        elif self._complaints is not None:
            self._complaints(line)

    def _let_go(self) -> None:
        """Pass on what was held back."""
        held, self._held = self._held, None
        for line in held or ():
            self._complain(line)

    def _drop(self, protocol: Protocol) -> None:
        with self._talks.pop(protocol) as talk:
            self._last_words = talk.last_words
            self._ending = talk.ending()

    def _rpc(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        return {"jsonrpc": "2.0", "id": next(self._ids), "method": method, "params": params}

    def _unknown(self, name: str) -> NoSuchOffer:
        known = [
            f"/{each.name}" if each.kind == "command" else each.name
            for each in (*self.operations(), *self.tools_and_commands())
        ]
        said = NoSuchOffer(f"{self.target.name} has no {name!r}; there are: {', '.join(known)}")
        return said if known else self.nothing_to_call()

    def _gone(self, talk: Talk, name: str) -> NoSuchOffer:
        why = talk.ending() or talk.last_words or "it says nothing on stderr"
        return NoSuchOffer(f"{self.target.name} did not answer {name}: {why}")
