"""Which commands do what others do."""

from wicket.shell.catalogue.synonyms import SYNONYMS
from wicket.shell.programs.known_programs import PROGRAMS


def test_each_name_of_a_group_knows_the_others() -> None:
    groups = SYNONYMS["docker"].groups
    assert (["rm"], [["rm"], ["container", "rm"], ["container", "remove"]]) in groups["rm"]
    assert [own for own, _ in groups["image"] if own[1] == "rm"] == [["image", "rm"]]
    assert SYNONYMS["podman"].groups is groups


def test_no_name_stands_in_two_groups_of_a_program() -> None:
    for name, known in SYNONYMS.items():
        for own in [own for entries in known.groups.values() for own, _ in entries]:
            assert sum(one == own for one, _ in known.groups[own[0]]) == 1, (name, own)


def test_what_a_program_may_amount_to() -> None:
    assert SYNONYMS["tofu"].names == {"terraform", "tofu", "opentofu", "terragrunt", "tf"}
    assert {"git", "gh"} <= SYNONYMS["gh"].names
    assert SYNONYMS["sudoedit"].names == {"sudoedit", "sudo"}


def test_a_line_says_what_is_wanted() -> None:
    (amount,) = SYNONYMS["terraform"].amounts["plan"]
    assert (amount.exact, amount.flags, amount.globs) == (["plan"], ["-destroy", "-out"], [])
    assert (amount.program, amount.words, amount.sure) == ("terraform", ["destroy"], False)
    (amount,) = SYNONYMS["sudoedit"].amounts[""]
    assert (amount.exact, amount.program, amount.words, amount.sure) == ([], "sudo", ["-e"], True)


def test_programs_know_that_others_do_the_same() -> None:
    found = [PROGRAMS[name].aliased for name in ("/usr/bin/tofu", "sudoedit", "pip3", "ls")]
    assert found == ["tofu", "sudoedit", "pip", ""]
