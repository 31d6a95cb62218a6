"""The operator's own settings: what holds, and what is no setting."""

import pytest

from wicket.gateway.operator_settings import BadOperatorFile, OperatorSettings, read


def test_what_is_said_holds_and_the_rest_stays() -> None:
    assert read({}) == OperatorSettings(
        root_grants=False,
        root_allow=False,
        agent_allow=False,
        keep_output=False,
        keep_days=365,
        keep_mb=1000,
        answer_minutes=10,
    )
    assert read({"root_grants": True, "keep_days": 7, "webhook": "https://example.org"}) == OperatorSettings(
        root_grants=True, keep_days=7
    )


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            {"root_grant": True},
            "gateway.root_grant: there is no such setting; there are gateway.root_grants, "
            "gateway.root_allow, gateway.agent_allow, gateway.keep_output, gateway.answer_minutes, "
            "gateway.keep_days, gateway.keep_mb, "
            "hooks.ask, gateway.fleet, gateway.public_url, gateway.webhook",
        ),
        ({"root_grants": "yes"}, "gateway.root_grants: 'yes' is not true or false"),
        ({"root_allow": 1}, "gateway.root_allow: 1 is not true or false"),
        ({"keep_days": True}, "gateway.keep_days: True is not a number from 1 on"),
        ({"keep_mb": 0}, "gateway.keep_mb: 0 is not a number from 1 on"),
        ({"hooks_ask": "both"}, "hooks.ask: 'both' is not dialog or queue"),
        ({"hooks_ask": True}, "hooks.ask: True is not dialog or queue"),
        ({"keep_mb": None}, "gateway.keep_mb: None is not a number from 1 on"),
    ],
)
def test_what_is_no_setting_is_said(said: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadOperatorFile) as caught:
        read(said)
    assert str(caught.value).startswith(sentence)
