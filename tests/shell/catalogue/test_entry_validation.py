"""The form of an entry about a program."""

from typing import Any

import pytest

from wicket.shell.catalogue.entry_expansion import expanded, reached
from wicket.shell.catalogue.entry_validation import (
    did_you_mean,
    doubtful_flags,
    doubts_about,
    wrong_groups,
    wrong_line,
    wrong_taught_line,
    wrong_with,
)

GROUPS = {"quiet": "-q", "bad": "-x=RAED", "subs": "status list"}


@pytest.mark.parametrize(
    ("entry", "keys", "said"),
    [
        ({"usage": "READ", "complete": True, "wrapper": True, "traits": "enters-folders"}, (), ""),
        ({"usage": "READ", "interpreter": True}, ("interpreter",), "stands in wicket's own catalogue alone"),
        ({"usage": "READ", "special": "tar"}, ("special",), "stands in wicket's own catalogue alone"),
        ({"usage": "READ", "prose": True}, ("prose",), "stands in wicket's own catalogue alone"),
        ({"usage": "READ", "traits": "transparent"}, ("traits",), "there is no trait `transparent`"),
        ({"usage": "-e=NPM"}, ("usage",), "the kind `NPM` is for programs of wicket's own catalogue"),
        ({"usage": "--x=COMMAND"}, ("usage",), "the kind `COMMAND` is for operands"),
        ({"usage": "LOCKED..."}, ("usage",), "the kind `LOCKED` is for values of options"),
        ({"usage": "READ SUB"}, ("usage",), "SUB is the only operand of its line"),
        ({"usage": "COMMAND... READ"}, ("usage",), "COMMAND is the last operand"),
        ({"usage": "READ... WRITE..."}, ("usage",), "only one operand can stand for any number of words"),
        ({"usage": "READ... COMMAND..."}, ("usage",), "where COMMAND begins cannot be told behind READ..."),
        ({"usage": "TOUCH... CODE"}, ("usage",), "where CODE begins cannot be told behind TOUCH..."),
        ({"usage": "ASSIGN..."}, ("usage",), "ASSIGN stands first, and before COMMAND"),
        ({"usage": "ASSIGN... COMMAND..."}, (), ""),
        ({"usage": "READ... WRITE"}, (), ""),
        (
            {"usage": "READ", "uploads": ""},
            ("uploads",),
            "say how much of a folder `x` takes: all, project, context or nothing",
        ),
        ({"usage": "READ", "uploads": {"x up": "all here"}}, (), ""),
        ({"usage": "READ", "complete": False}, ("complete",), "`complete` of `x` is `true`, or is left out"),
        ({"harmless": "a"}, (), "`x` has no usage line"),
        ({"usage": {"x run": "COMMAND..."}}, ("usage",), "`x` has no usage line"),
        ({"usage": {"x": "READ", "x run": "READ"}}, ("usage", "x"), "`x run` is never reached: the line of `x` ends"),
        ({"usage": {"x": "@subs", "x run": "READ"}}, (), ""),
        ({"usage": "SUB"}, ("usage",), "SUB stands for a subcommand, and `x` has none: write a line such as"),
        ({"usage": {"x": "SUB", "x a": "SUB"}}, ("usage", "x a"), "SUB stands for a subcommand, and `x a` has none"),
        ({"usage": "SUB", "harmless": "status"}, (), ""),
        ({"usage": "READ", "harmless": ["a"]}, ("harmless",), "must be a text, in which blanks part the words"),
        ({"usage": "READ", "lods": "a"}, ("lods",), "`lods` of `x` is no field; did you mean `loads`?"),
        ({"usage": "READ", "quux": "a"}, ("quux",), "`quux` of `x` is no field; an entry may have abbreviations, "),
        ({"usage": {"x": "READ", "y": "READ"}}, ("usage", "y"), "`y` does not begin with `x`"),
    ],
)
def test_what_a_policy_may_not_say(entry: dict[str, Any], keys: tuple[str, ...], said: str) -> None:
    found = list(wrong_with("x", entry, {"subs": "SUB"}, taught=True))
    assert [place for place, _, _ in found] == ([keys] if said else [])
    assert all(said in message for _, _, message in found)


def test_a_flag_before_an_operand_may_be_meant_to_take_it() -> None:
    entry = {"usage": {"x": "SUB", "x a": "@out READ...", "x b": "-q READ"}}
    assert [(keys, word) for keys, word, _ in doubts_about("x", entry, {"out": "-o WRITE"})] == [
        (("usage", "x a"), "-o")
    ]
    assert [keys for keys, _, _ in doubts_about("x", {"usage": "-o WRITE READ"}, {})] == [("usage",)]


def test_groups_may_name_any_words_and_stand_for_others() -> None:
    assert list(wrong_groups({"a": "@b status", "b": "list"})) == []
    assert [message for _, _, message in wrong_groups({"a": "@c"})] == [
        "there is no group `c`; name it under option_groups"
    ]


GROUPS_OF_LINES = {"quiet": "-q", "bad": "-x=RAED", "deep": "@quiet  @quiet"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("-q|--quiet -o=WRITE --color?VALUE -j#VALUE -d:DELETE +single READ... COMMAND...", ""),
        ("@quiet READ", ""),
        ("read", "the kind `read` is not known; did you mean `READ`?"),
        ("-o=FILE", "the kind `FILE` is not known; there are READ, WRITE, VALUE, COMMAND, SUB, RUN, ASSIGN, "),
        ("-o=READ,WRTIE", "the kind `WRTIE` is not known; did you mean `WRITE`?"),
        ("-o=OUT", "the kind `OUT` is not known; there are READ, WRITE, VALUE, "),
        ("-o|out=WRITE", "`out` in `-o|out=WRITE` is no option: each of its names begins with a dash"),
        ("+odd", "there is no `+odd`; there are +single, +short, +joined, +fused, +ends, +first"),
        ("@bad", "in `@bad`, the kind `RAED` is not known; did you mean `READ`?"),
        ("@none", "there is no group `none`; name it under option_groups"),
        ("[-v]", "`[-v]`: a usage line has no brackets; every option and operand may be left out"),
        ("<file>", "`<file>`: write what it is, as READ, WRITE or VALUE, and not what it is called"),
        ("build|push", "`build|push`: write SUB, and one line for each subcommand"),
        ("o=WRITE", "`o=WRITE` has no dash: write `-o=WRITE` or `--o=WRITE`"),
    ],
)
def test_the_words_of_a_line(line: str, said: str) -> None:
    found = list(wrong_line(line, GROUPS_OF_LINES))
    assert [message[: len(said)] for _, message in found] == ([said] if said else [])
    assert all(word in line.split() for word, _ in found)


@pytest.mark.parametrize(
    ("line", "word", "said"),
    [
        ("-o|--out=WRITE -v READ", "", ""),
        (
            "-o=WRITE -o=READ",
            "-o=READ",
            "`-o` stands twice in the line, as `-o=WRITE` and `-o=READ`: say once what it is",
        ),
        ("-o|--out=WRITE --out", "--out", "`--out` stands twice in the line, as `-o|--out=WRITE` and `--out`"),
        ("-q @quiet", "-q", "`-q` stands twice in the line, as `-q`, twice"),
        ("-v @deep", "", "`-q` stands twice in the line, as `-q`, twice"),
        ("-o=COMMAND", "-o=COMMAND", "the kind `COMMAND` is for operands; there are READ, WRITE, VALUE, RUN, ASSIGN, "),
        (
            "LOCKED",
            "LOCKED",
            "the kind `LOCKED` is for values of options; there are READ, WRITE, VALUE, COMMAND, SUB, ",
        ),
        ("-e=NPM", "-e=NPM", "the kind `NPM` is for programs of wicket's own catalogue; there are READ, "),
    ],
)
def test_a_line_of_a_policy(line: str, word: str, said: str) -> None:
    found = [(about, message[: len(said)]) for about, message in wrong_taught_line(line, GROUPS_OF_LINES)]
    assert found == ([(word, said)] if said else [])


@pytest.mark.parametrize(
    ("line", "flags"),
    [
        ("-o WRITE READ...", ["-o"]),
        ("-x WRITE READ...", ["-x"]),
        ("-x READ -y VALUE", ["-x"]),
        ("--output READ", ["--output"]),
        ("-o=WRITE READ...", []),
        ("-r READ... WRITE", []),
        ("-q|--quiet READ WRITE", []),
        ("-q WRITE", []),
        ("-o SUB", []),
        ("-c COMMAND...", []),
        ("-delete:DELETE WRITE READ", []),
        ("READ -o", []),
    ],
)
def test_a_flag_that_may_be_meant_to_take_what_follows(line: str, flags: list[str]) -> None:
    assert [flag for flag, _ in doubtful_flags(line)] == flags


def test_what_to_write_instead_is_said() -> None:
    ((_, said),) = doubtful_flags("-o WRITE READ...")
    assert said == (
        "`-o` is a flag here, and WRITE an operand; write `-o=WRITE` if it takes the next word, "
        "or put the flag behind the operands"
    )


def test_groups_stand_for_what_they_hold() -> None:
    assert expanded("-v @deep READ", GROUPS_OF_LINES) == "-v -q -q READ"
    assert (reached("deep", GROUPS_OF_LINES), reached("quiet", GROUPS_OF_LINES)) == ({"quiet"}, set())


def test_a_guess_begins_as_the_word_does() -> None:
    assert did_you_mean("WRIET", ["READ", "WRITE"]) == "did you mean `WRITE`?"
    assert did_you_mean("OUT", ["MOUNT"]) == ""
