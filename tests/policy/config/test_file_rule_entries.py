"""Paths under `files` are read, and a relative one is warned of where it means little."""

import pytest

from policy.reading import layer_of


@pytest.mark.parametrize(("side", "expected"), [("global", "."), ("project", "/project"), ("given", "/project")])
def test_in_a_persons_own_file_a_folder_is_that_of_the_project(side: str, expected: str) -> None:
    files = layer_of(
        "files: {allow_write: ['.'], ask_delete_outside: ['.', '**/dist'], write_only_in: ['.']}", side
    ).files
    assert [path for path, _ in files.allow_write] == [expected]
    assert [path for path, _ in files.ask_delete_outside] == [expected, "/**/dist"]
    assert [path for path, _ in files.write_only_in] == ["/project"]


RELATIVE = """\
files:
  deny_read: [.env, '**/.env', /x, ~/x, $HOME/x]
  deny_write: [./Makefile, .]
  ask_write: [a/b]
  write_only_in: [.]
  allow_write: [.]
"""


def test_a_relative_path_in_a_persons_own_file_is_warned_of_as_it_is_in_no_project() -> None:
    assert [str(warning) for warning in layer_of(RELATIVE, "global").warnings] == [
        f"wicket.yml:{line}: `{text}` in `files.{key}` of your own file means {meant}, in no project; {hint}"
        for line, text, key, meant, hint in [
            (2, ".env", "deny_read", "/project/.env", "write `**/.env` to mean it wherever it lies"),
            (3, "./Makefile", "deny_write", "/project/Makefile", "write `**/Makefile` to mean it wherever it lies"),
            (3, ".", "deny_write", "/project", "write `/project` to mean it"),
            (4, "a/b", "ask_write", "/project/a/b", "write `**/a/b` to mean it wherever it lies"),
            (5, ".", "write_only_in", "/project", "write the whole path of a folder"),
        ]
    ]


@pytest.mark.parametrize("side", ["project", "given"])
def test_a_relative_path_in_another_file_is_one_of_its_folder(side: str) -> None:
    assert layer_of(RELATIVE, side).warnings == []
