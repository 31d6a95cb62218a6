"""One file is read whole, and everything that is wrong with it is said at once."""

import pytest

from policy.reading import layer_of


def problems(text: str) -> list[str]:
    return [str(problem) for problem in layer_of(text).problems]


def test_everything_else_that_a_file_may_say() -> None:
    layer = layer_of(
        "extends: [./a.yml, 'wicket:read-only']\n"
        "required_runok_version: '>=0.3'\n"
        "defaults: {action: pass, sandbox: box, unknown: {sandbox: other}}\n"
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
    assert layer.unknown_sandbox is not None
    assert (layer.unknown_sandbox[0], str(layer.unknown_sandbox[1])) == ("other", "wicket.yml:3")
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
