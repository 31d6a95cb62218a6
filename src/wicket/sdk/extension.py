"""What an author writes down: an extension with its tools, operations, validators, commands and listeners.

Nothing here knows a protocol. The heavy half, which makes schemas of signatures, is imported with the first tool or
operation; a validator never pays for it.
"""

from __future__ import annotations

import sys

from wicket.errors import WicketError
from wicket.sdk.extension_identity import Place, Unreadable, is_semantic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, Literal, Protocol, TypeVar, overload

    from wicket.sdk.signature_schema import Signature

    Function = TypeVar("Function", bound=Callable[..., Any])
    OnFailure = Literal["block", "allow"]

    class Decorator(Protocol):
        """Registers a function and gives it back."""

        def __call__(self, function: Function, /) -> Function: ...

else:
    # Only type checkers read overloads, and importing `typing` would cost a validator more than all the rest.
    globals()["overload"] = lambda function: function

__all__ = ["Command", "Extension", "Interceptor", "Misused", "Offer", "check_level", "wants"]

# The events that hosts send, and those of them that an extension may hold up.
EVENTS = ("session_start", "turn_start", "turn_end", "tool_call", "assistant_message")
INTERCEPTABLE = ("tool_call", "turn_start", "assistant_message")

# A host waits 5 s for a guard and then lets the call pass; the SDK answers before that.
GUARD_BUDGET_S = 4.5

# mcpchecker stops reading for good at a line of 64 KiB.
MAX_LINE_BYTES = 65_535


class Misused(WicketError):
    """An extension was put together wrongly; the sentence says where and what to do."""


class Offer:
    """A tool or an operation: something with a name that takes arguments."""

    __slots__ = ("description", "function", "name", "requires", "signature")

    def __init__(
        self, name: str, function: Callable[..., Any], signature: Signature, description: str, requires: Iterable[str]
    ) -> None:
        self.name = name
        self.function = function
        self.signature = signature
        self.description = description
        self.requires = tuple(requires)


class Command:
    """A slash command."""

    __slots__ = ("description", "function", "name")

    def __init__(self, name: str, function: Callable[..., Any], description: str) -> None:
        self.name = name
        self.function = function
        self.description = description


class Interceptor:
    """Someone with a say before an event happens, and what counts when it fails or takes too long."""

    __slots__ = ("budget_s", "event", "function", "on_failure")

    def __init__(self, event: str, function: Callable[..., Any], on_failure: str, budget_s: float) -> None:
        self.event = event
        self.function = function
        self.on_failure = on_failure
        self.budget_s = budget_s


class Extension:
    """One extension. Name and version may be left to the `extension.json` beside the file.

    `requires` lists programs that the whole extension needs on PATH; `requires_at` says whether a missing one is
    told at `initialize` or at the first `execute`. `mcpchecker=True` answers unknown operations and unexpected
    exceptions with `success: false`, which keeps mcpchecker's phase going. `max_line_bytes` is the longest line that an
    operation's answer may take, `None` for no limit. `capabilities` are what a host is told, if not what was
    registered, and `cancel` where a handler takes `ctx`.
    """

    def __init__(
        self,
        name: str | None = None,
        version: str | None = None,
        *,
        description: str = "",
        requires: Sequence[str] = (),
        requires_at: Literal["initialize", "execute"] = "initialize",
        mcpchecker: bool = False,
        max_line_bytes: int | None = MAX_LINE_BYTES,
        capabilities: Sequence[str] | None = None,
    ) -> None:
        self._place = Place(sys._getframe(1).f_globals)
        self.directory = self._place.folder
        if name is None or version is None:
            manifest = self._manifest()
            name = name if name is not None else manifest.get("name")
            version = version if version is not None else manifest.get("version")
        if not isinstance(name, str) or not name:
            raise Misused(f'an extension needs a name: Extension("name", "1.0.0"), or {self._place.path} with both')
        if not isinstance(version, str) or not is_semantic(version):
            raise Misused(f"{name}: {version!r} is no semantic version; write it like 1.0.0")
        self.name = name
        self.version = version
        self.description = description
        self.requires = tuple(requires)
        self.requires_at = requires_at
        self.mcpchecker = mcpchecker
        self.max_line_bytes = max_line_bytes
        self.capabilities = None if capabilities is None else tuple(capabilities)
        self.tools: dict[str, Offer] = {}
        self.operations: dict[str, Offer] = {}
        self.validators: list[Callable[..., Any]] = []
        self.commands: dict[str, Command] = {}
        self.listeners: dict[str, list[Callable[..., Any]]] = {}
        self.interceptors: list[Interceptor] = []
        self.greeters: list[Callable[..., Any]] = []
        self.initializers: list[Callable[..., Any]] = []
        self.finishers: list[Callable[..., Any]] = []
        self._notifiers: list[Callable[[str, str], None]] = []
        self._unsaid: list[tuple[str, str]] | None = []  # until there is someone to say it to

    # ── what can be called ───────────────────────────────────────────────────

    @overload
    def tool(
        self, function: Function, /, *, name: str = "", description: str = "", schema: dict[str, Any] | None = None
    ) -> Function: ...
    @overload
    def tool(self, /, *, name: str = "", description: str = "", schema: dict[str, Any] | None = None) -> Decorator: ...
    def tool(
        self,
        function: Function | None = None,
        /,
        *,
        name: str = "",
        description: str = "",
        schema: dict[str, Any] | None = None,
    ) -> Any:
        """Offer a function to the model. With a `schema` of its own it gets the raw arguments as one dict."""

        def register(function: Function) -> Function:
            self._offer(self.tools, "tool", function, name, description, schema, ())
            return function

        return register if function is None else register(function)

    @overload
    def operation(
        self,
        function: Function,
        /,
        *,
        name: str = "",
        description: str = "",
        schema: dict[str, Any] | None = None,
        requires: Sequence[str] = (),
    ) -> Function: ...
    @overload
    def operation(
        self,
        /,
        *,
        name: str = "",
        description: str = "",
        schema: dict[str, Any] | None = None,
        requires: Sequence[str] = (),
    ) -> Decorator: ...
    def operation(
        self,
        function: Function | None = None,
        /,
        *,
        name: str = "",
        description: str = "",
        schema: dict[str, Any] | None = None,
        requires: Sequence[str] = (),
    ) -> Any:
        """Offer a function as a step of tasks. `requires` names programs that it needs on PATH."""

        def register(function: Function) -> Function:
            self._offer(self.operations, "operation", function, name, description, schema, requires)
            return function

        return register if function is None else register(function)

    @overload
    def validator(self, function: Function, /) -> Function: ...
    @overload
    def validator(self, /) -> Decorator: ...
    def validator(self, function: Function | None = None, /) -> Any:
        """Have a say on each command; of several, the strictest wins. Returning nothing allows."""

        def register(function: Function) -> Function:
            self.validators.append(function)
            return function

        return register if function is None else register(function)

    @overload
    def command(self, function: Function, /) -> Function: ...
    @overload
    def command(self, name: str = "", /, *, description: str = "") -> Decorator: ...
    def command(self, name: str | Function | None = None, /, *, description: str = "") -> Any:
        """Offer a slash command, named after the function unless a name is given."""

        def register(function: Function) -> Function:
            given = name if isinstance(name, str) else ""
            word = (given or _name(function)).removeprefix("/")
            if not word or not word.replace("-", "").replace("_", "").isalnum() or not word.isascii():
                raise Misused(f"command {word!r}: a command's name is made of letters, digits, - and _")
            self._refuse_second(self.commands, "command", word)
            first = (function.__doc__ or "").strip().partition("\n")[0]
            self.commands[word] = Command(word, function, description or first)
            return function

        return register(name) if callable(name) else register

    # ── what goes by ─────────────────────────────────────────────────────────

    @overload
    def on(self, function: Function, /) -> Function: ...
    @overload
    def on(self, event: str, /) -> Decorator: ...
    def on(self, event: str | Function, /) -> Any:
        """Listen to an event: session_start, turn_start, turn_end, tool_call or assistant_message."""

        def register(function: Function) -> Function:
            word = event if isinstance(event, str) else _name(function)
            if word not in EVENTS:
                raise Misused(f"on: {word!r} is no event; hosts send {', '.join(EVENTS)}")
            self.listeners.setdefault(word, []).append(function)
            return function

        return register(event) if callable(event) else register

    @overload
    def intercept(self, function: Function, /) -> Function: ...
    @overload
    def intercept(
        self, event: str = "tool_call", /, *, on_failure: OnFailure = "block", budget: float = GUARD_BUDGET_S
    ) -> Decorator: ...
    def intercept(
        self,
        event: str | Function = "tool_call",
        /,
        *,
        on_failure: OnFailure = "block",
        budget: float = GUARD_BUDGET_S,
    ) -> Any:
        """Have a say before an event happens. `on_failure` is what counts after an exception or `budget` seconds."""

        def register(function: Function) -> Function:
            word = event if isinstance(event, str) else "tool_call"
            if word not in INTERCEPTABLE:
                raise Misused(f"intercept: {word!r} cannot be held up; these can: {', '.join(INTERCEPTABLE)}")
            if on_failure not in ("block", "allow"):
                raise Misused(f"intercept: on_failure is 'block' or 'allow', not {on_failure!r}")
            if not 0 < budget < 5:
                raise Misused(f"intercept: a host waits 5 s, so budget lies between 0 and 5, not at {budget}")
            self.interceptors.append(Interceptor(word, function, on_failure, budget))
            return function

        return register(event) if callable(event) else register

    def on_hello(self, function: Function) -> Function:
        """Call this with the host's particulars before registration ends: it may register by them.

        Only an extension that has such a function waits for the host's acknowledgement before it is ready.
        """
        self.greeters.append(function)
        return function

    def on_initialize(self, function: Function) -> Function:
        """Call this before the first call is carried out.

        A parameter named `config` gets the host's configuration as a dict; any others are filled from it, checked and
        defaulted like arguments.
        """
        self.initializers.append(function)
        return function

    def on_shutdown(self, function: Function) -> Function:
        """Call this before the process ends."""
        self.finishers.append(function)
        return function

    # ── what it does ─────────────────────────────────────────────────────────

    def notify(self, message: str, level: str = "info") -> None:
        """Show the person a note; from any thread, at any time. Before there is a host, it is kept for it."""
        check_level(level)
        if self._unsaid is not None:
            self._unsaid.append((level, message))
        for notifier in list(self._notifiers):
            notifier(level, message)

    def connect(self, notifier: Callable[[str, str], None]) -> None:
        """Take a way to the person, and say what was kept for them."""
        kept, self._unsaid = self._unsaid or [], None
        self._notifiers.append(notifier)
        for level, message in kept:
            notifier(level, message)

    def disconnect(self, notifier: Callable[[str, str], None]) -> None:
        """Forget a way to the person: that conversation is over."""
        self._notifiers.remove(notifier)

    def run(self, wire: str | None = None) -> None:
        """Serve the host that started this process, until it has had enough.

        Without a `wire`, `--wire NAME` or `WICKET_WIRE`, whoever speaks first decides.
        """
        from wicket.sdk.process_start_and_end import serve

        self._check_manifest()
        code = serve(self, wire)
        if code:
            raise SystemExit(code)

    def _offer(
        self,
        offers: dict[str, Offer],
        what: str,
        function: Callable[..., Any],
        name: str,
        description: str,
        schema: dict[str, Any] | None,
        requires: Iterable[str],
    ) -> None:
        from wicket.sdk.signature_schema import Signature, raw

        name = name or _name(function)
        self._refuse_second(offers, what, name)
        if schema is not None and schema.get("type", "object") != "object":
            raise Misused(f"{what} {name}: its schema must be of type object, for arguments have names")
        signature = Signature.of(function, f"{what} {name}") if schema is None else raw(schema, function)
        offers[name] = Offer(name, function, signature, description or signature.description, requires)

    def _refuse_second(self, known: dict[str, Any], what: str, name: str) -> None:
        if name in known:
            raise Misused(f"{what} {name} is registered twice; give one of them another name")

    def _manifest(self) -> dict[str, Any]:
        try:
            return self._place.manifest()
        except Unreadable as error:
            raise Misused(str(error)) from None

    def _check_manifest(self) -> None:
        manifest = self._manifest()
        name = manifest.get("name", self.name)
        if name != self.name:
            raise Misused(
                f"this extension calls itself {self.name!r}, but {self._place.path} says {name!r}; make them agree"
            )


def check_level(level: str) -> None:
    """Refuse a level that hosts do not know."""
    if level not in ("info", "success", "warn", "error"):
        raise ValueError(f"{level!r} is no level; use info, success, warn or error")


def wants(function: Callable[..., Any], parameter: str) -> bool:
    """Say whether a function has a parameter of this name."""
    code = getattr(function, "__code__", None)
    if code is None or hasattr(function, "__wrapped__"):
        import inspect

        return parameter in inspect.signature(function).parameters
    return parameter in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _name(function: Callable[..., Any]) -> str:
    name = getattr(function, "__name__", "")
    if not name or name == "<lambda>":
        raise Misused("what has no name of its own needs one: pass name=")
    return name
