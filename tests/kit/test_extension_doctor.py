"""What is wrong with an extension, and what to do about it."""

import json
from pathlib import Path

import pytest

from sdk.running import EVERYTHING, write
from wicket.kit.extension_doctor import Finding, Level, examine, examine_executor

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def about(path: Path, *levels: Level) -> list[tuple[str, str]]:
    found = list(examine(path))
    for finding in found:
        assert finding.level == "ok" or finding.advice, finding
    return [(finding.about, finding.says) for finding in found if finding.level in levels]


@pytest.mark.parametrize("name", ["destructive-guard", "plain-bash", "todo-panel", "weather-picture"])
def test_the_examples_are_well(name: str) -> None:
    assert about(EXAMPLES / "sdk" / name, "problem") == []


def test_a_file_with_everything_is_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_TOKEN", "x")
    path = write(tmp_path, "#!/usr/bin/env python3\n" + EVERYTHING.lstrip())
    path.chmod(0o755)
    assert about(path, "problem", "warning") == []
    says = dict(about(path, "ok"))
    assert says["protocols"] == "speaks runok, mcpchecker, zot"
    assert "MY_TOKEN" in says["environment"]
    assert says["zot"].startswith("first answer after ")


def manifest(folder: Path, source: str, **keys: object) -> Path:
    """An extension in a folder, whose manifest has these keys besides."""
    write(folder, source, "main.py").chmod(0o755)
    whole = {"name": "x", "version": "1.0.0", "exec": "./main.py", **keys}
    (folder / "extension.json").write_text(json.dumps(whole))
    return folder


HELLO = """#!/bin/sh\necho '{"type":"hello"}'\n"""
SUBSCRIBE = """echo '{"type":"subscribe"}'\necho '{"type":"ready"}'\n"""
BAD_TOOL = """echo '{"type":"register_tool","name":"t","description":"t","schema":{"type":"txt"}}'
echo '{"type":"ready"}'
"""
HEAD = "#!/usr/bin/env python3\nfrom wicket.sdk import Extension\next = Extension('x', '1.0.0')\n"


@pytest.mark.parametrize(
    ("source", "keys", "finding"),
    [
        ("#!/bin/sh\n", {"exec": "./gone"}, ("start", "`exec` is './gone', and there is no such file")),
        ("#!/bin/sh\n", {"exec": "no-such-program"}, ("start", "which is neither beside the manifest nor on PATH")),
        ("#!/bin/sh\n", {"name": "a b"}, ("manifest", "`name` must be letters")),
        (HEAD + "ext.tool(print, name='p', schema={})\next.run()\n", {}, ("manifest", "waits for the host to speak")),
        ("import os\n", {}, ("file", "has no first line that names its interpreter")),
        ("#!/usr/bin/env python3\nimport\n", {}, ("file", "is no Python")),
        (HEAD + "1 / 0\n", {"args": ["--wire", "zot"]}, ("start", "ZeroDivisionError: division by zero")),
        ("#!/bin/sh\ncat > /dev/null\n", {}, ("protocols", "answers neither `validateCommand` nor `initialize`")),
        (HELLO + """echo '{"type":"subscribe"}'\necho hi\n""", {}, ("zot", "no message: 'hi'")),
        (HELLO + BAD_TOOL, {}, ("tool t", "its schema is no JSON Schema")),
    ],
)  # fmt: skip
def test_a_problem_is_found(source: str, keys: dict[str, object], finding: tuple[str, str], tmp_path: Path) -> None:
    found = about(manifest(tmp_path, source, **keys), "problem")
    assert any(about == finding[0] and finding[1] in says for about, says in found), found


@pytest.mark.parametrize(
    ("source", "keys", "finding"),
    [
        (HEAD.replace("from", "import json\nfrom"), {}, ("file", "line 2 imports something before")),
        (HEAD + "ext.command('c')(lambda args: None)\next.run('zot')\n", {}, ("command c", "has no description")),
        (HELLO + """echo '{"type":"subscribe"}'\n""", {}, ("zot", "it never says `ready`")),
        (HELLO + SUBSCRIBE.replace("echo", "sleep 0.5\necho", 1), {}, ("zot", "zot waits 250 ms")),
        ("#!/bin/sh\n", {"version": ""}, ("manifest", "`version` is missing")),
        ("#!/bin/sh\n", {"env": ["NO_SUCH_VARIABLE"]}, ("environment", "NO_SUCH_VARIABLE is asked for and not set")),
    ],
)  # fmt: skip
def test_a_warning_is_given(source: str, keys: dict[str, object], finding: tuple[str, str], tmp_path: Path) -> None:
    found = about(manifest(tmp_path, source, **keys), "warning")
    assert any(about == finding[0] and finding[1] in says for about, says in found), found


def test_a_missing_requirement_is_named(tmp_path: Path) -> None:
    source = (
        HEAD.replace("'1.0.0')", "'1.0.0', requires=['no-such-program'])")
        + "ext.operation(print, name='p', schema={})\next.run()\n"
    )
    path = write(tmp_path, source)
    assert about(path, "problem") == [
        ("mcpchecker", "ext refuses to be initialized: -32002: Requirement not met: no-such-program is not on PATH")
    ]
    source = source.replace("requires=", "requires_at='execute', requires=")
    (says,) = [says for about, says in about(write(tmp_path, source), "problem") if about == "requires"]
    assert says.startswith("there is no no-such-program on PATH; looked in /")


def test_a_line_that_its_host_cannot_read_is_found(tmp_path: Path) -> None:
    source = (
        HEAD.replace("'1.0.0')", "'1.0.0', max_line_bytes=None)")
        + "ext.operation(lambda: 1, name='p', description='x' * 70000)\next.run()\n"
    )
    (says,) = [says for about, says in about(write(tmp_path, source), "problem") if about == "mcpchecker"]
    assert "bytes; mcpchecker reads no more after 65535" in says


def test_a_file_that_cannot_be_executed_is_a_warning_for_python_and_a_problem_for_others(tmp_path: Path) -> None:
    python, script = write(tmp_path, EVERYTHING), write(tmp_path, "#!/bin/sh\n", "run")
    assert ("file", f"{python} is not executable") in about(python, "warning")
    assert about(script, "problem") == [("start", f"{script} is not executable; run `chmod +x` on it")]
    assert about(tmp_path / "none", "problem")[0][1].startswith(f"there is no {tmp_path / 'none'}")


def test_a_slow_start_is_a_warning_unless_the_machine_is_slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, "#!/bin/sh\nsleep 0.3\n" + HELLO.removeprefix("#!/bin/sh\n") + SUBSCRIBE, "run")
    path.chmod(0o755)
    monkeypatch.setattr("wicket.kit.extension_doctor.SLOW_S", {"zot": 0.25})
    for start, slow in ((0.001, True), (10.0, False)):
        monkeypatch.setattr("wicket.kit.extension_doctor._interpreter_start", lambda start=start: start)
        says = [says for about, says in about(path, "warning") if about == "zot"]
        assert [text.endswith("ms, and its host waits for that") for text in says] == ([True] if slow else []), start


def test_one_that_does_not_leave_is_found(tmp_path: Path) -> None:
    path = write(tmp_path, HELLO + SUBSCRIBE + "exec sleep 60\n", "run")
    path.chmod(0o755)
    found = [(each.about, each.says) for each in examine(path, start_s=1.0) if each.level == "problem"]
    assert ("zot", "it is still there 1 s after the end of its input; zot has to kill it") in found


def test_a_file_that_hides_a_module_is_found(tmp_path: Path) -> None:
    path = write(tmp_path, "#!/bin/sh\n", "logging.py")
    assert ("file", "logging.py hides Python's own module logging, and whatever imports that gets this file") in about(
        path, "problem"
    )


def test_a_manifest_that_is_missing_is_a_problem_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (first, second) = about(tmp_path / "empty", "problem")
    assert first[0] == "manifest"
    assert second[0] == "start"


@pytest.mark.rule("R-H27")
def test_an_executor_that_is_not_there_is_said_with_what_was_looked_for_and_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/one:/two")
    write(tmp_path, "", "plain")
    (tmp_path / "run").write_text("#!/bin/sh\n")
    (tmp_path / "run").chmod(0o755)

    def says(executor: str) -> list[tuple[Level, str]]:
        return [
            (finding.level, finding.says.replace(str(tmp_path), "HERE"))
            for finding in examine_executor(executor, tmp_path)
        ]

    assert says("./checks/guard.sh --strict") == [
        ("problem", "there is no ./checks/guard.sh; looked for HERE/checks/guard.sh")
    ]
    assert says("no-such-program") == [("problem", "there is no no-such-program on PATH; looked in /one, /two")]
    assert says("./plain") == [("problem", "HERE/plain is not executable")]
    assert says("./run x") == [("ok", "./run is HERE/run")]
    assert says("/bin/sh -c x") == [("ok", "/bin/sh is /bin/sh")]
    assert [level for level, _ in says("'unfinished")] == ["problem"]


@pytest.mark.parametrize("name", ["n", "Y", "on", "off"])
def test_a_parameter_that_yaml_takes_for_a_truth_is_a_warning(name: str, tmp_path: Path) -> None:
    schema = json.dumps({"type": "object", "properties": {name: {"type": "string", "description": "x"}}})
    tool = f'{{"type":"register_tool","name":"t","description":"t","schema":{schema}}}'
    folder = manifest(tmp_path, f"{HELLO}echo '{tool}'\necho '{{\"type\":\"ready\"}}'\ncat > /dev/null\n")
    said = f"{name} is true or false to programs that read YAML 1.1, and no name"
    assert ("tool t", said) in about(folder, "warning")


def test_a_finding_needs_no_advice_if_all_is_well() -> None:
    assert Finding("ok", "manifest", "fine") == Finding("ok", "manifest", "fine", "")
