"""A person who trusts a policy file sees what belongs to it."""

import pytest

from policy_files.places import Person
from wicket.policy.errors import PolicyError
from wicket.policy_files.policy_trust_question import policy_file


def test_what_belongs_to_a_policy_is_told(person: Person) -> None:
    person.put(
        {
            "wicket.yml": "extends: [./a.yml]\nrules: [{allow: x}, {deny: y}]\ndefaults: {action: allow}\n",
            "a.yml": "types: {G: {executor: './g \"a b\"'}}\nrules: [{ask: z}]\n",
        }
    )
    found = policy_file(str(person.project / "wicket.yml"), person.environ, str(person.state))
    assert found is not None
    found.check()
    assert found.content.startswith("policy:")
    assert found.lines == (
        "  policy with its rules: 1 allow, 1 ask, 1 deny",
        "  what no rule covers: allow",
        f"  with {person.project}/a.yml",
        "  runs ./g 'a b', for every command",
        f"  allows x ({person.project}/wicket.yml:2)",
    )


def test_what_it_would_loosen_and_run_is_told_and_all_of_it_on_request(person: Person) -> None:
    person.put(
        {
            "wicket.yml": "extends: ['wicket:read-only']\ndefinitions: {wrappers: ['within <cmd>']}\n"
            "types: {G: {executor: './g', commands: ['curl *', 'wget *']}}\n"
            "rules:\n"
            + "".join(f"- allow: 'make a{number}'\n" for number in range(6))
            + "- {allow: 'make b', when: 'env.A ==\n    \"b\"'}\n- {deny: x}\n- {ask: y}\n",
            "g": "#!/bin/sh\n",
        }
    )
    found = policy_file(str(person.project / "wicket.yml"), person.environ, str(person.state))
    assert found is not None
    found.check()
    file = person.project / "wicket.yml"
    told = [
        "  with preset wicket:read-only",
        f"  with the file {person.project}/g",
        "  runs ./g, for curl *, wget *",
        "  judges what comes behind within <cmd> for itself",
    ]
    loose = [f"  allows make a{number} ({file}:{number + 5})" for number in range(6)]
    assert list(found.lines[1:]) == [*told, *loose[:5], "  … and 2 more that it allows; --verbose names all"]
    rest = [f'  allows make b when env.A == "b" ({file}:11)', f"  denies x ({file}:13)", f"  asks about y ({file}:14)"]
    assert [line for line in found.details[1:] if "(preset " not in line] == [*told, *loose, *rest]
    assert len(found.details) > 100


def test_other_files_are_no_policies(person: Person) -> None:
    person.put({"notes.yml": "rules: []\n"})
    assert policy_file(str(person.project / "notes.yml"), person.environ, str(person.state)) is None


@pytest.mark.parametrize(
    ("text", "mode", "said"),
    [
        ("rules: 5\n", 0o644, "`rules` must be a list, and is a number"),
        ("extends: ['github:o/r']\n", 0o644, "this has not been fetched"),
        ("rules: []\n", 0o666, "others can change"),
    ],
)
def test_what_cannot_be_trusted_says_why(person: Person, text: str, mode: int, said: str) -> None:
    person.put({"wicket.yml": text})
    (person.project / "wicket.yml").chmod(mode)
    found = policy_file(str(person.project / "wicket.yml"), {}, "")
    assert found is not None
    with pytest.raises(PolicyError, match=said):
        found.check()
