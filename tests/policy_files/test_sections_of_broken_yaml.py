"""What can be read of a file that is no YAML."""

import random
import time

import pytest

from policy_files.places import Person
from wicket.loaded_policy import Policy
from wicket.policy.config.keys_of_policy_file import Place
from wicket.policy.errors import PolicyError
from wicket.policy_files.document_limits_and_mistakes import MAX_FILE_BYTES
from wicket.policy_files.sections_of_broken_yaml import MAX_RULES, partly, salvaged

RULES = """defaults: {action: allow}
rules:
  - deny: 'rm *'
    message: |
      never
  # why
  - allow: 'ls *'
  - deny: 'dd *'
    tests:
      - deny: 'dd x'
files:
  deny_read: [/secret/**]
"""


def left(text: str) -> Policy:
    with pytest.raises(PolicyError) as raised:
        Policy.loads(text)
    return Policy.remaining(raised.value)


def decided(policy: Policy, command: str) -> str:
    return str(policy.check(command, "/", {"HOME": "/home/ada"}).decision)


@pytest.mark.parametrize(
    ("found", "instead"),
    [
        ("'ls *'", "'ls *"),
        ("'ls *'", '"ls \\'),
        ("'ls *'", "[ls"),
        ("'ls *'", "{a: b"),
        ("- allow: 'ls *'", "- allow: 'ls *'\n    wat: x: y"),
        ("- allow: 'ls *'", "- - : ]"),
        ("- allow: 'ls *'", "- allow: *nobody"),
        ("- allow: 'ls *'", "- allow: @x"),
        ("- allow: 'ls *'", "- allow: 'ls *'\n\t- x"),
        ("defaults: {action: allow}", "defaults: {action: allow"),
        ("- allow: 'ls *'", "- allow: 'ls *'\n      message: x"),
    ],
)
def test_what_is_right_beside_a_slip_still_forbids(found: str, instead: str) -> None:
    policy = left(RULES.replace(found, instead))
    assert [decided(policy, text) for text in ("rm x", "dd x", "cat /secret/x")] == ["deny"] * 3
    verdict = policy.check("ls", "/", {})
    assert str(verdict.decision) == "ask"
    assert "policy does not load, so everything is asked about" in verdict.reason


def test_lines_stay_where_they_are() -> None:
    text = RULES.replace("'ls *'", "'ls *")
    assert salvaged(text).split("\n")[7] == "  - deny: 'dd *'"
    assert salvaged(text).count("\n") == text.count("\n")
    assert salvaged(RULES).replace("\n", "") == RULES.replace("\n", "")


def test_nothing_is_made_up() -> None:
    assert salvaged("").strip() == ""
    assert salvaged("just text\n- deny: x").strip() == ""
    assert salvaged("rules: [\n  {deny: 'rm *'},\n  {deny: 'x}\n]").strip() == ""
    assert decided(left("rules: ['"), "rm x") == "ask"
    many = "rules:\n" + "- deny: 'a *'\n" * (MAX_RULES + 5) + "- '\n"
    assert salvaged(many).count("deny") == MAX_RULES


def test_any_mutation_leaves_a_policy_that_allows_nothing() -> None:
    draw = random.Random(5)
    for _ in range(150):
        at = draw.randrange(len(RULES))
        text = RULES[:at] + draw.choice("'\"[]{}:-&*!|>%@`\t \n\\") + RULES[at + draw.randrange(3) :]
        try:
            Policy.loads(text)
        except PolicyError as error:
            broken = error
        else:
            continue
        assert decided(Policy.remaining(broken), "ls /") in ("ask", "deny")


def test_files_of_a_person_that_do_not_load_lose_nothing(person: Person) -> None:
    person.put_global("rules: [{deny: 'rm *'}, {allow: 'ls'}, {deny: 'cat <path:mine>'}, {deny: 'x [y'}]\n")
    person.write(wicket_yml="rules: [{deny: 'make *'}]\n")
    person.trust()
    with pytest.raises(PolicyError) as raised:
        Policy.discover(person.project, person.environ)
    policy = Policy.remaining(raised.value)
    decisions = [str(policy.check(text, person.project, {}).decision) for text in ("rm x", "make x", "ls", "cat x")]
    assert decisions == ["deny", "deny", "ask", "ask"]


@pytest.mark.parametrize(("name", "loads"), [("wicket.yml", False), ("runok.yml", True)])
@pytest.mark.parametrize("rule", ["deny: 'cat <path:none>'", "ask: 'cat <var:none>'"])
def test_a_rule_that_can_never_match(person: Person, name: str, loads: bool, rule: str) -> None:
    person.put({name: f"rules: [{{{rule}}}, {{allow: 'ls'}}]\n"})
    path = str(person.project / name)
    if not loads:
        with pytest.raises(PolicyError, match="never matches; define it"):
            Policy.load(path, person.environ)
        return
    policy = Policy.load(path, person.environ)
    assert [str(warning).endswith("never matches") for warning in policy.warnings] == [True]
    assert str(policy.check("ls", "/", {}).decision) == "allow"


def test_rules_that_stand_twice_forbid_both_times() -> None:
    for between in ("", "shell: bash\n", "x: [\n", "y: : z\n"):
        policy = left(f"rules:\n- deny: 'rm *'\n{between}rules:\n- allow: 'ls *'\n- deny: 'dd *'\n")
        assert [decided(policy, text) for text in ("rm x", "dd x", "ls x")] == ["deny", "deny", "ask"], between


@pytest.mark.parametrize(
    "content",
    [
        b"# caf\xe9\nrules:\n  - allow: 'ls *'\n  - deny: 'rm *'\n",
        b"rules:\n  - allow: 'caf\xe9 *'\n  - deny: 'rm *'\nfiles:\n  deny_read: [/secret/**]\n",
        b"# \x00\nrules:\n  - deny: 'rm *'\n",
        b"rules:\n  - deny: 'rm *'\n    message: \x1b[31mno\n",
        b"rules:\n  - deny: 'rm *' # \x80\x07\n",
        "rules:\n  - deny: 'rm *'\n".encode("utf-16"),
        "rules:\n  - deny: 'rm *'\n".encode("utf-16-le"),
        b"rules:\n  - deny: 'rm *'\n---\nrules:\n  - allow: 'ls *'\n",
        b"x: 1\n---\nrules:\n  - deny: 'rm *'\n",
        b"rules:\n  - deny: 'rm *'\n" + b"#" * 5_000_000,
    ],
)
@pytest.mark.parametrize("trusted", [True, False])
def test_denies_of_files_of_other_bytes(person: Person, content: bytes, trusted: bool) -> None:
    path = person.project / "wicket.yml"
    path.write_bytes(content)
    if trusted or len(content) > MAX_FILE_BYTES:  # a stranger's that is too large is not read at all
        with pytest.raises(PolicyError) as raised:
            Policy.load(str(path), person.environ)
        policy = Policy.remaining(raised.value)
    else:
        policy = Policy.discover(person.project, person.environ)
    decisions = [str(policy.check(text, person.project, {}).decision) for text in ("rm x", "ls x")]
    assert decisions == ["deny", "ask"]
    if b"/secret" in content:
        assert str(policy.check("cat /secret/x", person.project, {}).decision) == "deny"


def test_denies_count_before_the_rest() -> None:
    policy = left("rules:\n" + "- allow: 'ls *'\n" * (MAX_RULES + 5) + "- deny: 'rm *'\n- '\n")
    assert decided(policy, "rm x") == "deny"
    text = "rules:\n" + "- allow: 'ls *'\n" * (MAX_RULES + 5) + "- deny: 'rm *'\n  tests: [deny: rm x]\n- '\n"
    assert "deny" in salvaged(text)


def test_what_a_rule_says_is_quoted_in_short() -> None:
    text = f"rules:\n- deny: 'rm *'\n  allow: 'x'\n  message: \"\\e[31m{'y' * 3000}\"\n- '\n"
    verdict = left(text).check("rm x", "/", {})
    assert str(verdict.decision) == "deny"
    assert len(verdict.reason) <= 200
    assert "\x1b" not in verdict.reason


def test_a_large_file_does_not_take_long() -> None:
    text = "rules:\n" + "- allow: 'ls *'\n" * 60_000 + "- deny: 'rm *'\n- '\n"
    before = time.process_time()
    layer = partly(text, Place("policy", "", ""))
    assert time.process_time() - before < 5  # on a machine that is at rest, it is less than one
    assert [rule.pattern for rule in layer.rules if rule.action == "deny"] == ["rm *"]
