"""What applying a patch changes: the files that it names, where the text spells it as a plain unified diff.

Whoever applies patches understands much more: other forms, quoted names, renames, scripts of ed. Of a patch that has
any of these, nothing is said.
"""

from wicket.shell.programs.archives_and_dry_run_options import only_looks
from wicket.shell.programs.git_operands_and_shown_contents import git_operands
from wicket.shell.words import Word, longer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_parser import Usage
    from wicket.shell.catalogue.option_values_and_parse_result import Line
    from wicket.shell.read_result import Command

    Pair = tuple[str, Word | None]

__all__ = ["files_of", "files_of_models_patch", "git_patched", "patched", "patched_as_models_write", "spelled_patch"]

_NOWHERE = "/dev/null"
_OF_NAMES = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+@/")
# What is said of a file before its lines are changed.
_HEADERS = ("index ", "new file mode 100644", "deleted file mode 100644")


def spelled_patch(command: "Command") -> str | None:
    """Give the patch that a command is given to read, where the text spells it."""
    redirect = command.stdin
    if redirect is None or redirect.body is None or redirect.body.reason is not None:
        return None
    return redirect.body.prefix


def files_of(text: str) -> "list[tuple[str, str]] | None":
    """List the files that a patch changes, each with what becomes of it: EDIT, WRITE (it is new) or DELETE.

    The names are as they are written, with the `a/` that may stand before them. None: it is no plain patch.
    """
    found: list[tuple[str, str]] = []
    lines = text.removesuffix("\n").split("\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.startswith("--- ") and at + 2 < len(lines):
            one = _file_changed_by_patch(line, lines[at + 1], lines[at + 2])
            end = _behind_hunks(lines, at + 2)
            if one is None or end == at + 2:
                return None
            found.append(one)
            at = end
        elif line.startswith("diff --"):
            names = line.split(" ")[2:]
            if len(names) != 2 or not all(map(_is_plain, names)) or not _are_same(*names):
                return None
            at += 1
            while at < len(lines) and lines[at].startswith(_HEADERS):
                at += 1
            if at == len(lines) or lines[at] not in (f"--- {names[0]}", f"--- {_NOWHERE}"):
                return None
        else:
            return None
    return found or None


def _file_changed_by_patch(old: str, new: str, hunk: str) -> "tuple[str, str] | None":
    """Read the two lines that name a file, as it was and as it will be. No lines are a file that is not there.

    A time behind a name may say the same, so there must be none.
    """
    before, after = old[4:], new[4:]
    if new[:4] != "+++ " or not all(one == _NOWHERE or _is_plain(one) for one in (before, after)):
        return None
    if before == _NOWHERE:
        return ("WRITE", after) if after != _NOWHERE else None
    if after == _NOWHERE:
        return "DELETE", before
    if before != after and not _are_same(before, after):
        return None
    _, gone, come = (*hunk.split(" "), "", "")[:3]
    return "WRITE" if gone.endswith(",0") else "DELETE" if come.endswith(",0") else "EDIT", after


def _are_same(before: str, after: str) -> bool:
    return before[:2] == "a/" and after[:2] == "b/" and before[2:] == after[2:]


def _is_plain(name: str) -> bool:
    """Tell whether a name can be read in one way alone, and leads nowhere else."""
    parts = name.split("/")
    return set(name) <= _OF_NAMES and all(parts) and ".." not in parts and "." not in parts


def _behind_hunks(lines: "list[str]", at: int) -> int:
    """Say where the changes of one file end; each says how many lines it has."""
    while at < len(lines) and lines[at].startswith("@@ -"):
        counts = _line_counts_of_hunk(lines[at])
        if counts is None:
            return at
        old, new = counts
        end = at + 1
        while (old or new) and end < len(lines):
            sign = lines[end][:1] or " "
            if sign not in " +-\\":
                break
            old -= sign in " -"
            new -= sign in " +"
            end += 1
        if old or new:
            break
        at = end
        if at < len(lines) and lines[at].startswith("\\ "):
            at += 1
    return at


def _line_counts_of_hunk(line: str) -> tuple[int, int] | None:
    """Read how many lines a change has: `@@ -1,3 +1,4 @@`."""
    words = line.split(" ")
    if len(words) < 4 or words[3] != "@@" or words[1][:1] != "-" or words[2][:1] != "+":
        return None
    made = []
    for word in words[1:3]:
        start, comma, count = word[1:].partition(",")
        if not start.isdigit() or (comma and not count.isdigit()):
            return None
        made.append(int(count) if comma else 1)
    return made[0], made[1]


# The form in which models write patches: a line for each file, and what becomes of it.
_FRAME = ("*** Begin Patch", "*** End Patch", "*** End of File")
_OF_FILES = {
    "*** Add File: ": "WRITE",
    "*** Update File: ": "EDIT",
    "*** Delete File: ": "DELETE",
    "*** Move to: ": "WRITE",
}


def files_of_models_patch(text: str) -> "list[tuple[str, str]] | None":
    """List the files that a patch in the form of `apply_patch` changes; None: it is none, or not understood."""
    found: list[tuple[str, str]] = []
    lines = [line.strip() for line in text.strip().split("\n")]
    if lines[0] != _FRAME[0] or lines[-1] != _FRAME[1]:
        return None
    for line in lines:
        kind = next((head for head in _OF_FILES if line.startswith(head)), "")
        if kind:
            found.append((_OF_FILES[kind], line[len(kind) :].strip()))
        elif line.startswith("***") and line not in _FRAME:
            return None
    return found if found and all(name for _, name in found) else None


# Options by which the same files are changed as without them.
_AS_PLAIN = frozenset(["-p", "--strip", "--index", "-3", "--3way", "--whitespace", "-v", "--verbose", "-u", "-s", "-N"])


def patched(command: "Command", name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    """A patch names what it changes, unless an operand does."""
    operands = line.operands
    made: list[Pair] = [*usage.kinds(operands)]
    if (prefix := line.value("-B")) is not None:
        made += [("WRITE", longer(prefix, word)) for word in operands[:1]]
    return made if operands or only_looks(name, line) else [*made, *_named_by_patch(command, line)]


def git_patched(command: "Command", name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    made = git_operands(command, name, usage, line)
    return made if only_looks(name, line) else [*made, *_named_by_patch(command, line)]


def _named_by_patch(command: "Command", line: "Line") -> "list[Pair]":
    """Name the files that a patch changes which the text spells; else it is not known which they are.

    How many folders are left out of a name depends on where the command runs: each of the rest may be meant.
    """
    text = spelled_patch(command) if {found.name for found in line.found} <= _AS_PLAIN else None
    found = files_of(text) if text is not None and all(str(word) == "-" for word in line.operands) else None
    if found is None:
        return [("WRITE", None)]
    strip = line.value("-p")
    left_out = 1 if strip is None else int(str(strip)) if str(strip).isdigit() else 0
    made: list[Pair] = []
    for kind, name in found:
        parts = name.split("/")
        for begin in range(len(parts)):
            word = Word("/".join(parts[begin:]), *command.span)
            made.append((kind if begin == min(left_out, len(parts) - 1) else "TOUCH", word))
    return made


def patched_as_models_write(command: "Command", _name: str, _usage: "Usage", line: "Line") -> "list[Pair]":
    """Name the files of a patch that an operand spells, or standard input; else it is not known which they are."""
    operands = line.operands
    text = None if operands else spelled_patch(command)
    if len(operands) == 1 and operands[0].reason is None:
        text = operands[0].prefix
    found = None if text is None else files_of_models_patch(text)
    return [("WRITE", None)] if found is None else [(kind, Word(path, *command.span)) for kind, path in found]
