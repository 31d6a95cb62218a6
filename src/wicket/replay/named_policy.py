"""Which policy a word means: a file, or what ships with wicket by its name."""

import os
from collections.abc import Mapping
from types import MappingProxyType

from wicket.errors import WicketError
from wicket.loaded_policy import Policy
from wicket.policy_files.file_and_extends_reader import PRESETS
from wicket.replay.judge_history import PastPolicy

__all__ = ["NoSuchPolicy", "named_policy"]


class NoSuchPolicy(WicketError):
    """A word names no policy."""

    exit_code = 2


def named_policy(name: str, environ: Mapping[str, str], levels: Mapping[str, str] = MappingProxyType({})) -> PastPolicy:
    """Load the policy that a word means: a path, `wicket:NAME`, or the NAME alone. `levels` are texts by their names.

    Raises:
        NoSuchPolicy: it means none.
        PolicyError: something is wrong with it.
    """
    preset = name.removeprefix("wicket:")
    if name in levels and not _is_file(name):
        return PastPolicy.of(Policy.loads(levels[name]), name)
    if preset in _shipped() and (preset != name or not _is_file(name)):
        return PastPolicy.of(Policy.loads(f"extends: ['wicket:{preset}']"), f"wicket:{preset}")
    if preset != name or not _is_file(name):
        known = ", ".join([*levels, *_shipped()])
        raise NoSuchPolicy(f"{name!r} is neither a file nor one of {known}; name one of them")
    return PastPolicy.of(Policy.load(name, environ), name)


def _is_file(name: str) -> bool:
    """Tell whether something lies there that may be a policy; a folder of that name is none."""
    return os.path.lexists(name) and not os.path.isdir(name)


def _shipped() -> list[str]:
    return sorted(each.removesuffix(".yml") for each in os.listdir(PRESETS) if each.endswith(".yml"))
