"""`read`: it never raises, and it brings in next to nothing."""

import gc
import json
import subprocess
import sys
from pathlib import Path

import pytest

from wicket.shell import World, read
from wicket.shell.read import MAX_CHARACTERS
from wicket.shell.refusal_and_work_limit import TOO_MUCH


@pytest.mark.parametrize(
    "text", ["", "\0", "a\0b", "\udc80", "\ufeffls", "a" * (MAX_CHARACTERS + 1), "(" * 5000, "\r\n", "`" * 99]
)
def test_it_never_raises(text: str) -> None:
    assert read(text).text == text


CORPUS = Path(__file__).parent.parent / "corpus"
HERE = World({"HOME": "/home/ada", "PWD": "/home/ada/work"})


@pytest.mark.parametrize("name", ["bypass", "benign"])
def test_a_text_is_read_the_same_way_whatever_was_read_before(name: str) -> None:
    """Tables and programs are kept from one text to the next. What one text brings stays with it."""
    texts = [json.loads(line)["command"] for line in (CORPUS / f"{name}.jsonl").read_text().splitlines()]
    assert len(texts) > 400

    def told(text: str) -> list[str]:
        script = read(text, HERE)
        return [
            str(script.refusal),
            *[f"{command!r} {command.opaque} {command.place!r}" for command in script.commands],
        ]

    first = [told(text) for text in texts]
    last = [told(text) for text in reversed(texts)][::-1]
    assert first == last


def test_what_cannot_be_given_to_a_shell_is_refused() -> None:
    assert str(read("a\0b").refusal) == "line 1, column 2: a NUL, which no shell can be given"
    assert str(read("a\n" * MAX_CHARACTERS).refusal).endswith("longer than 1000000 characters")


@pytest.mark.parametrize("enabled", [True, False])
def test_the_search_for_cycles_is_left_as_it_was(enabled: bool) -> None:
    before = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        read("a;" * 20_000)
        assert gc.isenabled() is enabled
    finally:
        (gc.enable if before else gc.disable)()


def test_little_of_the_stack_left_is_a_refusal() -> None:
    def deep(levels: int) -> str:
        if levels:
            return deep(levels - 1)
        return str(read("$(" * 39 + "a" + ")" * 39).refusal)

    assert "stack" in deep(sys.getrecursionlimit() - 200)


def test_importing_it_brings_in_next_to_nothing() -> None:
    program = "import sys; before = set(sys.modules); import wicket.shell; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    brought = set(done.stdout.split())
    assert {name for name in brought if not name.startswith("wicket")} <= {"builtins"}
    assert "wicket.shell.command_tree_text" not in brought


@pytest.mark.parametrize(
    "text",
    [
        "x=a;" + "x=$x$x;" * 60 + "$x",
        "x=a;" + "x+=$x;" * 60 + "$x",
        "x=1;" + 'eval "x=\\$x\\$x";' * 200 + "$x",
        "a=(x);" + 'a=("${a[@]}" "${a[@]}");' * 40 + '"${a[@]}"',
    ],
    ids=["doubled", "appended", "evaluated", "array"],
)
def test_what_grows_without_end_becomes_unknowable(text: str) -> None:
    assert read(text).commands[-1].name is None


def test_arguments_that_grow_without_end_are_refused() -> None:
    refusal = read("set -- a; " + 'set -- "$@" "$@";' * 40 + '"$@"').refusal
    assert refusal is not None
    assert refusal.reason == TOO_MUCH


@pytest.mark.parametrize(
    "text",
    [
        "set -- " + "w " * 20_000 + "\n" + "shift\n" * 8_000,
        "a=(" + "w " * 9_000 + ")\n" + ": ${a[@]}\n" * 500,
        "x='" + "a " * 40_000 + "'\n" + ": $x\n" * 200,
        "x=" + "1+" * 20_000 + "1\n" + ": $((x))\n" * 300,
        "export" + "".join(f" GIT_{i}=x" for i in range(190)) + ";" + "git log;" * 2_500,
    ],
    ids=["shift", "array", "split", "arithmetic", "variables"],
)
def test_large_values_that_are_used_again_and_again_are_refused(text: str) -> None:
    refusal = read(text).refusal
    assert refusal is not None
    assert refusal.reason == TOO_MUCH


def test_a_few_variables_may_stand_before_many_commands() -> None:
    assert read("export" + "".join(f" GIT_{i}=x" for i in range(20)) + ";" + "git log;" * 5_000).refusal is None


def test_assignments_that_change_everything_are_bounded() -> None:
    assert read("PATH=x; " * 1_000 + "ls").refusal is None
    refusal = read("".join(f"LD_{i}=x; " for i in range(201))).refusal
    assert refusal is not None
    assert refusal.reason == "assigns more than 200 variables that change what programs do"
