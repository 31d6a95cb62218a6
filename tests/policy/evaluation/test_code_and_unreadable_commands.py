"""Code, and what cannot be read, is asked about."""

from policy.judging import decide, policy


def test_code_is_asked_about_only_where_something_could_be_hidden_in_it() -> None:
    code = "python -c 'import pickle; pickle.load(x)'"
    assert decide(policy(defaults={"action": "allow"}), code) == "allow"
    assert decide(policy("deny: rm *", defaults={"action": "allow"}), code) == "ask"
    assert decide(policy(defaults={"action": "allow"}, files={"deny_read": ["/x"]}), code) == "ask"
