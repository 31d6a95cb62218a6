"""One file is read whole, and everything that is wrong with it is said at once."""

import pytest

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


def test_everything_else_that_a_file_may_say() -> None:
    layer = layer_of(
        "extends: [./a.yml, 'wicket:read-only']\n"
        "required_runok_version: '>=0.3'\n"
        "defaults: {action: pass, sandbox: box}\n"
        "shell: zsh\n"
        "files:\n"
        "  deny_read: ['**/.env', ~/.ssh/**, secret]\n"
        "  deny_write: [/etc]\n"
        "  write_only_in: [., '**/build']\n"
        "tests:\n"
        "  extends: ./more.yml\n"
        "  cases:\n"
        "  - deny: rm x\n"
        "experimental: {require_command_in_path: {enabled: true, action: ask, ignore: [mytool]}}\n"
        "audit: {enabled: true, path: ~/x, rotation: {retention_days: 7}}\n"
    )
    assert [(text, origin.line) for text, origin in layer.extends] == [("./a.yml", 1), ("wicket:read-only", 1)]
    assert (layer.default_action, layer.shell) == ("pass", "zsh")
    assert layer.default_sandbox is not None
    assert (layer.default_sandbox[0], str(layer.default_sandbox[1])) == ("box", "wicket.yml:3")
    assert [path for path, _ in layer.files.deny_read] == ["/**/.env", "/home/me/.ssh/**", "/project/secret"]
    assert [path for path, _ in layer.files.deny_write] == ["/etc"]
    assert [path for path, _ in layer.files.write_only_in] == ["/project", "/project/**/build"]
    assert [text for text, _ in layer.test_extends] == ["./more.yml"]
    assert layer.tests is not None
    assert [(each.decision, each.command, each.origin.line) for each in layer.tests] == [("deny", "rm x", 12)]
    assert layer.require_command == {"enabled": True, "action": "ask", "ignore": ("mytool",)}
    assert (layer.problems, layer.warnings) == ([], [])


@pytest.mark.parametrize(
    "text", ["", "rules:\n", "rules: []\ntypes:\ndefinitions:\nfiles:\ndefaults:\ntests:\naudit:\n"]
)
def test_what_is_left_open_says_nothing(text: str) -> None:
    layer = layer_of(text)
    assert (layer.rules, layer.types, layer.problems) == ([], {}, [])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- x\n", ["1: a policy must be a mapping, and is a list; write `key: value` lines below it"]),
        ("ruels: []\n", ["1: a policy has no key `ruels`; did you mean `rules`?"]),
        ("rules: {allow: x}\n", ["1: `rules` must be a list, and is a mapping; write each entry on its own `- ` line"]),
        ("tests: [x]\n", ["1: `tests` must be a mapping, and is a list; write the examples under `tests.cases`"]),
        (
            "rules: [{allow: x, tests: [x]}]\n",
            ["1: an entry of a rule's `tests` must be a mapping, and is a text; write it like `- allow: make test`"],
        ),
        (
            "rules: [{allow: x, tests: [null]}]\n",
            [
                "1: an entry of a rule's `tests` must have one key, the decision that is expected, and has 0; "
                "write it like `- allow: make test`"
            ],
        ),
        ("rules: [x]\n", ["1: a rule must be a mapping, and is a text; write it like `- allow: make test`"]),
        ("rules:\n- message: x\n", ["2: a rule must have exactly one of allow, ask and deny; it has none of them"]),
        (
            "rules:\n- allow: x\n  deny: y\n",
            ["2: a rule must have exactly one of allow, ask and deny; it has allow and deny"],
        ),
        ("rules:\n- pass: x\n", ["2: a rule has no key `pass`; known are "
            "allow, ask, carries, deny, except, fix_suggestion, message, mounts, program, sandbox, tests, to, "
            "validate, when"]),
        ("rules:\n- allow: true\n", ["2: the pattern of `allow` must be a text, and is true or false; "
            "put it in quotes: 'true'"]),
        ("rules:\n- allow: ''\n", ["2: the pattern of `allow` is empty; write what is meant, or remove it"]),
        ("rules:\n- deny: x\n  sandbox: y\n", ["3: a deny rule has a `sandbox`; remove it: nothing will run"]),
        (
            "rules:\n- allow: x\n  tests:\n  - allow: x\n    deny: y\n  - allow: 5\n",
            [
                "4: an entry of a rule's `tests` must have one key, the decision that is expected, and has 2; "
                "write it like `- allow: make test`",
                "6: the command of `allow` must be a text, and is a number; put it in quotes: '5'",
            ],
        ),
        ("defaults: {action: never}\n", ["1: `defaults.action` is `never`, and must be one of allow, ask, deny, pass"]),
        ("required_runok_version: newest\n", ["1: `newest` is no requirement of a version; write it like '>=0.3, <1'"]),
        ("shell: fish\n", ["1: `shell` is `fish`, and must be one of bash, sh, zsh; did you mean `sh`?"]),
        ("files: {deny_raed: [x]}\n", ["1: `files` has no key `deny_raed`; did you mean `deny_read`?"]),
        ("files: {write_only_in: []}\n", ["1: `files.write_only_in` lists nothing; list a folder, or remove the key; "
            "to forbid all writing, deny_write: [/**]"]),
        (
            "experimental: {require_command_in_path: {enabled: true, action: allow}}\n",
            [
                "1: `experimental.require_command_in_path.action` is `allow`, and must be one of ask, deny; "
                "a command that does not exist is not to be allowed; leave the check out instead"
            ],
        ),
        ("extends: [5]\n", ["1: an entry of `extends` must be a text, and is a number; put it in quotes: '5'"]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(text: str, said: list[str]) -> None:
    assert problems(text) == [f"wicket.yml:{sentence}" for sentence in said]


def test_every_problem_is_said_at_once() -> None:
    text = "rulse: []\nshell: 5\nrules:\n- alow: x\n- deny: [x]\n  when: {}\ntypes:\n  A: {}\n"
    assert [int(problem.split(":")[1]) for problem in problems(text)] == [1, 2, 4, 5, 6, 8]


def test_a_runok_file_is_read_unchanged() -> None:
    text = "zzz: 1\nrules:\n- allow: ls\n  colour: red\ndefinitions:\n  sandbox: {a: {fs: {wirte: {}}}}\n"
    layer = layer_of(text, strict=False, file="runok.yml")
    assert [str(warning) for warning in layer.warnings] == [
        "runok.yml:1: a policy has no key `zzz`; known are audit, defaults, definitions, experimental, extends, files, "
        "gateway, hooks, programs, required_runok_version, rules, shell, tests, tools, types",
        "runok.yml:4: a rule has no key `colour`; known are allow, ask, carries, deny, except, fix_suggestion, "
        "message, mounts, program, sandbox, tests, to, validate, when",
    ]
    assert [str(problem) for problem in layer.problems] == [
        "runok.yml:6: `definitions.sandbox.a.fs` has no key `wirte`; did you mean `write`?"
    ]
    assert [rule.pattern for rule in layer.rules] == ["ls"]


def test_tests_of_others_are_left_out() -> None:
    layer = layer_of("rules:\n- allow: x\n  tests: [{allow: x}]\ntests: {cases: [{allow: x}]}\n", tests=False)
    assert ([rule.tests for rule in layer.rules], layer.tests) == ([()], None)


@pytest.mark.parametrize("side", ["global", "project", "given"])
def test_the_operators_file_is_the_global_one_alone(side: str) -> None:
    layer = layer_of("gateway:\n  retention: 30\n  root: {allow: [a, true]}\naudit: {}\n", side)
    warnings = [str(warning) for warning in layer.warnings]
    ignored = "wicket.yml:1: `gateway` is ignored here; it belongs into your own, global wicket.yml"
    audit = "wicket.yml:4: `audit` is ignored in a project's file; it belongs into your own, global file"
    assert (layer.operator, warnings) == {
        "global": ({"retention": 30, "root": {"allow": ["a", True]}}, []),
        "project": ({}, [ignored, audit]),
        "given": ({}, [ignored]),
    }[side]


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
