"""What a command does beyond being run: which paths it reads, writes and deletes, and what it executes."""

from wicket.shell.fetched import remote_names, uploads
from wicket.shell.interpreters import language
from wicket.shell.languages import reads as read_by
from wicket.shell.missing import doubted_values, is_too_much, without
from wicket.shell.operands import operands_of
from wicket.shell.passed import COMPOSED, meant
from wicket.shell.programs import reworded, usage_of
from wicket.shell.roles import only_looks
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.line import Line
    from wicket.shell.script import Command
    from wicket.shell.usage import Usage

__all__ = ["Act", "acts", "acts_of"]

# What a kind amounts to.
_ACTS = {
    "READ": ("read",),
    "CONFIGFILE": ("read", "run"),
    "CONFIGEDIT": ("read", "run", "touch"),
    "SETTINGS": ("read", "run"),
    "TRUST": ("run",),
    "BIND": ("touch",),
    "COMPARE": ("read",),
    "LOOK": ("look",),
    "LIST": ("list",),
    "SSH": ("touch",),
    "SOCAT": ("touch",),
    "MOUNT": ("mount",),
    "COMMAS": ("run",),
    "DIR": ("read",),
    "CODEFILE": ("read", "run"),
    "WRITE": ("write",),
    "PIPED": ("write",),
    "UNIT": ("touch",),
    "EDIT": ("read", "write"),
    "MOVE": ("read", "delete"),
    "DELETE": ("delete",),
    "RUN": ("run",),
    "PROGRAM": ("run",),
    "PACKAGE": ("run",),
    "CHECKPOINT": ("run",),
    "INSTALL": ("write",),
    "EDITOR": ("run",),
    "EXTERNAL": ("run",),
    "SCRIPT": ("read",),
    "TOUCH": ("touch",),
}

# What they write or delete by such an option is what they are given.
_NAMES_WHAT = frozenset(["find", "sed", "perl", "ruby", "yq"])

# Names of this machine.
_OURSELVES = frozenset(["localhost", "127.0.0.1", "[::1]"])

# They read what they are given, and may be told to write what they make of it into it.
_EDITORS = frozenset(["awk", "sed", "perl", "ruby", "yq"])


class Act:
    """One thing that a command does beyond being run.

    `kind`: run, read, write, delete, or touch: one of these. What may be a path and would only be read is a `look`;
    to `list` is to say what there is, and not what is in it; a `mount` hands all that lies in a folder to others.
    """

    __slots__ = ("by", "kind", "word")

    def __init__(self, kind: str, word: Word | None, by: str) -> None:
        self.kind = kind
        self.word = word  # the path, the program or the text; None when it is none of the words
        self.by = by  # the option, or "operand"

    def __repr__(self) -> str:
        return f"<Act {self.kind} {self.word} by {self.by}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Act) and (self.kind, self.word, self.by) == (other.kind, other.word, other.by)

    def __hash__(self) -> int:
        return hash((self.kind, self.by))


def acts(command: "Command") -> tuple[Act, ...]:
    """List what a command reads, writes, deletes and runs, as far as the tables know.

    Redirects are not among them: they stand in `command.redirects`.
    """
    taken = usage_of(command)
    return () if taken is None else tuple(acts_of(command, *taken))


def acts_of(command: "Command", name: str, found: "Usage", line: "Line", whole: bool = True) -> list[Act]:
    """List the acts of a command line that has been taken apart. `whole`: no word of it has been taken away."""
    made: list[Act] = []
    deletes = unknown = False
    for option in line.found:
        kind = option.kind
        if option.value is not None and option.value.text is None:
            unknown = True
        if option.option is None or not option.option.acts:
            continue
        if option.option.takes != "=" and kind in ("DELETE", "EXTRACT", "INPLACE"):
            deletes = deletes or kind == "DELETE"
            if name not in _NAMES_WHAT:
                made.append(Act("delete" if kind == "DELETE" else "write", None, option.name))
            continue
        for part, word in zip(option.option.kinds, option.values or (None,), strict=False):
            if part == "UPLOAD":
                made += [Act("read", file, option.name) for file in uploads(word)]
            elif part == "UPLOADED" and word is not None and word.text not in ("-", "."):
                made.append(Act("read", None if any(c in word.prefix for c in "{[") else word, option.name))
            elif part == "REMOTE":
                made += [Act("write", file, option.name) for file in remote_names(line)]
            elif part == "SETTINGS":
                made.append(Act("touch", None, option.name))
            elif part == "WRITES" and word is not None and not (word.text or "").isdigit():
                made.append(Act("write", None, option.name))
            elif part == "PLUGIN" and word is not None and not (word.text or "").isalpha():
                made += [Act("read", word, option.name), Act("run", word, option.name)]
            elif part == "BIND" and _renames(option.values):
                made.append(Act("touch", None, option.name))
            elif part == "CONFIG" and word is not None and word.prefix.lower().startswith("core.worktree="):
                made.append(Act("write", _behind_equals(word), option.name))
            elif part == "SSH" and word is not None and word.text is not None:
                word = Word("=".join(word.text.split(None, 1)), word.start, word.end)
            elif part == "ARCHIVE":
                reads = any(map(line.has, ("-x", "-t", "-d")))
                if word is not None and word.text != "-":
                    made.append(Act("read" if reads else "write", word, option.name))
            elif part == "CODE" and word is not None and word.text is not None and (spoken := language(name)):
                files = read_by(spoken, word.text) or ()
                made += [Act("read", Word(file, word.start, word.end), option.name) for file in files]
            elif part == "WRITEOUT" and not _only_says(word):
                made.append(Act("write", None, option.name))
            elif part in COMPOSED:
                made += [Act(act, path, option.name) for one, path in meant(option, line) for act in _ACTS.get(one, ())]
            elif part == "TRUST" and word is not None and _is_here(word.text or ""):
                continue
            if word is None or word.text != "-" or part in ("CODEFILE", "CONFIGFILE"):
                made += [Act(act, word, option.name) for act in _ACTS.get(part, ())]
    in_place = "-i" if name in _EDITORS and _edits(name, line) else ""
    by = "-delete" if deletes and name == "find" else in_place or "operand"
    for kind, word in operands_of(command, name, found, line, deletes):
        for act in _ACTS.get(kind, ()):
            if word is None or word.text != "-" or act not in ("read", "write"):
                made.append(Act(act, word, "operand" if act == "read" else by))
        if in_place and (kind == "READ" or name == "yq"):  # its first word may be a file, or what is done to one
            made.append(Act("write", word, by))
    if line.found and only_looks(name, line):
        made = [act for act in made if act.kind not in ("write", "delete")]
    return made + _without(command, line) if unknown and whole else made


def _without(command: "Command", line: "Line") -> list[Act]:
    """List the acts of a command if values of options are missing, so that other words are no values but options."""
    if not line.behind and not any(found.value is not None and found.value.prefix[:1] == "-" for found in line.found):
        return []
    doubted = doubted_values(command, line)
    if is_too_much(doubted):
        return [Act("write", None, "words that may be missing")]
    made: list[Act] = []
    for left in without(command, doubted):
        other = reworded(command, left)
        if (taken := usage_of(other)) is not None:
            made += acts_of(other, *taken, whole=False)
    return made


def _is_here(address: str) -> bool:
    """Tell whether an address is one of this machine: `http://localhost:4566`."""
    host = address.partition("://")[2].partition("/")[0]
    name, _, port = host.rpartition(":") if host[-1:].isdigit() and ":" in host else (host, "", "0")
    return name in _OURSELVES and port.isdigit()


def _renames(values: "tuple[Word, ...]") -> bool:
    """Tell whether a folder has another name where it is bound: `x y`, `x:y`."""
    if any(word.text is None for word in values):
        return True
    texts = [text for word in values for text in (word.text or "").split(":" if len(values) == 1 else "\0")]
    return len(set(texts[:2])) > 1


def _behind_equals(word: Word) -> Word | None:
    return Word(word.text.partition("=")[2], word.start, word.end) if word.text is not None else None


def _only_says(word: Word | None) -> bool:
    """Tell whether a format of curl's writes nothing to files."""
    return word is not None and word.text is not None and "%output{" not in word.text and word.text[:1] != "@"


def _edits(name: str, line: "Line") -> bool:
    """Tell whether an editor is told to write what it makes of a file into it."""
    if name == "awk":
        library = line.value("-i")
        return library is not None and library.prefix.rpartition("/")[2].startswith("inplace")
    return line.has("-i")
