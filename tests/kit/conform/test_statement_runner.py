"""All statements, on extensions that are good, bad and mute."""

import json
import sys
import tomllib
from pathlib import Path

import pytest

from host.processes import BOUND_S
from kit.faults import broken_by, faulty, outcomes, plain
from sdk.running import EVERYTHING, write
from wicket.kit.conform.statement_runner import STATEMENTS, SpeaksNone, spoken
from wicket.kit.extension_target import PROTOCOLS, Protocol, by_command, by_path

ROOT = Path(__file__).parent.parent.parent.parent

# Every extension of ours, with what it speaks and what cannot be tried on it.
GOOD: list[tuple[str, Protocol]] = [
    ("examples/sdk/destructive-guard", "zot"),
    ("examples/sdk/plain-bash", "zot"),
    ("examples/sdk/todo-panel", "zot"),
    ("examples/sdk/weather-picture", "zot"),
    ("examples/sdk/sqlite-operations/sqlite.py", "gevals"),
    ("examples/sdk/url-validator/urls.py", "runok"),
]


@pytest.mark.parametrize(("path", "protocol"), GOOD)
def test_the_examples_meet_every_statement(path: str, protocol: Protocol) -> None:
    found = outcomes(by_path(ROOT / path), protocol)
    assert [outcome for outcome in found if outcome.verdict == "failed"] == []
    assert sum(outcome.verdict == "passed" for outcome in found) >= len(found) * 2 / 3


@pytest.mark.rule("R-S10")
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_one_file_with_everything_meets_the_statements_of_all_protocols(protocol: Protocol, tmp_path: Path) -> None:
    target = by_path(write(tmp_path, EVERYTHING))
    found = outcomes(target, protocol)
    assert [outcome for outcome in found if outcome.verdict == "failed"] == []
    untried = {"runok": set(), "gevals": {"G-S20"}, "zot": {"Z-S29", "Z-S45"}}[protocol]
    assert {outcome.id for outcome in found if outcome.verdict == "skipped"} == untried


def test_what_an_extension_speaks_is_found_out(tmp_path: Path) -> None:
    assert spoken(by_path(write(tmp_path, EVERYTHING))) == ("runok", "gevals", "zot")
    assert spoken(plain("honest_runok")) == ("runok",)
    assert spoken(plain("honest_gevals")) == ("gevals",)
    assert spoken(plain("honest_zot")) == ("zot",)
    with pytest.raises(
        SpeaksNone, match="^true answers neither `validateCommand` nor `initialize`, and says no `hello`"
    ):
        spoken(by_command(["true"]))
    with pytest.raises(SpeaksNone, match="^yes says more than any host reads, and begins with 'y'; let it wait to be"):
        spoken(by_command(["yes"]), BOUND_S)
    with pytest.raises(SpeaksNone, match="^sh ends with 4: oops; start it by hand and see$"):
        spoken(by_command(["sh", "-c", "echo oops >&2; exit 4"]))


def test_an_extension_that_registers_by_what_its_host_says_meets_them_all(tmp_path: Path) -> None:
    source = """
        from wicket.sdk import Extension
        ext = Extension("late", "1.0.0")

        @ext.on_hello
        def register(host):
            ext.tool(lambda args: host.cwd, name="where", description="Say where.", schema={"required": ["x"]})

        ext.run()
    """
    found = {outcome.id: outcome for outcome in outcomes(by_path(write(tmp_path, source)), "zot")}
    failed = [outcome for outcome in found.values() if outcome.verdict == "failed"]
    # A schema of its own comes with checks of its own, and this one has none.
    assert [outcome.id for outcome in failed] == ["Z-S16"]
    assert found["Z-S3"].reason == "it waits for `hello_ack`, which it may if what it registers depends on that"


def test_an_extension_that_says_nothing_fails_at_the_first_statement_and_skips_what_builds_on_it() -> None:
    verdicts = {outcome.id: outcome.verdict for outcome in outcomes(by_command(["true"]), "zot")}
    assert [id for id, verdict in verdicts.items() if verdict == "failed"] == ["Z-S1"]
    assert [id for id, verdict in verdicts.items() if verdict == "passed"] == []


def test_each_statement_is_that_of_the_specification() -> None:
    specified = {
        statement["id"]: statement["says"]
        for protocol in PROTOCOLS
        for statement in tomllib.loads((ROOT / f"tests/conformance/{protocol}.toml").read_text())["statement"]
    }
    tried = {statement.id: statement.says for each in STATEMENTS.values() for statement in each}
    assert tried == {id: specified[id] for id in tried}


def test_a_fault_is_planted_for_every_statement() -> None:
    planted = {broken_by(name) for letter in "rgz" for name in faulty(letter)}
    tried = {statement.id for each in STATEMENTS.values() for statement in each}
    # A name needs a manifest: that one is below.
    assert tried - planted == {"Z-S45"}


def test_an_extension_under_another_name_than_its_manifest_says_is_found(tmp_path: Path) -> None:
    (tmp_path / "run").write_text((ROOT / "tests/kit/faulty/honest_zot.py").read_text())
    manifest = {"name": "other", "exec": sys.executable, "args": ["-S", "run"]}
    (tmp_path / "extension.json").write_text(json.dumps(manifest))
    found = outcomes(by_path(tmp_path), "zot")
    assert [(each.id, each.reason) for each in found if each.verdict == "failed"] == [
        ("Z-S45", "it says that it is 'honest', and its manifest says 'other'")
    ]
