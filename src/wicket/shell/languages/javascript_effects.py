"""Gives an account of a program of JavaScript: the files that it names, the processes that it starts, and more.

It is cut into tokens. Each name has to be one of those in `javascript_names`, or declared in the program. Modules from
elsewhere may be loaded and called, as a script may do. It is no proof: whoever may run scripts may run what a module
holds.
"""

from wicket.shell.characters import listed
from wicket.shell.code_account import Account
from wicket.shell.languages.javascript_known_names import (
    DANGEROUS,
    DELETING,
    GLOBALS,
    KEYWORDS,
    LISTING,
    MODULES,
    NEVER,
    OF_PROCESS,
    READING,
    TALKING,
    WRITING,
)
from wicket.shell.languages.javascript_tokens import NAME, NUMBER, PUNCTUATION, TEXT, tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.languages.javascript_tokens import Token
    from wicket.shell.words import Shape

__all__ = ["account_of"]

_ENVIRONMENT = "/proc/self/environ"
_UNKNOWN: "Shape" = (None,)
_NOTHING: "Token" = (PUNCTUATION, "")
_DECLARING = frozenset(["const", "let", "var"])
_OPENING = {"(": ")", "[": "]", "{": "}"}
_CLOSING = frozenset(_OPENING.values())
_FILES = frozenset(["fs", "fs/promises"])
# Modules of Node that are not listed: a name that begins like a package is one of these, or a stranger.
_OTHER_BUILTINS = listed(
    """
    async_hooks cluster constants dgram diagnostics_channel domain inspector module repl sea sqlite sys test
    trace_events tty v8 vm wasi worker_threads inspector/promises
    """
)
# What may be said of a process beside its words.
_PLAIN_OPTIONS = listed("stdio encoding timeout maxBuffer windowsHide")
# Of `this`, and of modules: what leads to everything.
_REACHING = frozenset(["require", "process", "module", "global", "child_process", "fs"])
_TELLING_NAMES = frozenset(["getOwnPropertyNames", "getPrototypeOf", "ownKeys"])
_MOST_GIVEN = 200


class _NotUnderstood(Exception):
    """The program may do more than can be told."""


def account_of(text: str) -> Account | None:
    """Give an account of a program; None: it may do more than can be told."""
    found = tokens(text)
    if not found:
        return None
    try:
        return _Program(found).account()
    except _NotUnderstood:
        return None


class _Program:
    """A program in tokens: what it declares and loads, and what it does."""

    def __init__(self, found: "list[Token]") -> None:
        self.tokens = found
        self.pairs = self.paired()
        self.done = Account()
        self.declared: set[str] = set()
        self.callable: set[str] = set()  # names that are declared as functions, or loaded
        self.strange: set[str] = set()  # names of what modules from elsewhere give
        self.loads_strangers = False
        self.modules: dict[str, str] = {}  # of Node, by the names that they have here: fs, child_process, process
        self.functions: dict[str, tuple[str, str]] = {}  # what is taken out of these: module and function
        self.texts: dict[str, list[Shape]] = {}
        self.assigned: dict[str, int] = {}
        self.computes = self.sets_environment = False
        self.placed: set[int] = set()  # where modules are loaded, and what becomes of them is known
        self.dealt: set[int] = set()  # where names stand that have been seen to

    def at(self, i: int) -> "Token":
        return self.tokens[i] if 0 <= i < len(self.tokens) else _NOTHING

    def sign(self, i: int) -> str:
        kind, text = self.at(i)
        return text if kind == PUNCTUATION else ""

    def name(self, i: int) -> str:
        kind, text = self.at(i)
        return text if kind == NAME else ""

    def paired(self) -> dict[int, int]:
        """Find which bracket closes which, both ways."""
        waiting: list[int] = []
        found: dict[int, int] = {}
        for i, (kind, text) in enumerate(self.tokens):
            if kind != PUNCTUATION:
                continue
            if text in _OPENING:
                waiting.append(i)
            elif text in _CLOSING:
                if not waiting or _OPENING[self.tokens[waiting[-1]][1]] != text:
                    raise _NotUnderstood
                found[i] = waiting.pop()
                found[found[i]] = i
        if waiting:
            raise _NotUnderstood
        return found

    def account(self) -> Account:
        for i in range(len(self.tokens)):
            self.declares(i)
        for i, (kind, text) in enumerate(self.tokens):
            if kind == NAME and text in NEVER:
                raise _NotUnderstood
            if kind == PUNCTUATION and text == "[":
                self.bracket(i)
        if self.computes and any(text in _TELLING_NAMES for _, text in self.tokens):
            raise _NotUnderstood  # a name that leads further may be among them
        for i in range(len(self.tokens)):
            self.look(i)
        done = self.done
        if self.sets_environment and done.starts:
            raise _NotUnderstood
        if self.loads_strangers:
            self.hands_over()
        return done

    # ── names ────────────────────────────────────────────────────────────────

    def declares(self, i: int) -> None:
        """Note names that are declared here, and modules that are loaded."""
        word = self.name(i)
        if word in _DECLARING and self.sign(i - 1) != ".":
            self.declared_by(i + 1)
        elif word == "function" or word == "class":
            following = i + 2 if self.sign(i + 1) == "*" else i + 1
            if self.name(following) and self.name(following) not in KEYWORDS:
                self.declared.add(self.name(following))
                self.callable.add(self.name(following))
        elif word == "import" and self.sign(i - 1) != "." and self.sign(i + 1) not in ("(", "."):
            self.imports(i)
        elif self.sign(i) == "=>":
            self.parameters(i)
        elif self.sign(i) == ")" and self.sign(i + 1) == "{":
            self.declared.update(self.names_between(self.pairs[i], i))

    def declared_by(self, i: int) -> None:
        """See `const x = …`, `const {a, b: c} = …`, `for (const x of …)`, and more of them behind commas."""
        while True:
            names: list[str] = []
            if self.sign(i) in ("{", "["):
                end = self.pairs[i]
                names = self.names_between(i, end)
                following = end + 1
            else:
                names = [self.name(i)]
                following = i + 1
            if not all(names) or any(one in GLOBALS for one in names):
                raise _NotUnderstood  # another in the place of what Node has
            self.declared.update(names)
            if self.sign(following) != "=":
                return
            self.bound(i, names, following + 1)
            i = self.end_of_expression(following + 1)
            if self.sign(i) != ",":
                return
            i += 1

    def bound(self, i: int, names: "list[str]", at: int) -> None:
        """See what names are bound to: a module, a function, or a text."""
        start = at + 1 if self.name(at) == "await" else at
        module = self.loaded(start)
        calls = module is not None and self.sign(start + 4) == "." and self.sign(start + 6) == "("
        if module is not None and not (calls and module in (*_FILES, "child_process", "process")):
            call_end = self.pairs[start + 1]
            self.placed.add(start)
            behind = self.sign(call_end + 1)
            self.taken(i, names, module, whole=behind != ".", part=self.name(call_end + 2) if behind == "." else "")
            return
        if self.name(start) in self.modules and self.sign(start + 1) not in (".", "("):
            if self.sign(i) != "{":
                raise _NotUnderstood
            self.taken(i, names, self.modules[self.name(start)], whole=True, part="")
            self.dealt.add(start)
            return
        first = names[0]
        begins = self.name(at)
        if len(names) == 1 and (
            begins in ("function", "async", "class")
            or self.sign(at + 1) == "=>"
            or (self.sign(at) == "(" and self.sign(self.pairs[at] + 1) == "=>")
        ):
            self.callable.add(first)
        if self.sign(i) not in ("{", "["):
            self.texts.setdefault(first, []).append(self.shape(at, self.end_of_expression(at)))

    def loaded(self, i: int) -> str | None:
        """Give the module that `require('x')` or `import('x')` loads here."""
        if self.name(i) not in ("require", "import") or self.sign(i + 1) != "(" or self.sign(i - 1) == ".":
            return None
        kind, module = self.at(i + 2)
        if kind != TEXT or self.sign(i + 3) != ")":
            return None
        return module.removeprefix("node:") if module.startswith("node:") else module

    def taken(self, i: int, names: "list[str]", module: str, *, whole: bool, part: str) -> None:
        """Note what names stand for that are taken out of a module."""
        if module not in MODULES:
            self.strange.update(names)
            self.callable.update(names)
            return
        self.callable.update(names)
        if module not in (*_FILES, "child_process", "process"):
            return
        if part and not (module == "fs" and part == "promises"):
            raise _NotUnderstood
        if self.sign(i) != "{":
            if len(names) != 1 or (not whole and part != "promises"):
                raise _NotUnderstood
            self.modules[names[0]] = "fs" if module in _FILES else module
            self.dealt.add(i)
            return
        end = self.pairs[i]
        for at in range(i + 1, end):
            if self.name(at) and self.sign(at - 1) in ("{", ","):
                here = self.name(at + 2) if self.sign(at + 1) == ":" else self.name(at)
                if self.name(at) == "promises":
                    self.modules[here] = "fs"
                else:
                    self.functions[here] = ("fs" if module in _FILES else module, self.name(at))
        self.dealt.update(range(i, end))

    def imports(self, i: int) -> None:
        """See `import x, {a as b} from 'y'`, `import * as x from 'y'` and `import 'y'`."""
        at = i + 1
        names: list[str] = []
        taken: dict[str, str] = {}
        while self.at(at)[0] != TEXT:
            kind, text = self.at(at)
            if kind == NAME and text not in ("from", "as", "type"):
                if self.name(at + 1) == "as":
                    taken[self.name(at + 2)] = text
                    self.dealt.add(at)
                elif self.name(at - 1) != "as":
                    taken[text] = text
                names.append(text)
            elif kind not in (NAME, PUNCTUATION) or (kind == PUNCTUATION and text not in ("{", "}", ",", "*")):
                raise _NotUnderstood
            at += 1
            if at > i + 200:
                raise _NotUnderstood
        self.dealt.update(range(i, at))
        module = self.at(at)[1].removeprefix("node:")
        self.loads(self.at(at)[1])
        if any(name in GLOBALS for name in names):
            raise _NotUnderstood
        self.declared.update(names)
        self.callable.update(names)
        if module not in MODULES:
            self.strange.update(names)
        elif module in (*_FILES, "child_process", "process"):
            braces = self.sign(i + 1) == "{"
            for here, function in taken.items():
                if braces:
                    self.functions[here] = ("fs" if module in _FILES else module, function)
                else:
                    self.modules[here] = "fs" if module in _FILES else module
            for name in names:
                if name not in taken and name not in taken.values():
                    self.modules[name] = "fs" if module in _FILES else module

    def loads(self, module: str) -> None:
        """See a module that is loaded."""
        name = module.removeprefix("node:")
        if name in TALKING:
            self.done.talks = True
        if name in MODULES:
            return
        if module != name or name in _OTHER_BUILTINS or not name or name.startswith(("data:", "http:", "https:")):
            raise _NotUnderstood
        self.loads_strangers = True
        if name.endswith(".json"):
            self.done.reads.append((name if name[:1] in (".", "/") else f"node_modules/{name}",))

    def parameters(self, i: int) -> None:
        """See the parameters of an arrow function."""
        if self.sign(i - 1) == ")":
            self.declared.update(self.names_between(self.pairs[i - 1], i - 1))
        elif self.name(i - 1):
            self.declared.add(self.name(i - 1))

    def names_between(self, start: int, end: int) -> "list[str]":
        return [
            text
            for at, (kind, text) in enumerate(self.tokens[start + 1 : end], start + 1)
            if kind == NAME and text not in KEYWORDS and self.sign(at - 1) not in (".", "?.") and text not in GLOBALS
        ]

    def end_of_expression(self, i: int) -> int:
        """Find where an expression ends, at the comma or the end of what it stands in."""
        while i < len(self.tokens):
            sign = self.sign(i)
            if sign in _OPENING:
                i = self.pairs[i]
            elif sign in _CLOSING or sign in (",", ";") or self.name(i) in _DECLARING:
                return i
            i += 1
        return i

    # ── what is done with them ───────────────────────────────────────────────

    def bracket(self, i: int) -> None:
        """See a value that is taken out of another by a name that need not stand there."""
        kind, before = self.at(i - 1)
        end = self.pairs[i]
        one_kind, one = self.at(i + 1)
        alone = end == i + 2
        takes = (
            (kind == NAME and before not in KEYWORDS - {"this", "super"}) or kind == TEXT or before in (")", "]", "?.")
        )
        takes = takes and not (kind == TEXT and before in (")", "]"))
        if not takes:
            names = before in ("{", ",") and self.sign(end + 1) == ":"
            if names and not (alone and one_kind in (TEXT, NAME, NUMBER)):
                raise _NotUnderstood
            self.computes = self.computes or names
            return
        if kind == NAME and (before in self.modules or before in ("process", "require", "module")):
            raise _NotUnderstood
        if alone and one_kind == NUMBER:
            return
        if alone and one_kind == TEXT:
            if one in NEVER or one in DANGEROUS:
                raise _NotUnderstood
            return
        self.computes = True
        if self.sign(end + 1) in ("(", "?."):
            raise _NotUnderstood  # what is called is not known

    def look(self, i: int) -> None:
        kind, text = self.tokens[i]
        if kind == TEXT:
            if text in NEVER:
                raise _NotUnderstood
        elif kind == PUNCTUATION:
            if text == "(" and self.sign(i - 1) == ")" and self.computes and not self.is_called_at_once(i - 1):
                raise _NotUnderstood
        elif kind == NAME and i not in self.dealt:
            if self.sign(i - 1) in (".", "?."):
                self.member(i)
            elif not self.is_key(i):
                self.plain(i)

    def is_key(self, i: int) -> bool:
        """Tell whether a name is that of a property, or of a method that is defined here."""
        if self.sign(i + 1) == ":" and self.sign(i - 1) in ("{", ","):
            return True
        end = self.pairs.get(i + 1) if self.sign(i + 1) == "(" else None
        return end is not None and self.sign(end + 1) == "{" and self.name(i) not in GLOBALS | KEYWORDS

    def is_called_at_once(self, closing: int) -> bool:
        start = self.pairs[closing]
        return (
            self.name(start + 1) in ("async", "function")
            or self.sign(start + 1) == "("
            or self.name(start - 1) == "require"
        )

    def plain(self, i: int) -> None:
        """See a name that stands for itself."""
        name, behind = self.tokens[i][1], self.sign(i + 1)
        if name == "require" or (name == "import" and behind in ("(", ".")):
            self.requires(i)
        elif name == "process":
            if behind not in (".", "?."):
                raise _NotUnderstood
        elif name in self.modules:
            if behind not in (".", "?."):
                raise _NotUnderstood  # a module is handed to nobody
        elif name in self.functions:
            module, function = self.functions[name]
            if behind != "(":
                raise _NotUnderstood
            self.of_module(module, function, i + 1)
        elif name == "module":
            if behind != "." or self.name(i + 2) != "exports":
                raise _NotUnderstood
        elif name == "fetch":
            self.done.talks = True
            given = self.arguments(i + 1) if behind == "(" else []
            if not given or (given[0][0] or "").startswith("file:"):
                raise _NotUnderstood
        elif name == "WebSocket":
            self.done.talks = True
        elif behind == "(" and name in self.declared:
            if self.computes and name not in self.callable and name not in ("resolve", "reject"):
                raise _NotUnderstood
        elif (name not in self.declared and name not in GLOBALS and name not in KEYWORDS) or name == "with":
            raise _NotUnderstood

    def requires(self, i: int) -> None:
        if self.sign(i + 1) == ".":
            allowed = ("resolve",) if self.name(i) == "require" else ("meta",)
            if self.name(i + 2) not in allowed:
                raise _NotUnderstood
            return
        module = self.loaded(i)
        if module is None:
            raise _NotUnderstood
        self.loads(self.at(i + 2)[1])
        end = i + 3
        if module in (*_FILES, "child_process", "process"):
            if self.sign(end + 1) == ".":
                at = end + 2
                if self.name(at) == "promises" and self.sign(at + 1) == ".":
                    at += 2
                if self.sign(at + 1) == "(":
                    self.of_module("fs" if module in _FILES else module, self.name(at), at + 1)
                    self.dealt.add(at)
                elif self.name(at) != "promises" or i not in self.placed:
                    raise _NotUnderstood
            elif i not in self.placed:
                raise _NotUnderstood  # a module is handed to nobody

    def member(self, i: int) -> None:
        """See what is taken of something."""
        name = self.tokens[i][1]
        if name in _REACHING:
            raise _NotUnderstood
        owner = self.name(i - 2) if self.sign(i - 3) not in (".", "?.") else ""
        if owner == "process" or self.modules.get(owner) == "process":
            self.of_process(i, name)
        elif owner in self.modules:
            if name == "promises" and self.sign(i + 1) == ".":
                self.of_module("fs", self.name(i + 2), i + 3)
                self.dealt.add(i + 2)
            elif name == "constants":
                return
            else:
                self.of_module(self.modules[owner], name, i + 1)
        elif name in DANGEROUS and i not in self.dealt:
            raise _NotUnderstood

    def of_process(self, i: int, name: str) -> None:
        if name not in OF_PROCESS:
            raise _NotUnderstood
        if name == "env":
            if self.sign(i + 1) in (".", "?.") or self.sign(i + 1) == "[":
                end = i + 3 if self.sign(i + 1) != "[" else self.pairs[i + 1] + 1
                self.sets_environment = self.sets_environment or self.sign(end) in ("=", "||=", "??=", "+=")
            else:
                self.done.reads.append((_ENVIRONMENT,))
                self.sets_environment = self.sets_environment or self.sign(i + 1) == "="

    def of_module(self, module: str, function: str, at: int) -> None:
        """See a call of a function of `fs` or `child_process`, with its parenthesis."""
        if self.sign(at) != "(":
            raise _NotUnderstood
        given = self.arguments(at)
        first = given[0] if given else _UNKNOWN
        if module == "child_process":
            self.starts(function, at, given)
        elif module == "process":
            if function not in OF_PROCESS - {"env"}:
                raise _NotUnderstood
        elif function in READING:
            self.notes_read(first)
        elif function in LISTING:
            self.done.listed += [first] if first != _UNKNOWN else []
        elif function in WRITING:
            self.notes_write(first)
        elif function in ("copyFileSync", "copyFile", "cpSync", "cp"):
            self.notes_read(first)
            self.notes_write(given[1] if len(given) > 1 else _UNKNOWN)
        elif function in DELETING or function in ("renameSync", "rename"):
            self.runs(DELETING.get(function, "mv"), given[: 1 if function in DELETING else 2])
        else:
            raise _NotUnderstood

    def notes_read(self, shape: "Shape") -> None:
        if shape == _UNKNOWN:
            self.done.unknown_read = True
        else:
            self.done.reads.append(shape)

    def notes_write(self, shape: "Shape") -> None:
        if shape[0] is None:
            raise _NotUnderstood
        self.done.writes.append(shape)

    def runs(self, program: str, given: "list[Shape]") -> None:
        texts = [shape[0] for shape in given if len(shape) == 1 and shape[0]]
        if not texts or len(texts) != len(given):
            raise _NotUnderstood
        self.done.commands.append((*program.split(), *[f"./{one}" if one[:1] == "-" else one for one in texts if one]))

    def starts(self, function: str, at: int, given: "list[Shape]") -> None:
        first = given[0] if given else _UNKNOWN
        if len(first) != 1 or not first[0]:
            raise _NotUnderstood
        end = self.pairs[at]
        start = self.end_of_expression(at + 1) + 1
        words: list[str] = []
        if function in ("spawn", "spawnSync", "execFile", "execFileSync"):
            if self.sign(start) == "[":
                for inner in self.parts(start, self.pairs[start]):
                    shape = self.shape(*inner)
                    if len(shape) != 1 or shape[0] is None:
                        raise _NotUnderstood
                    words.append(shape[0])
                start = self.pairs[start] + 2
        elif function not in ("exec", "execSync"):
            raise _NotUnderstood
        self.options(start, end)
        if function in ("exec", "execSync"):
            self.done.texts.append(first[0])
        else:
            self.done.commands.append((first[0], *words))

    def options(self, start: int, end: int) -> None:
        """See what is said of a process beside its words: an object of plain options, or a function."""
        if start >= end:
            return
        if self.sign(start) == "{":
            for at in range(start + 1, self.pairs[start]):
                if self.name(at) and self.sign(at - 1) in ("{", ",") and self.name(at) not in _PLAIN_OPTIONS:
                    raise _NotUnderstood
                if self.sign(at) == "..." or (self.at(at)[0] == TEXT and self.sign(at + 1) == ":"):
                    raise _NotUnderstood
        elif self.name(start) not in ("function", "async") and self.sign(start) != "(" and self.sign(start + 1) != "=>":
            raise _NotUnderstood

    # ── texts ────────────────────────────────────────────────────────────────

    def parts(self, start: int, end: int) -> "list[tuple[int, int]]":
        """Give where each of the values between two brackets stands."""
        made: list[tuple[int, int]] = []
        i = start + 1
        while i < end:
            following = min(self.end_of_expression(i), end)
            if following > i:
                made.append((i, following))
            i = following + 1
        return made

    def arguments(self, at: int) -> "list[Shape]":
        return [self.shape(start, end) for start, end in self.parts(at, self.pairs[at])]

    def shape(self, start: int, end: int) -> "Shape":
        """Give what is known of the text that an expression is."""
        made: list[str | None] = []
        i = start
        while i < end:
            kind, text = self.at(i)
            following = i + 1
            piece: Shape = _UNKNOWN
            if kind == TEXT:
                piece = (text,)
            elif kind == NAME and text == "__dirname":
                piece = (".",)
            elif (
                kind == NAME
                and self.name(i) == "path"
                and self.name(i + 2) in ("join", "resolve")
                and self.sign(i + 3) == "("
            ):
                piece = self.joined(i + 3)
                following = self.pairs[i + 3] + 1
            elif kind == NAME and text == "process" and self.name(i + 2) == "cwd" and self.sign(i + 3) == "(":
                piece = (".",)
                following = self.pairs[i + 3] + 1
            elif kind == NAME and self.sign(i + 1) not in (".", "(", "[", "?."):
                found = self.texts.get(text, [])
                piece = found[0] if len(found) == 1 and not self.is_assigned(text) else _UNKNOWN
            elif self.sign(i) == "(":
                piece = self.shape(i + 1, self.pairs[i])
                following = self.pairs[i] + 1
            else:
                return _UNKNOWN if not made else (*made, None) if made[-1] is not None else tuple(made)
            for one in piece:
                if made and made[-1] is not None and one is not None:
                    made[-1] += one
                elif one is not None or not made or made[-1] is not None:
                    made.append(one)
            if following < end and self.sign(following) != "+":
                return _UNKNOWN
            i = following + 1
        if len(made) > 1 and made[0] == "":
            del made[0]
        return tuple(made) or _UNKNOWN

    def is_assigned(self, name: str) -> bool:
        """Tell whether a name is given another value later."""
        assigning = ("=", "+=", "||=", "??=", "&&=", "++", "--")
        count = sum(
            1
            for i, (kind, text) in enumerate(self.tokens)
            if kind == NAME and text == name and self.sign(i + 1) in assigning and self.sign(i - 1) != "."
        )
        shadowed = sum(
            1
            for i, (kind, text) in enumerate(self.tokens)
            if text == name and kind == NAME and self.sign(i + 1) == "=>"
        )
        return count > 1 or shadowed > 0

    def joined(self, at: int) -> "Shape":
        """Give the path that `path.join` makes; of a part that is not known, all may be lost."""
        parts = self.arguments(at)
        if any(len(part) != 1 or part[0] is None for part in parts) or not parts:
            return _UNKNOWN
        made = ""
        for part in parts:
            text = part[0] or ""
            made = text if text[:1] == "/" or not made else f"{made}/{text}"
        return (made,)

    # ── strangers ────────────────────────────────────────────────────────────

    def hands_over(self) -> None:
        """Give the names and texts of the program, as the words of a program that nobody knows."""
        given: list[str] = []
        for i, (kind, text) in enumerate(self.tokens):
            if kind == TEXT and text:
                given.append(text)
            elif kind == NAME and (text in self.strange or self.loaded(i) not in (None, *MODULES)):
                names = [text] if text in self.strange else []
                at = i + 1 if text in self.strange else self.pairs[i + 1] + 1
                while self.sign(at) in (".", "?.") and self.name(at + 1):
                    names.append(self.name(at + 1))
                    at += 2
                if self.sign(at) == "(" and names:
                    texts = [one for of, one in self.tokens[at : self.pairs[at]] if of == TEXT]
                    given.append(" ".join([*names, *texts]))
        self.done.given = list(dict.fromkeys(given))[:_MOST_GIVEN]
