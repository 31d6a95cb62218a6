"""What an operations extension offers: its manifest, checked before anything is asked of it."""

import difflib
import os
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec import UNSET

from wicket.displayed_text import excerpt
from wicket.host.errors import ExtensionNotStarted
from wicket.host.json_schema import InvalidSchema, Schema
from wicket.wire.gevals.messages import PROTOCOL_VERSION, Manifest

__all__ = ["Offer", "accept"]

# Semantic Versioning 2.0.0: three numbers without leading zeros, then perhaps a pre-release and a build.
_NUMBER = r"(?:0|[1-9][0-9]*)"
_PART_OF_PRE_RELEASE = rf"(?:{_NUMBER}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
_SEMANTIC_VERSION = re.compile(
    rf"{_NUMBER}\.{_NUMBER}\.{_NUMBER}"
    rf"(?:-{_PART_OF_PRE_RELEASE}(?:\.{_PART_OF_PRE_RELEASE})*)?"
    r"(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?"
)


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be executed, and what there is to say about the rest.

    `refused` are operations that cannot be executed, each with the reason; `warnings` are for whoever looks after the
    extension.
    """

    manifest: Manifest
    schemas: Mapping[str, Schema]
    refused: Mapping[str, str]
    warnings: tuple[str, ...] = ()

    @property
    def takes_cancel(self) -> bool:
        """Whether it wants to know of steps for which nobody waits any longer."""
        return "cancel" in (self.manifest.capabilities or ())

    def problems(self, operation: str, args: Mapping[str, Any]) -> tuple[str, ...]:
        """Say all that keeps an operation from being executed with these arguments."""
        if operation in self.refused:
            return (self.refused[operation],)
        if operation not in self.schemas:
            return (self._unknown(operation),)
        return self.schemas[operation].problems(args)

    def _unknown(self, operation: str) -> str:
        known = sorted(self.manifest.operations)
        near = difflib.get_close_matches(operation, known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"it offers {', '.join(known) or 'none'}"
        return f"unknown operation {operation!r}; {excerpt(hint)}"


def accept(
    extension: str, manifest: Manifest, *, cwd: Path, env: Mapping[str, str], any_version: bool = False
) -> Offer:
    """Check a manifest. `any_version`: one of another protocol version is only warned about.

    Raises:
        ExtensionNotStarted: the extension cannot be used as it is.
    """
    warnings = []
    for field in ("name", "version", "protocol_version"):
        if not getattr(manifest, field):
            wire_name = "protocolVersion" if field == "protocol_version" else field
            raise ExtensionNotStarted(extension, f"its manifest has an empty `{wire_name}`")
    if manifest.protocol_version != PROTOCOL_VERSION:
        spoken = excerpt(manifest.protocol_version, 40)
        versions = f"it speaks protocol version {spoken!r}, and wicket speaks {PROTOCOL_VERSION!r}"
        if not any_version:
            raise ExtensionNotStarted(extension, versions)
        warnings.append(versions)
    if not _SEMANTIC_VERSION.fullmatch(manifest.version):
        warnings.append(f"its version {excerpt(manifest.version, 40)!r} is no semantic version")
    _look_for_requirements(extension, manifest, cwd, env)
    schemas, refused = _read_schemas(manifest)
    warnings += refused.values()
    return Offer(manifest, schemas, refused, tuple(warnings))


def _look_for_requirements(extension: str, manifest: Manifest, cwd: Path, env: Mapping[str, str]) -> None:
    path = env.get("PATH", os.defpath)
    needed = [requirement.command for requirement in manifest.requires or ()]
    missing = [command for command in needed if shutil.which(_place(command, cwd), path=path) is None]
    if missing:
        commands = excerpt(", ".join(missing))
        raise ExtensionNotStarted(extension, f"it needs {commands}, which is not on PATH; install it, or mend PATH")


def _place(command: str, cwd: Path) -> str:
    return str(cwd / command) if os.sep in command else command


def _read_schemas(manifest: Manifest) -> tuple[dict[str, Schema], dict[str, str]]:
    """Read each operation's schema. One that has none takes anything."""
    schemas: dict[str, Schema] = {}
    refused: dict[str, str] = {}
    for name, operation in manifest.operations.items():
        try:
            schemas[name] = Schema(True if operation.params is UNSET else operation.params)
        except InvalidSchema as error:
            refused[name] = f"operation {excerpt(name, 80)!r}: its params are no valid JSON Schema: {error}"
    return schemas, refused
