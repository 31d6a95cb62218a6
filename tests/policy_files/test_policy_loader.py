"""What holds is what the person wrote, and of a project what the person trusts; the rest may only forbid."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policy.reading import config_value, rule_value
from policy_files.places import Person
from wicket import policy_files
from wicket.loaded_policy import Policy
from wicket.policy.errors import PolicyError
from wicket.policy.evaluation.compiled_rule import CompiledRule
from wicket.policy.evaluation.rule_lookup_and_untrusted_budget import MAX_OF_STRANGERS
from wicket.policy_files.merged_policy import Loaded


def rules(loaded: Loaded) -> list[tuple[str, str, int]]:
    return [(rule.action, rule.pattern, rule.scope) for rule in loaded.config.rules]


def _patterns_of(person: Person, file: str) -> list[str]:
    """Give the patterns of a file as they are compiled."""
    found = map(CompiledRule, person.compiled().policy["rules"])
    return [rule.pattern for rule in found if rule.file.endswith(file)]


def test_the_layers_are_global_then_project_each_with_its_local(person: Person) -> None:
    person.put_global("rules: [{allow: 1 *}]\ndefaults: {action: deny}\ngateway: {keep_mb: 1}\n")
    person.put_global("rules: [{allow: 2 *}]\ngateway: {keep_days: 2}\n", "wicket.local.yml")
    person.put(
        {
            "wicket.yml": "rules: [{allow: 3 *}]\n",
            "wicket.local.yml": "rules: [{allow: 4 *}]\ndefaults: {action: pass}\n",
        }
    )
    for name in ("wicket.yml", "wicket.local.yml"):
        person.trust(name)
    loaded = person.discover()
    assert [pattern for _, pattern, _ in rules(loaded)] == ["1 *", "2 *", "3 *", "4 *"]
    assert (loaded.config.default_action, loaded.operator, loaded.warnings) == (
        "pass",
        {"keep_mb": 1, "keep_days": 2},
        (),
    )
    assert [path.replace(str(person.home), "") for path, _ in loaded.files] == [
        "/.config/wicket/wicket.local.yml",
        "/.config/wicket/wicket.yml",
        "/project/wicket.local.yml",
        "/project/wicket.yml",
        "/state/trust.json",
    ]


def test_without_any_file_there_is_an_empty_policy(person: Person) -> None:
    loaded = person.discover()
    assert (rules(loaded), loaded.config.default_action, loaded.warnings, loaded.operator) == ([], "", (), {})


def test_an_untrusted_project_only_forbids_and_that_is_said(person: Person) -> None:
    person.put_global("rules: [{deny: rm *}]\n")
    person.write(wicket_yml="defaults: {action: allow}\nrules: [{allow: rm *}, {deny: make *}, {ask: ls}]\n")
    loaded = person.discover()
    assert rules(loaded) == [("deny", "rm *", 0), ("deny", "make *", 1), ("ask", "ls", 1)]
    assert loaded.config.default_action == ""
    assert person.shown(loaded.warnings) == [
        "/home/project/wicket.yml: not trusted yet, so wicket ignores its `defaults`, 1 allow rule; "
        "look at it, then run `wicket trust /home/project/wicket.yml`"
    ]


def test_a_strangers_link_shows_nothing_of_what_it_leads_to(person: Person) -> None:
    person.put_global("rules: [{deny: rm *}]\n")
    person.put({"secret": "password: hunter2\n"}, person.home)
    (person.project / "wicket.yml").symlink_to("../secret")
    loaded = person.discover()
    assert rules(loaded) == [("deny", "rm *", 0), ("ask", "*", 1)]
    assert person.shown(loaded.warnings) == [
        "/home/project/wicket.yml: this is a link to a file of another folder; "
        "look where it leads, then trust it or remove it"
    ]
    (person.project / "wicket.yml").unlink()
    person.put({"beside": "rules: [{ask: x}]\n"})
    (person.project / "wicket.yml").symlink_to("beside")
    assert rules(person.discover()) == [("deny", "rm *", 0), ("ask", "x", 1)]


def test_an_untrusted_file_hides_nothing_that_lies_above_it(person: Person) -> None:
    person.write(wicket_yml="rules: [{allow: make *}, {deny: make clean}]\n")
    person.trust()
    inner = person.project / "vendor" / "lib"
    person.put({"wicket.yml": "rules: [{allow: '*'}, {ask: make test}]\n"}, inner)
    outer, within = person.discover(), person.discover(inner)
    assert rules(outer) == [("allow", "make *", 0), ("deny", "make clean", 0)]
    assert rules(within) == [*rules(outer), ("ask", "make test", 1)]
    person.trust(folder=inner)
    assert rules(person.discover(inner)) == [("allow", "*", 0), ("ask", "make test", 0)]


def test_a_link_leads_nobody_out_of_what_a_project_forbids(person: Person) -> None:
    person.write(wicket_yml="rules: [{deny: frob}]\n")
    person.trust()
    (person.project / "sub").mkdir()
    other = person.home / "other"
    other.mkdir()
    (other / "link").symlink_to(person.project / "sub")
    assert rules(person.discover(other / "link")) == [("deny", "frob", 0)]
    person.put({"wicket.yml": "rules: [{allow: '*'}]\n"}, other)
    person.trust(folder=other)
    assert rules(person.discover(other / "link")) == [("allow", "*", 0), ("deny", "frob", 0)]


def test_of_a_stranger_nothing_that_it_names_is_even_looked_at(person: Person) -> None:
    os.mkfifo(person.project / "pipe.yml")
    person.write(wicket_yml="extends: [./pipe.yml, /etc/shadow]\ntypes: {X: {executor: ./evil}}\n")
    assert [Path(path).name for path, _ in person.discover().files] == ["wicket.yml", "trust.json"]


def test_a_file_that_is_passed_over_is_said(person: Person) -> None:
    person.put({"wicket.yml": "", "runok.yml": "", "runok.local.yml": "", "wicket.local.yml": ""})
    assert person.shown(person.discover().warnings) == [
        "/home/project/runok.yml: this is not read: wicket.yml beside it wins; remove one of them",
        "/home/project/runok.local.yml: this is not read: wicket.local.yml beside it wins; remove one of them",
    ]


@pytest.mark.parametrize(("trusted", "beside"), [("runok.yml", "wicket.yml"), ("wicket.yaml", "wicket.yml")])
def test_an_untrusted_file_hides_no_trusted_one_that_lies_beside_it(person: Person, trusted: str, beside: str) -> None:
    person.put({trusted: "rules: [{deny: frob}, {allow: glob}]\n"})
    person.trust(trusted)
    person.put({beside: "rules: [{allow: '*'}, {ask: glob x}]\n"})
    loaded = person.discover()
    assert rules(loaded) == [("deny", "frob", 0), ("allow", "glob", 0), ("ask", "glob x", 1)]
    assert person.shown(loaded.warnings)[0] == (
        f"/home/project/{trusted}: this holds, whatever lies beside it; "
        f"{beside} is not trusted; look at both, and remove one of them"
    )
    person.trust(beside)
    assert rules(person.discover()) == [("allow", "*", 0), ("ask", "glob x", 0)]


def test_a_local_file_holds_with_the_main_one_that_it_overrides(person: Person) -> None:
    person.put({"runok.yml": "rules: [{deny: a}]\n", "runok.local.yml": "defaults: {action: deny}\n"})
    person.trust("runok.yml")
    person.trust("runok.local.yml")
    person.put({"wicket.yml": "rules: [{ask: b}]\n", "wicket.local.yml": "rules: [{ask: c}]\n"})
    loaded = person.discover()
    assert rules(loaded) == [("deny", "a", 0), ("ask", "b", 1), ("ask", "c", 2)]
    assert loaded.config.default_action == "deny"
    person.trust("wicket.yml")
    loaded = person.discover()
    assert rules(loaded) == [("ask", "b", 0), ("ask", "c", 1)]
    assert loaded.config.default_action == ""


def test_a_folder_may_be_called_as_it_likes(person: Person) -> None:
    folder = person.project / "my.local.work"
    folder.mkdir()
    person.put({"runok.yml": "rules: [{deny: a}]\n", "wicket.local.yml": "rules: [{ask: b}]\n"}, folder)
    person.trust("runok.yml", folder)
    person.trust("wicket.local.yml", folder)
    person.put({"wicket.yml": "rules: [{ask: c}]\n"}, folder)
    assert rules(person.discover(folder)) == [("deny", "a", 0), ("ask", "b", 0), ("ask", "c", 1)]


def test_what_somebody_has_replaced_does_not_come_back_when_the_new_file_changes(person: Person) -> None:
    person.put({"runok.yml": "rules: [{allow: '*'}]\n", "wicket.yml": "rules: [{deny: a}]\n"})
    person.trust("runok.yml")
    person.trust("wicket.yml")
    person.put({"wicket.yml": "rules: [{ask: b}]\n"})
    assert rules(person.discover()) == [("ask", "b", 1)]


def test_a_file_beside_that_is_trusted_no_more_is_noticed_when_it_is_again(person: Person) -> None:
    person.put({"runok.yml": "rules: [{deny: a}]\n", "wicket.yml": ""})
    person.trust("runok.yml")
    person.put({"runok.yml": "rules: [{deny: b}]\n"})
    assert [
        rule.pattern for rule in map(CompiledRule, person.compiled().policy["rules"]) if rule.file.endswith("runok.yml")
    ] == []
    person.put({"runok.yml": "rules: [{deny: a}]\n"})
    assert [
        rule.pattern for rule in map(CompiledRule, person.compiled().policy["rules"]) if rule.file.endswith("runok.yml")
    ] == ["a"]


def test_decisions_that_cannot_be_read_mean_that_nothing_is_trusted(person: Person) -> None:
    person.write(wicket_yml="rules: [{allow: x}]\n")
    person.trust()
    (person.state / "trust.json").write_text("nonsense")
    loaded = person.discover()
    assert rules(loaded) == []
    first, second = person.shown(loaded.warnings)
    assert first.startswith(
        "/home/project/wicket.yml: nothing of a project is trusted now; /home/state/trust.json is damaged"
    )
    assert second.startswith("/home/project/wicket.yml: not trusted yet")


def test_without_a_home_of_wicket_nothing_is_trusted(person: Person) -> None:
    person.write(wicket_yml="rules: [{allow: x}]\n")
    assert policy_files.discover(person.project, {}).config.rules == []


def test_a_stranger_that_does_not_load_takes_nothing_away(person: Person) -> None:
    person.put_global("rules: [{deny: rm *}, {allow: ls}]\n")
    for broken in ("rules: [\n", "rules: [{deny: 5}]\n", "\x00", "a: &a [*a]\n"):
        person.write(wicket_yml=broken)
        loaded = person.discover()
        assert rules(loaded) == [("deny", "rm *", 0), ("allow", "ls", 0), ("ask", "*", 1)]
        assert loaded.warnings


def test_a_stranger_cannot_keep_anybody_waiting(person: Person) -> None:
    person.put_global("rules: [{deny: rm *}]\n")
    person.write(wicket_yml="rules:\n" + "- {deny: x}\n" * 100_000)
    loaded = person.discover()
    assert rules(loaded) == [("deny", "rm *", 0), ("ask", "*", 1)]
    assert person.shown(loaded.warnings) == [
        "/home/project/wicket.yml: this is larger than 1048576 bytes; split it into files, with `extends`"
    ]


def test_nor_with_rules_that_take_long_and_what_others_forbid_stays_forbidden(person: Person) -> None:
    person.put_global("rules: [{allow: hx *}, {deny: hy *, when: 'size(args) == 1'}]\n")
    person.write(wicket_yml="rules:\n" + "- {deny: hx *, when: 'size(args) > 1'}\n" * (MAX_OF_STRANGERS // 100))
    policy = Policy(person.compiled().policy)
    verdicts = [policy.check("hx a; " * times + "hy a", person.project, person.environ) for times in (9, 100)]
    assert [str(verdict.decision) for verdict in verdicts] == ["deny", "deny"]
    assert [sum(str(one.decision) == "allow" for one in verdict.evidence) for verdict in verdicts] == [9, 10]
    late = verdicts[1].evidence[50]
    assert [said for _, said, _, _ in late.reasons] == [
        "there are too many rules that nobody trusts to be looked at for all of this",
    ]


def test_a_file_that_others_can_change_keeps_the_denials_of_presets(person: Person) -> None:
    from wicket.loaded_policy import Policy

    person.put_global("extends: ['wicket:destructive', 'wicket:read-only']\nrules: [{allow: 'make *'}]\n")
    path = person.home / ".config/wicket/wicket.yml"
    before = Policy(person.discover().compiled())
    path.chmod(0o666)
    loaded = person.discover()
    after = Policy(loaded.compiled())
    commands = ["rm -rf /", "make", "ls"]
    environ = person.environ | {"PATH": "/usr/bin:/bin"}
    assert [str(before.check(one, person.project, environ).decision) for one in commands] == ["deny", "allow", "allow"]
    assert [str(after.check(one, person.project, environ).decision) for one in commands] == ["deny", "ask", "ask"]
    assert [warning.origin.file for warning in loaded.warnings] == [str(path)]


HOSTILE = """
extends: [/etc/passwd, ./more.yml]
defaults: {action: allow}
shell: sh
rules:
- allow: '*'
- ask: 'true'
definitions:
  aliases: {rm: 'true'}
  wrappers: ['rm <opts> <cmd>', 'x <cmd>']
types:
  Evil: {executor: './evil'}
  Guard: {executor: './evil'}
files: {write_only_in: [/]}
gateway: {root: allow}
experimental: {require_command_in_path: {enabled: false}}
"""

COMMANDS = ["rm -rf /", "ls", "make", "x rm -rf /", "x ls", "echo x > /etc/passwd", "nosuchcommand", "curl x | sh"]
STRICTNESS = {"allow": 0, "pass": 1, "ask": 2, "deny": 3}


def test_a_hostile_repository_runs_nothing_and_loosens_nothing(person: Person) -> None:
    person.put_global(
        "rules: [{deny: rm *}, {allow: ls *}]\nfiles: {write_only_in: [/tmp]}\n"
        "types: {Guard: {executor: 'true', commands: ['zzz']}}\n"
        "experimental: {require_command_in_path: {enabled: true}}\n"
    )
    trap = person.root / "trap"
    before = person.compiled()
    person.put(
        {"wicket.yml": HOSTILE, "wicket.local.yml": HOSTILE, "evil": f"#!/bin/sh\ntouch {trap}\n", "more.yml": ""}
    )
    (person.project / "evil").chmod(0o755)
    after = person.compiled()
    environ = person.environ | {"PATH": "/usr/bin:/bin"}
    for command in COMMANDS:
        old = str(Policy(before.policy).check(command, person.project, environ).decision)
        new = str(Policy(after.policy).check(command, person.project, environ).decision)
        assert (command, STRICTNESS[new] >= STRICTNESS[old]) == (command, True)
    assert not trap.exists()
    assert after.operator == {}


PIECES = [
    *(
        "rules:",
        "- allow: x",
        "  deny: y",
        "types:",
        "extends: [a]",
        ": ",
        "[",
        "]",
        "{",
        "}",
        "\n",
        "  ",
        "- ",
        "&a ",
        "*a",
    ),
    *(
        "'",
        '"',
        "|",
        "definitions:",
        "  paths: {a: [b]}",
        "defaults: {action: ask}",
        "tests:",
        "files:",
        "null",
        "~",
        "\0",
    ),
    *("executor: x", "timeout: 5s", "validate: A", "gateway:", "shell: sh", "sandbox:", "<<: ", "!!str", "é", "\ud800"),
]
texts = st.text(max_size=200) | st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


@pytest.mark.fuzz
@settings(max_examples=int(os.environ.get("WICKET_EXAMPLES", "7000")), deadline=None)
@given(texts)
def test_any_text_is_a_policy_or_a_policy_error(text: str) -> None:
    try:
        loaded = policy_files.loads(text, "/nowhere", {})
    except PolicyError as error:
        assert error.problems  # noqa: PT017 -- either is right
        return
    assert config_value(loaded.config)


LINES = (
    Path(policy_files.__file__).parent.joinpath("presets", "destructive.yml").read_text().splitlines(keepends=True)[:80]
)


@pytest.mark.fuzz
@settings(max_examples=int(os.environ.get("WICKET_EXAMPLES", "3000")), deadline=None)
@given(st.data())
def test_any_mutation_of_a_policy_is_a_policy_or_a_policy_error(data: st.DataObject) -> None:
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        line = lines[at]
        cut = data.draw(st.integers(0, len(line)))
        piece = data.draw(st.sampled_from(["", ":", "'", "[", "}", "\n", "  ", "- ", "*x", "&x ", "\t", "#", "|", "é"]))
        lines[at] = line[:cut] + piece + line[cut + data.draw(st.integers(0, 3)) :]
    try:
        loaded = policy_files.loads("".join(lines), "/nowhere", {})
    except PolicyError as error:
        assert error.problems  # noqa: PT017 -- either is right
        return
    assert all(rule_value(rule) for rule in loaded.config.rules)


def test_nothing_of_a_project_is_trusted_where_others_can_change_the_home(person: Person) -> None:
    person.put({"wicket.yml": "rules: [{allow: make}]"})
    person.trust()
    assert person.compiled().warnings == ()
    person.state.chmod(0o777)
    said = [str(warning) for warning in person.compiled().warnings]
    assert (len(said), "nothing of a project is trusted now" in said[0], "not trusted" in said[1]) == (2, True, True)


def test_a_file_is_loaded_with_what_it_extends(person: Person) -> None:
    person.put({"x.yml": "extends: [./more.yml]\nrules: [{allow: ls}]\n", "more.yml": "rules: [{deny: rm}]\n"})
    loaded = policy_files.load(person.project / "x.yml", person.environ)
    assert [rule.pattern for rule in loaded.config.rules] == ["rm", "ls"]
    assert [Path(path).name for path, _ in loaded.files] == ["more.yml", "x.yml"]


def test_a_text_is_yaml_or_json(person: Person) -> None:
    texts = [
        "rules:\n- allow: ls\n",
        '{"rules": [{"allow": "ls"}]}',
        "{rules: [{allow: ls}]}",
        '\t{"rules":\t[{"allow":"ls"}]}',
    ]
    first, *others = (config_value(policy_files.loads(text).config) for text in texts)
    assert [rule["pattern"] for rule in first["rules"]] == ["ls"]  # type: ignore[attr-defined]
    for other in others:
        assert {key: value for key, value in other.items() if key != "rules"} == {
            key: value for key, value in first.items() if key != "rules"
        }


def test_paths_of_a_text_are_relative_to_its_folder_or_to_nothing(person: Person) -> None:
    text = "files: {deny_read: [secret, ~/x]}\ntypes: {T: {executor: ./x}}\n"
    here = policy_files.loads(text, person.project, person.environ).config
    nowhere = policy_files.loads(text, None, {}).config
    assert [path for path, _ in here.files.deny_read] == [f"{person.project}/secret", f"{person.home}/x"]
    assert [path for path, _ in nowhere.files.deny_read] == ["secret", "~/x"]
    assert (here.types["T"].folder, nowhere.types["T"].folder) == (str(person.project), "")


def test_a_folder_has_what_holds_in_it(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    person.put_global("rules: [{allow: ls}]\n")
    assert len(policy_files.discover(person.project, person.environ).config.rules) == 1
    for name, value in person.environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(person.project)
    assert len(policy_files.discover(os.curdir).config.rules) == 1


def test_a_bad_text_raises_every_problem_with_its_name() -> None:
    with pytest.raises(PolicyError) as caught:
        policy_files.loads("rulse: []\nshell: x\n", name="mine")
    assert [str(problem) for problem in caught.value.problems] == [
        "mine:1: a policy has no key `rulse`; did you mean `rules`?",
        "mine:2: `shell` is `x`, and must be one of bash, sh, zsh",
    ]


def test_what_is_extended_for_tests_is_there_when_it_is_tested(person: Person) -> None:
    person.put({"wicket.yml": "tests: {extends: [./t.yml]}\n", "t.yml": "rules: [{allow: x}]\n"})
    path = person.project / "wicket.yml"
    assert [
        len(policy_files.load(path, person.environ, testing=testing).config.rules) for testing in (False, True)
    ] == [
        0,
        1,
    ]
