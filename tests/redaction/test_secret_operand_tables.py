"""The rows of positions are well-formed."""

from wicket.redaction.secret_operand_tables import ANYWHERE, GIVEN, LAST_OPERAND, POSITIONS


def test_operands_are_counted_from_one() -> None:
    assert all(least > 0 for verbs in LAST_OPERAND.values() for least in verbs.values())
    assert GIVEN


def test_every_row_has_a_secret_in_it() -> None:
    rows = [row for table in (POSITIONS, ANYWHERE) for rows in table.values() for row in rows]
    assert all({"S", "A", "W"} & set(row) for row in rows)


def test_programs_are_found_in_small_letters() -> None:
    assert all(name == name.lower() for name in (*POSITIONS, *ANYWHERE))
