"""Secrets in data whose name stands apart from them."""

import pytest

from wicket.redaction.secrets_in_structured_data import settings, structured


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
