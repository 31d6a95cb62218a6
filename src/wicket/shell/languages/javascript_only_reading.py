"""Small programs of node that are shown to do nothing but compute, print, and read files that they name.

They are cut into tokens. Each name has to be one that is listed here or declared in the program, each call one of those
listed, and what could be a regular expression, a template or an object of its own is not understood.
"""

from wicket.shell.characters import listed

__all__ = ["files_of"]

_VALUES = listed("true false null undefined NaN Infinity")
_OBJECTS = listed("JSON Math Object Array Number String Date console process")
_DECLARING = listed("const let var")
# Of `process`, these tell something.
_OF_PROCESS = listed("version versions arch platform pid ppid title execPath release uptime argv cwd env")
# Whatever they are called on, these compute; and these take what is computed for each of many.
_CALLS = listed(
    """
    log error info stringify parse keys values entries fromEntries isArray max min round floor ceil abs pow sqrt random
    trunc join split slice map filter find some every includes indexOf startsWith endsWith trim toUpperCase toLowerCase
    toString toFixed toISOString getTime getFullYear now padStart padEnd repeat concat flat flatMap reverse sort
    isInteger parseInt parseFloat uptime cwd existsSync forEach
    """
)
_FUNCTIONS = listed("parseInt parseFloat Number String")
_MADE = listed("Date Array")
# By these, one gets at functions that make functions of texts, or at what others rely on.
_NEVER = listed(
    "constructor prototype __proto__ call apply bind caller callee eval mainModule binding dlopen getBuiltinModule"
)
_FILES = frozenset(["fs", "node:fs"])
_SIGNS = frozenset(".,()[]+-*%<>=!&|?:;")
# Behind these, a parenthesis calls nothing.
_BEFORE = frozenset([*"(,=+-*/%<>!&|?:;[", "=>", ""])
_CONSTANTS = listed("PI E MAX_SAFE_INTEGER MIN_SAFE_INTEGER MAX_VALUE EPSILON")


def files_of(text: str) -> list[str] | None:
    """Name the files that a program reads; None: it may do more, or which is not known."""
    tokens = _tokens(text)
    return _Program(tokens).files_read() if tokens else None


def _tokens(text: str) -> list[str] | None:
    """Cut a program into names, numbers, strings and signs; None for anything else."""
    made: list[str] = []
    i = 0
    while i < len(text):
        c = text[i]
        start = i
        if c in " \n\t":
            i += 1
            continue
        if c in "'\"":
            i = text.find(c, i + 1)
            if i < 0 or "\n" in text[start:i] or "\\" in text[start:i].replace("\\n", "").replace("\\t", ""):
                return None
            i += 1
        elif c.isascii() and (c.isalnum() or c in "_$"):
            while i < len(text) and text[i].isascii() and (text[i].isalnum() or text[i] in "_$"):
                i += 1
        elif c == "/" and made and (made[-1].isdigit() or made[-1] == ")"):
            i += 1  # behind anything else, it may begin a regular expression, or a remark
            if text[i : i + 1] in ("/", "*"):
                return None
        elif text[i : i + 2] == "=>":
            i += 2
        elif c in _SIGNS and text[i : i + 2] not in ("--", "++") and text[i : i + 4] != "<!--":
            i += 1
        else:
            return None
        made.append(text[start:i])
    return made


class _Program:
    """A program in tokens, and what it declares and reads."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = ["", *tokens, "", "", "", "", ""]
        self.declared = {
            name
            for at, name in enumerate(self.tokens)
            if _is_name(name)
            and (self.tokens[at - 1] in _DECLARING or (self.tokens[at + 1] == "=>" and self.tokens[at - 1] != "."))
        }
        self.filing = {
            self.tokens[at - 2]
            for at, name in enumerate(self.tokens)
            if name == "require" and self.tokens[at - 1] == "=" and _quoted(self.tokens[at + 2]) in _FILES
        }
        self.files: list[str] = []

    def files_read(self) -> list[str] | None:
        if self.declared & (_OBJECTS | _FUNCTIONS | _VALUES | _DECLARING | {"require", "new", "typeof"}):
            return None
        at = 1
        while self.tokens[at]:
            step = self.piece(at)
            if not step:
                return None
            at += step
        return self.files

    def piece(self, at: int) -> int:
        """Look at one token; give how many are dealt with, or 0 if the program may do more."""
        piece, before, behind = self.tokens[at], self.tokens[at - 1], self.tokens[at + 1]
        if piece == "[":
            # Behind a value, it takes something out of it: by a number alone.
            takes = before in (")", "]") or _is_name(before) or _quoted(before) is not None
            return int(not takes or (behind.isdigit() and self.tokens[at + 2] == "]"))
        if piece == "(":
            return int(before in _BEFORE or _is_name(before))  # what is called by a name is seen there
        if piece == "=":
            # Only what is declared is assigned; but two or three of them compare.
            compares = "=" in (before, behind) or (before in ("!", "<", ">") and self.tokens[at - 2] != before)
            return int(compares or self.tokens[at - 2] in _DECLARING)
        if not _is_name(piece):
            return 1
        return self.member(at) if before == "." else self.name(at)

    def name(self, at: int) -> int:
        """See a name that stands for itself."""
        name, before, behind = self.tokens[at], self.tokens[at - 1], self.tokens[at + 1]
        if name == "require":
            return self.required(at)
        if name == "new":
            return int(behind in _MADE and self.tokens[at + 2] == "(")
        if name in _DECLARING:
            return int(_is_name(behind) and self.tokens[at + 2] == "=")
        if behind == "(":
            return int(name in _FUNCTIONS or (before == "new" and name in _MADE))
        if name in _OBJECTS:
            return int(behind == ".")
        if name in self.filing:
            return int(behind == "." or before in _DECLARING)
        return int(name in self.declared or name in _VALUES or name == "typeof")

    def member(self, at: int) -> int:
        """See what is taken of something, and called."""
        owner, name, behind = self.tokens[at - 2], self.tokens[at], self.tokens[at + 1]
        if name in _NEVER or name[:2] == "__":
            return 0
        if owner in self.filing and name != "existsSync":
            return self.read(at)
        if owner == "process":
            return int(name in _OF_PROCESS and (name != "env" or behind == "."))
        if owner in _OBJECTS and name not in _CALLS and name not in _CONSTANTS:
            return 0
        return int(behind != "(" or name in _CALLS)

    def read(self, at: int) -> int:
        """See `readFileSync('x', 'utf8')`: the name of the file has to be there."""
        path = _quoted(self.tokens[at + 2])
        more = self.tokens[at + 3] == "," and _quoted(self.tokens[at + 4]) is not None
        ends = self.tokens[at + 5 if more else at + 3] == ")"
        if self.tokens[at] != "readFileSync" or self.tokens[at + 1] != "(" or not path or not ends:
            return 0
        self.files.append(path)
        return 2

    def required(self, at: int) -> int:
        """See `require('./x.json')`, which reads a file, and `require('fs')`."""
        name = _quoted(self.tokens[at + 2])
        if self.tokens[at + 1] != "(" or self.tokens[at + 3] != ")" or not name:
            return 0
        if name in _FILES:
            if self.tokens[at - 1] == "=" and self.tokens[at - 3] in _DECLARING:
                return 4 if self.tokens[at + 4] in ("", ";", ",") else 0
            step = self.read(at + 5) if self.tokens[at + 4] == "." else 0
            return 5 + step if step else 0
        if not name.endswith(".json") or not all(c.isalnum() or c in "./_-@" for c in name):
            return 0
        self.files.append(name)
        return 4


def _is_name(token: str) -> bool:
    return token[:1].isalpha() or token[:1] in tuple("_$")


def _quoted(token: str) -> str | None:
    """Give what a string holds; None: it is none."""
    return token[1:-1] if token[:1] in tuple("'\"") else None
