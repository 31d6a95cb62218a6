"""The requester's end: what it says, what it makes of answers, and what it does when there are none."""

import asyncio
import base64
import contextlib
import functools
import json
import os
import re
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import wicket
from gateway.gateways import Door, approves, denies, door
from host.processes import BOUND_S
from wicket import request_retries
from wicket.gateway_client import BadRequest, Client, GaveUp, Misunderstood, Place, Unreachable

OK = {"status": "ok", "stages": [{"exit_code": 0, "stderr": ""}], "stdout": "aGk="}


class Daemon:
    """Answers as it is told, one connection after the other, and remembers what it heard."""

    def __init__(self, path: Path, answers: list[Callable[[dict[str, Any]], bytes | None]]) -> None:
        self.heard: list[bytes] = []
        self.path = path
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        self._answers = answers
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        for answer in self._answers:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with connection, connection.makefile("rb") as lines:
                self.heard.append(lines.readline())
                said = answer(json.loads(self.heard[-1]))
                if said is None:
                    connection.recv(1)  # until the client leaves
                else:
                    with contextlib.suppress(OSError):
                        connection.sendall(said)

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)  # wakes whoever waits for a connection
        self._listener.close()
        self._thread.join(BOUND_S)


@contextlib.contextmanager
def daemon(folder: Path, *answers: Callable[[dict[str, Any]], bytes | None]) -> Iterator[Daemon]:
    served = Daemon(folder / "s", list(answers))
    try:
        yield served
    finally:
        served.close()


def saying(**fields: Any) -> Callable[[dict[str, Any]], bytes]:
    return lambda asked: json.dumps({"id": asked["id"], **fields}).encode() + b"\n"


def leaving(asked: dict[str, Any]) -> bytes:
    return b""


def silent(asked: dict[str, Any]) -> None:
    return None


@pytest.mark.rule("P-K1")
@pytest.mark.rule("P-K2")
@pytest.mark.rule("P-K3")
@pytest.mark.rule("P-K4")
def test_a_request_says_what_the_specification_wants(tmp_path: Path) -> None:
    with daemon(tmp_path, saying(**OK), saying(**OK)) as served:
        client = Client(served.path, session="me", host="here")
        client.run(["echo", "a b"], env={"LANG": "C"}, reason="why", privileged=False, cwd="/srv")
        client.run([["a"], ["b"]])
        [first, second] = served.heard
    said = json.loads(first)
    assert re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z", said.pop("time"))
    assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", said.pop("id"))
    assert said == {
        "host": "here",
        "session": "me",
        "pipeline": [["echo", "a b"]],
        "env": {"LANG": "C"},
        "reason": "why",
        "privileged": False,
        "forward_agent": False,
        "version": wicket.__version__,
        "cwd": "/srv",
    }
    assert first.endswith(b"\n")
    again = json.loads(second)
    assert (again["pipeline"], again["privileged"], "action" in again, "cwd" in again) == (
        [["a"], ["b"]],
        True,
        False,
        False,
    )
    assert again["id"] != json.loads(first)["id"]


@pytest.mark.rule("P-K4")
def test_control_requests_have_an_empty_pipeline(tmp_path: Path) -> None:
    with daemon(tmp_path, saying(status="ok", stdout="", message="pong", version="9"), saying(status="ok")) as served:
        assert Client(served.path).ping() == "9"
        Client(served.path).stop()
        said = [json.loads(line) for line in served.heard]
    assert [(line["action"], line["pipeline"], line["privileged"]) for line in said] == [
        ("ping", [], False),
        ("stop", [], False),
    ]


@pytest.mark.rule("P-K17")
def test_a_daemon_older_than_control_requests_is_recognised(tmp_path: Path) -> None:
    old = saying(status="error", message="pipeline must not be empty", version="1.0")
    with daemon(tmp_path, old) as served, pytest.raises(Misunderstood, match=r"\(version 1.0\) is older than 1.1"):
        Client(served.path).ping()


@pytest.mark.rule("P-K1")
@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ([], "pipeline stage 0 must not be empty"),
        ([["a"], []], "pipeline stage 1 must not be empty"),
        ("ls -l", "a list of words, not a line"),
        (["a", ["b"]], "this one has both"),
        (["x" * 2**20], "bytes long, and the peer takes at most 1048575"),
        (["a\x1b"], "^pipeline\\[0\\]\\[0\\] contains forbidden control/bidi characters$"),
        (["bash", "-c", "a\nb"], "bidi characters; a line break is one: join the lines with ; or &&, or write them"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_it_is_sent(tmp_path: Path, command: Any, reason: str) -> None:
    with pytest.raises(BadRequest, match=reason):
        Client(tmp_path / "nobody").run(command)


@pytest.mark.rule("P-K14")
def test_root_gets_no_agent(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="forward_agent is only allowed for unprivileged commands"):
        Client(tmp_path / "nobody").run(["a"], forward_agent=True)


@pytest.mark.rule("P-K16")
@pytest.mark.parametrize("host", ["", "-x", "a b", "a/b", "ü", "a\n"])
def test_what_is_no_host_is_refused(host: str) -> None:
    with pytest.raises(BadRequest, match="is no name of a host"):
        Client("/s", host=host)
    assert Client("/s", host="me@build-1.example:22").host == "me@build-1.example:22"


@pytest.mark.rule("P-K11")
def test_an_unknown_status_names_both_versions(tmp_path: Path) -> None:
    with (
        daemon(tmp_path, saying(status="maybe", version="99")) as served,
        pytest.raises(
            Misunderstood, match=f"unknown status 'maybe' .daemon version '99', client version '{wicket.__version__}'"
        ),
    ):
        Client(served.path).run(["a"])


@pytest.mark.rule("P-K7")
def test_an_answer_of_45_megabytes_arrives(tmp_path: Path) -> None:
    output = bytes(range(256)) * 65536
    spelled = base64.b64encode(output).decode()
    answer = saying(status="ok", stages=[{"exit_code": 0, "stderr": spelled}], stdout=spelled)
    with daemon(tmp_path, answer) as served:
        result = Client(served.path).run(["a"])
    assert (result.stdout == output, result.stages[0].stderr == output) == (True, True)


@pytest.mark.rule("P-K8")
def test_a_silent_gateway_is_given_up(tmp_path: Path) -> None:
    with daemon(tmp_path, silent) as served, pytest.raises(GaveUp, match="no answer from .* within 0.2s"):
        Client(served.path, timeout_s=0.2).run(["a"])


@pytest.mark.rule("P-K8")
async def test_a_silent_gateway_is_given_up_by_tasks_too(tmp_path: Path) -> None:
    with daemon(tmp_path, silent) as served, pytest.raises(GaveUp, match="no answer from .* within 0.2s"):
        await Client(served.path, timeout_s=0.2).arun(["a"])


async def recorded(served: Door, kind: str) -> None:
    """Wait until the record holds an entry of that kind."""
    async with asyncio.timeout(BOUND_S):
        while not await served.bench.entries(kind):
            await served.bench.written()


@pytest.mark.parametrize("waits", [True, False], ids=["waiting", "running"])
@pytest.mark.parametrize("tasks", [True, False], ids=["task", "thread"])
async def test_who_waits_no_longer_is_told_whether_it_runs(tmp_path: Path, waits: bool, tasks: bool) -> None:
    os.mkfifo(tmp_path / "pipe")
    async with door(tmp_path) as served:
        if not waits:
            approves(served.bench.gateway)
        client, command = Client(served.path, timeout_s=0.5), ["cat", str(tmp_path / "pipe")]
        by_thread = functools.partial(client.run, command, privileged=False)
        with pytest.raises(GaveUp) as caught:
            await (client.arun(command, privileged=False) if tasks else asyncio.to_thread(by_thread))
        said = f"no answer from {served.path} within 0.5s"
        if waits:
            assert (str(caught.value), caught.value.withdrawn) == (f"{said}; the request is withdrawn", True)
            await recorded(served, "decision")
            assert await served.bench.decisions() == ["withdrawn"]
            return
        more = ", and the command may be running still; see `wicket audit` before asking again"
        assert (str(caught.value), caught.value.withdrawn) == (said + more, False)
        await asyncio.to_thread((tmp_path / "pipe").write_text, "")  # which lets it end
        await recorded(served, "result")
        assert await served.bench.decisions() == ["approved"]


@pytest.mark.parametrize("timeout_s", [float("nan"), float("inf"), 1e10, 0, -1])
def test_a_time_that_nobody_can_wait_is_refused(tmp_path: Path, timeout_s: float) -> None:
    with pytest.raises(BadRequest, match=r"^a timeout of .* is none; give one in seconds, up to 86400$"):
        Client(tmp_path / "s", timeout_s=timeout_s)


def test_a_gateway_that_does_not_answer_a_ping_is_to_be_looked_at(tmp_path: Path) -> None:
    with daemon(tmp_path, silent) as served, pytest.raises(GaveUp) as caught:
        Client(served.path, timeout_s=0.2).ping()
    said = f"no answer from {served.path} within 0.2s; look at the terminal of `wicket serve`"
    assert str(caught.value) == said


@pytest.mark.rule("P-K9")
def test_an_end_without_an_answer_is_tried_again_with_the_same_words(tmp_path: Path) -> None:
    with daemon(tmp_path, leaving, leaving, saying(**OK)) as served:
        assert Client(served.path).run(["a"]).stdout == b"hi"
        assert len(set(served.heard)) == 1
        assert len(served.heard) == 3


@pytest.mark.rule("P-K9")
async def test_tasks_try_again_too(tmp_path: Path) -> None:
    with daemon(tmp_path, leaving, saying(**OK)) as served:
        assert (await Client(served.path).arun(["a"])).stdout == b"hi"


@pytest.mark.rule("P-K9")
def test_after_two_seconds_it_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert request_retries.RETRY_S == 2.0
    monkeypatch.setattr(request_retries, "RETRY_S", 0.1)
    with daemon(tmp_path, leaving, leaving) as served, pytest.raises(Misunderstood, match="without an answer"):
        Client(served.path).run(["a"])


@pytest.mark.rule("P-K10")
def test_a_retry_that_meets_its_own_id_was_handled_already(tmp_path: Path) -> None:
    def duplicate(asked: dict[str, Any]) -> bytes:
        return saying(status="error", message=f"duplicate request id: {asked['id']}")(asked)

    with daemon(tmp_path, leaving, duplicate) as served, pytest.raises(Misunderstood, match="^already handled: "):
        Client(served.path).run(["a"])


def test_a_duplicate_at_the_first_attempt_is_the_gateways_error(tmp_path: Path) -> None:
    with daemon(tmp_path, saying(status="error", message="duplicate request id: x")) as served:
        assert Client(served.path).run(["a"]).message == "duplicate request id: x"


@pytest.mark.parametrize("kind", ["nothing", "nobody", "file"])
def test_where_no_gateway_is_the_sentence_says_what_to_do(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "s"
    if kind == "nobody":
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(path))
    elif kind == "file":
        path.touch()
    with pytest.raises(Unreachable, match="no gateway at .*start one with `wicket serve`"):
        Client(path).run(["a"])


async def test_tasks_cannot_reach_it_either(tmp_path: Path) -> None:
    with pytest.raises(Unreachable, match="no gateway at .*start one with `wicket serve`"):
        await Client(tmp_path / "s").arun(["a"])


async def test_with_a_real_gateway(tmp_path: Path) -> None:
    async with door(tmp_path) as served:
        approves(served.gateway)
        client = wicket.Client(served.path)
        assert await client.aping() == "1.2.0"
        result = await client.arun([["echo", "hello"], ["tr", "a-z", "A-Z"]], privileged=False)
        assert (result.status, result.stdout, [stage.exit_code for stage in result.stages]) == (
            "ok",
            b"HELLO\n",
            [0, 0],
        )
        blocking = await asyncio.to_thread(client.run, ["pwd"], privileged=False, cwd=tmp_path)
        assert blocking.stdout == f"{tmp_path}\n".encode()


async def test_a_denial_brings_its_reason(tmp_path: Path) -> None:
    async with door(tmp_path) as served:
        denies(served.gateway, "use the staging host")
        result = await Client(served.path).arun(["true"], privileged=False)
    assert (result.status, result.message) == ("denied", "use the staging host")


async def test_a_cancelled_task_withdraws(tmp_path: Path) -> None:
    async with door(tmp_path) as served, asyncio.TaskGroup() as group:
        asked = group.create_task(Client(served.path).arun(["true"], privileged=False))
        await served.bench.until_waiting()
        asked.cancel()
        await served.bench.until_waiting(0)


async def test_the_line_is_told_while_we_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wicket.gateway_client.NEWS_S", 0.05)
    async with door(tmp_path) as served, asyncio.TaskGroup() as group:
        client = Client(served.path)
        group.create_task(client.arun(["true"], privileged=False))
        await served.bench.until_waiting(1)
        told: list[Place | None] = []
        enough = asyncio.Event()
        loop = asyncio.get_running_loop()

        def news(place: Place | None) -> None:
            told.append(place)
            loop.call_soon_threadsafe(enough.set)

        group.create_task(asyncio.to_thread(client.run, ["true"], privileged=False, news=news))
        async with asyncio.timeout(BOUND_S):
            await enough.wait()
        ids = [waiting.ticket for waiting in served.gateway.pending()]
        served.gateway.deny_all(by="me", door="test")
    assert told[0] == Place(1, ids[1])


async def test_a_task_is_told_how_the_matter_stands(tmp_path: Path) -> None:
    told: list[Place | None] = []
    enough = asyncio.Event()

    async def news(place: Place | None) -> None:
        told.append(place)
        enough.set()

    async with door(tmp_path) as served, asyncio.TaskGroup() as group:
        client = Client(served.path)
        group.create_task(client.arun(["true"], privileged=False))
        await served.bench.until_waiting(1)
        group.create_task(client.arun(["true"], privileged=False, news=news))
        async with asyncio.timeout(BOUND_S):
            await enough.wait()
        ids = [waiting.ticket for waiting in served.gateway.pending()]
        served.gateway.deny_all(by="me", door="test")
    assert told[0] == Place(1, ids[1])
    with pytest.raises(Unreachable):
        await client.arun(["true"], privileged=False, news=news)
