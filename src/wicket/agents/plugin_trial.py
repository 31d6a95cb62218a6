"""Tries a plugin as its agent would load it: in that agent's own JavaScript runtime, where there is one.

A plugin that does not load is passed over without a word, so that reading its text proves nothing.
"""

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from wicket.agents.canary_calls import Trial
from wicket.agents.program_output import output

__all__ = ["PLUGINS", "runtime", "try_plugin"]

# Far more than it needs, even on a busy machine.
TIMEOUT_S: Final = 60.0

# Agents whose guard is a plugin, each with the programs that can load it, the agent itself first. What Bun has compiled
# is Bun itself if it is told so.
PLUGINS: Final[Mapping[str, tuple[str, ...]]] = {"opencode": ("opencode", "bun", "node"), "pi": ("bun", "node")}

_DRIVER: Final = """\
const [file, agent, cwd] = process.argv.slice(2)
const command = "wicket approve canary"
const answers = {
  opencode: async (plugin) => {
    const hooks = await plugin.Wicket({ directory: cwd })
    try {
      const call = { tool: "bash", sessionID: "wicket-verify", callID: "1" }
      await hooks["tool.execute.before"](call, { args: { command } })
    } catch (error) {
      return "deny"
    }
    return "allow"
  },
  pi: async (plugin) => {
    let handler
    plugin.default({ on: (event, given) => (handler = event === "tool_call" ? given : handler) })
    const said = await handler({ toolName: "bash", toolCallId: "1", input: { command } }, { cwd, hasUI: false })
    return said?.block === true ? "deny" : "allow"
  },
}
import(file)
  .then((plugin) => answers[agent](plugin))
  .then((answer) => console.log("answer: " + answer))
"""


def runtime(agent: str, environ: Mapping[str, str]) -> str | None:
    """Name the program in which the agent's plugin can be tried; None: there is none."""
    path = environ.get("PATH", "")
    found = (shutil.which(name, path=path) for name in PLUGINS[agent])
    return next((each for each in found if each is not None and _is_javascript(each, environ)), None)


def try_plugin(agent: str, text: str, program: str, cwd: Path, environ: Mapping[str, str]) -> Trial:
    """Load a plugin, and have it asked about what it must not let pass."""
    about = f"its plugin, loaded by {os.path.basename(program)}"
    with tempfile.TemporaryDirectory(prefix="wicket") as folder:
        plugin, driver = Path(folder, "plugin.mjs"), Path(folder, "try.mjs")
        plugin.write_text(text, encoding="utf-8")
        driver.write_text(_DRIVER, encoding="utf-8")
        said = _output([program, str(driver), str(plugin), agent, str(cwd)], cwd, environ)
    answer = said.rpartition("answer: ")[2].strip() if "answer: " in said else "it does not load, and every call passes"
    return Trial(about, answer, answer == "deny")


def _is_javascript(program: str, environ: Mapping[str, str]) -> bool:
    with tempfile.TemporaryDirectory(prefix="wicket") as folder:
        script = Path(folder, "try.mjs")
        script.write_text('console.log("it " + "runs")', encoding="utf-8")
        return _output([program, str(script)], Path(folder), environ).strip() == "it runs"


def _output(words: list[str], cwd: Path, environ: Mapping[str, str]) -> str:
    return output(words, {**environ, "BUN_BE_BUN": "1"}, TIMEOUT_S, cwd).decode(errors="replace")
