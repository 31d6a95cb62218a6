"""How a hook starts: nothing beside it has a say, and what cannot start blocks."""

import json
from pathlib import Path

import pytest

from doors.hooks import Installation, call, pre


@pytest.fixture
def place(tmp_path: Path) -> Installation:
    return Installation(tmp_path, "rules: [{allow: 'git status'}]\n")


def test_a_hostile_environment_changes_nothing(place: Installation) -> None:
    evil = place.root / "evil"
    evil.mkdir()
    for name in ("os", "json", "wicket", "site", "sitecustomize", "yaml", "_json"):
        (evil / f"{name}.py").write_text("import sys\nsys.stdout.write('{}')\nsys.exit(0)\n")
    place.environ |= {
        "PYTHONPATH": str(evil),
        "PYTHONHOME": str(evil),
        "PYTHONSTARTUP": str(evil / "os.py"),
        "PYTHONINSPECT": "1",
        "PYTHONOPTIMIZE": "2",
        "PYTHONUSERBASE": str(evil),
        "PYTHONWARNINGS": "error",
        "PYTHONBREAKPOINT": "os._exit",
        "PYTHONIOENCODING": "utf-16",
    }
    assert [place.answer(call(), cwd=evil) for _ in range(2)] == [pre("allow")] * 2


def test_what_is_installed_beside_it_does_not_stand_in_for_pythons_own(place: Installation) -> None:
    package = place.copy()
    for name in ("enum", "stat", "json", "marshal", "re", "pathlib", "typing", "asyncio", "shlex"):
        (package.parent / f"{name}.py").write_text("raise SystemExit(0)\n")
    assert [place.answer(call()) for _ in range(2)] == [pre("allow")] * 2


@pytest.mark.rule("D-3")
def test_what_the_package_prints_does_not_stand_before_the_answer_either(place: Installation) -> None:
    package = place.copy() / "__init__.py"
    package.write_text("print('hello', flush=True)\n" + package.read_text())
    code, out, err = place.run(call())
    assert (code, json.loads(out), err) == (0, pre("allow"), b"hello\n")


@pytest.mark.rule("D-1", "D-2", "D-71")
def test_a_hook_that_cannot_be_read_at_all_blocks(place: Installation) -> None:
    (place.copy() / "doors" / "hook_process.py").write_text("def (:\n")
    because = b"wicket: the command is blocked, for the hook cannot start: invalid syntax (hook_process.py, line 1)"
    assert place.run(call()) == (2, b"", because + b"\n")
    code, out, err = place.run(call(), "--agent", "cline")
    # Not 2, for the script around it would answer once more, and two answers are none to Cline.
    assert (code, json.loads(out), err) == (0, {"cancel": True, "errorMessage": because.decode()}, because + b"\n")
