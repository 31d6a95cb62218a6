"""What a policy teaches of programs, as the reader uses it."""

from typing import Any

import pytest

from wicket.shell import Command, World, read
from wicket.shell.programs.taught_programs import Taught, is_understood, taught_programs

MYTOOL = {"usage": {"mytool": "-q|--quiet -o|--output=WRITE --hook=RUN READ"}, "aliases": ("mt",), "loads": (".mtrc",)}
OURDEPLOY = {
    "usage": {
        "ourdeploy": "-v SUB",
        "ourdeploy run": "-e=VALUE COMMAND...",
        "ourdeploy copy": "READ... WRITE",
        "ourdeploy on": "VALUE COMMAND...",
        "ourdeploy with": "-i ASSIGN... COMMAND...",
    },
    "harmless": {"ourdeploy": "status list"},
}


def programs(*, complete: bool = True) -> dict[str, tuple[Taught, ...]]:
    more: dict[str, Any] = {"file": "wicket.yml", "line": 1, "complete": complete}
    return taught_programs({"mytool": (MYTOOL | more,), "ourdeploy": (OURDEPLOY | more,)})


def commands(text: str, taught: dict[str, tuple[Taught, ...]] | None = None) -> tuple[Command, ...]:
    script = read(text, World(programs=programs() if taught is None else taught))
    assert script.refusal is None
    return script.commands


@pytest.mark.parametrize(
    ("text", "run"),
    [
        ("ourdeploy run -- rm x", ["rm x"]),
        ("ourdeploy -v run -e a rm x", ["rm x"]),
        ("/opt/bin/ourdeploy run rm x", ["rm x"]),
        ("sudo ourdeploy run sh -c 'rm x'", ["ourdeploy run sh -c rm x", "sh -c rm x", "rm x"]),
        ("mytool --hook 'rm x' y", ["rm x"]),
        ("mt --hook='rm x'", ["rm x"]),
        ("mytool rm x", []),
        ("ourdeploy status rm x", []),
    ],
)
def test_what_it_runs_is_read(text: str, run: list[str]) -> None:
    assert [" ".join(map(str, one.words)) for one in commands(text)[1:]] == run


def test_an_option_that_is_not_listed_may_take_the_command() -> None:
    (outer, *_) = commands("ourdeploy run --frob cat rm x")
    assert outer.opaque == ("ourdeploy run is given --frob, which may take the next word",)


def test_what_it_writes_is_remembered() -> None:
    assert commands("mytool -o x.sh in; sh x.sh")[-1].opaque == ("sh runs x.sh, which this text has written",)


def test_a_file_that_it_loads_is_watched() -> None:
    said = ("mytool runs files that it finds by their names, and this text has written one",)
    assert commands("echo a > .mtrc; mytool x")[-1].opaque == said


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("mytool in", True),
        ("mt -q --output=x in", True),
        ("mytool -qo x in", True),
        ("mytool --frob in", False),
        ("mytool --quiet='rm x' in", False),
        ("mytool --outp=x in", False),
        ("mytool in 'rm x'", False),
        ("mytool $x", False),
        ("./mytool in", False),
        ("A='rm x' mytool in", False),
        ("echo rm x | mytool in", False),
        ("mytool in <<< 'rm x'", False),
        ("ourdeploy", True),
        ("ourdeploy status rm x", True),
        ("ourdeploy -v list", True),
        ("ourdeploy --frob status rm x", False),
        ("ourdeploy remove rm x", False),
        ("ourdeploy run -- rm x", True),
        ("ourdeploy copy a b c", True),
        ("ourdeploy on host cat x", True),
        ("ourdeploy on host -- cat x", True),
        ("ourdeploy on host --frob cat rm x", False),
        ("ourdeploy on --frob host cat rm x", False),
        ("ourdeploy with -i A=b C=d cat x", True),
        ("ourdeploy with A=b --frob cat rm x", False),
        ("other in", False),
    ],
)
def test_only_what_is_listed_and_known_is_understood(text: str, understood: bool) -> None:
    found = [one for one in commands(text) if one.name != "echo"]
    assert is_understood(found[0]) is understood
    assert not is_understood(commands(text, programs(complete=False))[-1])


def test_of_two_entries_each_counts_and_both_must_be_complete() -> None:
    place = {"file": "wicket.yml", "line": 1}
    first = {"usage": {"t": "-a=RUN VALUE..."}, "complete": True} | place
    second = {"usage": {"t": "-b=RUN VALUE..."}} | place
    both = taught_programs({"t": (first, second)})
    assert [str(one.words[0]) for one in commands("t -a 'rm x' -b 'cat y'", both)] == ["t", "rm", "cat"]
    assert not is_understood(commands("t -a 'rm x'", both)[0])
    assert is_understood(commands("t -a 'rm x'", taught_programs({"t": (first,)}))[0])


def test_a_function_of_the_text_is_no_program() -> None:
    assert commands("mytool() { :; }; mytool --hook 'rm x'")[0].taught == ()
