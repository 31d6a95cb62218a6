"""The part of a plugin in JavaScript that asks wicket: what agents' plugins have in common.

It imports Node's own modules alone. Whatever goes wrong, the answer is an object without a decision.
"""

import json
from collections.abc import Mapping
from typing import Final

from wicket.agents.hook_command import shim_path

__all__ = ["asking"]

_ASK: Final = """\
import { spawn } from "node:child_process"

const ask = (told) =>
  new Promise((resolve) => {
    let out = ""
    const child = spawn(%(shim)s, ["--agent", %(agent)s], { stdio: ["pipe", "pipe", "inherit"] })
    child.on("error", () => resolve({}))
    child.stdin.on("error", () => {})
    child.stdout.on("data", (data) => (out += data))
    child.on("close", (code) => {
      try {
        resolve(code === 0 ? JSON.parse(out) : {})
      } catch {
        resolve({})
      }
    })
    child.stdin.end(JSON.stringify(told))
  })
"""


def asking(agent: str, environ: Mapping[str, str]) -> str:
    """Give the text of `ask`, a function that tells wicket's hook of a call and gives its answer, as one promises."""
    return _ASK % {"shim": json.dumps(str(shim_path(environ))), "agent": json.dumps(agent)}
