"""Where verdicts are made: a policy, asked about a command, with the validators that it names.

    policy = Policy.discover(".")
    policy.check("git push --force").decision

Importing this and checking loads neither YAML nor asyncio; they come with the first file that has to be read, and with
the first validator that has to be asked.
"""

import os

from wicket.policy.decision import ALLOW, PASS, unsure
from wicket.policy.evaluation.compiled_rule import with_names
from wicket.policy.evaluation.evaluate import conclude, examine
from wicket.policy.matching.declared_wrappers import unwrapper
from wicket.policy.verdict_and_evidence import Match, Verdict, of_the_whole
from wicket.policy_files.real_machine import lookups, places, system
from wicket.shell.read import read
from wicket.shell.read_result import Script
from wicket.shell.reader_settings import World as ShellWorld
from wicket.shell.refusal_and_work_limit import Fuel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Protocol

    from wicket.host.runok_validators import Question
    from wicket.policy.errors import PolicyError, Problem
    from wicket.policy.machine_view import World
    from wicket.policy.verdict_and_evidence import Evidence
    from wicket.shell.programs.taught_programs import Taught
    from wicket.shell.read_result import Command
    from wicket.validator_evidence import Asked

    # The functions by which a verdict looks at the machine, by their names; and what they were asked and answered.
    Lookups = dict[str, Callable[..., Any]]
    Notes = list[tuple[str, tuple[Any, ...], Any]]

    class VerdictMemory(Protocol):
        """What a process that judges again and again remembers of verdicts."""

        def fetch(self, policy: "dict[str, Any]", command: str, folder: str, found: Lookups) -> "Verdict | None":
            """Give a verdict that would be made again; None: it has to be made."""

        def noting(self, found: Lookups) -> tuple[Lookups, Notes]:
            """Give functions that note what they are asked and what they answer, and the list that they write to."""

        def keep(self, policy: "dict[str, Any]", command: str, folder: str, notes: Notes, verdict: "Verdict") -> None:
            """Remember a verdict with all that it has looked at."""


__all__ = ["Judging", "NoValidators", "Policy", "too_much"]


class NoValidators(BaseException):
    """Validators have a say in it, and this process does not ask any. No failure: nobody on the way answers it."""


def too_much(seconds: float) -> str:
    """Say that judging did not come to an end in this time."""
    return f"it is too much to follow: it was not judged within {seconds:g} s"


class Policy:
    """A policy that has been loaded. `warnings` are for its authors; `files` are all that it was made of."""

    __slots__ = ("_data", "files", "operator", "warnings")

    # Whether `check` may start validators in this process.
    asks_validators = True

    # What this process remembers of verdicts that `check` has made; nothing, as a rule.
    remembers: "VerdictMemory | None" = None

    def __init__(
        self,
        data: "dict[str, Any]",
        warnings: "tuple[Problem, ...]" = (),
        files: tuple[tuple[str, str], ...] = (),
        operator: "dict[str, Any] | None" = None,
    ) -> None:
        self._data = with_names(data)  # made once, for all verdicts
        self.warnings = warnings
        self.files = files
        self.operator = operator or {}

    @property
    def rules(self) -> tuple[Match, ...]:
        """Every rule as its author wrote it; `why` is its condition."""
        return tuple(rule.match(rule.when) for rule in self._data["rules"])

    @property
    def programs(self) -> "Mapping[str, tuple[Taught, ...]]":
        """What it teaches of programs, by their names."""
        found: Mapping[str, tuple[Taught, ...]] = self._data["programs"]
        return found

    @property
    def sandboxes(self) -> "Mapping[str, tuple[Any, ...]]":
        """What its sandboxes say, by their names."""
        found: Mapping[str, tuple[Any, ...]] = self._data["sandboxes"]
        return found

    @property
    def default(self) -> str:
        """What holds for what no rule covers."""
        return str(self._data["default"])

    @classmethod
    def loads(cls, text: str) -> "Policy":
        """Load a policy from a text: YAML 1.2, or JSON. Its relative paths are relative to the folder of each check.

        Raises:
            PolicyError: something is wrong with it: every problem at once.
        """
        from wicket.policy_files.policy_loader import loads

        loaded = loads(text)
        return cls(loaded.compiled(), loaded.warnings, (), loaded.operator)

    @classmethod
    def load(cls, path: "str | os.PathLike[str]", env: "Mapping[str, str] | None" = None) -> "Policy":
        """Load one file, and what it extends. Naming it is trusting it.

        Raises:
            PolicyError: something is wrong with it: every problem at once.
        """
        return cls._compiled(os.getcwd(), env, os.fspath(path))

    @classmethod
    def governed(cls, path: str) -> "Policy":
        """Load one file as `load` does; where the policy of a fleet is in force, the file can only tighten it.

        Raises:
            PolicyError: something is wrong with it: every problem at once.
        """
        from wicket.policy_files.policy_cache import compiled

        found = compiled(os.getcwd(), os.environ, path, governed=True)
        return cls(found.policy, found.warnings, found.files, found.operator)

    @classmethod
    def discover(cls, cwd: "str | os.PathLike[str] | None" = None, env: "Mapping[str, str] | None" = None) -> "Policy":
        """Load what holds in a folder: a person's own files, and the project's as far as they are trusted.

        Raises:
            PolicyError: something is wrong with a file that counts.
        """
        return cls._compiled(os.getcwd() if cwd is None else os.fspath(cwd), env, None)

    @classmethod
    def with_rules(
        cls, allowing: "Sequence[str]", cwd: "str | os.PathLike[str]", config: str | None = None
    ) -> "Policy":
        """Load what holds in a folder, or one file, as it would be if it allowed these patterns as well.

        Raises:
            PolicyError: something is wrong with a file that counts, or with a pattern.
        """
        from wicket.policy_files.rule_file_writing import compiled_with

        found = compiled_with(os.fspath(cwd), os.environ, config, allowing)
        return cls(found.policy, found.warnings, found.files, found.operator)

    @classmethod
    def remaining(cls, error: "PolicyError") -> "Policy":
        """Give what can be read of a policy that does not load: it forbids what it forbids, and asks about all else."""
        if error.remaining is None:
            return cls.loads("")  # what no policy can take away, none has to say
        return cls(error.remaining(), error.problems)

    @classmethod
    def _compiled(cls, cwd: str, env: "Mapping[str, str] | None", config: str | None) -> "Policy":
        from wicket.policy_files.policy_cache import compiled

        found = compiled(cwd, os.environ if env is None else env, config)
        return cls(found.policy, found.warnings, found.files, found.operator)

    def check(
        self,
        command: str,
        cwd: "str | os.PathLike[str] | None" = None,
        env: "Mapping[str, str] | None" = None,
        *,
        validators: bool = True,
        explaining: bool = False,
        before_asking: "Callable[[], object] | None" = None,
        contained: bool = False,
    ) -> Verdict:
        """Judge a line of shell. Never raises; what cannot be judged is asked about.

        With `explaining`, the evidence also names the rules that came nearest and did not match. `before_asking` is
        called when our own work is done and validators are asked, which have time limits of their own. `contained`:
        whoever asks runs the command in the `sandboxes` of the verdict; else a rule that names one asks.
        """
        try:
            memory = Policy.remembers
            if memory is None or cwd is None or env is not None or explaining or contained:
                judging = self.examine(command, cwd, env, explaining=explaining, contained=contained)
                return self._concluded(judging, before_asking, validators=validators)
            folder = os.path.abspath(cwd)
            found = lookups(folder, os.environ, self.files, places(os.environ))
            if (known := memory.fetch(self._data, command, folder, found)) is not None:
                return known
            found, notes = memory.noting(found)
            judging = self.examine(command, folder, found=found)
            verdict = self._concluded(judging, before_asking, validators=validators)
            if not judging.asks:
                memory.keep(self._data, command, folder, notes, verdict)
            return verdict
        except Exception as error:  # noqa: BLE001 -- a fault of ours is no reason to allow anything
            return self._failed(command, error)

    def _concluded(
        self, judging: "Judging", before_asking: "Callable[[], object] | None", *, validators: bool
    ) -> Verdict:
        if validators and judging.asks:
            if not self.asks_validators:
                raise NoValidators
            from wicket.validator_evidence import ask_and_wait

            if before_asking is not None:
                before_asking()
            ask_and_wait(self._data, judging.script, judging.found, judging.world)
        return judging.verdict()

    def check_access(
        self,
        kind: str,
        path: str,
        cwd: "str | os.PathLike[str] | None" = None,
        env: "Mapping[str, str] | None" = None,
    ) -> Verdict:
        """Judge by the file rules what a tool that is no shell does to a path: PASS where none is about it.

        `kind` is read, write, delete or list, or search: reading what lies in a folder. Never raises; what cannot be
        judged is asked about.
        """
        try:
            from wicket.policy.evaluation.agent_tools_that_are_no_shells import examine_access

            folder = os.getcwd() if cwd is None else os.path.abspath(cwd)
            world = system(folder, os.environ if env is None else env, self.files, fuel=Fuel())
            script, found = examine_access(self._data, kind, path, world)
            verdict = conclude(self._data, script, found)
        except Exception as error:  # noqa: BLE001 -- a fault of ours is no reason to allow anything
            return self._failed(path, error)
        if verdict.decision is ALLOW:
            verdict.decision, verdict.reason = PASS, "no file rule covers it"
        return verdict

    def check_tool(self, tool: str, servers: "Sequence[tuple[str, str]]" = ()) -> Verdict:
        """Judge a tool that is no shell by its name: PASS where no rule of `tools` is about it.

        `servers` are the ways to split the name into an MCP server's and the tool's; without, it is the agent's own.
        """
        from wicket.policy.evaluation.agent_tools_that_are_no_shells import judge_tool, uncovered

        return judge_tool(self._data, tool, servers) if self._data["tools"] else uncovered(Script(tool, (), None))

    def missing(self, cwd: "str | os.PathLike[str] | None" = None) -> "tuple[Problem, ...]":
        """Say which programs and files of validators are not where they are looked for."""
        from wicket.policy_files.validator_program_files import missing

        here = os.getcwd() if cwd is None else os.fspath(cwd)
        return missing(self._data["types"], here, os.environ)

    async def acheck(
        self,
        command: str,
        cwd: "str | os.PathLike[str] | None" = None,
        env: "Mapping[str, str] | None" = None,
        *,
        validators: bool = True,
        explaining: bool = False,
    ) -> Verdict:
        """Judge a line of shell without keeping the event loop waiting while validators answer."""
        try:
            judging = self.examine(command, cwd, env, explaining=explaining)
            if validators and judging.asks:
                from wicket.validator_evidence import ask

                await ask(self._data, judging.script, judging.found, judging.world)
            return judging.verdict()
        except Exception as error:  # noqa: BLE001 -- a fault of ours is no reason to allow anything
            return self._failed(command, error)

    def examine(
        self,
        command: str,
        cwd: "str | os.PathLike[str] | None" = None,
        env: "Mapping[str, str] | None" = None,
        *,
        explaining: bool = False,
        script: Script | None = None,
        shell: str = "",
        contained: bool = False,
        found: "Lookups | None" = None,
    ) -> "Judging":
        """Do all of `check` that needs no validator. Raises whatever goes wrong.

        This is the part that takes time of ours, so it is what a deadline is for. `script` is what the same command
        was read as in the same place, for a policy with the same wrappers, programs and shell: it is not read again.
        `shell` is one that would read it, if it is not the policy's. `found` are functions that look at the machine.
        """
        data = {**self._data, "shell": shell} if shell else self._data
        if contained:
            data = {**data, "contained": True}
        return Judging(data, self.files, command, cwd, env, explaining=explaining, script=script, found=found)

    def _failed(self, command: object, error: Exception) -> Verdict:
        """Ask about what could not be judged; where the default is to deny, deny it."""
        text = command if isinstance(command, str) else ""
        said = f"it could not be judged: {type(error).__name__}: {error}"
        decision = unsure(self.default)
        return Verdict(decision, said, "", (of_the_whole(decision, said, code="not-judged"),), Script(text, (), None))


class Judging:
    """One text on its way to a verdict. `asks`: validators have a say in it, and were not asked yet."""

    __slots__ = ("_data", "found", "script", "world")

    def __init__(
        self,
        data: "dict[str, Any]",
        files: tuple[tuple[str, str], ...],
        command: str,
        cwd: "str | os.PathLike[str] | None",
        env: "Mapping[str, str] | None",
        *,
        explaining: bool = False,
        script: Script | None = None,
        found: "Lookups | None" = None,
    ) -> None:
        folder = os.getcwd() if cwd is None else os.path.abspath(cwd)
        environ = os.environ if env is None else env
        self._data = data
        variables = places(environ)
        fuel = Fuel()  # one for the whole verdict
        self.world: World = system(folder, environ, files, variables, real=cwd is None, fuel=fuel, found=found)
        logical = environ.get("PWD", folder)
        follow = self.world.realpath
        linked = logical != folder and logical[:1] == "/" and follow(logical) == follow(folder)
        variables["PWD"] = logical if linked else folder
        if not command.isascii():
            from wicket.shell.grammar.zsh_and_locale_differences import VARIABLES

            variables |= {name: value for name in VARIABLES if (value := environ.get(name))}
        known = ShellWorld(
            variables,
            unwrapper(data, self.world),
            data["shell"],
            linked=linked,
            home_of=self.world.home_of,
            git_aliases=self._git_aliases,
            programs=data["programs"],
            fuel=fuel,
        )
        self.script: Script = script or read(command, known)
        self.found: list[Evidence] = examine(data, self.script, self.world, explaining=explaining)

    def _git_aliases(self, name: str, command: "Command") -> list[str] | None:
        from wicket.policy.matching.git_alias_lookup import aliases

        return aliases(name, command, self.world)

    @property
    def asks(self) -> bool:
        return any(evidence.validators for evidence in self.found)

    @property
    def conclusion(self) -> "dict[str, Any]":
        """What of the policy `conclude` needs, for whoever concludes elsewhere."""
        return {name: self._data[name] for name in ("default", "contained", "default_sandbox")}

    def questions(self) -> "tuple[list[Asked], list[Question]]":
        """Make the questions for the validators, each with what its answer is about."""
        from wicket.validator_evidence import prepare

        return prepare(self._data, self.script, self.found, self.world)

    def verdict(self) -> Verdict:
        return conclude(self._data, self.script, self.found)
