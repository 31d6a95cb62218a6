"""The process that judges: what it says to what it is told, and how it ends."""

import pickle
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from host.processes import BOUND_S
from wicket.gateway import judge_process
from wicket.gateway.judge_messages import Job, Messages, message
from wicket.gateway.judge_pool import program
from wicket.gateway.judge_process import judge
from wicket.policy.decision import ALLOW
from wicket.policy.verdict_and_evidence import Evidence
from wicket.shell.read_result import Script


def said(job: Job) -> list[dict[str, Any]]:
    [(told, rest)] = Messages().receive(message(job.said()))
    return [answer for made in judge(told, rest) for answer, _ in Messages().receive(message(*made))]


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    file = tmp_path / "policy"
    file.write_text("defaults: {action: deny}\nrules: [{allow: ls *}]")
    return file


def test_the_default_is_said_before_the_text_is_read(policy: Path) -> None:
    loaded, found = said(Job("ls x", "/", {}, str(policy)))
    assert loaded == {"said": "loaded", "default": "deny"}
    assert (found["said"], found["finding"]["decision"], found["finding"]["policy"]) == ("found", "allow", "found")


def test_without_a_policy_that_can_be_read_the_empty_one_counts(policy: Path) -> None:
    policy.write_text("rules: 1")
    loaded, found = said(Job("wicket approve x", "/", {}, str(policy)))
    assert loaded["default"] == "ask"
    assert (found["finding"]["decision"], found["finding"]["policy"]) == ("deny", "broken")
    assert found["finding"]["problems"]


def test_a_fault_allows_nothing(policy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(judge_process, "found", broken)
    _, found = said(Job("ls x", "/", {}, str(policy)))
    assert found["finding"]["decision"] == "deny"
    assert found["finding"]["reason"] == "it could not be judged: ZeroDivisionError: oops"
    policy.write_text("rules: [{allow: ls *}]")
    _, found = said(Job("ls x", "/", {}, str(policy)))
    assert (found["finding"]["decision"], found["finding"]["policy"]) == ("ask", "unknown")


@pytest.mark.parametrize("opinions", [[], [["Guard", "allow", None, None, None, ""]] * 2, "x"])
def test_what_does_not_fit_together_is_asked_about(opinions: object) -> None:
    evidence = Evidence(None)
    evidence.add(ALLOW, "fine", code="rule")
    kept = pickle.dumps((Script("x", (), None), [evidence], [(evidence, "Guard", True)], "allow", False, "found", ()))
    [(found, _)] = judge({"do": "conclude", "opinions": opinions}, kept)
    assert found["finding"]["decision"] == "ask"


def test_more_questions_than_anybody_waits_for_are_not_asked(policy: Path) -> None:
    policy.write_text("types: {Guard: {executor: ./guard, commands: ['frob *']}}")
    env = {"A": "x" * 20_000}
    few, many = (said(Job("frob x; " * count, "/", env, str(policy)))[-1] for count in (10, 200))
    assert (few["said"], len(few["questions"])) == ("asking", 10)
    assert (many["said"], many["finding"]["decision"]) == ("found", "ask")
    assert many["finding"]["reason"] == "it is too much to follow: validators would have to be asked 200 questions"


def test_more_than_is_carried_while_validators_are_asked_is_too_much(
    policy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy.write_text("types: {Guard: {executor: ./guard, commands: ['frob *']}}")
    job = Job("frob x", "/", {}, str(policy))
    assert said(job)[-1]["said"] == "asking"
    monkeypatch.setattr(judge_process, "MAX_KEPT_BYTES", 10)
    found = said(job)[-1]["finding"]
    assert found["decision"] == "ask"
    assert found["reason"] == "it is too much to follow: there is too much to keep while validators are asked"


def test_after_a_lack_of_memory_it_answers_and_leaves(policy: Path) -> None:
    told = b"".join(message({**Job("ls x", "/", {}, str(policy)).said(), "call": number}) for number in (1, 2))
    done = subprocess.run(other(STARVED), input=told, capture_output=True, timeout=BOUND_S, check=True)
    *_, (found, _) = Messages().receive(done.stdout)
    assert (found["call"], found["last"], found["finding"]["decision"]) == (1, True, "deny")
    assert "MemoryError" in found["finding"]["reason"]


def test_it_leaves_when_nobody_speaks_to_it(policy: Path) -> None:
    job = Job("ls x", "/", {}, str(policy)).said()
    told = b"".join(message({**job, "call": number}) for number in (1, 7))
    done = subprocess.run(program(), input=told, capture_output=True, timeout=BOUND_S, check=True)
    heard = [(answer["said"], answer["call"]) for answer, _ in Messages().receive(done.stdout)]
    assert heard == [("ready", 0), ("loaded", 1), ("found", 1), ("loaded", 7), ("found", 7)]
    assert done.stderr == b""


def other(code: str) -> list[str]:
    """Give the command line of a process that starts likewise and goes on otherwise."""
    command = program()
    command[command.index("-c") + 1] = f"import sys; sys.path[:] = sys.argv[1:]\n{code}"
    return command


ENDLESS = """
from wicket.gateway import judge_process

def judge(said, rest):
    while True:
        pass

judge_process.ALONE_S = 1
judge_process.main(judge)
"""

STARVED = """
from wicket.gateway import judge_process

def found(*_, **__):
    bytearray(2 * judge_process.MAX_MEMORY_BYTES)

judge_process.found = found
judge_process.main()
"""

PRINTING = """
import ctypes, resource
from wicket.gateway.judge_process import main

def judge(said, rest):
    print("noise", flush=True)
    dumpable, memory = ctypes.CDLL(None).prctl(3, 0, 0, 0, 0), resource.getrlimit(resource.RLIMIT_AS)
    yield {"dumpable": dumpable, "memory": memory}, b""

main(judge)
"""


def test_nobody_looks_into_it_and_noise_is_no_answer() -> None:
    done = subprocess.run(other(PRINTING), input=message({"call": 3}), capture_output=True, timeout=BOUND_S, check=True)
    _, (seen, _) = Messages().receive(done.stdout)
    assert seen == {"call": 3, "dumpable": 0, "memory": [judge_process.MAX_MEMORY_BYTES] * 2}


def test_nobody_looks_into_it_from_the_start() -> None:
    command = program()
    place = command.index("-c") + 1
    before, _, after = command[place].partition("from wicket.gateway.judge_process")
    assert after
    seen = "import ctypes; print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0), 'wicket.policy' in sys.modules)"
    command[place] = before + seen
    done = subprocess.run(command, capture_output=True, timeout=BOUND_S, check=True)
    assert done.stdout == b"0 False\n"


def test_an_orphan_ends_by_itself() -> None:
    done = subprocess.run(other(ENDLESS), input=message({"call": 3}), capture_output=True, timeout=BOUND_S, check=False)
    assert done.returncode == -signal.SIGALRM
