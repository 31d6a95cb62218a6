"""Variables that make is given, as words or by the environment: make expands them, and recipes hand them to a shell."""

from wicket.shell.catalogue.compiler_variables import loads
from wicket.shell.catalogue.dangerous_variables import influences, run_by
from wicket.shell.characters import listed
from wicket.shell.programs.program_lookup import is_known
from wicket.shell.read_result import Assignment
from wicket.shell.unknown_values import GLOB, Unknowable
from wicket.shell.unwrapping.wrapped_commands_and_code import opaque, run_program
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command
    from wicket.shell.unwrapping.walk_interface import Runner

__all__ = ["make", "make_environment"]

# Variables by which make's own rules and most makefiles name programs.
_MAKE_RUNS = listed(".SHELLFLAGS CO CHECKOUT,v RM INSTALL MV CP LN MKDIR SED AWK GO CARGO NODE NPM GIT TEX STRIP")

_MAKE_ENDINGS = ("CMD", "COMMAND", "EXEC", "RUN", "PROG", "PROGRAM", "RUNNER", "WRAPPER", "LAUNCHER")
_MAKE_RULES = ("COMPILE.", "LINK.", "LINT.", "PREPROCESS.", "YACC.", "LEX.", "OUTPUT_OPTION")

# What is said in these is for people.
_PROSE = ("MSG", "MESSAGE", "NAME", "DESCRIPTION", "TITLE", "COMMENT", "TEXT", "NOTE", "NOTES", "SUBJECT", "BODY")

# What these print, whoever wrote the text may have chosen, in a form that nobody reads.
_DECODING = frozenset(
    f"the output of {name}"
    for name in listed("base64 base32 basenc xxd printf echo rev openssl uudecode perl python python3 ruby node php")
)

# Flags of make that are made of these run nothing.
_MAKE_PLAIN = frozenset("-jkswBin0123456789 ")

# What switches something on or off is no program: DRY_RUN=1.
_SWITCHES = listed("true false yes no on off y n")

# What begins a function of make, or a substitution of the shell that runs a recipe.
_CODE = ("$(", "${", "`")
# What parts commands in a recipe.
_PARTING = ";|&<>()\n"
_LIST = ";|&\n"

# What it takes to look at a variable that the text has assigned.
_WORK_OF_VARIABLE = 10


def make(reader: "Runner", command: "Command", word: Word) -> None:
    """See a variable that make is given as a word."""
    if word.reason == GLOB and len(word.shape) > 2 and (word.shape[2] or "")[:1] == "=":
        # `X?=y` is a glob for the shell, and stays as it is where no file is called so.
        text, rest = f"{word.prefix}{word.shape[2]}", word.shape[3:]
        known = Word(text, word.start, word.end)
        word = UnknownWord((text, *rest), GLOB, False, word.start, word.end) if rest else known
    name, equals, value = (word.text or word.prefix).partition("=")
    runs = name.rstrip().endswith("!")
    name = name.rstrip(":?+! \t").rpartition(" ")[2]
    if word.reason is not None and any(mark in piece for piece in _pieces(word) for mark in ("$", "`", "!=")):
        opaque(command, "make expands a text that may run commands")
        return
    if not equals:
        if word.loose:
            opaque(command, "make is given words that are not known")
        return
    if "$" in name:
        opaque(command, "make expands the name of a variable")  # and what it is then is not known
    if influences(name):
        given = word if word.text is None else Word(value.lstrip(), word.start, word.end)
        command.changed = (*command.changed, Assignment(name, given, False, word.start, word.end))
    if word.text is None:
        if runs or (not word.outside and (run_by(name) or name in _MAKE_RUNS)):
            opaque(command, f"make runs {name}, which is not known")
        elif any(mark in piece for piece in _pieces(word) for mark in _LIST):
            opaque(command, f"make hands {name} to a shell, and what it does there is not known")
    elif "$" in value or "`" in value:
        opaque(command, "make expands a text that may run commands")
    elif runs or any(c in value for c in _PARTING):
        reader.run_derived(_in_recipe(value), f"make {name}", command)
    elif _names_program(name, value) or run_by(name, value):
        run_program(reader, command, Word(value.strip(), word.start, word.end), f"make {name}")
    elif name in ("MAKEFLAGS", "GNUMAKEFLAGS", "MAKEFILES") and set(value) - _MAKE_PLAIN:
        opaque(command, f"make is given more by {name}")
    elif loads(name, value):
        opaque(command, f"what {name} names, a compiler loads or runs")
    elif _may_be_command(name, value):
        command.texts = (*command.texts, Word(value.strip(), word.start, word.end))


def make_environment(reader: "Runner", command: "Command") -> None:
    """See what the text has put into the environment: make has a variable of its own for each one that is there.

    Which of the text's variables are exported is not followed, so all of them count. What only might be a command
    does so if it was assigned for make, or if it begins with a known program.
    """
    given = {assignment.name for assignment in command.assignments}
    for name, held in _assigned(reader):
        if influences(name):
            continue  # what is assigned to those is seen where it is assigned
        if _is_decoded(held):
            opaque(command, f"make expands ${name}, which is not known and may run commands")
        for text in _known(held):
            if any(mark in text for mark in _CODE):
                opaque(command, f"make expands ${name}, which may run commands")
            elif _names_program(name, text):
                if name in given or is_known(text.strip().partition(" ")[0]):
                    run_program(reader, command, Word(text.strip(), *command.span), f"make {name}")
            elif _is_list(text) and (name in given or _holds_program(text)):
                reader.run_derived(_in_recipe(text), f"make {name}", command)
            elif _may_be_command(name, text):
                command.texts = (*command.texts, Word(text.strip(), *command.span))


def _assigned(reader: "Runner") -> "list[tuple[str, object]]":
    """List the variables that the text has assigned, each with its value."""
    found: dict[str, object] = {}
    scope = reader.state
    while True:
        for outer in scope.scopes():
            for name, held in outer.variables.items():
                if name not in found:
                    found[name] = held
        if scope.traits.foreign is None:
            break
        scope = scope.traits.foreign
    reader.spend(_WORK_OF_VARIABLE * len(found))
    return list(found.items())


def _is_decoded(held: object) -> bool:
    """Tell whether a value is one that the text may have chosen, and hidden: `$(base64 -d <<< …)`."""
    if not isinstance(held, Unknowable) or held.outside or held.number or held.bare:
        return False
    return held.reason.partition(",")[0] in _DECODING


def _known(held: object) -> "list[str]":
    """Give what is known of a value. The elements of an array are not exported."""
    if isinstance(held, str):
        return [held]
    if isinstance(held, Unknowable):
        return [*held.instances, *[piece for piece in held.shape if piece]]
    return []


def _pieces(word: Word) -> "list[str]":
    return [*word.instances, *[piece for piece in word.shape if piece]]


def _names_program(name: str, value: str) -> bool:
    """Tell whether a makefile would most likely run what this variable holds."""
    text = value.strip()
    if not text or text.isdigit() or text.lower() in _SWITCHES:
        return False
    return name in _MAKE_RUNS or name.startswith(_MAKE_RULES) or name.endswith(_MAKE_ENDINGS)


def _may_be_command(name: str, value: str) -> bool:
    """Tell whether a makefile may run what this variable holds: several words, of which the first is a program."""
    first, blank, _ = value.strip().partition(" ")
    return blank != "" and is_known(first) and not name.endswith(_PROSE)


def _in_recipe(value: str) -> str:
    """Give the text that a shell reads where a recipe names a variable: options stand behind some program there."""
    text = value.lstrip(" \t;|&")
    return f"true {text}" if text[:1] == "-" else text


def _is_list(text: str) -> bool:
    """Tell whether a text parts commands; an address with `&` in it has no blanks."""
    return any(c in text for c in ";|\n") or ("&" in text and " " in text)


def _holds_program(text: str) -> bool:
    """Tell whether something behind a sign that parts commands is the name of a known program."""
    for sign in _LIST:
        text = text.replace(sign, "\0")
    return any(is_known(part.split()[0]) for part in text.split("\0")[1:] if part.strip())
