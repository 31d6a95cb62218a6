"""Declarations and imports of a program of JavaScript: what each name stands for, and which modules are loaded.

A module of Node has to be a listed one. A module from elsewhere is a stranger: it may be loaded, whatever it holds.
"""

from wicket.shell.characters import listed
from wicket.shell.code_effects import CodeNotUnderstood
from wicket.shell.languages.javascript_name_lists import GLOBALS, KEYWORDS, MODULES, TALKING
from wicket.shell.languages.javascript_paths_and_file_and_process_calls import Paths
from wicket.shell.languages.javascript_tokens_brackets_and_functions import DECLARING, NAME, NUMBER, PUNCTUATION, TEXT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from wicket.shell.code_effects import Account
    from wicket.shell.languages.javascript_tokens_brackets_and_functions import TokenStream

__all__ = ["ACTING", "FILES", "Names"]

FILES = frozenset(["fs", "fs/promises"])
# Modules that do more than computing.
ACTING = frozenset([*FILES, "child_process", "process"])
_OF_PATHS = frozenset(["path", "path/posix"])
# Words that mean something by where they stand: nobody may use them as names.
_NO_NAMES = listed("of async await yield let get set static as")
# Modules of Node that are not listed: a name that begins like a package is one of these, or a stranger.
_OTHER_BUILTINS = listed(
    """
    async_hooks cluster constants dgram diagnostics_channel domain inspector module repl sea sqlite sys test
    trace_events tty v8 vm wasi worker_threads inspector/promises
    """
)


class Names:
    """What the names of one program stand for: modules, what is taken out of these, functions, and texts."""

    def __init__(self, code: "TokenStream", done: "Account") -> None:
        self.code = code
        self.done = done
        self.paths = Paths(code)
        self.declared: set[str] = set()
        self.callable: set[str] = set()  # names that are declared as functions, or loaded
        self.strange: set[str] = set()  # names of what modules from elsewhere give
        self.loads_strangers = False
        self.modules: dict[str, str] = {}  # of Node, by the names that they have here: fs, child_process, process
        self.functions: dict[str, tuple[str, str]] = {}  # what is taken out of these: module and function
        self.counts: dict[str, int] = {}  # how often each name is declared
        self.promised: dict[str, int] = {}  # and how often as what settles a promise
        self.loaded_names: set[str] = set()  # names that are bound to a module, or to what it gives
        self.files: list[str] = []  # modules that are loaded from elsewhere
        self.placed: set[int] = set()  # where modules are loaded, and what becomes of them is known
        self.dealt: set[int] = set()  # where names stand that have been seen to
        for i in range(len(code.tokens)):
            self.declares(i)
        self.paths.counts = self.counts

    def declare(self, names: "Iterable[str]") -> None:
        for name in names:
            if name in _NO_NAMES:
                raise CodeNotUnderstood
            self.declared.add(name)
            self.counts[name] = self.counts.get(name, 0) + 1

    def is_function(self, name: str) -> bool:
        """Tell whether a name surely stands for a function that is defined here, or loaded."""
        if name not in self.callable or self.counts.get(name, 0) != 1:
            return False
        return name in self.loaded_names or not self.paths.is_assigned(name)

    def is_array(self, name: str) -> bool:
        """Tell whether a name is declared once, as an array that stands there, and gets no other value."""
        found = self.paths.bound.get(name, [])
        return (
            len(found) == 1
            and self.counts.get(name) == 1
            and (self.code.sign(found[0][0]) == "[" and self.code.pairs[found[0][0]] == found[0][1] - 1)
            and not self.paths.is_assigned(name)
        )

    def is_counter(self, name: str) -> bool:
        """Tell whether a name is declared as a number that is only counted up or down."""
        found = self.paths.bound.get(name, [])
        if not found or len(found) != self.counts.get(name):
            return False
        if any(self.code.at(start)[0] != NUMBER or not self.code.ends_before(start + 1) for start, _ in found):
            return False
        for i, token in enumerate(self.code.tokens):
            if token != (NAME, name) or self.code.sign(i - 1) in (".", "?."):
                continue
            if self.code.is_target(i):
                return False
            sets = self.code.sign(i + 1)
            if sets in ("+=", "-=", "=") and self.code.at(i + 2)[0] == NUMBER and self.code.ends_before(i + 3):
                continue
            if sets[-1:] == "=" and sets not in ("==", "===", "!=", "!==", "<=", ">="):
                return False
        return True

    def settles(self, name: str) -> bool:
        return self.promised.get(name, 0) == self.counts.get(name, 0) > 0

    def declares(self, i: int) -> None:
        """Note names that are declared here, and modules that are loaded."""
        word = self.code.name(i)
        if word in DECLARING and self.code.sign(i - 1) != ".":
            self.declared_by(i + 1)
        elif word == "function" or word == "class":
            following = i + 2 if self.code.sign(i + 1) == "*" else i + 1
            if self.code.name(following) and self.code.name(following) not in KEYWORDS:
                self.declare([self.code.name(following)])
                self.callable.add(self.code.name(following))
        elif word == "import" and self.code.sign(i - 1) != "." and self.code.sign(i + 1) not in ("(", "."):
            self.imports(i)
        elif self.code.sign(i) == "=>":
            self.parameters(i)
        elif self.code.sign(i) == ")" and self.code.sign(i + 1) == "{" and self.has_parameters(self.code.pairs[i]):
            self.declare(self.code.names_between(self.code.pairs[i], i))

    def has_parameters(self, opening: int) -> bool:
        """Tell whether what stands in a parenthesis are parameters: of a function, of a method, or of `catch`."""
        before = opening - 1
        if self.code.name(before) in ("catch", "function") or self.code.sign(before) == "*":
            return True
        if self.code.name(before - 1) == "function" or (
            self.code.sign(before - 1) == "*" and self.code.name(before - 2) == "function"
        ):
            return True
        return self.code.is_method(before) or (
            self.code.sign(before) == "]" and self.code.holds_members(self.code.enclosing[opening])
        )

    def declared_by(self, i: int) -> None:
        """See `const x = …`, `const {a, b: c} = …`, `for (const x of …)`, and more of them behind commas."""
        while True:
            names: list[str] = []
            if self.code.sign(i) in ("{", "["):
                end = self.code.pairs[i]
                names = self.code.names_between(i, end)
                following = end + 1
            else:
                names = [self.code.name(i)]
                following = i + 1
            if not all(names) or any(one in GLOBALS for one in names):
                raise CodeNotUnderstood  # another in the place of what Node has
            self.declare(names)
            if self.code.sign(following) != "=":
                return
            self.bound(i, names, following + 1)
            i = self.code.end_of_expression(following + 1)
            if self.code.sign(i) != ",":
                return
            i += 1

    def bound(self, i: int, names: "list[str]", at: int) -> None:
        """See what names are bound to: a module, a function, or a text."""
        start = at + 1 if self.code.name(at) == "await" else at
        module = self.loaded(start)
        calls = module is not None and self.code.sign(start + 4) == "." and self.code.sign(start + 6) == "("
        if module is not None and not (calls and module in ACTING):
            call_end = self.code.pairs[start + 1]
            self.placed.add(start)
            behind = self.code.sign(call_end + 1)
            part = self.code.name(call_end + 2) if behind == "." else ""
            self.taken(i, names, module, whole=behind != ".", part=part)
            if module in _OF_PATHS and self.code.ends_before(call_end + 1) and self.code.sign(i) != "{":
                self.paths.modules.update(names)
            return
        if self.code.name(start) in self.modules and self.code.sign(start + 1) not in (".", "("):
            if self.code.sign(i) != "{":
                raise CodeNotUnderstood
            self.taken(i, names, self.modules[self.code.name(start)], whole=True, part="")
            self.dealt.add(start)
            return
        if self.code.sign(i) in ("{", "["):
            return
        function_end = self.code.function_end(at)
        if function_end > 0 and self.code.ends_before(function_end):
            self.callable.add(names[0])
        self.paths.bound.setdefault(names[0], []).append((at, self.code.end_of_expression(at)))

    def parameters(self, i: int) -> None:
        """See the parameters of an arrow function."""
        if self.code.sign(i - 1) == ")":
            start = self.code.pairs[i - 1]
            names = self.code.names_between(start, i - 1)
        else:
            start = i - 1
            names = [self.code.name(i - 1)] if self.code.name(i - 1) else []
        self.declare(names)
        before = start - 2 if self.code.name(start - 1) == "async" else start - 1
        if self.code.sign(before) == "(" and self.code.name(before - 1) == "Promise":
            for name in names:
                self.promised[name] = self.promised.get(name, 0) + 1

    # ── modules ──────────────────────────────────────────────────────────────

    def loaded(self, i: int) -> str | None:
        """Give the module that `require('x')` or `import('x')` loads here."""
        if (
            self.code.name(i) not in ("require", "import")
            or self.code.sign(i + 1) != "("
            or self.code.sign(i - 1) == "."
        ):
            return None
        kind, module = self.code.at(i + 2)
        if kind != TEXT or self.code.sign(i + 3) != ")":
            return None
        return module.removeprefix("node:") if module.startswith("node:") else module

    def loads(self, module: str) -> None:
        """See a module that is loaded."""
        name = module.removeprefix("node:")
        if name in TALKING:
            self.done.talks = True
        if name in MODULES:
            return
        if module != name or name in _OTHER_BUILTINS or not name or name.startswith(("data:", "http:", "https:")):
            raise CodeNotUnderstood
        self.loads_strangers = True
        self.files.append(name)
        if name.endswith(".json"):
            self.done.reads.append((name if name[:1] in (".", "/") else f"node_modules/{name}",))

    def taken(self, i: int, names: "list[str]", module: str, *, whole: bool, part: str) -> None:
        """Note what names stand for that are taken out of a module."""
        self.loaded_names.update(names)
        if module not in MODULES:
            self.strange.update(names)
            self.callable.update(names)
            return
        self.callable.update(names)
        if module not in ACTING:
            return
        if part and not (module == "fs" and part == "promises"):
            raise CodeNotUnderstood
        if self.code.sign(i) != "{":
            if len(names) != 1 or (not whole and part != "promises"):
                raise CodeNotUnderstood
            self.is_module(names[0], module)
            self.dealt.add(i)
            return
        end = self.code.pairs[i]
        for start, behind in self.code.parts(i, end):
            renamed = behind == start + 3 and self.code.sign(start + 1) == ":"
            here = self.code.name(start + 2) if renamed else self.code.name(start)
            if not self.code.name(start) or not here or not (renamed or behind == start + 1):
                raise CodeNotUnderstood  # what is taken is not told
            if self.code.name(start) == "promises":
                self.is_module(here, "fs")
            else:
                self.is_taken(here, module, self.code.name(start))
        self.dealt.update(range(i, end))

    def is_module(self, name: str, module: str) -> None:
        module = "fs" if module in FILES else module
        if self.modules.setdefault(name, module) != module or name in self.functions:
            raise CodeNotUnderstood  # one name for two

    def is_taken(self, name: str, module: str, function: str) -> None:
        taken = ("fs" if module in FILES else module, function)
        if self.functions.setdefault(name, taken) != taken or name in self.modules:
            raise CodeNotUnderstood

    def imports(self, i: int) -> None:
        """See `import x, {a as b} from 'y'`, `import * as x from 'y'` and `import 'y'`."""
        at = i + 1
        names: list[str] = []
        taken: dict[str, str] = {}
        while self.code.at(at)[0] != TEXT:
            kind, text = self.code.at(at)
            if kind == NAME and text not in ("from", "as", "type"):
                if self.code.name(at + 1) == "as":
                    taken[self.code.name(at + 2)] = text
                    self.dealt.add(at)
                elif self.code.name(at - 1) != "as":
                    taken[text] = text
                names.append(text)
            elif kind not in (NAME, PUNCTUATION) or (kind == PUNCTUATION and text not in ("{", "}", ",", "*")):
                raise CodeNotUnderstood
            at += 1
            if at > i + 200:
                raise CodeNotUnderstood
        self.dealt.update(range(i, at))
        module = self.code.at(at)[1].removeprefix("node:")
        self.loads(self.code.at(at)[1])
        if any(name in GLOBALS for name in names):
            raise CodeNotUnderstood
        self.declare(name for name in names if name in taken or name not in taken.values())
        self.callable.update(names)
        self.loaded_names.update(names)
        if module in _OF_PATHS and self.code.sign(i + 1) != "{":
            self.paths.modules.update(names)
        if module not in MODULES:
            self.strange.update(names)
        elif module in ACTING:
            braces = self.code.sign(i + 1) == "{"
            for here, function in taken.items():
                if braces:
                    self.is_taken(here, module, function)
                else:
                    self.is_module(here, module)
            for name in names:
                if name not in taken and name not in taken.values():
                    self.is_module(name, module)
