"""How programs read their command lines."""

import pytest

from wicket.shell.catalogue.option_parser import Usage
from wicket.shell.words import UnknownWord, Word


def words(*texts: str) -> list[Word]:
    return [Word(text, 0, 0) for text in texts]


SORT = Usage("-o|--output=WRITE -k|--key=VALUE -r|--reverse --compress-program=PROGRAM -z?VALUE READ...")


@pytest.mark.parametrize(
    ("line", "found", "operands"),
    [
        (["-o", "x", "y"], [("-o", "x")], ["y"]),
        (["-ox", "y"], [("-o", "x")], ["y"]),
        (["-ro", "x"], [("-r", None), ("-o", "x")], []),
        (["--output=x"], [("--output", "x")], []),
        (["--out", "x"], [("--out", "x")], []),
        (["y", "-r"], [("-r", None)], ["y"]),
        (["--", "-r"], [], ["-r"]),
        (["-z", "y"], [("-z", None)], ["y"]),
        (["-zy"], [("-z", "y")], []),
        (["--unknown=1", "-"], [("--unknown", "1")], ["-"]),
        (["-o=x"], [("-o", "x"), ("-o", "=x")], []),
        (["-ro=x"], [("-r", None), ("-o", "x"), ("-o", "=x")], []),
        (["-o="], [("-o", "=")], []),
        (["-k=x"], [("-k", "=x")], []),
    ],
)
def test_a_line(line: list[str], found: list[tuple[str, str | None]], operands: list[str]) -> None:
    read = SORT.read(words(*line))
    assert [(option.name, option.value.text if option.value else None) for option in read.found] == found
    assert [word.text for word in read.operands] == operands


@pytest.mark.parametrize(
    ("line", "value", "operands"),
    [
        (["-j", "4", "x"], "4", ["x"]),
        (["-j4", "x"], "4", ["x"]),
        (["--jobs", "4", "x"], "4", ["x"]),
        (["--jobs=4"], "4", []),
        (["-j", "x", "4"], None, ["x", "4"]),
        (["-j", "4x"], None, ["4x"]),
        (["-j"], None, []),
    ],
)
def test_a_number_behind_an_option_that_may_have_one(line: list[str], value: str | None, operands: list[str]) -> None:
    read = Usage("-j|--jobs#VALUE -k MAKE...").read(words(*line))
    assert [option.value.text if option.value else None for option in read.found] == [value]
    assert [word.text for word in read.operands] == operands


def test_a_value_that_is_not_known_keeps_its_option() -> None:
    read = SORT.read([UnknownWord(("--output=", None), "why", False, 0, 0)])
    assert str(read.value("-o")) == "…"
    assert not read.unsure
    assert SORT.read([UnknownWord((None,), "why", True, 0, 0)]).unsure


def test_behind_a_command_nothing_is_an_option() -> None:
    read = Usage("-n=VALUE COMMAND...").read(words("-n", "1", "ls", "-n"))
    assert [word.text for word in read.operands] == ["ls", "-n"]


def test_operands_by_their_places() -> None:
    usage = Usage("READ... WRITE")
    assert [(kind, word.text) for kind, word in usage.kinds(words("a", "b", "c"))] == [
        ("READ", "a"),
        ("READ", "b"),
        ("WRITE", "c"),
    ]
    assert [(kind, word.text) for kind, word in Usage("READ WRITE").kinds(words("a", "b", "c"))] == [
        ("READ", "a"),
        ("WRITE", "b"),
        ("TOUCH", "c"),
    ]


def test_long_options_with_one_dash() -> None:
    read = Usage("+single -name=VALUE -fprintf=WRITE,VALUE -delete:DELETE DIR...").read(
        words(".", "-name", "x", "-fprintf", "f", "%p", "-delete")
    )
    assert [(option.name, len(option.values)) for option in read.found] == [
        ("-name", 1),
        ("-fprintf", 2),
        ("-delete", 0),
    ]


def test_a_first_bundle_without_a_dash() -> None:
    read = Usage("+joined -c -f=ARCHIVE READ...").read(words("cf", "x", "y"))
    assert [option.name for option in read.found] == ["-c", "-f"]
    assert str(read.value("-f")) == "x"


def test_values_of_a_first_bundle_follow_in_its_order() -> None:
    read = Usage("+joined -c -I=RUN -f=ARCHIVE READ...").read(words("cIf", "x", "y", "z"))
    assert (str(read.value("-I")), str(read.value("-f"))) == ("x", "y")
    assert [str(word) for word in read.operands] == ["z"]


def test_short_options_of_two_letters() -> None:
    read = Usage("-T -TT=RUN READ...").read(words("-TT", "x", "y"))
    assert str(read.value("-TT")) == "x"


def test_an_option_of_several_letters_may_hold_its_value() -> None:
    usage = Usage("-MF=WRITE -MD -D=VALUE READ...")
    for texts in (("-MD", "-MFx", "y"), ("-MD", "-MF", "x", "y"), ("-MD", "-MF=x", "y")):
        read = usage.read(words(*texts))
        assert (str(read.value("-MF")), [str(word) for word in read.operands]) == ("x", ["y"])


def test_a_command_may_begin_in_the_word_of_its_flag() -> None:
    read = Usage("-H -x|--exec:REST VALUE").read(words("-Hxrm"))
    assert [(found.name, found.value and found.value.text) for found in read.found] == [("-H", None), ("-x", "rm")]


def test_a_value_with_variables_of_its_own_is_not_known() -> None:
    usage = Usage("-o|--output=WRITE --variable=VALUE VALUE...")
    for texts, value in (
        (("--expand-output", "x"), "x"),
        (("--expand-output={{x}}",), None),
        (("--output", "{{x}}"), "{{x}}"),
    ):
        read = usage.read(words(*texts)).value("-o")
        assert read is not None
        assert read.text == value


def test_an_option_is_known_by_its_beginning_however_often_and_by_how_many_it_is_asked_for() -> None:
    usage = Usage("--output=WRITE --only READ...")
    for _ in range(2):
        assert usage.option("--out") is usage.options["--output"]
        assert usage.option("--o") is usage.options["--output"]  # of two, the one that does something
        assert usage.option("--strange") is None
    for number in range(300):
        assert usage.option(f"--strange{number}") is None
        assert usage.option("--" + "x" * number) is None
    assert usage.option("--outp") is usage.options["--output"]
    assert len(usage._begun) == 100


FUSED = Usage("+fused -o|--output=WRITE -f?VALUE -fdump-?NAMES -MF=WRITE -Wl,=PASSED -c READ...")


@pytest.mark.parametrize(
    ("line", "found", "operands"),
    [
        (["-ox", "y"], [("-o", "x")], ["y"]),
        (["-o", "x"], [("-o", "x")], []),
        (["-o=x"], [("-o", "x")], []),
        (["-MFx"], [("-MF", "x")], []),
        (["-Wl,a,b"], [("-Wl,", "a,b")], []),
        (["-fdump-a=b"], [("-fdump-", "a=b")], []),
        (["-fPIC", "-c"], [("-f", "PIC"), ("-c", None)], []),
        (["-f", "x"], [("-f", None)], ["x"]),
        (["-nostdlib", "x"], [("-nostdlib", None)], ["x"]),
        (["--outp=x"], [("--outp", "x")], []),
    ],
)
def test_a_word_that_is_one_option(line: list[str], found: list[tuple[str, str | None]], operands: list[str]) -> None:
    read = FUSED.read(words(*line))
    assert [(option.name, option.value.text if option.value else None) for option in read.found] == found
    assert [word.text for word in read.operands] == operands


def test_a_word_that_is_one_option_and_not_known_may_be_a_longer_one() -> None:
    read = FUSED.read([UnknownWord(("-Wl,", None), "why", False, 0, 0), *words("y")])
    assert ([option.name for option in read.found], [word.text for word in read.operands]) == (["-Wl,"], ["y"])
    assert read.unsure
