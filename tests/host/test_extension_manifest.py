"""Manifests: what is read, what is refused and how, and edits that touch nothing else."""

import contextlib
import json
import os
import shutil
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from machine import make_extension
from wicket.host import extension_manifest
from wicket.host.extension_manifest import Manifest, ManifestError, edit, find_executable, is_name, load, read, write

PATH = Path("/x/extension.json")


def test_a_whole_manifest() -> None:
    text = """{
      "name": "weather", "version": "1.0.0", "exec": "./weather", "args": ["--mode", "daemon"],
      "language": "go", "description": "current weather for any city", "enabled": false,
      "on_failure": "block", "env": ["WEATHER_KEY"], "homepage": {"url": ["https://x"]}
    }"""
    assert load(text.encode(), PATH) == Manifest(
        name="weather",
        exec="./weather",
        version="1.0.0",
        args=("--mode", "daemon"),
        language="go",
        description="current weather for any city",
        enabled=False,
        on_failure="block",
        env=("WEATHER_KEY",),
        extra={"homepage": {"url": ["https://x"]}},
    )


def test_a_manifest_can_be_a_key() -> None:
    assert len({load(b'{"name": "a", "exec": "b", "x": []}', PATH), Manifest(name="a", exec="c")}) == 2


@pytest.mark.rule("Z-H2")
@pytest.mark.parametrize(
    "rest",
    [
        "",
        ', "enabled": true',
        ', "enabled": null',
        ', "version": null, "args": null, "language": null, "description": null, "on_failure": null',
    ],
    ids=["missing", "true", "null", "all-null"],
)
def test_what_is_missing_or_null_has_its_default(rest: str) -> None:
    assert load(f'{{"name": "a", "exec": "b"{rest}}}'.encode(), PATH) == Manifest(name="a", exec="b")


@pytest.mark.rule("Z-H3")
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        pytest.param(b"", "line 1, column 1: must be a JSON object: { … }", id="empty"),
        pytest.param(b"\n  []", "line 2, column 3: must be a JSON object: { … }", id="a-list"),
        pytest.param(b"null", "line 1, column 1: must be a JSON object: { … }", id="null"),
        pytest.param(b"{}", "`name` is missing; give the name of the extension", id="no-keys"),
        pytest.param(b'{"name": "a"}', "`exec` is missing; give the program to start", id="no-exec"),
        pytest.param(b'{"exec": "a"}', "`name` is missing; give the name of the extension", id="no-name"),
        pytest.param(
            b'{"name": "", "exec": "a"}',
            "line 1, column 10: `name` is empty; give the name of the extension",
            id="empty-name",
        ),
        pytest.param(
            b'{"name": null, "exec": "a"}',
            "line 1, column 10: `name` is empty; give the name of the extension",
            id="null-name",
        ),
        pytest.param(
            b'{"name": "a", "exec": ""}',
            "line 1, column 23: `exec` is empty; give the program to start",
            id="empty-exec",
        ),
        pytest.param(b'{"name": 7, "exec": "a"}', "line 1, column 10: `name` must be a string", id="name-7"),
        pytest.param(
            b'{\n  "name": "a",\n  "exec": ["a"]\n}',
            "line 3, column 11: `exec` must be a string",
            id="exec-list",
        ),
        pytest.param(
            b'{"name": "a", "exec": "b", "args": "c"}',
            "line 1, column 36: `args` must be a list of strings",
            id="args-text",
        ),
        pytest.param(
            b'{"name": "a", "exec": "b", "args": ["c", 1]}',
            "line 1, column 36: `args` must be a list of strings",
            id="args-mixed",
        ),
        pytest.param(
            b'{"name": "a", "exec": "b", "args": ["a\\u0000b"]}',
            "line 1, column 36: `args` holds a character that no program can be given",
            id="args-nul",
        ),
        pytest.param(
            b'{"name": "a", "exec": "\\ud800"}',
            "line 1, column 23: `exec` holds a character that no program can be given",
            id="half-a-surrogate-pair",
        ),
        pytest.param(
            b'{"name": "a", "exec": "b", "enabled": "true"}',
            "line 1, column 39: `enabled` must be true or false, without quotes",
            id="enabled-text",
        ),
        pytest.param(
            b'{"name": "a", "exec": "b", "enabled": 1}',
            "line 1, column 39: `enabled` must be true or false, without quotes",
            id="enabled-1",
        ),
        pytest.param(
            b'{"name": "a", "exec": "b", "on_failure": "ask"}',
            'line 1, column 42: `on_failure` must be "allow" or "block"',
            id="on-failure",
        ),
        pytest.param(
            b'{"name": "a", "exec": "b", "env": ["A=1"]}',
            "line 1, column 35: `env` must be a list of variables' names, and 'A=1' is none",
            id="env",
        ),
        pytest.param(
            b'{"name": "a", "exec": "b", "name": "c"}',
            "line 1, column 28: `name` is there twice; keep one",
            id="key-twice",
        ),
        pytest.param(
            b'{"name": "a", "exec": "b", "x": {"k": 1, "k": 2}}',
            "line 1, column 33: `k` is there twice; keep one",
            id="inner-key-twice",
        ),
        pytest.param(
            b'\xef\xbb\xbf{"name": "a", "exec": "b"}',
            "begins with a byte order mark; save it as plain UTF-8",
            id="byte-order-mark",
        ),
        pytest.param(b'{\n"name": "\xff"}', "line 2, column 10: is no UTF-8; save it as plain UTF-8", id="no-utf8"),
        pytest.param(
            b'{"name": "a",\n "exec": b}',
            "line 2, column 10: is no JSON here: expecting value",
            id="no-value",
        ),
        pytest.param(
            b'{"name": "a" "exec": "b"}',
            "line 1, column 14: expected a comma or the closing brace",
            id="no-comma",
        ),
        pytest.param(b'{"name": "a",}', "line 1, column 14: expected a key in double quotes", id="comma-too-many"),
        pytest.param(b'{"name" "a"}', "line 1, column 9: expected a colon after the key", id="no-colon"),
        pytest.param(b'{"name": "a"', "line 1, column 13: expected a comma or the closing brace", id="cut"),
        pytest.param(
            b'{"name": "a',
            "line 1, column 10: is no JSON here: unterminated string starting at",
            id="cut-in-text",
        ),
        pytest.param(
            b'{} {"name": "a"}',
            "line 1, column 4: there is more after the closing brace; remove it",
            id="two-objects",
        ),
        pytest.param(b'{"x": NaN}', "line 1, column 7: NaN is no JSON", id="nan"),
        pytest.param(
            b'{"x": ' + b"[" * 200_000 + b"}",
            "line 1, column 7: is nested more than 64 deep",
            id="bottomless",
        ),
        pytest.param(
            b'{"x": ' + b"[" * 65 + b"]" * 65 + b"}",
            "line 1, column 7: `x` is nested more than 64 deep",
            id="too-deep",
        ),
    ],
)
def test_a_wrong_manifest_is_refused_with_one_sentence(data: bytes, reason: str) -> None:
    with pytest.raises(ManifestError) as caught:
        load(data, PATH)
    assert (caught.value.path, caught.value.reason) == (PATH, reason)
    assert str(caught.value) == f"/x/extension.json: {reason}"


def test_a_number_with_too_many_digits_is_refused() -> None:
    with pytest.raises(ManifestError, match="line 1, column 7: "):
        load(b'{"x": ' + b"9" * 10_000 + b"}", PATH)


@pytest.mark.rule("Z-H56")
@pytest.mark.parametrize("name", ["../x", "a/b", "..", ".hidden", "-rf", "a b", "a\n", "ä", "a\u0000", "a" * 65, "_x"])
def test_a_name_that_is_not_safe_in_a_path_is_refused(name: str) -> None:
    data = json.dumps({"name": name, "exec": "b"}).encode()
    with pytest.raises(ManifestError, match=r"^/x/extension\.json: line 1, column 10: `name` "):
        load(data, PATH)
    assert not is_name(name)


@pytest.mark.rule("Z-H56")
@pytest.mark.parametrize("name", ["a", "7", "hello-py", "Hello_2.0", "a" * 64])
def test_a_name_that_is_safe_in_a_path_is_taken(name: str) -> None:
    assert load(json.dumps({"name": name, "exec": "b"}).encode(), PATH).name == name


@given(st.binary(max_size=60) | st.text(alphabet='{}[]":,\\ntue1 \n', max_size=40).map(str.encode))
def test_whatever_the_bytes_there_is_a_manifest_or_a_sentence(data: bytes) -> None:
    with contextlib.suppress(ManifestError):
        load(data, PATH)


def test_a_manifest_is_read_from_its_folder(tmp_path: Path) -> None:
    assert read(make_extension(tmp_path, "a")) == Manifest(name="a", exec="./run")


def test_a_missing_manifest_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ManifestError) as caught:
        read(tmp_path)
    assert caught.value.reason == "does not exist; an extension needs a manifest of that name"


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        pytest.param(os.mkfifo, "is no regular file; put the manifest there", id="pipe"),
        pytest.param(os.mkdir, "cannot be read: Is a directory", id="folder"),
        pytest.param(
            lambda path: path.write_bytes(b" " * 300_000),
            "is larger than 262144 bytes; a manifest is a short file",
            id="huge",
        ),
        pytest.param(
            lambda path: path.symlink_to(path), "cannot be read: Too many levels of symbolic links", id="loop"
        ),
    ],
)
def test_what_is_no_readable_file_is_refused(tmp_path: Path, make: object, reason: str) -> None:
    assert callable(make)
    make(tmp_path / extension_manifest.FILE_NAME)
    with pytest.raises(ManifestError) as caught:
        read(tmp_path)
    assert caught.value.reason == reason


# Where the program is.


@pytest.fixture
def search_path(tmp_path: Path) -> str:
    """A PATH with one program, `tool`, and entries that must not count: relative, missing, impossible."""
    place = tmp_path / "bin"
    place.mkdir()
    (place / "tool").write_text("#!/bin/sh\n")
    (place / "tool").chmod(0o755)
    return f"relative::{tmp_path}/nowhere:/{'x' * 300}:{place}"


@pytest.mark.rule("Z-H4")
def test_a_relative_program_is_beside_the_manifest(tmp_path: Path, search_path: str) -> None:
    folder = make_extension(tmp_path, "a")
    (folder / "bin").mkdir()
    shutil.copy2(folder / "run", folder / "bin" / "inner")
    for wanted in ("./run", "run", "bin/inner", "bin/../run"):
        found = find_executable(Manifest("a", wanted), folder, search_path)
        assert found == folder / wanted


@pytest.mark.rule("Z-H4")
def test_an_absolute_program_is_what_it_is(tmp_path: Path, search_path: str) -> None:
    folder = make_extension(tmp_path, "a")
    assert find_executable(Manifest("a", f"{tmp_path}/bin/tool"), folder, search_path) == tmp_path / "bin" / "tool"


@pytest.mark.rule("Z-H4")
def test_a_bare_name_is_in_the_folder_else_on_the_path(tmp_path: Path, search_path: str) -> None:
    folder = make_extension(tmp_path, "a")
    assert find_executable(Manifest("a", "tool"), folder, search_path) == tmp_path / "bin" / "tool"
    (folder / "tool").mkdir()
    assert find_executable(Manifest("a", "tool"), folder, search_path) == tmp_path / "bin" / "tool"
    (folder / "tool").rmdir()
    shutil.copy2(folder / "run", folder / "tool")
    assert find_executable(Manifest("a", "tool"), folder, search_path) == folder / "tool"


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        pytest.param("./run", "`exec` is './run', which is not executable; run `chmod +x` on it", id="no-x-bit"),
        pytest.param("run", "`exec` is 'run', which is not executable; run `chmod +x` on it", id="bare-no-x-bit"),
        pytest.param(
            "./gone",
            "`exec` is './gone', and there is no such file; correct it or add the file",
            id="missing",
        ),
        pytest.param(
            "./" + "x" * 300,
            f"`exec` is './{'x' * 300}', and there is no such file; correct it or add the file",
            id="too-long",
        ),
        pytest.param(
            "/gone", "`exec` is '/gone', and there is no such file; correct it or add the file", id="absolute"
        ),
        pytest.param(
            "gone",
            "`exec` is 'gone', which is neither beside the manifest nor on PATH; install or correct it",
            id="bare",
        ),
        pytest.param(
            "..",
            "`exec` is '..', which is neither beside the manifest nor on PATH; install or correct it",
            id="folder",
        ),
    ],
)
def test_a_program_that_cannot_run_is_an_error(tmp_path: Path, search_path: str, wanted: str, reason: str) -> None:
    folder = make_extension(tmp_path, "a")
    (folder / "run").chmod(0o644)
    with pytest.raises(ManifestError) as caught:
        find_executable(Manifest("a", wanted), folder, search_path)
    assert caught.value.reason == reason


# Edits.


@pytest.mark.rule("Z-H60")
@pytest.mark.parametrize(
    ("before", "enabled", "after"),
    [
        pytest.param('{"exec":"b","x":1,"name":"a"}', True, '{"exec":"b","x":1,"name":"a"}', id="absent-on"),
        pytest.param(
            '{"exec":"b","x":1,"name":"a"}',
            False,
            '{"exec":"b","x":1,"name":"a","enabled":false}',
            id="absent-off-compact",
        ),
        pytest.param(
            '{\n\t"z": 1.50,\n\t"name": "\\u00e4"\n}\n',
            False,
            '{\n\t"z": 1.50,\n\t"name": "\\u00e4",\n\t"enabled": false\n}\n',
            id="absent-off-tabs",
        ),
        pytest.param('{ "name" : "a" }', False, '{ "name" : "a", "enabled" : false }', id="absent-off-one-key"),
        pytest.param(
            '{\r\n  "enabled": true,\r\n  "b": {"enabled": true}\r\n}',
            False,
            '{\r\n  "enabled": false,\r\n  "b": {"enabled": true}\r\n}',
            id="on-off-crlf",
        ),
        pytest.param('{"enabled" :\n false , "a":"ä"}', True, '{"enabled" :\n true , "a":"ä"}', id="off-on"),
        pytest.param('{"enabled": null}', True, '{"enabled": null}', id="null-on"),
        pytest.param('{"enabled": null}', False, '{"enabled": false}', id="null-off"),
        pytest.param('{"enabled": "no"}', True, '{"enabled": true}', id="mended"),
        pytest.param('{"en\\u0061bled": true}', False, '{"en\\u0061bled": false}', id="escaped-key"),
    ],
)
def test_an_edit_changes_one_value_and_nothing_else(before: str, enabled: bool, after: str) -> None:
    assert edit(before.encode(), PATH, enabled=enabled).decode() == after


keys = st.text(max_size=8).filter(lambda key: key != "enabled")
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(
    members=st.dictionaries(keys, values, min_size=1, max_size=5),
    flag=st.sampled_from([None, True, False]),
    enabled=st.booleans(),
    indent=st.sampled_from([None, 0, 2, "\t"]),
)
def test_an_edit_says_the_same_but_for_enabled(
    members: dict[str, object], flag: bool | None, enabled: bool, indent: int | str | None
) -> None:
    document = members if flag is None else {**members, "enabled": flag}
    edited = edit(json.dumps(document, indent=indent).encode(), PATH, enabled=enabled)
    expected = dict(document)
    if flag is not None or not enabled:
        expected["enabled"] = enabled
    assert list(json.loads(edited).items()) == list(expected.items())


def test_an_empty_manifest_cannot_be_switched_off() -> None:
    with pytest.raises(ManifestError) as caught:
        edit(b"{}", PATH, enabled=False)
    assert caught.value.reason == "is empty; write `name` and `exec` first"


@pytest.mark.rule("Z-H60")
def test_a_manifest_is_written_with_its_mode_as_it_was(tmp_path: Path) -> None:
    folder = make_extension(tmp_path, "a")
    (folder / extension_manifest.FILE_NAME).chmod(0o640)
    write(folder, b"new")
    path = folder / extension_manifest.FILE_NAME
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", 0o640)
    assert sorted(file.name for file in folder.iterdir()) == ["extension.json", "run"]


def test_a_symlinked_manifest_stays_a_symlink(tmp_path: Path) -> None:
    folder = make_extension(tmp_path, "a")
    (folder / extension_manifest.FILE_NAME).rename(folder / "real.json")
    (folder / extension_manifest.FILE_NAME).symlink_to("real.json")
    write(folder, b"new")
    assert (folder / extension_manifest.FILE_NAME).is_symlink()
    assert (folder / "real.json").read_bytes() == b"new"


def test_a_manifest_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ManifestError) as caught:
        write(tmp_path / "gone", b"new")
    assert caught.value.reason == "cannot be written: No such file or directory; it is as it was"


def test_a_failing_guard_blocks_unless_its_failing_plainly_allows() -> None:
    assert [extension_manifest.fails_closed(choice) for choice in ("allow", "block")] == [False, True]
