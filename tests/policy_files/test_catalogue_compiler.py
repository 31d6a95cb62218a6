"""Files of the catalogue of programs."""

import marshal
from pathlib import Path
from typing import Any

import pytest

from wicket.policy_files.catalogue_compiler import check, compiled, programs_of, read_all, synonyms_by_name

GOOD = """\
about = "Two tools."

[option_groups]
quiet = "-q|--quiet"
more = "@quiet -v"

[mytool]
usage = "@more -o|--output=WRITE READ..."
aliases = "mt mytool2"
loads = ".mytoolrc *.mt"
prose = true

[deploy.usage]
deploy = "SUB"
"deploy run" = "-e=VALUE COMMAND..."

[deploy.abbreviations]
run = "ru r"
"""


def test_what_a_file_says() -> None:
    assert check(GOOD) == []
    assert programs_of(GOOD) == {
        "mytool": {
            "prose": True,
            "usage": {"mytool": "-q|--quiet -v -o|--output=WRITE READ..."},
            "aliases": ("mt", "mytool2"),
            "loads": (".mytoolrc", "*.mt"),
        },
        "deploy": {
            "usage": {
                "deploy": "SUB",
                "deploy run": "-e=VALUE COMMAND...",
                "deploy ru": "-e=VALUE COMMAND...",
                "deploy r": "-e=VALUE COMMAND...",
            }
        },
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = [", ["f.toml:1:6: it is no TOML: "]),
        ("a = 1\nb = = 2", ["f.toml:2:5: it is no TOML: "]),
        ("[x]\nusage = 'READ'", ["f.toml:1:1: say in one sentence what the programs are"]),
        ("about = ''\nx = 1", ["f.toml:2:1: `x` is no table; write [x] and what is known of the program below"]),
        ("about = ''\noption_groups = 1", ["f.toml:2:1: option_groups is a table: names, and parts of usage lines"]),
        (
            "about = ''\n[x]\nusge = 'READ'",
            ["f.toml:3:1: `usge` of `x` is no field; did you mean `usage`?"],
        ),
        ("about = ''\n[x]\nprose = 1", ["f.toml:3:1: `prose` of `x` is `true`, or is left out"]),
        ("about = ''\n[x]\nsynonyms = 'rm'", ["f.toml:3:1: `synonyms` of `x` must be a table"]),
        ("about = ''\n[x]\nloads = 1", ["f.toml:3:1: `loads` of `x` must be a text"]),
        ("about = ''\n[x.usage]\n'y z' = 'READ'", ["f.toml:3:1: `y z` does not begin with `x`"]),
        ("about = ''\n[x.usage]\nx = 5", ["f.toml:3:1: `x` must be a text"]),
        (
            "about = ''\n[option_groups]\na = '@b'\nb = '@a'",
            ["f.toml:3:1: the group `a` stands for itself", "f.toml:4:1: the group `b` stands for itself"],
        ),
        ("about = ''\n[option_groups]\na = 1", ["f.toml:3:1: the group `a` must be a text"]),
        ("about = ''\n[x]\ntraits = 'odd'", ["f.toml:3:11: there is no trait `odd`; there are acts-elsewhere, "]),
        (
            "about = ''\n[x]\nexamples = 'x a'",
            ["f.toml:3:1: `examples` of `x` is a table: a command line, and what it is read as"],
        ),
        ("about = ''\n[x.examples]\n'y a' = 'reads a'", ["f.toml:3:1: `y a` is no example of `x`"]),
        ("about = ''\n[x.examples]\n'x a' = 'eats a'", ["f.toml:3:1: say what `x a` does: reads, writes, deletes, "]),
        (
            "about = ''\n[x]\nusage = '@nope'",
            ["f.toml:3:10: there is no group `nope`; name it under option_groups"],
        ),
        (
            "about = ''\n[x]\nusage = '''\n-a READ\n  -b=RAED\n'''",
            ["f.toml:5:3: the kind `RAED` is not known; did you mean `READ`?"],
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, expected: list[str]) -> None:
    said = [str(problem) for problem in check(text, "f.toml")]
    assert len(said) == len(expected), said
    assert all(one.startswith(start) for one, start in zip(said, expected, strict=True)), said


def test_two_files_about_one_program_are_an_error(tmp_path: Path) -> None:
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text("about = 'x'\n[tool]\nusage = 'READ'\n")
    with pytest.raises(ValueError, match=r"b\.toml: another file is about `tool` as well"):
        read_all(tmp_path)


def test_a_file_that_is_wrong_is_not_compiled(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("[tool]\n")
    with pytest.raises(ValueError, match=r"a\.toml:1:1: say in one sentence"):
        read_all(tmp_path)


def head_of(data: bytes) -> dict[str, Any]:
    head: dict[str, Any] = marshal.loads(data[4 : 4 + int.from_bytes(data[:4], "little")])
    return head


def test_each_program_has_a_part_of_its_own() -> None:
    data = compiled(programs_of(GOOD))
    size = 4 + int.from_bytes(data[:4], "little")
    head = head_of(data)
    index = head.pop("entries")
    assert sorted(index) == ["deploy", "mytool"]
    assert {field: value for field, value in head.items() if field != "of_all" and "variable" not in field} == {
        "synonyms": {},
        "aliases": {"mt": "mytool", "mytool2": "mytool"},
        "dialects": {},
        "versioned": (),
        "shells": (),
        "dashed": (),
    }
    begin, end = index["mytool"]
    assert marshal.loads(data[size + begin : size + end]) == {
        "prose": True,
        "usage": {"mytool": "-q|--quiet -v -o|--output=WRITE READ..."},
        "loads": (".mytoolrc", "*.mt"),
    }


def test_what_does_the_same_is_known_of_each_of_them() -> None:
    text = """\
about = "Three tools."
[one]
same_as = "uno, other one"
needless = "please"
[one.synonyms]
remove = "rm, really remove"
[one.amounts_to]
"one clean --all" = "one remove"
[one.may_amount_to]
"one sync" = "two push"
[like]
synonyms_of = "one"
"""
    assert check(text) == []
    family = (("one",), ("uno",), ("other", "one"))
    assert synonyms_by_name(programs_of(text)) == {
        "one": {
            "synonyms": (("remove", "rm", "really remove"),),
            "amounts": [("clean --all", "one remove", True), ("sync", "two push", False)],
            "needless": "please",
            "families": [family],
            "names": ["one", "other", "two", "uno"],
        },
        "like": {"synonyms": (("remove", "rm", "really remove"),), "names": ["like"]},
        "uno": {"families": [family], "names": ["one", "other", "two", "uno"]},
        "other": {"families": [family], "names": ["one", "other", "two", "uno"]},
    }


def test_traits_of_subcommands_are_added_to_their_others() -> None:
    text = """\
about = "One tool."
[tool]
dashed_commands = true
repository = ".tool"
[tool.variables]
steer = "TOOL_* TOOL"
[tool.traits]
"tool mv" = "moves"
[tool.subcommand_traits]
keeps-branch = "mv log"
"""
    assert check(text) == []
    programs = programs_of(text)
    assert programs["tool"]["traits"] == {"tool mv": "moves keeps-branch", "tool log": "keeps-branch"}
    head = head_of(compiled(programs))
    assert (head["dashed"], head["of_all"]["repository"]) == (("tool-",), {"tool": (".tool",)})
    listed, families = head["variables"], head["variable_families"]
    assert (listed["steer"], families["steer"], listed["run"]) == (("TOOL",), ("TOOL_",), ())
    (problem,) = check("about = ''\n[x.variables]\nodd = 'y'", "f.toml")
    assert str(problem).startswith("f.toml:3:1: variables have no effect `odd`; there are run, ")
    (problem,) = check("about = ''\n[x.subcommand_traits]\nodd = 'y'", "f.toml")
    assert str(problem).startswith("f.toml:3:1: there is no trait `odd`; there are ")
