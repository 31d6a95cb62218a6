"""Real agents with the hook as `wicket init` writes it: what is allowed runs, and nothing else does.

Skipped, and said so, where an agent is not installed: `WICKET_REAL_AGENTS` names the folder that they are in.
"""

from pathlib import Path

import pytest

from real_agents.drive import AGENTS, AMP, CLINE, FOLDER, GO, RealAgent, Run
from real_agents.scripted_model import Call, ScriptedModel

CASES = [
    pytest.param(agent, bypass, id=f"{agent.name}-{'bypass' if bypass else 'plain'}")
    for agent in AGENTS
    for bypass in (False, True)
    if agent.bypass or not bypass
]


@pytest.fixture
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    agent: RealAgent = request.param
    if agent.find() is None:
        where = FOLDER or "$WICKET_REAL_AGENTS, which is not set"
        pytest.skip(f"the real {agent.program} is not tested: it is not in {where}")
    made = Run(agent, tmp_path)
    made.init()
    return made


@pytest.mark.rule("D-90")
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("run", "bypass"), CASES, indirect=["run"])
def test_only_what_is_allowed_runs(run: Run, bypass: bool) -> None:
    agent = run.agent

    def script(first: str) -> list[list[Call]]:
        if GO in first:
            return [[agent.shell(f"touch {word}_sub")] for word in ("allowed", "denied", "asked")]
        steps: list[list[Call]] = [[agent.shell(f"touch {word}")] for word in ("allowed", "denied", "asked")]
        steps.append([agent.shell(f"touch {'allowed' if each % 2 else 'denied'}{each}") for each in range(10)])
        if agent.write is not None:
            steps.append([agent.write(str(run.project / "Makefile"))])
        return steps + [[call] for call in agent.subagent]

    asked = str(run.play(script, bypass=bypass))
    wanted = {"allowed", *(f"allowed{each}" for each in range(1, 10, 2))}
    assert run.ran() == wanted | ({"allowed_sub"} if agent.subagent else set())
    if agent.tells:
        assert run.recorded("ended") == run.recorded("decided", decision="allow")
    # The model was told why.
    assert "never denied" in asked
    assert "only asked" in asked


@pytest.mark.rule("D-90")
@pytest.mark.timeout(600)
@pytest.mark.parametrize("run", AGENTS, indirect=True, ids=lambda agent: agent.name)
@pytest.mark.parametrize("fault", ["a broken policy", "no wicket", "a shim that is gone"])
def test_whatever_is_broken_nothing_runs(run: Run, fault: str) -> None:
    if fault == "a broken policy":
        run.config.write_text("rules: [}\n")
    else:
        shim = run.home / "state" / "bin" / "wicket-hook"
        shim.unlink()
        if fault == "no wicket":
            shim.write_text("#!/bin/sh\nexec /nowhere/python\n")
            shim.chmod(0o755)
    run.play(lambda first: [[run.agent.shell("touch allowed")], [run.agent.shell("touch denied")]], bypass=True)
    assert run.ran() == set()


@pytest.mark.rule("D-91")
@pytest.mark.timeout(600)
@pytest.mark.parametrize("run", AGENTS, indirect=True, ids=lambda agent: agent.name)
def test_verify_says_guarded(run: Run) -> None:
    report = run.verify()
    assert (report["guarded"], report["advice"]) == (True, "")


@pytest.mark.rule("D-90")
@pytest.mark.timeout(600)
@pytest.mark.parametrize("run", [CLINE], indirect=True, ids=["cline"])
def test_cline_goes_on_after_a_denial_and_ends_at_a_question(run: Run) -> None:
    words = ("allowed", "denied", "allowed2", "asked", "allowed3")
    steps: list[list[Call]] = [[CLINE.shell(f"touch {word}")] for word in words]
    (run.project / "notes.txt").write_text("what is in the notes")
    steps[1:1] = [[("read_files", {"files": [{"path": str(run.project / "notes.txt")}]})]]
    try:
        with ScriptedModel(lambda _: steps) as model:
            run.start("auth", "-p", "openai-compatible", "-k", "x", "-m", "m", "-b", f"{model.url}/v1")
            run.start(*CLINE.words)
        assert run.ran() == {"allowed", "allowed2", "notes.txt"}
        assert "never denied" in str(model.requests)
        assert "what is in the notes" in str(model.requests)
        assert run.verify()["guarded"] is True
    finally:
        run.end_daemons()


@pytest.mark.rule("D-78")
@pytest.mark.timeout(600)
@pytest.mark.parametrize("run", [AMP], indirect=True, ids=["amp"])
def test_amp_delegates_its_permissions(run: Run) -> None:
    def action(*words: str) -> str:
        said = run.start("permissions", "test", *words).stdout
        return next(line.removeprefix("action: ") for line in said.splitlines() if line.startswith("action: "))

    assert [action("Bash", "--cmd", f"touch {word}") for word in ("allowed", "asked", "denied")] == [
        "allow",
        "ask",
        "reject",
    ]
    assert action("create_file", "--path", str(run.project / "Makefile")) == "reject"
    assert run.verify()["guarded"] is True
    run.config.write_text("rules: [}\n")
    assert action("Bash", "--cmd", "touch allowed") == "reject"
