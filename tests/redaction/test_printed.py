"""What is printed into a program, or into a file, and is a secret there."""

import shlex

import pytest

from wicket.redaction.printed import is_secret_file, is_short, prints, takes_secret_from_stdin


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
    ],
)
def test_some_read_a_secret(text: str) -> None:
    assert takes_secret_from_stdin(text.split())


@pytest.mark.parametrize(
    "text", ["cat", "git hash-object --stdin", "sudo -n ls", "grep -S x", "vercel env add REGION", "read line", "wc -l"]
)
def test_others_read_something_else(text: str) -> None:
    assert not takes_secret_from_stdin(text.split())


@pytest.mark.parametrize(
    ("text", "words"), [("echo -n a b", "a b"), ("printf '%s\\n' a", "a"), ("printf a", "a"), ("cat a", ""), ("", "")]
)
def test_what_is_printed(text: str, words: str) -> None:
    given = shlex.split(text)
    assert " ".join(given[number] for number in prints(given)) == words


@pytest.mark.parametrize(
    "path", ["/run/secrets/db", ".vault_pass", "token.txt", "~/.config/x/api_key", "rsyncd.secrets", "~/.passwd-s3fs"]
)
def test_files_are_named_for_secrets(path: str) -> None:
    assert is_secret_file(path)


@pytest.mark.parametrize(
    "path",
    ["token.py", "src/password.test.ts", "README.md", "tokens.json", "/dev/null", "key.pub", "out.txt", "$TOKEN"],
)
def test_others_are_not(path: str) -> None:
    assert not is_secret_file(path)


def test_a_long_document_is_no_secret() -> None:
    assert is_short("x\ny\n")
    assert not is_short("x\n" * 20)
