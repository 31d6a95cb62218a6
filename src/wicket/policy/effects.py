"""What a command does beside being run, which an allow for its words does not cover by itself.

A write by redirect, and what an option is known to write, delete or execute, are acts of their own. So is what a word
that is not known may turn out to be, where the program has options of that kind.
"""

from wicket.shell.characters import listed
from wicket.shell.influence import expected, influences, run_by
from wicket.shell.interpreters import SHELLS
from wicket.shell.programs import PROGRAMS, acts_of, module_of, usage_of
from wicket.shell.script import is_stream
from wicket.shell.usage import LOOKING
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.script import Command
    from wicket.shell.usage import Found, Line, Usage

__all__ = ["Effect", "effects"]

# Their purpose is to write or delete what they are given: a rule for them covers it.
_WRITERS = listed(
    """
    cp mv tee touch rm rmdir mkdir ln install unlink shred truncate chmod chown chgrp chattr setfacl mkfifo mknod mktemp
    fallocate dd rsync scp git zip unzip gzip gunzip bzip2 bunzip2 xz unxz patch strip
    """
)
# Variables whose value, if it is a path, is written to.
_WRITING = ("GIT_TRACE", "LD_DEBUG_OUTPUT")
_SWITCHES = listed("0 1 2 true false")
# They go through folders and read what is in them.
_SEARCHERS = listed("rg ag ack tar zip unzip 7z rsync git find diff colordiff sdiff")
# What they run is a command of its own, and judged as such.
_RUN_OTHERS = listed("command builtin exec eval")
# And these pass over what begins with a dot, unless told otherwise.
_PASS_HIDDEN = listed("rg ag")
_HIDDEN_TOO = listed("--hidden -. -u --unrestricted --no-ignore")
# A word holds no more paths than this that anyone would write.
_MAX_PIECES = 16
_RECURSIVE = frozenset(["-r", "-R", "-a", "--recursive", "--archive", "--dereference-recursive"])


_SAID = {
    "read": "reads",
    "write": "writes",
    "delete": "deletes",
    "run": "executes",
    "touch": "names",
    "send": "talks to",
}


class Effect:
    """One act. `kind`: read, write, delete, run, touch (an unknown program may do any of these) or change.

    `by` is the option, `operand`, `redirect` or the variable. `own`: an allow for the words does not cover it.
    """

    __slots__ = ("by", "kind", "own", "recursive", "word")

    def __init__(self, kind: str, word: Word | None, by: str, own: bool, recursive: str = "") -> None:
        self.kind = kind
        self.word = word
        self.by = by
        self.own = own
        self.recursive = recursive

    def __str__(self) -> str:
        what = _SAID.get(self.kind, "may do more through")
        how = {"operand": "", "redirect": " by redirect"}.get(self.by, f" through {self.by}")
        if self.kind == "change":
            return f"{self.by} changes what programs do"
        if self.kind == "option":
            return "may be given an option that does more, through a word that is not known"
        return f"{what} {self.word if self.word is not None else 'files'}{how}"


def effects(command: "Command") -> "list[Effect]":
    """List what a command does."""
    made: list[Effect] = []
    for redirect in command.redirects:
        if redirect.writes:
            made.append(Effect("write", redirect.target, "redirect", True))
        if redirect.reads:
            made.append(Effect("read", redirect.target, "redirect", False))
            if redirect.target.prefix.startswith(("/dev/tcp/", "/dev/udp/")):
                made.append(Effect("send", redirect.target, "redirect", True))
    for assignment in (*command.changed, *command.assignments) if command.changed or command.assignments else ():
        if command.words and assignment.name.startswith(_WRITING) and assignment.value.text not in _SWITCHES:
            made.append(Effect("write", assignment.value, assignment.name, True))
        # What a variable names is read as a command of its own; what else it changes cannot be followed.
        if influences(assignment.name) and command.words:
            value = assignment.value.text
            if value is not None and (run_by(assignment.name, value) or expected(assignment.name, value)):
                continue
            made.append(Effect("change", None, assignment.name, True))
    if command.words and command.words[0].text is not None and not command.calls:
        _of_program(command, made)
    return made


def _of_program(command: "Command", made: "list[Effect]") -> None:
    words = command.words
    program = PROGRAMS[words[0].text or ""]
    name = program.name
    taken = usage_of(command)
    if taken is None:
        if name in SHELLS:
            _of_shell(words, made)
        elif not program.known and name not in _RUN_OTHERS:
            made += [Effect("touch", path, "operand", False) for word in words[1:] for path in _paths_in(word)]
        return
    full, usage, line = taken
    found = acts_of(command, full, usage, line)
    unlisted = [option for option in line.found if option.option is None] if usage.any_of else []
    writer = name in _WRITERS
    recursive = _recursion(name, line) if found or unlisted else ""
    for act in found:
        if act.kind == "touch" and act.word is not None:
            made += [Effect("touch", path, act.by, False) for path in _paths_in(act.word)]
        elif act.kind != "write" or act.word is None or not is_stream(act.word.text):
            own = act.kind not in ("read", "touch") and (act.by != "operand" or not (writer or act.kind == "run"))
            made.append(Effect(act.kind, act.word, act.by, own, recursive))
    if usage.deeper:
        made += [Effect("touch", path, "operand", False) for word in line.operands for path in _paths_in(word)]
    if unlisted:
        _of_unlisted(usage, line, unlisted, recursive, made)
    if line.unsure and _may_be_option(command, usage):
        made.append(Effect("option", None, "a word that is not known", True))
    if name[:2] == "py" and (module := module_of(command)) is not None:
        _of_program(module, made)


def _of_unlisted(usage: "Usage", line: "Line", unlisted: "list[Found]", recursive: str, made: "list[Effect]") -> None:
    """An option that the tables do not list may take the next word: then every operand is another than it seems."""
    words = [found.value for found in unlisted if found.value is not None]
    if len(usage.operands) > 1 or not usage.operands[0][1]:
        words += line.operands
    kind = usage.any_of.lower()
    paths = [path for word in words if word.text for path in _paths_in(word)]
    made += [Effect(kind, path, "operand", False, recursive) for path in paths]


def _of_shell(words: "tuple[Word, ...]", made: "list[Effect]") -> None:
    """A shell reads the script that it is given; a text behind -c is read as commands of its own."""
    for word in words[1:]:
        text = word.text if word.text is not None else word.prefix
        if text[:1] not in ("-", "+"):
            made.append(Effect("read", word, "operand", False))
            return
        if text[:2] != "--" and "c" in text:
            return


def _recursion(name: str, line: "Line") -> str:
    """Say how far a command goes into folders: not at all, into `all`, or into those without a dot (`plain`)."""
    if name in _SEARCHERS:
        return "all" if name not in _PASS_HIDDEN or any(found.name in _HIDDEN_TOO for found in line.found) else "plain"
    return "all" if line.found and any(map(_goes_down, line.found)) else ""


def _goes_down(found: "Found") -> bool:
    """Tell whether an option, by any of its names, has a program go through folders."""
    if found.name in _RECURSIVE:
        return True
    if found.option is None:
        return False
    if "--directories" in found.option.names:
        return found.value is None or found.value.text not in ("skip", "read")
    return found.name[:2] == "--" and not _RECURSIVE.isdisjoint(found.option.names)


def _paths_in(word: Word) -> "list[Word]":
    """Give what in a word may be a path, for programs of which nothing else is known: `--key=x`, `@x`, `-fx`, `a:b`."""
    text = word.text
    if text is None:
        return [word]
    pieces = [text] if text[:1] not in ("-", "@") else [text[2:]] if text[:2] != "--" and len(text) > 3 else []
    if text[:1] == "@":
        pieces = [text[1:]]
    for mark in "=:,":
        if mark in text:
            pieces += text.split(mark)[:_MAX_PIECES]
            for piece in text.split(mark)[:_MAX_PIECES]:
                if "=" in piece and mark != "=":
                    pieces.append(piece.partition("=")[2])
    return [Word(piece, word.start, word.end) for piece in dict.fromkeys(pieces) if piece and piece[0] != "-"]


def _may_be_option(command: "Command", usage: "Usage") -> bool:
    """Tell whether a word that is not known may be an option that writes, deletes or executes.

    It may have been chosen by a text before this one, if both are run by the same shell.
    """
    if not usage.deeper and all(kind in LOOKING for option in usage.options.values() for kind in option.kinds):
        return False
    for word in command.words[1:]:
        if word.text == "--":
            return False
        if word.text is None and (word.shape[0] is None or word.prefix[:1] == "-"):
            return True
    return False
