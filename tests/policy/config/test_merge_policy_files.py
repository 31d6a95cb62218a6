"""Files become one policy: what is listed is appended, what is named is replaced, what is untrusted only tightens."""

from policy.reading import config_value, layer_of
from wicket.policy.config.merge_policy_files import merge


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
