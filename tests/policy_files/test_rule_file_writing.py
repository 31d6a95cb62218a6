"""Tests of `rule_file_writing`."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.loaded_policy import Policy
from wicket.policy.errors import PolicyError
from wicket.policy_files import rule_file_writing
from wicket.policy_files.policy_trust import policy_file
from wicket.policy_files.rule_file_writing import (
    NoRoom,
    RuleFile,
    RuleNotWritten,
    compiled_with,
    insert_rules,
    rule_files,
    write_rules,
)
from wicket.state_files import replace_file
from wicket.trust_decisions import Trust

# ── A rule is written to a policy file: loaded first, backed up, and trusted if the file was ──


class Place:
    def __init__(self, root: Path) -> None:
        self.home = root / "home"
        self.state = root / "state"
        self.project = root / "project"
        self.own = self.home / ".config" / "wicket" / "wicket.yml"
        for folder in (self.home, self.project, self.own.parent):
            folder.mkdir(parents=True)
        self.environ = {"HOME": str(self.home), "WICKET_HOME": str(self.state)}

    def files(self, config: str = "") -> list[RuleFile]:
        return rule_files(str(self.project), self.environ, str(self.state), config)

    def trust(self, path: Path) -> None:
        found = policy_file(str(path), self.environ, str(self.state))
        assert found is not None
        self.state.mkdir(mode=0o700, exist_ok=True)
        Trust(self.state).trust(path, found.content)

    def decision(self, command: str) -> str:
        return str(Policy.discover(self.project, self.environ).check(command, self.project, self.environ).decision)

    def write(self, file: RuleFile, *patterns: str) -> rule_file_writing.WrittenRule:
        return write_rules(file, patterns, "approved by me", self.environ, self.state)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_the_persons_file_is_written_backed_up_and_counts(place: Place) -> None:
    place.own.write_text("# mine\nrules:\n  - allow: ls\n")
    place.own.chmod(0o640)
    (file,) = place.files()
    assert (file.where, str(file)) == ("person", f"{place.own}, your own, for all projects")
    assert place.decision("npm test") == "ask"
    written = place.write(file, "npm test")
    assert place.decision("npm test") == "allow"
    assert written.trusted is False
    assert Path(written.backup).read_text() == "# mine\nrules:\n  - allow: ls\n"
    lines = place.own.read_text().splitlines()
    assert lines[:3] == ["# mine", "rules:", "  - allow: ls"]
    assert lines[3].endswith(": approved by me")
    assert lines[4] == "  - allow: 'npm test'"
    assert place.own.stat().st_mode & 0o777 == 0o640


def test_a_file_is_made_where_there_is_none(place: Place) -> None:
    (file,) = place.files()
    written = place.write(file, "npm test")
    assert (written.path, written.backup) == (str(place.own), "")
    assert place.decision("npm test") == "allow"
    assert place.own.stat().st_mode & 0o777 == 0o600


def test_a_link_is_followed_and_stays_one(place: Place) -> None:
    (place.home / "dotfiles.yml").write_text("rules: []\n")
    place.own.symlink_to(place.home / "dotfiles.yml")
    place.write(place.files()[0], "npm test")
    assert place.own.is_symlink()
    assert "npm test" in (place.home / "dotfiles.yml").read_text()


def test_a_projects_file_is_written_only_while_it_is_trusted_and_stays_so(place: Place) -> None:
    file = place.project / "wicket.yml"
    file.write_text("rules:\n  - allow: ls\n")
    assert [each.where for each in place.files()] == ["person"]
    with pytest.raises(RuleNotWritten, match="is not trusted"):
        place.write(RuleFile("project", str(file)), "npm test")
    place.trust(file)
    _, found = place.files()
    assert found == RuleFile("project", str(file))
    written = place.write(found, "npm test")
    assert written.trusted
    assert place.decision("npm test") == "allow"
    file.write_text(file.read_text() + "  - allow: 'rm *'\n")
    assert [each.where for each in place.files()] == ["person"]
    assert place.decision("npm test") == "ask"


def test_what_else_has_changed_is_not_trusted_along(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    (place.project / "more.yml").write_text("rules: []\n")
    file = place.project / "wicket.yml"
    file.write_text("extends: [more.yml]\nrules:\n  - allow: ls\n")
    place.trust(file)

    def somebody_else(path: Path, data: bytes, mode: int) -> None:
        replace_file(path, data, mode)
        if path == file:
            (place.project / "more.yml").write_text("rules: [{allow: 'rm *'}]\n")

    monkeypatch.setattr(rule_file_writing, "replace_file", somebody_else)
    with pytest.raises(RuleNotWritten, match="more has changed there"):
        place.write(RuleFile("project", str(file)), "npm test")
    assert place.decision("rm x") == "ask"
    assert place.decision("npm test") == "ask"


def test_a_file_that_changes_meanwhile_is_left_alone(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.own.write_text("rules: []\n")
    check = rule_file_writing._check

    def slowly(*arguments: object) -> None:
        check(*arguments)  # type: ignore[arg-type]
        place.own.write_text("rules: [{deny: 'npm *'}]\n")

    monkeypatch.setattr(rule_file_writing, "_check", slowly)
    with pytest.raises(RuleNotWritten, match="has changed meanwhile"):
        place.write(place.files()[0], "npm test")
    assert place.own.read_text() == "rules: [{deny: 'npm *'}]\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rules: [{allow: ls}]\n", "add it there yourself: - allow: 'npm test'"),
        ("rules: [\n", "add it there yourself"),
        ("rules:\n  - allow: 7\n", "would not load"),
    ],
)
def test_what_cannot_be_written_is_said_with_what_to_do(place: Place, text: str, said: str) -> None:
    place.own.write_text(text)
    with pytest.raises(RuleNotWritten, match=said):
        place.write(place.files()[0], "npm test")
    assert place.own.read_text() == text
    assert not (place.state / "backups").exists()


def test_a_pattern_that_does_not_compile_is_not_written(place: Place) -> None:
    place.own.write_text("rules: []\n")
    with pytest.raises(RuleNotWritten, match="would not load"):
        place.write(place.files()[0], "git [-x")
    assert place.own.read_text() == "rules: []\n"


def test_a_file_that_others_can_change_is_left_alone(place: Place) -> None:
    place.own.write_text("rules: []\n")
    place.own.chmod(0o666)
    with pytest.raises(RuleNotWritten, match="others can change"):
        place.write(place.files()[0], "npm test")


def test_where_one_file_is_the_policy_it_is_the_one(place: Place) -> None:
    assert place.files("/etc/w.yml") == [RuleFile("given", "/etc/w.yml")]


def test_only_so_many_former_versions_are_kept(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_file_writing, "BACKUPS", 2)
    place.own.write_text("rules: []\n")
    for number in range(4):
        place.write(place.files()[0], f"make t{number}")
    assert len(os.listdir(place.state / "backups")) == 2
    assert "make t3" in place.own.read_text()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("", "rules:\n  # why\n  - allow: 'npm test'\n", id="nothing"),
        pytest.param("# mine\n", "# mine\n\nrules:\n  # why\n  - allow: 'npm test'\n", id="comment-alone"),
        pytest.param(
            "rules:\n  - allow: 'ls'  # look\n\n# end\ndefaults:\n  action: ask\n",
            "rules:\n  - allow: 'ls'  # look\n  # why\n  - allow: 'npm test'\n\n# end\ndefaults:\n  action: ask\n",
            id="between",
        ),
        pytest.param(
            "rules:\n- allow: ls\n- deny: rm\n  message: no\n",
            "rules:\n- allow: ls\n- deny: rm\n  message: no\n# why\n- allow: 'npm test'\n",
            id="no-indent",
        ),
        pytest.param(
            "rules:\n    - deny: rm\n      message: |\n        never\n        # not a comment\n    # trailing\n",
            "rules:\n    - deny: rm\n      message: |\n        never\n        # not a comment\n"
            "    # why\n    - allow: 'npm test'\n    # trailing\n",
            id="block-scalar",
        ),
        pytest.param("rules: []\n", "rules:\n  # why\n  - allow: 'npm test'\n", id="empty-list"),
        pytest.param("rules: # none yet\n", "rules: # none yet\n  # why\n  - allow: 'npm test'\n", id="null"),
        pytest.param(
            "rules:\r\n  - allow: ls\r\n", "rules:\r\n  - allow: ls\r\n  # why\r\n  - allow: 'npm test'\r\n", id="crlf"
        ),
        pytest.param(
            "extends:\n  - 'wicket:read-only'\n# rules:\n#   - allow: x\n",
            "extends:\n  - 'wicket:read-only'\n# rules:\n#   - allow: x\n\nrules:\n  # why\n  - allow: 'npm test'\n",
            id="commented-out",
        ),
        pytest.param("rules:\n  - allow: ls", "rules:\n  - allow: ls\n  # why\n  - allow: 'npm test'", id="no-newline"),
    ],
)
def test_the_rule_stands_behind_the_others(before: str, after: str) -> None:
    assert insert_rules(before, ["npm test"], "why") == after


@pytest.mark.parametrize(
    "text",
    [
        "rules: [{allow: ls}]\n",
        '{"rules": [{"allow": "ls"}]}\n',
        '"rules":\n  - allow: ls\n',
        "rules:\n  allow: ls\n",
        "[]\n",
        "rules: [\n",
        "a: 1\n---\nb: 2\n",
        "x: |\n  rules:\nrules: {}\n",
    ],
)
def test_a_text_without_a_place_for_it_is_left_alone(text: str) -> None:
    with pytest.raises(NoRoom):
        insert_rules(text, ["npm test"], "why")


def test_a_line_within_a_text_is_no_place() -> None:
    text = 'x: "\nrules:\n  - b\n"\n'
    with pytest.raises(NoRoom, match="a line for each"):
        insert_rules(text, ["npm test"], "why")


def test_what_looks_like_the_place_is_not_taken_for_it() -> None:
    made = insert_rules("x: |\n rules:\n", ["npm test"], "why")
    assert made == "x: |\n rules:\n\nrules:\n  # why\n  - allow: 'npm test'\n"


def test_a_note_is_one_line_and_cannot_be_more() -> None:
    made = insert_rules("", ["ls"], "because\n- allow: '*'\r\x85\u2028x " + "y" * 500)
    policy = Policy.loads(made)
    assert [rule.pattern for rule in policy.rules if rule.action == "allow"] == ["ls"]
    assert max(map(len, made.splitlines())) < 320


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30), min_size=1, max_size=3))
def test_whatever_a_pattern_holds_the_file_says_just_that(patterns: list[str]) -> None:
    try:
        made = insert_rules("defaults: {action: deny}\nrules:\n  - allow: ls\n", patterns, "why")
    except NoRoom:
        return  # what YAML has no way to say
    from wicket.policy.config.document_nodes_and_checked_values import Entries, Items, Scalar
    from wicket.policy_files import strict_yaml

    document = strict_yaml.read(made)
    assert isinstance(document, Entries)
    rules = document.entries["rules"].value
    assert isinstance(rules, Items)
    said = []
    for rule in rules.items:
        assert isinstance(rule, Entries)
        value = rule.entries["allow"].value
        assert isinstance(value, Scalar)
        said.append(value.text)
    assert said == ["ls", *patterns]


# ── A policy as it would be with some rules more ──────────────────────────────


def decision(cwd: Path, environ: dict[str, str], command: str, *allowing: str, config: str | None = None) -> str:
    found = compiled_with(str(cwd), environ, config, allowing)
    return str(Policy(found.policy, files=found.files).check(command, cwd, environ).decision)


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    folder = tmp_path / ".config" / "wicket"
    folder.mkdir(parents=True)
    (folder / "wicket.yml").write_text("rules: [{allow: ls}, {deny: 'git push *'}]\n")
    return {"HOME": str(tmp_path), "WICKET_HOME": str(tmp_path / "home")}


def test_the_rules_count_beside_those_of_the_files(tmp_path: Path, environ: dict[str, str]) -> None:
    assert decision(tmp_path, environ, "npm test && ls") == "ask"
    assert decision(tmp_path, environ, "npm test && ls", "npm test") == "allow"
    assert decision(tmp_path, environ, "npm test -x", "npm test") == "ask"


def test_a_denial_stays(tmp_path: Path, environ: dict[str, str]) -> None:
    assert decision(tmp_path, environ, "git push x", "git push x") == "deny"


def test_one_file_alone_is_meant_where_one_is_named(tmp_path: Path, environ: dict[str, str]) -> None:
    (tmp_path / "other.yml").write_text("rules: [{allow: pwd}]\n")
    config = str(tmp_path / "other.yml")
    assert decision(tmp_path, environ, "git push x", "git push x", config=config) == "allow"
    assert decision(tmp_path, environ, "ls", "make", config=config) == "ask"


def test_a_file_that_changes_is_read_again_and_one_that_does_not_is_not(
    tmp_path: Path, environ: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert decision(tmp_path, environ, "ls", "make") == "allow"
    file = tmp_path / ".config" / "wicket" / "wicket.yml"
    file.write_text("rules: [{deny: ls}]\n")
    assert decision(tmp_path, environ, "ls", "make") == "deny"
    monkeypatch.setattr(rule_file_writing, "Loader", None)
    assert decision(tmp_path, environ, "ls", "make") == "deny"


def test_only_so_many_are_kept(tmp_path: Path, environ: dict[str, str]) -> None:
    for number in range(20):
        decision(tmp_path, environ, "ls", f"make t{number}")
    assert len(rule_file_writing._kept) <= rule_file_writing.MAX_KEPT


def test_a_pattern_that_is_none_is_an_error(tmp_path: Path, environ: dict[str, str]) -> None:
    with pytest.raises(PolicyError):
        decision(tmp_path, environ, "ls", "git [-x")
