"""The model of a policy."""

from wicket.policy.config_model import Config, Files, Origin, Rule


def test_a_place_is_a_value_and_can_be_said() -> None:
    here = Origin("wicket.yml", 3)
    assert (str(here), str(Origin("built in", 0))) == ("wicket.yml:3", "built in")
    assert {here, Origin("wicket.yml", 3)} == {here}
    assert here != Origin("wicket.yml", 4)


def test_an_empty_policy_says_nothing() -> None:
    config = Config()
    assert (config.rules, config.types, config.default_action, config.shell, config.require_command) == (
        [],
        {},
        "",
        "",
        None,
    )
    assert len(config.scopes) == 1
    files = config.files
    assert {getattr(files, name) for name in (*Files.LISTS, "fences")} == {()}


def test_a_rule_has_what_it_is_given_and_nothing_else() -> None:
    rule = Rule("deny", "rm *", Origin("x", 1), message="no")
    assert (rule.action, rule.pattern, rule.message, rule.when, rule.validate, rule.scope) == (
        "deny",
        "rm *",
        "no",
        "",
        (),
        0,
    )
