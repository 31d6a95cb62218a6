"""What plugins have in common is one text: wicket's hook is asked, and no failure is an answer."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from bounds import BOUND_S
from wicket.agents.javascript_ask import asking
from wicket.agents.opencode_plugin import PLUGIN
from wicket.agents.pi_extension import SETUP


def test_every_plugin_has_it() -> None:
    environ = {"HOME": "/h", "WICKET_HOME": "/h/state"}
    assert asking("opencode", environ) in PLUGIN.text(environ)
    assert asking("pi", environ) in SETUP.text(environ)
    assert '["--agent", "pi"]' in asking("pi", environ)


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ('cat > told; echo \'{"decision":"allow"}\'', {"decision": "allow"}),
        ('echo \'{"decision":"allow"}\'; exit 1', {}),
        ("echo nonsense", {}),
        (None, {}),
    ],
)
def test_only_a_whole_answer_is_one(tmp_path: Path, script: str | None, expected: object) -> None:
    environ = {"HOME": str(tmp_path), "WICKET_HOME": str(tmp_path)}
    shim = tmp_path / "bin" / "wicket-hook"
    shim.parent.mkdir()
    if script is not None:
        shim.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        shim.chmod(0o755)
    plugin = tmp_path / "plugin.mjs"
    text = asking("pi", environ) + "ask({ a: 1 }).then((said) => console.log(JSON.stringify(said)))\n"
    plugin.write_text(text, encoding="utf-8")
    done = subprocess.run(["node", plugin], cwd=tmp_path, capture_output=True, timeout=BOUND_S, check=True)
    assert json.loads(done.stdout) == expected
