"""Runs one privileged pipeline as whoever runs this, and prints what came of it; for `privileged.py`."""

import asyncio
import base64
import json
import sys
from typing import Any

from wicket.gateway.executable_identity import resolve
from wicket.gateway.request_environment import DEFAULT_PATH
from wicket.gateway.sudo_execution import PrivilegedRun
from wicket.gateway.sudo_password_questions import PasswordDoor


async def main(plan: dict[str, Any]) -> dict[str, Any]:
    questions: list[str] = []
    wiped: list[bytearray] = []

    class Door(PasswordDoor):
        async def ask(self, question: str) -> bytearray | None:
            questions.append(question)
            if len(questions) > len(plan["passwords"]):
                return None
            secret = bytearray(plan["passwords"][len(questions) - 1].encode())
            wiped.append(secret)
            return secret

    pipeline = [tuple(stage) for stage in plan["pipeline"]]
    run = PrivilegedRun(
        pipeline,
        [resolve(stage[0], DEFAULT_PATH, "/") for stage in pipeline],
        sudo=resolve("sudo", DEFAULT_PATH, "/"),
        cwd=plan["cwd"],
        env=[(name, value) for name, value in plan["env"].items()],
        password=Door(),
        cap_bytes=plan["cap_bytes"],
    )
    outcome = await run.run(plan["timeout_s"])
    return {
        "codes": [stage.exit_code for stage in outcome.stages],
        "signals": [stage.signal for stage in outcome.stages],
        "stderr": [base64.b64encode(stage.stderr).decode() for stage in outcome.stages],
        "stdout": base64.b64encode(outcome.stdout).decode(),
        "truncated": outcome.stdout_truncated,
        "failure": outcome.failure,
        "left": outcome.left,
        "questions": questions,
        "wiped": all(not any(secret) for secret in wiped),
    }


if __name__ == "__main__":
    json.dump(asyncio.run(main(json.loads(sys.stdin.read()))), sys.stdout)
