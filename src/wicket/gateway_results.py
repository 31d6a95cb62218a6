"""What became of a request, as the gateway's answer says: its status, output and stages, or its place in the line."""

from dataclasses import dataclass

from wicket.request_retries import (
    Misunderstood,
)
from wicket.wire.sudo_proxy.messages import Response

__all__ = ["Place", "Result", "StageResult", "extras_of", "place_in_line", "result_of", "version_of"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a request stands in the line of those that wait for a person. `id` is what `wicket approve` knows it by.

    The id is empty where the daemon does not say.
    """

    before: int
    id: str = ""

    def __str__(self) -> str:
        """Say it in words."""
        return (
            "waiting for approval"
            + (f" as {self.id}" if self.id else "")
            + (f", {self.before} before you" if self.before else "")
        )


@dataclass(frozen=True, slots=True)
class StageResult:
    """How one stage ended. `signal` is what ended it, if a signal did."""

    exit_code: int
    stderr: bytes
    truncated: bool = False
    signal: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a request. `status` is `ok`, `denied`, `timeout` or `error`; `ok` says that it ran.

    `message` is what the person, the policy or the gateway had to say. An error that came while the command ran has
    the output up to then.
    """

    id: str
    status: str
    stdout: bytes = b""
    truncated: bool = False
    stages: tuple[StageResult, ...] = ()
    message: str = ""
    version: str = ""

    @property
    def exit_code(self) -> int | None:
        """The last stage's; None where nothing ran."""
        return self.stages[-1].exit_code if self.stages else None


def extras_of(response: Response) -> frozenset[str]:
    if response.status != "ok" and not response.predates_control:
        raise Misunderstood(response.message)
    return frozenset(response.extras)


def result_of(response: Response) -> Result:
    return Result(
        id=response.id,
        status=response.status,
        stdout=response.stdout if isinstance(response.stdout, bytes) else b"",
        truncated=response.stdout_truncated,
        stages=tuple(
            StageResult(stage.exit_code, stage.stderr, stage.stderr_truncated, stage.signal)
            for stage in response.stages
        ),
        message=response.message,
        version=response.version,
    )


def place_in_line(response: Response | None) -> Place | None:
    if response is None or not isinstance(response.before, int):
        return None
    return Place(response.before, response.waits_as)


def version_of(response: Response) -> str:
    if response.predates_control:
        theirs = f" (version {response.version})" if response.version else ""
        raise Misunderstood(f"the gateway{theirs} is older than 1.1 and knows neither ping nor stop; update it")
    if response.status != "ok":
        raise Misunderstood(response.message)
    return response.version
