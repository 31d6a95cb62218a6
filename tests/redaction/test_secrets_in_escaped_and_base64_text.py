"""A text with its escapes undone, and where what was found in it stands."""

import base64

import pytest

from wicket.redaction.clean import REDACTED, Cleaner
from wicket.redaction.secrets_in_escaped_and_base64_text import encoded, in_decoded
from wicket.redaction.values_of_secret_names import named


@pytest.mark.parametrize(
    "text",
    [
        "printf 'machine h\\nlogin me\\npassword S1x\\n'",
        "https://h/?q=%7B%22password%22%3A%22S1x%22%7D",
        "<a b='{&quot;password&quot;: &quot;S1x&quot;}'>",
        '{"a": "{\\\\\\"password\\\\\\": \\\\\\"S1x\\\\\\"}"}',
        "\\x70assword=S1x",
    ],
)
def test_what_is_named_behind_escapes_is_found(text: str) -> None:
    assert "S1x" in [text[start:end] for start, end in in_decoded(text, named)]


def test_places_are_those_of_the_text() -> None:
    text = "a%20b%20c"
    assert in_decoded(text, lambda plain: [(0, len(plain)), (2, 3), (1, 2)]) == [(0, 9), (1, 4), (4, 5)]


def test_what_has_no_escapes_is_not_read_twice() -> None:
    assert in_decoded("password=x", lambda plain: [(0, 1)]) == []


def b64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def test_a_word_is_asked_about_as_it_reads() -> None:
    word = b64("me:bluemoon")
    assert list(encoded(f"x {word} y", lambda plain: plain == "me:bluemoon")) == [(2, 2 + len(word))]
    assert list(encoded(f"x {word} y", lambda plain: plain != "me:bluemoon")) == []


def test_what_is_no_text_is_not_asked_about() -> None:
    def tells(plain: str) -> bool:
        raise AssertionError(plain)

    assert list(encoded("password configuration AAECAwQFBgcICQoLDA0ODw== 6476ab1c", tells)) == []


def test_an_account_is_cleaned_and_a_greeting_is_not() -> None:
    account, greeting = b64("me:bluemoon"), b64("hello you")
    assert Cleaner().text(f"tool {account}") == f"tool {REDACTED}"
    assert Cleaner().text(f"tool {greeting}") == f"tool {greeting}"
