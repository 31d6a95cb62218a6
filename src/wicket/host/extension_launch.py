"""Makes everything ready for one extension to start: its program, its environment, its log and its folder for data."""

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

import wicket
from wicket.host.child_environment import for_child
from wicket.host.extension_discovery import Extension, Scope
from wicket.host.extension_manifest import find_executable
from wicket.host.host_settings import Settings
from wicket.state_files import log_file, own_folder
from wicket.wire.zot.messages import HelloAck

__all__ = ["Launch", "data_folder", "greeting", "prepare"]


@dataclass(frozen=True, slots=True)
class Launch:
    """How an extension is started. `withheld` are the variables that it does not get to see."""

    argv: tuple[str, ...]
    folder: Path
    data: Path
    log: Path
    env: Mapping[str, str]
    withheld: tuple[str, ...]


def prepare(found: Extension, home: Path, environ: Mapping[str, str], named: Collection[str] = ()) -> Launch:
    """Find its program and make its folders. `named` are the variables that the operator lets every extension see.

    Raises:
        ManifestError: there is no such program.
        HomeError: the folders cannot be made.
    """
    program = find_executable(found.manifest, found.folder, environ.get("PATH", os.defpath))
    log = log_file(home, found.name)
    own_folder(home, log.parent.name)
    data = data_folder(found, home)
    if data != found.folder:
        own_folder(home, data.parent.name, data.name)
    # What an extension may want to know before its hello is acknowledged.
    extra = {"PWD": str(found.folder), "WICKET_EXTENSION": found.name, "WICKET_DATA_DIR": str(data)}
    env, withheld = for_child(environ, named={*found.manifest.env, *named}, extra=extra)
    return Launch((str(program), *found.manifest.args), found.folder, data, log, env, withheld)


def greeting(launch: Launch, settings: Settings) -> HelloAck:
    """What answers its hello: who hosts it, and where its folders are."""
    return HelloAck(
        zot_version=wicket.__version__,
        provider=settings.provider,
        model=settings.model,
        cwd=_spelled(settings.cwd),
        extension_dir=_spelled(launch.folder),
        data_dir=_spelled(launch.data),
    )


def _spelled(path: Path) -> str:
    """Write a path as JSON can hold it: a name that is no UTF-8 loses what is not."""
    return os.fsencode(path).decode(errors="replace")


def data_folder(found: Extension, home: Path) -> Path:
    """Name the folder for what an extension keeps.

    Not its own folder: that is what a person has trusted, byte for byte. Only those that are installed in zot keep
    their data where zot lets them.
    """
    return found.folder if found.scope is Scope.GLOBAL_ZOT else home / "data" / found.name
