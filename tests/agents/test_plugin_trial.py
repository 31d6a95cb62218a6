"""A plugin is tried by a JavaScript runtime: what does not load, or lets pass, is found out."""

from pathlib import Path

import pytest

from agents.homes import Home
from wicket.agents.plugin_trial import PLUGINS, runtime, try_plugin

FILES = {"opencode": ".config/opencode/plugin/wicket.js", "pi": ".pi/agent/extensions/wicket.ts"}
LETS_PASS = {
    "opencode": 'export const Wicket = async () => ({ "tool.execute.before": async () => {} })',
    "pi": 'export default (pi) => pi.on("tool_call", async () => undefined)',
}


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def program(agent: str, home: Home) -> str:
    found = runtime(agent, home.environ)
    if found is None:
        pytest.skip("the plugin is not tried: there is no node")
    return found


@pytest.mark.rule("D-60", "D-75")
@pytest.mark.parametrize("agent", PLUGINS)
def test_the_plugin_loads_and_holds(home: Home, agent: str) -> None:
    home.set_up(agent)
    trial = try_plugin(agent, (home.root / FILES[agent]).read_text(), program(agent, home), home.project, home.environ)
    assert (trial.answer, trial.passed) == ("deny", True)


@pytest.mark.rule("D-60", "D-75")
@pytest.mark.parametrize("agent", PLUGINS)
@pytest.mark.parametrize("text", ["(", "throw new Error('x')", "export const Other = 1", "import 'nobody-has-this'"])
def test_a_plugin_that_does_not_load_guards_nothing(home: Home, agent: str, text: str) -> None:
    trial = try_plugin(agent, text, program(agent, home), home.project, home.environ)
    assert (trial.answer, trial.passed) == ("it does not load, and every call passes", False)


@pytest.mark.rule("D-60", "D-75")
@pytest.mark.parametrize("agent", PLUGINS)
def test_a_plugin_that_lets_pass_is_found_out(home: Home, agent: str) -> None:
    trial = try_plugin(agent, LETS_PASS[agent], program(agent, home), home.project, home.environ)
    assert (trial.answer, trial.passed) == ("allow", False)


def test_what_is_no_runtime_is_not_used(tmp_path: Path, home: Home) -> None:
    other = tmp_path / "bin" / "opencode"
    other.parent.mkdir()
    other.write_text("#!/bin/sh\necho it runs not\n")
    other.chmod(0o755)
    assert runtime("opencode", {"PATH": str(other.parent)}) is None
