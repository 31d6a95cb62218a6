"""Tests of `effects_of_variables_and_recursion`."""

import pytest

from policy.evaluation.test_command_effects import beside_its_name
from policy.judging import command
from wicket.policy.evaluation.command_effects import effects
from wicket.shell.read import read

# ── what variables do to files, and to commands ───────────────────────────────


def listed(text: str) -> list[str]:
    return [str(effect) for effect in beside_its_name(read(text).commands[-1])]


def test_what_was_exported_earlier_is_not_meant_for_a_command_by_its_value() -> None:
    assert listed("export A=.env; B=.x hx") == ["names .x through B"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("PIP_LOG=f hx", "writes f through PIP_LOG"),
        ("export PIP_LOG=f; hx", "writes f through PIP_LOG"),
        ("UV_PROJECT_ENVIRONMENT=f hx", "writes f through UV_PROJECT_ENVIRONMENT"),
        ("CARGO_TARGET_DIR=f hx", "writes f through CARGO_TARGET_DIR"),
        ("GIT_INDEX_FILE=f hx", "writes f through GIT_INDEX_FILE"),
        ("GIT_TRACE_PERFORMANCE=f hx", "writes f through GIT_TRACE_PERFORMANCE"),
        ("TF_LOG_PATH=f hx", "writes f through TF_LOG_PATH"),
        # What steers a program may be any option of it, and that may name a file.
        ("PIP_ANYTHING=f hx", "names f through PIP_ANYTHING"),
        ("KUBECONFIG=f hx", "names f through KUBECONFIG"),
        ("npm_config_x=f hx", "names f through npm_config_x"),
        ("TF_CLI_ARGS_plan=-out=f hx", "names f through TF_CLI_ARGS_plan"),
        ("PYTEST_ADDOPTS='-q --log-file=f' hx", "names f through PYTEST_ADDOPTS"),
    ],
)
def test_variables_that_steer_a_program_name_files(text: str, expected: str) -> None:
    assert expected in listed(text)


@pytest.mark.parametrize(
    "text", ["PIP_NO_INPUT=1 hx", "PIP_RETRIES=20 hx", "GIT_TRACE=true hx", "A=f hx", "GIT_AUTHOR_NAME=f hx"]
)
def test_others_name_none(text: str) -> None:
    assert [said for said in listed(text) if said.startswith(("names", "writes"))] == []


# ── how far commands go into folders ──────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("grep x f", ""),
        ("grep -r x f", "all"),
        ("rg x f", "plain"),
        ("rg --hidden x f", "all"),
        ("rg -g .env x f", "all"),
        ("rg --iglob '.E*' x f", "all"),
        ("rg -g '*.ts' -g '!x' x f", "plain"),
        ("rg -tpy x f", "plain"),
        ("tar cf - f", "all"),
        ("find f", ""),
        ("ls -R f", ""),
        ("hx -r f", "all"),
        ("hx f", ""),
        ("docker run -v f:/x i", "listed"),
    ],
)
def test_how_far_it_goes_into_folders(text: str, expected: str) -> None:
    assert {effect.recursive for effect in beside_its_name(command(text))} == {expected}


def test_what_is_moved_is_moved_with_all_that_lies_in_it() -> None:
    assert {(effect.kind, effect.recursive) for effect in effects(command("mv a b"))} == {
        ("read", "all"),
        ("delete", ""),
        ("write", ""),
    }
