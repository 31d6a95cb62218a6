"""Commands that amount to another program: `python -m pip` is pip, `php artisan` is artisan, `x-push` is `x push`."""

from sys import stdlib_module_names

from wicket.shell.programs.program_lookup import PROGRAMS, plain, scripts_of, usage
from wicket.shell.programs.subcommands import Invocation, usage_of
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command

__all__ = ["amounts_to", "is_of_python", "module_of", "reworded"]

# Modules of python whose programs have names of their own.
_MODULES = {"IPython": "ipython", "py.test": "pytest", "_pytest": "pytest"}


def module_of(command: "Command") -> "Command | None":
    """Give the command that `python -m` amounts to, if the tables know the module."""
    made = amounts_to(command)
    return made if made is not None and usage(made.name or "") is not None else None


def amounts_to(command: "Command") -> "Command | None":
    """Give another command that this one amounts to: `pip` for `python -m pip`, `x push` for `x-push`."""
    words = command.words
    program = PROGRAMS[words[0].text or ""]
    if not program.disguised:
        return None
    names: tuple[str, ...]
    if program.spoken:
        taken = usage_of(command) if len(words) > 1 else None
        if taken is not None and (scripts := scripts_of(program.spoken)):
            return _of_script(command, taken, scripts)
        if taken is None or not taken.line.found or taken.line.found[-1].kind != "MODULE":
            return None
        module = taken.line.found[-1].value
        if module is None or module.text is None:
            return None
        names = (_script_of(module.text),)
        rest = tuple(taken.line.operands)
    else:
        first, _, second = program.name.partition("-")
        names, rest = (first, second), words[1:]
    made = tuple(Word(name, words[0].start, words[0].end) for name in names)
    return reworded(command, (*made, *rest))


def _of_script(command: "Command", taken: "Invocation", scripts: tuple[str, ...]) -> "Command | None":
    """Give the program that an interpreter runs by its script, unless it is given other code: `php ./artisan`."""
    given = next((found for found in taken.line.found if found.kind in ("CODE", "CODEFILE")), None)
    words = list(taken.line.operands)
    if given is not None:
        words = [given.value, *words] if given.kind == "CODEFILE" and given.value is not None else []
    if not words:
        return None
    script, *rest = words
    name = str(script).rpartition("/")[2]
    return reworded(command, (Word(name, script.start, script.end), *rest)) if name in scripts else None


def reworded(command: "Command", words: tuple[Word, ...]) -> "Command":
    """Give a command with other words."""
    from wicket.shell.read_result import Command

    return Command(
        words, command.redirects, command.assignments, command.start, command.end, command.place, command.changed
    )


def _script_of(module: str) -> str:
    """Give the name of the program that a module of python is installed as."""
    top = module.partition(".")[0]
    if top in stdlib_module_names:
        return module
    return plain(_MODULES.get(module) or _MODULES.get(top) or top.replace("_", "-"))


def is_of_python(command: "Command") -> bool:
    """Tell whether what `amounts_to` gave is a module that comes with python."""
    return (command.name or "").partition(".")[0] in stdlib_module_names
