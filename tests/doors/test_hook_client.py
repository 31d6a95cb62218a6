"""What a hook says when a gateway is asked: the client in C and the one in Python, byte for byte the same."""

import json
import os
import shlex
import socket
import stat
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bounds import BOUND_S
from doors.hook_clients import CLIENTS, PYTHON, Client, blocked, built, listening, question, short_folder
from doors.hooks import Installation, call, pre
from machine import Machine
from served_gateway import Served, serving
from wicket import __version__
from wicket.agents import cline_hook_file
from wicket.agents.hook_command import shim_path
from wicket.doors import hook_client, hook_messages
from wicket.doors.hook_messages import ALONE, ANSWER, OTHER_VERSION, REFUSED, WAIT, answer, message, read_question

POLICY = """
rules:
  - allow: 'git status'
  - deny: 'git push *'
    message: 'pushing is for people'
"""


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("native"))


@pytest.fixture(params=CLIENTS)
def client(request: pytest.FixtureRequest, program: Path) -> Iterator[Client]:
    with short_folder() as folder:
        yield Client(request.param, program, folder)


# ── what is asked ────────────────────────────────────────────────────────────


def test_a_question_holds_all_that_a_verdict_depends_on(client: Client) -> None:
    asked: list[bytes] = []

    def serve(connection: socket.socket) -> None:
        asked.append(question(connection))
        connection.sendall(answer(0, b"{}\n", b""))

    client.environ |= {"EMPTY": "", "ODD": "a=b\nc"}
    with listening(client.home, serve):
        assert client.run(b"what the agent says", "--config", "my policy.yml", "--verbose") == (0, b"{}\n", b"")
    told = read_question(asked[0])
    assert (told.version, told.data, told.cwd) == (__version__, b"what the agent says", str(client.project))
    assert told.words == ["--agent", "claude-code", "--config", "my policy.yml", "--verbose"]
    assert {name: told.environ[name] for name in client.environ} == client.environ


def test_both_streams_and_the_exit_code_are_the_gateways(client: Client) -> None:
    def serve(connection: socket.socket) -> None:
        question(connection)
        connection.sendall(answer(7, b"out", b"err"))

    with listening(client.home, serve):
        assert client.run(call()) == (7, b"out", b"err")


def test_a_gateway_that_waits_for_a_person_says_for_how_long(client: Client) -> None:
    def serve(connection: socket.socket) -> None:
        question(connection)
        said = message(WAIT, (600).to_bytes(4, "big")) + answer(0, b"late\n", b"")
        for at in range(len(said)):  # in pieces, as a stream may
            connection.sendall(said[at : at + 1])

    with listening(client.home, serve):
        assert client.run(call()) == (0, b"late\n", b"")


def test_a_person_is_not_waited_for_longer_than_said(client: Client) -> None:
    def serve(connection: socket.socket) -> None:
        question(connection)
        connection.sendall(message(WAIT, (1).to_bytes(4, "big")))
        connection.settimeout(BOUND_S)
        connection.recv(1)  # until the client leaves

    with listening(client.home, serve):
        assert client.run(call()) == blocked("the gateway did not answer in time")


@pytest.mark.rule("D-5")
@pytest.mark.parametrize("words", [("--timeout", "6"), ("--timeout=900", "--timeout=6")])
def test_the_agents_time_limit_holds_whatever_a_gateway_says(client: Client, words: tuple[str, ...]) -> None:
    def serve(connection: socket.socket) -> None:
        question(connection)
        connection.sendall(message(WAIT, (600).to_bytes(4, "big")))
        connection.settimeout(BOUND_S)
        connection.recv(1)  # until the client leaves

    with listening(client.home, serve):
        assert client.run(call(), *words) == blocked("it took too long to judge")


@pytest.mark.rule("D-5")
def test_an_agent_that_is_slow_to_speak_has_its_answer_in_time(client: Client) -> None:
    with subprocess.Popen(
        [*client.argv, "--agent", "claude-code", "--timeout", "6"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=client.environ,
    ) as running:
        assert running.stdin is not None
        running.stdin.write(call()[:20])
        running.stdin.flush()
        assert running.wait(BOUND_S) == 2
        assert running.stderr is not None
        assert running.stderr.read() == blocked("it took too long to judge")[2]


# ── gateways that are away, or talk nonsense ─────────────────────────────────


@pytest.mark.rule("D-1")
@pytest.mark.rule("D-2")
def test_without_a_gateway_the_call_is_blocked(client: Client) -> None:
    assert client.run(call()) == blocked("no gateway is running")


@pytest.mark.rule("D-1")
def test_a_socket_that_nobody_listens_at_is_no_gateway(client: Client) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(client.home / "hook.sock"))
    assert client.run(call()) == blocked("no gateway is running")


@pytest.mark.rule("D-1")
def test_a_home_that_is_relative_is_none(client: Client) -> None:
    client.environ["WICKET_HOME"] = "state"
    code, out, err = client.run(call())
    assert (code, out) == (2, b"")
    assert err.startswith(b"wicket: the command is blocked, for ")


NONSENSE = {
    "nothing": b"",
    "half a header": b"WKH1\0\0",
    "another protocol": b"HTTP/1.1 200 OK\r\n\r\n",
    "a kind that there is not": b"WKH1" + (9).to_bytes(4, "big") + (0).to_bytes(4, "big"),
    "no kind": b"WKH1" + (0).to_bytes(4, "big") + (0).to_bytes(4, "big"),
    "a length without end": b"WKH1" + ANSWER.to_bytes(4, "big") + b"\xff\xff\xff\xff",
    "less than it says": message(ANSWER, b"x" * 100)[:-1],
    "no exit code": message(ANSWER, b"\0\0\0"),
    "an exit code that there is not": message(ANSWER, (256).to_bytes(4, "big") + (0).to_bytes(4, "big")),
    "more output than there is": message(ANSWER, (0).to_bytes(4, "big") + (9).to_bytes(4, "big") + b"{}"),
}


@pytest.mark.rule("D-1")
@pytest.mark.parametrize("said", NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_no_answer(client: Client, said: bytes) -> None:
    def serve(connection: socket.socket) -> None:
        question(connection)
        connection.sendall(said)

    with listening(client.home, serve):
        assert client.run(call()) == blocked("the gateway talks nonsense")


@pytest.mark.parametrize(
    ("kind", "because"),
    [
        (ALONE, "the gateway leaves it to a hook that judges by itself"),
        (OTHER_VERSION, "the gateway is of another version; start it again"),
        (REFUSED, "the gateway has too much to do"),
    ],
)
def test_a_gateway_that_does_not_judge_says_why(client: Client, kind: int, because: str) -> None:
    def serve(connection: socket.socket) -> None:
        question(connection)
        connection.sendall(message(kind, b"whatever"))

    with listening(client.home, serve):
        assert client.run(call()) == blocked(because)


def test_a_question_that_is_too_long_is_not_asked(client: Client) -> None:
    asked: list[bytes] = []
    with listening(client.home, lambda connection: asked.append(question(connection))):
        said = client.run(b"x" * hook_messages.MAX_QUESTION_BYTES)
    assert (said, asked) == (blocked("it is more than a gateway takes"), [])


def test_more_than_can_be_judged_is_blocked(client: Client) -> None:
    assert client.run(b"x" * (32 * 1024 * 1024 + 1)) == blocked("more was given to the hook than can be judged")


def test_an_agent_that_says_nothing_readable_is_blocked(client: Client) -> None:
    done = subprocess.run(
        ["sh", "-c", '"$@" <&-', "sh", *client.argv, "--agent", "claude-code"],
        capture_output=True,
        env=client.environ,
        timeout=BOUND_S,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == blocked("what the agent says cannot be read")


def test_an_answer_that_nobody_takes_is_blocked(client: Client) -> None:
    def serve(connection: socket.socket) -> None:
        question(connection)
        connection.sendall(answer(0, b"{}\n", b""))

    with listening(client.home, serve):
        done = subprocess.run(
            ["sh", "-c", '"$@" >&-', "sh", *client.argv, "--agent", "claude-code"],
            input=call(),
            stderr=subprocess.PIPE,
            env=client.environ,
            timeout=BOUND_S,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr


# ── the real one ─────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with short_folder() as folder:
        machine = Machine(folder)
        policy = folder / ".config" / "wicket" / "wicket.yml"
        policy.parent.mkdir(parents=True)
        policy.write_text(POLICY, encoding="utf-8")
        with serving(machine, "--no-prompt") as running:
            yield running


CALLS: dict[str, tuple[bytes, tuple[str, ...]]] = {
    "allowed": (call(), ()),
    "denied": (call("git push origin"), ()),
    "asked about": (call("make"), ()),
    "a tool that is not judged": (call(tool_name="TodoWrite", tool_input={"todos": []}), ()),
    "a file": (call(tool_name="Write", tool_input={"file_path": "/x/.git/hooks/pre-push"}), ()),
    "no JSON": (b"{", ()),
    "no tool": (call(tool_name=None), ()),
    "an event of its own": (call(hook_event_name="PermissionRequest", command="make"), ()),
    "a policy that is not there": (call(), ("--config", "nowhere.yml")),
    "an option that there is not": (call(), ("--frobnicate",)),
    "another agent": (call(), ("--agent", "nobody")),
    "amp": (json.dumps({"cmd": "git push origin"}).encode(), ("--agent", "amp")),
    "codex": (call("git push origin"), ("--agent", "codex")),
    "generic": (json.dumps({"tool": "shell", "command": "make", "cwd": "/"}).encode(), ("--agent", "generic")),
    "a long command": (call("echo " + "x" * 1_000_000), ()),
    "no UTF-8": (call().replace(b"git status", b"git \xff"), ()),
}


@pytest.mark.rule("D-3")
@pytest.mark.parametrize(("data", "words"), CALLS.values(), ids=CALLS)
def test_a_gateway_answers_as_the_hook_would(
    served: Served, program: Path, data: bytes, words: tuple[str, ...]
) -> None:
    machine = served.machine
    said = [
        _run([*argv, "--agent", "claude-code", *words], data, machine)
        for argv in ([str(program)], PYTHON, (*PYTHON[:-1], "--alone"))
    ]
    assert said[0] == said[1] == said[2]


def reason(out: bytes) -> str:
    said = json.loads(out)["hookSpecificOutput"]
    assert said["permissionDecision"] == "deny"
    return str(said["permissionDecisionReason"])


def _run(argv: list[str], data: bytes, machine: Machine) -> tuple[int, bytes, bytes]:
    done = subprocess.run(
        argv, input=data, capture_output=True, env=machine.environ, cwd=machine.project, timeout=BOUND_S, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_the_environment_and_the_folder_are_the_hooks_own(served: Served, program: Path, tmp_path: Path) -> None:
    """A policy that holds where the hook runs counts, not that of the gateway."""
    place = Installation(tmp_path, "rules: [{deny: 'git status', message: 'not here'}]\n")
    place.environ["WICKET_HOME"] = str(served.machine.home)
    argv = [str(program), "--agent", "claude-code"]
    done = subprocess.run(
        argv,
        input=call(cwd=None),
        capture_output=True,
        env=place.environ,
        cwd=place.project,
        timeout=BOUND_S,
        check=True,
    )
    assert reason(done.stdout).startswith("not here ")


def test_what_changes_is_seen_by_the_next_hook(served: Served, program: Path, tmp_path: Path) -> None:
    place = Installation(tmp_path, "rules: [{deny: 'git status', message: 'first'}]\n")
    place.environ["WICKET_HOME"] = str(served.machine.home)

    def said() -> str:
        argv = [str(program), "--agent", "claude-code"]
        done = subprocess.run(
            argv, input=call(), capture_output=True, env=place.environ, cwd=place.project, timeout=BOUND_S, check=True
        )
        return reason(done.stdout)

    for message_ in ("second", "third!"):
        assert said() == said()
        place.policy.write_text(f"rules: [{{deny: 'git status', message: '{message_}'}}]\n", encoding="utf-8")
        assert said().startswith(f"{message_} ")


def test_a_gateway_of_another_version_does_not_judge(served: Served, tmp_path: Path) -> None:
    argv = [str(built(tmp_path, "0.0.0")), "--agent", "claude-code"]
    assert _run(argv, call(), served.machine) == blocked("the gateway is of another version; start it again")


def test_many_hooks_at_once_are_all_answered(served: Served, program: Path) -> None:
    running = [
        subprocess.Popen(
            [str(program), "--agent", "claude-code"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=served.machine.environ,
            cwd=served.machine.project,
        )
        for _ in range(50)
    ]
    said = [each.communicate(call(), BOUND_S)[0] for each in running]
    assert {json.loads(one)["hookSpecificOutput"]["permissionDecision"] for one in said} == {"allow"}


# ── somebody else judges ─────────────────────────────────────────────────────


@pytest.fixture
def native(program: Path) -> Iterator[Client]:
    with short_folder() as folder:
        yield Client("c", program, folder)


def shim(folder: Path, text: str) -> str:
    path = folder / "shim"
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def test_the_other_program_gets_the_same_input_and_options(native: Client) -> None:
    other = shim(native.project, 'printf "%s|" "$@"; cat; exit 3')
    data = b"x" * 200_000
    assert native.run(data, "--else", other, "--verbose") == (3, b"--agent|claude-code|--verbose|--alone|" + data, b"")


def test_the_other_program_judges_what_a_gateway_leaves_to_it(native: Client) -> None:
    hook = " ".join(PYTHON[:-1])
    other = shim(native.project, f'exec {hook} "$@"')

    def serve(connection: socket.socket) -> None:
        question(connection)
        connection.sendall(message(ALONE, b""))

    with listening(native.home, serve):
        code, out, err = native.run(call("git status"), "--else", other)
    assert (code, err) == (0, b"")
    assert json.loads(out)["hookSpecificOutput"]["permissionDecision"] in ("allow", "ask")


@pytest.mark.rule("D-5")
def test_whoever_judges_after_a_gateway_has_the_time_that_is_left(native: Client) -> None:
    python = " ".join(PYTHON[:-1])
    validator = shim(native.project, "sleep 100")
    policy = native.project / "slow.yml"
    policy.write_text(
        f"types: {{slow: {{executor: {validator}, timeout: 90s}}}}\nrules: [{{allow: 'git *', validate: slow}}]\n"
    )
    other = native.project / "other"
    other.write_text(f'#!/bin/sh\nexec {python} "$@"\n')
    other.chmod(0o755)

    def serve(connection: socket.socket) -> None:
        question(connection)
        connection.sendall(message(WAIT, (1).to_bytes(4, "big")))
        connection.settimeout(BOUND_S)
        connection.recv(1)  # until the client leaves

    begun = time.monotonic()
    with listening(native.home, serve):
        words = ("--config", str(policy), "--timeout", "8", "--else", str(other))
        code, out, _ = native.run(call(), *words)
    assert time.monotonic() - begun < 60
    assert (code, json.loads(out)["hookSpecificOutput"]["permissionDecision"]) == (0, "ask")


@pytest.mark.rule("D-1")
def test_another_program_that_is_not_there_blocks(native: Client) -> None:
    said = native.run(call(), "--else", "/nowhere/at/all")
    assert said == blocked("the program that judges without a gateway cannot be started")


@pytest.mark.parametrize("words", [("--else",), ("--else", "relative"), ("--start",), ("--start", "wicket")])
def test_other_programs_are_named_by_their_whole_path(native: Client, words: tuple[str, ...]) -> None:
    assert native.run(call(), *words) == blocked("--else and --start need the whole path of a program")


@pytest.mark.rule("D-71")
def test_cline_is_told_to_cancel(client: Client) -> None:
    code, out, _ = client.run(call(), agent="cline")
    assert code == 0  # else the script around it would answer once more
    assert json.loads(out) == {
        "cancel": True,
        "errorMessage": "wicket: the command is blocked, for no gateway is running",
    }


@pytest.mark.rule("D-3", "D-71")
@pytest.mark.parametrize("data", [call(), b"x" * (32 * 1024 * 1024 + 1)])
def test_cline_hears_one_answer_and_no_more(client: Client, data: bytes) -> None:
    """Two would be none to it, and the call would run."""
    script = cline_hook_file.SETUP.text(client.environ)
    shim_path(client.environ).parent.mkdir(parents=True)
    shim_path(client.environ).write_text(f'#!/bin/sh\nexec {shlex.join(client.argv)} "$@"\n')
    shim_path(client.environ).chmod(0o755)
    done = subprocess.run(
        ["sh", "-c", script], input=data, capture_output=True, env=client.environ, timeout=BOUND_S, check=False
    )
    assert json.loads(done.stdout)["cancel"] is True


def test_a_gateway_is_started_once_for_many_hooks(native: Client) -> None:
    started = native.project / "started"
    other = shim(native.project, f'echo "$@" >> {started}; exec sleep 0')
    for _ in range(3):
        native.run(call(), "--start", other)
    deadline = time.monotonic() + BOUND_S
    while not started.exists() or not started.read_text():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert started.read_text() == "serve --no-prompt\n"
    assert stat.S_IMODE((native.home / "gateway.starting").stat().st_mode) == 0o600


def test_a_start_that_is_long_past_does_not_keep_another_from_starting(native: Client) -> None:
    mark = native.home / "gateway.starting"
    mark.touch()
    os.utime(mark, (1, 1))
    native.run(call(), "--start", "/bin/true")
    assert mark.stat().st_mtime > 1


# ── the one in Python ────────────────────────────────────────────────────────


def test_a_hook_in_python_judges_by_itself_where_no_gateway_answers(tmp_path: Path) -> None:
    place = Installation(tmp_path, POLICY)
    place.state.mkdir(mode=0o700)
    if len(str(place.state / "hook.sock")) > 100:
        pytest.skip("the path of the socket would be too long")

    def serve(connection: socket.socket) -> None:
        question(connection)
        connection.sendall(message(OTHER_VERSION, b"0"))

    with listening(place.state, serve):
        assert place.answer(call()) == pre("allow")


def test_somebody_elses_gateway_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = socket.socketpair()
    monkeypatch.setattr(hook_client, "_uid_of", lambda connection: os.geteuid() + 1)
    with ours, theirs:
        with pytest.raises(hook_client.NoAnswer, match="somebody else's"):
            hook_client._check_peer(ours)
        monkeypatch.undo()
        hook_client._check_peer(ours)
        assert hook_client._uid_of(ours) == os.geteuid()
