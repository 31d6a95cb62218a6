"""The files that an executor is made of."""

import os
from pathlib import Path

import pytest

from wicket.policy_files import validator_program_files
from wicket.policy_files.file_digest_and_permissions import ABSENT
from wicket.policy_files.validator_program_files import parts, state_of_part


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
