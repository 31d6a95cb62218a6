"""Settings of a whole machine name a shim of the machine's, and can be taken out again."""

import json
import tomllib
from pathlib import Path

import pytest

from wicket.agents.managed_settings import MANAGED, managed_changes, managed_removals
from wicket.agents.settings_file_and_backup import BadSettings

ENVIRON = {"PATH": "/usr/bin:/bin"}


def write(root: Path, *names: str) -> None:
    for change in managed_changes(list(names), ENVIRON, root):
        change.make()


@pytest.mark.rule("D-26")
def test_every_managed_file_is_written_once_for_all_to_read_and_removed(tmp_path: Path) -> None:
    write(tmp_path, *MANAGED)
    files = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    assert [str(path.relative_to(tmp_path)) for path in files] == [
        "etc/claude-code/managed-settings.json",
        "etc/codex/requirements.toml",
        "etc/gemini-cli/settings.json",
        "etc/github-copilot/policy.d/wicket.json",
        "etc/wicket/wicket-hook",
    ]
    assert [oct(path.stat().st_mode & 0o777) for path in files] == ["0o644"] * 4 + ["0o755"]
    claude = json.loads(files[0].read_text())
    command = "/etc/wicket/wicket-hook --agent claude-code --timeout 600 || "
    assert claude["hooks"]["PreToolUse"][0]["hooks"][0]["command"].startswith(command)
    assert claude["env"] == {"CLAUDE_CODE_SIMPLE": "0", "CLAUDE_CODE_SAFE_MODE": "0"}
    codex = tomllib.loads(files[1].read_text())
    assert (codex["features"], codex["hooks"]["managed_dir"]) == ({"hooks": True}, "/etc/wicket")
    assert json.loads(files[2].read_text())["hooks"]["BeforeTool"][0]["hooks"][0]["timeout"] == 600_000
    assert managed_changes(list(MANAGED), ENVIRON, tmp_path) == []
    for change in managed_removals(tmp_path):
        change.make()
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.rule("D-26")
def test_what_an_administrator_wrote_stays(tmp_path: Path) -> None:
    file = tmp_path / "etc" / "claude-code" / "managed-settings.json"
    file.parent.mkdir(parents=True)
    file.write_text('{"model": "m"}\n')
    write(tmp_path, "claude-code")
    assert json.loads(file.read_text())["model"] == "m"
    for change in managed_removals(tmp_path):
        change.make()
    assert json.loads(file.read_text()) == {"model": "m"}
    codex = tmp_path / "etc" / "codex" / "requirements.toml"
    codex.parent.mkdir(parents=True)
    codex.write_text("[features]\nhooks = true\n")
    with pytest.raises(BadSettings, match="has `hooks` or `features` already"):
        managed_changes(["codex"], ENVIRON, tmp_path)
    codex.write_text('x = "y"\n')
    write(tmp_path, "codex")
    assert tomllib.loads(codex.read_text())["x"] == "y"
    with pytest.raises(BadSettings, match="among other things"):
        managed_removals(tmp_path)
