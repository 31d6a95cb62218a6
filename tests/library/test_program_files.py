"""Files of the catalogue of programs."""

import marshal
from pathlib import Path

import pytest

from wicket.library.program_files import check, compiled, programs_of, read_all

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
            ["f.toml:3:1: `usge` of `x` is no field; an entry may have abbreviations, "],
        ),
        ("about = ''\n[x]\nprose = 1", ["f.toml:3:1: `prose` of `x` is `true`, or is left out"]),
        ("about = ''\n[x]\nloads = 1", ["f.toml:3:1: `loads` of `x` must be a text"]),
        ("about = ''\n[x.usage]\n'y z' = 'READ'", ["f.toml:3:1: `y z` does not begin with `x`"]),
        ("about = ''\n[x.usage]\nx = 5", ["f.toml:3:1: `x` must be a text"]),
        (
            "about = ''\n[option_groups]\na = '@b'\nb = '@a'",
            ["f.toml:3:1: the group `a` stands for itself", "f.toml:4:1: the group `b` stands for itself"],
        ),
        ("about = ''\n[option_groups]\na = 1", ["f.toml:3:1: the group `a` must be a text"]),
        ("about = ''\n[x]\ntraits = 'odd'", ["f.toml:3:11: there is no trait `odd`; there are changes-no-content, "]),
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
            ["f.toml:5:3: the kind `RAED` is not known; docs/programs.md lists the kinds"],
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


def test_each_program_has_a_part_of_its_own() -> None:
    data = compiled(programs_of(GOOD))
    size = 4 + int.from_bytes(data[:4], "little")
    index, aliases, dialects, versioned, shells = marshal.loads(data[4:size])
    assert (sorted(index), aliases, dialects, versioned, shells) == (
        ["deploy", "mytool"],
        {"mt": "mytool", "mytool2": "mytool"},
        {},
        (),
        (),
    )
    begin, end = index["mytool"]
    assert marshal.loads(data[size + begin : size + end]) == {
        "prose": True,
        "usage": {"mytool": "-q|--quiet -v -o|--output=WRITE READ..."},
        "loads": (".mytoolrc", "*.mt"),
    }
