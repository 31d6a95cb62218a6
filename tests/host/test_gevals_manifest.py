"""A manifest is checked before anything is asked of its extension."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from host.processes import ENV
from wicket.host.errors import ExtensionNotStarted
from wicket.host.gevals_manifest import Offer, accept
from wicket.wire.gevals.messages import Manifest

FILE = {"type": "object", "properties": {"file": {"type": "string"}}, "required": ["file"]}
PLAIN = {
    "name": "files",
    "version": "1.2.0",
    "protocolVersion": "0.0.1",
    "operations": {"apply": {"params": FILE}, "condition": {"params": True}},
}


def offered(**changes: Any) -> Offer:
    any_version = changes.pop("any_version", False)
    env = changes.pop("env", ENV)
    return accept("files", msgspec.convert(PLAIN | changes, Manifest), cwd=Path("/"), env=env, any_version=any_version)


@pytest.mark.rule("G-H8")
def test_little_is_needed() -> None:
    operations = {"a": {}, "b": {"params": True}, "c": {"params": {}}, "d": {"x": 1}}
    offer = offered(operations=operations, requires=None, unknown={"field": 1})
    assert [offer.problems(name, {"any": "thing"}) for name in operations] == [(), (), (), ()]
    assert (offer.warnings, dict(offer.refused), offer.takes_cancel) == ((), {}, False)
    assert offered(capabilities=["cancel"]).takes_cancel


@pytest.mark.rule("G-H5")
@pytest.mark.parametrize("field", ["name", "version", "protocolVersion"])
def test_an_empty_field_is_as_bad_as_a_missing_one(field: str) -> None:
    with pytest.raises(ExtensionNotStarted, match=f"^files: its manifest has an empty `{field}`$"):
        offered(**{field: ""})


@pytest.mark.rule("G-H6")
def test_another_protocol_version_is_refused_or_warned_about() -> None:
    sentence = "it speaks protocol version '9.9.9', and wicket speaks '0.0.1'"
    with pytest.raises(ExtensionNotStarted, match=f"^files: {sentence}$"):
        offered(protocolVersion="9.9.9")
    assert offered(protocolVersion="9.9.9", any_version=True).warnings == (sentence,)


@pytest.mark.rule("G-H67")
@pytest.mark.parametrize(
    ("version", "semantic"),
    [
        ("1.0.0", True),
        ("0.0.0-alpha.1+build.5", True),
        ("1.2.3-0a.x-y", True),
        ("1.0", False),
        ("v1.0.0", False),
        ("01.0.0", False),
        ("1.0.0-01", False),
        ("1.0.0\n", False),
        ("latest", False),
    ],
)
def test_a_version_that_is_not_semantic_is_warned_about(version: str, semantic: bool) -> None:
    warnings = () if semantic else (f"its version {version.strip()!r} is no semantic version",)
    assert offered(version=version).warnings == warnings


@pytest.mark.rule("G-H7")
def test_what_is_required_must_be_on_the_path_that_the_extension_sees(tmp_path: Path) -> None:
    requires = [{"command": "sh"}, {"command": "kubectl-none"}, {"command": "/bin/none"}]
    with pytest.raises(ExtensionNotStarted) as caught:
        offered(requires=requires)
    assert caught.value.reason == ("it needs kubectl-none, /bin/none, which is not on PATH; install it, or mend PATH")
    (tmp_path / "kubectl-none").write_text("")
    with pytest.raises(ExtensionNotStarted):
        offered(env={"PATH": str(tmp_path)}, requires=requires[1:2])
    (tmp_path / "kubectl-none").chmod(0o755)
    offered(env={"PATH": str(tmp_path)}, requires=requires[1:2])
    offered(requires=[{"command": "bin/sh"}])


@pytest.mark.rule("G-H63")
@pytest.mark.parametrize("params", [None, 5, "text", [], {"type": "objekt"}], ids=str)
def test_an_operation_with_params_that_are_no_schema_is_refused_by_name(params: Any) -> None:
    offer = offered(operations={"bad": {"params": params}, "good": {}})
    (problem,) = offer.problems("bad", {})
    assert problem.startswith("operation 'bad': its params are no valid JSON Schema: ")
    assert offer.warnings == (problem,)
    assert offer.problems("good", {}) == ()


@pytest.mark.parametrize(
    ("operation", "problem"),
    [
        ("appply", "unknown operation 'appply'; did you mean 'apply'?"),
        ("frobnicate", "unknown operation 'frobnicate'; it offers apply, condition"),
    ],
)
def test_an_unknown_operation_is_told_with_what_may_have_been_meant(operation: str, problem: str) -> None:
    assert offered().problems(operation, {}) == (problem,)


def test_an_extension_may_offer_nothing() -> None:
    assert offered(operations={}).problems("x", {}) == ("unknown operation 'x'; it offers none",)


def test_arguments_are_checked() -> None:
    assert offered().problems("apply", {"file": "x"}) == ()
    assert offered().problems("apply", {"file": 1}) == ('$.file: 1 is not of type "string"',)
