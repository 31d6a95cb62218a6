"""Settings of build tools that name what is run, and the variables of make, which recipes hand to a shell."""

from wicket.shell.catalogue.compiled_catalogue import fact
from wicket.shell.catalogue.dangerous_variables import influences, loads, run_by
from wicket.shell.characters import listed
from wicket.shell.programs.compound_option_values import is_plain_gateway, meant
from wicket.shell.programs.program_lookup import is_known
from wicket.shell.read_result import Assignment
from wicket.shell.unknown_values import GLOB, Unknowable
from wicket.shell.unwrapping.wrapped_commands_and_shell_texts import opaque, run_program
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_values_and_parse_result import Found, Line
    from wicket.shell.read_result import Command
    from wicket.shell.unwrapping.walk_interface import Runner

__all__ = [
    "build_property",
    "cmake_tool",
    "make",
    "make_environment",
    "npm_setting",
    "option_cmake",
    "option_codegen",
    "option_gateway",
    "option_linker",
    "option_property",
]


# ── settings of build tools that name what is run: variables of cmake, linkers, plugins, settings of packages ──

# Tools of cmake, and what they amount to.
_CMAKE_TOOLS = {
    "remove": ("rm",),
    "remove_directory": ("rm", "-r"),
    "rename": ("mv",),
    "copy": ("cp",),
    "copy_if_different": ("cp",),
    "copy_directory": ("cp", "-r"),
    "copy_directory_if_different": ("cp", "-r"),
    "make_directory": ("mkdir", "-p"),
    "create_symlink": ("ln", "-s"),
    "create_hardlink": ("ln",),
    "touch_nocreate": ("touch",),
    "chdir": ("env",),
}

# Variables of cmake whose values are run or loaded have one of these in their names.
_CMAKE_RUNS = ("COMPILER", "LAUNCHER", "PROGRAM", "LINKER", "COMMAND", "EXECUTABLE", "RULE", "EMULATOR", "INCLUDE")


def option_cmake(reader: "Runner", command: "Command", name: str, found: "Found", _line: "Line") -> None:
    """See a variable that cmake is given: some name programs, which it runs."""
    if found.value is None:
        return
    key, _, value = (found.value.text or found.value.prefix).partition("=")
    key = key.partition(":")[0].upper()
    if not any(part in key for part in _CMAKE_RUNS):
        return
    if found.value.text is None:
        if not found.value.outside:
            opaque(command, f"cmake runs {key}, which is not known")
    elif value and not run_by("CC", value):
        return  # a compiler, as everyone expects it there
    elif value:
        program = value.partition(";")[0]
        run_program(reader, command, Word(program, found.value.start, found.value.end), f"{name} {key}")


def npm_setting(reader: "Runner", command: "Command", name: str, operands: "list[Word]") -> None:
    """See settings that are run, and scripts that are written: `key=value`, or `key value`."""
    program = name.partition(" ")[0]
    keeper = fact("settings_of", program) or program
    run = fact("settings_that_run", keeper).split()
    for i, word in enumerate(operands):
        key, equals, value = (word.text or word.prefix).partition("=")
        runs = key.lower() in run or key.startswith("scripts.")
        if not runs:
            continue
        given = Word(value, word.start, word.end) if equals else operands[i + 1] if i + 1 < len(operands) else None
        run_program(reader, command, given if word.text is not None else word, f"{keeper} {key}")


def option_linker(_reader: "Runner", command: "Command", name: str, found: "Found", _line: "Line") -> None:
    text = found.value.text if found.value is not None else ""
    if text is None or "extld" in text:
        opaque(command, f"{name} may be told to link with another program")


def option_codegen(reader: "Runner", command: "Command", name: str, found: "Found", line: "Line") -> None:
    """See a program that `key=value` names: the linker of rustc, a plugin of protoc."""
    line.told = None
    for kind, word in meant(found, line):
        if kind in ("PROGRAM", "CODEFILE"):
            run_program(reader, command, word, f"{name} {found.name}")


def option_gateway(_reader: "Runner", command: "Command", name: str, found: "Found", _line: "Line") -> None:
    """Tests may be handed to another program, or to another machine: `popen//python=x`, `ssh=x`."""
    if not is_plain_gateway(found.value):
        opaque(command, f"{name} {found.name} says what runs the tests")


def option_property(_reader: "Runner", command: "Command", name: str, found: "Found", _line: "Line") -> None:
    if found.value is not None:
        build_property(command, name, found.value)


def build_property(command: "Command", name: str, word: Word) -> None:
    """See a property that a build is given: some say what is run, and what others do is not known."""
    if not _is_plain_property(word):
        opaque(command, f"{name} is given a property that may say what it runs: {word}")


def cmake_tool(words: "list[Word]") -> "tuple[Word, ...]":
    """Give the command that a tool of `cmake -E` amounts to."""
    if not words or words[0].text not in _CMAKE_TOOLS:
        return tuple(words)
    made = tuple(Word(text, words[0].start, words[0].end) for text in _CMAKE_TOOLS[words[0].text])
    return (*made, *words[2 if words[0].text == "chdir" else 1 :])


# A property whose name has one of these in it may name a program, its arguments, or a file to load.
_PROPERTY_RUNS = (
    "agent",
    "after",
    "arg",
    "before",
    "cmd",
    "command",
    "compiler",
    "event",
    "exec",
    "flags",
    "home",
    "hook",
    "init",
    "interpreter",
    "launcher",
    "linker",
    "opts",
    "plugin",
    "program",
    "props",
    "script",
    "shell",
    "targets",
    "tool",
)

# Behind these, a class of one's own project is named.
_PROPERTY_NAMES = ("mainclass",)

_OF_PROPERTIES = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+/:,#@%*~!?")

_SWITCHES = frozenset(["", "true", "false", "yes", "no", "on", "off"])


def _is_plain_property(word: Word) -> bool:
    """Tell whether a property that a build is given says neither what it runs nor what it loads."""
    if word.reason is not None:
        return False
    key, equals, value = str(word).lstrip(":").partition("=")
    if not equals:
        return _OF_PROPERTIES.issuperset(key)
    if value.lower() in _SWITCHES or value.replace(".", "").isdigit():
        return not influences(key)
    if not _OF_PROPERTIES.issuperset(value) or "?" in key or influences(key):
        return False
    lowered = key.lower()
    return lowered.endswith(_PROPERTY_NAMES) or not any(part in lowered for part in _PROPERTY_RUNS)


# ── Variables that make is given, as words or by the environment: make expands them, and recipes hand them to a
# shell ──


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
_SWITCHED = listed("true false yes no on off y n")

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
    for name, held in _variables_assigned_for_make(reader):
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


def _variables_assigned_for_make(reader: "Runner") -> "list[tuple[str, object]]":
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
    if not text or text.isdigit() or text.lower() in _SWITCHED:
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
