"""Templates: the same everywhere, and braces that are none are left alone."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.tasks.templates import Unresolved, Values, expand_variables, references, resolve, templated_paths


def values(**more: Any) -> Values:
    made = Values(env={"HOME": "/h"}, random_id="abcd1234", random_port=lambda: 4242, **more)
    made.keep("made", "probe.echo", {"name": "n", "a.b": "dotted"})
    return made


@pytest.mark.rule("G-H51")
@pytest.mark.parametrize(
    ("text", "resolved"),
    [
        ("{env.HOME}/x", "/h/x"),
        ("{random.id}-{random.port}", "abcd1234-4242"),
        ("{steps.made.name}", "n"),
        ("{steps.probe.echo.name}", "n"),
        ("{steps.made.a.b}", "dotted"),
        ("{agent.output} of {agent.prompt}", "out of in"),
    ],
)
def test_a_template_is_resolved(text: str, resolved: str) -> None:
    assert resolve(text, values(agent_output="out", agent_prompt="in")) == resolved


@pytest.mark.rule("G-H53")
@pytest.mark.parametrize(
    "text", ['{"a": {"b": 1}}', "{}", "{x}", "${HOME}", "{ env.HOME }", "{env}", "{{ .Prompt }}", '{"env.X": 1}', "}{"]
)
def test_other_braces_survive(text: str) -> None:
    assert resolve(text, values()) == text


@pytest.mark.rule("G-H50")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{env.NOPE}", "`{env.NOPE}`: the variable NOPE is not set"),
        ("{agent.output}", "`{agent.output}`: the agent has not run"),
        ("{steps.made.nope}", "`{steps.made.nope}`: step made has no output 'nope'; it has a.b, name"),
        ("{steps.nobody.x}", "`{steps.nobody.x}`: no step of that id or type has given outputs"),
        ("{random.nope}", "`{random.nope}` is no template that wicket knows"),
    ],
)
def test_what_cannot_be_resolved_is_an_error(text: str, message: str) -> None:
    with pytest.raises(Unresolved) as caught:
        resolve({"deep": [text]}, values())
    assert str(caught.value) == message


def test_what_is_put_in_is_not_looked_at_again() -> None:
    assert resolve("{agent.output}", values(agent_output="{env.NOPE} {random.id}")) == "{env.NOPE} {random.id}"


def test_other_values_stay_as_they_are() -> None:
    given = {"n": 1, "l": [True, None, "{env.HOME}"], "{env.HOME}": "key"}
    assert resolve(given, values()) == {"n": 1, "l": [True, None, "/h"], "{env.HOME}": "key"}
    assert given["l"] == [True, None, "{env.HOME}"]


def test_templates_are_found() -> None:
    given = {"a": ["x {env.A}", {"b": "{random.id}{steps.s.k}"}], "c": "{no}"}
    assert list(references(given)) == ["env.A", "random.id", "steps.s.k"]
    assert list(templated_paths(given)) == [("a", 0), ("a", 1, "b")]


@pytest.mark.rule("G-H15")
def test_variables_are_expanded_at_any_depth() -> None:
    given = {"a": ["${X}/{env.X}", 3, None], "b": {"c": True, "d": "$X {x} ${"}}
    assert expand_variables(given, {"X": "v"}) == {"a": ["v/v", 3, None], "b": {"c": True, "d": "$X {x} ${"}}
    assert given["a"] == ["${X}/{env.X}", 3, None]
    with pytest.raises(Unresolved, match="the variable NOPE is not set; set it, or remove it from the eval"):
        expand_variables({"x": ["{env.NOPE}"]}, {})


@given(st.text(alphabet="{}$\"' \n.abc:1"))
def test_a_text_without_a_source_is_itself(text: str) -> None:
    assert resolve(text, values()) == text
