"""What a path or a command line means."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from wicket.host.extension_manifest import ManifestError
from wicket.kit.extension_target import NoTarget, by_command, by_path


def test_a_folder_is_started_as_its_manifest_says(tmp_path: Path) -> None:
    (tmp_path / "extension.json").write_text(json.dumps({"name": "x", "exec": "sh", "args": ["--wire", "zot"]}))
    for path in (tmp_path, tmp_path / "extension.json"):
        target = by_path(path)
        assert (target.name, target.cwd, target.folder) == ("x", tmp_path, tmp_path)
        assert target.argv("zot")[1:] == ("--wire", "zot")
        assert target.argv("gevals") == target.program  # the arguments are for zot


def test_a_python_file_needs_no_executable_bit(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("")
    target = by_path(tmp_path / "a.py")
    assert (target.program, target.cwd, target.folder) == ((sys.executable, str(tmp_path / "a.py")), tmp_path, None)


def test_only_zot_is_announced_and_secrets_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WICKET_WIRE", "gevals")
    monkeypatch.setenv("MY_TOKEN", "x")
    target = by_command(["sh"])
    assert target.environ("zot")["WICKET_WIRE"] == "zot"
    assert {"WICKET_WIRE", "MY_TOKEN"} & target.environ("gevals").keys() == set()


def test_a_command_line_is_taken_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "run").write_text("#!/bin/sh\n")
    (tmp_path / "run").chmod(0o755)
    assert by_command(["./run", "a"]).program == (str(tmp_path / "run"), "a")
    assert by_path(tmp_path / "run").program == (str(tmp_path / "run"),)


def test_what_cannot_be_started_is_said_with_what_was_looked_for_and_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "/nowhere")
    (tmp_path / "plain").write_text("x")
    sentences = []
    attempts: list[Callable[[], object]] = [
        lambda: by_command([]),
        lambda: by_command(["nothing"]),
        lambda: by_command(["./nothing"]),
        lambda: by_command(["./plain"]),
        lambda: by_path(tmp_path),
        lambda: by_path(tmp_path / "nothing"),
        lambda: by_path(tmp_path / "plain"),
    ]
    for attempt in attempts:
        with pytest.raises(NoTarget) as caught:
            attempt()
        sentences.append(str(caught.value).replace(str(tmp_path), "HERE"))
    assert sentences == [
        "no command is given; write it after --",
        "nothing is not on PATH (/nowhere); install it, or write its path",
        "there is no ./nothing in HERE; correct the path",
        "./plain is not executable; run `chmod +x` on it",
        "HERE holds no extension.json; name the extension's file, or write the manifest",
        "there is no HERE/nothing; name an extension's file, or the folder of its manifest",
        "HERE/plain is not executable; run `chmod +x` on it",
    ]


def test_a_manifest_that_names_no_program_is_refused_with_its_own_words(tmp_path: Path) -> None:
    (tmp_path / "extension.json").write_text('{"name": "x", "exec": "./gone"}')
    with pytest.raises(ManifestError, match="`exec` is './gone', and there is no such file"):
        by_path(tmp_path)
