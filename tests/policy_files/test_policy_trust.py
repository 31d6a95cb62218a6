"""Tests of `policy_trust`."""

import pytest

from policy_files.places import Person
from policy_files.test_policy_loader import rules
from wicket.policy.errors import PolicyError
from wicket.policy_files.policy_trust import policy_file

# ── what is trusted together, and what others can change ──────────────────────


@pytest.mark.parametrize("name", ["wicket.yml", "more.yml", "checks/guard.py", "wicket.lock", "late.py"])
def test_a_change_to_anything_that_was_trusted_ends_the_trust(person: Person, name: str) -> None:
    person.put(
        {
            "wicket.yml": (
                "extends: [./more.yml, 'wicket:definitions']\nrules: [{allow: x}]\n"
                "types: {G: {executor: python3 checks/guard.py late.py}}\n"
            ),
            "more.yml": "rules: [{allow: y}]\n",
            "checks/guard.py": "print()\n",
        }
    )
    person.trust()
    assert rules(person.discover()) == [("allow", "y", 0), ("allow", "x", 0)]
    (person.project / name).parent.mkdir(exist_ok=True)
    with (person.project / name).open("a") as file:
        file.write("\n# changed\n")
    changed = person.discover()
    if name == "wicket.lock":  # nothing here is pinned, so it is not even read
        assert rules(changed) == [("allow", "y", 0), ("allow", "x", 0)]
        return
    assert (rules(changed), changed.config.types) == ([], {})
    (said,) = person.shown(changed.warnings)
    assert said.endswith(
        "it has changed since it was trusted: look at it, then run `wicket trust /home/project/wicket.yml`"
    )
    person.trust()
    assert rules(person.discover()) == [("allow", "y", 0), ("allow", "x", 0)]


def test_trust_holds_from_wherever_one_comes_and_is_not_lent(person: Person) -> None:
    person.write(wicket_yml="rules: [{allow: make *}]\n")
    person.trust()
    (person.home / "link").symlink_to("project")
    assert rules(person.discover(person.home / "link")) == [("allow", "make *", 0)]
    # A symlink to a trusted policy, in a project that nobody trusts: its makefile is another one.
    hostile = person.home / "hostile"
    hostile.mkdir()
    (hostile / "wicket.yml").symlink_to(person.project / "wicket.yml")
    assert rules(person.discover(hostile)) == []


def test_what_others_can_write_is_not_trusted(person: Person) -> None:
    person.put({"wicket.yml": "rules: [{allow: x}]\ntypes: {G: {executor: ./guard}}\n", "guard": "#!/bin/sh\n"})
    person.trust()
    (person.project / "guard").chmod(0o777)
    loaded = person.discover()
    assert rules(loaded) == []
    (said,) = person.shown(loaded.warnings)
    assert said.endswith(
        "others can change /home/project/guard; look at it, make it yours, and run `chmod go-w /home/project/guard`"
    )


def test_a_global_or_named_file_that_others_can_write_only_forbids(person: Person) -> None:
    person.put_global("rules: [{allow: x}, {deny: y}]\n")
    path = person.home / ".config/wicket/wicket.yml"
    path.chmod(0o666)
    assert rules(person.discover()) == [("deny", "y", 1)]
    assert rules(person.loader().file(str(path))) == [("deny", "y", 1)]
    path.chmod(0o644)
    assert rules(person.loader().file(str(path))) == [("allow", "x", 0), ("deny", "y", 0)]


def test_an_executor_that_is_a_big_folder_cannot_be_trusted(person: Person) -> None:
    person.put({"wicket.yml": "rules: [{allow: x}]\ntypes: {G: {executor: python3 ./big}}\n"})
    person.put({f"big/{n}": "" for n in range(501)})
    person.trust()
    (said,) = person.shown(person.discover().warnings)
    assert said.endswith("/home/project/big is too large, or nothing that can be read; name a file instead")


# ── A person who trusts a policy file sees what belongs to it ─────────────────


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
