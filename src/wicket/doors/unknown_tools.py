"""What an agent's tool that no table knows is given: a command, code, or paths, told by its name and its fields."""

from wicket.doors.path_spellings import spellings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from wicket.doors.file_tools import Access

__all__ = ["CODE", "COMMANDS", "PATHS", "RUNNERS", "carries_command", "mentioned_files", "runs"]

# Under these an unknown tool may be given a command, and under these the text of a program.
COMMANDS = ("command", "cmd", "commands", "script")
CODE = ("code", "source_code", "sourceCode", "script_path", "scriptPath")

# A tool with one of these among the words of its name runs the text that it is given, under whatever key.
RUNNERS = frozenset(("eval", "exec", "interpreter", "javascript", "python", "repl"))

# Keys that name files end so, in lower case and without what joins their words.
PATHS = ("path", "paths", "file", "files", "filename", "filenames", "attachments")
_NO_PATHS = ("profile", "profiles", "xpath", "jsonpath")
_CONTENTS = frozenset(("content", "contents", "filetext", "newstring", "newstr", "newtext", "newcontent"))

# More than this no call names, nor nests deeper.
_MAX_PATHS = 200
_MAX_DEPTH = 6


def carries_command(given: object) -> bool:
    """Tell whether an unknown tool is given a command."""
    return isinstance(given, dict) and any(given.get(key) for key in COMMANDS)


def runs(tool: str, given: object) -> str:
    """Name what an unknown tool would run: a command, or code; empty: nothing that is known."""
    if carries_command(given):
        return "a command"
    if isinstance(given, dict) and any(given.get(key) for key in CODE):
        return "code"
    if within := _deep(given):
        return within
    words = _words(tool[:200])
    texts = given.values() if isinstance(given, dict) else [given]
    return "code" if words & RUNNERS and any(isinstance(text, str) and text.strip() for text in texts) else ""


def _deep(given: object) -> str:
    """Look for a command or code at whatever depth: a tool that calls other tools is given their calls."""
    rest = [given]
    for value in rest:  # and what lies in it
        if isinstance(value, list):
            rest += value
        elif isinstance(value, dict):
            for key, each in value.items():
                if key in (*COMMANDS, *CODE) and _is_text(each):
                    return "code" if key in CODE else "a command"
            rest += value.values()
    return ""


def _is_text(value: object) -> bool:
    return any(isinstance(each, str) and each for each in (value if isinstance(value, list) else [value]))


def _words(name: str) -> set[str]:
    """Split a name as programmers join words: `js_repl`, `JsREPL`, `js-repl`."""
    spaced = [
        (" " if char.isupper() and (before.islower() or after.islower()) else "") + (char if char.isalpha() else " ")
        for before, char, after in zip(" " + name, name, name[1:] + " ", strict=False)
    ]
    return set("".join(spaced).lower().split())


def mentioned_files(given: object, home: str) -> "list[Access]":
    """List the files that an unknown tool is told of: it may read them, and write them if it is given a content."""
    kinds = ["read"]
    if isinstance(given, dict) and any(_plain(key) in _CONTENTS for key in given):
        kinds.append("write")
    made: dict[Access, None] = {}
    for path in _paths(given, named=False, depth=0):
        made.update(dict.fromkeys((kind, each) for each in spellings(path, home) for kind in kinds))
        if len(made) >= _MAX_PATHS:
            break
    return list(made)


def _paths(given: object, *, named: bool, depth: int) -> "Iterator[str]":
    if isinstance(given, str):
        if named and given and "\n" not in given:
            yield given
    elif depth < _MAX_DEPTH and isinstance(given, dict):
        for key, value in given.items():
            yield from _paths(value, named=_is_path(_plain(key)), depth=depth + 1)
    elif depth < _MAX_DEPTH and isinstance(given, list):
        for value in given:
            yield from _paths(value, named=named, depth=depth + 1)


def _is_path(key: str) -> bool:
    return key.endswith(PATHS) and not key.endswith(_NO_PATHS)


def _plain(key: object) -> str:
    return str(key).replace("_", "").replace("-", "").lower()
