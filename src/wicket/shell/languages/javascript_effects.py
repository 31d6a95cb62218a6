"""Gives an account of a program of JavaScript: the files that it names, the processes that it starts, and more.

It is cut into tokens. Each name has to be one of those in `javascript_name_lists`, or declared in the program. Modules
from elsewhere may be loaded and called, as a script may do. It is no proof: whoever may run scripts may run what a
module holds.
"""

from wicket.shell.code_effects import Account, CodeNotUnderstood
from wicket.shell.languages.javascript_computed_members import REACHING, Members
from wicket.shell.languages.javascript_declarations_and_imports import ACTING, FILES, Names
from wicket.shell.languages.javascript_file_and_process_calls import Calls
from wicket.shell.languages.javascript_name_lists import (
    DANGEROUS,
    GLOBALS,
    KEYWORDS,
    NEVER,
    OF_FILES,
    OF_PROCESS,
)
from wicket.shell.languages.javascript_texts_handed_over import texts_handed_over
from wicket.shell.languages.javascript_tokens import NAME, TEXT, TokenStream, tokens
from wicket.shell.languages.javascript_written_modules import writes_modules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.languages.javascript_tokens import Token

__all__ = ["account_of"]

_ENVIRONMENT = "/proc/self/environ"
_SETTING = frozenset(["=", "||=", "??=", "&&=", "+=", "++", "--"])
# What is handed all of the environment only looks at it.
_LOOKING = frozenset(["log", "dir", "table", "stringify", "keys", "entries", "values"])


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
                looks = self.code.sign(i - 3) in ("(", ",", "...") and self.code.name(opening - 1) in _LOOKING
                self.sets_environment = self.sets_environment or not (looks or self.code.name(i - 3) == "in")

    def is_changed(self, i: int) -> bool:
        """Tell whether a variable of the environment is deleted, or counted up or down."""
        return self.code.name(i - 3) == "delete" or self.code.sign(i - 3) in ("++", "--")
