"""What options take is read as people write it."""

import time

import pytest

from wicket.cli.option_types import Moment


def test_a_moment_is_a_time_or_so_long_ago() -> None:
    read = Moment()
    assert read.convert("1970-01-02", None, None) == 86400.0
    assert read.convert("1970-01-01T00:01:00+00:00", None, None) == 60.0
    assert read.convert("2d", None, None) == pytest.approx(time.time() - 172800, abs=5)
    assert read.convert("1h30m", None, None) == pytest.approx(time.time() - 5400, abs=5)
