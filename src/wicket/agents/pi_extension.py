"""Pi's extension: it asks wicket before each tool, and blocks unless it hears `allow`, or a person says yes.

It tells how calls that are judged have ended, too. It is TypeScript without a type, so that any JavaScript runtime can
try it.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from wicket.agents.javascript_ask import asking
from wicket.agents.plugin_or_script_file import MARK, OwnFile
from wicket.agents.settings_folders import settings_folder
from wicket.doors.pi import TOOLS

__all__ = ["SETUP"]

_EXTENSION: Final = """\
// %(mark)s: asks wicket before each tool. Anything but an allow blocks the call.
%(ask)s
const judged = %(judged)s
export default function (pi) {
  pi.on("tool_call", async (event, ctx) => {
    const { toolName, toolCallId, input } = event
    const said = await ask({ toolName, toolCallId, input, cwd: ctx.cwd, hasUI: ctx.hasUI })
    if (said?.decision === "allow") return
    if (said?.decision === "ask" && (await ctx.ui.confirm("wicket", said.reason)) === true) return
    return { block: true, reason: said?.reason || "wicket did not answer, so the call is denied" }
  })
  pi.on("tool_result", async (event) => {
    const { toolName, toolCallId, isError } = event
    if (!judged.includes(toolName)) return
    await ask({ event: "tool_result", toolName, toolCallId, result: { isError } })
  })
}
"""


def _path(environ: Mapping[str, str]) -> Path:
    return settings_folder(".pi/agent", environ) / "extensions" / "wicket.ts"


def _text(environ: Mapping[str, str]) -> str:
    return _EXTENSION % {"mark": MARK, "ask": asking("pi", environ), "judged": json.dumps(TOOLS.judged)}


SETUP = OwnFile("pi", "Pi", _path, _text)
