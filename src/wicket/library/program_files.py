"""Files of the catalogue of programs: TOML is read, checked, and compiled to what `shell.catalogue.entries` loads.

A file is about a family of programs. `[option_groups]` names parts of usage lines, which `@name` stands for. Every
other table is a program, and says what is known of it:

    usage         how it reads its command line: a line, or a table of lines by the words that a command begins with
    harmless      subcommands that run none of their words, and need no usage line
    uploads       commands that take what lies in folders: `all`, `project` or `context`, and of which folder
    loads         names of files that it runs or loads without being told so
    names_only    commands whose words are names that others keep, and no files
    traits        what else is special about it, or about a command of it: see `TRAITS`
    subcommand_traits    traits, and the subcommands that have them
    interpreter, shell, prose, wrapper    true: it runs code, it is a shell, its words are prose, it runs a command

What a line cannot say, a function does, and the entry names it:

    operands      what its operands are: a function of `shell.programs.operand_roles`; `x *`: of every subcommand of x
    special       what it runs: a function of `shell.unwrapping.special_programs`
    prints_token  how it prints plain tokens: a function of `shell.programs.token_output`
    respelled     how its words have other spellings: a function of `policy.matching.other_spellings`

By which names it goes, and what does the same:

    aliases       other names of the same program; `versioned`: those that may have a version behind them
    dialects      other programs that run the same language
    dashed_commands    true: each of its subcommands is a program as well, with a dash: `git-push`
    abbreviations subcommands, and how they may be cut short
    abbreviates   of so many words, any beginning of a subcommand's name will do
    same_as       other commands that do the same; `synonyms`: subcommands, and their other names
    synonyms_of   the program whose subcommands have the same names; `needless`: a word that may be left out
    amounts_to, may_amount_to    commands that do what another one does; that may
    script_command    the subcommand that runs a script of the project, and may be left out before its name

Its options, and what it hands on:

    looks_with    options with which it writes nothing
    tells         options with which it prints what nobody chose who wrote the command; `*`: whatever they are
    elsewhere_with    options with which it works in another place, or by other settings
    implies       flags, and others that each amounts to; `forced`: flags, and what they are together with --force
    valued_flags, plain_flags    flags that take a value under every subcommand; that take none; `*`: all others
    passes_on     the program that is given what stands behind `--`
    hands_on      subcommands by which flags behind `--` are handed on to what it runs; `*`: all of them
    runs_package, fetches_package    subcommands by which it fetches a package and runs it, or only fetches it
    checks_out    subcommands by which it checks out another branch

Its settings:

    variables     variables that it obeys, by what they do: see `EFFECTS`
    option_variables    variables that hold options, and what these hold if they run something; `*`: anything
    settings_that_run   settings whose values are run; of those, `settings_given_chosen` are given words that the text
                  chooses, and `settings_fed` something to read
    settings_files, hook_paths    files of settings that it writes; parts of paths that it runs or is configured by
    repository    the folder in which it keeps what belongs to a work tree
    variables_of, settings_of    the program whose variables it obeys, and whose settings it has

This module needs the standard library alone: the wheel is built with it.
"""

import marshal
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["Problem", "check", "compiled", "programs_of", "read_all", "synonyms_by_name"]

# Fields whose value is a text, or a table of texts by the words that a command begins with.
FACTS = (
    "operands",
    "special",
    "looks_with",
    "passes_on",
    "hands_on",
    "runs_package",
    "fetches_package",
    "prints_token",
    "tells",
    "implies",
    "forced",
    "checks_out",
    "elsewhere_with",
    "respelled",
    "abbreviates",
    "settings_that_run",
    "settings_given_chosen",
    "settings_fed",
    "settings_of",
    "variables_of",
    "valued_flags",
    "plain_flags",
)
SAME = ("same_as", "amounts_to", "may_amount_to")
TABLES = ("usage", "harmless", "uploads", "traits", *FACTS, *SAME)
# Those that are asked of all programs at once.
OF_ALL = ("repository", "hook_paths", "settings_files")
TEXTS = ("loads", "names_only", "aliases", "dialects", "versioned", *OF_ALL)
WORDS = ("synonyms_of", "needless", "script_command")
SWITCHES = ("interpreter", "shell", "prose", "wrapper", "dashed_commands")
# Fields whose value is a table by names of subcommands.
BY_SUBCOMMAND = ("abbreviations", "synonyms")
# Those whose value is a table by names of variables.
BY_VARIABLE = ("option_variables",)
# The one whose value is a table by names of traits.
BY_TRAIT = "subcommand_traits"
# The one whose value is a table by what variables do.
BY_EFFECT = "variables"
ALWAYS_TABLES = (*BY_SUBCOMMAND, *BY_VARIABLE, BY_TRAIT, BY_EFFECT)
FIELDS = frozenset([*TABLES, *TEXTS, *WORDS, *SWITCHES, *ALWAYS_TABLES])
# Of those, what is compiled apart from the entry.
_APART = frozenset(["aliases", "dialects", "versioned", "synonyms", *SAME, *WORDS, *OF_ALL, "dashed_commands"])

# What may be special about a program, or about a command of it.
TRAITS = {
    "asks-others": "it asks other machines, and variables say which",
    "changes-no-content": "it makes a file or changes who may use it, and writes nothing into it",
    "copies": "what it reads in folders, it writes elsewhere under the same names",
    "deletes-if-forced": "it deletes nothing unless a flag, or a setting, forces it to",
    "edits-in-place": "an option makes it write what it makes of a file into that file",
    "enters-folders": "it goes through folders and reads what is in them",
    "fetches-package": "it fetches what it runs, in a version that its name may hold",
    "gives-chosen-name": "the command of an option is given a name that the text chooses: a host, an address, a file",
    "gives-each-operand": "the command of an option is run for each operand",
    "gives-operands": "the command of an option is given the operands",
    "input-is-no-shell": "it runs what it reads, and that is no language of a shell",
    "keeps-branch": "it leaves the same branch checked out",
    "letters-anywhere": "options of one letter count behind a subcommand as well",
    "lists-only": "it goes through folders and says what is there, not what is in it",
    "moves": "behind it, whatever lies in a folder has another path",
    "names-kinds": "its operands name kinds of things, in any case, with names behind a slash or not",
    "no-options-behind": "behind a subcommand, no option is its own, and before it none the subcommand's",
    "node-script": "it is a script of node, which takes options of its own among the words",
    "options-behind-operand": "it takes options behind its first operand, too: a host, a toolchain",
    "own-options-first": "options of its own stand before the subcommand, and those behind are the subcommand's",
    "packs-input": "it packs or unpacks what it reads, into what it prints",
    "patches": "it writes files that its input names",
    "plus-commands": "a word that begins with a plus is a command of its own",
    "prints-usage-alone": "without a subcommand, it says how it is used",
    "pushes-branches": "its operands are a remote and refspecs, which say what branches it writes there",
    "python-packages": "the packages that it is given have names as python has them",
    "queries": "what it reads are queries",
    "reads-code": "it runs what it reads from standard input, beside what it is given",
    "response-files": "it takes options from files behind `@`",
    "rewrites-work-tree": "it writes what git keeps",
    "runs-extensions": "it runs programs of other names for subcommands that it does not have",
    "runs-itself": "what it is given are words for the program itself",
    "says-what-it-deletes": "its operands say what a flag of it deletes or writes",
    "searches-here": "it looks through the folder that it is in, whatever it is told",
    "settings-anywhere": "each of its settings is an option, in any place, cut short, with one dash or more",
    "skips-hidden": "it passes over what begins with a dot, unless told otherwise",
    "starts-shell": "without a command, it starts a shell, which reads what it is given",
    "switches-branch": "it checks out another branch, and names it",
    "transparent": "it does nothing but run a command, so that an allow for the command is enough",
    "unpacks": "what it unpacks, or makes of other files, lies there under names of its own",
    "unpacks-input": "it packs into what it prints, and unpacks what it reads",
    "work-tree": "it keeps the files of a work tree by commits and branches, has hooks and aliases, as git does",
    "works-in-project": "it writes what it makes, or fetches, into the folder that it works in",
    "writes-operands": "its purpose is to write or delete what it is given: a rule for it covers that",
}


# What variables do that a program obeys. One that ends in a star stands for all that begin so.
EFFECTS = {
    "run": "their values are run, with more words behind them: a file, a host, a question",
    "run_alone": "their values are run as they are",
    "run_with_chosen": "their values are run, and the text may choose the words behind them",
    "steer": "their values decide what is found, loaded or read",
    "steer_in_any_case": "the same, in small letters or capitals",
    "harmless": "of those, these matter to nobody",
    "lead": "their values are files or folders that it is led to",
    "arguments": "their values are added to its words",
}


class Problem(NamedTuple):
    """What is wrong with a file, and where."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


def read_all(folder: Path) -> dict[str, dict[str, Any]]:
    """Read all programs of the files in a folder, by name.

    Raises:
        ValueError: a file is no TOML, an entry is wrong, or two files are about the same program.
    """
    found: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        problems = check(text, path.name)
        if problems:
            raise ValueError("\n".join(map(str, problems)))
        for name, entry in programs_of(text).items():
            if name in found:
                raise ValueError(f"{path.name}: another file is about `{name}` as well")
            found[name] = entry | {"family": path.stem}
    return found


def check(text: str, file: str = "") -> list[Problem]:
    """Say what is wrong with a file of programs."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return [Problem(file, 1, f"it is no TOML: {error}")]
    found = _problems(document, document.get("option_groups"))
    return [Problem(file, _line_of(text, place), message) for place, message in found]


def _problems(document: dict[str, Any], groups: object) -> Iterator[tuple[str, str]]:
    """Find what is wrong, each with a text that stands near it."""
    if not isinstance(document.get("about"), str):
        yield "", 'say in one sentence what the programs are: about = "…"'
    known = groups if isinstance(groups, dict) else {}
    for name, line in known.items():
        if not isinstance(line, str):
            yield name, f"the group `{name}` must be a text"
        elif name in _reached(name, known):
            yield name, f"the group `{name}` stands for itself"
    for name, entry in document.items():
        if name in ("about", "option_groups"):
            continue
        if not isinstance(entry, dict):
            yield name, f"`{name}` is no table; write [{name}] and what is known of the program below"
            continue
        for field, value in entry.items():
            if field not in FIELDS:
                yield field, f"`{name}` has no field `{field}`; there are {', '.join(sorted(FIELDS))}"
                continue
            table = isinstance(value, dict) and field in (*TABLES, *ALWAYS_TABLES)
            if field in SWITCHES and value is not True:
                yield field, f"`{name}.{field}` is `true`, or is left out"
            elif field in ALWAYS_TABLES and not isinstance(value, dict):
                yield field, f"`{name}.{field}` must be a table; write [{name}.{field}] and what it says below"
                continue
            elif field not in SWITCHES and not table and not isinstance(value, str):
                yield field, f"`{name}.{field}` must be a text"
            for key, text in value.items() if table else ((name, value),) if isinstance(value, str) else ():
                if field == BY_EFFECT and key not in EFFECTS:
                    yield key, f"variables have no effect `{key}`; there are {', '.join(EFFECTS)}"
                if field == BY_TRAIT and key not in TRAITS:
                    yield key, f"there is no trait `{key}`; there are {', '.join(TRAITS)}"
                if field in TABLES and key.split(" ")[0] != name:
                    yield key, f"`{key}` does not begin with `{name}`"
                if not isinstance(text, str):
                    yield key, f"`{key}` must be a text"
                    continue
                for word in text.split():
                    if word[0] == "@" and word[1:] not in known and field not in BY_VARIABLE:
                        yield word, f"there is no group `{word[1:]}`; name it under [option_groups]"
                    elif field == "traits" and word not in TRAITS:
                        yield word, f"there is no trait `{word}`; there are {', '.join(TRAITS)}"


def _reached(name: str, groups: dict[str, Any]) -> set[str]:
    """List the groups that a group stands for, those of its groups among them."""
    reached: set[str] = set()
    ahead = [name]
    while ahead:
        line = groups.get(ahead.pop())
        found = {word[1:] for word in line.split() if word[0] == "@"} if isinstance(line, str) else set()
        ahead += found - reached
        reached |= found
    return reached


def _line_of(text: str, place: str) -> int:
    """Give the line that begins with a key or the head of a table of this name; else the first that holds the text."""
    for number, line in enumerate(text.split("\n"), 1):
        begin = line.lstrip(" \t['\"")
        if place and begin.startswith(place) and begin[len(place) : len(place) + 1] in tuple("= .]'\""):
            return number
    at = text.find(place) if place else -1
    return text.count("\n", 0, at) + 1 if at >= 0 else 1


def programs_of(text: str) -> dict[str, dict[str, Any]]:
    """Read the programs of a file that has been checked: every field as it is compiled."""
    document = tomllib.loads(text)
    groups: dict[str, str] = document.get("option_groups", {})
    made: dict[str, dict[str, Any]] = {}
    for name, entry in document.items():
        if name in ("about", "option_groups"):
            continue
        one: dict[str, Any] = {field: entry[field] for field in SWITCHES if field in entry}
        for field in TABLES:
            if field in entry:
                given = entry[field] if isinstance(entry[field], dict) else {name: entry[field]}
                one[field] = {key: _expanded(line, groups) for key, line in given.items()}
        for field in TEXTS:
            if field in entry:
                one[field] = tuple(_expanded(entry[field], groups).split(", " if field == "names_only" else None))
        for trait, commands in entry.get(BY_TRAIT, {}).items():
            of_command = one.setdefault("traits", {})
            for command in (f"{name} {word}" for word in commands.split()):
                of_command[command] = f"{of_command.get(command, '')} {trait}".strip()
        one.update({field: entry[field] for field in WORDS if field in entry})
        one.update({field: dict(entry[field]) for field in (*BY_VARIABLE, BY_EFFECT) if field in entry})
        if "synonyms" in entry:
            one["synonyms"] = tuple((command, *_listed(others)) for command, others in entry["synonyms"].items())
        for command, short in entry.get("abbreviations", {}).items():
            _abbreviate(one["usage"], f"{name} {command}", [f"{name} {word}" for word in short.split()])
        made[name] = one
    return made


def _listed(text: str) -> list[str]:
    """Cut a list of commands: `run start, run-script start`."""
    return [" ".join(one.split()) for one in text.split(",")]


def _expanded(line: str, groups: dict[str, str]) -> str:
    """Put groups in their places, and each blank between words is one."""
    words = [_expanded(groups[word[1:]], groups) if word[0] == "@" else word for word in line.split()]
    return " ".join(words)


def _abbreviate(usage: dict[str, str], full: str, shorter: list[str]) -> None:
    """Add the lines of a command under names that are cut short."""
    for key, line in list(usage.items()):
        if key == full or key.startswith(full + " "):
            usage.update({short + key[len(full) :]: line for short in shorter})


# ── what is loaded ───────────────────────────────────────────────────────────


def compiled(programs: dict[str, dict[str, Any]]) -> bytes:
    """Compile programs: an index by names, and for each program its own part, which is loaded when it is met.

    What others do the same has parts of its own, for programs of which nothing else is known have it, too.
    """
    parts: list[bytes] = []
    entries = {
        name: {field: value for field, value in entry.items() if field not in _APART}
        for name, entry in sorted(programs.items())
    }
    listed, families = _variables(programs)
    head = {
        "entries": _stored(entries, parts),
        "synonyms": _stored(synonyms_by_name(programs), parts),
        "aliases": _names_in("aliases", programs),
        "dialects": _names_in("dialects", programs),
        "versioned": tuple(sorted({name for entry in programs.values() for name in entry.get("versioned", ())})),
        "shells": tuple(sorted(name for name, entry in programs.items() if "shell" in entry)),
        "dashed": tuple(sorted(f"{name}-" for name, entry in programs.items() if "dashed_commands" in entry)),
        "of_all": {
            field: {name: entry[field] for name, entry in sorted(programs.items()) if field in entry}
            for field in OF_ALL
        },
        "variables": listed,
        "variable_families": families,
    }
    stored = marshal.dumps(head, 4)
    return len(stored).to_bytes(4, "little") + stored + b"".join(parts)


def _names_in(field: str, programs: dict[str, dict[str, Any]]) -> dict[str, str]:
    """Say of each name that a field lists which program lists it."""
    return {other: name for name, entry in sorted(programs.items()) for other in entry.get(field, ())}


def _variables(programs: dict[str, dict[str, Any]]) -> tuple[dict[str, tuple[str, ...]], ...]:
    """Gather the variables that programs obey, by what they do: by their names, and by how they begin."""
    listed: dict[str, list[str]] = {effect: [] for effect in EFFECTS}
    for entry in programs.values():
        for effect, names in entry.get(BY_EFFECT, {}).items():
            listed[effect] += names.split()
    return (
        {effect: tuple(sorted({name for name in names if name[-1] != "*"})) for effect, names in listed.items()},
        {effect: tuple(sorted({name[:-1] for name in names if name[-1] == "*"})) for effect, names in listed.items()},
    )


def _stored(things: dict[str, Any], parts: list[bytes]) -> dict[str, tuple[int, int]]:
    """Add a part for each thing; say where each of them lies."""
    index: dict[str, tuple[int, int]] = {}
    at = sum(map(len, parts))
    for name, thing in things.items():
        part = marshal.dumps(thing, 4)
        parts.append(part)
        index[name] = (at, at + len(part))
        at += len(part)
    return index


def synonyms_by_name(programs: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Say of each program what does the same: see `shell.catalogue.synonyms` for what the fields mean."""
    made: dict[str, dict[str, Any]] = {}
    for name, entry in sorted(programs.items()):
        like = programs.get(entry["synonyms_of"], {}) if "synonyms_of" in entry else entry
        amounts = [
            (command.partition(" ")[2], other, field == "amounts_to")
            for field in ("amounts_to", "may_amount_to")
            for command, other in entry.get(field, {}).items()
        ]
        said = {"synonyms": like.get("synonyms"), "amounts": amounts, **{word: entry.get(word) for word in WORDS[1:]}}
        if any(said.values()):
            made[name] = {field: value for field, value in said.items() if value}
    for entry in programs.values():
        for command, others in entry.get("same_as", {}).items():
            family = tuple(tuple(one.split()) for one in (command, *_listed(others)))
            for first in dict.fromkeys(prefix[0] for prefix in family):
                made.setdefault(first, {}).setdefault("families", []).append(family)
    for name, known in made.items():
        heads = {name, *[prefix[0] for family in known.get("families", ()) for prefix in family]}
        others = {other.split()[0] for head in heads for _, other, _ in made[head].get("amounts", ())}
        known["names"] = sorted(heads | others)
    return made
