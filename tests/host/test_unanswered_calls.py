"""UnansweredCalls in a row are counted, questions asked at once count once, and an answer begins anew."""

from wicket.host.unanswered_calls import MAX_UNANSWERED, UnansweredCalls


def test_the_last_one_is_too_many_and_is_told_once() -> None:
    silences = UnansweredCalls(2)
    assert [silences.note(silences.ask(), str(n)) for n in range(3)] == [False, True, False]
    assert (silences.count, silences.too_many) == (3, True)


def test_questions_asked_at_once_are_one_silence() -> None:
    silences = UnansweredCalls(3)
    numbers = [silences.ask() for _ in range(5)]
    assert [silences.note(number, str(number)) for number in numbers] == [False] * 5
    assert (silences.count, silences.too_many) == (1, False)


def test_an_answer_begins_anew() -> None:
    silences = UnansweredCalls(1)
    assert not silences
    silences.note(silences.ask(), "7")
    assert bool(silences)
    assert ("7" in silences, "8" in silences, silences.too_many) == (True, False, True)
    silences.forget()
    assert (bool(silences), "7" in silences, silences.count, silences.too_many) == (False, False, 0, False)


def test_not_more_are_recognized_than_can_come_back() -> None:
    silences = UnansweredCalls(1)
    for n in range(MAX_UNANSWERED + 1):
        silences.note(silences.ask(), str(n))
    assert (str(MAX_UNANSWERED - 1) in silences, str(MAX_UNANSWERED) in silences) == (True, False)
