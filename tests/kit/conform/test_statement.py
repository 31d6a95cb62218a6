"""Statements and what comes of them."""

from wicket.kit.conform.statement import Book, Broken, Outcome, Skipped, quoted

BOOK: Book[list[str]] = Book()


@BOOK.statement("X-S10", "It is empty.", attempts=3)
def empty(trial: list[str]) -> None:
    if trial:
        raise Broken(f"it holds {trial.pop()}")


@BOOK.statement("X-S2", "It has a first word.")
def first(trial: list[str]) -> None:
    if not trial:
        raise Skipped("it is empty")


def test_statements_are_in_order_of_their_numbers_and_say_what_came_of_them() -> None:
    assert [[statement.try_on(trial) for statement in BOOK.statements] for trial in ([], list("abcd"))] == [
        [Outcome("X-S2", "It has a first word.", "skipped", "it is empty"), Outcome("X-S10", "It is empty.", "passed")],
        [Outcome("X-S2", "It has a first word.", "passed"), Outcome("X-S10", "It is empty.", "failed", "it holds b")],
    ]


def test_what_is_measured_may_succeed_at_the_third_attempt() -> None:
    (_, measured) = BOOK.statements
    assert measured.try_on(["x", "y"]).verdict == "passed"


def test_what_was_heard_is_shown_without_what_acts_on_a_terminal() -> None:
    assert quoted(b"\x1b[31mred\xff\n" + b"x" * 200) == "red� " + "x" * 154 + "…"
