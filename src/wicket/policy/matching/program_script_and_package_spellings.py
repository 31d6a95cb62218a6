"""Other spellings of what is run: `bash x.sh` is `x.sh`, `./x` is `x`, `npx x@1` is `npx x`."""

from wicket.policy.file_rules.listed_path_patterns import normal
from wicket.policy.file_rules.path_resolution_and_links import locate
from wicket.shell.catalogue.compiled_catalogue import fact, traits
from wicket.shell.catalogue.interpreter_names import SHELLS
from wicket.shell.characters import listed
from wicket.shell.programs.command_synonyms_and_python_modules import reworded
from wicket.shell.programs.program_lookup import PROGRAMS, plain
from wicket.shell.programs.subcommands import understands, usage_of
from wicket.shell.read_result import HERE
from wicket.shell.words import LedWord, UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Command, Place

    Words = tuple[Word, ...]

__all__ = [
    "any_version",
    "from_here",
    "is_sourced",
    "names_in",
    "program_within",
    "runs_scripts",
    "scripts_as_programs",
    "some_version",
    "unknown_program",
    "with_input",
]


# ── Scripts as programs, for rules that forbid: `bash tools/a.sh x` and `. tools/a.sh x` run what `tools/a.sh x`
# runs, and so does whatever takes a file to run by an option: `bash --rcfile tools/a.sh`, `at -f tools/a.sh` ──


_SOURCING = (".", "source")

_LONG_WITH_VALUE = ("--rcfile", "--init-file")

# What an interpreter runs in the place of a script.
_OTHER_CODE = ("CODE", "CODEFILE", "MODULE")


def runs_scripts(command: "Command") -> bool:
    """Tell whether a program may be given a script to run: then it is worth while to ask for it."""
    program = PROGRAMS[command.name or ""]
    return program.spoken != "" or program.name in SHELLS or program.name in _SOURCING or program.runs_files


def is_sourced(command: "Command") -> bool:
    """Tell whether a script is read into the shell: a file of settings that is called `env` is not the program."""
    return command.name in _SOURCING


def scripts_as_programs(command: "Command") -> "list[Command]":
    """Give the command as if each script that it runs had been named alone. Empty: it runs none that is known."""
    if not runs_scripts(command):
        return []
    operands = command.words[1:]
    program = PROGRAMS[command.name or ""]
    if program.name in SHELLS:
        return [*_script(command, _behind_options_of_shell(operands)), *_startup_files(command, operands)]
    if program.name in _SOURCING:
        return _script(command, operands)
    taken = usage_of(command)
    if taken is None:
        return []
    line = taken.line
    # `swift build`: a command of the interpreter, and no file
    made = [
        made
        for found in line.found
        if found.kind == "CODEFILE" and found.value is not None and "." in found.value.prefix
        for made in _script(command, (found.value,))
    ]
    first = taken.usage.operands[0][0] if taken.usage.operands else ""
    operands = tuple(line.operands)
    taken_up = program.spoken and any(found.kind in _OTHER_CODE for found in line.found)
    if (
        (program.spoken or first == "CODEFILE")
        and operands
        and not taken_up
        and not {".", "/"}.isdisjoint(str(operands[0]))
    ):
        made += _script(command, operands)
    return made


def _script(command: "Command", words: "tuple[Word, ...]") -> "list[Command]":
    if not words or words[0].reasons or words[0].prefix in ("", "-"):
        return []
    script, *rest = words
    path = str(script)
    return [reworded(command, (Word(path if "/" in path else f"./{path}", script.start, script.end), *rest))]


def _startup_files(command: "Command", words: "tuple[Word, ...]") -> "list[Command]":
    """Give the files that a shell is told to read before all else."""
    files = [words[at + 1] for at, one in enumerate(words[:-1]) if one.prefix in _LONG_WITH_VALUE]
    return [made for file in files for made in _script(command, (file,))]


def _behind_options_of_shell(words: "tuple[Word, ...]") -> "tuple[Word, ...]":
    """Give a shell's script and what that is given; nothing where it runs a text, what it reads, or none at all."""
    at = 0
    only_checks = False
    while at < len(words):
        text = words[at].prefix
        if text[:2] == "--" and text != "--":
            at += 2 if text in _LONG_WITH_VALUE else 1
        elif text[:1] not in ("-", "+") or text in ("-", "--"):
            return () if only_checks else words[at + (text in ("-", "--")) :]
        elif text[0] == "-" and ("c" in text or "s" in text):
            return ()
        else:
            if "n" in text or "o" in text:  # by its name, an option may be taken back: `-n +o noexec`
                only_checks = text[0] == "-" and "o" not in text
            at += 1 + text.count("o") + text.count("O")
    return ()


# ── packages with a version behind their names: `npx shadcn@latest` is `npx shadcn`, of some version ──

# A rule that forbids a package means any version of it, from wherever. One that allows it means versions and tags, and
# never another source: behind the sign may also stand a folder, an address, or another package.


# By these, a package is fetched beside the one that is run.
_PACKAGE_OPTIONS = listed("-p --package --pack --packag --from --with")

_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~")
_VERSION = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+^~*=<>|")
_ARCHIVES = (".tgz", ".tar", ".tar.gz")


def any_version(command: "Command") -> "list[Words]":
    """Give the words behind the program with each package also by its name alone, for rules that forbid."""
    name = plain(command.name or "")
    if not _fetches(command, name):
        return []
    python = "python-packages" in traits(name)
    given = command.words[1:]
    named = tuple([_named(word, python) for word in given])
    forms = (
        named,
        tuple([_aliased(word) for word in given]),
        tuple([one for word in named for one in _cut_off(word)]),
    )
    return [
        made
        for number, made in enumerate(forms)
        if made not in forms[:number]
        and (len(made) != len(given) or any(one is not two for one, two in zip(made, given, strict=True)))
    ]


def some_version(command: "Command") -> "tuple[Words, Word, str] | None":
    """Give the words behind the program with the package by its name alone, if nothing but a version is left out.

    With them come the package as it is written, and its name.
    """
    name = plain(command.name or "")
    said = fact("runs_package", name)
    subcommands = said.split() if said != "*" else []
    taken = usage_of(command)
    if not said or taken is None or not taken.line.operands:
        return None
    operands = taken.line.operands
    if subcommands and " " not in taken.name:
        subcommand, operands = str(operands[0]), operands[1:]
    else:
        subcommand = taken.name.rpartition(" ")[2]
    if (subcommands and subcommand not in subcommands) or not operands or operands[0].reason is not None:
        return None
    package = operands[0]
    text = str(package)
    bare, version = _cut(text, "python-packages" in traits(name))
    if not version or not _is_name(bare) or not _is_version(version):
        return None
    found = Word(bare, package.start, package.end)
    return tuple([found if word is package else word for word in command.words[1:]]), package, bare


def names_in(texts: "Iterable[str]") -> set[str]:
    """Give the names of packages that words may hold."""
    return {_name_of(text, python) for text in texts for python in (False, True)} | {
        _name_of(text.partition(":")[2], False) for text in texts if ":" in text
    }


def _fetches(command: "Command", name: str) -> bool:
    for field in ("runs_package", "fetches_package"):
        said = fact(field, name)
        subcommands = said.split()
        if said == "*" or any(
            word.reason is not None or str(word) in subcommands for word in command.words[1:] if said
        ):
            return True
    return False


def _cut(text: str, python: bool) -> tuple[str, str]:
    """Cut a package into its name and what stands behind it."""
    if python:
        at = next((i for i, c in enumerate(text) if c in "@=<>~![; "), len(text))
        return text[:at], text[at:].lstrip("@= ") if text[at : at + 1] in ("@", "=", "") else text[at:]
    at = text.find("@", 1)
    return (text[:at], text[at + 1 :]) if at > 0 else (text, "")


def _name_of(text: str, python: bool) -> str:
    name, _ = _cut(text, python)
    return name


def _named(word: Word, python: bool) -> Word:
    if word.reason is not None:
        return word
    option, equals, text = str(word).partition("=") if str(word)[:1] == "-" else ("", "", str(word))
    name = _name_of(text, python)
    return word if name == text or not name else LedWord(option + equals + name, str(word), word.start, word.end)


def _cut_off(word: Word) -> "Words":
    """Give an option that names a package as two words: `--package=x`."""
    option, equals, name = str(word).partition("=")
    if word.reason is not None or not equals or option not in _PACKAGE_OPTIONS:
        return (word,)
    return LedWord(option, str(word), word.start, word.end), LedWord(name, str(word), word.start, word.end)


def _aliased(word: Word) -> Word:
    """Give the package that another name is given to, from whatever registry: `x@jsr:evil@1`."""
    before, colon, other = str(word).partition(":")
    _, sign, registry = before.rpartition("@")
    if not (colon and sign and registry.isalpha()) or word.reason is not None:
        return word
    return LedWord(_name_of(other, False), str(word), word.start, word.end)


def _is_name(text: str) -> bool:
    """Tell whether a text is the name of a package, with a scope or without one."""
    scope, slash, name = text.partition("/") if text[:1] == "@" else ("", "", text)
    return bool(name) and name[0] not in ".~-_" and _NAME.issuperset(name + scope[1:]) and bool(scope) == bool(slash)


def _is_version(text: str) -> bool:
    """Tell whether a text is a version, a range of them or a tag: no folder, no archive, no address."""
    return text[:1] != "." and _VERSION.issuperset(text) and not text.lower().endswith(_ARCHIVES)


# ── relative paths and redirected input, for rules that forbid: `./x`, `$PWD/x` and `< x` are `x` ──

# So programs are told to read what is redirected to them.
_INPUT = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
# What looking at a word takes.
_WORK = 20


def from_here(command: "Command", world: "World") -> "tuple[Word, ...] | None":
    """Give the words behind the program, with paths in the working folder in their shortest form. None: they are so."""
    words = command.words[1:]
    moved = command.place.cwd != HERE
    made = tuple([_shortest(word, command.place, world) if moved or "/" in word.prefix else word for word in words])
    return made if any(one is not two for one, two in zip(made, words, strict=True)) else None


def _shortest(word: Word, place: "Place", world: "World") -> Word:
    text = str(word)
    if word.reason is not None or text[:1] in ("", "-") or "://" in text:
        return word
    world.fuel.take(_WORK)
    here = normal(world.cwd)
    paths = locate(word, place, world).paths or []
    inside = [path[len(here) :] for path in paths if path[: len(here)] == here and len(path) > len(here)]
    found = ["/".join(map(str, path)) for path in inside]
    others = [one for one in found if one != text]
    if not others:
        return word
    if len(paths) == 1:
        return LedWord(others[0], text, word.start, word.end)
    # The last one is where it leads if each `cd` before it succeeds.
    return UnknownWord((others[-1],), "from which folder it leads is not known", False, word.start, word.end)


def with_input(command: "Command") -> "tuple[Word, ...] | None":
    """Give the words as if the files that are redirected to its input were named: `cat <x` is `cat x`."""
    read = [one.target for one in command.redirects if one.operator in ("<", "<>") and str(one.target) != "/dev/null"]
    if not read:
        return None
    return (*[word for word in command.words[1:] if str(word) not in _INPUT], *read)


# ── what rules about unknown programs are about: a program of which nothing is known, or one that another one runs ──

# `cargo frob x` runs cargo-frob, `go run ./y x` runs y, `bash ./z x` runs z.


def unknown_program(command: "Command") -> "Command | None":
    """Give a command as rules about unknown programs see it. None: they are not about it.

    What a program does beyond this machine is known by its words alone, whatever else is known of it.
    """
    program = PROGRAMS[command.name or ""]
    if not command.taught and (not program.known or "acts-elsewhere" in program.traits):
        return command
    made = scripts_as_programs(command) if not program.runs_files or program.spoken else []
    return made[0] if made else program_within(command)


def program_within(command: "Command") -> "Command | None":
    """Give the command as if the program that it runs had been named alone. None: it runs none, or a known one."""
    program = PROGRAMS[command.name or ""]
    taken = usage_of(command)
    if taken is None or not program.deeper:
        return None
    operands, name = taken.line.operands, taken.name
    if " " not in name and operands and operands[0].reason is None:
        name = f"{name} {operands[0].prefix}"
        operands = operands[1:]
    said = fact("runs_project", name)
    first = taken.line.sub or command.words[0]
    if said:
        given = operands if said == "operand" else [Word(program.name, first.start, first.end), *operands]
        return _as_program(command, given) if given and not given[0].reasons else None
    if "runs-extensions" in program.traits and name.count(" ") == 1 and not understands(command) and operands:
        extension = Word(f"{program.name}-{name.partition(' ')[2]}", first.start, first.end)
        return reworded(command, (extension, *operands))
    return None


def _as_program(command: "Command", given: "list[Word]") -> "Command":
    path = str(given[0])
    return reworded(command, (Word(path if "/" in path else f"./{path}", given[0].start, given[0].end), *given[1:]))
