"""A file that nobody trusts forbids and changes nothing else."""

from hypothesis import given, settings
from hypothesis import strategies as st

from policy.reading import config_value, layer_of
from wicket.policy.config.merge_policy_files import merge
from wicket.policy.config.untrusted_policy_files import Untrusted

HOSTILE = """
extends: [/etc/passwd]
defaults: {action: allow, sandbox: none}
shell: sh
rules:
- allow: '*'
- allow: rm *
- deny: make <path:mine>
  when: args.exists(a, a == 'x')
  message: not here
  validate: Evil
- ask: curl *
  sandbox: none
definitions:
  paths: {mine: [.]}
  wrappers: ['x <cmd>']
  sandbox: {none: {}}
types: {Evil: {executor: ./evil}}
experimental: {require_command_in_path: {enabled: false}}
tests: {cases: [{allow: rm}]}
files: {deny_read: [secret], deny_write: [.git], write_only_in: [/]}
"""


def test_an_untrusted_file_only_tightens_and_that_is_said() -> None:
    own = layer_of("rules: [{deny: rm *}]\nfiles: {write_only_in: [/project]}\n", "global", file="own.yml")
    hostile = layer_of(HOSTILE, "project")
    merged = merge([own], [Untrusted(hostile, "look at it, then run `wicket trust`")])
    assert merged.problems == []
    assert config_value(merged.config) == {
        "rules": [
            {"action": "deny", "pattern": "rm *", "at": "own.yml:1"},
            {
                "action": "deny",
                "pattern": "make <path:mine>",
                "when": "args.exists(a, a == 'x')",
                "message": "not here",
                "scope": 1,
                "at": "wicket.yml:8",
            },
            {"action": "ask", "pattern": "curl *", "scope": 1, "at": "wicket.yml:12"},
        ],
        "scopes": [
            {},
            {
                "paths": {"mine": ("/project",)},
                "wrappers": ["x <cmd>"],
                "sandboxes": {"none": ((), (), (), True)},
            },
        ],
        "default": ("", ""),
        "files": {
            "deny_read": ["/project/secret"],
            "deny_write": ["/project/.git"],
            "write_only_in": ["/project"],
            "fences": [["/"]],
        },
        "types": {},
        "shell": "",
        "tests": [],
        "require_command": None,
    }
    assert [str(warning) for warning in merged.warnings] == [
        "wicket.yml: the file is not trusted, so these are ignored: `extends`, `defaults`, 2 allow rules, `types`, "
        "`validate` of its rules, `sandbox` of its rules, `definitions` for the rules of other files, `shell`, "
        "`experimental`, `tests`; look at it, then run `wicket trust`"
    ]


def test_of_an_untrusted_file_that_only_forbids_nothing_is_ignored() -> None:
    merged = merge([], [Untrusted(layer_of("rules: [{deny: x}]", "project"), "trust it")])
    assert (merged.warnings, merged.problems) == ([], [])


def test_an_untrusted_file_that_does_not_load_makes_everything_ask() -> None:
    own = layer_of("rules: [{deny: rm *}, {allow: ls}]\n", "global", file="own.yml")
    broken = layer_of("rules: [{deny: make}, {alow: x}]\n", "project")
    merged = merge([own], [Untrusted(broken, "trust it")])
    assert merged.problems == []
    assert [(rule.action, rule.pattern, rule.message) for rule in merged.config.rules] == [
        ("deny", "rm *", ""),
        ("allow", "ls", ""),
        ("deny", "make", ""),
        ("ask", "*", "wicket.yml does not load, so everything is asked about; `wicket check` says what is wrong"),
    ]
    assert [str(warning) for warning in merged.warnings] == [
        "wicket.yml:1: a rule has no key `alow`; did you mean `allow`?"
    ]


ACTIONS = st.sampled_from(["allow", "ask", "deny"])

RULES = st.lists(st.tuples(ACTIONS, st.sampled_from(["rm *", "ls", "*", "make <path:a>"])), max_size=5)

LINES = st.lists(
    st.sampled_from(
        [
            "defaults: {action: allow}",
            "shell: zsh",
            "types: {T: {executor: ./x}}",
            "definitions: {paths: {a: [/]}, wrappers: ['x <cmd>'], aliases: {rm: ls}, sandbox: {s: {}}}",
            "files: {deny_read: [/etc], write_only_in: [/]}",
            "experimental: {require_command_in_path: {enabled: false}}",
            "tests: {cases: [{allow: rm}]}",
            "gateway: {root: allow}",
            "extends: [/x]",
            "nonsense: 1",
        ]
    ),
    unique=True,
    max_size=6,
)


@settings(max_examples=300, deadline=None)
@given(RULES, LINES)
def test_an_untrusted_file_changes_nothing_but_to_forbid_more(rules: list[tuple[str, str]], lines: list[str]) -> None:
    own = (
        "defaults: {action: pass}\nshell: bash\nrules: [{allow: ls}, {deny: rm *}]\ntypes: {T: {executor: t}}\n"
        "definitions: {paths: {a: [/a]}}\nfiles: {write_only_in: [/a]}\ngateway: {x: 1}\n"
        "experimental: {require_command_in_path: {enabled: true}}\ntests: {cases: [{allow: ls}]}\n"
    )
    listed = "".join(f"- {action}: '{pattern}'\n" for action, pattern in rules)
    stranger = layer_of("\n".join([*lines, "rules:", listed]), "project", file="stranger.yml")
    before, after = merge([layer_of(own, "global")]), merge([layer_of(own, "global")], [Untrusted(stranger, "")])
    old, new = config_value(before.config), config_value(after.config)
    assert (after.problems, after.operator) == ([], before.operator)
    added = after.config.rules[len(before.config.rules) :]
    assert after.config.scopes[0].paths == before.config.scopes[0].paths
    assert {(rule.action, rule.scope, rule.validate, rule.sandbox) for rule in added} <= {
        ("ask", 1, (), ""),
        ("deny", 1, (), ""),
    }
    changed = {key for key in old if old[key] != new[key]}
    assert changed <= {"rules", "scopes", "files"}
    assert after.config.files.write_only_in[0][0] == "/a"
    assert len(after.config.files.write_only_in) == 1
    assert new["rules"][: len(before.config.rules)] == old["rules"]  # type: ignore[index]
    assert new["scopes"][:1] == old["scopes"]  # type: ignore[index]


def test_what_permits_is_ignored_where_nobody_trusts_the_file_and_what_asks_is_not() -> None:
    own = layer_of("files: {allow_write: [/a], ask_delete_outside: [/a]}", "global")
    theirs = layer_of(
        "files: {allow_write: [/], ask_delete_outside: [/], ask_write: [/w]}\n"
        "rules: [{ask: 'curl *', to: elsewhere, carries: files, except: ['curl -I *']}]",
        "project",
    )
    merged = merge([own], [Untrusted(theirs, "trust it")])
    files = merged.config.files
    assert [path for path, _ in files.allow_write + files.ask_delete_outside + files.ask_write] == ["/a", "/a", "/w"]
    (rule,) = merged.config.rules
    assert (rule.to, rule.carries, rule.exceptions) == ("elsewhere", "files", ("curl -I *",))
    assert [str(warning) for warning in merged.warnings] == [
        "wicket.yml: the file is not trusted, so these are ignored: "
        "`files.allow_write`, `files.ask_delete_outside`; trust it"
    ]
