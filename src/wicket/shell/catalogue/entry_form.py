"""The form of an entry about a program: which fields it may have, what is wrong with it, and what is made of it.

An entry is plain data, whether it stands in a file of the catalogue or in a policy:

    usage         how it reads its command line: a line, or a table of lines by the words that a command begins with
    harmless      subcommands that run none of their words, and need no usage line
    uploads       commands that take what lies in folders: `all`, `project` or `context`, and of which folder
    loads         names of files that it runs or loads without being told so
    names_only    commands whose words are names that others keep, and no files
    abbreviations subcommands, and how they may be cut short
    traits        what else is special about it, or about a command of it: see `TRAITS`
    operands      what its operands are, where a line cannot say it: a function of `shell.programs.operand_roles`
    special       what it runs, where a line cannot say it: a function of `shell.unwrapping.special_programs`
    looks_with    options with which it writes nothing
    passes_on     the program that is given what stands behind `--`
    hands_on      subcommands by which flags behind `--` are handed on to what it runs; `*`: all of them
    runs_package, fetches_package    subcommands by which it fetches a package and runs it, or only fetches it
    aliases       other names of the same program; `versioned`: those that may have a version behind them
    dialects      other programs that run the same language
    scripts       scripts of its language that are programs of the catalogue: `php artisan` is `artisan`
    interpreter, shell, prose, wrapper    true: it runs code, it is a shell, its words are prose, it runs a command
    examples      command lines, and what each is read as

This module imports nothing, as the wheel is built with it. No verdict needs it.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    # The keys that lead to what is wrong, the word of it that is wrong (empty: all of it), and what is wrong.
    Wrong = tuple[tuple[str, ...], str, str]

__all__ = [
    "FACTS",
    "FIELDS",
    "KINDS",
    "MAX_WORDS",
    "NOTHING",
    "TEACHABLE_FIELDS",
    "TEACHABLE_KINDS",
    "TRAITS",
    "UNKNOWN",
    "VERBS",
    "Kinds",
    "made_of",
    "size_of",
    "wrong_groups",
    "wrong_with",
]

# Fields whose value is a text, or a table of texts by the words that a command begins with.
FACTS = ("operands", "special", "looks_with", "passes_on", "hands_on", "runs_package", "fetches_package")
TABLES = ("usage", "harmless", "uploads", "traits", *FACTS)
TEXTS = ("loads", "names_only", "aliases", "dialects", "versioned", "scripts")
SWITCHES = ("interpreter", "shell", "prose", "wrapper")
FIELDS = frozenset([*TABLES, *TEXTS, *SWITCHES, "abbreviations", "examples"])

# What an example says of a command line: one or more of these with what they are done to, or one of the last two.
VERBS = ("reads", "writes", "deletes", "runs", "lists", "may read", "may write", "mounts", "uploads")
NOTHING, UNKNOWN = "nothing", "unknown"

# What a value or an operand of a usage line may be: see `usage`.
KINDS = frozenset(
    """
    READ WRITE DELETE EDIT MOVE DIR RUN PROGRAM CODE CODEFILE VALUE COMMAND TEXT SUB REST EXEC SPLIT SSH CONFIG
    CHECKPOINT APTOPTION EDITOR EXTERNAL PAGER MAKE SETTING SOCAT STRATEGY MODULE CD INPLACE EXTRACT ARCHIVE UPLOAD DD
    INSTALL SHELL SCRIPT ASSIGN AWK CONFIGFILE WRITEOUT LINKER TOUCH COMMAS LOOK MOUNT UPLOADED REMOTE SETTINGS COMPARE
    ROOT CMAKE UNIT NPM PIPED CONFIGEDIT TRUST WRITES PLUGIN BIND DEFINE INI PACKAGE NAMES
    PASSED CODEGEN EXPORT LIST JQ INTERPRETER INCLUDE GATEWAY PREFIX FED LOCKED PROPERTY UNASKED
    """.split()  # noqa: SIM905
)

# A file that teaches more than this was not written by a person. Groups of groups grow fast.
MAX_GROUPS = 100
MAX_WORDS = 100_000

_SPELLINGS = ("+single", "+short", "+joined", "+fused", "+ends", "+first")

# What an entry in a policy may say. The rest is for programs of which wicket has code of its own.
TEACHABLE_FIELDS = frozenset(
    ["usage", "harmless", "uploads", "loads", "aliases", "abbreviations", "traits", "wrapper", "examples", "complete"]
)
_EITHER = ("READ", "WRITE", "DELETE", "EDIT", "MOVE", "DIR", "LIST", "TOUCH", "LOOK", "MOUNT", "VALUE")
_RUNNING = ("RUN", "PROGRAM", "FED", "CODE", "CODEFILE")
_TEACHABLE_TRAITS = ("enters-folders", "writes-operands")


class Kinds:
    """The kinds that a usage line may have: those of operands, and those of values of options."""

    __slots__ = ("operands", "values")

    def __init__(self, operands: "frozenset[str]", values: "frozenset[str]") -> None:
        self.operands = operands
        self.values = values


_ANY_KIND = Kinds(KINDS, KINDS)
# Each of these is followed for any program, as an operand or as a value.
TEACHABLE_KINDS = Kinds(
    frozenset([*_EITHER, *_RUNNING, "ASSIGN", "COMMAND", "TEXT", "SUB"]),
    frozenset([*_EITHER, *_RUNNING, "ASSIGN", "PREFIX", "CONFIGFILE", "TRUST", "UPLOAD", "LOCKED", "CD"]),
)

# What may be special about a program, or about a command of it.
TRAITS = {
    "changes-no-content": "it makes a file or changes who may use it, and writes nothing into it",
    "copies": "what it reads in folders, it writes elsewhere under the same names",
    "edits-in-place": "an option makes it write what it makes of a file into that file",
    "enters-folders": "it goes through folders and reads what is in them",
    "fetches-package": "it fetches what it runs, in a version that its name may hold",
    "gives-chosen-name": "the command of an option is given a name that the text chooses: a host, an address, a file",
    "gives-each-operand": "the command of an option is run for each operand",
    "gives-operands": "the command of an option is given the operands",
    "input-is-no-shell": "it runs what it reads, and that is no language of a shell",
    "letters-anywhere": "options of one letter count behind a subcommand as well",
    "lists-only": "it goes through folders and says what is there, not what is in it",
    "moves": "behind it, whatever lies in a folder has another path",
    "node-script": "it is a script of node, which takes options of its own among the words",
    "options-behind-operand": "it takes options behind its first operand, too: a host, a toolchain",
    "packs-input": "it packs or unpacks what it reads, into what it prints",
    "patches": "it writes files that its input names",
    "plus-commands": "a word that begins with a plus is a command of its own",
    "prints-usage-alone": "without a subcommand, it says how it is used",
    "python-packages": "the packages that it is given have names as python has them",
    "queries": "what it reads are queries",
    "reads-code": "it runs what it reads from standard input, beside what it is given",
    "response-files": "it takes options from files behind `@`",
    "rewrites-work-tree": "it writes what git keeps",
    "runs-extensions": "it runs programs of other names for subcommands that it does not have",
    "says-what-it-deletes": "its operands say what a flag of it deletes or writes",
    "searches-here": "it looks through the folder that it is in, whatever it is told",
    "skips-hidden": "it passes over what begins with a dot, unless told otherwise",
    "starts-shell": "without a command, it starts a shell, which reads what it is given",
    "transparent": "it does nothing but run a command, so that an allow for the command is enough",
    "unpacks": "what it unpacks, or makes of other files, lies there under names of its own",
    "unpacks-input": "it packs into what it prints, and unpacks what it reads",
    "works-in-project": "it writes what it makes, or fetches, into the folder that it works in",
    "writes-operands": "its purpose is to write or delete what it is given: a rule for it covers that",
}


def wrong_groups(groups: "Mapping[str, Any]") -> "Iterator[Wrong]":
    """Find what is wrong with parts of usage lines that have names."""
    if len(groups) > MAX_GROUPS:
        yield (), "", f"there are more than {MAX_GROUPS} groups"
        return
    for name, line in groups.items():
        if not isinstance(line, str):
            yield (name,), "", f"the group `{name}` must be a text"
        elif name in _reached(name, groups):
            yield (name,), "", f"the group `{name}` stands for itself"
        else:
            yield from _wrong_words((name,), line, groups)


def wrong_with(
    name: str, entry: "Mapping[str, Any]", groups: "Mapping[str, Any]", *, taught: bool = False
) -> "Iterator[Wrong]":
    """Find what is wrong with an entry. `taught`: it stands in a policy, and may say less."""
    fields = TEACHABLE_FIELDS if taught else FIELDS
    for field, value in entry.items():
        if field not in fields:
            alone = "stands in wicket's own catalogue alone" if field in FIELDS else "is no field"
            listed = ", ".join(sorted(fields))
            yield (field,), "", f"`{field}` of `{name}` {alone}; an entry may have {listed}"
        elif field == "examples":
            yield from _wrong_examples(name, entry, value)
        elif field in SWITCHES or field == "complete":
            if value is not True:
                yield (field,), "", f"`{field}` of `{name}` is `true`, or is left out"
        else:
            yield from _wrong_field(name, field, value, groups, taught=taught)
    if taught and name not in (lines := _table(name, entry.get("usage", {}))):
        hint = f"write `{name}: SUB`" if lines else "say how it reads its command line"
        yield (("usage",) if lines else ()), "", f"`{name}` has no usage line of its own: {hint}"


def _wrong_field(
    name: str, field: str, value: object, groups: "Mapping[str, Any]", *, taught: bool
) -> "Iterator[Wrong]":
    table = isinstance(value, dict) and (field in TABLES or field == "abbreviations")
    if not table and (not isinstance(value, str) or field == "abbreviations"):
        wanted = "a table" if field == "abbreviations" else "a text"
        yield (field,), "", f"`{field}` of `{name}` must be {wanted}"
        return
    for key, text in _table(name, value).items():
        place = (field, key) if table else (field,)
        if field in TABLES and key.split(" ")[0] != name:
            yield place, "", f"`{key}` does not begin with `{name}`"
        if not isinstance(text, str):
            yield place, "", f"`{key}` must be a text"
        elif field == "uploads" and (text.split() or [""])[0] not in ("all", "project", "context"):
            yield place, "", f"say how much of a folder `{key}` takes: all, project or context"
        elif field == "usage":
            yield from _wrong_line(place, text, groups, TEACHABLE_KINDS if taught else _ANY_KIND)
            if taught:
                yield from ((place, "", said) for said in _wrong_order(text, groups))
        else:
            traits = _TEACHABLE_TRAITS if taught else tuple(TRAITS)
            yield from _wrong_words(place, text, groups, traits if field == "traits" else ())


def _wrong_words(
    place: tuple[str, ...], text: str, groups: "Mapping[str, Any]", traits: tuple[str, ...] = ()
) -> "Iterator[Wrong]":
    for word in text.split():
        if word[0] == "@":
            if word[1:] not in groups:
                yield place, word, f"there is no group `{word[1:]}`; name it under option_groups"
        elif traits and word not in traits:
            yield place, word, f"there is no trait `{word}`; there are {', '.join(traits)}"


def _wrong_line(place: tuple[str, ...], line: str, groups: "Mapping[str, Any]", kinds: Kinds) -> "Iterator[Wrong]":
    """Find what is wrong with a usage line."""
    for word in line.split():
        if word[0] != "@":
            yield from ((place, word, said) for said in _wrong_item(word, kinds))
        elif not isinstance(group := groups.get(word[1:]), str):
            yield place, word, f"there is no group `{word[1:]}`; name it under option_groups"
        elif word[1:] not in _reached(word[1:], groups):
            yield from ((place, word, f"in `{word}`, {said}") for _, _, said in _wrong_line((), group, groups, kinds))


def _wrong_order(line: str, groups: "Mapping[str, Any]") -> "Iterator[str]":
    """Find operands of a line that cannot be told from each other, or stand where they are not looked for."""
    operands = [word for word in _expanded(line, groups).split() if word[0] not in "-+@"]
    kinds = [word.removesuffix("...") for word in operands]
    commands = [at for at, kind in enumerate(kinds) if kind in ("COMMAND", "TEXT")]
    many = [at for at, word in enumerate(operands) if word.endswith("...") and word != "ASSIGN..."]
    running = [at for at, kind in enumerate(kinds) if kind in (*_RUNNING, "COMMAND", "TEXT")]
    if "SUB" in kinds and len(kinds) > 1:
        yield "SUB is the only operand of its line: what follows stands in the line of the subcommand"
    elif commands and commands[0] < len(kinds) - 1:
        yield f"{kinds[commands[0]]} is the last operand: all words behind it belong to the command"
    elif many and running and many[0] < running[-1]:
        yield f"where {kinds[running[-1]]} begins cannot be told behind {operands[many[0]]}"
    elif len(many) > 1:
        yield "only one operand can stand for any number of words"
    elif "ASSIGN" in kinds and (kinds[0] != "ASSIGN" or not commands):
        yield "ASSIGN stands first, and before COMMAND: variables are set for a command"


def _wrong_item(word: str, kinds: Kinds) -> "Iterator[str]":
    """Find what is wrong with one item of a usage line: an option, an operand, or how options are spelled."""
    if word[0] == "+":
        if word not in _SPELLINGS:
            yield f"there is no `{word}`; there are {', '.join(_SPELLINGS)}"
        return
    found, fitting, other = [word.removesuffix("...")], kinds.operands, kinds.values
    if word[0] == "-":
        fitting, other = other, fitting
        end = next((at for at, c in enumerate(word) if c in "=?#:"), len(word))
        found = word[end + 1 :].split(",") if end < len(word) else []
        if bad := [name for name in word[:end].split("|") if name[:1] != "-"]:
            yield f"`{bad[0]}` in `{word}` is no option: each of its names begins with a dash"
    for kind in found:
        if kind not in fitting:
            near = kind.upper() if kind.upper() in fitting else ""
            hint = f"write {near}" if near else "docs/programs.md lists the kinds"
            why = "is not known"
            if kind in other:
                why = "is for operands" if word[0] == "-" else "is for values of options"
            elif kind in KINDS:
                why = "is for programs of wicket's own catalogue"
            yield f"the kind `{kind}` {why}; {hint}"


def _wrong_examples(name: str, entry: "Mapping[str, Any]", examples: object) -> "Iterator[Wrong]":
    """Find what is wrong with how examples are written; what they say is for `program_examples`."""
    if not isinstance(examples, dict):
        yield ("examples",), "", f"`examples` of `{name}` is a table: a command line, and what it is read as"
        return
    others = [entry[field] for field in ("aliases", "versioned", "dialects") if isinstance(entry.get(field), str)]
    for command, text in examples.items():
        if not {name, *" ".join(others).split()} & {*command.split()}:
            yield ("examples", command), "", f"`{command}` is no example of `{name}`"
        if not isinstance(text, str) or not text.startswith((*VERBS, NOTHING, UNKNOWN)):
            known = ", ".join([*VERBS, NOTHING, UNKNOWN])
            yield ("examples", command), "", f"say what `{command}` does: {known}"


def _reached(name: str, groups: "Mapping[str, Any]") -> set[str]:
    """List the groups that a group stands for, those of its groups among them."""
    reached: set[str] = set()
    ahead = [name]
    while ahead:
        line = groups.get(ahead.pop())
        found = {word[1:] for word in line.split() if word[0] == "@"} if isinstance(line, str) else set()
        ahead += found - reached
        reached |= found
    return reached


def size_of(entry: "Mapping[str, Any]", groups: "Mapping[str, Any]") -> int:
    """Count the words that an entry is when groups, which are right, stand in their places."""
    sizes: dict[str, int] = {}

    def size(text: str) -> int:
        words = text.split()
        for name in [word[1:] for word in words if word[0] == "@" and word[1:] not in sizes]:
            sizes[name] = size(groups[name]) if name in groups else 1
        return min(sum([sizes[word[1:]] if word[0] == "@" else 1 for word in words]), MAX_WORDS + 1)

    usage = entry.get("usage")
    commands = len(usage) if isinstance(usage, dict) else 1
    total = 0
    for field, value in entry.items():
        texts = value.values() if isinstance(value, dict) else [value]
        lines = sum([size(text) for text in texts if isinstance(text, str)])
        # Each abbreviation stands for all lines of its command.
        total += lines * commands if field == "abbreviations" else lines
    return total


# ── what is made of it ───────────────────────────────────────────────────────


def made_of(name: str, entry: "Mapping[str, Any]", groups: "Mapping[str, str]") -> "dict[str, Any]":
    """Make of an entry that is right what is stored: tables of lines in which groups stand in their places."""
    made: dict[str, Any] = {field: entry[field] for field in SWITCHES if field in entry}
    for field in TABLES:
        if field in entry:
            made[field] = {key: _expanded(line, groups) for key, line in _table(name, entry[field]).items()}
    for field in TEXTS:
        if field in entry:
            made[field] = tuple(_expanded(entry[field], groups).split(", " if field == "names_only" else None))
    for command, short in entry.get("abbreviations", {}).items():
        _abbreviate(made["usage"], f"{name} {command}", [f"{name} {word}" for word in short.split()])
    return made


def _table(name: str, value: object) -> "dict[str, Any]":
    """Give a field that is a text or a table as a table."""
    return value if isinstance(value, dict) else {name: value}


def _expanded(line: str, groups: "Mapping[str, str]") -> str:
    """Put groups in their places, and each blank between words is one."""
    words = [_expanded(groups.get(word[1:], ""), groups) if word[0] == "@" else word for word in line.split()]
    return " ".join(words)


def _abbreviate(usage: dict[str, str], full: str, shorter: list[str]) -> None:
    """Add the lines of a command under names that are cut short."""
    for key, line in list(usage.items()):
        if key == full or key.startswith(full + " "):
            usage.update({short + key[len(full) :]: line for short in shorter})
