"""What is printed into a program, or into a file, and is a secret there."""

import shlex

import pytest

from wicket.redaction.printed_and_piped_secrets import (
    formatted,
    is_digested,
    is_odd_answer,
    is_short,
    passes_on,
    prints,
    takes_secret_from_stdin,
)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "docker login -u me --password-stdin",
            "gh auth login --with-token",
            "sudo -S ls",
            "chpasswd",
            "passwd --stdin bob",
        ),
        *(
            "gpg --passphrase-fd 0 -d x",
            "npx wrangler secret put X",
            "cryptsetup luksOpen a b",
            "vercel env add API_TOKEN",
            "read PASSWORD",
        ),
        *(
            "cargo login",
            "vault login -",
            "sudo kinit me",
            "sshfs -o password_stdin h: m",
            "zfs load-key p",
            "argon2 s",
        ),
        *("encfs --stdinpass a b", "tee /run/secrets/db", "mkpasswd -s", "ansible-vault encrypt_string --stdin-name x"),
        *("elasticsearch-keystore add -x a", "tee .vault_pass", "wg pubkey", "hdiutil create -stdinpass x"),
        *(
            "az devops login",
            "foo unlock",
            "op signin",
            "x --password --user me",
            "ssh h gopass insert x",
            "doas -S ls",
        ),
        *("tool --askpass", "python manage.py changepassword me", "mount -t davfs h m", "keepassxc-cli open x"),
    ],
)
def test_some_read_a_secret(text: str) -> None:
    assert takes_secret_from_stdin(text.split())


@pytest.mark.parametrize(
    "text",
    [
        "cat",
        "git hash-object --stdin",
        "sudo -n ls",
        "grep -S x",
        "vercel env add REGION",
        "read line",
        "wc -l",
        "grep login",
        "x y/login.txt",
        "x --token=a",
    ],
)
def test_others_read_something_else(text: str) -> None:
    assert not takes_secret_from_stdin(text.split())


def test_what_is_formatted_behind_a_name() -> None:
    words = ["printf", "user=%s\\npassword=%s\\n", "me", "bluemoon"]
    assert list(formatted(words)) == [(3, 0, 8)]
    assert list(formatted(["printf", "AUTH %s", "bluemoon"])) == [(2, 0, 8)]
    assert list(formatted(["printf", "%s and %s", "a", "b"])) == []


def test_who_passes_on_digests_or_answers() -> None:
    assert passes_on(["head", "-2"])
    assert not passes_on(["grep", "x"])
    assert not passes_on([])
    assert is_digested(["base64"])
    assert is_digested(["openssl", "dgst"])
    assert not is_digested(["openssl", "x509"])
    assert is_odd_answer(["tool"], "rosebud7")
    assert not is_odd_answer(["grep", "x"], "rosebud7")
    assert not is_odd_answer(["tool"], "rosebud")


@pytest.mark.parametrize(
    ("text", "words"),
    [("yes x", "x"), ("echo -n a b", "a b"), ("printf '%s\\n' a", "a"), ("printf a", "a"), ("cat a", ""), ("", "")],
)
def test_what_is_printed(text: str, words: str) -> None:
    given = shlex.split(text)
    assert " ".join(given[number] for number in prints(given)) == words


def test_a_long_document_is_no_secret() -> None:
    assert is_short("x\ny\n")
    assert not is_short("x\n" * 20)
