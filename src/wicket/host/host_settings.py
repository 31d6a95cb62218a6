"""What holds for all extensions of a host, as the program around it and its operator have chosen."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final, get_args

from wicket.displayed_text import one_line
from wicket.errors import WicketError
from wicket.host.extension_discovery import Extension
from wicket.host.extension_info import ExtensionInfo, State
from wicket.host.extension_limits import Limits
from wicket.host.extension_manifest import OnFailure

__all__ = ["RESERVED_TOOLS", "BadSetting", "Settings"]

RESERVED_TOOLS: Final = ("read", "write", "edit", "bash", "skill")


class BadSetting(WicketError, ValueError):
    """A host cannot be made so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What holds for all extensions of a host.

    Lists of tools may hold shell patterns. `env` names variables that all may see although they look like secrets;
    `on_failure` overrules manifests, by extension.
    """

    home: Path
    cwd: Path
    environ: Mapping[str, str]
    provider: str = ""
    model: str = ""
    limits: Limits = field(default_factory=Limits)
    reserved_commands: Collection[str] = ()
    reserved_tools: Collection[str] = RESERVED_TOOLS
    allow_tools: Collection[str] | None = None
    deny_tools: Collection[str] = ()
    env: Collection[str] = ()
    on_failure: Mapping[str, OnFailure] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, choice in self.on_failure.items():
            if choice not in get_args(OnFailure):
                raise BadSetting(f'on_failure of {name!r} is {choice!r}; it is "allow" or "block"')

    def on_failure_of(self, found: Extension) -> OnFailure:
        """Say what it means when an extension cannot judge: the operator's word, else its manifest's."""
        return self.on_failure.get(found.name, found.manifest.on_failure)

    def admits(self, tool: str) -> bool:
        """Say whether the lists let a tool of an extension be used."""
        if self.deny_tools and any(fnmatchcase(tool, pattern) for pattern in self.deny_tools):
            return False
        return self.allow_tools is None or any(fnmatchcase(tool, pattern) for pattern in self.allow_tools)

    def describe(self, found: Extension, state: State) -> ExtensionInfo:
        """Describe an extension by what its manifest says."""
        return ExtensionInfo(
            name=found.name,
            state=state,
            scope=found.scope,
            folder=found.folder,
            version=one_line(found.manifest.version),
            description=one_line(found.manifest.description),
            on_failure=self.on_failure_of(found),
        )
