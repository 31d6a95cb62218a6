"""What the operator decides in their own file: `gateway` and `hooks` of the global `wicket.yml`, and nowhere else.

    gateway:
      root_grants: true     # grants may be made for privileged requests
      root_allow: true      # an allow of the policy holds for privileged requests, without a person
      agent_allow: true     # an allow of the policy holds for requests that are lent the SSH agent, without a person
      answer_minutes: 30    # how long a request waits for an answer
      keep_days: 90         # how old the record gets
      keep_mb: 500          # how large the record gets
      keep_output: true     # the record keeps the beginning of what commands say
    hooks:
      ask: queue            # agents' hooks ask at wicket's doors, not in the agent's own dialog; here: `hooks_ask`

Pure. An unknown key is a mistake, and said: a setting that is not heeded must not look as if it were. The
mistakes of a file are found when it is loaded, each with its line (`wicket.policy_files.operator_settings_check`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from wicket.gateway.errors import GatewayError

__all__ = ["BadOperatorFile", "OperatorSettings", "read"]

# Keys of other parts, which read them themselves.
OTHERS = frozenset({"fleet", "public_url", "webhook"})


class BadOperatorFile(GatewayError):
    """The `gateway` key of the operator's file says what cannot be."""


@dataclass(frozen=True, slots=True)
class OperatorSettings:
    """The settings, with what holds where nothing is said."""

    root_grants: bool = False
    root_allow: bool = False
    agent_allow: bool = False
    keep_output: bool = False
    answer_minutes: int = 10
    keep_days: int = 365
    keep_mb: int = 1000
    hooks_ask: str = "dialog"


# What is a word, and which words there are.
CHOICES = {"hooks_ask": ("dialog", "queue")}


def read(said: Mapping[str, object]) -> OperatorSettings:
    """Take the settings out of what the file says.

    Raises:
        BadOperatorFile: a key is unknown, or its value is not of its kind.
    """
    known = {field.name: field.default for field in fields(OperatorSettings)}
    values: dict[str, object] = {}
    for key, value in said.items():
        if key in OTHERS:
            continue
        if key not in known:
            others = [_shown(name) for name in [*known, *sorted(OTHERS)]]
            raise BadOperatorFile(f"{_shown(key)}: there is no such setting; there are {', '.join(others)}")
        if key in CHOICES:
            if value not in CHOICES[key]:
                raise BadOperatorFile(f"{_shown(key)}: {value!r} is not {' or '.join(CHOICES[key])}")
            values[key] = value
            continue
        wanted = type(known[key])
        if type(value) is not wanted or (isinstance(value, int) and wanted is int and value < 1):
            kind = "true or false" if wanted is bool else "a number from 1 on"
            raise BadOperatorFile(f"gateway.{key}: {value!r} is not {kind}")
        values[key] = value
    return OperatorSettings(**values)  # type: ignore[arg-type]


def _shown(key: str) -> str:
    """Name a setting as the file has it."""
    return f"hooks.{key.removeprefix('hooks_')}" if key.startswith("hooks_") else f"gateway.{key}"
