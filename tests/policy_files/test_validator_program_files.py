"""The files that an executor is made of."""

import os
from pathlib import Path

import pytest

from wicket.policy.config_model import Origin
from wicket.policy.evaluation.compiled_rule import CompiledType
from wicket.policy_files import validator_program_files
from wicket.policy_files.file_digest_and_permissions import ABSENT
from wicket.policy_files.validator_program_files import missing, parts, state_of_part


@pytest.mark.parametrize(
    ("argv", "paths"),
    [
        (("./checks/guard.sh",), ["/p/checks/guard.sh"]),
        (("guard",), []),
        (("python3", "./checks/guard.py", "--fast"), ["/p/checks/guard.py"]),
        (("deno", "run", "--config=deno.json", "x.ts"), ["/p/run", "/p/deno.json", "/p/x.ts"]),
        (("sh", "-c", "./a && ./b"), ["/p/./a && ./b", "/p/a", "/p/b"]),
        (("/opt/x", "../y"), ["/opt/x", "/y"]),
    ],
)
def test_every_word_that_could_name_a_file_counts(argv: tuple[str, ...], paths: list[str]) -> None:
    assert set(parts(argv, "/p")) >= {path for path in paths if "&" not in path}
    assert len(parts((*argv, *map(str, range(500))), "/p")) <= validator_program_files.MAX_PIECES


def test_a_folder_is_all_that_lies_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "checks"
    (folder / "lib").mkdir(parents=True)
    (folder / "__main__.py").write_text("x")
    (folder / "lib" / "y.py").write_text("y")
    for path in folder.rglob("*"):
        path.chmod(0o755)
    first = state_of_part(str(folder))
    assert first.startswith("own ")
    (folder / "lib" / "y.py").write_text("z")
    second = state_of_part(str(folder))
    (folder / "new").write_text("")
    third = state_of_part(str(folder))
    assert len({first, second, third}) == 3
    (folder / "new").chmod(0o666)
    assert state_of_part(str(folder)).startswith("open ")
    (folder / "new").unlink()
    os.mkfifo(folder / "pipe")
    assert state_of_part(str(folder)).startswith("open ")
    monkeypatch.setattr(validator_program_files, "MAX_FILES", 2)
    assert state_of_part(str(folder)) == "large folder"
    assert state_of_part(str(tmp_path / "gone")) == ABSENT


def kind(*argv: str, folder: str = "") -> CompiledType:
    return CompiledType((argv, folder, 5.0, None, None, "wicket.yml", 3))


def said(types: dict[str, CompiledType], cwd: Path, path: str = "/usr/bin:/bin") -> list[str]:
    found = missing(types, str(cwd), {"PATH": path})
    assert {problem.origin for problem in found} <= {Origin("wicket.yml", 3)}
    return [problem.message for problem in found]


def test_what_is_there_is_not_mentioned(tmp_path: Path) -> None:
    (tmp_path / "guard.sh").write_text("#!/bin/sh\n")
    (tmp_path / "guard.sh").chmod(0o755)
    types = {"A": kind("./guard.sh"), "B": kind("sh", "./guard.sh", "-x", "no/path"), "C": kind("/bin/sh")}
    assert said(types, tmp_path) == []


def test_it_says_what_was_looked_for_and_where(tmp_path: Path) -> None:
    (tmp_path / "plain.sh").write_text("#!/bin/sh\n")
    types = {
        "A": kind("./guard.sh"),
        "B": kind("frobnicate", "./guard.ts"),
        "C": kind("./plain.sh", folder=str(tmp_path)),
        "D": kind("sh", "../x", folder="/opt/policy"),
    }
    assert said(types, tmp_path) == [
        f"the validator A cannot start: looked for {tmp_path}/guard.sh, which is not there",
        "the validator B cannot start: looked for frobnicate on the PATH, and it is in none of /usr/bin:/bin",
        f"the validator B is given ./guard.ts: looked for {tmp_path}/guard.ts, which is not there",
        f"the validator C cannot start: {tmp_path}/plain.sh is not executable; run chmod +x on it",
        "the validator D is given ../x: looked for /opt/x, which is not there",
    ]
