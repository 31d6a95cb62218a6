"""What a hook costs from its start to its answer, with no gateway: against a Python that starts and does nothing.

Warm is what every call costs; cold is the first call after the policy was changed, which reads and compiles it.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from measure import Figure, compare

import wicket

CALL = (
    b'{"session_id":"s","transcript_path":"/x","cwd":"/","permission_mode":"default","hook_event_name":"PreToolUse",'
    b'"tool_name":"Bash","tool_input":{"command":"git status"},"tool_use_id":"t"}'
)
POLICY = "rules: [{allow: 'git status'}, {deny: 'rm -rf *'}]\n"


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "config" / "wicket").mkdir(parents=True)
        (home / "config" / "wicket" / "wicket.yml").write_text(POLICY, encoding="utf-8")
        environ = {"HOME": folder, "XDG_CONFIG_HOME": f"{folder}/config", "WICKET_HOME": f"{folder}/state"}
        start = Path(wicket.__file__).parent / "doors" / "hook.py"
        hook = [sys.executable, "-I", "-S", str(start), "--agent", "claude-code"]

        def run(argv: list[str]) -> bytes:
            return subprocess.run(argv, input=CALL, env=os.environ | environ, capture_output=True, check=True).stdout

        def answer() -> None:
            assert b'"allow"' in run(hook)

        answer()  # it compiles the policy, and keeps it
        nothing = [sys.executable, "-I", "-S", "-c", "pass"]
        yield compare("hook: Python, warm, start to answer", answer, lambda: run(nothing), at_most=3.5)

        def answer_cold() -> None:
            for entry in (home / "state" / "cache").glob("*.policy"):
                entry.unlink()
            answer()

        yield compare("hook: Python, cold, a policy that is new", answer_cold, lambda: run(nothing), at_most=15.0)
