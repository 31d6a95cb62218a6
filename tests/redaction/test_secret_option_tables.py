"""The tables of options and operands are well-formed."""

from wicket.redaction.secret_option_tables import FLAGS, NEVER_GLUED, OPTIONS


def test_options_have_dashes() -> None:
    assert all(option.startswith("-") for known in OPTIONS.values() for option in known)


def test_every_pattern_says_which_part_is_the_secret() -> None:
    assert all("secret" in how.groupindex for known in OPTIONS.values() for how, _ in known.values())


def test_flags_and_glueing_are_of_programs_with_options() -> None:
    assert set(FLAGS) <= set(OPTIONS)
    assert set(NEVER_GLUED) <= set(OPTIONS)
