"""The data classes of a policy as its author wrote it: rules, definitions, types, before it is compiled.

Plain slotted classes: the compiled policy is made of these, and everything on the way to a verdict starts fast.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "Config",
    "Definitions",
    "Example",
    "Files",
    "Origin",
    "ProgramExample",
    "Rule",
    "Sandbox",
    "ToolRule",
    "ValidatorType",
    "Value",
]


class Origin:
    """Where something stands: a file (or `preset wicket:read-only`, or `built in`) and a line, counted from 1."""

    __slots__ = ("file", "line")

    def __init__(self, file: str, line: int) -> None:
        self.file = file
        self.line = line

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Origin) and (self.file, self.line) == (other.file, other.line)

    def __hash__(self) -> int:
        return hash((self.file, self.line))


class Example:
    """A command with the decision that is expected for it: a rule's own test, or one of `tests.cases`."""

    __slots__ = ("command", "decision", "origin")

    def __init__(self, decision: str, command: str, origin: Origin) -> None:
        self.decision = decision  # allow, ask, deny or pass
        self.command = command
        self.origin = origin


class ProgramExample:
    """A command line of a program that a policy teaches, with what it is to be read as: `writes a, reads b`."""

    __slots__ = ("command", "origin", "said")

    def __init__(self, command: str, said: str, origin: Origin) -> None:
        self.command = command
        self.said = said
        self.origin = origin


class Rule:
    """One rule. `scope` says whose definitions its pattern sees: an index into `Config.scopes`."""

    __slots__ = (
        "action",
        "carries",
        "exceptions",
        "fix_suggestion",
        "message",
        "mounts",
        "origin",
        "pattern",
        "program",
        "sandbox",
        "scope",
        "tests",
        "to",
        "validate",
        "when",
    )

    def __init__(
        self,
        action: str,
        pattern: str,
        origin: Origin,
        *,
        when: str = "",
        message: str = "",
        fix_suggestion: str = "",
        sandbox: str = "",
        tests: tuple[Example, ...] = (),
        validate: tuple[str, ...] = (),
        exceptions: tuple[str, ...] = (),
        to: str = "",
        carries: str = "",
        mounts: str = "",
        program: str = "",
        scope: int = 0,
    ) -> None:
        self.action = action  # allow, ask or deny
        self.pattern = pattern
        self.origin = origin
        self.when = when
        self.message = message
        self.fix_suggestion = fix_suggestion
        self.sandbox = sandbox
        self.tests = tests
        self.validate = validate  # names of types that this rule's matches go to
        self.exceptions = exceptions  # patterns of what it is not about
        self.to = to  # which machine is asked, if it is about that: here or elsewhere
        self.carries = carries  # what has to be in its words, if it is about that: files, input or secrets
        self.mounts = mounts  # which folders a container is handed, if it is about that: inside or outside
        self.program = program  # which programs it is about, of those that its pattern matches: unknown ones
        self.scope = scope


class ToolRule:
    """A rule about tools that are no shells. Without a server it is about an agent's own; `*` is any text."""

    __slots__ = ("action", "fix_suggestion", "message", "name", "origin", "server")

    def __init__(
        self, action: str, server: str, name: str, origin: Origin, *, message: str = "", fix_suggestion: str = ""
    ) -> None:
        self.action = action  # allow, ask or deny
        self.server = server
        self.name = name
        self.origin = origin
        self.message = message
        self.fix_suggestion = fix_suggestion


class Value:
    """One value of a variable: `kind` is literal, path or pattern."""

    __slots__ = ("kind", "text")

    def __init__(self, kind: str, text: str) -> None:
        self.kind = kind
        self.text = text


class Sandbox:
    """What a sandbox preset says. Nothing here enforces it. `read_allow` is None where everything may be read.

    `inherit` names another one, until what that says is taken over; `said` are those of `network`, `unix_sockets`
    and `caches` that it says itself. `limits` are spelled `memory=1024`.
    """

    __slots__ = (
        *("caches", "env", "inherit", "limits", "network", "origin", "read_allow", "read_deny", "said"),
        *("unix_sockets", "write_allow", "write_deny"),
    )

    def __init__(
        self,
        origin: Origin,
        write_allow: tuple[str, ...] = (),
        write_deny: tuple[str, ...] = (),
        read_deny: tuple[str, ...] = (),
        network: bool = True,
        read_allow: tuple[str, ...] | None = None,
        unix_sockets: bool = False,
        env: tuple[str, ...] = (),
        limits: tuple[str, ...] = (),
        inherit: str = "",
        said: frozenset[str] = frozenset(),
        caches: bool = False,
    ) -> None:
        self.origin = origin
        self.said = said
        self.caches = caches
        self.read_allow = read_allow
        self.unix_sockets = unix_sockets
        self.env = env  # variables that pass although they look like secrets
        self.limits = limits
        self.inherit = inherit
        self.write_allow = write_allow
        self.write_deny = write_deny
        self.read_deny = read_deny
        self.network = network


class Definitions:
    """Names that patterns may use. Paths are absolute, or globs; `wrappers` and `aliases` hold patterns."""

    __slots__ = ("aliases", "flag_groups", "paths", "sandboxes", "vars", "wrappers")

    def __init__(self) -> None:
        self.paths: dict[str, tuple[str, ...]] = {}
        self.vars: dict[str, tuple[Value, ...]] = {}
        self.wrappers: list[tuple[str, Origin]] = []
        self.flag_groups: dict[str, tuple[str, Origin]] = {}
        self.aliases: dict[str, tuple[tuple[str, ...], Origin]] = {}
        self.sandboxes: dict[str, Sandbox] = {}


class ValidatorType:
    """A validator: a program on runok's wire. `commands` are patterns; None: it is asked about every command."""

    __slots__ = ("argv", "commands", "env", "folder", "name", "origin", "scope", "timeout_s")

    def __init__(
        self,
        name: str,
        argv: tuple[str, ...],
        folder: str,
        origin: Origin,
        *,
        timeout_s: float = 5.0,
        commands: tuple[str, ...] | None = None,
        env: tuple[str, ...] | None = None,
        scope: int = 0,
    ) -> None:
        self.name = name
        self.argv = argv  # the executor, split
        self.folder = folder  # of the file that declares it; "" for a policy read from text: the check's cwd
        self.origin = origin
        self.timeout_s = timeout_s
        self.commands = commands
        self.env = env  # names of variables that it gets, if it lists them
        self.scope = scope


class Files:
    """File rules, for every program alike: absolute paths or globs, each with where it stands.

    `fences` are the `write_only_in` of untrusted files, one list for each: writing outside of any of them is refused as
    it is outside of `write_only_in`, and being inside permits nothing.
    """

    # What forbids or asks, wherever it stands; and the folders in which something is permitted.
    FORBIDDING = ("deny_read", "deny_write", "ask_write")
    PERMITTING = ("write_only_in", "allow_write", "ask_delete_outside")
    LISTS = (*FORBIDDING, *PERMITTING)
    # In a person's own file, which is for all projects, `.` is the project that is worked in.
    OF_PROJECT = ("allow_write", "ask_delete_outside")

    __slots__ = (*LISTS, "fences")

    def __init__(
        self,
        deny_read: tuple[tuple[str, Origin], ...] = (),
        deny_write: tuple[tuple[str, Origin], ...] = (),
        write_only_in: tuple[tuple[str, Origin], ...] = (),
        fences: tuple[tuple[tuple[str, Origin], ...], ...] = (),
        *,
        ask_write: tuple[tuple[str, Origin], ...] = (),
        allow_write: tuple[tuple[str, Origin], ...] = (),
        ask_delete_outside: tuple[tuple[str, Origin], ...] = (),
    ) -> None:
        self.deny_read = deny_read
        self.deny_write = deny_write
        self.ask_write = ask_write
        self.write_only_in = write_only_in
        self.allow_write = allow_write
        self.ask_delete_outside = ask_delete_outside
        self.fences = fences


class Config:
    """All that the files say, merged. `scopes[0]` are the definitions of all trusted files together."""

    __slots__ = (
        "default_action",
        "default_sandbox",
        "files",
        "program_examples",
        "programs",
        "require_command",
        "rules",
        "scopes",
        "shell",
        "tests",
        "tools",
        "types",
        "unknown_sandbox",
    )

    def __init__(self) -> None:
        self.rules: list[Rule] = []
        self.scopes: list[Definitions] = [Definitions()]
        self.default_action = ""  # "" when no file says; then it is ask
        self.default_sandbox = ""
        self.unknown_sandbox = ""
        self.files = Files()
        self.types: dict[str, ValidatorType] = {}
        # What is taught of programs, by name: an entry for each file that is about it, as it is compiled.
        self.programs: dict[str, tuple[dict[str, Any], ...]] = {}
        # Their examples: a command line, and what it is read as.
        self.program_examples: list[ProgramExample] = []
        self.shell = ""  # "" when no file says; then it is bash
        self.tests: list[Example] = []
        self.tools: list[ToolRule] = []
        # experimental.require_command_in_path: the action (ask or deny) and the names to ignore; None: off.
        self.require_command: tuple[str, tuple[str, ...]] | None = None
