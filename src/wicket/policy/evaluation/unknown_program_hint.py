"""What `--explain` says of a command whose program is unknown: how to teach it, or what its entry does not list.

What is offered never makes a verdict looser when it is pasted: it says nothing of being complete, which is for a person
who has looked at the program's manual.
"""

from wicket.policy.config.refused_program_names import refused_name
from wicket.shell.catalogue.compiled_catalogue import entry
from wicket.shell.programs.program_lookup import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command
    from wicket.shell.words import Word

__all__ = ["missing_from_entries", "teaching_hint"]

_OF_OPTIONS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
_OF_SUBCOMMANDS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")


def teaching_hint(command: "Command") -> list[str]:
    """Give the lines that begin an entry, with what to do next; or what keeps a program's entries from being enough."""
    if command.taught:
        return [f"{one.file}:{one.line} teaches {one.name}: {one.lacks(command)}" for one in command.taught]
    name = (command.name or "").rpartition("/")[2]
    if refused_name(name):
        return []
    words = command.words[1:]
    lines = _lines(name, words)
    taught = [f"  {_key(name)}: {{usage: '{lines[name]}'}}"]
    if len(lines) > 1:
        taught = [f"  {_key(name)}:", "    usage:", *[f"      {_key(key)}: '{line}'" for key, line in lines.items()]]
    flag = next((item for line in lines.values() for item in line.split() if item[0] == "-" and "=" not in item), "")
    return [
        f"nothing is known of {name}, so its words may be commands and files; `programs` says what they are:",
        "programs:",
        *taught,
        *([f"write `{flag}=WRITE` if {flag} takes the next word as a file to write"] if flag else []),
        "add `complete: true`, in your own wicket.yml, when the entry lists all that the program does",
    ]


def missing_from_entries(command: "Command") -> list[str]:
    """Say what entries that are called complete do not list of a command: so it is one of an unknown program."""
    return [
        f"{one.file}:{one.line} teaches {one.name}: {lacking}, so this is judged as a command of an unknown program"
        for one in command.taught
        if one.complete and (lacking := one.lacks(command))
    ]


def _lines(name: str, words: "tuple[Word, ...]") -> dict[str, str]:
    """Write usage lines that list the options of a command, by the words that it begins with."""
    if not words or not (_is_subcommand(words[0]) and (_ends_options(words) or not _is_program(words[0]))):
        return {name: _usage(words)}
    return {name: "SUB", f"{name} {words[0]}": _usage(words[1:])}


def _is_subcommand(word: "Word") -> bool:
    """Tell whether a word looks like the name of a subcommand."""
    text = str(word)
    return word.reason is None and text[:1].isalpha() and _OF_SUBCOMMANDS.issuperset(text)


def _is_program(word: "Word") -> bool:
    """Tell whether a word is the name of a program that is not only a word of shells: `rm`, and not `exec`."""
    return word.reason is None and entry(plain(str(word))) is not None


def _ends_options(words: "tuple[Word, ...]") -> bool:
    return any(str(word) == "--" for word in words)


def _usage(words: "tuple[Word, ...]") -> str:
    """List the options. What follows `--`, or begins with a program's name, is a command; the rest may be paths."""
    items: list[str] = []
    operand = ""
    for at, word in enumerate(words):
        name, equals, _ = word.prefix.partition("=")
        if str(word) == "--":
            operand = operand or ("COMMAND..." if at + 1 < len(words) else "")
            break
        if name[:1] != "-" or name == "-" or not _OF_OPTIONS.issuperset(name):
            operand = operand or ("COMMAND..." if not items and _is_program(word) else "TOUCH...")
            if operand == "COMMAND...":
                break
        else:
            items.append(f"{name}=TOUCH" if equals else name)
    return " ".join([*dict.fromkeys(items), *([operand] if operand or items else ["TOUCH..."])]).strip()


def _key(name: str) -> str:
    """Write a key of YAML that is a text, whatever it looks like."""
    return name if name[0].isalpha() and name.lower() not in ("true", "false", "null") else f"'{name}'"
