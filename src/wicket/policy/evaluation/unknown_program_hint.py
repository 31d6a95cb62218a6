"""What to say where a command is asked about as nobody knows its program: how to teach it, or what is not taught."""

from wicket.policy.config.taught_program_entries import refused_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command
    from wicket.shell.words import Word

__all__ = ["teaching_hint"]

_OF_OPTIONS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


def teaching_hint(command: "Command") -> list[str]:
    """Give a sentence, and the two lines that teach a program; or what keeps its entries from being enough."""
    name = (command.name or "").rpartition("/")[2]
    if command.taught:
        return [f"{one.file}:{one.line} teaches {one.name}: {_lacking(command)}" for one in command.taught]
    if refused_name(name):
        return []
    return [
        f"nothing is known of {name}; if it runs none of its words, two lines in your own wicket.yml say so:",
        "programs:",
        f"  {name}: {{usage: '{_usage(command.words[1:])}', complete: true}}",
    ]


def _lacking(command: "Command") -> str:
    """Say why what is taught of a program is not all that is to be known of a command."""
    for one in command.taught:
        if not one.complete:
            return "the entry is not called complete, so its words may be commands or files"
        taken = one.take(command)
        unlisted = [] if taken is None else [found.name for found in taken.line.found if found.option is None]
        if unlisted:
            return f"{unlisted[0]} is not listed"
    return "a subcommand, an operand or a word is not listed, or not known"


def _usage(words: "tuple[Word, ...]") -> str:
    """Write a usage line that lists the options of a command, and has all else be what may be a path."""
    items: list[str] = []
    operands = ended = False
    for word in words:
        name, equals, _ = word.prefix.partition("=")
        ended = ended or str(word) == "--"
        if ended or name[:1] != "-" or name in ("-", "--") or not _OF_OPTIONS.issuperset(name):
            operands = operands or str(word) != "--"
        else:
            items.append(f"{name}=TOUCH" if equals else name)
    return " ".join([*dict.fromkeys(items), *(["TOUCH..."] if operands or not items else [])])
