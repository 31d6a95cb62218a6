"""The form of an entry about a program."""

from typing import Any

import pytest

from wicket.shell.catalogue.entry_form import FIELDS, KINDS, TEACHABLE_FIELDS, made_of, wrong_groups, wrong_with

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


def test_a_policy_may_say_less_than_the_catalogue() -> None:
    assert {"complete"} == TEACHABLE_FIELDS - FIELDS
    assert "READ" in KINDS
