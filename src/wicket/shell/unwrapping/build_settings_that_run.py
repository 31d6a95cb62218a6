"""Settings of build tools that name what is run: variables of cmake, linkers, plugins, settings of packages."""

from wicket.shell.catalogue.compiled_catalogue import fact
from wicket.shell.catalogue.dangerous_variables import influences, run_by
from wicket.shell.programs.compound_option_values import is_plain_gateway, meant
from wicket.shell.unwrapping.wrapped_commands_and_code import (
    opaque,
    run_program,
)
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_parse_result import Found, Line
    from wicket.shell.read_result import Command
    from wicket.shell.unwrapping.walk_interface import Runner


__all__ = [
    "build_property",
    "cmake_tool",
    "npm_setting",
    "option_cmake",
    "option_codegen",
    "option_gateway",
    "option_linker",
    "option_property",
]

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
