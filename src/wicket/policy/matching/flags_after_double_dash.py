"""Flags behind `--`, for rules that forbid: some programs pass them on, as `pnpm run x -- -f` does.

For other programs, a word behind `--` is no flag, as in `rm -- -f`. For an unknown program, it may be one.
"""

from wicket.shell.catalogue.compiled_catalogue import fact
from wicket.shell.programs.program_lookup import plain, usage_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command
    from wicket.shell.words import Word

__all__ = ["handed_on"]


def handed_on(command: "Command") -> "tuple[Word, ...] | None":
    """Give the words behind the program without the first `--`, if what follows it may be flags after all."""
    words = command.words[1:]
    at = next((i for i, word in enumerate(words) if word.may_be("--") and word.reason is None), None)
    if at is None or at + 1 == len(words) or not _hands_on(command, words[:at]):
        return None
    return (*words[:at], *words[at + 1 :])


def _hands_on(command: "Command", before: "tuple[Word, ...]") -> bool:
    said = fact("hands_on", plain(command.name or ""))
    if not said:
        return usage_of(command) is None
    subcommands = said.split()
    return said == "*" or any(word.reason is not None or str(word) in subcommands for word in before)
