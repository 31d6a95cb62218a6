"""What the walk offers to those who find out what a command runs: it reads the text or words they found."""

from typing import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from wicket.shell.programs.taught_programs import Taught
    from wicket.shell.read_result import Assignment, Command
    from wicket.shell.reader_settings import GitAliases, Unwrap
    from wicket.shell.state.shell_state_variables_and_functions import State
    from wicket.shell.unknown_values import Value
    from wicket.shell.unwrapping.written_files import Written
    from wicket.shell.words import Word

__all__ = ["Runner"]


class Runner(Protocol):
    """The walk, as far as it is needed here. Nobody imports this but to check types."""

    commands: "list[Command]"
    state: "State"
    handed: "tuple[Word, ...]"
    written: "Written"
    unwrap: "Unwrap | None"
    programs: "Mapping[str, tuple[Taught, ...]] | None"
    configured_aliases: "GitAliases | None"
    git_aliases: "dict[str, list[str]]"
    depth: int
    outside: "dict[str, str]"

    def enter(self, start: int) -> None:
        """Go one level deeper, within a bound; whoever comes back takes one from `depth`."""

    def spend(self, units: int) -> None:
        """Account for work."""

    def is_builtin(self, name: str) -> bool:
        """Tell whether the shell itself has a command of this name, and follows it."""

    def is_fed(self, command: "Command") -> bool:
        """Tell whether a command reads something else than what the text is given."""

    def input_of(self, command: "Command") -> "Value | None":
        """Say what standard input brings to a command."""

    def runs_file(self, file: "Word | tuple[str, ...]") -> None:
        """See a command that runs a file, or one of these names."""

    def has_written(self, file: "Word") -> bool:
        """Tell whether a file that is run may be one that the text has written."""

    def run_derived(
        self,
        text: str,
        why: str,
        command: "Command",
        same_shell: bool = False,
        positional: "list[Value] | None" = None,
        extglob: bool = False,
        bash: bool = False,
        fed: bool = False,
    ) -> None:
        """Read a text that `command` runs."""

    def run_words(
        self,
        words: "tuple[Word, ...]",
        why: str,
        command: "Command",
        functions: bool = False,
        assignments: "tuple[Assignment, ...]" = (),
    ) -> None:
        """Read a command that `command` runs, given as words."""
