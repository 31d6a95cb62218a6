"""Gives an account of a program of JavaScript: files, processes, what strangers get, modules that it writes first."""

from wicket.shell.code_effects import Account, CodeNotUnderstood
from wicket.shell.languages.javascript_computed_members import REACHING, Members
from wicket.shell.languages.javascript_declarations_and_imports import ACTING, FILES, Names
from wicket.shell.languages.javascript_name_lists import (
    DANGEROUS,
    GLOBALS,
    KEYWORDS,
    MODULES,
    NEVER,
    OF_FILES,
    OF_PROCESS,
)
from wicket.shell.languages.javascript_paths_and_file_and_process_calls import Calls
from wicket.shell.languages.javascript_tokens_brackets_and_functions import NAME, PUNCTUATION, TEXT, TokenStream, tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from wicket.shell.languages.javascript_tokens_brackets_and_functions import Token
    from wicket.shell.unknown_values import Shape

__all__ = ["account_of", "writes_modules"]


# ── the names and texts that a program of JavaScript hands to unknown modules; what it prints is not ──

_MOST_GIVEN = 200
# They print, and hand what they are given to nobody.
_PRINTING = frozenset(["log", "error", "warn", "info", "debug"])
_OPENING = frozenset(["(", "[", "{"])
# Behind one of these, a parenthesis holds a part of an expression, and calls nothing.
_BEFORE_GROUP = frozenset(["(", ",", "+", "?", ":", "||", "&&", "??"])
_BEHIND_TEXT = frozenset([")", ",", "+", "?", ":", "||", "&&", "??"])


def texts_handed_over(code: "TokenStream", names: "Names") -> list[str]:
    """Give the names and texts of the program, as the words of an unknown program.

    What is printed is handed to nobody.
    """
    given: list[str] = []
    printed = _printed(code) if "console" not in names.declared else set()
    for i, (kind, text) in enumerate(code.tokens):
        if i in printed:
            continue
        if kind == TEXT and text:
            given.append(text)
        elif kind == NAME and (text in names.strange or names.loaded(i) not in (None, *MODULES)):
            called = [text] if text in names.strange else []
            at = i + 1 if text in names.strange else code.pairs[i + 1] + 1
            while code.sign(at) in (".", "?.") and code.name(at + 1):
                called.append(code.name(at + 1))
                at += 2
            if code.sign(at) == "(" and called:
                texts = [one for of, one in code.tokens[at : code.pairs[at]] if of == TEXT]
                given.append(" ".join([*called, *texts]))
    return list(dict.fromkeys(given))[:_MOST_GIVEN]


def _printed(code: "TokenStream") -> "set[int]":
    """List the texts that stand among the arguments of `console.log` and its like, and in no call within."""
    found: set[int] = set()
    for i in range(2, len(code.tokens)):
        if (
            code.name(i - 2) == "console"
            and code.sign(i - 1) == "."
            and code.sign(i - 3) not in (".", "?.")
            and code.name(i) in _PRINTING
            and code.sign(i + 1) == "("
        ):
            found |= _texts_within(code, i + 1)
    return found


def _texts_within(code: "TokenStream", opening: int) -> "set[int]":
    """List the texts between two parentheses, without those that are handed to others."""
    found: set[int] = set()
    at, end = opening + 1, code.pairs[opening]
    while at < end:
        kind, text = code.at(at)
        if kind == TEXT:
            # What follows it takes something of it; a name before it is a function that it is handed to.
            if code.sign(at - 1) in _BEFORE_GROUP and code.sign(at + 1) in _BEHIND_TEXT:
                found.add(at)
        elif kind == PUNCTUATION and at in code.pairs and text in _OPENING:
            groups = text == "(" and code.sign(at - 1) in _BEFORE_GROUP
            if groups:
                found |= _texts_within(code, at)
            at = code.pairs[at]
        at += 1
    return found


# ── files that a program of JavaScript writes, and that may be modules which it loads afterwards ──

# What other programs are given last, they may put there.
_LOOKING = frozenset(["ls", "cat", "head", "tail", "grep", "wc", "stat", "file", "echo"])
_ENDINGS = (".js", ".cjs", ".mjs", ".ts", ".cts", ".mts", ".jsx", ".tsx", ".node", ".json")
_UNKNOWN = "\0"


def writes_modules(done: "Account", loaded: "Iterable[str]") -> bool:
    """Tell whether a module that is loaded from elsewhere may be what the program has written."""
    names = [name for module in loaded if (name := _last(module))]
    return bool(names) and any(_may_be_loaded(shape, names) for shape in _modules_written(done))


def _modules_written(done: "Account") -> "Iterable[Shape]":
    yield from done.writes
    for line in done.commands:
        for word in line[1:]:
            if word.endswith(_ENDINGS) or (word == line[-1] and line[0] not in _LOOKING):
                yield (word,)


def _last(module: str) -> str:
    """Give the last part of a module's name, without its ending."""
    parts = [part for part in module.split("/") if part not in ("", ".", "..")]
    return _without_ending(parts[-1]) if parts else ""


def _without_ending(name: str) -> str:
    return name.rpartition(".")[0] if name.endswith(_ENDINGS) else name


def _may_be_loaded(shape: "Shape", names: "list[str]") -> bool:
    text = "".join([_UNKNOWN if piece is None else piece for piece in shape])
    parts = [part for part in text.split("/") if part not in ("", ".", "..")]
    if "node_modules" in parts:
        return True
    if not parts or ("." in parts[-1].rpartition(_UNKNOWN)[2] and not parts[-1].endswith(_ENDINGS)):
        return False
    return any(_may_be_module_file(part, name) for part in (*parts[:-1], _without_ending(parts[-1])) for name in names)


def _may_be_module_file(part: str, name: str) -> bool:
    return part == name if _UNKNOWN not in part else name.startswith(part.partition(_UNKNOWN)[0])


# ── gives an account of a program of JavaScript: the files that it names, the processes that it starts, and more ──

# It is cut into tokens. Each name has to be one of those in `javascript_name_lists`, or declared in the program.
# Modules from elsewhere may be loaded and called, as a script may do. It is no proof: whoever may run scripts may run
# what a module holds.


_ENVIRONMENT = "/proc/self/environ"
_SETTING = frozenset(["=", "||=", "??=", "&&=", "+=", "++", "--"])
# What is handed all of the environment only looks at it.
_LOOKING_METHODS = frozenset(["log", "dir", "table", "stringify", "keys", "entries", "values"])


def account_of(text: str, folder: str = ".") -> Account | None:
    """Give an account of a program that lies in a folder; None: it may do more than can be told."""
    found = tokens(text)
    if not found:
        return None
    try:
        return _Program(found, folder).account()
    except CodeNotUnderstood:
        return None


class _Program:
    """One program: each name in it is looked at, and whatever is taken of something by a bracket."""

    def __init__(self, found: "list[Token]", folder: str) -> None:
        self.code = TokenStream(found)
        self.done = Account()
        self.names = Names(self.code, self.done)
        self.names.paths.folder = folder
        self.calls = Calls(self.names.paths, self.done)
        self.sets_environment = False
        self.computes = Members(self.names).computes

    def account(self) -> Account:
        feeds = False
        for i, (kind, text) in enumerate(self.code.tokens):
            if kind == NAME and text in NEVER:
                raise CodeNotUnderstood
            # A process that is started reads what it is fed by this.
            feeds = feeds or (text == "stdin" and kind == NAME and self.code.name(i - 2) != "process")
        for i in range(len(self.code.tokens)):
            self.look(i)
        done = self.done
        if (self.sets_environment or feeds) and done.starts:
            raise CodeNotUnderstood
        if writes_modules(done, self.names.files):
            raise CodeNotUnderstood
        if self.names.loads_strangers:
            done.given = texts_handed_over(self.code, self.names)
        return done

    # ── names ────────────────────────────────────────────────────────────────

    def look(self, i: int) -> None:
        kind, text = self.code.tokens[i]
        if kind == TEXT:
            if text in NEVER:
                raise CodeNotUnderstood
        elif kind == NAME and i not in self.names.dealt:
            if self.code.sign(i - 1) in (".", "?."):
                self.member(i)
            elif not self.is_key(i):
                self.plain(i)

    def is_key(self, i: int) -> bool:
        """Tell whether a name is that of a property, or of a method that is defined here."""
        if self.code.sign(i + 1) == ":" and self.code.sign(i - 1) in ("{", ","):
            return True
        return self.code.is_method(i) and self.code.name(i) not in GLOBALS | KEYWORDS

    def plain(self, i: int) -> None:
        """See a name that stands for itself."""
        name, behind = self.code.tokens[i][1], self.code.sign(i + 1)
        if name == "require" or (name == "import" and behind in ("(", ".")):
            self.requires(i)
        elif name == "process":
            if behind not in (".", "?."):
                raise CodeNotUnderstood
        elif name in self.names.modules:
            if behind not in (".", "?."):
                raise CodeNotUnderstood  # a module is handed to nobody
        elif name in self.names.functions:
            module, function = self.names.functions[name]
            if behind != "(":
                raise CodeNotUnderstood
            self.calls.of_module(module, function, i + 1)
        elif name == "module":
            if behind != "." or self.code.name(i + 2) != "exports":
                raise CodeNotUnderstood
        elif name == "arguments":
            if not self.code.is_in_function(i):
                raise CodeNotUnderstood  # a file is a function, too: it is given `require` and `module`
        elif name == "fetch":
            self.done.talks = True
            given = self.names.paths.arguments(i + 1) if behind == "(" else []
            if not given or (given[0][0] or "").startswith("file:"):
                raise CodeNotUnderstood
        elif name == "WebSocket":
            self.done.talks = True
        elif behind == "(" and name in self.names.declared:
            if self.computes and not self.names.is_function(name) and not self.names.settles(name):
                raise CodeNotUnderstood
        elif (name not in self.names.declared and name not in GLOBALS and name not in KEYWORDS) or name == "with":
            raise CodeNotUnderstood

    def requires(self, i: int) -> None:
        if self.code.sign(i + 1) == ".":
            allowed = ("resolve",) if self.code.name(i) == "require" else ("meta",)
            if self.code.name(i + 2) not in allowed:
                raise CodeNotUnderstood
            return
        module = self.names.loaded(i)
        if module is None:
            raise CodeNotUnderstood
        self.names.loads(self.code.at(i + 2)[1])
        end = i + 3
        if module in ACTING:
            if self.code.sign(end + 1) == ".":
                at = end + 2
                if self.code.name(at) == "promises" and self.code.sign(at + 1) == ".":
                    at += 2
                if self.code.sign(at + 1) == "(":
                    self.calls.of_module("fs" if module in FILES else module, self.code.name(at), at + 1)
                    self.names.dealt.add(at)
                elif self.code.name(at) != "promises" or i not in self.names.placed:
                    raise CodeNotUnderstood
            elif i not in self.names.placed:
                raise CodeNotUnderstood  # a module is handed to nobody

    # ── what is taken of something ───────────────────────────────────────────

    def member(self, i: int) -> None:
        """See what is taken of something."""
        name = self.code.tokens[i][1]
        if name in REACHING:
            raise CodeNotUnderstood
        owner = self.code.name(i - 2) if self.code.sign(i - 3) not in (".", "?.") else ""
        if owner == "process" or self.names.modules.get(owner) == "process":
            self.of_process(i, name)
        elif owner in self.names.modules:
            if name == "promises" and self.code.sign(i + 1) == ".":
                self.calls.of_module("fs", self.code.name(i + 2), i + 3)
                self.names.dealt.add(i + 2)
            elif name == "constants":
                return
            else:
                self.calls.of_module(self.names.modules[owner], name, i + 1)
        elif name in DANGEROUS or (name in OF_FILES and owner not in self.names.strange):
            raise CodeNotUnderstood

    def of_process(self, i: int, name: str) -> None:
        if name not in OF_PROCESS:
            raise CodeNotUnderstood
        if name == "env":
            if self.code.sign(i + 1) in (".", "?.") or self.code.sign(i + 1) == "[":
                end = i + 3 if self.code.sign(i + 1) != "[" else self.code.pairs[i + 1] + 1
                if self.code.sign(end) in _SETTING or self.code.is_target(end - 1) or self.is_changed(i):
                    self.sets_environment = True
            else:
                self.done.reads.append((_ENVIRONMENT,))
                opening = self.code.enclosing[i]
                looks = self.code.sign(i - 3) in ("(", ",", "...") and self.code.name(opening - 1) in _LOOKING_METHODS
                self.sets_environment = self.sets_environment or not (looks or self.code.name(i - 3) == "in")

    def is_changed(self, i: int) -> bool:
        """Tell whether a variable of the environment is deleted, or counted up or down."""
        return self.code.name(i - 3) == "delete" or self.code.sign(i - 3) in ("++", "--")
