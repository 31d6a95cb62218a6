"""No secret gets into the record, whichever door it came through, while the person who decides sees it all."""

import base64
import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from doors.hooks import call
from machine import WAIT_S, Machine
from mcp_agent import agent
from secret_kinds import KINDS, Kind
from served_gateway import Served, serving

# Everything is judged, all that a text runs is named in the evidence, and nothing runs.
POLICY = """
defaults:
  action: deny
rules:
  - deny: 'curl *'
    message: 'no curl'
"""

ALL = "\n".join(kind.text for kind in KINDS)

# The gateway takes no line ends in words.
LINE = "; ".join(kind.text for kind in KINDS if "\n" not in kind.text)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def policy(machine: Machine) -> str:
    path = machine.root / "policy.yml"
    path.write_text(POLICY, encoding="utf-8")
    return str(path)


def written(machine: Machine) -> Iterator[tuple[str, bytes]]:
    """Everything that is written down, and what of it is written in another form."""
    for path in sorted(machine.home.rglob("*")):
        if path.is_file() and not path.is_symlink():
            yield path.name, path.read_bytes()
    if not (machine.home / "ledger.sqlite").exists():
        return
    for verb in (["audit", "export"], ["audit", "--json", "--all"], ["audit", "--all"]):
        done = machine.run(*verb)
        assert done.code == 0, done.err
        yield " ".join(verb), done.out.encode()
    for line in machine.run("audit", "export").out.splitlines():
        body = json.loads(json.loads(line)["body"])
        for kept in [body.get("stdout", ""), *body.get("stderr", ())]:
            yield "output", base64.b64decode(kept)


def leaks(machine: Machine, kinds: tuple[Kind, ...] = KINDS) -> list[tuple[str, str]]:
    files = list(written(machine))
    assert files
    return [(kind.name, name) for kind in kinds for name, data in files if kind.secret.encode() in data]


def answered(served: Served, pipeline: list[list[str]], **fields: Any) -> dict[str, Any]:
    return served.ask(pipeline=pipeline, **fields).answer()


def decided(served: Served) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(served.machine.run("audit", "--json", "--all").out)
    return found


def test_none_gets_in_through_the_socket(machine: Machine, policy: str) -> None:
    with serving(machine, "--config", policy) as served:
        lines = [kind for kind in KINDS if "\n" not in kind.text]
        for kind in lines:
            assert answered(served, [["bash", "-c", kind.text]])["status"] == "denied"
        for kind in KINDS:
            if kind not in lines:
                assert answered(served, [["bash", "-c", kind.text]])["status"] == "error"
        words = [kind for kind in KINDS if kind.words is not None]
        for kind in words:
            answered(served, [["env", *(kind.words or ())], ["cat"]])
        assert len(decided(served)) == len(lines) + len(words)
        assert all(entry["cleaned"] for entry in decided(served) if entry["judged"])
        assert leaks(machine) == []
    assert leaks(machine) == []


def test_none_gets_in_with_what_a_request_says_of_itself(machine: Machine) -> None:
    (one, two), token = KINDS[:2], next(kind for kind in KINDS if kind.name == "github")
    words = f"to see {one.text}"
    with serving(machine, "--keep-output") as served:
        fields = {"reason": words, "session": token.text, "host": token.text, "env": {"LC_PASSWORD": two.secret}}
        denied = served.ask(pipeline=[["true", one.text]], **fields)
        [seen] = served.pending()
        assert (seen["pipeline"], seen["reason"]) == ([["true", one.text]], words)  # who decides sees it
        known = {"WICKET_APPROVER_TOKEN": served.token()}
        assert machine.run("deny", seen["id"], "--because", f"not with {token.text}", **known).code == 0
        assert token.text in denied.answer()["message"]
        # What a program was given, it prints.
        told = served.ask(
            pipeline=[["env", f"A_PASSWORD={one.secret}", "sh", "-c", 'echo "it is $A_PASSWORD"; echo x >&2']]
        )
        [seen] = served.pending()
        assert machine.run("approve", seen["id"], "--times", "2", **known).code == 0
        assert base64.b64decode(told.answer()["stdout"]).decode() == f"it is {one.secret}\n"
        assert answered(served, [["true"]], id=token.text, env={"no name": token.text})["status"] == "error"
        assert answered(served, [["true"]], cwd=f"/nowhere/{token.text}")["status"] == "error"
        named = f"password={one.secret}"
        (machine.root / named).mkdir()
        served.ask(pipeline=[["true"]], id=named, session=named, host=named, cwd=str(machine.root / named))
        [seen] = served.pending()
        assert machine.run("deny", seen["id"], **known).code == 0
        assert leaks(machine) == []
    entries = [json.loads(line) for line in machine.run("audit", "export").out.splitlines()]
    assert {entry["kind"] for entry in entries} >= {"asked", "decision", "result", "grant", "approver", "rejected"}
    assert base64.b64decode(json.loads(entries[-1]["body"]).get("stdout", "")) in (b"", b"it is [redacted]\n")
    assert leaks(machine) == []


def test_none_gets_in_through_the_verbs(machine: Machine, policy: str) -> None:
    with serving(machine, "--config", policy):
        for verb in (
            ["run", "--no-privilege", "--reason", KINDS[0].text, "--", "bash", "-c", LINE],
            ["exec", "--config", policy, ALL],
        ):
            assert machine.run(*verb).code != 0
        assert machine.run("check", "--config", policy, ALL).out.startswith("deny")
        assert machine.run("audit", "--all").out.count("denied") == 1
        assert leaks(machine) == []


def test_none_gets_in_through_the_hook(machine: Machine, policy: str) -> None:
    (machine.project / "wicket.yml").write_text(POLICY, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "wicket", "hook", "--agent", "claude-code"],
        input=call(ALL, cwd=str(machine.project)),
        cwd=machine.project,
        env=machine.environ | {"WICKET_CONFIG": policy},
        capture_output=True,
        timeout=WAIT_S,
        check=False,
    )
    assert b"PreToolUse" in done.stdout, done.stderr
    machine.home.mkdir(exist_ok=True)
    (machine.home / "looked").touch()  # a hook may leave nothing at all
    assert leaks(machine) == []


async def test_none_gets_in_through_mcp(machine: Machine, policy: str) -> None:
    with serving(machine, "--config", policy):
        async with agent(machine, "--no-ext") as session:
            asked = {"pipeline": [["bash", "-c", LINE]], "privileged": False, "reason": KINDS[0].text}
            assert (await session.call_tool("execute", asked)).is_error
            await session.call_tool("check", {"command": ALL})
        assert machine.run("audit", "--all").out.count("denied") == 1
        assert leaks(machine) == []


def test_none_gets_in_through_the_console(machine: Machine) -> None:
    with serving(machine, "--port", "0") as served:
        console = json.loads((machine.home / "gateway.json").read_text(encoding="utf-8"))["console"]
        base, _, token = console.partition("/#token=")

        def ask(path: str, body: object = None) -> bytes:
            headers = {"Authorization": f"Bearer {token}", "Origin": base, "Content-Type": "application/json"}
            data = None if body is None else json.dumps(body).encode()
            with urllib.request.urlopen(urllib.request.Request(base + path, data, headers), timeout=WAIT_S) as answer:
                return bytes(answer.read())

        waits = served.ask(pipeline=[["bash", "-c", LINE]])
        [seen] = served.pending()
        assert KINDS[0].secret.encode() in ask(f"/api/requests/{seen['id']}")
        ask("/api/policy/try", {"command": ALL, "cwd": "/"})
        ask("/api/deny", {"ids": [seen["id"]], "because": f"not {KINDS[0].text}"})
        waits.answer()
        record = ask("/api/record")
        [item] = json.loads(record)["items"]
        story = ask(f"/api/record/{item['request']}")
        assert [kind.name for kind in KINDS if kind.secret.encode() in record + story] == []
        assert leaks(machine) == []
