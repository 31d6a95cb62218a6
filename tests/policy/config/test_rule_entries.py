"""A rule is read with all that it says, and with its examples."""

from policy.reading import layer_of, rule_value


def problems(text: str) -> list[str]:
    return [str(problem) for problem in layer_of(text).problems]


def test_a_rule_has_all_that_it_was_given() -> None:
    layer = layer_of(
        "rules:\n"
        "- allow: 'git push *'\n"
        "  when: env.CI == '1'\n"
        "  message: only there\n"
        "  fix_suggestion: wait\n"
        "  sandbox: box\n"
        "  validate: [A, B, A]\n"
        "  tests:\n"
        "  - allow: git push\n"
        "  - pass: git pull\n"
        "- deny: rm -rf /\n"
        "- ask: make *\n"
        "  validate: A\n"
        "- ask: curl *\n"
        "  to: elsewhere\n"
        "  carries: files\n"
        "  except: curl -I *\n"
    )
    assert [rule_value(rule) for rule in layer.rules] == [
        {
            "action": "allow",
            "pattern": "git push *",
            "when": "env.CI == '1'",
            "message": "only there",
            "fix_suggestion": "wait",
            "sandbox": "box",
            "validate": ("A", "B"),
            "at": "wicket.yml:2",
            "tests": [("allow", "git push", 9), ("pass", "git pull", 10)],
        },
        {"action": "deny", "pattern": "rm -rf /", "at": "wicket.yml:11"},
        {"action": "ask", "pattern": "make *", "validate": ("A",), "at": "wicket.yml:12"},
        {
            "action": "ask",
            "pattern": "curl *",
            "to": "elsewhere",
            "carries": "files",
            "exceptions": ("curl -I *",),
            "at": "wicket.yml:14",
        },
    ]
    assert (layer.problems, layer.warnings) == ([], [])


def test_tests_of_others_are_left_out() -> None:
    layer = layer_of("rules:\n- allow: x\n  tests: [{allow: x}]\ntests: {cases: [{allow: x}]}\n", tests=False)
    assert ([rule.tests for rule in layer.rules], layer.tests) == ([()], None)


def test_programs_that_a_rule_is_about_are_unknown_ones() -> None:
    assert problems("rules:\n- ask: '* deploy *'\n  program: strange\n") == [
        "wicket.yml:3: `program` is `strange`, and must be one of unknown"
    ]


def test_what_a_command_carries_is_one_of_three() -> None:
    assert problems("rules:\n- ask: curl *\n  carries: weapons\n") == [
        "wicket.yml:3: `carries` is `weapons`, and must be one of files, input, secrets"
    ]


def test_where_a_request_goes_is_one_of_two() -> None:
    assert problems("rules:\n- ask: curl *\n  to: mars\n") == [
        "wicket.yml:3: `to` is `mars`, and must be one of here, elsewhere"
    ]
