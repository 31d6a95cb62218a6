"""Validators are read with the programs to ask."""

import pytest

from policy.reading import layer_of


def problems(text: str) -> list[str]:
    return [str(problem) for problem in layer_of(text).problems]


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
