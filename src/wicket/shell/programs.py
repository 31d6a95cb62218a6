"""What a command does beyond being run: which paths it reads, writes and deletes, and what it executes.

The tables are in `files`, `git`, `wrappers` and `interpreters`; here they are asked.
"""

from wicket.shell.characters import listed
from wicket.shell.files import FILES
from wicket.shell.git import GIT
from wicket.shell.interpreters import INTERPRETERS, SHELLS, language
from wicket.shell.operands import operands_of
from wicket.shell.usage import Usage
from wicket.shell.words import Word
from wicket.shell.wrappers import WRAPPERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.script import Command
    from wicket.shell.usage import Line

__all__ = ["Act", "acts", "acts_of", "is_known", "module_of", "plain", "reading", "usage", "usage_of"]

_ALIASES = {
    "gawk": "awk",
    "mawk": "awk",
    "nawk": "awk",
    "gsed": "sed",
    "gmake": "make",
    "remake": "make",
    "bsdtar": "tar",
    "gtar": "tar",
    "fdfind": "fd",
    "gfind": "find",
    "rview": "vim",
    "rvim": "vim",
    "vimdiff": "vim",
    "vimtutor": "vim",
    "batcat": "bat",
    "netcat": "nc",
    "nc.traditional": "nc",
    "nc.openbsd": "nc",
    "typeset": "declare",
    "g++": "gcc",
    "cpp": "gcc",
    "c99": "gcc",
    "c89": "gcc",
    "clang": "gcc",
    "c++": "gcc",
    "mariadb": "mysql",
    "grm": "rm",
    "gcp": "cp",
    "gmv": "mv",
    "sudoedit": "nano",
    "bdash": "dash",
    "dpkg-deb": "dpkg",
    "nodejs": "node",
    "apt-key": "apt",
}

_read: dict[str, Usage] = {}
_interpreters: dict[str, Usage] = {}


class Act:
    """One thing that a command does beyond being run. `kind`: run, read, write, delete, or touch: one of these."""

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


def plain(name: str) -> str:
    """Give the name under which the tables know a program: without its folder and its version."""
    name = name.rpartition("/")[2]
    return _ALIASES.get(name, name)


def usage(name: str) -> Usage | None:
    """Look up how a program (`sort`, `git diff`) reads its command line. `kubectl *` is for any subcommand."""
    found = _read.get(name)
    if found is None:
        line = _line(name)
        if line is None:
            program, blank, rest = name.partition(" ")
            return usage(f"{program} *") if blank and rest != "*" else None
        found = _read[name] = Usage(line)
    return found


def _line(name: str) -> str | None:
    return FILES.get(name) or GIT.get(name) or WRAPPERS.get(name)


def reading(name: str) -> Usage | None:
    """Look up how a program reads its command line, be it an interpreter: it reads its own options first."""
    found = usage(name)
    if found is None and (spoken := language(name)):
        found = _interpreters.get(spoken)
        if found is None:
            found = _interpreters[spoken] = Usage(INTERPRETERS[spoken])
    return found


def module_of(command: "Command") -> "Command | None":
    """Give the command that `python -m` amounts to, if the tables know the module."""
    words = command.words
    if len(words) < 3 or language(plain(words[0].text or "")) != "python":
        return None
    from wicket.shell.script import Command

    taken = usage_of(command)
    if taken is None or not taken[2].found or taken[2].found[-1].kind != "MODULE":
        return None
    module = taken[2].found[-1].value
    if module is None or module.text is None or usage(module.text) is None:
        return None
    return Command((module, *taken[2].operands), (), (), command.start, command.end, command.place)


def is_known(name: str) -> bool:
    """Tell whether the tables say what a program does with its words."""
    name = plain(name)
    return name in _KNOWN or language(name) != ""


def usage_of(command: "Command") -> "tuple[str, Usage, Line] | None":
    """Take a command's line apart, down to its subcommand: the full name, the usage, and what was found.

    Options before the subcommand come first in the line.
    """
    taken = command.taken
    if taken is False:
        taken = command.taken = _take(command)
    return taken  # type: ignore[return-value]


def _take(command: "Command") -> "tuple[str, Usage, Line] | None":
    words = command.words
    if not words or words[0].text is None:
        return None
    name = plain(words[0].text)
    found = reading(name)
    if found is None:
        return None
    line = found.read(words[1:])
    first = line.operands[0].prefix[:1] if line.operands else ""
    if name == "ssh" or (name == "cargo" and first == "+"):
        # They take options behind their first operand, the host or the toolchain, as well.
        behind = found.read(line.operands[1:])
        behind.found = line.found + behind.found
        behind.operands = line.operands[: name == "ssh"] + behind.operands
        line = behind
    while found.operands and found.operands[-1][0] == "SUB":
        if not line.operands or line.operands[0].text is None:
            return name, found, line
        deeper = usage(f"{name} {line.operands[0].text}")
        if deeper is None:
            return name, found, line
        name = f"{name} {line.operands[0].text}"
        inner = deeper.read(line.operands[1:])
        inner.found = line.found + inner.found
        inner.unsure = inner.unsure or line.unsure
        inner.doubted = line.doubted or line.unlisted()
        found, line = deeper, inner
    return name, found, line


# What a kind amounts to.
_ACTS = {
    "READ": ("read",),
    "CONFIGFILE": ("read", "run"),
    "COMMAS": ("run",),
    "DIR": ("read",),
    "CODEFILE": ("read", "run"),
    "WRITE": ("write",),
    "EDIT": ("read", "write"),
    "MOVE": ("read", "delete"),
    "DELETE": ("delete",),
    "RUN": ("run",),
    "PROGRAM": ("run",),
    "CHECKPOINT": ("run",),
    "INSTALL": ("write",),
    "EDITOR": ("run",),
    "EXTERNAL": ("run",),
    "SCRIPT": ("read",),
    "TOUCH": ("touch",),
}


# What they write or delete by such an option is what they are given.
_NAMES_WHAT = frozenset(["find", "sed"])


def acts(command: "Command") -> tuple[Act, ...]:
    """List what a command reads, writes, deletes and runs, as far as the tables know.

    Redirects are not among them: they stand in `command.redirects`.
    """
    taken = usage_of(command)
    return () if taken is None else tuple(acts_of(command, *taken))


def acts_of(command: "Command", name: str, found: Usage, line: "Line") -> list[Act]:
    """List the acts of a command line that has been taken apart."""
    made: list[Act] = []
    deletes = False
    for option in line.found:
        kind = option.kind
        if not kind:
            continue
        if option.option is not None and option.option.takes != "=" and kind in ("DELETE", "EXTRACT", "INPLACE"):
            deletes = deletes or kind == "DELETE"
            if name not in _NAMES_WHAT:
                made.append(Act("delete" if kind == "DELETE" else "write", None, option.name))
            continue
        kinds = option.option.kinds if option.option is not None else ()
        for part, word in zip(kinds, option.values or (None,), strict=False):
            if part == "UPLOAD":
                if word is not None and word.text is not None and "@" not in word.text and "<" not in word.text:
                    continue
                made.append(Act("read", _upload(word), option.name))
            elif part == "ARCHIVE":
                reads = line.has("-x") or line.has("-t")
                if word is not None and word.text != "-":
                    made.append(Act("read" if reads else "write", word, option.name))
            elif part == "WRITEOUT" and not _only_says(word):
                made.append(Act("write", None, option.name))
            if word is None or word.text != "-" or part in ("CODEFILE", "CONFIGFILE"):
                made += [Act(act, word, option.name) for act in _ACTS.get(part, ())]
    in_place = "-i" if name in ("sed", "perl", "ruby") and line.has("-i") else ""
    for kind, word in operands_of(command, name, found, line, deletes):
        by = "-delete" if deletes and name == "find" else in_place or "operand"
        for act in _ACTS.get(kind, ()):
            if word is None or word.text != "-" or act not in ("read", "write"):
                made.append(Act(act, word, "operand" if act == "read" else by))
        if in_place and kind == "READ":
            made.append(Act("write", word, by))
    if name in ("gzip", "bzip2", "xz") and (line.has("-c") or line.has("-t") or line.has("-l")):
        made = [act for act in made if act.kind != "write"]
    return made


def _only_says(word: Word | None) -> bool:
    """Tell whether a format of curl's writes nothing to files."""
    return word is not None and word.text is not None and "%output{" not in word.text and word.text[:1] != "@"


def _upload(word: Word | None) -> Word | None:
    if word is None or word.text is None:
        return word
    at = word.text.find("@")
    if at < 0:
        at = word.text.find("<")
    return Word(word.text[at + 1 :].partition(";")[0], word.start, word.end)


# Builtins that the tables do not have: what they run is seen where they are read. A file that is sourced is a stranger.
_BUILTINS = listed(
    """
    bg bind builtin caller command compgen complete compopt disown enable eval exec fc fg hash help logout suspend
    unalias
    """
)
_KNOWN = frozenset([*FILES, *GIT, *WRAPPERS, *SHELLS, *_BUILTINS])
