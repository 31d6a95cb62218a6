"""OpenCode's plugin asks, and throws unless it is allowed; it is run here by Node, where there is one."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from agents.homes import Home
from doors.hooks import spooled
from wicket.agents.agent_setups import SETUPS

TRY = """
import(process.argv[1]).then(async (plugin) => {
  const hooks = await plugin.Wicket({ directory: process.argv[2] })
  let ticks = 0
  const clock = setInterval(() => (ticks += 1), 5)
  for (const command of JSON.parse(process.argv[3])) {
    try {
      await hooks["tool.execute.before"]({ tool: "bash", sessionID: "s", callID: "c" }, { args: { command } })
      console.log("ran")
      await hooks["tool.execute.after"](
        { tool: "bash", sessionID: "s", callID: "c", args: { command } },
        { title: "t", output: "output", metadata: { exit: 3 } },
      )
    } catch (error) {
      console.log("held: " + error.message)
    }
  }
  await hooks["tool.execute.after"]({ tool: "task", sessionID: "s", callID: "t" }, {})
  clearInterval(clock)
  console.log(ticks > 0 ? "went on" : "stood still")
})
"""


def tried(home: Home, *commands: str) -> list[str]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("the plugin is not run: there is no node")
    plugin = home.root / "plugin.mjs"  # Node takes it for a module by its name
    plugin.write_bytes((home.root / ".config" / "opencode" / "plugin" / "wicket.js").read_bytes())
    done = subprocess.run(
        [node, "-e", TRY, str(plugin), str(home.project), json.dumps(commands)],
        env=home.environ,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.stdout.splitlines()


@pytest.mark.rule("D-60", "D-61", "D-62")
def test_only_an_allow_passes_and_the_program_goes_on_meanwhile(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.write(".config/wicket/wicket.yml", "rules: [{allow: 'ls *'}, {deny: 'rm *', message: 'not that'}]\n")
    home.set_up("opencode")
    ran, denied, asked, last = tried(home, "ls x", "rm x", "mv x y")
    assert (ran, denied.startswith("held: not that"), "a person has to confirm" in asked) == ("ran", True, True)
    assert last == "went on"
    (ended,) = [line for line in spooled(tmp_path / "state", 4) if line["kind"] == "ended"]
    assert (ended["session"], ended["call"], ended["exit"], "output" in str(ended)) == ("s", "c", 3, False)


@pytest.mark.rule("D-61")
@pytest.mark.parametrize(
    "shim", [None, "exit 0", "echo nonsense", "echo '{}'", "kill -9 $$", 'echo \'{"decision":"allow"}\'; exit 1']
)
def test_every_failure_holds(tmp_path: Path, shim: str | None) -> None:
    home = Home(tmp_path)
    home.set_up("opencode")
    path = tmp_path / "state" / "bin" / "wicket-hook"
    path.unlink()
    if shim is not None:
        path.write_text(f"#!/bin/sh\n{shim}\n")
        path.chmod(0o755)
    assert tried(home, "ls")[0] == "held: wicket did not answer, so the call is denied"


@pytest.mark.rule("D-60")
def test_the_plugin_imports_nodes_own_modules_alone(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.set_up("opencode")
    text = (home.root / ".config" / "opencode" / "plugin" / "wicket.js").read_text()
    assert [line for line in text.splitlines() if line.startswith("import")] == [
        'import { spawn } from "node:child_process"'
    ]


@pytest.mark.rule("D-63")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, {"permission": {"bash": "ask"}}),
        ({"model": "m"}, {"model": "m", "permission": {"bash": "ask"}}),
        ({"permission": {"edit": "ask"}}, {"permission": {"edit": "ask", "bash": "ask"}}),
        ({"permission": {"bash": {"*": "allow"}}}, {"permission": {"bash": {"*": "allow"}}}),
        ({"permission": "allow"}, {"permission": "allow"}),
    ],
)
def test_shells_are_asked_about_where_nothing_is_said(tmp_path: Path, before: Any, after: Any) -> None:
    home = Home(tmp_path)
    file = home.root / ".config" / "opencode" / "opencode.json"
    if before is not None:
        home.write(".config/opencode/opencode.json", json.dumps(before))
    home.set_up("opencode")
    assert json.loads(file.read_text()) == after


@pytest.mark.rule("D-91")
def test_a_plugin_that_is_not_loaded_or_was_changed_guards_nothing(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.set_up("opencode")
    assert home.guards("opencode", OPENCODE_PURE="1").off == "OPENCODE_PURE in the environment"
    file = home.root / ".config" / "opencode" / "plugin" / "wicket.js"
    file.write_text(file.read_text() + "(")
    found = home.guards("opencode")
    assert (found.guards, found.problems) == ((), (f"{file} is not as `wicket init` writes it; run it",))
    assert len(SETUPS["opencode"].changes(home.environ)) == 1
