"""A batch of cases loses none: each is run, each that fails is named, and one can be picked."""

import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import case_batches
from bounds import BOUND_S
from case_batches import IN_A_BATCH, each_of
from inner_pytest import inner_pytest
from wicket.cli.starter_policies import LEVELS

ROOT = Path(__file__).parent.parent


def batches(made: Callable[..., None]) -> list[list[str]]:
    [mark] = [mark for mark in made.pytestmark if mark.name == "parametrize"]  # type: ignore[attr-defined]
    return list(mark.args[1])


def test_every_case_is_run_once() -> None:
    seen: list[int] = []
    made = each_of(range(IN_A_BATCH * 3 + 7), named=str)(seen.append)
    assert [len(batch) for batch in batches(made)] == [*[IN_A_BATCH] * 3, 7]
    for batch in batches(made):
        made(batch)
    assert seen == list(range(IN_A_BATCH * 3 + 7))


def test_all_that_fail_are_named_and_the_others_are_run() -> None:
    seen: list[int] = []

    def test(number: int) -> None:
        seen.append(number)
        assert number not in (1, 3), "it is odd"
        if number == 4:
            raise ValueError(number)

    made = each_of(range(6), named=lambda number: f"case-{number}")(test)
    with pytest.raises(pytest.fail.Exception) as caught:
        made(batches(made)[0])
    lines = str(caught.value).splitlines()
    assert lines[0] == "3 of 6 cases failed (`--case ID` runs one alone):"
    assert [line for line in lines if line.startswith("--case")] == [f"--case 'case-{n}'" for n in (1, 3, 4)]
    assert [line for line in lines if "Error" in line] == [
        "    AssertionError: it is odd",
        "    AssertionError: it is odd",
        "    ValueError: 4",
    ]
    assert seen == [0, 1, 2, 3, 4, 5]


def test_what_ends_the_test_says_at_which_case() -> None:
    """A timeout, or a person at the keyboard."""

    def test(number: int) -> None:
        if number == 1:
            raise KeyboardInterrupt

    made = each_of(range(3), named=str)(test)
    with pytest.raises(KeyboardInterrupt) as caught:
        made(batches(made)[0])
    assert caught.value.__notes__ == ["It was case 1."]


def test_no_two_cases_have_the_same_id() -> None:
    with pytest.raises(AssertionError, match="the same id"):
        each_of([1, 2], named=lambda _: "one")


@pytest.mark.parametrize(("wanted", "found"), [("b", ["b"]), ("[c]", ["[c]"]), ("*a", ["a", "aa"]), ("x", [])])
def test_only_wanted_cases_are_left(wanted: str, found: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(case_batches, "wanted", [wanted])
    assert batches(each_of(["a", "aa", "b", "[c]"], named=str)(print)) == [[one] for one in found]


def test_cases_are_picked_by_hand_as_the_page_says() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    [line] = [line for line in page.splitlines() if line.startswith(".venv/bin/pytest") and "--case" in line]
    with inner_pytest("-v", *shlex.split(line)[1:]) as argv:
        done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, timeout=BOUND_S, check=False)
    passed = re.findall(r"^\S+::(\S+) PASSED", done.stdout, re.MULTILINE)
    assert "test_a_text_that_runs_rm_is_accounted_for[spelling-003]" in passed
    harm = [line for line in (ROOT / "tests/corpus/harm.jsonl").read_text().splitlines() if '"harm-data-' in line]
    picked = [name for name in passed if name.startswith("test_a_case_comes_out_right[")]
    assert picked[0] == "test_a_case_comes_out_right[spelling-003]"
    assert len(picked) == 1 + len(harm) * len(LEVELS)
    assert "failed" not in done.stdout.splitlines()[-1]
