"""What must be said of a text that runs `rm`: the command itself, or that something in it is not known."""

from wicket.shell import read
from wicket.shell.programs.program_lookup import summary
from wicket.shell.programs.words_that_may_be_options_or_missing import chosen_option, may_be_option


def accounted_for(text: str, program: str = "rm") -> str:
    """Say how the reading shows that `program` may run; empty if it does not."""
    script = read(text)
    if script.refusal is not None:
        return "refused"
    every = [*script.commands, *script.alternatives]
    for command in every:
        if command.words and (command.words[0].text or "").rpartition("/")[2] == program:
            return "found"
    for command in every:
        if command.opaque:
            return "opaque"
        if command.words and command.words[0].text is None:
            return "unknowable"
        if (chosen_option(command) is not None and summary(command).runs) or may_be_option(command):
            return "gate"
    return ""
