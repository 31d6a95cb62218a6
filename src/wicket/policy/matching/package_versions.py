"""Packages with a version behind their names: `npx shadcn@latest` is `npx shadcn`, of some version.

A rule that forbids a package means any version of it, from wherever. One that allows it means versions and tags, and
never another source: behind the sign may also stand a folder, an address, or another package.
"""

from wicket.shell.catalogue.compiled_catalogue import fact, traits
from wicket.shell.characters import listed
from wicket.shell.programs.program_lookup import plain, usage_of
from wicket.shell.words import LedWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from wicket.shell.read_result import Command

    Words = tuple[Word, ...]

__all__ = ["any_version", "names_in", "some_version"]

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
