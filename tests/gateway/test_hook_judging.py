"""A question is answered in its own folder and environment, and leaves nothing behind."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bounds import BOUND_S
from doors.hooks import call
from wicket.doors import call_judgement, hook_process
from wicket.doors.hook_messages import ALONE, ANSWER, REFUSED, question, read_answer, read_header
from wicket.gateway.hook_judging import answered
from wicket.loaded_policy import Policy


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first verdict loads and compiles, which takes longer than a verdict may on a machine that is busy."""
    monkeypatch.setattr(call_judgement, "JUDGING_S", BOUND_S)


@pytest.fixture
def environ(tmp_path: Path) -> dict[bytes, bytes]:
    policy = tmp_path / ".config" / "wicket" / "wicket.yml"
    policy.parent.mkdir(parents=True)
    policy.write_text("rules: [{allow: 'git status'}]\n", encoding="utf-8")
    return {b"HOME": os.fsencode(tmp_path), b"WICKET_HOME": os.fsencode(tmp_path / "state")}


def said(asked: bytes) -> tuple[int, bytes]:
    """Give the kind of the answer, and what it says."""
    made, _, last = answered(asked)
    kind, length = read_header(made[:12])
    assert (length, last) == (len(made) - 12, False)
    return kind, made[12:]


@pytest.fixture(autouse=True)
def in_this_folder() -> Iterator[None]:
    """Whoever judges goes to the folder of the call, and then to `/`; the next test does not."""
    here = os.getcwd()
    yield
    os.chdir(here)


def asked(data: bytes, environ: dict[bytes, bytes], cwd: str = "/", *words: str) -> bytes:
    return question("1", ["--agent", "claude-code", *words], cwd, environ, data)


def test_it_is_judged_by_the_policy_of_the_environment(environ: dict[bytes, bytes], tmp_path: Path) -> None:
    before = os.environ
    kind, made = said(asked(call(), environ))
    assert (kind, os.environ is before, os.getcwd(), Policy.asks_validators) == (ANSWER, True, "/", True)
    code, out, err = read_answer(made)
    assert (code, err) == (0, b"")
    assert json.loads(out)["hookSpecificOutput"]["permissionDecision"] == "allow"


def test_what_is_said_on_standard_error_is_the_answers(environ: dict[bytes, bytes], tmp_path: Path) -> None:
    (tmp_path / "odd.yml").write_text("rules: [{allow: 'git status'}, {deny: 'x [a b'}]\n", encoding="utf-8")
    _, made = said(asked(call(), environ, str(tmp_path), "--config", "odd.yml", "--verbose"))
    assert b"odd.yml" in made


def test_a_record_goes_with_the_answer(environ: dict[bytes, bytes]) -> None:
    _, record, _ = answered(asked(call(), environ))
    assert record is not None
    assert (record["agent"], record["session"], record["call"]) == ("claude-code", "s", "toolu_1")
    assert (record["tool"], record["commands"], record["decision"]) == ("Bash", ["git status"], "allow")


def test_validators_are_left_to_the_hook_itself(environ: dict[bytes, bytes], tmp_path: Path) -> None:
    guard = tmp_path / "guard"
    guard.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n", encoding="utf-8")
    guard.chmod(0o755)
    (tmp_path / ".config" / "wicket" / "wicket.yml").write_text(
        f"rules: [{{allow: 'git status'}}]\ntypes: {{Guard: {{executor: '{guard}', commands: ['git *']}}}}\n",
        encoding="utf-8",
    )
    assert said(asked(call(), environ)) == (ALONE, b"")
    assert not (tmp_path / "ran").exists()


def test_a_folder_that_is_gone_is_left_to_the_hook_itself(environ: dict[bytes, bytes]) -> None:
    assert said(asked(call(), environ, "/nowhere")) == (ALONE, b"")


def test_what_is_no_question_is_refused() -> None:
    kind, _ = said(b"WKH1\0\0\0\0")
    assert kind == REFUSED


def test_a_process_that_has_no_memory_is_of_no_use(
    environ: dict[bytes, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(hook_process, "respond", fail)
    made, _, last = answered(asked(call(), environ))
    assert (read_header(made[:12]), last) == ((ALONE, 0), True)


def test_not_even_last_words_is_a_block(environ: dict[bytes, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr(hook_process, "_last_words", fail)
    made, _, last = answered(asked(b"{", environ))
    assert last
    assert read_answer(made[12:]) == (2, b"", b"wicket: the command is blocked, for it cannot be judged\n")


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ("/me/.codex/tmp/arg0-linux/codex-arg0yNbpm2:/usr/bin", True),
        ("/me/.codex/tmp/arg0-linux/codex-arg0yNbpm2/x:/usr/bin", False),
        ("/me/.codex/tmp/arg0-linux:/usr/bin", False),
        ("/me/elsewhere/codex-arg005cQIu:/usr/bin", False),
        ("/usr/bin", False),
    ],
)
def test_the_folder_that_codex_makes_at_each_start_does_not_unmake_an_approval(
    environ: dict[bytes, bytes], other: str, same: bool
) -> None:
    acts = []
    for path in ("/me/.codex/tmp/arg0-linux/codex-arg005cQIu:/usr/bin", other):
        _, record, _ = answered(asked(call("make"), environ | {b"PATH": path.encode()}))
        assert record is not None
        acts.append(record["act"])
    assert (acts[0] == acts[1]) is same
