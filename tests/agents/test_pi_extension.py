"""Pi's extension names the shim, blocks unless it hears allow, and asks the person whom Pi says is there."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from agents.homes import Home
from doors.hooks import spooled

TRY = """
import(process.argv[1]).then(async (plugin) => {
  const on = {}
  plugin.default({ on: (event, given) => (on[event] = given) })
  for (const [command, hasUI, yes] of JSON.parse(process.argv[3])) {
    const ctx = { cwd: process.argv[2], hasUI, ui: { confirm: async () => yes } }
    const said = await on.tool_call({ toolName: "bash", toolCallId: "1", input: { command } }, ctx)
    console.log(said?.block === true ? "held: " + said.reason : "ran")
  }
  await on.tool_result({ toolName: "bash", toolCallId: "1", input: {}, content: "output", isError: true })
})
"""


@pytest.mark.rule("D-75")
def test_a_person_is_asked_where_there_is_one(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("the extension is not run: there is no node")
    home = Home(tmp_path)
    home.write(".config/wicket/wicket.yml", "rules: [{allow: 'ls *'}, {deny: 'rm *', message: 'not that'}]\n")
    (file,) = home.set_up("pi")
    plugin = tmp_path / "plugin.mjs"
    plugin.write_bytes(file.read_bytes())
    calls = [
        ["ls", False, False],
        ["rm x", True, True],
        ["mv a b", True, True],
        ["mv a b", True, False],
        ["mv a b", False, True],
    ]
    words = [node, "-e", TRY, str(plugin), str(home.project), json.dumps(calls)]
    done = subprocess.run(words, env=home.environ, capture_output=True, text=True, timeout=120, check=False)
    said = done.stdout.splitlines()
    assert [line.partition(":")[0] for line in said] == ["ran", "held", "ran", "held", "held"]
    assert said[1].startswith("held: not that")
    assert "a person has to confirm this, and nobody can be asked here" in said[4]
    (ended,) = [line for line in spooled(tmp_path / "state", 6) if line["kind"] == "ended"]
    assert (ended["call"], ended["exit"], ended["failed"], "output" in str(ended)) == ("1", None, True, False)


@pytest.mark.rule("D-75")
def test_the_extension_imports_nodes_own_modules_alone(tmp_path: Path) -> None:
    home = Home(tmp_path)
    (file,) = home.set_up("pi")
    assert file == home.root / ".pi" / "agent" / "extensions" / "wicket.ts"
    text = file.read_text()
    assert f'spawn("{tmp_path}/state/bin/wicket-hook", ["--agent", "pi"]' in text
    assert [line for line in text.splitlines() if line.startswith("import")] == [
        'import { spawn } from "node:child_process"'
    ]
