"""The files of a policy as one: merged, compiled, and what is left of them if some do not load."""

from collections.abc import Mapping
from typing import Any

from wicket.policy.compile import compile_policy, problems_of
from wicket.policy.config.document_nodes_and_checked_values import MAX_PROBLEMS
from wicket.policy.config.keys_of_policy_file import Layer
from wicket.policy.config.merge_and_untrusted_files import Merged, Untrusted, merge, remaining
from wicket.policy.config_model import Config
from wicket.policy.errors import PolicyError, Problem

__all__ = ["Loaded"]


class Loaded:
    """A policy as its files have it.

    `files` are all that were looked at, with their states; `operator` is the `gateway` of the person's own file.
    """

    def __init__(
        self,
        trusted: list[Layer],
        untrusted: list[Untrusted],
        inputs: Mapping[str, str],
        operator: Mapping[str, Any] | None = None,
    ) -> None:
        """Merge the files. `operator` are settings of files that are not merged as trusted ones.

        Raises:
            PolicyError: something is wrong with a file that counts.
        """
        self._trusted = trusted
        self._untrusted = untrusted
        self._operator = dict(operator or {})
        self._said: list[Problem] = []
        self.files = tuple(sorted(inputs.items()))
        self._merged = self._merge()

    @property
    def config(self) -> Config:
        return self._merged.config

    @property
    def warnings(self) -> tuple[Problem, ...]:
        return (*self._said, *self._merged.warnings)

    @property
    def operator(self) -> dict[str, Any]:
        return self._merged.operator | self._operator

    def say(self, warnings: list[Problem]) -> None:
        """Add warnings that come before those of the files."""
        self._said += warnings

    def compiled(self) -> dict[str, Any]:
        """Compile the policy. A file that nobody trusts cannot keep the others from counting: if it does not compile,
        everything is asked about, and what can be read of it and what the others forbid stays forbidden.

        Raises:
            PolicyError: something is wrong with a file that counts.
        """
        try:
            compiled, warnings = compile_policy(self.config)
        except PolicyError as error:
            if not self._give_up(error.problems):
                raise PolicyError(error.problems, self._remaining) from None
            compiled, warnings = compile_policy(self.config, partly=True)
        self._said += warnings[:MAX_PROBLEMS]
        return compiled

    def _give_up(self, problems: tuple[Problem, ...]) -> bool:
        """Have everything asked about because of untrusted files that have these problems; say whether that helps."""
        files = {problem.origin.file for problem in problems}
        guilty = [each.layer for each in self._untrusted if each.layer.place.shown in files]
        if files != {layer.place.shown for layer in guilty}:
            return False
        for layer in guilty:
            layer.problems += [problem for problem in problems if problem.origin.file == layer.place.shown]
        self._merged = self._merge()
        return True

    def _merge(self) -> Merged:
        merged = merge(self._trusted, self._untrusted)
        if merged.problems:
            problems = [*merged.problems, *self._problems_of_patterns(merged.config)]
            files = list(dict.fromkeys(problem.origin.file for problem in problems))
            problems.sort(key=lambda problem: (files.index(problem.origin.file), problem.origin.line))
            raise PolicyError(tuple(problems), self._remaining)
        return merged

    def _remaining(self) -> dict[str, Any]:
        """Compile what can be read of files of which some do not load."""
        policy, _ = compile_policy(remaining(self._trusted, self._untrusted), partly=True)
        return policy

    def _problems_of_patterns(self, config: Config) -> list[Problem]:
        """Find what else is wrong in files that count, so that who mends them has it all at once."""
        strangers = {each.layer.place.shown for each in self._untrusted}
        return [problem for problem in problems_of(config) if problem.origin.file not in strangers]
