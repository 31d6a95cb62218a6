"""What the reader is told of the world outside the text (`World`): variables, which shell, homes, aliases."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from wicket.shell.read_result import Command
    from wicket.shell.refusal_and_work_limit import Fuel
    from wicket.shell.words import Word

    Unwrap = Callable[[Command], Iterable[tuple[Word, ...] | str]]
    GitAliases = Callable[[str, Command], list[str] | None]

__all__ = ["World"]


class World:
    """Give `variables` what is surely in the environment (HOME and PWD are worth most), and nothing that is not.

    `unwrap` is asked about every command for what it runs in turn, beyond what is built in: each answer is either
    the words of a command or a text for a shell. `shell` is the one that will read the text: what another shell than
    bash reads otherwise is unknowable. `linked`: the shell knows its folder by a name that goes through a link, so that
    what it takes for the folder above need not be that. `home_of` finds the home of somebody by name, for `~name`.
    `git_aliases` says what an unknown subcommand of version control stands for; None: nobody can say. `programs` is
    what a policy teaches of programs that the catalogue does not know, by their names. `fuel` is what reading may be of
    work.
    """

    __slots__ = ("fuel", "git_aliases", "home_of", "linked", "programs", "shell", "unwrap", "variables")

    def __init__(
        self,
        variables: "Mapping[str, str] | None" = None,
        unwrap: "Unwrap | None" = None,
        shell: str = "bash",
        *,
        linked: bool = False,
        home_of: "Callable[[str], str | None] | None" = None,
        git_aliases: "GitAliases | None" = None,
        programs: "Mapping[str, tuple[Any, ...]] | None" = None,  # entries of `taught_programs`
        fuel: "Fuel | None" = None,
    ) -> None:
        self.variables: dict[str, str] = dict(variables or {})
        self.unwrap = unwrap
        self.shell = shell
        self.linked = linked
        self.home_of = home_of
        self.git_aliases = git_aliases
        self.programs = programs or None
        self.fuel = fuel
