"""Secrets in data whose name stands apart from them."""

import pytest

from wicket.redaction.structured import structured


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
    ],
)
def test_they_are_found(text: str) -> None:
    assert [text[start:end].strip() for start, end in structured(text)] == ["S1x"]


@pytest.mark.parametrize(
    "text",
    [
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
