"""Texts that programs of Python hand to others."""

from wicket.shell.languages.python_effects import account_of


def test_what_is_handed_over_and_what_is_printed() -> None:
    account = account_of("import x\nx.run('rm -r y')\nprint('rm z')")
    assert account is not None
    assert "run rm -r y" in " ".join(account.given)
    assert "rm z" not in account.given
