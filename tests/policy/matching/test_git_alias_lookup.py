"""Aliases that git's settings files have."""

from pathlib import Path

import pytest

from policy.judging import CWD, HOME, command, decide, policy, world
from wicket.policy.machine_view import World
from wicket.policy.matching.git_alias_lookup import aliases


def made(files: dict[str, str]) -> World:
    folders = {path[:at] for path in files for at, c in enumerate(path) if c == "/"}
    return world(kind=lambda path: "file" if path in files else "folder" if path in folders else "", read=files.get)


FILES = {
    f"{HOME}/.gitconfig": '[alias]\n\tpm = push origin main\n[include]\npath = more\n[alias "Two"]\ncommand = log',
    f"{HOME}/more": "[alias]\nx = !rm y\n",
    f"{CWD}/.git/HEAD": "ref: refs/heads/a",
    f"{CWD}/.git/config": '[alias]\nx = status\n[includeIf "gitdir:~/z"]\npath = /z',
    "/z": "[alias]\nz = push",
    "/other/.git/config": "[alias]\no = fetch",
}


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("pm", "git pm", ["push origin main"]),
        ("PM", "git PM", ["push origin main"]),
        ("two", "git two", ["log"]),
        ("x", "git x", ["!rm y", "status"]),
        ("x", "git -C /other x", ["!rm y"]),
        ("o", "git -C / -C other o", ["fetch"]),
        ("z", "git z", ["push"]),  # whatever the condition
        ("nope", "git nope", []),
    ],
)
def test_what_one_stands_for(name: str, text: str, expected: list[str]) -> None:
    assert aliases(name, command(text), made(FILES)) == expected


def test_settings_that_are_not_understood_may_have_any() -> None:
    assert aliases("x", command("git x"), made({f"{HOME}/.gitconfig": "[alias"})) is None
    endless = {f"{HOME}/.gitconfig": "[include]\npath = .gitconfig"}
    assert aliases("x", command("git x"), made(endless)) is None


def test_rules_are_asked_about_what_it_stands_for(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config").write_text("[alias]\npm = push origin main\nst = status\ngone = !rm -rf x\n")
    asked = policy("deny: git push * main", "deny: rm *", defaults={"action": "allow"})
    home = str(tmp_path)
    found = {name: decide(asked, f"git {name}", tmp_path, HOME=home) for name in ("pm", "st", "gone", "nope")}
    assert found == {"pm": "deny", "st": "allow", "gone": "deny", "nope": "allow"}
    (tmp_path / ".git" / "config").write_text("[alias")
    assert decide(asked, "git pm", tmp_path, HOME=home) == "ask"
    assert decide(asked, "git status", tmp_path, HOME=home) == "allow"
