"""Codex is asked which hooks count, and has ours trusted by their hashes."""

from pathlib import Path

import pytest

from agents.codex_server import PROGRAM
from agents.homes import Home
from wicket.agents import codex_trust


def install(home: Home, text: str = PROGRAM) -> None:
    program = home.root / "bin" / "codex"
    program.parent.mkdir(exist_ok=True)
    program.write_text(text)
    program.chmod(0o755)
    home.environ["PATH"] = f"{program.parent}:/usr/bin:/bin"


@pytest.mark.rule("D-33")
def test_what_is_not_trusted_does_not_count_until_it_is(tmp_path: Path) -> None:
    home = Home(tmp_path)
    install(home)
    home.set_up("codex")
    before = codex_trust.listed(home.environ, home.project)
    assert [(hook.event, hook.is_ours, hook.counts) for hook in before.hooks] == [
        ("preToolUse", True, False),
        ("permissionRequest", True, False),
    ]
    after = codex_trust.trust(home.environ, home.project)
    assert [hook.counts for hook in after.hooks] == [True, True]
    assert [hook.hash for hook in after.hooks] == [hook.hash for hook in before.hooks]
    assert codex_trust.trust(home.environ, home.project) == after


@pytest.mark.parametrize(
    "text", [None, "#!/bin/sh\nexit 1\n", "#!/bin/sh\necho nonsense\n", '#!/bin/sh\necho \'{"id":1,"error":"no"}\'\n']
)
def test_a_codex_that_does_not_answer_is_said(tmp_path: Path, text: str | None) -> None:
    home = Home(tmp_path)
    if text is not None:
        install(home, text)
    with pytest.raises(codex_trust.NoCodex, match="codex"):
        codex_trust.listed(home.environ, home.project)
