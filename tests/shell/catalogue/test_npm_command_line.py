"""How npm and npx read their command lines."""

import pytest

from shell.reading import argvs, commands, names, opaque
from shell.tables import usage_lines
from wicket.shell.catalogue.npm_command_line import behind_command, plainly
from wicket.shell.programs.file_access import acts
from wicket.shell.programs.program_lookup import usage
from wicket.shell.programs.subcommands import usage_of


@pytest.mark.parametrize(
    "text",
    [
        "npm --call='rm x' exec",
        "npm -call='rm x' exec",
        "npm ---call 'rm x' exec",
        "npm --c='rm x' x",
        "npm -c 'rm x' exec",
        "npm exec -c='rm x'",
        "npx --c='rm x'",
        "npm --editor=rm edit x",
        "npm edit x --edi rm",
        "npm --script-shell=/bin/rm run x",
        "npm run x -script-sh /bin/rm",
        "npm exec ls --script-shell=rm",
        "npm explore x --shel=rm",
        "npm docs x --browser rm",
        "npm --git rm install x",
        "npm --registry x --tag y exec rm z",
        "npm --yes true exec rm z",
        "npm --foo false x rm z",
        "npm exe rm@1 z",
        "npm conf set script-shell=rm",
    ],
)
def test_what_settings_run_is_found(text: str) -> None:
    assert {name.rpartition("/")[2] for name in names(text) if name} >= {"rm"}


@pytest.mark.parametrize(
    "text",
    [
        "npm run build --if-present -c prod",
        "npm test -- --editor=rm",
        "npm exec -- eslint --editor=rm",
        "npm ci --no-audit --cache x",
        "npm view x true",
        "npx -y prettier --write .",
    ],
)
def test_what_is_no_setting_runs_nothing(text: str) -> None:
    assert "rm" not in names(text)
    assert opaque(text) == []


def test_settings_are_acts() -> None:
    made = [(act.kind, str(act.word)) for act in acts(commands("npm run x --script-sh=y --logs-dir z --cafile c")[0])]
    assert made == [("run", "y"), ("write", "z"), ("read", "c")]


def test_settings_are_named_and_answers_left_out() -> None:
    known = usage("npm")
    assert known is not None
    for text, expected in (
        ("npm --yes true exec x", "--yes exec x"),
        ("npm --yes=true true x", "--yes=true true x"),
        ("npm --editor true edit x", "--editor true edit x"),
        ("npm --yes false true", "--yes true"),
        ("npm --yes -- true", "--yes -- true"),
        ("npm exec -y --- --foo true", "exec -y -- --foo true"),
        ("npm ---call x -cache y --l z", "--call x --cache y -l z"),
        ("npm --lo x --loglev y", "--lo… x --loglev y"),
        ("npm --lo=x", "--lo=x"),
        ("npm run x", "run x"),
    ):
        assert " ".join(map(str, plainly(known, commands(text)[0].words[1:]))) == expected


@pytest.mark.parametrize(
    "text", ["npx --lo rm x", "npm --lo exec rm x", "npx -n ls rm x", "npx --l rm x", "npm -zz x rm y"]
)
def test_what_may_be_short_for_several_hides_nothing(text: str) -> None:
    assert "rm" in names(text) or opaque(text) != []


def test_settings_behind_the_command() -> None:
    for text, expected in (
        ("npm exec ls --script-shell=x", ["--script-shell"]),
        ("npm exec ls -- --script-shell=x", []),
        ("npm exec -- ls --script-shell=x", []),
        ("npm exec ls --foo", []),
        ("npm exec ls", []),
    ):
        taken = usage_of(commands(text)[0])
        assert taken is not None
        assert [found.name for found in behind_command(taken.usage, taken.line)] == expected


def test_commands_that_are_cut_short() -> None:
    lines = usage_lines()
    assert lines["npm exe"] == lines["npm exec"]
    assert lines["npm conf set"] == lines["npm config set"]
    assert argvs("npm exe ls")[-1] == ["ls"]


@pytest.mark.parametrize(
    "text", ["npx sort -o x y", "npx sort --o x y", "npm exec -- sort -o x y", "npm x sort -o x y"]
)
def test_the_command_that_is_run_is_given_its_options_as_they_stand_there(text: str) -> None:
    assert argvs(text)[-1] == ["sort", "--o" if "--o" in text else "-o", "x", "y"]
    assert [str(act.word) for act in acts(commands(text)[-1]) if act.kind == "write"] == ["x"]
