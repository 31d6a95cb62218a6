"""`shfmt --to-json` as an oracle: the commands that another parser of bash names."""

import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from bounds import BOUND_S


def program() -> str | None:
    """Find shfmt beside this Python, or on PATH."""
    beside = Path(sys.executable).parent / "shfmt"
    return str(beside) if beside.exists() else shutil.which("shfmt")


def commands(text: str) -> Counter[str] | None:
    """Count the commands whose names are plain text; None if shfmt does not read it."""
    found = program()
    if found is None:
        return None
    done = subprocess.run(
        [found, "-ln", "bash", "--to-json"],
        input=text.encode("utf-8", "surrogateescape"),
        capture_output=True,
        timeout=BOUND_S,
    )
    if done.returncode != 0:
        return None
    names: Counter[str] = Counter()
    waiting: list[Any] = [json.loads(done.stdout)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting += node
        elif isinstance(node, dict):
            if node.get("Type") == "CallExpr" and node.get("Args"):
                parts = node["Args"][0]["Parts"]
                if all(part["Type"] == "Lit" for part in parts):
                    name = "".join(part["Value"] for part in parts)
                    if not set(name) & set("\\*?[{~"):
                        names[name] += 1
            waiting += node.values()
    return names
