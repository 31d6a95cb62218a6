"""A signature is read once, at registration, and what is wrong with it is named there."""

import functools
import json
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

from sdk.running import run, write
from wicket.sdk import Context, Duration, Field
from wicket.sdk.signature_schema import BadArguments, BadSignature, Signature, raw


def weather(
    city: str,
    days: Annotated[int, Field("How many days", ge=1, le=7)] = 1,
    unit: Literal["C", "F"] = "C",
    *,
    wait: Duration = "10s",  # type: ignore[assignment]
    note: str | None = None,
    ctx: Context,
) -> str:
    """Current weather.

    Args:
        city: Where to look
        days: ignored, for the field says it
    """
    return city


SCHEMA = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "description": "Where to look"},
        "days": {"type": "integer", "minimum": 1, "maximum": 7, "default": 1, "description": "How many days"},
        "unit": {"type": "string", "enum": ["C", "F"], "default": "C"},
        "wait": {"type": "string", "default": "10s"},
        "note": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
    },
    "required": ["city"],
    "additionalProperties": False,
}


@pytest.mark.rule("G-S31")
@pytest.mark.rule("Z-S17")
def test_a_schema_is_made_of_hints_defaults_and_docstring() -> None:
    signature = Signature.of(weather, "tool weather")
    assert signature.schema == SCHEMA
    assert signature.description == "Current weather."
    written = json.dumps(signature.schema)
    assert "$ref" not in written


@pytest.mark.rule("Z-S17")
def test_a_schema_is_the_same_in_every_run(tmp_path: Path) -> None:
    source = f"""
    import json, sys
    sys.path.insert(0, {str(Path(__file__).parent.parent)!r})
    from sdk.test_signature_schema import Signature, weather
    print(json.dumps(Signature.of(weather, "w").schema))
    """
    path = write(tmp_path, source)
    runs = {
        subprocess.run(
            [sys.executable, str(path)], env={"PYTHONHASHSEED": seed}, capture_output=True, timeout=30, check=True
        ).stderr
        for seed in ("1", "2", "3")
    }
    assert len(runs) == 1


@pytest.mark.rule("G-S31")
def test_a_validator_of_schemas_takes_it() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert list(jsonschema.Draft202012Validator(SCHEMA).iter_errors({"city": "x"})) == []
    assert len(list(jsonschema.Draft202012Validator(SCHEMA).iter_errors({"days": 9, "x": 1}))) == 3


def test_arguments_are_checked_coerced_and_defaulted() -> None:
    signature = Signature.of(weather, "tool weather")
    assert signature.bind({"city": "B", "days": "3"}) == {
        "city": "B",
        "days": 3,
        "unit": "C",
        "wait": 10.0,
        "note": None,
    }
    with pytest.raises(BadArguments) as caught:
        signature.bind({"days": 9, "unit": "K", "wait": "soon", "note": 7, "citty": "x"})
    assert str(caught.value) == (
        "citty is unknown; did you mean city?; city is required; days must be at most 7; unit must be one of C, F; "
        "wait is not a duration: 'soon'; write it like 30s, 1h30m, 1.5s or 100ms; note must be a string or null"
    )


def bad_type(x: complex) -> None: ...
def bad_default(x: int = "seven") -> None: ...  # type: ignore[assignment]
def bad_duration(x: Duration = "soon") -> None: ...  # type: ignore[assignment]
def bad_name(x: "NoSuchThing") -> None: ...  # type: ignore[name-defined]  # noqa: F821
def variadic(*x: int) -> None: ...
def positional(x: int, /) -> None: ...
def twins(a: Annotated[int, Field(name="b")], b: int) -> None: ...


@pytest.mark.rule("G-S32")
@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (bad_type, "tool t: parameter x: complex has no JSON Schema; use a dataclass, a TypedDict or a plain type"),
        (bad_default, "tool t: parameter x: the default must be an integer"),
        (bad_duration, "tool t: parameter x: the default is not a duration: 'soon'"),
        (
            bad_name,
            "tool t: parameter x: the annotation 'NoSuchThing' means nothing: name 'NoSuchThing' is not defined",
        ),
        (variadic, "tool t: *args and **kwargs have no schema; name each parameter"),
        (positional, "tool t: hosts pass arguments by name; take the / out of the signature"),
        (twins, "tool t: two parameters have the same name on the wire; give one another name"),
        (functools.partial(variadic), "tool t: *args and **kwargs have no schema; name each parameter"),
        (functools.partial(positional), "tool t: hosts pass arguments by name; take the / out of the signature"),
    ],
)
def test_what_is_wrong_with_a_signature_is_named(function: Any, sentence: str) -> None:
    with pytest.raises(BadSignature) as caught:
        Signature.of(function, "tool t")
    assert sentence in str(caught.value)


@pytest.mark.rule("G-S32")
def test_the_import_fails_with_it(tmp_path: Path) -> None:
    source = """
    from wicket.sdk import Extension
    ext = Extension("x", "1.0.0")
    @ext.operation
    def apply(file: complex): ...
    """
    assert (
        "operation apply: parameter file: complex has no JSON Schema" in run(write(tmp_path, source), b"", code=1).err
    )


def test_other_callables_have_signatures_too() -> None:
    class Greeter:
        def __call__(self, name: str) -> str:
            return name

        def method(self, name: "str", ctx: Any) -> str:
            return name

    @functools.wraps(weather)
    def wrapped(*args: Any, **kwargs: Any) -> Any: ...

    name = {
        "type": "object",
        "properties": {"name": {"type": "string"}},
        "required": ["name"],
        "additionalProperties": False,
    }
    assert Signature.of(Greeter(), "t").schema == name
    assert Signature.of(Greeter().method, "t").schema == name
    assert Signature.of(wrapped, "t").schema == SCHEMA


def test_a_raw_schema_binds_nothing() -> None:
    assert raw({"type": "object"}, weather).bind({"anything": 1}) is None
