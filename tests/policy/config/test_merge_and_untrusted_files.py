"""Tests of `merge_and_untrusted_files`."""

from hypothesis import given, settings
from hypothesis import strategies as st

from policy.reading import config_value, layer_of
from wicket.policy.config.merge_and_untrusted_files import Untrusted, merge

# ── A file that nobody trusts forbids and changes nothing else ────────────────

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
        "wicket.yml: not trusted yet, so wicket ignores its `extends`, `defaults`, 2 allow rules, `types`, "
        "`validate` of rules, `sandbox` of rules, `definitions` for the rules of other files, `shell`, "
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
        "wicket.yml: not trusted yet, so wicket ignores its `files.allow_write`, `files.ask_delete_outside`; trust it"
    ]


# ── Files become one policy: what is listed is appended, what is named is replaced, what is untrusted only tightens ──


def test_layers_merge_from_the_lowest_to_the_highest() -> None:
    low = layer_of(
        "defaults: {action: deny, sandbox: a}\n"
        "shell: bash\n"
        "rules: [{allow: low}]\n"
        "definitions:\n"
        "  paths: {p: [/1, /2], q: [/q]}\n"
        "  vars: {v: [low], w: [low]}\n"
        "  wrappers: [low <cmd>]\n"
        "  flag_groups: {f: -a, g: -g}\n"
        "  aliases: {x: low, y: low}\n"
        "  sandbox: {a: {fs: {write: {allow: [/low]}}}, b: {}}\n"
        "tests: {cases: [{allow: low}]}\n"
        "experimental: {require_command_in_path: {enabled: true, ignore: [x]}}\n"
        "files: {deny_read: [/r], deny_write: [/w], write_only_in: [/a]}\n"
        "types: {T: {executor: low}, U: {executor: u}}\n"
        "gateway: {a: 1, b: {c: 1}}\n",
        "global",
    )
    high = layer_of(
        "defaults: {action: allow}\n"
        "rules: [{deny: high}]\n"
        "definitions:\n"
        "  paths: {p: [/2, /3]}\n"
        "  vars: {v: [high]}\n"
        "  wrappers: [high <cmd>]\n"
        "  flag_groups: {f: -b}\n"
        "  aliases: {x: high}\n"
        "  sandbox: {a: {}}\n"
        "tests: {cases: [{deny: high}]}\n"
        "experimental: {require_command_in_path: {action: ask}}\n"
        "files: {deny_read: [/r, /s], write_only_in: [/b]}\n"
        "types: {T: {executor: high}}\n"
        "gateway: {b: {d: 2}}\n",
        "global",
        file="wicket.local.yml",
    )
    merged = merge([low, high])
    assert (merged.problems, merged.warnings, merged.operator) == ([], [], {"a": 1, "b": {"d": 2}})
    assert config_value(merged.config) == {
        "rules": [
            {"action": "allow", "pattern": "low", "at": "wicket.yml:3"},
            {"action": "deny", "pattern": "high", "at": "wicket.local.yml:2"},
        ],
        "scopes": [
            {
                "paths": {"p": ("/1", "/2", "/3"), "q": ("/q",)},
                "vars": {"v": [("literal", "high")], "w": [("literal", "low")]},
                "wrappers": ["low <cmd>", "high <cmd>"],
                "flag_groups": {"f": "-b", "g": "-g"},
                "aliases": {"x": ("high",), "y": ("low",)},
                "sandboxes": {"a": ((), (), (), True), "b": ((), (), (), True)},
            }
        ],
        "default": ("allow", "a"),
        "files": {
            "deny_read": ["/r", "/s"],
            "deny_write": ["/w"],
            "write_only_in": ["/a", "/b"],
            "fences": [],
        },
        "types": {
            "T": (("high",), "/project", 5.0, None, None, "wicket.local.yml:13", 0),
            "U": (("u",), "/project", 5.0, None, None, "wicket.yml:14", 0),
        },
        "shell": "bash",
        "tests": [("deny", "high")],
        "require_command": ("ask", ("x",)),
    }


def test_the_check_for_commands_is_off_unless_it_is_switched_on() -> None:
    on, off = ("experimental: {require_command_in_path: {enabled: " + word + "}}" for word in ("true", "false"))
    assert merge([layer_of(on)]).config.require_command == ("deny", ())
    assert merge([layer_of(on), layer_of(off)]).config.require_command is None
    assert merge([]).config.require_command is None


def test_names_must_lead_somewhere() -> None:
    layer = layer_of(
        "defaults: {sandbox: boxx, unknown: {sandbox: bocks}}\n"
        "rules:\n"
        "- allow: a\n  sandbox: nowhere\n"
        "- allow: b\n  validate: [Gard, Other]\n"
        "types: {Guard: {executor: x}}\n"
        "definitions:\n"
        "  paths: {p: [/p]}\n"
        "  sandbox:\n"
        "    box: {fs: {read: {deny: ['<path:p>', '<path:gone>', /x, /p]}, write: {deny: ['<path:p>']}}}\n"
        "    bad: {fs: {write: {allow: ['<path:p>']}}}\n"
    )
    merged = merge([layer])
    assert sorted(map(str, merged.problems)) == [
        "wicket.yml:12: a path list can be named where a sandbox denies, not where it allows",
        "wicket.yml:1: there is no sandbox `bocks`; declare it under `definitions.sandbox`",
        "wicket.yml:1: there is no sandbox `boxx`; did you mean `box`?",
        "wicket.yml:3: there is no sandbox `nowhere`; declare it under `definitions.sandbox`",
        "wicket.yml:5: there is no type `Gard` to validate; did you mean `Guard`?",
        "wicket.yml:5: there is no type `Other` to validate; declare it under `types`",
    ]
    assert [str(warning) for warning in merged.warnings] == [
        "wicket.yml:11: there are no paths called `gone`: that part of the sandbox denies nothing; "
        "declare them under `definitions.paths`"
    ]
    box = merged.config.scopes[0].sandboxes["box"]
    assert (box.read_deny, box.write_deny) == (("/p", "/x"), ("/p",))


def test_a_project_may_add_types_but_not_redefine_a_global_one() -> None:
    own = layer_of("types: {A: {executor: a}}", "global", file="~/wicket.yml")
    project = layer_of("types:\n  B: {executor: b}\n  A: {executor: evil}\n", "project")
    merged = merge([own, project])
    assert [str(problem) for problem in merged.problems] == [
        "wicket.yml:3: the type `A` is declared in ~/wicket.yml:1 already; rename this one"
    ]
    assert {name: each.argv for name, each in merged.config.types.items()} == {"A": ("a",), "B": ("b",)}
    local = layer_of("types: {B: {executor: c}}", "project", file="wicket.local.yml")
    assert [str(problem) for problem in merge([project, local]).problems] == []
