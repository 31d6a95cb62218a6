"""What is wrong with several files is said at once, and hides nothing."""

import pytest

from policy_files.places import Person
from wicket.policy.errors import PolicyError
from wicket.policy.evaluation.compiled_rule import CompiledRule
from wicket.policy_files.json_and_document_limits import MAX_NOTED


def test_every_problem_is_raised_at_once_and_in_order(person: Person) -> None:
    person.put_global("rules: [{allow: x, validate: Gone}]\nextends: [./b.yml]\nshell: fish\n")
    person.put({"b.yml": 'types: {A: {executor: "\'"}}\n'}, person.home / ".config/wicket")
    with pytest.raises(PolicyError) as caught:
        person.discover()
    assert person.shown(caught.value.problems) == [
        "/home/.config/wicket/b.yml:1: the type `A` cannot be asked; "
        "the executor has a single quote that is not closed: '",
        "/home/.config/wicket/wicket.yml:1: there is no type `Gone` to validate; declare it under `types`",
        "/home/.config/wicket/wicket.yml:3: `shell` is `fish`, and must be one of bash, sh, zsh; did you mean `sh`?",
    ]


def test_a_stranger_that_does_not_compile_takes_nothing_away(person: Person) -> None:
    person.put_global("rules: [{deny: rm *}, {allow: ls}]\n")
    person.write(wicket_yml="rules: [{deny: 'make [x'}, {deny: make}]\ndefinitions: {wrappers: ['x [y']}\n")
    loaded = person.discover()
    compiled = loaded.compiled()
    assert compiled
    kept = [("deny", "rm *"), ("allow", "ls"), ("deny", "make"), ("ask", "*")]  # what can be read of it holds
    assert [
        (rule.action, rule.pattern)
        for rule in map(CompiledRule, compiled["rules"])
        if rule.file.startswith(str(person.root))
    ] == kept
    assert any("never closed" in warning for warning in person.shown(loaded.warnings))


def test_a_file_that_counts_and_does_not_compile_is_an_error(person: Person) -> None:
    person.put_global("rules: [{deny: 'rm [x'}]\n")
    person.write(wicket_yml="rules: [{deny: 'make [x'}]\n")
    with pytest.raises(PolicyError):
        person.discover().compiled()


def test_warnings_of_the_compiler_are_warnings(person: Person) -> None:
    person.put_global("rules: [{allow: 'ls <path:none>'}]\n")
    loaded = person.discover()
    before = loaded.warnings
    assert loaded.compiled()
    assert (before, person.shown(loaded.warnings)) == (
        (),
        ["/home/.config/wicket/wicket.yml:1: <path:none> is not defined: the pattern 'ls <path:none>' never matches"],
    )


def test_nothing_that_is_wrong_hides_what_else_is_wrong(person: Person) -> None:
    person.put_global(
        "rules:\n"
        "- {allow: 'a [b'}\n"
        "- {allow: x, allow: y}\n"
        "- {deny: !py z}\n"
        "- !py {deny: '|'}\n"
        "shell: fish\n"
        "shell: bash\n"
        "<<: {defaults: {action: x}}\n"
        'defaults: {action: "\\0"}\n'
        "experimental: !!int {}\n"
    )
    with pytest.raises(PolicyError) as caught:
        person.discover()
    assert [(problem.origin.line, problem.message.partition(" in ")[0]) for problem in caught.value.problems] == [
        (2, "a [ that is never closed"),
        (3, "the key `allow` stands here and"),
        (4, "the tag !py is not known here (column 10)"),
        (5, "the tag !py is not known here (column 3)"),
        (5, "an empty alternative"),
        (6, "`shell` is `fish`, and must be one of bash, sh, zsh"),
        (7, "the key `shell` stands here and"),
        (8, "merge keys (<<) are not read (column 1)"),
        (9, "a text holds a character that no program can be given (column 20)"),
        (9, "`defaults.action` is `?`, and must be one of allow, ask, deny, pass"),
        (10, "the tag tag:yaml.org,2002:int is not known here (column 15)"),
    ]
    person.put_global('{"shell": "fish", "shell": "x", "rules": [{"allow": "x", "allow": "y\\u0000"}]}')
    with pytest.raises(PolicyError) as caught:
        person.discover()
    assert [problem.message.partition(" in ")[0] for problem in caught.value.problems] == [
        "the key `shell` stands here and",
        "the key `allow` stands here and",
        "a text holds a character that no program can be given",
        "`shell` is `fish`, and must be one of bash, sh, zsh",
    ]


def test_a_syntax_that_is_wrong_hides_nothing_before_it(person: Person) -> None:
    person.put_global("shell: a\nshell: b\nrules: [\n")
    with pytest.raises(PolicyError) as caught:
        person.discover()
    assert [problem.origin.line for problem in caught.value.problems] == [1, 2, 4]
    person.put_global("a: 1\n" + "a: 1\n" * 1000)
    with pytest.raises(PolicyError) as caught:
        person.discover()
    assert len(caught.value.problems) == MAX_NOTED + 1


def test_a_wrong_key_hides_no_wrong_pattern(person: Person) -> None:
    person.put_global("rulse: []\nrules:\n- alow: ls\n- allow: 'a||b'\n- {deny: x, when: 'env.X =='}\n- {ask: y}\n")
    person.write(wicket_yml="rules: [{deny: 'make [x'}]\n")
    with pytest.raises(PolicyError) as error:
        person.discover()
    assert [problem.origin.line for problem in error.value.problems] == [1, 3, 4, 5]
    assert {problem.origin.file for problem in error.value.problems} == {str(person.home / ".config/wicket/wicket.yml")}
