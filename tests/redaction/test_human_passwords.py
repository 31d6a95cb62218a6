"""Passwords that people made up are told by their spelling; names, versions and sentences are none."""

import pytest

from wicket.redaction.human_passwords import human_passwords, is_odd


def found(text: str) -> list[str]:
    return sorted({text[start:end] for start, end in human_passwords(text)})


@pytest.mark.parametrize(
    "password",
    [
        *("P@ssw0rd", "s3cr3t!", "Tr0ub4dor&3", "tr0ub4dor", "Summer2024!", "kX9mP2qL", "Xk9#mQ2$vL", "c0rr3cth0rse"),
        *("hunter2", "letmein", "admin123", "Password1234", "correct-horse-battery-staple", "trustno1"),
        *(
            "Sup3rS3cr3tP@ssw0rd",
            "my-s3cr3t-pw",
            "p@55w0rd",
            "supersecret",
            "MySecretPassword",
            "Winter2023#",
            "Qwerty!23",
        ),
    ],
)
def test_it_is_found_wherever_it_stands(password: str) -> None:
    assert found(f"tool {password}") == [password]
    assert found(f"tool '{password}' x") == [password]
    assert found(f"tool --with={password}") == [password]


def test_the_words_of_a_wallet_are_found() -> None:
    words = "legal winner thank year wave sausage worth useful legal winner thank yellow"
    assert found(f'restore "{words}"') == [words]
    assert found(f'restore "{words} one"') == []
    assert found('echo "does this run all the tests that were added for the new parser here"') == []


@pytest.mark.parametrize(
    "text",
    [
        *("python3 -m http.server", "node18 x86_64 utf8mb4 sha256sum base64", "i18n l10n a11y k8s-e2e s3api ec2-user"),
        *("npm i @types/node@20.1.2", "git show HEAD~1 HEAD^2", "echo Done1 && echo Phase2!", "x=$VAR1 y=${Foo2}"),
        *("curl 'https://h/a?Page1=2&b3=c'", "printf '%02d%s'", "user1@host2", "ls *.Tests1 Foo1*", "6476ab1c0ffee123"),
        *("OAuth2Client Ubuntu22 IPv6Address test_password1 hunter_test", "sed 's/a1b/c2d/'", "README.md#L10-L20"),
    ],
)
def test_what_is_none_is_left_alone(text: str) -> None:
    assert found(text) == []


def test_odd_words_are_hardly_of_a_language() -> None:
    assert all(map(is_odd, ("rosebud7", "fooBar", "a!b", "x1y2")))
    assert not any(map(is_odd, ("rosebud", "Reset", "re-set", "2024")))
