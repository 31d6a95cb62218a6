"""What a program of JavaScript takes of something by a name that is computed, and what becomes of that.

By such a name, one gets at the function that makes functions of texts. So what is taken that way is called by nobody:
neither here, nor by a method that calls what it is handed, nor by what Node does by itself.
"""

from wicket.shell.characters import listed
from wicket.shell.code_effects import CodeNotUnderstood
from wicket.shell.languages.javascript_name_lists import DANGEROUS, GLOBALS, KEYWORDS, METHODS, NEVER, OF_FILES
from wicket.shell.languages.javascript_tokens_brackets_and_functions import (
    BEFORE_EXPRESSIONS,
    NAME,
    NUMBER,
    PUNCTUATION,
    REGEX,
    TEXT,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.languages.javascript_declarations_and_imports import Names

__all__ = ["REACHING", "Members"]

# Of `this`, and of modules: what leads to everything.
REACHING = frozenset(["require", "process", "module", "global", "child_process", "fs"])
_TELLING_NAMES = frozenset(["getOwnPropertyNames", "getPrototypeOf", "ownKeys"])

# Methods that call what they are handed, and at which places: None: at each of them.
_CALLING: dict[str, int | None] = {
    **dict.fromkeys(("then", "catch", "finally", "promisify", "callbackify", "timerify", "construct"), None),
    **dict.fromkeys(("map", "filter", "forEach", "some", "every", "find", "findIndex", "findLast", "flatMap"), 0),
    **dict.fromkeys(("reduce", "reduceRight", "sort", "toSorted", "nextTick", "findLastIndex", "groupBy"), 0),
    **dict.fromkeys(("Promise", "setTimeout", "setInterval", "setImmediate", "queueMicrotask"), 0),
    **dict.fromkeys(("from", "on", "once", "addListener", "prependListener", "addEventListener"), 1),
    **dict.fromkeys(("parse", "stringify"), 1),
}
_NEVER_CALLING = frozenset(["call", "apply", "bind"])
# Members that are called without anybody saying so.
_CALLED_BY_ITSELF = listed(
    """
    then toString valueOf toJSON next return throw get set read write final transform flush start pull cancel
    construct destroy handleEvent lookup checkServerIdentity
    """
)
# Of what Node has, these compute, whatever they are called with.
_COMPUTING = listed(
    "Boolean Number String parseInt parseFloat isNaN isFinite BigInt encodeURIComponent console JSON Math"
)
_SYMBOLS = frozenset(["iterator", "asyncIterator"])
_IN_NUMBERS = frozenset(["+", "-", "*", "/", "%", "(", ")"])
_COUNTING = frozenset(["++", "--"])


class Members:
    """The brackets of one program, and what is called in it."""

    def __init__(self, names: "Names") -> None:
        self.names = names
        self.code = names.code
        self.computes = False
        self.numbers: dict[str, bool] = {}
        for i, (kind, text) in enumerate(self.code.tokens):
            if kind == PUNCTUATION and text == "[":
                self.bracket(i)
        if self.computes:
            self.check_what_is_called()

    # ── brackets ─────────────────────────────────────────────────────────────

    def bracket(self, i: int) -> None:
        """See a value that is taken out of another by a name that need not stand there."""
        kind, before = self.code.at(i - 1)
        end = self.code.pairs[i]
        one_kind, one = self.code.at(i + 1)
        alone = end == i + 2
        if not self.takes(i):
            names = before in ("{", ",") and self.code.sign(end + 1) == ":"
            if names and not (alone and one_kind in (TEXT, NAME, NUMBER)):
                raise CodeNotUnderstood
            self.computes = self.computes or names
            return
        if kind == NAME and (before in self.names.modules or before in ("process", "require", "module")):
            raise CodeNotUnderstood
        if self.is_number(i + 1, end):
            return
        if kind == NAME and before in ("this", "super"):
            raise CodeNotUnderstood  # `this` may be all that Node has
        if alone and one_kind == TEXT:
            if one in NEVER or one in DANGEROUS or one in REACHING or one in OF_FILES:
                raise CodeNotUnderstood
            return
        if self.is_symbol(i):
            return
        self.computes = True
        if self.code.sign(end + 1) in ("(", "?."):
            raise CodeNotUnderstood  # what is called is not known

    def takes(self, i: int) -> bool:
        """Tell whether a bracket may take something of what stands before it."""
        kind, before = self.code.at(i - 1)
        if kind == PUNCTUATION:
            return before in (")", "]", "}", "?.")
        return kind != NAME or before not in BEFORE_EXPRESSIONS | {"const", "let", "var"}

    def is_symbol(self, i: int) -> bool:
        return (
            self.code.pairs[i] == i + 4
            and self.code.name(i + 1) == "Symbol"
            and self.code.sign(i + 2) == "."
            and self.code.name(i + 3) in _SYMBOLS
        )

    def is_number(self, start: int, end: int) -> bool:
        """Tell whether an expression is surely a number."""
        found = False
        for at in range(start, end):
            kind, text = self.code.at(at)
            if kind == NUMBER or (kind == NAME and (self.counts(text) or self.is_length(at))):
                found = True
            elif not (kind == PUNCTUATION and text in _IN_NUMBERS) and not self.is_part_of_length(at, end):
                return False
        return found

    def is_length(self, at: int) -> bool:
        return self.code.name(at) == "length" and self.code.sign(at - 1) == "." and bool(self.code.name(at - 2))

    def is_part_of_length(self, at: int, end: int) -> bool:
        """Tell whether this belongs to `x.length` of what is declared as an array."""
        name = at if self.code.name(at) else at - 1
        return (
            name + 2 < end
            and self.code.sign(name + 1) == "."
            and self.is_length(name + 2)
            and self.names.is_array(self.code.name(name))
        )

    def counts(self, name: str) -> bool:
        """Tell whether a name stands for a number that is only counted up or down."""
        if name not in self.numbers:
            self.numbers[name] = self.names.is_counter(name)
        return self.numbers[name]

    # ── calls ────────────────────────────────────────────────────────────────

    def check_what_is_called(self) -> None:
        """See that nothing is called which may have been taken by a computed name."""
        code = self.code
        if any(text in _TELLING_NAMES for _, text in code.tokens):
            raise CodeNotUnderstood  # a name that leads further may be among them
        given = self.given_members()
        self.own = {
            text
            for i, (kind, text) in enumerate(code.tokens)
            if kind == NAME and code.is_method(i) and code.name(i - 1) != "get"
        } | self.functions
        # Names of what is given members by computed names.
        self.filled = {
            code.name(i - 1)
            for i in range(len(code.tokens))
            if code.sign(i) == "["
            and self.takes(i)
            and code.sign(code.pairs[i] + 1) == "="
            and not self.is_number(i + 1, code.pairs[i])
        }
        for i, (kind, text) in enumerate(code.tokens):
            if kind == NAME:
                self.name_is_called(i, text, given)
            elif text == "(" and kind == PUNCTUATION:
                before = code.sign(i - 1)
                if before == "?." or (before == "]" and not self.is_own_method(i - 1)):
                    raise CodeNotUnderstood
                if before == ")" and not self.is_called_at_once(i - 1):
                    raise CodeNotUnderstood
                if before == "}" and code.function_end(self.start_of(i - 1)) != i:
                    raise CodeNotUnderstood

    def name_is_called(self, i: int, name: str, given: "set[str]") -> None:
        code = self.code
        member = code.sign(i - 1) in (".", "?.")
        if member and name in _NEVER_CALLING:
            raise CodeNotUnderstood
        if name in ("new", "extends") and not member and not self.is_known(i + 1):
            raise CodeNotUnderstood
        if code.sign(i + 1) != "(" or code.is_method(i):
            return
        if member and (name in given or not self.is_method_of_all(i, name)):
            raise CodeNotUnderstood
        if name in _CALLING:
            at = _CALLING[name]
            parts = code.parts(i + 1, code.pairs[i + 1])
            for start, end in parts if at is None else parts[at : at + 1]:
                if not self.is_harmless(start, end):
                    raise CodeNotUnderstood

    def is_method_of_all(self, i: int, name: str) -> bool:
        """Tell whether a method is one that JavaScript, the program itself or a module from elsewhere has."""
        root = i - 1
        while self.code.sign(root) in (".", "?.", ")", "]"):
            root = self.code.pairs[root] - 1 if self.code.sign(root) in (")", "]") else root - 1
            root -= bool(self.code.name(root) and self.code.sign(root - 1) in (".", "?."))
        owner = self.code.name(root)
        if self.is_loaded(owner) or owner in ("process", "require") or self.is_of_module(owner):
            return True
        return (name in METHODS and owner not in self.filled) or name in self.own

    def is_loaded(self, name: str) -> bool:
        return name in self.names.strange or name in self.names.loaded_names

    def is_of_module(self, name: str) -> bool:
        """Tell whether a name stands for what a module has made: `const x = new Strange()`."""
        found = self.names.paths.bound.get(name, [])
        if len(found) != 1 or self.names.counts.get(name) != 1 or self.names.paths.is_assigned(name):
            return False
        at = found[0][0]
        while self.code.name(at) in ("new", "await"):
            at += 1
        return self.is_loaded(self.code.name(at)) and all(self.code.sign(i) != "[" for i in range(*found[0]))

    def is_known(self, i: int) -> bool:
        """Tell whether what is made, or extended, is a class that is defined here, loaded, or of Node."""
        name = self.code.name(i)
        if name == "class":
            return self.code.sign(self.code.function_end(i)) not in ("[", ".", "?.")
        return name in GLOBALS or self.names.is_function(name)

    def is_harmless(self, start: int, end: int) -> bool:
        """Tell whether what a method is handed is no function, or one that is known."""
        code = self.code
        kind, text = code.at(start)
        if code.function_end(start) == end:
            return True
        if end == start + 1:
            known = kind in (TEXT, NUMBER, REGEX) or text in ("null", "undefined", "true", "false")
            return known or (
                kind == NAME and (self.names.is_function(text) or self.names.settles(text) or text in _COMPUTING)
            )
        if code.sign(start) in ("[", "{"):
            return code.pairs[start] == end - 1
        return kind == NAME and text in _COMPUTING and end == start + 3 and code.sign(start + 1) == "."

    def given_members(self) -> "set[str]":
        """List the names of members that the program gives a value which is not a function that stands there."""
        code = self.code
        found = {text for i, (_, text) in enumerate(code.tokens) if code.is_method(i) and code.name(i - 1) == "get"}
        self.functions: set[str] = set()
        for i, (kind, text) in enumerate(code.tokens):
            if kind not in (NAME, TEXT):
                continue
            assigned = kind == NAME and code.sign(i + 1) == "="
            if (code.sign(i + 1) == ":" and code.sign(i - 1) in ("{", ",")) or (
                assigned and (text not in self.names.declared or code.sign(i - 1) in (".", "?."))
            ):
                value = i + 2
            elif kind == NAME and code.sign(i - 1) in ("{", ",") and code.sign(i + 1) in (",", "}"):
                value = i
            else:
                continue
            end = code.function_end(value)
            if end > 0 and code.ends_before(end):
                self.functions.add(text)
                continue
            if code.at(value)[0] in (TEXT, NUMBER, REGEX) and code.ends_before(value + 1):
                continue
            if code.name(value) and self.names.is_function(code.name(value)) and code.ends_before(value + 1):
                continue
            found.add(text)
            if text in _CALLED_BY_ITSELF and code.holds_members(code.enclosing[i]) and not self.is_pattern(i):
                raise CodeNotUnderstood
        return found

    def is_pattern(self, i: int) -> bool:
        """Tell whether a brace takes an object apart that is declared there."""
        opening = self.code.enclosing[i]
        return opening > 0 and self.code.name(opening - 1) in ("const", "let", "var")

    def is_own_method(self, closing: int) -> bool:
        """Tell whether a bracket names a method that the program defines: `x['name']`, `[Symbol.iterator]`."""
        start = self.code.pairs[closing]
        kind, text = self.code.at(start + 1)
        return self.is_symbol(start) or (closing == start + 2 and kind == TEXT and text in self.own)

    def is_called_at_once(self, closing: int) -> bool:
        """Tell whether a function is called that stands in these parentheses, or what a module gives."""
        start = self.code.pairs[closing]
        name = self.code.name(start - 1)
        if name in KEYWORDS:
            return name in ("if", "for", "while", "switch", "catch", "import")
        return self.code.function_end(start + 1) == closing or name == "require"

    def start_of(self, closing: int) -> int:
        """Give where a function may begin whose body ends here."""
        at = self.code.pairs[closing] - 1
        at = self.code.pairs[at] - 1 if self.code.sign(at) == ")" else at
        while self.code.name(at) not in ("function", "class", "") or self.code.sign(at) == "*":
            at -= 1
        return at - 1 if self.code.name(at - 1) == "async" else at
