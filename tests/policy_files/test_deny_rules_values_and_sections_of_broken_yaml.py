"""Tests of `deny_rules_values_and_sections_of_broken_yaml`."""

import random
import time

import pytest

from policy_files.places import Person
from wicket.loaded_policy import Policy
from wicket.policy.config.keys_of_policy_file import Place
from wicket.policy.errors import PolicyError
from wicket.policy_files.broken_yaml_brackets_and_frames import cleaned
from wicket.policy_files.deny_rules_in_odd_documents import MAX_DENIES
from wicket.policy_files.deny_rules_values_and_sections_of_broken_yaml import MAX_RULES, partly, salvaged, scanned
from wicket.policy_files.json_and_document_limits import MAX_FILE_BYTES

# ── deny rules in texts that are no YAML ──────────────────────────────────────

# Each text is no YAML, or could be part of one; what it denies is what whoever wrote it meant.
RULES = {
    "tabs before items": ("rules:\n\t- deny: 'rm *'\n\t- deny: dd *\n", ["rm *", "dd *"]),
    "a tab within a rule": ("rules:\n  - deny: 'rm *'\n\tmessage: x\n  - deny: 'dd *'\n", ["rm *", "dd *"]),
    "a tab before one item": (
        "rules:\n  - deny: a\n    tests:\n      - deny: a b\n\t- deny: 'rm *'\n",
        ["a", "rm *"],
    ),
    "a quoted key": ("\"rules\":\n  - 'deny': 'rm *'\n  - allow: 'x\n", ["rm *"]),
    "other depths": ("rules:\n    - deny: a\n  - deny: b\n      - deny: c\n - deny: d\n- deny: e\n", list("abcde")),
    "below a text": ("rules:\n  - allow: ls\n      - deny: a\n", ["a"]),
    "a mapping": ("rules:\n  first:\n    deny: a\n  second: {deny: b}\n  third: [\n", ["a", "b"]),
    "at the top": ("- deny: a\n- allow: 'b\n- deny: c\n", ["a", "c"]),
    "after a text": ("just text\n- deny: a\n", ["a"]),
    "a list of patterns": ("rules:\n  - deny: [a, 'b']\n  - deny:\n    - c\n    - d\n  - x: [\n", list("abcd")),
    "another case": ("RULES:\n  - Deny: a\n  - x: [\n", ["a"]),
    "a misspelt key": ("rulse:\n  - deny: a\n  - x: [\n", ["a"]),
    "no space": ("rules:\n  - deny:'a b'\n  - deny:c\n", ["a b", "c"]),
    "no quotes": (
        "rules:\n  - deny: * --force\n  - deny: [sudo] rm *\n  - deny: @x\n",
        ["* --force", "[sudo] rm *", "@x"],
    ),
    "not closed": ("rules:\n  - deny: 'rm *\n  - deny: \"dd *\n  - deny: x\n", ["rm *", "dd *", "x"]),
    "quotes within": ('rules:\n  - deny: "rm" -rf *\n', ['"rm" -rf *']),
    "quotes": ("rules:\n  - deny: \"a \\\"b\\\" \\x41\"\n  - deny: 'it''s'\n  - [\n", ['a "b" A', "it's"]),
    "properties": ("rules:\n  - deny: &x !!str 'rm *'\n  - [\n", ["rm *"]),
    "in lines": ("rules:\n  - deny: rm\n      -rf *\n  - deny: 'dd\n      x'\n", ["rm -rf *", "dd x"]),
    "a block": ("rules:\n  - deny: |\n      rm *\n  - deny: >-\n      dd\n      x\n  - [\n", ["rm *", "dd x"]),
    "a value below": ("rules:\n  - deny:\n      'rm *'\n  - [\n", ["rm *"]),
    "comments": ("rules: # why\n  - deny: a # b\n  - deny: 'c' # d\n  # e\n  - deny: f#g\n", ["a", "c", "f#g"]),
    "documents": ("rules:\n- deny: a\n---\nrules:\n- deny: b\n...\n--- \n- deny: c\n", list("abc")),
    "a document beside its marker": ("--- {rules: [{deny: a}]}\n", ["a"]),
    "after tests": ("rules:\n- deny: a\n  tests:\n  - deny: a x\n- deny: b\n", ["a", "b"]),
    "after tests, at their depth": ("rules:\n  - deny: a\n    tests:\n      - deny: a x\n    - deny: b\n", ["a", "b"]),
    "under another section": ("definitions:\n  paths: {}\n  rules:\n    - deny: a\n", ["a"]),
    "flow": ("rules: [{deny: 'a *'}, {allow: 'x}, {deny: b}]\n", ["a *"]),
    "flow in lines": ("rules: [\n  {deny: 'a *'},\n  {allow: 'x},\n  {deny: b c},\n]\n", ["a *", "b c"]),
    "flow, a bracket too few": ("rules: [{deny: a}, {deny: b, tests: [{deny: b x}}, {deny: c}\n", list("abc")),
    "flow, a bracket too many": ("rules: [{deny: a}]}, {deny: b}]\n", list("ab")),
    "flow, not closed": ("defaults: {action: allow\nrules:\n  - allow: [x\n  - deny: a\n", ["a"]),
    "flow, a pair": ("rules: [deny: a, deny: b, {allow: c}\n", ["a", "b"]),
    "JSON": (
        '{"rules": [\n{"deny": "a *", "message": "x},\n{"deny": "b"}\n,,\n{"deny":"c\\td"}]',
        ["a *", "b", "c\td"],
    ),
    "JSON, not closed in tests": (
        '{"rules": [\n{"deny": "a", "tests": [{"deny": "a x}]},\n{"deny": "b"}\n',
        ["a", "b"],
    ),
    "JSON, no comma": ('{"rules": [{"deny": "a" "message": "b"} {"deny": "c"}', ["a", "c"]),
    "JSON, a comma more": ('{"rules": [{"deny": "a",},],}', ["a"]),
    "old newlines": ("rules:\r- deny: a\r- deny: 'b\r\n- deny: c", list("abc")),
    "no bytes of a text": ("rules:\n# \x00\x1b\x80\n- deny: r\x00m\x07 *\n", ["rm *"]),
}

NONE = {
    "a comment": "rules:\n  # - deny: a\n  - allow: x # deny: a\n#- deny: a\n  - [\n",
    "a comment in flow": "rules: [\n  # {deny: a},\n  {allow: b}, # {deny: c}\n",
    "a comment in JSON": '{"rules": [\n  // {"deny": "a"},\n  {"allow": "b"}\n',
    "a text": "rules:\n  - allow: \"- deny: a\"\n    message: '{deny: a}'\n    wat: deny\n  - [\n",
    "a text without quotes": "rules:\n  - allow: x\n    message: never [{deny: a}]\n  - [\n",
    "a text of lines": 'rules:\n  - allow: x\n    message: "one\n      - deny: a\n\n      deny: b"\n  - [\n',
    "a text of lines that are not indented": "rules:\n  - allow: x\n    message: 'one\n- deny: a\n  two'\n  - [\n",
    "a pattern of lines": "rules:\n  - allow: 'one\n      - deny: a\n      two'\n  - [\n",
    "a text of lines in flow": 'rules: [{allow: x, message: "one\n- deny: a\ntwo"}, {\n',
    "a block": (
        "rules:\n  - allow: x\n    message: |\n      - deny: a\n\n      deny: b\n"
        "    fix_suggestion: >-\n      deny: c\n  - [\n"
    ),
    "a block at the top": "note: |\n  rules:\n    - deny: a\nrules: [\n",
    "an item that is a block": "rules:\n- |\n  deny: a\n- [\n",
    "tests": "rules:\n  - allow: x\n    tests:\n      - deny: a\n      - deny: b\n  - [\n",
    "tests at the depth of their key": "rules:\n  - allow: x\n    tests:\n    - deny: a\n    - deny: b\n  - [\n",
    "tests behind a tab": "rules:\n\t- allow: x\n\t  tests:\n\t\t- deny: a\n\t\t- deny: b\n",
    "tests in flow": "rules: [{allow: x, tests: [{deny: a},\n {deny: b}]}, {\n",
    "tests at the end": "rules: [\ntests:\n  cases:\n  - deny: a\n  - deny: b\n",
    "tests in flow at the end": "rules: [\ntests: {cases: [\n  {deny: a}]}\n",
    "a message of items": "rules:\n  - allow: x\n    message: see\n      - deny: a\n  - [\n",
    "another section": (
        "definitions:\n  sandbox:\n    x:\n      fs:\n        deny: [/a]\n        read: {deny: [/b]}\nrules: [\n"
    ),
    "another section of other things": "somewhere:\n  - deny: a\nrules: [\n",
    "files": "files:\n  deny_read: [a]\n  deny_write:\n    - b\nrules: [\n",
    "a condition that is not closed": "rules:\n  - deny: a\n    when: [x\n",
    "an alias": "rules:\n  - deny: *x\n  - [\n",
    "nothing": "rules:\n  - deny:\n  - deny: ''\n  - deny: # a\n  - deny: []\n  - [\n",
}


def patterns(text: str) -> list[str]:
    found = scanned(cleaned(text))
    return [pattern for rule in found if not rule.conditional or "when" in rule.texts for _, pattern in rule.patterns]


@pytest.mark.parametrize("name", RULES)
def test_what_can_be_read(name: str) -> None:
    text, wanted = RULES[name]
    assert patterns(text) == wanted


@pytest.mark.parametrize("name", NONE)
def test_what_is_no_rule(name: str) -> None:
    assert patterns(NONE[name]) == []


def test_what_belongs_to_a_rule() -> None:
    text = (
        "rules:\n  - deny: a\n     message: no\n    when: \"env.X == '1'\"\n"
        "  - {message: b, deny: [c,\n    d], fix_suggestion: e}\n"
    )
    first, second = scanned(text)
    assert (first.patterns, first.texts) == ([(2, "a")], {"message": "no", "when": "env.X == '1'"})
    assert (second.patterns, second.texts) == ([(5, "c"), (6, "d")], {"message": "b", "fix_suggestion": "e"})


LONG = {
    "rules": "- deny: 'a b'\n",
    "other rules": "- allow: 'a b'\n  message: |\n    x\n",
    "dashes": "-\n",
    "dashes in a line": "- ",
    "quotes": "- '\n",
    "two kinds of quotes": "- '\n- \"\n",
    "quotes in a line": "' \"",
    "empty texts": "- ''\n",
    "escapes": '\\"',
    "brackets": "[",
    "brackets in lines": "- [{\n",
    "braces that close": "}]",
    "keys": "a: ",
    "colons": ":",
    "long keys": "k" * 99 + " ",
    "deeper and deeper": "",
    "spaces": " ",
    "lines in a text": "k:\n x\n",
    "values": "- a: b\n",
    "flow": "{deny: 'a', tests: [{deny: b}]}, ",
    "unclosed flow": '{a: "b\n',
    "plain lines": "x\n  y\n",
    "blocks": "- a: |\n",
}


@pytest.mark.parametrize("name", LONG)
def test_it_does_not_take_long(name: str) -> None:
    text = "rules:\n- deny: a\n" + (LONG[name] * (1_000_000 // max(len(LONG[name]), 1)))[:1_000_000]
    if name == "deeper and deeper":
        text += "".join(f"{' ' * n}- a:\n" for n in range(1_400))
    text += "\n- deny: last"
    before = time.process_time()
    found = scanned(cleaned(text))
    assert time.process_time() - before < 5  # on a machine that is at rest, it is less than one
    assert sum(len(rule.patterns) for rule in found) <= MAX_DENIES + 1


def test_it_never_raises() -> None:
    draw = random.Random(7)
    pieces = [
        *"'\"[]{}:,-&*!|>%@`#\t \n\\/",
        "deny: ",
        "- ",
        "rules:\n",
        "tests:\n",
        "---\n",
        "\n  ",
        "\x00",
        "é",
        "when: ",
    ]
    for _ in range(3_000):
        patterns("".join(draw.choices(pieces, k=draw.randrange(40))) + "deny")


# ── what can be read of a file that is no YAML ────────────────────────────────

RULES_OF_SECTIONS_OF_BROKEN_YAML = """defaults: {action: allow}
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
    policy = left(RULES_OF_SECTIONS_OF_BROKEN_YAML.replace(found, instead))
    assert [decided(policy, text) for text in ("rm x", "dd x", "cat /secret/x")] == ["deny"] * 3
    verdict = policy.check("ls", "/", {})
    assert str(verdict.decision) == "ask"
    assert "policy does not load, so everything is asked about" in verdict.reason


def test_lines_stay_where_they_are() -> None:
    text = RULES_OF_SECTIONS_OF_BROKEN_YAML.replace("'ls *'", "'ls *")
    assert salvaged(text).split("\n")[7] == "  - deny: 'dd *'"
    assert salvaged(text).count("\n") == text.count("\n")
    assert salvaged(RULES_OF_SECTIONS_OF_BROKEN_YAML).replace("\n", "") == RULES_OF_SECTIONS_OF_BROKEN_YAML.replace(
        "\n", ""
    )


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
        at = draw.randrange(len(RULES_OF_SECTIONS_OF_BROKEN_YAML))
        text = (
            RULES_OF_SECTIONS_OF_BROKEN_YAML[:at]
            + draw.choice("'\"[]{}:-&*!|>%@`\t \n\\")
            + RULES_OF_SECTIONS_OF_BROKEN_YAML[at + draw.randrange(3) :]
        )
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
