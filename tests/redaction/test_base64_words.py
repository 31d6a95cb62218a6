"""Text in base64 is read, and only what tells a secret is one."""

import base64

from wicket.redaction.base64_words import encoded
from wicket.redaction.clean import REDACTED, Cleaner


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
