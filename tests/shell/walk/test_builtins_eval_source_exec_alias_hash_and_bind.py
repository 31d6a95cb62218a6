"""Tests of `builtins_eval_source_exec_alias_hash_and_bind`."""

import pytest

from shell.reading import names, opaque

# ── `eval` and `source` ───────────────────────────────────────────────────────


@pytest.mark.parametrize("text", ["eval rm x", "eval 'true; rm x'", "eval -- rm x", ". /dev/stdin <<< 'rm x'"])
def test_what_they_run_is_found(text: str) -> None:
    assert any(str(name).rpartition("/")[2] == "rm" for name in names(text))


@pytest.mark.parametrize("text", ['eval "$(x)"', "source <(x)", "cat a > s; . ./s"])
def test_what_cannot_be_read_is_said(text: str) -> None:
    assert opaque(text)


# ── `exec`, `command` and `builtin` ───────────────────────────────────────────


@pytest.mark.parametrize(
    "text",
    [
        "command rm x",
        "command -p rm x",
        "builtin command rm x",
        "exec rm x",
        "exec -a name rm x",
        "exec <<< 'rm x'; sh",
    ],
)
def test_what_they_run_is_found_of_builtin_exec_and_command(text: str) -> None:
    assert any(str(name).rpartition("/")[2] == "rm" for name in names(text))


@pytest.mark.parametrize("text", ["command -v rm"])
def test_what_runs_nothing_is_plain(text: str) -> None:
    assert opaque(text) == []
    assert "rm" not in names(text)


# ── what an alias makes of a command is read, and the command ─────────────────


def test_an_alias_is_read_beside_the_command_of_that_name() -> None:
    assert names("alias sudo=echo\nsudo rm x") == ["alias", "echo", "sudo", "rm"]


def test_an_alias_that_is_not_known_is_said() -> None:
    assert opaque('alias l="$(x)"\nl')[-1] == "an alias whose text is not known"


def test_a_here_document_in_an_alias_has_its_text_elsewhere() -> None:
    said = "a here-document in an alias, whose text comes from somewhere else"
    assert said in opaque("shopt -s expand_aliases\nalias q='cat <<E\nls\nE\n'\nq")


@pytest.mark.parametrize("text", ["alias l='rm x'\nl", "alias l='rm'\nl x"])
def test_what_an_alias_runs_is_found(text: str) -> None:
    assert "rm" in names(text)


def test_the_builtin_itself() -> None:
    assert opaque("alias") == []
    assert opaque('alias a="$(x)"')


# ── `hash` and `enable` ───────────────────────────────────────────────────────


@pytest.mark.parametrize("text", ["hash -p /bin/rm ls; ls"])
def test_what_they_run_is_found_of_builtin_hash_and_enable(text: str) -> None:
    assert any(str(name).rpartition("/")[2] == "rm" for name in names(text))


@pytest.mark.parametrize("text", ["enable -f ./x.so y"])
def test_what_cannot_be_read_is_said_of_builtin_hash_and_enable(text: str) -> None:
    assert opaque(text)


@pytest.mark.parametrize("text", ["enable", "hash -r"])
def test_what_runs_nothing_is_plain_of_builtin_hash_and_enable(text: str) -> None:
    assert opaque(text) == []
    assert "rm" not in names(text)


# ── `bind`, `complete` and the history ────────────────────────────────────────


@pytest.mark.parametrize("text", ["complete -C 'rm x' y", "bind -x '\"a\": rm x'"])
def test_what_they_run_is_found_of_builtin_bind_complete_and_history(text: str) -> None:
    assert any(str(name).rpartition("/")[2] == "rm" for name in names(text))


@pytest.mark.parametrize("text", ["fc -s"])
def test_what_cannot_be_read_is_said_of_builtin_bind_complete_and_history(text: str) -> None:
    assert opaque(text)


@pytest.mark.parametrize("text", ["fc -l"])
def test_what_runs_nothing_is_plain_of_builtin_bind_complete_and_history(text: str) -> None:
    assert opaque(text) == []
    assert "rm" not in names(text)
