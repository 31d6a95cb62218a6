"""What is wrong with a usage line."""

import pytest

from wicket.shell.catalogue.entry_expansion import expanded, reached
from wicket.shell.catalogue.usage_line_validation import did_you_mean, doubtful_flags, wrong_line, wrong_taught_line

GROUPS = {"quiet": "-q", "bad": "-x=RAED", "deep": "@quiet  @quiet"}


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
    found = list(wrong_line(line, GROUPS))
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
    found = [(about, message[: len(said)]) for about, message in wrong_taught_line(line, GROUPS)]
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
    assert expanded("-v @deep READ", GROUPS) == "-v -q -q READ"
    assert (reached("deep", GROUPS), reached("quiet", GROUPS)) == ({"quiet"}, set())


def test_a_guess_begins_as_the_word_does() -> None:
    assert did_you_mean("WRIET", ["READ", "WRITE"]) == "did you mean `WRITE`?"
    assert did_you_mean("OUT", ["MOUNT"]) == ""
