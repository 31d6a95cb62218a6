"""Runs the evals with verdicts in the real mcpchecker, and says where it does not say what is written. Run by hand.

From the top of the repository, with a program built from its sources, which takes six minutes for its time-outs:

    PYTHONPATH=tests python tests/tasks/run_in_mcpchecker.py PROGRAM [CASE…]
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tasks.evals import ENV, Lab
from tasks.evals_with_verdicts import CASES, Case, lay_out

LIMIT_S = 150.0  # it waits for the `sleep 100` that some leave behind

# It runs nothing for an eval without an MCP server or a skill; this is neither.
NOTHING: Mapping[str, Any] = {"skills": {"sources": []}}


def verdicts(program: str, case: Case, folder: Path) -> Mapping[str, bool] | None:
    """Say whether each task passes in mcpchecker. None: it came to no end."""
    lay_out(Lab(folder), case, NOTHING)
    argv = [program, "check", "eval.yaml", "-p", str(case.parallel), "-r", case.pattern]
    with (folder / "said").open("wb") as said:  # a file: what is left behind would hold a pipe open
        try:
            subprocess.run(
                argv, cwd=folder, env=ENV, stdin=subprocess.DEVNULL, stdout=said, stderr=said, timeout=LIMIT_S
            )
        except subprocess.TimeoutExpired:
            return None
    written = folder / "mcpchecker-lab-out.json"
    if not written.exists():
        return {}
    results = json.loads(written.read_text(encoding="utf-8"))["results"]
    many = any(one.get("totalRuns", 1) > 1 for one in results)
    return {
        f"{one['taskName']} {one.get('runIndex', 0)}" if many else one["taskName"]: one["taskPassed"] for one in results
    }


def main(program: str, *names: str) -> int:
    others = 0
    for name in names or CASES:
        with tempfile.TemporaryDirectory() as folder:
            begun = time.monotonic()
            said = verdicts(program, CASES[name], Path(folder))
            taken = time.monotonic() - begun
        same = said == CASES[name].theirs
        others += not same
        sys.stdout.write(f"{'as written' if same else f'OTHERWISE  {said}'}  {taken:5.1f} s  {name}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{others} of {len(names or CASES)} otherwise\n")
    return 1 if others else 0


if __name__ == "__main__":
    sys.exit(main(str(Path(sys.argv[1]).resolve()), *sys.argv[2:]))
