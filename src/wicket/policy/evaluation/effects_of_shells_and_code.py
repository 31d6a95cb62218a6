"""What a shell reads and runs, what `source` reads, and what code on a command's line does to files."""

from wicket.policy.evaluation.effects_of_unknown_programs import of_unknown_program
from wicket.policy.file_rules.embedded_paths import paths_in, words_in
from wicket.policy.file_rules.file_effect import Effect
from wicket.shell.unwrapping.shells_and_interpreters import STARTUP_FILES, is_long
from wicket.shell.unwrapping.words_run_as_commands_or_code import shaped
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command

__all__ = ["OF_CODE", "SOURCING", "of_code", "of_node", "of_shell", "of_sourced"]

# How it is said that code hands something to others.
OF_CODE = "a text of its code"

_ENVIRONMENT_FILE = "--env-file"

# They read a file in, and run it; a shell has them, and so have these.
SOURCING = frozenset([".", "source"])


def of_code(command: "Command", made: "list[Effect]") -> None:
    """What code that a command is given does to files that it names; and what it hands to strangers may be paths."""
    start, end = command.span
    for account in command.code:
        by = account.by or "its code"
        made += [Effect("list", shaped(shape, start, end), by, False) for shape in account.listed]
        made += [Effect("read", shaped(shape, start, end), by, False) for shape in account.reads]
        made += [Effect("write", shaped(shape, start, end), by, True) for shape in account.writes]
        for given in account.given:
            word = Word(given, start, end)
            found = words_in(word) if " " in given else paths_in(word)
            made += [Effect("touch", path, OF_CODE, False) for path in found]


def of_node(words: "tuple[Word, ...]", made: "list[Effect]") -> None:
    """Node looks for this option among the words of its script, wherever they stand and whatever they are for."""
    for at, word in enumerate(words):
        if word.prefix[:2] == "--" and word.may_start(_ENVIRONMENT_FILE):
            for given in words[at : at + 2]:  # attached to it, or behind it
                made += [Effect("touch", path, _ENVIRONMENT_FILE, False) for path in paths_in(given)]


def of_shell(words: "tuple[Word, ...]", made: "list[Effect]") -> None:
    """A shell reads the script that it is given; a text behind -c is read as commands of its own."""
    at = 1
    while at < len(words):
        text = words[at].prefix
        at += 1
        if text[:1] not in ("-", "+"):
            made.append(Effect("read", words[at - 1], "operand", False))
            return
        if is_long(text):
            if text.lstrip("-") in STARTUP_FILES:
                for word in words[at : at + 1]:  # an interactive shell runs it first
                    made += [Effect("read", word, text, False), Effect("run", word, text, True)]
                at += 1
            elif "=" in text and text.lstrip("-").partition("=")[0] in STARTUP_FILES:
                made.append(Effect("run", words[at - 1], text.partition("=")[0], True))  # a shell that takes this
        elif "c" in text:
            return
        else:
            at += text.count("o") + text.count("O")


def of_sourced(words: "tuple[Word, ...]", made: "list[Effect]") -> None:
    """A file that is sourced is read, and run; what it does with the words behind it is not known."""
    at = 2 if len(words) > 1 and words[1].text == "--" else 1
    made += [Effect("read", word, "operand", False) for word in words[at : at + 1]]
    of_unknown_program(words[at:], made)
