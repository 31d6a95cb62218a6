"""`declare` and its like."""

import pytest

from shell.reading import argvs, names, opaque
from wicket.shell.read import read


@pytest.mark.parametrize(
    "text",
    [
        "declare -a 'a=($(rm x))'",
        "x='($(rm x))'; declare -a a=\"$x\"",
        "typeset -A 'm=([k]=$(rm x))'",
        "export -a 'a=($(rm x))'",
        "readonly -a 'a=($(rm x))'",
        "declare -a a; declare 'a=($(rm x))'",
        "a=1; declare -a a; declare 'a=($(rm x))'",
        "f() { local -a 'a+=($(rm x))'; }; f",
        "declare -A m; declare m='([$(rm x)]=1)'",
    ],
)
def test_a_text_that_becomes_an_array_is_read_once_more(text: str) -> None:
    assert "rm" in names(text)


@pytest.mark.parametrize("tail", ["", "$nope", "${nope[@]}", "{a,}"])
@pytest.mark.parametrize("made", ["m=(1)", "mapfile m", "declare -A m", "m[1]=1", "read -a m"])
def test_what_may_be_an_array_stays_one_whatever_it_is_given(made: str, tail: str) -> None:
    script = read(f"ls && {made}; m=x; declare m='([$(rm y)]=1)'{tail}")
    assert script.refusal is not None or any(
        command.opaque or command.name == "rm" for command in (*script.commands, *script.alternatives)
    )


def test_a_text_in_parentheses_is_a_text_where_no_array_is_meant() -> None:
    assert names("export a='($(rm x))'") == ["export"]
    assert names("declare a='($(rm x))'") == ["declare"]


def test_an_array_of_an_unknown_text_is_said() -> None:
    assert opaque('declare -a a="$(x)"') == ["an array is made of a text that is not known, which may run commands"]
    assert opaque('declare -a a="$1"; declare -a b=$(wc -l < x)') == []


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("declare -a a=([1]=ls [0]=rm); ${a[0]}", ["…"]),
        ("declare -a a=(ls rm); ${a[1]}", ["rm"]),
        ("declare -a a=(ls); declare -a a+=(rm); ${a[1]}", ["rm"]),
        ("declare a[1]=rm; ${a[1]}", ["…"]),
        ("declare a=r; declare a+=m; $a", ["rm"]),
    ],
)
def test_elements(text: str, last: list[str]) -> None:
    assert argvs(text)[-1] == last


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("x=ls; f() { local x; ${x:-rm}; }; f", ["rm"]),
        ("x=ls; f() { local x+=m; $x; }; f", ["…"]),
        ("x=ls; f() { local x=1; local x; $x; }; f", ["1"]),
        ("x=ls; f() { local -I x; $x; }; f", ["…"]),
        ("x=ls; f() { x=rm; local x; }; f; $x", ["rm"]),
        ("x=ls; f() { local x=1; }; f; $x", ["ls"]),
        ("x=ls; f() { if y; then local x; fi; x=rm; }; f; $x", ["…"]),
        ("x=ls; f() { local x=1; declare -g x=rm; }; f; $x", ["…"]),
        ("x=ls; f() { declare -p x; }; f; $x", ["ls"]),
        ("x=rm; declare -Z x=ls; $x", ["…"]),
        ("x=rm; declare -f x=ls; $x", ["…"]),
        ("x=rm; readonly -Z x=ls; $x", ["…"]),
        ("local -u x; x=rm; $x", ["…"]),
    ],
)
def test_where_a_name_belongs(text: str, last: list[str]) -> None:
    assert argvs(text)[-1] == last


def test_what_is_unset_is_nothing() -> None:
    assert argvs("a=rm; unset a; echo ${a-none}")[-1] == ["echo", "none"]
