"""Stands in for `codex app-server`: it lists the hooks of hooks.json with a hash, and writes trust to a file."""

import hashlib
import json
import sys
from pathlib import Path

PROGRAM = f"""#!/bin/sh
[ "$1" = app-server ] || exit 9
exec {sys.executable} {__file__}
"""


def hooks(folder: Path) -> list[dict[str, object]]:
    settings = json.loads((folder / "hooks.json").read_text())
    trusted = json.loads((folder / "trust.json").read_text()) if (folder / "trust.json").exists() else {}
    found: list[dict[str, object]] = []
    for event, name in (("PreToolUse", "preToolUse"), ("PermissionRequest", "permissionRequest")):
        for number, entry in enumerate(settings["hooks"].get(event, [])):
            key = f"{folder}/hooks.json:{name}:{number}:0"
            hash = "sha256:" + hashlib.sha256(json.dumps(entry).encode()).hexdigest()
            status = "trusted" if trusted.get(key, {}).get("trusted_hash") == hash else "untrusted"
            hook = {"key": key, "eventName": name, "command": entry["hooks"][0]["command"], "enabled": True}
            found.append({**hook, "isManaged": False, "currentHash": hash, "trustStatus": status})
    return found


def say(message: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def main(folder: Path) -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        if "id" not in asked:
            continue
        say({"method": "something/else", "params": {}})
        result: dict[str, object] = {}
        if asked["method"] == "hooks/list":
            result = {"data": [{"cwd": asked["params"]["cwds"][0], "hooks": hooks(folder), "errors": []}]}
        elif asked["method"] == "config/batchWrite":
            (folder / "trust.json").write_text(json.dumps(asked["params"]["edits"][0]["value"]))
        say({"id": asked["id"], "result": result})


if __name__ == "__main__":
    import os

    main(Path(os.environ["HOME"]) / ".codex")
