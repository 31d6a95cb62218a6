"""Conditions of rules (`when`), in CEL. The one owner of the CEL library, loaded when one is first met.

A condition is true, false, or fails; what it would need to know and cannot makes it undecided. The library reports a
failure as a value, so the only truth here is a boolean.
"""

from _thread import allocate_lock

from wicket.policy.errors import PatternError
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES, matches
from wicket.policy.patterns.pattern_tokenizer import cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.policy.machine_view import World

__all__ = ["MAX_LENGTH", "NAMES", "Failed", "check", "decide", "reads"]

MAX_LENGTH = 4096

# More conditions than any policy has. A process that judges for long meets those of many folders.
MAX_KEPT = 1_000

NAMES = (
    "env",
    "flags",
    "args",
    "paths",
    "definitions",
    "redirects",
    "pipe",
    "vars",
    "flag_groups",
    "os",
    "shell",
    "fs",
)


class Failed(Exception):
    """A condition that came to no answer."""


class _Conditions:
    """The environment of all conditions, and those that have been compiled."""

    def __init__(self) -> None:
        from cel_expr_python import cel

        self._cel = cel
        self.world: World | None = None
        text, anything = cel.Type.STRING, cel.Type.DYN
        lists = cel.Type.Map(text, cel.Type.List(text))
        variables = {
            "env": cel.Type.Map(text, text),
            "flags": cel.Type.Map(text, anything),
            "args": cel.Type.List(text),
            "paths": lists,
            "definitions": cel.Type.Map(text, lists),
            "redirects": cel.Type.List(cel.Type.Map(text, anything)),
            "pipe": cel.Type.Map(text, cel.Type.BOOL),
            "vars": cel.Type.Map(text, text),
            "flag_groups": lists,
            "os": text,
            "shell": cel.Type.Map(text, text),
            "fs": cel.Type.Map(text, text),
        }
        functions = [
            self._function("glob_matches", _glob_matches, 2),
            self._function("fs.exists", lambda path: self._kind(path) != "", 1),
            self._function("fs.is_file", lambda path: self._kind(path) == "file", 1),
            self._function("fs.is_dir", lambda path: self._kind(path) == "folder", 1),
        ]
        self._env = cel.NewEnv(variables=variables, functions=functions)
        self._compiled: dict[str, Any] = {}

    def _function(self, name: str, body: "Any", count: int) -> "Any":
        cel = self._cel
        overload = cel.Overload(
            name.replace(".", "_"), cel.Type.BOOL, [cel.Type.STRING] * count, impl=lambda *given: body(*given)
        )
        return cel.FunctionDecl(name, [overload])

    def _kind(self, path: str) -> str:
        world = self.world
        if world is None:
            return ""
        return world.kind(path if path.startswith("/") else f"{world.cwd}/{path}")

    def compile(self, source: str) -> "Any":
        found = self._compiled.get(source)
        if found is None:
            found = self._env.compile(source)
            if len(self._compiled) >= MAX_KEPT:
                self._compiled.clear()
            self._compiled[source] = found
        return found

    def evaluate(self, source: str, data: "dict[str, Any]", world: "World") -> bool:
        self.world = world
        value = self.compile(source).eval(data=data)
        if value.type() != self._cel.Type.BOOL:
            raise Failed(str(value.plain_value()))
        return bool(value.plain_value())


_lock = allocate_lock()
_conditions: _Conditions | None = None


def _loaded() -> _Conditions:
    global _conditions
    if _conditions is None:
        try:
            _conditions = _Conditions()
        except ImportError:
            raise Failed(
                "conditions need the package cel-expr-python; in a checkout of wicket: pip install '.[when]'"
            ) from None
    return _conditions


def check(source: str) -> None:
    """See that a condition can be compiled.

    Raises:
        PatternError: it cannot.
        Failed: the library is not there.
    """
    if len(source) > MAX_LENGTH:
        raise PatternError(f"a condition of more than {MAX_LENGTH} characters", "make it shorter")
    with _lock:
        conditions = _loaded()
        try:
            expression = conditions.compile(source)
        except Exception as error:  # noqa: BLE001 -- the library raises what it likes
            raise PatternError(f"`when` is no condition: {_first_line(error)}", "see docs/policy.md") from None
        if expression.return_type().name() not in ("BOOL", "bool", "DYN", "dyn"):
            raise PatternError("`when` gives no true or false", "compare something: env.X == 'y'")


def decide(source: str, data: "dict[str, Any]", world: "World", unknown: "set[str]") -> int:
    """Say whether a condition holds. `unknown` names what of the data is not known: then it may.

    Raises:
        Failed: it came to no answer.
    """
    if unknown and any(name in unknown for name in reads(source)):
        return MAYBE
    with _lock:
        try:
            return YES if _loaded().evaluate(source, data, world) else NO
        except Failed:
            raise
        except Exception as error:  # noqa: BLE001 -- the library raises what it likes
            raise Failed(_first_line(error)) from None


_reads: dict[str, tuple[str, ...]] = {}


def reads(source: str) -> tuple[str, ...]:
    """List what a condition looks at, by its first names."""
    found = _reads.get(source)
    if found is None:
        names = "".join(c if c.isalnum() or c == "_" else " " for c in source).split()
        if len(_reads) >= MAX_KEPT:
            _reads.clear()
        found = _reads[source] = tuple(name for name in NAMES if name in names)
    return found


def _glob_matches(pattern: str, text: str) -> bool:
    """Match as a word of a pattern does."""
    try:
        tokens = cut(pattern)
    except PatternError:
        return False
    if len(tokens) != 1:
        return False
    (token,) = tokens
    return token.kind == "star" or (token.kind == "word" and any(matches(glob, text) for glob in token.globs))


def _first_line(error: Exception) -> str:
    from wicket.displayed_text import excerpt

    return excerpt(str(error).split("\n")[0].removeprefix("INVALID_ARGUMENT: "), 300)
