"""What options of several verbs take: a path, a point in time, a length of time."""

import re
import time
from pathlib import Path
from typing import Any

import click

__all__ = ["Duration", "Moment", "PathName"]


class PathName(click.Path):
    """A path that is named: an empty word is often a variable that was not set, and would mean the current folder."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, readable=False)  # what cannot be read is told by whoever reads it

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("an empty word is no path; write . for the current folder", param, ctx)
        return super().convert(value, param, ctx)


class Moment(click.ParamType[float]):
    """A point in time: 2026-02-13, 2026-02-13T14:30:00Z, or so long ago: 90s, 10m, 2h, 7d."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        from wicket.gateway.freshness_and_replay_checks import parse_time
        from wicket.wire import go_durations

        if isinstance(value, float):
            return value
        if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
            value = f"{value}T00:00:00Z"
        if (moment := parse_time(value)) is not None:
            return moment
        if days := re.fullmatch(r"([0-9]{1,5})d", value):
            return time.time() - int(days[1]) * 86400.0
        try:
            ago = go_durations.parse(value)
        except ValueError:
            ago = -1.0
        if ago < 0:
            self.fail(f"{value!r} is neither a time (2026-02-13T14:30:00Z) nor a duration (2h, 7d)", param, ctx)
        return time.time() - ago


class Duration(click.ParamType[float]):
    """A length of time, such as 90s, 10m or 1h30m."""

    name = "duration"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        from wicket.wire import go_durations

        try:
            return value if isinstance(value, float) else go_durations.parse(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)
