"""What a program in another language does."""

from wicket.shell.code_effects import Account


def test_whoever_runs_a_text_or_a_program_starts_processes() -> None:
    account = Account()
    assert not account.starts
    account.fed.append(("x",))
    assert account.starts
