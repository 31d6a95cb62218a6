"""Assigning, whatever does it: attributes, names that stand for others, values that are run."""

import pytest

from shell.reading import argvs, names, opaque

EXPRESSION = "'a[$(rm x)]'"


@pytest.mark.parametrize(
    "assigning",
    [
        f"n={EXPRESSION}",
        f"n+={EXPRESSION}",
        f"read n <<< {EXPRESSION}",
        f"printf -v n %s {EXPRESSION}",
        f"for n in {EXPRESSION}; do :; done",
        f"select n in {EXPRESSION}; do :; done",
        f": ${{n:={EXPRESSION}}}",
        f"unset n; : ${{n:={EXPRESSION}}}",
        f"export n={EXPRESSION}",
        f"declare n={EXPRESSION}",
        f"n[0]={EXPRESSION}",
        f"n=({EXPRESSION})",
        f"mapfile -t n <<< {EXPRESSION}",
        f"declare -n r=n; r={EXPRESSION}",
        f"declare -n r; r=n; r={EXPRESSION}",
    ],
)
def test_an_integer_is_calculated_whatever_assigns_it(assigning: str) -> None:
    assert "rm" in names(f"declare -i n; {assigning}")


@pytest.mark.parametrize("name", ["RANDOM", "SRANDOM", "OPTIND", "HISTCMD", "BASHPID", "SECONDS"])
def test_some_are_integers_from_the_start(name: str) -> None:
    assert "rm" in names(f"{name}={EXPRESSION}")
    assert "rm" not in names(f"COLUMNS={EXPRESSION}")


def test_an_integer_that_is_given_numbers_is_harmless() -> None:
    assert opaque("declare -i n=0; n+=1; n=n+2; OPTIND=1; echo $((n * 2))") == []


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("declare -l y; y=RM; $y", ["rm"]),
        ("declare -u y=rm; $y", ["RM"]),
        ("declare -c y; y=rM; $y", ["Rm"]),
        ("declare -l y; read y <<< RM; $y", ["rm"]),
        ("declare -al y; y=(RM); ${y[0]}", ["rm"]),
        ("declare -l y; declare +l y; y=RM; $y", ["…"]),
        ("declare -l y; y=R; y+=M; $y", ["…"]),
    ],
)
def test_an_attribute_changes_the_case(text: str, last: list[str]) -> None:
    assert argvs(text)[-1] == last


@pytest.mark.parametrize(
    "text",
    [
        "printf -v PS4 %s '$(rm x)'",
        "read PS4 <<< '$(rm x)'",
        "for PS4 in '$(rm x)'; do :; done",
        "declare -n r=PS4; r='$(rm x)'",
        "unset PS4; : ${PS4:='$(rm x)'}",
        "mapfile -t PROMPT_COMMAND <<< 'rm x'",
        "x=PAGER; declare $x='rm x'",
    ],
)
def test_a_value_that_is_run_is_found_whatever_assigns_it(text: str) -> None:
    assert "rm" in names(text)


@pytest.mark.parametrize("text", ["BASH_ALIASES[ls]=x", "BASH_CMDS+=([ls]=x)", "read 'BASH_CMDS[ls]'"])
def test_arrays_that_give_commands_another_meaning_are_said(text: str) -> None:
    assert any("gives commands another meaning" in reason for reason in opaque(text))


def test_a_name_for_an_unknown_variable_is_said() -> None:
    assert opaque("declare -n r=$(x); r=y") == ["assigns a variable whose name is not known"]
    assert opaque('f() { local -n r=$1; r="$(y)"; }') == []


@pytest.mark.parametrize(
    "text",
    [
        "C=$x'a[$(ls)]'; echo $((${LC_ALL%.*}))",
        "C=$x'a['$y'$(ls)]'; echo $((LC_ALL))",
        "C=(b $x'a[`ls`]'); echo $((LC_ALL))",
    ],
)
def test_a_value_from_elsewhere_may_name_a_variable_of_the_text(text: str) -> None:
    assert "calculates with a value that is not known, which may run commands" in opaque(text)


def test_many_parts_that_say_the_same_are_heard_once() -> None:
    assert opaque("a='b[$(ls)]'; echo " + "$((x))" * 9) == [
        "calculates with a value that is not known, which may run commands"
    ]
