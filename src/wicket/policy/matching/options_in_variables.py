"""Variables that are options of a program: `PIP_INDEX_URL=x pip install y` is `pip install --index-url x y`."""

from wicket.shell.catalogue.compiled_catalogue import fact
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Assignment, Command

__all__ = ["with_options_in_variables"]

# Variables that switch the hooks of a repository off, and what they are set to: any value, if that is empty.
_WITHOUT_HOOKS = {"HUSKY": "0", "HUSKY_SKIP_HOOKS": "", "LEFTHOOK": "0", "OVERCOMMIT_DISABLE": "", "SKIP": ""}


def with_options_in_variables(command: "Command") -> "tuple[Word, ...] | None":
    """Give the words of a command, and behind them the options that variables of the text stand for; None: none do."""
    program = PROGRAMS[command.name or ""]
    if "work-tree" in program.traits:
        return _without_hooks(command)
    begins = tuple(fact("options_in_variables", program.name).split())
    if not begins:
        return None
    options: list[Word] = []
    for assignment in (*command.changed, *command.assignments):
        options += _option(assignment, begins)
    return (*command.words, *options) if options else None


def _without_hooks(command: "Command") -> "tuple[Word, ...] | None":
    """Give the words of a command with `--no-verify`, where a variable says the same to those who run its hooks."""
    for assignment in (*command.changed, *command.assignments):
        wanted, value = _WITHOUT_HOOKS.get(assignment.name), assignment.value
        if wanted is not None and str(value) != "" and (not wanted or value.may_be(wanted)):
            return (*command.words, Word("--no-verify", value.start, value.end))
    return None


def _option(assignment: "Assignment", begins: tuple[str, ...]) -> "list[Word]":
    name = assignment.name
    start = max([one for one in begins if name.startswith(one)], key=len, default="")
    value = assignment.value
    if not start or str(value) == "":
        return []
    option = "--" + name[len(start) :].lower().replace("_", "-").removesuffix("-server")
    if value.reason is None:
        return [Word(f"{option}={value.prefix}", value.start, value.end)]
    return [UnknownWord((f"{option}=", None), value.reason, False, value.start, value.end)]
