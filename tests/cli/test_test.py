"""`wicket test`: a policy's own examples, judged by the whole of it."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from machine import Machine, Outcome

POLICY = """
extends: ['wicket:read-only']
rules:
  - allow: 'echo *'
    tests:
      - allow: 'echo hi'
      - ask: 'echo > x'
  - allow: 'make *'
  - deny: 'git push *'
tests:
  cases:
    - deny: 'git push -f'
"""


@pytest.fixture
def policy(machine: Machine) -> Path:
    path = machine.root / "policy.yml"
    path.write_text(POLICY, encoding="utf-8")
    return path


def test_all_pass_and_what_is_not_reached_is_listed(machine: Machine, policy: Path) -> None:
    assert machine.run("test", "--config", str(policy)) == Outcome(
        0,
        f"testing {policy}\n"
        "PASS: echo hi => allow\n"
        "PASS: echo > x => ask\n"
        "PASS: git push -f => deny\n"
        "3 passed, 0 failed, 3 total\n"
        "2 of 3 rules are reached by an example\n"
        f"  not reached: allow: make * ({policy}:8)\n",
    )


def test_a_failure_says_what_was_expected_where_and_why_it_is_not_so(machine: Machine, policy: Path) -> None:
    policy.write_text("rules:\n  - allow: 'ls *'\n    tests: [{deny: 'ls'}, {ask: 'make\\n'}]\n")
    report = machine.root / "report.xml"
    done = machine.run("test", "--config", str(policy), "--junit", str(report))
    failure = f"FAIL: ls => allow, expected deny ({policy}:3): every command in it is allowed"
    assert done == Outcome(
        1,
        f"testing {policy}\n{failure}\nPASS: make\\n => ask\n"
        "1 passed, 1 failed, 2 total\n1 of 1 rules are reached by an example\n",
    )
    suite = ET.parse(report).getroot()
    assert suite.attrib == {"name": "wicket", "tests": "2", "failures": "1", "errors": "0"}
    assert [(case.attrib["name"], [one.attrib["message"] for one in case]) for case in suite] == [
        ("deny: ls", [failure]),
        ("ask: make\\n", []),
    ]


def test_the_nearest_file_is_tested_as_it_is_written(machine: Machine) -> None:
    own = machine.root / ".config" / "wicket"
    own.mkdir(parents=True)
    (own / "wicket.yml").write_text("rules:\n  - deny: 'ls *'\n    tests: [{deny: 'ls'}]\n")
    done = machine.run("test")
    assert (done.code, done.out.splitlines()[:2]) == (0, [f"testing {own}/wicket.yml", "PASS: ls => deny"])
    (machine.project / "wicket.yml").write_text("rules:\n  - allow: 'ls *'\n    tests: [{allow: 'ls'}]\n")
    assert machine.run("check", "ls").out.startswith("deny")  # nobody trusts it
    done = machine.run("test")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[:2] == [f"testing {machine.project}/wicket.yml", "PASS: ls => allow"]
    (machine.project / "wicket.local.yml").write_text("rules:\n  - deny: 'ls *'\n    tests: [{allow: 'ls'}]\n")
    done = machine.run("test")
    assert (done.code, done.out.splitlines()[0]) == (
        1,
        f"testing {machine.project}/wicket.yml, {machine.project}/wicket.local.yml",
    )


def test_a_persons_own_file_is_tested_in_the_folder_where_it_is_judged(machine: Machine) -> None:
    own = machine.root / ".config" / "wicket"
    own.mkdir(parents=True)
    text = "rules:\n  - allow: 'sort *'\n    tests: [{allow: 'sort -o out x'}]\nfiles: {allow_write: ['.']}\n"
    (own / "wicket.yml").write_text(text)
    assert machine.run("check", "sort -o out x").out == "allow\n"
    assert machine.run("test").out.splitlines()[1] == "PASS: sort -o out x => allow"


def test_nothing_of_a_file_that_nobody_trusts_is_run(machine: Machine) -> None:
    ran = machine.root / "ran"
    (machine.project / "wicket.yml").write_text(
        f"types: {{T: {{executor: 'touch {ran}'}}}}\nrules:\n  - allow: 'ls *'\n    tests: [{{allow: 'ls'}}]\n"
    )
    done = machine.run("test", "--validators")
    assert (done.code, done.out, ran.exists()) == (2, "", False)
    assert "is not trusted, so its validators are not run; look at it and run `wicket trust`" in done.err
    assert machine.run("test").code == 0
    assert not ran.exists()


def test_a_file_without_examples_does_not_pass_by_those_of_another(machine: Machine) -> None:
    own = machine.root / ".config" / "wicket"
    own.mkdir(parents=True)
    (own / "wicket.yml").write_text("rules:\n  - deny: 'ls *'\n    tests: [{deny: 'ls'}]\n")
    (machine.project / "wicket.yml").write_text("rules: [{allow: 'ls *'}]\n")
    done = machine.run("test")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"wicket: {machine.project}/wicket.yml has no example to test; write")


def test_no_file_is_no_success(machine: Machine) -> None:
    said = "wicket: there is no policy file here or above to test; name one with --config\n"
    assert machine.run("test") == Outcome(2, "", said)


def test_no_example_is_no_success(machine: Machine, policy: Path) -> None:
    policy.write_text("rules: [{allow: 'ls'}]\n")
    places = "`tests:` into a rule, `examples:` into an entry of `programs`, or `tests: {cases: […]}`"
    said = f"wicket: {policy} has no example to test; write {places}\n"
    assert machine.run("test", "--config", str(policy)) == Outcome(2, "", said)


@pytest.mark.parametrize("words", [["--config", "nowhere.yml"], ["--nonsense"]])
def test_what_cannot_be_run_is_two(machine: Machine, words: list[str]) -> None:
    done = machine.run("test", *words)
    assert (done.code, done.out) == (2, "")


def test_a_report_that_cannot_be_written_is_two(machine: Machine, policy: Path) -> None:
    done = machine.run("test", "--config", str(policy), "--junit", "/proc/nowhere/report.xml")
    assert (done.code, done.err) == (2, "wicket: cannot write /proc/nowhere/report.xml: No such file or directory\n")


def test_validators_are_asked_only_if_wanted(machine: Machine, policy: Path) -> None:
    policy.write_text(
        "rules:\n  - allow: 'ls *'\n    tests: [{allow: 'ls'}]\ntypes: {Guard: {executor: 'true', timeout: 2s}}\n"
    )
    assert machine.run("test", "--config", str(policy)).code == 0
    assert machine.run("test", "--config", str(policy), "--validators").code == 1


def test_examples_of_programs_are_read(machine: Machine, policy: Path) -> None:
    policy.write_text(
        "programs:\n  mytool:\n    usage: -o=WRITE READ...\n"
        "    examples: {mytool -o a b: 'writes a, reads b', mytool c: nothing}\n"
    )
    report = machine.root / "report.xml"
    failure = f"FAIL: mytool c => found: reads c; expected: nothing ({policy}:4)"
    assert machine.run("test", "--config", str(policy), "--junit", str(report)) == Outcome(
        1,
        f"testing {policy}\nPASS: mytool -o a b => writes a, reads b\n{failure}\n"
        "1 passed, 1 failed, 2 total\n0 of 0 rules are reached by an example\n",
    )
    names = [case.attrib["name"] for case in ET.parse(report).getroot()]
    assert names == ["mytool -o a b writes a, reads b", "mytool c nothing"]


def test_a_projects_file_calls_no_entry_complete(machine: Machine) -> None:
    (machine.project / "wicket.yml").write_text("programs:\n  mytool: {usage: READ, complete: true}\n")
    done = machine.run("test")
    assert done.code == 2
    assert "wicket.yml:2: only a person's own file may call an entry complete" in done.err
