"""The form of an entry about a program."""

from typing import Any

import pytest

from wicket.shell.catalogue.entry_validation import MAX_WORDS, made_of, size_of, wrong_groups, wrong_with

GROUPS = {"quiet": "-q", "bad": "-x=RAED", "subs": "status list"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("-q|--quiet -o=WRITE --color?VALUE -j#VALUE -d:DELETE +single READ... COMMAND...", ""),
        ("@quiet READ", ""),
        ("read", "the kind `read` is not known; write READ"),
        ("-o=FILE", "the kind `FILE` is not known; docs/programs.md lists the kinds"),
        ("-o=READ,WRTIE", "the kind `WRTIE` is not known; docs/programs.md lists the kinds"),
        ("-o|out=WRITE", "`out` in `-o|out=WRITE` is no option: each of its names begins with a dash"),
        ("+odd", "there is no `+odd`; there are +single, +short, +joined, +fused, +ends, +first"),
        ("@bad", "in `@bad`, the kind `RAED` is not known; docs/programs.md lists the kinds"),
        ("@none", "there is no group `none`; name it under option_groups"),
    ],
)
def test_a_usage_line(line: str, said: str) -> None:
    found = list(wrong_with("x", {"usage": line}, GROUPS))
    assert [message for _, _, message in found] == ([said] if said else [])
    assert all(keys == ("usage",) and word in line.split() for keys, word, _ in found)


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
        ({"usage": "READ", "uploads": ""}, ("uploads",), "say how much of a folder `x` takes: all, project or context"),
        ({"usage": "READ", "uploads": {"x up": "all here"}}, (), ""),
        ({"usage": "READ", "complete": False}, ("complete",), "`complete` of `x` is `true`, or is left out"),
        ({"harmless": "a"}, (), "`x` has no usage line"),
        ({"usage": {"x run": "COMMAND..."}}, ("usage",), "`x` has no usage line"),
    ],
)
def test_what_a_policy_may_not_say(entry: dict[str, Any], keys: tuple[str, ...], said: str) -> None:
    found = list(wrong_with("x", entry, {}, taught=True))
    assert [place for place, _, _ in found] == ([keys] if said else [])
    assert all(said in message for _, _, message in found)


def test_groups_may_name_any_words_and_stand_for_others() -> None:
    assert list(wrong_groups({"a": "@b status", "b": "list"})) == []
    assert [message for _, _, message in wrong_groups({"a": "@c"})] == [
        "there is no group `c`; name it under option_groups"
    ]


def test_what_is_made_of_an_entry() -> None:
    entry = {
        "usage": {"x": "SUB", "x run": "@quiet  COMMAND..."},
        "abbreviations": {"run": "r"},
        "harmless": "@subs",
        "aliases": "xx",
        "wrapper": True,
    }
    assert made_of("x", entry, GROUPS) == {
        "wrapper": True,
        "usage": {"x": "SUB", "x run": "-q COMMAND...", "x r": "-q COMMAND..."},
        "harmless": {"x": "status list"},
        "aliases": ("xx",),
    }


@pytest.mark.parametrize(
    ("entry", "size"),
    [
        ({"usage": "-a @quiet READ", "complete": True}, 3),
        ({"usage": {"x": "SUB", "x run": "@subs @none"}, "harmless": "a b"}, 6),
        ({"usage": {"x": "SUB", "x run": "READ"}, "abbreviations": {"run": "r ru"}}, 6),
    ],
)
def test_the_size_of_an_entry(entry: dict[str, Any], size: int) -> None:
    assert size_of(entry, GROUPS) == size


def test_groups_of_groups_grow_no_further_than_is_read() -> None:
    groups = {f"g{number}": f"@g{number + 1} @g{number + 1}" for number in range(60)} | {"g60": "-a"}
    assert list(wrong_groups(groups)) == []
    assert size_of({"usage": "@g0"}, groups) > MAX_WORDS
    assert [message for _, _, message in wrong_groups(dict.fromkeys(map(str, range(200)), "-a"))] == [
        "there are more than 100 groups"
    ]
