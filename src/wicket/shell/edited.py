"""What an edit brings into a file: `sed -i 's/old/new/'` brings `new`, and nothing that could be code by itself.

A file that the text itself has written is the text's own code to whatever program loads it. Where all that is new in it
is a few names, numbers and strings, none of which calls or loads anything or is the name of a program, it is still the
project's code. It remains to see that these words are not among those that a rule is about.
"""

from wicket.shell.characters import listed
from wicket.shell.programs import is_known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.line import Line

__all__ = ["EDITS", "SOURCES", "brought"]

# Why a command is not known that loads such a file; the words that are new in it follow.
EDITS = "runs files that this text has edited: "

# What is called in them is called with a parenthesis, or with another sign that no edit brings. (In a Makefile or in
# package.json, a word would do.)
SOURCES = frozenset([".py", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".go", ".rs"])

_PLAIN = frozenset("_-.,:= \"'/&")
# What was matched may come back; a dot, a dash or a slash may be escaped.
_ESCAPES = (*[f"\\{digit}" for digit in range(1, 10)], "\\.", "\\-", "\\/")
# By these, code loads or runs other code, or changes files: as words, and in words.
_CODE_WORDS = listed("use from mod os sys fs io as go run call cmd sh env link")
_CODE_PARTS = (
    *("import", "require", "include", "load", "plugin", "hook", "exec", "eval", "system", "popen", "spawn", "fork"),
    *("process", "command", "shell", "compile", "attr", "global", "builtin", "ctypes", "pickle", "marshal", "decode"),
    *("open", "write", "remove", "unlink", "rmtree", "shutil", "delete", "rename", "environ", "putenv", "proto", "__"),
)
# Programs that do nothing, and are called like much else.
_HARMLESS = listed("true false test date id type")
_DELIMITERS = "/|,:@#~"
_FLAGS = frozenset("gIip0123456789")
_OPTIONS = listed("-i --in-place -e --expression -E -r --regexp-extended -s --separate -n --quiet")

# A program of more commands, or of a longer text, is not looked at.
MAX_LENGTH = 1_000


def brought(line: "Line") -> list[str] | None:
    """Give the texts that sed puts into the files that it edits; None: it may be anything."""
    if line.strange or line.unsure or any(found.name not in _OPTIONS for found in line.found):
        return None
    scripts = [found.value for found in line.found if found.kind == "CODE"] or [*line.operands[:1]]
    texts: list[str] = []
    for script in scripts:
        # An empty one is none, but the ending that another sed wants behind -i.
        if script is None or not script.text or len(script.text) > MAX_LENGTH:
            return None
        new = _new(script.text)
        if new is None:
            return None
        texts += new
    return texts


def _new(script: str) -> list[str] | None:
    """Give what the commands `s` and `d` of a script bring; None for any other."""
    texts: list[str] = []
    i = 0
    while i < len(script):
        i = _address(script, i)
        if script[i : i + 1] == "s":
            delimiter = script[i + 1 : i + 2]
            middle = _end(script, i + 2, delimiter) if delimiter and delimiter in _DELIMITERS else -1
            last = _end(script, middle + 1, delimiter) if middle >= 0 else -1
            new = _tokens(script[middle + 1 : last]) if last >= 0 else None
            if new is None:
                return None
            texts += new
            i = last + 1
            while i < len(script) and script[i] in _FLAGS:
                i += 1
        elif script[i : i + 1] == "d":
            i += 1
        else:
            return None
        while script[i : i + 1] == " ":
            i += 1
        if i < len(script) and script[i] not in ";\n":
            return None
        i += 1
    return texts


def _tokens(text: str) -> list[str] | None:
    """Give the words of what is new; None where one of them may be, or call, code."""
    for escape in _ESCAPES:
        text = text.replace(escape, escape[1] if not escape[1].isdigit() else " ")
    if not all(c.isalnum() or c in _PLAIN for c in text):
        return None
    words = "".join([c if c.isalnum() or c in "_-" else " " for c in text]).split()
    if any(word in _CODE_WORDS or any(part in word.lower() for part in _CODE_PARTS) for word in words):
        return None
    if any(is_known(word) and word not in _HARMLESS for word in words):
        return None
    return words


def _address(script: str, i: int) -> int:
    """Step over which lines are meant: `5`, `$`, `/…/`, and two of them."""
    while i < len(script):
        c = script[i]
        if c == "/":
            end = _end(script, i + 1, "/")
            if end < 0:
                return i
            i = end + 1
        elif c.isdigit() or c in "$, \t!":
            i += 1
        else:
            break
    return i


def _end(script: str, i: int, delimiter: str) -> int:
    """Find where a part ends; -1 where a bracket might hide the delimiter, or none comes."""
    while i < len(script) and script[i] != delimiter:
        if script[i] == "[" and delimiter in script[i : script.find("]", i) + 1]:
            return -1
        if script[i] == "\n":
            return -1
        i += 2 if script[i] == "\\" else 1
    return i if i < len(script) else -1
