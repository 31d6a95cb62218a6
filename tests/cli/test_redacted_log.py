"""What is logged has no secret in it, wherever that came from."""

import logging
import subprocess
import sys

import pytest

from wicket.cli.redacted_log import cleaned
from wicket.cli.serve_notices import OperatorHooks

SCRIPT = """
import logging
from wicket.cli.redacted_log import clean_log_lines
clean_log_lines()
log = logging.getLogger("wicket.gateway")
log.warning("cannot run %s", "curl -u me:hunter2 https://example.org")
try:
    raise ValueError("PASSWORD=geheim")
except ValueError:
    log.exception("a mistake")
"""


def test_a_line_is_cleaned() -> None:
    assert cleaned("no program PASSWORD=hunter2 in /srv") == "no program PASSWORD=[redacted] in /srv"


def test_lines_and_tracebacks_on_standard_error_are_cleaned() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=30, check=True)
    assert "cannot run curl -u me:[redacted] https://example.org" in done.stderr
    assert "ValueError: PASSWORD=[redacted]" in done.stderr
    # The line of the source that raised is the source's own; this one says it itself.
    assert "hunter2" not in done.stderr


def test_what_is_logged_elsewhere_stays_as_it_is(caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("other").warning("a")
    assert caplog.messages == ["a"]


def test_a_key_that_an_extension_shows_is_left_out_over_all_its_lines() -> None:
    hooks, told = OperatorHooks(), list[str]()
    hooks.tell = told.append
    hooks.display("x", "-----BEGIN PRIVATE KEY-----\nshort\n-----END PRIVATE KEY-----\nafter")
    assert not any("short" in line for line in told)
    assert told[-1] == "[x] after"
