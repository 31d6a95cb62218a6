"""Which rule a command comes to: its own words, or, where that is harmless, with files that may vary. Pure.

A rule with holes is offered for programs that are known to look and nothing more: a hole stands for one word that is
no option, in the place of a file that is read or listed. So it covers no option that writes or runs something; and
there are none for interpreters, shells, wrappers and what runs packages, whose operands say what is run.
"""

from collections.abc import Sequence

from wicket.gateway.pipeline_as_shell_text import as_text
from wicket.policy.patterns.literal_command_patterns import pattern_of
from wicket.shell.catalogue.compiled_catalogue import entry
from wicket.shell.catalogue.option_parser import LOOKING
from wicket.shell.programs.program_lookup import plain, summary
from wicket.shell.programs.subcommands import Invocation, understands, usage_of
from wicket.shell.read import read
from wicket.shell.read_result import Command

__all__ = ["exact_pattern", "widened_pattern"]

# What an operand is that may vary: a file that is read, or a folder that is listed.
_FILES = frozenset(("COMPARE", "DIR", "LIST", "LOOK", "READ"))
_LOOKS = LOOKING - {"CD", "UPLOAD", "UPLOADED", "TOUCH"}


def exact_pattern(argv: Sequence[str]) -> str:
    """Write the rule for a command with just these words."""
    return pattern_of(tuple(argv))


def widened_pattern(argv: Sequence[str]) -> str:
    """Write the rule for a command whose files may vary; empty: nothing in it may."""
    if "/" in argv[0]:
        return ""
    command = _command(argv)
    taken = None if command is None else _only_looks(command)
    if taken is None or command is None:
        return ""
    holes = {id(word) for kind, word in taken.usage.kinds(taken.line.operands) if kind in _FILES}
    if not holes or any(word.prefix[:1] == "-" for word in taken.line.operands):
        return ""
    made = []
    count = 0
    for word, text in zip(command.words, argv, strict=True):
        if id(word) in holes:
            count += 1
            made.append("<file>" if count == 1 else f"<file{count}>")
        else:
            made.append(pattern_of((text,)))
    return " ".join(made) if count else ""


def _command(argv: Sequence[str]) -> Command | None:
    script = read(as_text((tuple(argv),)))
    if script.refusal is not None or len(script.commands) != 1:
        return None
    (command,) = script.commands
    words = [word.prefix for word in command.words]
    return command if words == list(argv) and not any(word.reasons for word in command.words) else None


def _only_looks(command: Command) -> Invocation | None:
    """Take a command's line apart, if its program is known and does nothing but look; None: it is not, or does."""
    known = entry(plain(command.words[0].prefix))
    if known is None or known.interpreter or known.shell or known.wrapper or known.loads or not understands(command):
        return None
    taken = usage_of(command)
    if taken is None or taken.line.strange or taken.line.unsure or taken.line.doubted:
        return None
    if any(found.option is None or not {*found.option.kinds} <= _LOOKS for found in taken.line.found):
        return None
    kinds = {kind for kind, _ in taken.usage.kinds(taken.line.operands)}
    able = summary(command)
    if not kinds <= _LOOKS or (" " not in taken.name and able.runs):
        return None
    return taken
