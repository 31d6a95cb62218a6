"""One task, from set-up to clean-up, in each way it can go."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from bounds import BOUND_S
from tasks.evals import Lab, script, steps
from wicket.tasks.task_runner import free_port, fresh_values, make_random_id

NOTE = "echo cleaned >> notes"


@pytest.mark.rule("G-H30", "G-H28")
@pytest.mark.parametrize(("operation", "status"), [("no", "failed"), ("break", "error"), ("die", "error")])
async def test_a_failed_set_up_never_passes_and_is_cleaned_up(lab: Lab, operation: str, status: str) -> None:
    lab.extension()
    lab.agent("echo ran >> ../../../tasks/notes")
    lab.task(
        requires=[{"extension": "probe"}],
        setup=[{f"probe.{operation}": {}}, script("echo second >> notes")],
        verify=[script("echo verified >> notes")],
        cleanup=[script(NOTE)],
    )
    result = await lab.one()
    assert (result["taskPassed"], result["status"]) == (False, "error")
    assert steps(result, "setup") == [(f"probe.{operation}", status)]
    assert (result["agentOutput"], result["verifyOutput"]) == (None, None)
    assert lab.noted() == ["cleaned"]


@pytest.mark.rule("G-H28")
async def test_a_step_that_says_no_fails_its_phase_and_one_that_breaks_ends_it(lab: Lab) -> None:
    lab.extension()
    lab.task(
        requires=[{"extension": "probe", "as": "p"}],
        verify=[{"p.no": {}}, {"p.echo": {}}, {"p.break": {}}, {"p.echo": {}}],
    )
    result = await lab.one()
    assert steps(result, "verify") == [("probe.no", "failed"), ("probe.echo", "succeeded"), ("probe.break", "error")]
    no, _, broke = result["verifyOutput"]["Steps"]
    assert (no["message"], no["error"]) == ("looked", "it is not so")
    assert broke["error"] == "Operation failed (-32000): it broke"
    assert "looked: it is not so" in result["taskError"]


@pytest.mark.rule("G-H62")
@pytest.mark.parametrize(
    ("spec", "agent", "status"),
    [
        pytest.param({"verify": [script("true")]}, "true", "passed", id="passed"),
        pytest.param({"verify": [script("false")]}, "true", "failed", id="verification says no"),
        pytest.param({"verify": [script("no-such-program")]}, "true", "error", id="verification broke"),
        pytest.param({"verify": [script("kill -9 $$")]}, "true", "error", id="verification was killed"),
        pytest.param({"setup": [script("false")]}, "true", "error", id="set-up failed"),
        pytest.param({}, "exit 3", "error", id="agent failed"),
    ],
)
async def test_fail_and_error_are_told_apart(lab: Lab, spec: dict[str, Any], agent: str, status: str) -> None:
    lab.agent(agent)
    lab.task(**spec)
    result = await lab.one()
    assert result["status"] == status
    assert result["taskPassed"] is (status == "passed")
    assert bool(result["taskError"]) is (status != "passed")


@pytest.mark.rule("G-H31", "G-H62")
@pytest.mark.parametrize("who", ["setup", "agent", "verify"])
async def test_whoever_removes_the_folder_of_a_run_breaks_no_other(lab: Lab, who: str) -> None:
    remove = 'rm -rf "$(dirname "$WICKET_AGENT_DIR")"'
    lab.agent(f"{remove if who == 'agent' else 'true'}; echo done")
    lab.task(
        "a",
        setup=[script(remove if who == "setup" else "true")],
        verify=[script(remove if who == "verify" else "true"), script("true")],
        cleanup=[{"http": {"url": "http://127.0.0.1:1"}}],
    )
    lab.task("b", metadata={"parallel": True}, env={"X": "1"})
    found = await lab.run()
    assert (found[0]["taskName"], found[0]["status"]) == ("a", "error")
    assert found[0]["taskError"].startswith("verification failed: " if who == "verify" else "the agent's folder cannot")
    assert len(steps(found[0], "cleanup")) == 1
    assert found[1]["taskName"] == "b"


@pytest.mark.parametrize("kind", ["mkfifo {}", "ln -s /dev/zero {}", "mkdir {}"])
async def test_what_an_agent_puts_in_the_place_of_our_files_keeps_nobody_waiting(lab: Lab, kind: str) -> None:
    ours = ("agent-output.txt", "verify-verify_0.script", "verify-verify_0.stderr", "cleanup-cleanup_0.script")
    lab.agent("; ".join(f"rm -f ../{name}; {kind.format('../' + name)}" for name in ours))
    lab.task(verify=[script("echo seen")], cleanup=[script("echo cleaned; echo cleaned >> notes")])
    async with asyncio.timeout(BOUND_S):
        result = await lab.one()
    assert (result["status"], lab.noted()) == ("passed", ["cleaned"])


@pytest.mark.rule("G-H31")
@pytest.mark.parametrize("instead", ["true", 'touch "$d"', 'ln -s / "$d"'])
async def test_clean_up_runs_also_if_the_agent_has_removed_all(lab: Lab, instead: str) -> None:
    lab.agent(f'd="$(dirname "$PWD")"; rm -rf "$d"; {instead}')
    lab.task(cleanup=[script("echo cleaned >> notes")])
    result = await lab.one()
    assert (result["status"], result["cleanupFailed"], lab.noted()) == ("error", False, ["cleaned"])


async def test_the_stderr_of_one_step_is_not_shown_with_another(lab: Lab) -> None:
    lab.task(verify=[{"id": "a.b", **script("echo first >&2")}, {"id": "a_b", **script("echo second >&2")}])
    result = await lab.one()
    assert [step["message"] for step in result["verifyOutput"]["Steps"]] == ["first\n", "second\n"]


@pytest.mark.rule("G-H31")
@pytest.mark.parametrize(
    ("agent", "spec"),
    [
        pytest.param("exit 1", {}, id="agent fails"),
        pytest.param("true", {"verify": [script("false")]}, id="verify fails"),
        pytest.param("sleep 60", {"limits": {"timeout": "200ms"}}, id="agent is late"),
        pytest.param("true", {"limits": {"timeout": "300ms"}, "verify": [script("sleep 60")]}, id="verify is late"),
        pytest.param("true", {"limits": {"timeout": "300ms"}, "setup": [script("sleep 60")]}, id="set-up is late"),
    ],
)
async def test_clean_up_runs_whatever_happened(lab: Lab, agent: str, spec: dict[str, Any]) -> None:
    lab.agent(agent)
    lab.task(cleanup=[script("false"), script("no-such-program"), script(NOTE)], **spec)
    result = await lab.one()
    assert result["taskPassed"] is False
    assert [status for _, status in steps(result, "cleanup")] == ["failed", "error", "succeeded"]
    assert result["cleanupFailed"] is True
    assert lab.noted() == ["cleaned"]
    assert result["timedOut"] is ("limits" in spec)


@pytest.mark.rule("G-H31")
async def test_a_failed_clean_up_does_not_change_the_verdict(lab: Lab) -> None:
    lab.task(cleanup=[script("false")])
    result = await lab.one()
    assert (result["taskPassed"], result["status"], result["cleanupFailed"]) == (True, "passed", True)


@pytest.mark.rule("G-H32")
async def test_clean_up_has_its_own_time(lab: Lab) -> None:
    lab.agent("sleep 60")
    lab.task(limits={"timeout": "200ms", "cleanupTimeout": "100s"}, cleanup=[script(NOTE)])
    result = await lab.one()
    assert (result["timedOut"], steps(result, "cleanup")) == (True, [("script", "succeeded")])
    lab.task(limits={"cleanupTimeout": "200ms"}, cleanup=[script("sleep 60"), script(NOTE)])
    lab.agent("true")
    result = await lab.one()
    assert (result["status"], result["timedOut"], result["cleanupFailed"]) == ("passed", False, True)
    assert [status for _, status in steps(result, "cleanup")] == ["error", "error"]
    assert "the clean-up's time was up" in result["cleanupOutput"]["Steps"][0]["error"]
    assert lab.noted() == ["cleaned"]


@pytest.mark.rule("G-H48")
async def test_the_agent_works_in_a_fresh_folder_and_its_stderr_is_apart(lab: Lab) -> None:
    lab.agent("ls -A . $HOME; echo out; echo err >&2")
    lab.task()
    result = await lab.one()
    work, home, *_ = lines = result["taskOutput"].splitlines()
    assert lines == [".:", "", home, "out"] or lines[-1] == "out"
    assert work == ".:"
    assert "err" not in result["taskOutput"]
    assert result["agentOutput"]["agentDetails"]["stderr"] == "err\n"
    assert [path.name for path in lab.runs.glob("run-0/*")] == ["journal.jsonl"]


@pytest.mark.rule("G-H48")
@pytest.mark.parametrize("anyway", [False, True])
async def test_a_failed_agent_is_an_error_and_verification_an_option(lab: Lab, anyway: bool) -> None:
    lab.agent("echo half; echo no key >&2; exit 4")
    lab.task(cleanup=[script(NOTE)])
    result = await lab.one(verify_after_agent_error=anyway)
    assert (result["agentExecutionError"], result["taskPassed"], result["status"]) == (True, False, "error")
    assert result["taskError"] == "the agent failed (exit code 4): no key"
    assert (result["verifyOutput"] is not None) is anyway
    assert lab.noted() == ["cleaned"]


async def test_a_secret_that_the_agent_was_given_is_in_no_result(lab: Lab) -> None:
    secret = 'k"ey-0123456789'
    lab.agent('echo "out $A_KEY"; echo "err $A_KEY" >&2; exit 1', env=["A_KEY"])
    lab.task()
    result = await lab.one(env={"A_KEY": secret})
    assert result["taskOutput"] == "out [hidden]\n"
    assert result["agentOutput"]["agentDetails"]["stderr"] == "err [hidden]\n"
    everything = (lab.folder / "out.json").read_text() + "".join(
        path.read_text() for path in lab.runs.rglob("*") if path.is_file()
    )
    assert "0123456789" not in everything


async def test_an_agent_that_is_not_there_is_an_error(lab: Lab) -> None:
    lab.config["agent"] = {"type": "command", "argv": ["no-such-agent"]}
    lab.task()
    result = await lab.one()
    assert result["status"] == "error"
    assert "no-such-agent" in result["taskError"]


@pytest.mark.rule("G-H50", "G-H51")
async def test_outputs_of_set_up_are_seen_everywhere(lab: Lab) -> None:
    lab.extension()
    lab.agent("cat")
    lab.task(
        requires=[{"extension": "probe", "as": "p"}],
        setup=[{"id": "made", "p.echo": {"text": "ns-{random.id}", "port": "{random.port}", "home": "{env.HOME}"}}],
        verify=[{"p.echo": {"text": "{steps.made.text}", "said": "{agent.output}", "again": "{random.id}"}}],
        cleanup=[{"p.echo": {"text": "{steps.made.text} {steps.made.port}"}}],
        prompt={"inline": "use {steps.probe.echo.text}"},
    )
    result = await lab.one()
    setup, verify, cleanup = (call["args"] for call in lab.heard())
    assert re.fullmatch("ns-[a-z0-9]{8}", setup["text"])
    assert setup["home"] == "/nowhere"
    assert verify == {"text": setup["text"], "said": f"use {setup['text']}", "again": setup["text"][3:]}
    assert cleanup == {"text": f"{setup['text']} {setup['port']}"}
    assert result["status"] == "passed"


@pytest.mark.rule("G-H50")
async def test_an_output_that_was_not_given_is_an_error(lab: Lab) -> None:
    lab.extension()
    lab.task(
        requires=[{"extension": "probe"}],
        setup=[{"id": "made", "probe.echo": {"text": "x"}}],
        prompt={"inline": "use {steps.made.name}"},
    )
    result = await lab.one()
    assert result["status"] == "error"
    assert result["taskError"] == (
        "the prompt cannot be made: `{steps.made.name}`: step made has no output 'name'; it has text"
    )


async def test_extensions_are_told_phase_env_agent_and_time(lab: Lab) -> None:
    lab.extension()
    lab.agent("echo hi")
    lab.task(
        requires=[{"extension": "probe"}],
        env={"NS": "n-{env.HOME}"},
        limits={"timeout": "1m"},
        setup=[{"probe.echo": None}],
        verify=[{"probe.a.b": {}}],
        cleanup=[{"probe.echo": {}}],
    )
    await lab.one()
    contexts = [call["context"] for call in lab.heard()]
    assert [context["phase"] for context in contexts] == ["setup", "verify", "cleanup"]
    assert {context["env"]["NS"] for context in contexts} == {"n-/nowhere"}
    assert [context.get("agent") for context in contexts] == [None, {"prompt": "do it", "output": "hi\n"}, None]
    assert {context["workdir"] for context in contexts} == {str(lab.folder / "tasks")}
    assert lab.heard()[0]["args"] == {}


@pytest.mark.rule("G-H52")
async def test_a_random_id_is_new_in_each_run(lab: Lab) -> None:
    lab.task(
        setup=[script('echo "$ID" >> notes', env={"ID": "{random.id}"})],
        verify=[script('echo "$ID" >> notes', env={"ID": "{random.id}"})],
    )
    await lab.run(runs=2)
    first, same, second, _ = lab.noted()
    assert first == same != second
    assert re.fullmatch("[a-z0-9]{8}", first)
    assert len({make_random_id() for _ in range(50)}) == 50


async def test_verification_sees_the_agents_folder_and_answer(lab: Lab) -> None:
    lab.agent("echo made > made.txt; echo answer")
    lab.task(
        setup=[script('echo given > "$WICKET_AGENT_DIR/given.txt"')],
        verify=[script('cat "$WICKET_AGENT_DIR/made.txt" "$WICKET_AGENT_DIR/given.txt" "$WICKET_AGENT_OUTPUT_FILE"')],
    )
    result = await lab.one()
    assert result["verifyOutput"]["Steps"][0]["message"] == "made\ngiven\nanswer\n"


def test_a_port_is_chosen_once(tmp_path: Path) -> None:
    class Notes:
        def __init__(self) -> None:
            self.ports: list[int] = []

        def phase(self, name: str) -> None: ...

        def step_begins(self, *_: Any) -> None: ...

        def step(self, *_: Any) -> None: ...

        def agent(self, prompt: str, output: str) -> None: ...

        def port(self, port: int) -> None:
            self.ports.append(port)

    notes = Notes()
    values = fresh_values({}, "x", notes)
    assert values.look_up("random.port") == values.look_up("random.port") == str(notes.ports[0])
    assert len(notes.ports) == 1


def test_two_tasks_are_not_given_the_same_port(monkeypatch: pytest.MonkeyPatch) -> None:
    class Socket:
        free = iter([2001, 2001, 2001, 2002])

        def __enter__(self) -> "Socket":
            return self

        def __exit__(self, *_: object) -> None:
            """Nobody listens."""

        def bind(self, _: object) -> None:
            """The kernel gives what was free a moment ago."""

        def getsockname(self) -> tuple[str, int]:
            return "", next(self.free)

    monkeypatch.setattr("wicket.tasks.task_runner.socket.socket", Socket)
    assert [free_port() for _ in range(2)] == [2001, 2002]
