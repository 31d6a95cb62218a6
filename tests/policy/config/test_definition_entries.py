"""Definitions are read with their names and places."""

import pytest

from policy.reading import definitions_value, layer_of


def problems(text: str) -> list[str]:
    return [str(problem) for problem in layer_of(text).problems]


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
