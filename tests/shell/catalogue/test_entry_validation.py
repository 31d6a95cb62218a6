"""The form of an entry about a program."""

from typing import Any

import pytest

from wicket.shell.catalogue.entry_validation import doubts_about, wrong_groups, wrong_with

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
        ({"usage": "READ", "uploads": ""}, ("uploads",), "say how much of a folder `x` takes: all, project or context"),
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
