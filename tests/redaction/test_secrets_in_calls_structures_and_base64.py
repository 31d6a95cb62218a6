"""Tests of `secrets_in_calls_structures_and_base64`."""

import base64

import pytest

from wicket.redaction.clean import REDACTED, Cleaner
from wicket.redaction.secrets_behind_names_headers_and_parameters import named
from wicket.redaction.secrets_in_calls_structures_and_base64 import called, encoded, in_decoded, settings, structured

# ── secrets among the literals that functions are called with ─────────────────


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


# ── secrets in data whose name stands apart from them ─────────────────────────


@pytest.mark.parametrize(
    "text",
    [
        "db:\n  password: |\n    S1x\n  user: a\n",
        "api_token: >-\n  S1x\n",
        "env:\n  - name: DB_PASSWORD\n    value: S1x\n",
        '[{"name": "API_KEY", "value": "S1x"}]',
        '{"value":"S1x","name":"API_KEY"}',
        "ParameterKey=DbPassword,ParameterValue=S1x",
        '<add key="ApiKey" value="S1x"/>',
        "<key>Password</key>\n<string>S1x</string>",
        '{"passwords": ["S1x"]}',
        "TOKENS=(S1x)",
        "const password=`S1x`;",
        "TOKEN+=S1x",
        ': "${DB_PASSWORD:=S1x}"',
        '<wsse:Password Type="x">S1x</wsse:Password>',
        '<entry key="db.password">S1x</entry>',
        "<password><![CDATA[S1x]]></password>",
        "<AdminPassword><Value>S1x</Value></AdminPassword>",
        'variable "db_password" { default = "S1x" }',
        '["db"]["password"] "S1x"',
        '{"OpenPassword": {"type": "string", "value": "S1x"}}',
        "env[0].name=DB_PASS,env[0].value=S1x",
        "-f key=DB_PASS -f value=S1x",
    ],
)
def test_they_are_found(text: str) -> None:
    assert [text[start:end].strip() for start, end in structured(text)] == ["S1x"]


def test_all_values_of_a_file_are_found() -> None:
    text = "a: x1\nb: $Y\n" + '{"c": "x2"}\n[d]\ne = x3\n'
    assert [text[start:end] for start, end in settings(text)] == ["x1", "x2", "x3"]


@pytest.mark.parametrize(
    "text",
    [
        "<privateKey>/path/to/key</privateKey>",
        "<name>x</name>",
        "on: |\n  a\n",
        "- name: REGION\n  value: eu\n",
        '{"name": "API_KEY", "value": "$API_KEY"}',
        'REQUIRED_SECRETS=("API_KEY" "DB_PASSWORD")',
        "total_tokens += 5 and tokens = [a for a in b]",
        '<add key="Region" value="eu"/>',
        "${TOKEN:-}",
        "tokens = list[str]",
    ],
)
def test_other_data_stays(text: str) -> None:
    assert structured(text) == []


# ── A text with its escapes undone, and where what was found in it stands ─────


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
