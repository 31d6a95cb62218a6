"""`wicket test`: the policy's own tests, and which of its rules they reach."""

import os
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import click

from wicket import policy_files
from wicket.cli.output import complain, visible
from wicket.cli.policy_options import with_config
from wicket.errors import WicketError
from wicket.loaded_policy import Policy
from wicket.policy.config_model import Config, Example, ProgramExample, Rule
from wicket.policy.evaluation.reason_sentence import sentence
from wicket.policy.verdict_and_evidence import Verdict
from wicket.policy_files.merged_policy import Loaded

__all__ = ["test"]

FAILED = 1


class NothingToTest(WicketError):
    """There is no example."""

    exit_code = 2


class NotTrusted(WicketError):
    """What a file would have run is not run."""

    exit_code = 2


class CannotReport(WicketError):
    """The report cannot be written."""

    exit_code = 2


class Reading(NamedTuple):
    """An example of a program that the policy teaches, and what it is read as."""

    example: ProgramExample
    found: str

    @property
    def passed(self) -> bool:
        return not self.found

    @property
    def name(self) -> str:
        return f"{self.example.command} {self.example.said}"

    def __str__(self) -> str:
        command = self.example.command
        if self.passed:
            return f"PASS: {command} => {self.example.said}"
        return f"FAIL: {command} => found: {self.found}; expected: {self.example.said} ({self.example.origin})"


class Result(NamedTuple):
    """An example, and what the policy says about it."""

    example: Example
    verdict: Verdict

    @property
    def passed(self) -> bool:
        return str(self.verdict.decision) == self.example.decision

    @property
    def name(self) -> str:
        return f"{self.example.decision}: {self.example.command}"

    def __str__(self) -> str:
        command, got = self.example.command, self.verdict.decision
        if self.passed:
            return f"PASS: {command} => {got}"
        expected = f"expected {self.example.decision} ({self.example.origin})"
        return f"FAIL: {command} => {got}, {expected}: {sentence(self.verdict)}"


@click.command()
@with_config
@click.option("--junit", metavar="FILE", help="Write a report for a build server as well.")
@click.option("--validators", is_flag=True, help="Ask the policy's validators too.")
def test(config: str | None, junit: str | None, validators: bool) -> None:
    """Judge the examples of each rule and of tests.cases by the policy file, and say which rules none of them reaches.

    Examples of programs that the file teaches are read, and what is found must be what they say.

    The file is the nearest one, here or above, as it is written: whether anybody trusts it makes no difference. Without
    one, it is your own. Exits 0 if all are judged as expected, 1 if some are not, and 2 if there are none or the file
    does not load.

    \b
    rules:
      - allow: 'git status [-s]'
        tests:
          - allow: 'git status -s'
          - ask: 'git status > out.txt'

    \b
    Examples:
      wicket test
      wicket test --config strict.yml --junit report.xml
    """
    loaded, files = (
        _written(validators=validators)
        if config is None
        else (policy_files.load(config, testing=True), os.path.abspath(config))
    )
    for warning in loaded.warnings:
        complain(str(warning))
    policy = Policy(loaded.compiled(), (), loaded.files)
    examples = [*(example for rule in loaded.config.rules for example in rule.tests), *loaded.config.tests]
    if not examples and not loaded.config.program_examples:
        places = "`tests:` into a rule, `examples:` into an entry of `programs`, or `tests: {cases: […]}`"
        raise NothingToTest(f"{files} has no example to test; write {places}")
    click.echo(visible(f"testing {files}"))
    readings = [_read(example, policy) for example in loaded.config.program_examples]
    for reading in readings:
        click.echo(visible(str(reading)))
    judged = []
    for example in examples:
        judged.append(Result(example, policy.check(example.command, validators=validators)))
        click.echo(visible(str(judged[-1])))
    results: list[Reading | Result] = [*readings, *judged]
    failed = sum(not result.passed for result in results)
    click.echo(f"{len(results) - failed} passed, {failed} failed, {len(results)} total")
    own, missed = _coverage(loaded.config, judged)
    click.echo(f"{own - len(missed)} of {own} rules are reached by an example")
    for rule in missed:
        click.echo(visible(f"  not reached: {rule.action}: {rule.pattern} ({rule.origin})"))
    if junit is not None:
        _report(junit, results)
    raise SystemExit(FAILED if failed else 0)


def _written(*, validators: bool) -> tuple[Loaded, str]:
    """Load the policy files that are nearest, as they are written, and name them."""
    found = policy_files.written(os.getcwd())
    if found is None:
        raise NothingToTest("there is no policy file here or above to test; name one with --config")
    files = ", ".join(found.files)
    if validators and not found.trusted:
        said = f"{files} is not trusted, so its validators are not run"
        raise NotTrusted(f"{said}; look at it and run `wicket trust`, or test without --validators")
    return found.loaded, files


def _read(example: ProgramExample, policy: Policy) -> Reading:
    from wicket.policy_files.program_entry_examples_and_check import wrong_examples

    wrong = dict(wrong_examples({example.command: example.said}, policy.programs))
    return Reading(example, wrong.get(example.command, ""))


def _coverage(config: Config, results: Iterable[Result]) -> tuple[int, list[Rule]]:
    """Count the rules that stand in files of one's own, and list those that no example reaches."""
    reached = {
        (match.file, match.line, match.action, match.pattern)
        for result in results
        for evidence in result.verdict.evidence
        for match in evidence.matches
    }
    own = [rule for rule in config.rules if os.path.isabs(rule.origin.file)]
    missed = [rule for rule in own if (rule.origin.file, rule.origin.line, rule.action, rule.pattern) not in reached]
    return len(own), missed


def _report(path: str, results: Sequence[Reading | Result]) -> None:
    failed = sum(not result.passed for result in results)
    suite = ET.Element("testsuite", name="wicket", tests=str(len(results)), failures=str(failed), errors="0")
    for result in results:
        example = result.example
        case = ET.SubElement(
            suite,
            "testcase",
            classname=visible(str(example.origin)),
            name=visible(result.name),
        )
        if not result.passed:
            ET.SubElement(case, "failure", message=visible(str(result)))
    try:
        ET.ElementTree(suite).write(path, encoding="utf-8", xml_declaration=True)
    except OSError as error:
        raise CannotReport(f"cannot write {path}: {error.strerror}") from error
