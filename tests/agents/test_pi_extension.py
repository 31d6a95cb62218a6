"""Pi's extension names the shim and blocks unless it hears allow."""

from pathlib import Path

import pytest

from agents.homes import Home


@pytest.mark.rule("D-75")
def test_the_extension_blocks_unless_it_hears_allow(tmp_path: Path) -> None:
    home = Home(tmp_path)
    (file,) = home.set_up("pi")
    text = file.read_text()
    assert file == home.root / ".pi" / "agent" / "extensions" / "wicket.ts"
    assert f'spawn("{tmp_path}/state/bin/wicket-hook", ["--agent", "pi"]' in text
    assert [line.strip() for line in text.splitlines() if "return" in line or "block" in line][-3:] == [
        'if (said?.decision === "allow") return',
        'if (said?.decision === "ask" && (await ctx.ui.confirm("wicket", said.reason)) === true) return',
        'return { block: true, reason: said?.reason || "wicket did not answer, so the call is denied" }',
    ]
