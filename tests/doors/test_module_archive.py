"""The archive of modules is what the modules are, and nothing that is wrong with it opens the gate."""

import marshal
import sys
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from doors.hooks import SOURCE, Installation, call, pre
from wicket.doors import module_archive

POLICY = "rules: [{allow: 'git status'}, {deny: 'git push *'}]\n"


@pytest.fixture(scope="module")
def made() -> bytes:
    return module_archive.make(str(SOURCE))


@pytest.fixture
def place(tmp_path: Path, made: bytes) -> Installation:
    installed = Installation(tmp_path, POLICY)
    archive(installed).write_bytes(made)
    return installed


def archive(installed: Installation) -> Path:
    return installed.copy() / "doors" / module_archive.ARCHIVE


def parts(data: bytes) -> dict[str, tuple[bool, Any]]:
    start = 8 + int.from_bytes(data[4:8], "little")
    index = marshal.loads(data[8:start])
    return {name: (package, marshal.loads(data[start + a : start + b])) for name, (package, a, b) in index.items()}


def modules(data: bytes) -> dict[str, tuple[bool, CodeType]]:
    return {name: part for name, part in parts(data).items() if " " not in name}


def test_it_holds_every_module_that_a_verdict_may_need(made: bytes) -> None:
    folders = [SOURCE / folder for folder in module_archive.FOLDERS]
    single = [SOURCE / file for file in module_archive.FILES]
    sources = [*SOURCE.glob("*.py"), *single, *(path for folder in folders for path in folder.rglob("*.py"))]
    found = {
        ".".join(["wicket", *path.relative_to(SOURCE).with_suffix("").parts]).removesuffix(".__init__"): (
            path.name == "__init__.py",
            compile(
                path.read_text(encoding="utf-8"),
                f"wicket/{path.relative_to(SOURCE)}",
                "exec",
                dont_inherit=True,
                optimize=2,
            ),
        )
        for path in sources
    }
    assert modules(made) == found


def test_what_every_verdict_needs_is_there_in_the_order_of_imports(made: bytes) -> None:
    every = parts(made)
    keys = [f"{purpose} {number}" for purpose in module_archive.ROOTS for number in range(len(every))]
    order = [each for key in keys if key in every for each in every[key][1]]
    names = [name for name, _ in order]
    assert len(set(names)) == len(names) > 100
    assert {root for roots in module_archive.ROOTS.values() for root in roots} <= set(names)
    assert dict(order) == {name: modules(made)[name][1] for name in names}
    assert names.index("wicket.policy.decision") < names.index("wicket.doors.call_judgement")


def test_a_verdict_imports_little_one_by_one(place: Installation) -> None:
    """What it needs comes together; the rest is the start, one agent's door, and what makes a circle."""
    assert place.answer(call()) == pre("allow")
    place.python.append("-v")
    code, _, err = place.run(call())
    alone = {line.split("'")[1] for line in err.decode().splitlines() if line.startswith("import 'wicket")}
    assert code == 0
    assert {"wicket.doors.hook_process", "wicket.doors.claude_code"} < alone
    assert len(alone) < 16, alone


def test_a_hook_judges_without_the_files_of_its_modules(place: Installation) -> None:
    for folder in ("policy", "shell"):
        for source in (place.copy() / folder).rglob("*.py"):
            source.unlink()
    (place.copy() / "doors" / "hook_process.py").unlink()
    answers = [place.answer(call(command)) for command in ("git status", "git push x")]
    assert [answer["hookSpecificOutput"]["permissionDecision"] for answer in answers] == ["allow", "deny"]


def test_modules_know_where_their_files_are(place: Installation) -> None:
    """An explanation, a preset or a catalogue is found beside the module that asks for it."""
    place.policy.write_text("extends: ['wicket:read-only']\n", encoding="utf-8")
    assert place.answer(call("ls")) == pre("allow")


def test_another_python_imports_as_usual(place: Installation, made: bytes) -> None:
    archive(place).write_bytes(b"\0\0\0\0" + made[4:])
    assert place.answer(call()) == pre("allow")
    (place.copy() / "loaded_policy.py").unlink()
    assert place.answer(call())["hookSpecificOutput"]["permissionDecision"] == "ask"


@pytest.mark.parametrize("kept", [0, 3, 4, 6, 8, 5_000, 500_000])
def test_a_cut_archive_opens_nothing(place: Installation, made: bytes, kept: int) -> None:
    archive(place).write_bytes(made[:kept])
    code, out, _ = place.run(call("git push x"))
    assert code == 2 or b'"allow"' not in out


def test_a_damaged_archive_opens_nothing(place: Installation, made: bytes) -> None:
    archive(place).write_bytes(made[:4] + b"\xff" * (len(made) - 4))
    code, out, _ = place.run(call("git push x"))
    assert code == 2 or b'"allow"' not in out


def test_without_an_archive_nothing_is_changed(tmp_path: Path) -> None:
    before = list(sys.meta_path)
    module_archive.use(str(tmp_path))
    assert sys.meta_path == before
