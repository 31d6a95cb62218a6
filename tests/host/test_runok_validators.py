"""Whatever a validator does or leaves undone, there is an opinion in time, and nothing is left behind."""

import asyncio
import json
import os
import shlex
import subprocess
import sys
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host.processes import BOUND_S, descriptors, eventually, marked, zombies
from wicket.host.guardian_client import Guardian
from wicket.host.runok_command_subject import subject_of
from wicket.host.runok_validators import Asker, Failure, Opinion, Question, Validator, strictest
from wicket.wire.runok.executor_words import UnreadableExecutor
from wicket.wire.runok.messages import Subject

MEGABYTE = 1024 * 1024
ALLOW = '{"jsonrpc":"2.0","id":1,"result":{"status":"allow"}}'
DENY = '{"jsonrpc":"2.0","id":1,"result":{"status":"deny","message":"no","fix_suggestion":"yes"}}'

SUBJECT = subject_of("curl", ["-X", "POST"], text="curl -X POST", cwd="/home/user", env={"AWS_PROFILE": "prod"})

TIMED_OUT = "Extension timed out, asking user for confirmation"
NOT_STARTED = "Extension failed to start, asking user for confirmation"
INVALID = "Extension returned invalid response, asking user for confirmation"

Sh = Callable[..., Validator]
Python = Callable[..., Validator]


@pytest.fixture
def sh(tmp_path: Path) -> Sh:
    """Make a validator of a few lines of shell."""

    def make(script: str, name: str = "Guard", **options: Any) -> Validator:
        return Validator(name, shlex.join(["sh", "-c", script]), tmp_path, **options)

    return make


@pytest.fixture
def python(tmp_path: Path) -> Python:
    """Make a validator of a few lines of Python."""

    def make(script: str, name: str = "Guard", **options: Any) -> Validator:
        start = "import json, os, sys, time; say = lambda text: os.write(1, text.encode()); "
        return Validator(name, shlex.join([sys.executable, "-I", "-S", "-c", start + script]), tmp_path, **options)

    return make


def says(answer: str) -> str:
    return f"cat >/dev/null; printf %s {shlex.quote(answer)}"


def failed(failure: Failure, cause: str) -> Opinion:
    return Opinion("Guard", "ask", failure.value, failure=failure, cause=cause)


# ── the question ─────────────────────────────────────────────────────────────


@pytest.mark.rule("R-H1")
async def test_the_executors_words_reach_the_program_as_they_are(tmp_path: Path) -> None:
    script = """
import json, sys
sys.stdin.read()
print(json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"status": "ask", "message": repr(sys.argv[1:])}}))
"""
    (tmp_path / "echo.py").write_text(script)
    executor = f"{shlex.quote(sys.executable)} -I -S ./echo.py 'two words' \"$HOME\" * a\\ b | ; ''"
    opinion = await Validator("Guard", executor, tmp_path).ask(SUBJECT)
    assert opinion.message == str(["two words", "$HOME", "*", "a b", "|", ";", ""])


@pytest.mark.rule("R-H2")
@pytest.mark.parametrize("executor", ["", "sh -c 'x"])
def test_an_executor_that_cannot_be_split_makes_no_validator(executor: str) -> None:
    with pytest.raises(UnreadableExecutor):
        Validator("Guard", executor, Path("/"))


@pytest.mark.rule("R-H3")
async def test_a_validator_runs_where_it_is_declared_and_learns_where_the_command_would(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "checks").mkdir()
    (tmp_path / "elsewhere").mkdir()
    script = tmp_path / "checks" / "where.sh"
    script.write_text(
        '#!/bin/sh\ncwd=$(sed \'s/.*"cwd":"\\([^"]*\\)".*/\\1/\')\n'
        'printf \'{"jsonrpc":"2.0","id":1,"result":{"status":"allow","message":"%s %s"}}\' "$PWD" "$cwd"\n'
    )
    script.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    validator = Validator("Guard", "./checks/where.sh", Path("."))
    monkeypatch.chdir(tmp_path / "elsewhere")
    opinion = await validator.ask(SUBJECT)
    assert opinion.message == f"{tmp_path} /home/user"


@pytest.mark.rule("R-H4")
@pytest.mark.rule("R-H5")
async def test_a_question_is_one_request_with_everything_in_it_and_then_the_end_of_input(
    tmp_path: Path, sh: Sh
) -> None:
    assert await sh(f"cat >asked; {says(ALLOW)}").ask(subject_of("ls", [], cwd="/")) == Opinion("Guard", "allow")
    assert json.loads((tmp_path / "asked").read_text()) == {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "validateCommand",
        "params": {"command": "ls", "flags": {}, "args": [], "raw_command_line": "ls", "env": {}, "cwd": "/"},
    }


@pytest.mark.rule("R-H5")
async def test_an_extension_may_read_a_single_line(sh: Sh) -> None:
    assert await sh(f"read -r question; printf %s '{DENY}'").ask(SUBJECT) == Opinion("Guard", "deny", "no", "yes")


@pytest.mark.rule("R-H21")
async def test_a_command_line_of_a_megabyte_arrives_whole(python: Python) -> None:
    script = (
        "q = json.load(sys.stdin)['params']; "
        "say(json.dumps(dict(jsonrpc='2.0', id=1, result=dict(status='ask', "
        "message=f\"{len(q['raw_command_line'])} {len(q['args'][0])}\"))))"
    )
    text = "x" * MEGABYTE
    opinion = await python(script).ask(subject_of("echo", [text], text=f"echo {text}", cwd="/"))
    assert opinion.message == f"{MEGABYTE + 5} {MEGABYTE}"


@pytest.mark.rule("R-H19")
@pytest.mark.parametrize("size", [10, MEGABYTE], ids=["small", "large"])
async def test_an_extension_may_answer_without_reading(sh: Sh, size: int) -> None:
    subject = subject_of("echo", ["x" * size], cwd="/")
    assert await sh(f"exec <&-; printf %s '{DENY}'").ask(subject) == Opinion("Guard", "deny", "no", "yes")


@pytest.mark.parametrize("bad", [chr(0xDCFF), chr(0xD800)], ids=ascii)
async def test_a_command_that_is_no_utf_8_is_not_sent(sh: Sh, tmp_path: Path, bad: str) -> None:
    opinion = await sh(f"touch asked; {says(ALLOW)}").ask(subject_of("ls", [bad], text=f"ls {bad}", cwd="/"))
    assert (opinion.decision, opinion.failure) == ("ask", Failure.NOT_ASKED)
    assert opinion.verbose is not None
    assert opinion.verbose.startswith("[verbose] Extension error: not asked: validate_command cannot be written")
    assert not (tmp_path / "asked").exists()


async def test_a_process_sees_the_environment_without_secrets_unless_its_type_names_them(
    sh: Sh, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "one")
    monkeypatch.setenv("OTHER_TOKEN", "two")
    monkeypatch.setenv("AWS_PROFILE", "prod")
    answer = '{"jsonrpc":"2.0","id":1,"result":{"status":"ask","message":"%s"}}'
    script = f"printf '{answer}' \"$GITHUB_TOKEN $OTHER_TOKEN $AWS_PROFILE\""
    assert (await sh(script).ask(SUBJECT)).message == "  prod"
    assert (await sh(script, names=frozenset({"GITHUB_TOKEN"})).ask(SUBJECT)).message == "one  prod"
    assert (await sh(script).ask(SUBJECT, env={"PATH": os.environ["PATH"]})).message == "  "


# ── the answer ───────────────────────────────────────────────────────────────


@pytest.mark.rule("R-H11")
@pytest.mark.parametrize(
    ("status", "decision"),
    [("allow", "allow"), ("deny", "deny"), ("ask", "ask"), ("maybe", "ask"), ("ALLOW", "ask"), ("", "ask")],
)
async def test_a_status_is_a_decision_and_an_unknown_one_means_ask(sh: Sh, status: str, decision: str) -> None:
    answer = json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"status": status, "message": "why"}})
    opinion = await sh(says(answer)).ask(SUBJECT)
    assert (opinion.decision, opinion.message, opinion.failure) == (decision, "why", None)


@pytest.mark.rule("R-H29")
async def test_null_is_absent(sh: Sh) -> None:
    answer = '{"jsonrpc":"2.0","id":1,"result":{"status":"deny","message":null,"fix_suggestion":null}}'
    assert await sh(says(answer)).ask(SUBJECT) == Opinion("Guard", "deny")


@pytest.mark.rule("R-H13")
async def test_white_space_around_an_answer_and_unknown_fields_do_no_harm(sh: Sh) -> None:
    answer = '\n \t{"jsonrpc": "2.0",\n "id": 1, "x": [], "result": {"status": "allow", "y": 1}} \r\n\n'
    assert await sh(says(answer)).ask(SUBJECT) == Opinion("Guard", "allow")


@pytest.mark.rule("R-H12")
@pytest.mark.rule("R-H15")
@pytest.mark.rule("R-H16")
async def test_an_error_is_an_invalid_response(sh: Sh) -> None:
    error = '{"code":-32600,"message":"Invalid request: missing required field \'command\'"}'
    opinion = await sh(says(f'{{"jsonrpc":"2.0","id":1,"error":{error}}}')).ask(SUBJECT)
    cause = "JSON-RPC error -32600: Invalid request: missing required field 'command'"
    assert opinion == failed(Failure.INVALID_RESPONSE, cause)
    assert opinion.message == INVALID
    assert opinion.verbose == f"[verbose] Extension error: invalid response: {cause}"


INVALID_ANSWERS = {
    "text": "no JSON",
    "nothing": "",
    "white space": " \n",
    "half": ALLOW[:-2],
    "two": ALLOW + ALLOW,
    "two lines": f"{ALLOW}\n{ALLOW}\n",
    "trailing text": ALLOW + "\ndone",
    "leading text": "checking\n" + ALLOW,
    "array": f"[{ALLOW}]",
    "string": '"allow"',
    "no result": '{"jsonrpc":"2.0","id":1}',
    "null result": '{"jsonrpc":"2.0","id":1,"result":null}',
    "result is a string": '{"jsonrpc":"2.0","id":1,"result":"allow"}',
    "no status": '{"jsonrpc":"2.0","id":1,"result":{"message":"x"}}',
    "other version": ALLOW.replace("2.0", "1.0"),
    "no version": ALLOW.replace('"jsonrpc":"2.0",', ""),
    "other id": ALLOW.replace(":1,", ":2,"),
    "id of another type": ALLOW.replace(":1,", ':"1",'),
    "null id": ALLOW.replace(":1,", ":null,"),
    "no id": ALLOW.replace('"id":1,', ""),
    "result and error": ALLOW[:-1] + ',"error":{"code":-32000,"message":"x"}}',
    "a request": '{"jsonrpc":"2.0","id":1,"method":"validateCommand","params":{}}',
    "byte order mark": "\ufeff" + ALLOW,
    "NaN": '{"jsonrpc":"2.0","id":1,"x":NaN,"result":{"status":"allow"}}',
}


@pytest.mark.rule("R-H13")
@pytest.mark.rule("R-H18")
@pytest.mark.parametrize("answer", INVALID_ANSWERS.values(), ids=INVALID_ANSWERS)
async def test_what_is_not_exactly_one_good_response_is_invalid(sh: Sh, answer: str) -> None:
    opinion = await sh(says(answer)).ask(SUBJECT)
    assert opinion == failed(Failure.INVALID_RESPONSE, opinion.cause)
    assert opinion.cause


@pytest.mark.rule("R-H29")
@pytest.mark.parametrize(
    "result",
    [{"status": 1}, {"status": None}, {"status": "allow", "message": 1}, {"status": "allow", "fix_suggestion": []}],
    ids=str,
)
async def test_a_field_of_a_wrong_type_makes_the_response_invalid(sh: Sh, result: dict[str, Any]) -> None:
    opinion = await sh(says(json.dumps({"jsonrpc": "2.0", "id": 1, "result": result}))).ask(SUBJECT)
    assert opinion == failed(Failure.INVALID_RESPONSE, opinion.cause)
    assert [*result][-1] in opinion.cause


@pytest.mark.rule("R-H13")
async def test_bad_utf_8_is_invalid(sh: Sh) -> None:
    script = r"""printf '{"jsonrpc":"2.0","id":1,"result":{"status":"allow","message":"\377"}}'"""
    opinion = await sh(script).ask(SUBJECT)
    assert opinion == failed(Failure.INVALID_RESPONSE, opinion.cause)


@pytest.mark.rule("R-H13")
@pytest.mark.parametrize("text", ["'[' * 100000", '\'{"jsonrpc":"2.0","id":1,"result":\' + \'{"a":\' * 100000'])
async def test_nesting_without_end_is_invalid(python: Python, text: str) -> None:
    opinion = await python(f"say({text})").ask(SUBJECT)
    assert opinion == failed(Failure.INVALID_RESPONSE, opinion.cause)


@pytest.mark.rule("R-H7")
async def test_an_answer_of_a_megabyte_arrives(python: Python) -> None:
    answer = f"""'{{"jsonrpc":"2.0","id":1,"result":{{"status":"deny","message":"' + 'x' * {MEGABYTE} + '"}}}}'"""
    opinion = await python(f"print({answer})").ask(SUBJECT)
    assert opinion == Opinion("Guard", "deny", "x" * MEGABYTE)


@pytest.mark.rule("R-H7")
async def test_an_answer_past_the_limit_is_invalid_at_once(sh: Sh) -> None:
    async with asyncio.timeout(BOUND_S):
        opinion = await sh("exec yes", timeout_s=600).ask(SUBJECT, max_answer_bytes=MEGABYTE)
    assert opinion == failed(Failure.INVALID_RESPONSE, "an answer of more than 1048576 bytes")


@pytest.mark.rule("R-H6")
async def test_ten_megabytes_of_stderr_stall_nothing_and_mean_nothing(sh: Sh) -> None:
    flood = 'head -c 10000000 /dev/zero >&2; echo \'{"jsonrpc":"2.0"}\' >&2'
    assert await sh(f"{flood}; {says(DENY)}; {flood}").ask(SUBJECT) == Opinion("Guard", "deny", "no", "yes")


@pytest.mark.rule("R-H20")
@pytest.mark.parametrize("ending", ["exit 1", "exit 255", "kill -SEGV $$"])
async def test_an_answer_counts_whatever_the_exit_status_is(sh: Sh, ending: str) -> None:
    assert await sh(f"{says(DENY)}; {ending}").ask(SUBJECT) == Opinion("Guard", "deny", "no", "yes")


@pytest.mark.rule("R-H17")
async def test_what_is_shown_is_harmless(sh: Sh) -> None:
    bad = "\x1b[2Jno\x00\x07\x9b31m \u202egnp\u2066.\ttab\r\nyes\rno"
    answer = {"jsonrpc": "2.0", "id": 1, "result": {"status": "deny", "message": bad, "fix_suggestion": bad}}
    shown = "no gnp.\ttab\nyes\nno"
    assert await sh(says(json.dumps(answer))).ask(SUBJECT) == Opinion("Guard", "deny", shown, shown)


@pytest.mark.rule("R-H17")
async def test_what_an_error_says_is_harmless_too(sh: Sh) -> None:
    answer = {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "\x1b]0;x\x07two\nlines" + "x" * 1000}}
    opinion = await sh(says(json.dumps(answer))).ask(SUBJECT)
    assert opinion.cause == ("JSON-RPC error 1: two lines" + "x" * 1000)[:199] + "…"


# ── failures ─────────────────────────────────────────────────────────────────


@pytest.fixture
def marker(monkeypatch: pytest.MonkeyPatch) -> str:
    """A variable that a process and all that come of it carry."""
    value = uuid.uuid4().hex
    monkeypatch.setenv("WICKET_TEST_MARKER", value)
    return f"WICKET_TEST_MARKER={value}"


def nothing_left(marker: str) -> bool:
    return marked(marker) <= {os.getpid()} and not zombies()


@pytest.mark.rule("R-H14")
@pytest.mark.rule("R-H16")
@pytest.mark.rule("R-H18")
@pytest.mark.parametrize(
    "script",
    [
        "exec sleep 60",
        "trap '' TERM; sleep 60 & sleep 60",
        f"printf %s '{DENY}'; sleep 60",
        f"printf %s '{ALLOW}'; exec >&-; sleep 60",
    ],
    ids=["mute", "stubborn family", "answers and stays", "answers, closes and stays"],
)
async def test_who_has_not_answered_and_left_in_time_is_killed_with_its_family(
    sh: Sh, script: str, marker: str
) -> None:
    # More than a pipe holds, so that whoever does not read keeps it from being written.
    subject = subject_of("echo", ["x" * MEGABYTE], cwd="/")
    async with asyncio.timeout(BOUND_S):
        opinion = await sh(script, timeout_s=0.2).ask(subject)
    assert opinion == failed(Failure.TIMEOUT, "timeout after 200ms")
    assert opinion.message == TIMED_OUT
    assert opinion.verbose == "[verbose] Extension error: timeout after 200ms"
    await eventually(lambda: nothing_left(marker))


async def test_who_closes_its_output_has_said_all_it_will_say(sh: Sh, marker: str) -> None:
    async with asyncio.timeout(BOUND_S):
        opinion = await sh("exec >&-; sleep 60", timeout_s=60).ask(SUBJECT)
    assert opinion == failed(Failure.INVALID_RESPONSE, "no answer")
    await eventually(lambda: nothing_left(marker))


@pytest.mark.rule("R-H16")
async def test_the_default_timeout_is_five_seconds_and_written_so(sh: Sh, monkeypatch: pytest.MonkeyPatch) -> None:
    validator = sh("exec sleep 60")
    assert validator.timeout_s == 5.0
    real = asyncio.timeout
    monkeypatch.setattr(asyncio, "timeout", lambda seconds: real(seconds / 50))
    assert (await validator.ask(SUBJECT)).verbose == "[verbose] Extension error: timeout after 5s"


@pytest.mark.rule("R-H15")
@pytest.mark.rule("R-H16")
@pytest.mark.rule("R-H18")
async def test_a_program_that_will_not_start_means_ask(tmp_path: Path) -> None:
    (tmp_path / "plain.sh").write_text("#!/bin/sh\n")
    causes = {
        "./nonesuch.sh": "cannot start ./nonesuch.sh: no such program there",
        "./plain.sh": f"cannot start {tmp_path}/plain.sh: it is not executable; run: chmod +x {tmp_path}/plain.sh",
    }
    for executor, cause in causes.items():
        opinion = await Validator("Guard", executor, tmp_path).ask(SUBJECT)
        assert opinion == failed(Failure.SPAWN, cause[:199] + "…" if len(cause) > 200 else cause)
        assert opinion.message == NOT_STARTED
        assert opinion.verbose == f"[verbose] Extension error: spawn error: {opinion.cause}"


@pytest.mark.rule("R-H15")
async def test_no_descriptors_left_means_that_it_did_not_start(sh: Sh, monkeypatch: pytest.MonkeyPatch) -> None:
    def pipe() -> tuple[int, int]:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(os, "pipe", pipe)
    opinion = await sh("true").ask(SUBJECT)
    assert (opinion.decision, opinion.failure) == ("ask", Failure.SPAWN)


async def test_what_goes_on_after_the_leader_has_left_may_still_answer_for_a_moment(sh: Sh) -> None:
    assert await sh(f"{{ cat >/dev/null <&3; printf %s '{DENY}'; }} 3<&0 &").ask(SUBJECT) == Opinion(
        "Guard", "deny", "no", "yes"
    )


async def test_an_answer_is_not_lost_when_somebody_keeps_the_output_open_till_the_deadline(sh: Sh, marker: str) -> None:
    opinion = await sh(f"sleep 60 & {says(DENY)}", timeout_s=0.5).ask(SUBJECT)
    assert opinion == Opinion("Guard", "deny", "no", "yes")
    await eventually(lambda: nothing_left(marker))


async def test_no_answer_when_somebody_keeps_the_output_open_till_the_deadline_is_a_timeout(sh: Sh) -> None:
    assert (await sh("sleep 60 &", timeout_s=0.2).ask(SUBJECT)).failure is Failure.TIMEOUT


async def test_asking_can_be_cancelled_and_leaves_nothing(sh: Sh, tmp_path: Path, marker: str) -> None:
    os.mkfifo(tmp_path / "started")
    gate = os.open(tmp_path / "started", os.O_RDWR | os.O_NONBLOCK)
    loop = asyncio.get_running_loop()
    started = asyncio.Event()
    loop.add_reader(gate, started.set)
    try:
        async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as group:
            task = group.create_task(sh("echo >started; exec sleep 60").ask(SUBJECT))
            await started.wait()
            task.cancel()
    finally:
        loop.remove_reader(gate)
        os.close(gate)
    assert task.cancelled()
    await eventually(lambda: nothing_left(marker))


# ── many questions ───────────────────────────────────────────────────────────


@pytest.mark.rule("R-H22")
async def test_two_hundred_questions_at_once(sh: Sh, tmp_path: Path, marker: str) -> None:
    """Each process counts those that run beside it, and answers with the number in its own question."""
    script = r"""
        mkdir run.$$; ls -d run.* | wc -l >>beside
        number=$(sed 's/.*"args":\["\([0-9]*\)"\].*/\1/')
        printf '{"jsonrpc":"2.0","id":1,"result":{"status":"ask","message":"%s"}}' "$number"
        rmdir run.$$
    """
    guardian = Guardian()
    try:
        validator = sh(script, timeout_s=50)
        await validator.ask(SUBJECT, guardian=guardian)
        (tmp_path / "beside").unlink()
        before = descriptors()
        asker = Asker(at_once=8, guardian=guardian)
        questions = [Question(validator, subject_of("echo", [str(number)], cwd="/")) for number in range(200)]
        opinions = await asker.ask_all(questions)
        assert [opinion.message for opinion in opinions] == [str(number) for number in range(200)]
        beside = [int(line) for line in (tmp_path / "beside").read_text().split()]
        assert len(beside) == 200
        assert max(beside) <= 8
        assert descriptors() == before
        assert not zombies()
        assert guardian.idle
    finally:
        await guardian.close()
    await eventually(lambda: nothing_left(marker))


KILLED_HOST = """
import asyncio, sys
from pathlib import Path
from wicket.host.runok_validators import Asker, Question, Validator
from wicket.host.runok_command_subject import subject_of

validator = Validator("Guard", sys.argv[1], Path(), timeout_s=60)
question = Question(validator, subject_of("curl", [], cwd="/"))

async def main(how):
    async with Asker() as asker:
        await (asker.ask(question) if how == "one" else asker.ask_all([question]))

asyncio.run(main(sys.argv[2]))
"""


@pytest.mark.parametrize("how", ["one", "all"])
async def test_nothing_is_left_of_a_validator_whose_host_is_killed(tmp_path: Path, how: str, marker: str) -> None:
    stubborn = shlex.join(["sh", "-c", "trap '' TERM; touch up; while :; do sleep 1; done"])
    argv = [sys.executable, "-c", KILLED_HOST, stubborn, how]
    with subprocess.Popen(argv, cwd=tmp_path) as host:  # noqa: ASYNC220 - it is killed, and nothing else is waited for
        try:
            await eventually((tmp_path / "up").exists)
        finally:
            host.kill()
    await eventually(lambda: nothing_left(marker))


async def test_an_asker_has_one_guardian_while_there_are_questions(sh: Sh, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    class Counted(Guardian):
        def __init__(self) -> None:
            super().__init__()
            made.append(self)

    monkeypatch.setattr("wicket.host.guardian_sharing.Guardian", Counted)
    asker = Asker()
    questions = [Question(sh(says(ALLOW), name), SUBJECT) for name in "ABC"]
    before = descriptors()
    await asker.ask_all(questions)
    assert ([guardian.alive for guardian in made], descriptors()) == ([False], before)
    async with asker:
        await asker.ask_all(questions)
        await asker.ask(questions[0])
        assert [guardian.alive for guardian in made] == [False, True]
    assert [guardian.alive for guardian in made] == [False, False]
    assert await asker.ask_all([]) == ()
    assert len(made) == 2


@pytest.mark.rule("R-H23")
async def test_all_types_are_asked_side_by_side_and_the_strictest_decides(sh: Sh, tmp_path: Path) -> None:
    """Each waits until the others have been started, so none would answer if they were asked in turn."""
    wait = "cat >/dev/null; touch {0}; until [ -e A ] && [ -e B ] && [ -e C ] && [ -e D ]; do :; done; "
    answers = {
        "A": '{"jsonrpc":"2.0","id":1,"result":{"status":"allow","message":"fine"}}',
        "B": '{"jsonrpc":"2.0","id":1,"result":{"status":"deny","message":"first no"}}',
        "C": "nonsense",
        "D": '{"jsonrpc":"2.0","id":1,"result":{"status":"deny","message":"second no"}}',
    }
    questions = [
        Question(sh(wait.format(name) + f"printf %s '{answer}'", name), SUBJECT) for name, answer in answers.items()
    ]
    async with asyncio.timeout(BOUND_S):
        opinions = await Asker().ask_all(questions)
    assert [opinion.decision for opinion in opinions] == ["allow", "deny", "ask", "deny"]
    assert strictest(opinions) == Opinion("B", "deny", "first no")
    assert strictest(opinions[:1] + opinions[2:3]) == opinions[2]
    assert strictest([]) is None


@pytest.mark.rule("R-H25")
async def test_questions_that_are_equal_are_asked_once(sh: Sh, tmp_path: Path) -> None:
    script = f"echo >>asked; {says(DENY)}"
    line = "rm a; ls; rm a; rm b; rm a"
    parts = [("rm", ["a"]), ("ls", []), ("rm", ["a"]), ("rm", ["b"]), ("rm", ["a"])]
    subjects = [subject_of(program, words, text=line, cwd="/", env={"A": "1"}) for program, words in parts]
    questions = [Question(sh(script, name), subject) for subject in subjects for name in ("One", "Two")]
    opinions = await Asker().ask_all(questions)
    assert [opinion.validator for opinion in opinions] == ["One", "Two"] * 5
    assert len((tmp_path / "asked").read_text()) == 6


@pytest.mark.parametrize(
    "other",
    [
        Subject(command="x", raw_command_line="x"),
        Subject(command="ls", raw_command_line="ls; ls"),
        Subject(command="ls", raw_command_line="ls", flags={"l": ""}),
        Subject(command="ls", raw_command_line="ls", args=("l",)),
        Subject(command="ls", raw_command_line="ls", env={"A": "1"}),
        Subject(command="ls", raw_command_line="ls", cwd="/"),
    ],
    ids=str,
)
def test_questions_that_differ_in_anything_are_not_equal(sh: Sh, other: Subject) -> None:
    subject = Subject(command="ls", raw_command_line="ls")
    assert Question(sh("x"), subject).identity == Question(sh("x"), subject).identity
    assert Question(sh("x"), subject).identity != Question(sh("x"), other).identity
    assert Question(sh("x"), subject).identity != Question(sh("y"), subject).identity
