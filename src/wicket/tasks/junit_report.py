"""Results as JUnit XML: a test case for each run of a task; FAIL is a failure, ERROR an error."""

from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from wicket.displayed_text import paragraph
from wicket.tasks.result_statistics import status_of, summarize

__all__ = ["junit"]


def junit(results: Sequence[Mapping[str, Any]], name: str) -> str:
    """Write the results as one test suite."""
    figures = summarize(results)
    taken = sum(float(result.get("durationSeconds") or 0) for result in results)
    head = (
        f"<testsuite name={_attribute(name)} tests={_attribute(figures.total)} failures={_attribute(figures.failed)} "
        f"errors={_attribute(figures.errors)} time={_attribute(f'{taken:.3f}')}>"
    )
    cases = "\n".join(_case(result, name) for result in results)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n{head}\n{cases}\n</testsuite>\n</testsuites>\n'


def _case(result: Mapping[str, Any], suite: str) -> str:
    runs = int(result.get("totalRuns") or 1)
    name = str(result["taskName"]) + (f" [run {int(result.get('runIndex') or 0) + 1}/{runs}]" if runs > 1 else "")
    taken = f"{float(result.get('durationSeconds') or 0):.3f}"
    head = f"  <testcase classname={_attribute(suite)} name={_attribute(name)} time={_attribute(taken)}"
    status = status_of(result)
    if status == "passed":
        return f"{head}/>"
    tag = "failure" if status == "failed" else "error"
    reason = str(result.get("taskError") or status)
    output = paragraph(str(result.get("taskOutput") or ""))
    said = f"<system-out>{_text(output)}</system-out>" if output else ""
    return f"{head}>\n    <{tag} message={_attribute(reason)}>{_text(reason)}</{tag}>{said}\n  </testcase>"


def _attribute(value: object) -> str:
    return quoteattr(_writable(str(value)), {"\n": "&#10;"})


def _text(value: str) -> str:
    return escape(_writable(value))


def _writable(text: str) -> str:
    """Leave out what XML has no way to write."""
    return "".join(
        character
        for character in text
        if character in "\t\n\r"
        or (character >= " " and not "\ud800" <= character <= "\udfff" and character not in "\ufffe\uffff")
    )
