"""The walk: what may run is found, and what one part does to the next is known or known to be uncertain."""

import pytest

from shell.reading import argvs, commands, names, refusal


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("a=ls; true && a=rm; $a", "…"),
        ("a=rm; true && true; $a", "rm"),
        ("a=rm && $a", "rm"),
        ("x && a=rm || $a", "…"),
        ("if x; then a=rm; fi; $a", "…"),
        ("if x; then a=rm; else a=rm; fi; $a", "…"),
        ("(a=rm); $a", "…"),
        ("a=ls; (a=rm); $a", "ls"),
        ("a=ls; echo | a=rm; $a", "…"),
        ("a=ls; a=rm & $a", "ls"),
        ("for a in rm; do $a; done", "rm"),
        ("for a in $(x); do $a; done", "…"),
        ("a=ls; for i in 1 2; do $a; a=rm; done", "…"),
        ("a=ls; while x; do $a; a=rm; done", "…"),
        ("a=ls; while x; do $a; eval a=rm; done", "…"),
        ("a=ls; while x; do y; done; $a", "ls"),
        ("case x in x) a=rm;; esac; $a", "…"),
        ("select a in rm ls; do $a; done", "…"),
        ("f() { a=rm; }; f; $a", "rm"),
        ("f() { a=rm; return; a=ls; }; f; $a", "…"),
    ],
)
def test_what_is_known_further_down(text: str, last: str) -> None:
    found = [words for words in argvs(text) if words[0] in ("rm", "ls", "…")]
    assert found[-1] == [last]


def test_a_loop_over_known_words_is_walked_for_each() -> None:
    assert argvs("for d in a b; do git -C $d status; done") == [
        ["git", "-C", "a", "status"],
        ["git", "-C", "b", "status"],
    ]


def test_places() -> None:
    made = {
        command.name: command.place
        for command in commands("a | b; while c; do d; done; (e); f & $(g) `h` <(i); k() { l; }; k; sudo m")
        if command.name
    }
    assert (made["a"].stdin, made["a"].stdout) == (False, True)
    assert (made["b"].stdin, made["b"].stdout) == (True, False)
    assert made["d"].loop == "while"
    assert made["e"].subshell
    assert made["f"].background
    assert [made[name].inside for name in "ghi"] == ["$(", "`", "<("]
    assert made["l"].function == "k"
    assert made["m"].wrappers == ("sudo",)


def test_the_redirects_of_a_compound_command_are_listed() -> None:
    made = commands("{ a; b; } > x 2>&1; while read l; do c; done < y")
    assert [(command.name, [str(redirect.target) for redirect in command.redirects]) for command in made] == [
        ("", ["x", "1"]),
        ("a", []),
        ("b", []),
        ("", ["y"]),
        ("read", []),
        ("c", []),
    ]


def test_a_function_that_nothing_calls_is_read_where_it_stands() -> None:
    assert names("a; f() { b; }; c") == ["a", "b", "c"]
    assert sorted(str(name) for name in names("f() { g() { b; }; }; c")) == ["b", "c"]


def test_what_grows_without_end_is_refused() -> None:
    doubling = "; ".join(f"f{i}() {{ f{i + 1}; f{i + 1}; }}" for i in range(30)) + "; f30() { a; }; f0"
    assert refusal(doubling) == "too much to follow"
    assert refusal("a;" * 60_000) == "too much to follow"
    assert refusal("f() { a && f; a && unset -f f; }; f; f; f; f") == "too much to follow"


@pytest.mark.parametrize(
    "text",
    [
        "c=ls; if a; then b; elif c=rm; then $c x; fi",
        "c=ls; if a; then b; elif c=rm; false; then d; else $c x; fi",
        "c=ls; if a; then b; elif c=rm; false; then d; elif $c x; then e; fi",
    ],
)
def test_what_one_condition_assigns_the_next_ones_see(text: str) -> None:
    assert "rm" in names(text)


def test_conditions_that_assign_are_bounded() -> None:
    many = "".join(f"elif x{i}=1; then a; " for i in range(300))
    assert refusal(f"if a; then b; {many} fi") == "more than 200 conditions of one if that assign"
    plain = "elif a; then b; " * 2000
    assert len(names(f"if a; then b; {plain} fi")) == 4002
