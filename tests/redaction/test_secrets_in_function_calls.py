"""Secrets among the literals that functions are called with."""

import pytest

from wicket.redaction.secrets_in_function_calls import called


def found(text: str) -> list[str]:
    return sorted({text[start:end] for start, end in called(text)})


@pytest.mark.parametrize(
    "text",
    [
        *("c.login('me', 'bluemoon')", 'db.changeUserPassword("a", "bluemoon")', "FTP('h', 'me', 'bluemoon')"),
        *("mysql('h:3306', 'db', 't', 'root', 'bluemoon')", "s3('https://b/x', 'AKIA', 'bluemoon', 'CSV')"),
        *("hashpw(b'bluemoon', salt)", "hashlib.sha256(b'bluemoon')", "Hash::make('bluemoon')", "MD5('bluemoon')"),
        *("require('bcrypt').hashSync('bluemoon', 10)", "getpass.getpass=lambda *a: 'bluemoon'"),
        *("createHmac('sha256', 'bluemoon')", "jwt.encode({}, 'bluemoon')", "AES_ENCRYPT('t', 'bluemoon')"),
        *("pgp_sym_decrypt(col, 'bluemoon')", "EXEC sp_addlogin 'bluemoon'", "Password.create('bluemoon')"),
        *(
            "define('DB_PASSWORD', 'bluemoon')",
            "page.fill('#password', 'bluemoon')",
            "setenv(\"API_TOKEN\", 'bluemoon')",
        ),
        *("getByLabel('Password').fill('bluemoon')", "find(By.ID, 'password').send_keys('bluemoon')"),
        *("fill_in 'Password', with: 'bluemoon'", "page.type('input[name=password]', 'bluemoon')"),
    ],
)
def test_it_is_found(text: str) -> None:
    assert found(text) == ["bluemoon"]


def test_behind_the_password_there_may_be_more() -> None:
    assert "bluemoon" in found("pymysql.connect('h', 'root', 'bluemoon', 'db')")
    assert "bluemoon" in found("connect('weblogic', 'bluemoon', 't3://h:7001')")


def test_a_default_is_found_if_it_is_odd() -> None:
    assert found("get('API_KEY', 'rosebud7')") == ["rosebud7"]
    assert found("get('API_KEY', 'missing')") == []


@pytest.mark.parametrize(
    "text",
    [
        *("fields = ('username', 'password', 'email')", "['password', 'token']", "print('password', 'is set')"),
        *(
            "hashlib.sha256(open('f', 'rb').read())",
            "hashlib.new('sha256')",
            "createHash('sha256')",
            "open('f1', 'rb')",
        ),
        *("page.fill('#name', 'bluemoon')", "connect('localhost')", "getattr(x, 'token', 'none')", "sign(payload)"),
    ],
)
def test_what_is_none_is_left_alone(text: str) -> None:
    assert found(text) == []
