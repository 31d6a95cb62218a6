"""Which commands do what others do."""

from pathlib import Path

from wicket.policy_files.catalogue_compiler import read_all, synonyms_by_name
from wicket.shell.catalogue import compiled_catalogue
from wicket.shell.catalogue.synonym_tables import NOTHING, Synonyms, synonyms_of
from wicket.shell.programs.program_lookup import PROGRAMS


def known(name: str) -> Synonyms:
    return synonyms_of(name) or NOTHING


def test_each_name_of_a_group_knows_the_others() -> None:
    groups = known("docker").groups
    assert (["rm"], [["rm"], ["container", "rm"], ["container", "remove"]]) in groups["rm"]
    assert [own for own, _ in groups["image"] if own[1] == "rm"] == [["image", "rm"]]
    assert known("podman").groups == groups


def test_no_name_stands_in_two_groups_of_a_program() -> None:
    for name in synonyms_by_name(read_all(Path(compiled_catalogue.__file__).parent)):
        groups = known(name).groups
        for own in [own for listed in groups.values() for own, _ in listed]:
            assert sum(one == own for one, _ in groups[own[0]]) == 1, (name, own)


def test_what_a_program_may_amount_to() -> None:
    assert known("tofu").names == {"terraform", "tofu", "opentofu", "terragrunt", "tf"}
    assert {"git", "gh"} <= known("gh").names
    assert known("sudoedit").names == {"sudoedit", "sudo"}


def test_a_line_says_what_is_wanted() -> None:
    (amount,) = known("terraform").amounts["plan"]
    assert (amount.exact, amount.flags, amount.globs) == (["plan"], ["-destroy", "-out"], [])
    assert (amount.program, amount.words, amount.sure) == ("terraform", ["destroy"], False)
    (amount,) = known("sudoedit").amounts[""]
    assert (amount.exact, amount.program, amount.words, amount.sure) == ([], "sudo", ["-e"], True)


def test_programs_know_that_others_do_the_same() -> None:
    found = [PROGRAMS[name].aliased for name in ("/usr/bin/tofu", "sudoedit", "pip3", "ls")]
    assert found == ["tofu", "sudoedit", "pip", ""]
