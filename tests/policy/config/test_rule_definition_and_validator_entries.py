"""Tests of `rule_definition_and_validator_entries`."""

import pytest

from policy.reading import definitions_value, layer_of, rule_value
from wicket.loaded_policy import Policy
from wicket.policy.errors import PolicyError

# ── A rule is read with all that it says, and with its examples ───────────────


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


# ── definitions are read with their names and places ──────────────────────────


def test_definitions_are_read() -> None:
    layer = layer_of(
        "definitions:\n"
        "  paths: {secrets: [.env, ~/.ssh/**, /etc/../etc/shadow, ../up], one: /x}\n"
        "  vars:\n"
        "    ids: {values: [i-1, {type: path, value: ./run}]}\n"
        "    globs: {type: pattern, values: ['**/dist']}\n"
        "    plain: [a, b]\n"
        "  wrappers: ['sudo <cmd>', 'env <vars> <cmd>']\n"
        "  flag_groups: {method: '-X|--method GET|HEAD'}\n"
        "  aliases: {k: kubectl, g: [git, 'git -C *']}\n"
    )
    assert definitions_value(layer.definitions) == {
        "paths": {
            "secrets": ("/project/.env", "/home/me/.ssh/**", "/etc/shadow", "/up"),
            "one": ("/x",),
        },
        "vars": {
            "ids": [("literal", "i-1"), ("path", "./run")],
            "globs": [("pattern", "**/dist")],
            "plain": [("literal", "a"), ("literal", "b")],
        },
        "wrappers": ["sudo <cmd>", "env <vars> <cmd>"],
        "flag_groups": {"method": "-X|--method GET|HEAD"},
        "aliases": {"k": ("kubectl",), "g": ("git", "git -C *")},
    }
    assert [str(origin) for _, origin in layer.definitions.wrappers] == ["wicket.yml:7", "wicket.yml:7"]
    assert layer.problems == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("types: {A: {}}", "the type `A` has no `executor`; name the program to ask"),
        ("types: {'': {executor: x}}", "a type has no name"),
        ("types: {A: {executor: [x]}}", "the executor of the type `A` must be a text, and is a list"),
        ("types: {A: {executer: x}}", "the type `A` has no key `executer`; did you mean `executor`?"),
        (
            "types: {A: {executor: x, timeout: 0}}",
            "the timeout of the type `A` must be more than nothing and at most an hour; write it like 5s",
        ),
        (
            "types: {A: {executor: x, timeout: 2h}}",
            "the timeout of the type `A` must be more than nothing and at most an hour; write it like 5s",
        ),
        (
            "types: {A: {executor: x, timeout: [1]}}",
            "the timeout of the type `A` must be more than nothing and at most an hour; write it like 5s",
        ),
        (
            "types: {A: {executor: x, timeout: soon}}",
            "the timeout of the type `A` is unreadable; not a duration: 'soon'; "
            "write it like 30s, 1h30m, 1.5s or 100ms",
        ),
        ("definitions: {vars: {a: {type: path}}}", "`definitions.vars.a` has no `values`; list what it stands for"),
        (
            "definitions: {vars: {a: {type: glob, values: [x]}}}",
            "the `type` of `definitions.vars.a` is `glob`, and must be one of literal, path, pattern",
        ),
        ("definitions: {vars: {a: {values: [{type: path}]}}}", "a value of `definitions.vars.a` has no `value`"),
        (
            "definitions: {vars: {a: {values: [5]}}}",
            "a value of `definitions.vars.a` must be a text, and is a number; put it in quotes: '5'",
        ),
        ("definitions: {path: {}}", "`definitions` has no key `path`; did you mean `paths`?"),
        (
            "definitions: {flag_groups: {a: []}}",
            "`definitions.flag_groups.a` must be a text, and is a list",
        ),
        (
            "definitions: {sandbox: {a: {fs: {write: {allow: ['*.o']}}}}}",
            "`/project/*.o` is a pattern, and `definitions.sandbox.a.fs` allows it; "
            "list folders and files; a pattern can stand where it denies",
        ),
        (
            "definitions: {sandbox: {a: {unix_sockets: some}}}",
            "`definitions.sandbox.a.unix_sockets` must be true or false, and is a text",
        ),
        (
            "definitions: {sandbox: {a: {network: {allow: maybe}}}}",
            "`definitions.sandbox.a.network.allow` must be true or false, and is a text",
        ),
        ("audit: {enabled: 1}", "`audit.enabled` must be true or false, and is a number"),
        ("audit: {path: 1}", "`audit.path` must be a text, and is a number; put it in quotes: '1'"),
        (
            "audit: {rotation: {retention_days: -1}}",
            "`audit.rotation.retention_days` must be a whole number of days",
        ),
        (
            "experimental: {require_command_in_path: {enabled: 1}}",
            "`experimental.require_command_in_path.enabled` must be true or false, and is a number",
        ),
    ],
)
def test_what_is_wrong_is_said(text: str, said: str) -> None:
    found = problems(text)
    assert found[0] == f"wicket.yml:1: {said}"


# ── paths under `files` are read, and a relative one is warned of where it means little ──


@pytest.mark.parametrize(("side", "expected"), [("global", "."), ("project", "/project"), ("given", "/project")])
def test_in_a_persons_own_file_a_folder_is_that_of_the_project(side: str, expected: str) -> None:
    files = layer_of(
        "files: {allow_write: ['.'], ask_delete_outside: ['.', '**/dist'], write_only_in: ['.']}", side
    ).files
    assert [path for path, _ in files.allow_write] == [expected]
    assert [path for path, _ in files.ask_delete_outside] == [expected, "/**/dist"]
    assert [path for path, _ in files.write_only_in] == ["/project"]


RELATIVE = """\
files:
  deny_read: [.env, '**/.env', /x, ~/x, $HOME/x]
  deny_write: [./Makefile, .]
  ask_write: [a/b]
  write_only_in: [.]
  allow_write: [.]
"""


def test_a_relative_path_in_a_persons_own_file_is_warned_of_as_it_is_in_no_project() -> None:
    assert [str(warning) for warning in layer_of(RELATIVE, "global").warnings] == [
        f"wicket.yml:{line}: `{text}` in `files.{key}` of your own file means {meant}, in no project; {hint}"
        for line, text, key, meant, hint in [
            (2, ".env", "deny_read", "/project/.env", "write `**/.env` to mean it wherever it lies"),
            (3, "./Makefile", "deny_write", "/project/Makefile", "write `**/Makefile` to mean it wherever it lies"),
            (3, ".", "deny_write", "/project", "write `/project` to mean it"),
            (4, "a/b", "ask_write", "/project/a/b", "write `**/a/b` to mean it wherever it lies"),
            (5, ".", "write_only_in", "/project", "write the whole path of a folder"),
        ]
    ]


@pytest.mark.parametrize("side", ["project", "given"])
def test_a_relative_path_in_another_file_is_one_of_its_folder(side: str) -> None:
    assert layer_of(RELATIVE, side).warnings == []


# ── the rules about tools are read, and what is wrong with them is said ───────


def decision(policy: str, tool: str, *servers: tuple[str, str]) -> str:
    return str(Policy.loads(policy).check_tool(tool, servers).decision)


def test_rules_about_tools_are_read() -> None:
    policy = "tools: [{allow: [docs/*, notes/*]}, {deny: 'docs/delete_*', message: 'no'}, {ask: WebFetch}]\n"
    assert decision(policy, "x", ("docs", "search")) == "allow"
    assert decision(policy, "x", ("docs", "delete_all")) == "deny"
    assert decision(policy, "x", ("notes", "list")) == "allow"
    assert decision(policy, "WebFetch") == "ask"
    assert decision(policy, "WebFetch", ("web", "WebFetch")) == "pass"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tools: 7", "`tools` must be a list"),
        ("tools: [{allow: a/b, deny: a/b}]", "must have exactly one of allow, ask and deny"),
        ("tools: [{message: x}]", "must have exactly one of allow, ask and deny"),
        ("tools: [{allow: a/b, when: x}]", "a rule of `tools` has no key `when`"),
        ("tools: [{allow: 7}]", "the pattern of `allow` must be a text"),
        ("tools: [{allow: 'a b'}]", "names no tool"),
        ("tools: [{deny: '/x'}]", "names no tool"),
        ("tools: [{deny: 'x/'}]", "names no tool"),
    ],
)
def test_what_is_wrong_is_said_of_tool_rule_entries(text: str, said: str) -> None:
    with pytest.raises(PolicyError) as error:
        Policy.loads(text)
    assert said in str(error.value)


# ── validators are read with the programs to ask ──────────────────────────────


def test_types_are_read() -> None:
    layer = layer_of(
        "types:\n"
        "  Guard:\n"
        "    executor: \"./checks/guard 'a b'\"\n"
        "    timeout: 1m\n"
        "    commands: ['curl *', wget]\n"
        "    env: [AWS_PROFILE]\n"
        "  Plain: {executor: deno run x.ts, timeout: 2, commands: 'x *'}\n"
        "  Half: {executor: x, timeout: 0.5}\n"
    )
    assert [
        (each.name, each.argv, each.folder, each.timeout_s, each.commands, each.env, str(each.origin))
        for each in layer.types.values()
    ] == [
        ("Guard", ("./checks/guard", "a b"), "/project", 60.0, ("curl *", "wget"), ("AWS_PROFILE",), "wicket.yml:2"),
        ("Plain", ("deno", "run", "x.ts"), "/project", 2.0, ("x *",), None, "wicket.yml:7"),
        ("Half", ("x",), "/project", 0.5, None, None, "wicket.yml:8"),
    ]
    assert layer.problems == []


@pytest.mark.rule("R-H2")
@pytest.mark.parametrize(
    ("executor", "why"),
    [
        ("'./x'", None),
        ('"\'./x"', "the executor has a single quote that is not closed: './x"),
        ("'\"x'", 'the executor has a double quote that is not closed: "x'),
        ("''", "the executor is empty: name the program to start"),
        ("'  '", "the executor is empty: name the program to start"),
        ("\"''\"", "the executor's first word is empty: name the program to start"),
        ("'x\\'", "the executor ends in a backslash: remove it, or write two"),
    ],
)
def test_an_executor_that_cannot_be_started_makes_the_policy_invalid(executor: str, why: str | None) -> None:
    text = f"types:\n  ProdGuard:\n    executor: {executor}\n"
    assert problems(text) == ([] if why is None else [f"wicket.yml:3: the type `ProdGuard` cannot be asked; {why}"])
