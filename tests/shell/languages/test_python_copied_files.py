"""A copy into a folder writes a file of the source's name there."""

import pytest

from wicket.loaded_policy import Policy
from wicket.policy.decision import ALLOW
from wicket.shell.code_effects import FoundPath
from wicket.shell.languages.python_copied_files import also_written

POLICY = Policy.loads("files: {deny_write: [Makefile]}\ndefaults: {action: allow}\n")


def _is_allowed(code: str) -> bool:
    return POLICY.check(f"python3 -c '{code}'", cwd="/work").decision is ALLOW


@pytest.mark.parametrize(
    ("sources", "targets", "written"),
    [
        ([("a/b.txt",)], [(".",)], [("./b.txt",)]),
        ([("b.txt",)], [("x/",)], [("x//b.txt",)]),
        ([("a/",)], [("x",)], [("x/a",)]),
        ([("a/", None)], [("x",)], [("x/", None)]),
        ([(None, "b.txt")], [("x",)], [("x/", None, "b.txt")]),
        ([(None, "/b.txt")], [("x",)], [("x/b.txt",)]),
        ([("b",)], [("x", None)], [("x", None, "/b")]),
        ([FoundPath("a/", ".py")], [("x",)], [FoundPath("x/", ".py")]),
    ],
)
def test_what_a_file_becomes_in_a_folder(sources: list, targets: list, written: list) -> None:  # type: ignore[type-arg]
    assert also_written("copy into", sources, targets, None) == written


@pytest.mark.parametrize(
    "code",
    [
        'import shutil; shutil.copy("a/Makefile", ".")',
        'import shutil; shutil.copy2("a/Makefile", "b/..")',
        'from shutil import copy; copy("/tmp/Makefile", "./")',
        'import shutil, pathlib; shutil.copy(pathlib.Path("a") / "Makefile", pathlib.Path("."))',
        'import shutil, sys; shutil.copy(sys.argv[1], ".")',
        'import shutil; shutil.copytree("a", ".", dirs_exist_ok=True)',
        'import shutil; shutil.copytree("a", ".", dirs_exist_ok=x)',
    ],
)
def test_a_copy_into_a_folder_meets_what_is_forbidden_there(code: str) -> None:
    assert not _is_allowed(code)


@pytest.mark.parametrize(
    "code",
    [
        'import shutil; shutil.copy("a.txt", "b.txt")',
        'import shutil; shutil.copy("Makefile", "Makefile.bak")',
        'import shutil; shutil.copyfile("a/Makefile", "b")',
        'import shutil; shutil.copytree("a", "b")',
        'import shutil; shutil.copytree("a", "b", dirs_exist_ok=False)',
    ],
)
def test_other_copies_do_not(code: str) -> None:
    assert _is_allowed(code)
