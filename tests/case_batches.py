"""Tables of thousands of cases, a hundred to a test: each case that fails is named, and `--case ID` runs it alone.

A test of its own for each case costs more than the case: every worker collects them all.
"""

import functools
from collections.abc import Callable, Iterable
from fnmatch import fnmatchcase
from typing import TypeVar

import pytest

__all__ = ["IN_A_BATCH", "each_of"]

IN_A_BATCH = 100

# The ids that are wanted, with `*`; all of them if there are none. `conftest.py` sets it before anything is collected.
wanted: list[str] = []

T = TypeVar("T")


def each_of(cases: Iterable[T], named: Callable[[T], str]) -> Callable[[Callable[[T], None]], Callable[..., None]]:
    """Make a test of one case a test of batches of them; the test takes the case, and nothing else.

    `named` gives the id of a case, which no other has.
    """
    listed = list(cases)
    by_id = {named(case): case for case in listed}
    assert len(by_id) == len(listed), "two cases have the same id"
    ids = [one for one in by_id if not wanted or one in wanted or any(fnmatchcase(one, some) for some in wanted)]
    size = 1 if wanted else IN_A_BATCH
    batches = [ids[first : first + size] for first in range(0, len(ids), size)]

    def made(test: Callable[[T], None]) -> Callable[..., None]:
        def run(batch: list[str]) -> None:
            __tracebackhide__ = True
            if size == 1:
                test(by_id[batch[0]])
            else:
                _run(test, {one: by_id[one] for one in batch})

        functools.update_wrapper(run, test)
        del run.__wrapped__  # type: ignore[attr-defined] # what is called takes a batch
        return pytest.mark.parametrize("batch", batches, ids=map(_title, batches))(run)

    return made


def _title(batch: list[str]) -> str:
    return batch[0] if len(batch) == 1 else f"{batch[0]} to {batch[-1]}"


def _run(test: Callable[[T], None], batch: dict[str, T]) -> None:
    __tracebackhide__ = True
    failed = {}
    for one, case in batch.items():
        try:
            test(case)
        except Exception as error:  # noqa: BLE001 -- whatever it is, the other cases are run
            failed[one] = error
        except BaseException as error:
            error.add_note(f"It was case {one}.")
            raise
    if failed:
        pytest.fail("\n".join(_report(failed, len(batch))), pytrace=False)


def _report(failed: dict[str, Exception], of: int) -> list[str]:
    lines = [f"{len(failed)} of {of} cases failed (`--case ID` runs one alone):"]
    for one, error in failed.items():
        lines += ["", f"--case {one!r}", *(f"    {line}" for line in f"{type(error).__name__}: {error}".splitlines())]
    return lines
