"""Texts that programs of JavaScript hand to others."""

from wicket.shell.languages.javascript_effects import account_of


def test_what_is_handed_over_and_what_is_printed() -> None:
    account = account_of("const x = require('x'); x.run('rm -r y'); console.log('rm z')")
    assert account is not None
    assert "run rm -r y" in " ".join(account.given)
    assert "rm z" not in account.given
