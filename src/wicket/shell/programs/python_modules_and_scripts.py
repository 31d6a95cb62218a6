"""Commands that amount to another: `python -m pip` is pip, `coverage run x` is `python x`, `x-push` is `x push`."""

from sys import stdlib_module_names

from wicket.shell.catalogue.compiled_catalogue import dashed, traits
from wicket.shell.grammar.quotes import MAX_DEPTH
from wicket.shell.programs.program_lookup import PROGRAMS, plain, reading, scripts_of
from wicket.shell.programs.subcommands import Invocation, usage_of
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command

__all__ = ["amounts_to", "is_of_python", "module_of", "reworded", "runs_at_last"]

# Modules of python whose programs have names of their own.
_MODULES = {"IPython": "ipython", "py.test": "pytest", "_pytest": "pytest"}


def module_of(command: "Command") -> "Command | None":
    """Give the command that `python -m` or a program that runs python amounts to, if the tables know it."""
    made = amounts_to(command)
    return made if made is not None and reading(made.name or "") is not None else None


def amounts_to(command: "Command") -> "Command | None":
    """Give another command that this one amounts to: `pip` for `python -m pip`, `x push` for `x-push`."""
    words = command.words
    program = PROGRAMS[words[0].text or ""]
    if not program.disguised or command.disguises > MAX_DEPTH:
        return None  # whoever follows what it runs refuses what is nested so deep
    names: tuple[str, ...]
    taken = usage_of(command) if len(words) > 1 else None
    if taken is not None and "runs-python" in traits(taken.name):
        names = ("python", "-m") if any(found.kind == "MODULE" for found in taken.line.found) else ("python",)
        rest = tuple(taken.line.operands)
        if not rest:
            return None
    elif program.spoken:
        if taken is not None and (scripts := scripts_of(program.spoken)):
            return _of_script(command, taken, scripts)
        if taken is None or not taken.line.found or taken.line.found[-1].kind != "MODULE":
            return None
        module = taken.line.found[-1].value
        if module is None or module.text is None:
            return None
        names = (_script_of(module.text),)
        rest = tuple(taken.line.operands)
    elif not program.name.startswith(dashed):
        return None
    else:
        first, _, second = program.name.partition("-")
        names, rest = (first, second), words[1:]
    begun = tuple(Word(name, words[0].start, words[0].end) for name in names)
    made = reworded(command, (*begun, *rest))
    made.disguises = command.disguises + 1
    return made


def runs_at_last(command: "Command") -> "Command | None":
    """Give what a command amounts to when all is said: `pip` for `coverage run -m pip`."""
    made = amounts_to(command)
    while made is not None and (other := amounts_to(made)) is not None:
        made = other
    return made


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
