"""What an alias makes of a command is read, and the command."""

import pytest

from shell.reading import names, opaque


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
