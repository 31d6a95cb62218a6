"""Paths in a program of JavaScript, and what the calls of `fs` and `child_process` do with them."""

from posixpath import normpath

from wicket.shell.characters import listed
from wicket.shell.code_effects import CodeNotUnderstood
from wicket.shell.languages.javascript_name_lists import DELETING, LISTING, OF_PROCESS, READING, WRITING
from wicket.shell.languages.javascript_tokens_brackets_and_functions import NAME, NUMBER, TEXT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.code_effects import Account
    from wicket.shell.languages.javascript_tokens_brackets_and_functions import TokenStream
    from wicket.shell.unknown_values import Shape

__all__ = ["Calls", "Paths"]


# ── paths in a program of JavaScript: what can be known of a text that names a file, however it is put together ──

UNKNOWN: "Shape" = (None,)

_ASSIGNING = frozenset(["=", "+=", "-=", "*=", "/=", "%=", "**=", "||=", "??=", "&&=", "|=", "&=", "^=", "++", "--"])
_DEEPEST = 8


class Paths:
    """What the expressions of one program may be, as shapes: pieces of text, and None for what is not known."""

    def __init__(self, code: "TokenStream") -> None:
        self.code = code
        self.folder = "."  # where the program lies
        self.bound: dict[str, list[tuple[int, int]]] = {}  # names, and where the expressions stand for them
        self.counts: dict[str, int] = {}  # how often each name is declared
        self.modules: set[str] = set()  # names of `path`
        self.within: tuple[str, ...] = ()  # names that are being looked at

    def arguments(self, at: int) -> "list[Shape]":
        return [self.shape(start, end) for start, end in self.code.parts(at, self.code.pairs[at])]

    def shape(self, start: int, end: int) -> "Shape":
        """Give what is known of the text that an expression is."""
        made: list[str | None] = []
        i = start
        while i < end:
            kind, text = self.code.at(i)
            following = i + 1
            piece: Shape = UNKNOWN
            if kind == TEXT:
                piece = (text,)
            elif kind == NAME and text == "__dirname":
                piece = (self.folder,)
            elif text in self.modules and kind == NAME and self.counts.get(text) == 1 and self.joins(i):
                piece = self.joined(i + 3)
                following = self.code.pairs[i + 3] + 1
            elif kind == NAME and text == "process" and self.code.name(i + 2) == "cwd" and self.code.sign(i + 3) == "(":
                piece = (".",)
                following = self.code.pairs[i + 3] + 1
            elif kind == NAME and self.code.sign(i + 1) not in (".", "(", "[", "?."):
                piece = self.named(text)
            elif self.code.sign(i) == "(" and self.code.sign(self.code.pairs[i] + 1) in ("+", "", ",", ")", ";"):
                piece = self.shape(i + 1, self.code.pairs[i])
                following = self.code.pairs[i] + 1
            elif made and self.is_added(i, end):
                return (*made, None) if made[-1] is not None else tuple(made)
            else:
                return UNKNOWN
            for one in piece:
                if made and made[-1] is not None and one is not None:
                    made[-1] += one
                elif one is not None or not made or made[-1] is not None:
                    made.append(one)
            if following < end and self.code.sign(following) != "+":
                return UNKNOWN
            i = following + 1
        if len(made) > 1 and made[0] == "":
            del made[0]
        return tuple(made) or UNKNOWN

    def joins(self, i: int) -> bool:
        return (
            self.code.sign(i + 1) == "."
            and self.code.name(i + 2) in ("join", "resolve")
            and self.code.sign(i + 3) == "("
        )

    def is_added(self, start: int, end: int) -> bool:
        """Tell whether the rest of an expression is what is put behind its beginning, whatever that is."""
        at = start
        while at < end:
            sign = self.code.sign(at)
            kind, text = self.code.at(at)
            if sign in ("(", "["):
                at = self.code.pairs[at]
            elif sign not in ("+", ".", "?.") and (
                kind not in (NAME, TEXT, NUMBER) or text in ("in", "instanceof", "yield", "typeof", "void", "delete")
            ):
                return False
            at += 1
        return True

    def named(self, name: str) -> "Shape":
        """Give the text that a name stands for, if it is declared in one place and gets no other value."""
        found = self.bound.get(name, [])
        if len(found) != 1 or self.counts.get(name) != 1 or name in self.within or len(self.within) >= _DEEPEST:
            return UNKNOWN
        if self.is_assigned(name):
            return UNKNOWN
        before, self.within = self.within, (*self.within, name)
        made = self.shape(*found[0])
        self.within = before
        return made

    def is_assigned(self, name: str) -> bool:
        """Tell whether a name is given another value than the one that it is declared with."""
        count = 0
        for i, token in enumerate(self.code.tokens):
            if token != (NAME, name) or self.code.sign(i - 1) in (".", "?."):
                continue
            count += self.code.sign(i + 1) in _ASSIGNING
            if self.code.sign(i - 1) in ("++", "--") or self.code.is_target(i):
                return True
        return count > len(self.bound.get(name, ()))

    def joined(self, at: int) -> "Shape":
        """Give the path that `path.join` or `path.resolve` makes; of a part that is not known, all may be lost."""
        parts = self.arguments(at)
        if any(len(part) != 1 or part[0] is None for part in parts) or not parts:
            return UNKNOWN
        texts = [part[0] or "" for part in parts]
        if self.code.name(at - 1) == "resolve":
            last = max([i for i, text in enumerate(texts) if text[:1] == "/"], default=0)
            texts = texts[last:]
        return (normpath("/".join([text for text in texts if text])),)


# ── What the calls of `fs` and `child_process` do in a program of JavaScript: files, and processes that are started ──

# What may be said of a process beside its words.
_PLAIN_OPTIONS = listed("stdio encoding timeout maxBuffer windowsHide")


class Calls:
    """Notes in an account what the calls of one program do."""

    def __init__(self, paths: "Paths", done: "Account") -> None:
        self.code = paths.code
        self.paths = paths
        self.done = done

    def of_module(self, module: str, function: str, at: int) -> None:
        """See a call of a function of `fs` or `child_process`, with its parenthesis."""
        if self.code.sign(at) != "(":
            raise CodeNotUnderstood
        given = self.paths.arguments(at)
        first = given[0] if given else UNKNOWN
        if module == "child_process":
            self.starts(function, at, given)
        elif module == "process":
            if function not in OF_PROCESS - {"env"}:
                raise CodeNotUnderstood
        elif function in READING:
            self.notes_read(first)
        elif function in LISTING:
            self.done.listed += [first] if first != UNKNOWN else []
        elif function in WRITING:
            self.notes_write(first)
        elif function in ("copyFileSync", "copyFile", "cpSync", "cp"):
            self.notes_read(first)
            self.notes_write(given[1] if len(given) > 1 else UNKNOWN)
        elif function in DELETING or function in ("renameSync", "rename"):
            self.runs(DELETING.get(function, "mv"), given[: 1 if function in DELETING else 2])
        else:
            raise CodeNotUnderstood

    def notes_read(self, shape: "Shape") -> None:
        if shape == UNKNOWN:
            self.done.unknown_read = True
        else:
            self.done.reads.append(shape)

    def notes_write(self, shape: "Shape") -> None:
        if shape[0] is None:
            raise CodeNotUnderstood
        self.done.writes.append(shape)

    def runs(self, program: str, given: "list[Shape]") -> None:
        texts = [shape[0] for shape in given if len(shape) == 1 and shape[0]]
        if not texts or len(texts) != len(given):
            raise CodeNotUnderstood
        self.done.commands.append((*program.split(), *[f"./{one}" if one[:1] == "-" else one for one in texts if one]))

    def starts(self, function: str, at: int, given: "list[Shape]") -> None:
        parts = self.code.parts(at, self.code.pairs[at])
        first = given[0] if given else UNKNOWN
        if len(first) != 1 or not first[0]:
            raise CodeNotUnderstood
        rest = parts[1:]
        words: list[str] = []
        if function in ("spawn", "spawnSync", "execFile", "execFileSync"):
            if rest and self.code.sign(rest[0][0]) == "[":
                words = self.words(*rest[0])
                rest = rest[1:]
        elif function not in ("exec", "execSync"):
            raise CodeNotUnderstood
        for start, end in rest:
            self.option(start, end)
        if function in ("exec", "execSync"):
            self.done.texts.append(first[0])
        else:
            self.done.commands.append((first[0], *words))

    def words(self, start: int, end: int) -> "list[str]":
        """Give the words of a list that stands there, and nothing beside it."""
        if self.code.pairs[start] != end - 1:
            raise CodeNotUnderstood
        words: list[str] = []
        for inner in self.code.parts(start, self.code.pairs[start]):
            shape = self.paths.shape(*inner)
            if len(shape) != 1 or shape[0] is None:
                raise CodeNotUnderstood
            words.append(shape[0])
        return words

    def option(self, start: int, end: int) -> None:
        """See what is said of a process beside its words: an object of plain options, or a function."""
        if self.code.function_end(start) == end:
            return
        if self.code.sign(start) != "{" or self.code.pairs[start] != end - 1:
            raise CodeNotUnderstood
        for key, _ in self.code.parts(start, end - 1):
            if self.code.name(key) not in _PLAIN_OPTIONS or self.code.sign(key + 1) not in (":", ",", "}"):
                raise CodeNotUnderstood
