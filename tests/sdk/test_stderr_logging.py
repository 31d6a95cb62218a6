"""Log lines say when and who; records of `logging` go to the host once, and never in circles."""

import logging
import sys
from typing import Any

import pytest

from wicket.sdk import stderr_logging


def test_a_remark_needs_no_stderr(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    stderr_logging.remark("x", "heard")
    assert capfd.readouterr().err.endswith("Z x: heard\n")
    monkeypatch.setattr(sys, "stderr", None)
    stderr_logging.remark("x", "lost")


def test_a_report_has_a_traceback(capfd: pytest.CaptureFixture[str]) -> None:
    stderr_logging.report("x", "it failed", ValueError("oh"))
    assert capfd.readouterr().err.endswith("Z x: it failed\nValueError: oh\n")


def test_a_traceback_begins_with_the_authors_code() -> None:
    def fail() -> None:
        raise ValueError("oh")

    def sdk() -> None:
        calling: dict[str, Any] = {}
        exec(compile("def call(f): f()", stderr_logging.__file__, "exec"), calling)
        calling["call"](fail)

    with pytest.raises(ValueError, match="oh") as caught:
        sdk()
    ours = caught.value.__traceback__
    assert ours is not None
    assert ours.tb_next is not None
    caught.value.__traceback__ = ours.tb_next.tb_next  # as it is caught in the SDK: its own frames come first
    told = stderr_logging.trace(caught.value)
    assert (f'"{stderr_logging.__file__}"' in told, f'"{__file__}"' in told, "in fail" in told) == (False, True, True)


@pytest.mark.rule("G-S21")
def test_records_are_bridged_without_recursion() -> None:
    heard: list[tuple[str, str]] = []
    ready = True

    def put(level: str, message: str, data: dict[str, Any]) -> None:
        heard.append((level, message))
        logging.getLogger("inner").error("about the log itself")

    handler = stderr_logging.bridge(put, lambda: ready)
    logger = logging.getLogger("bridged")
    logger.setLevel(logging.DEBUG)
    try:
        for level in (logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR, logging.CRITICAL):
            logger.log(level, "m%d", level)
        ready = False
        logger.error("nobody listens")
    finally:
        logging.getLogger().removeHandler(handler)
    assert heard == [("debug", "m10"), ("info", "m20"), ("warn", "m30"), ("error", "m40"), ("error", "m50")]
