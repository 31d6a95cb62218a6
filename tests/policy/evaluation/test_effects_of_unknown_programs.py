"""What looks like a path may be read or written by an unknown program."""

from policy.evaluation.test_command_effects import shown
from policy.judging import command
from wicket.policy.evaluation.command_effects import effects


def test_each_word_of_a_text_that_a_stranger_is_given_may_be_a_path() -> None:
    made = effects(command("fzf --preview 'cat .env <${HOME}/x | b*c *'"))
    assert [str(effect.word) for effect in made if effect.by == "its text"] == ["cat", ".env", "~/x", "b…c"]
    prose = effects(command("gh pr create --body 'cat .env'"))
    assert [effect for effect in prose if effect.by == "its text"] == []


def test_what_stands_in_braces_of_tex_may_be_a_path() -> None:
    made = effects(command(r"pdflatex '\input{.env}'"))
    assert ".env" in [str(effect.word) for effect in made if effect.by == "its text"]
    globs = effects(command("prettier --write '**/*.{ts,tsx}'"))
    assert [effect for effect in globs if effect.by == "its text"] == []


def test_a_program_that_takes_no_operand_is_given_one() -> None:
    assert shown("terraform console -varfile") == ["touch arfile"]
