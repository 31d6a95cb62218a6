"""What rules about unknown programs are about: a program of which nothing is known, or one that another one runs.

`cargo frob x` runs cargo-frob, `go run ./y x` runs y, `bash ./z x` runs z.
"""

from wicket.policy.matching.scripts_as_programs import script_as_program
from wicket.shell.catalogue.compiled_catalogue import fact
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.programs.python_modules_and_scripts import reworded
from wicket.shell.programs.subcommands import understands, usage_of
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command

__all__ = ["program_within", "unknown_program"]


def unknown_program(command: "Command") -> "Command | None":
    """Give a command as rules about unknown programs see it. None: they are not about it.

    What a program does beyond this machine is known by its words alone, whatever else is known of it.
    """
    program = PROGRAMS[command.name or ""]
    if not command.taught and (not program.known or "acts-elsewhere" in program.traits):
        return command
    return script_as_program(command) or program_within(command)


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
