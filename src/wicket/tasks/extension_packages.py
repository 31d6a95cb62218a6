"""Where an extension's package is, and the environment and config that it gets."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from wicket.displayed_text import excerpt
from wicket.errors import WicketError
from wicket.host import child_environment
from wicket.tasks.task_model import ExtensionSpec
from wicket.tasks.templates import expand_variables

__all__ = ["UnusablePackage", "environment_and_config", "resolve_package"]


class UnusablePackage(WicketError):
    """An extension's `package` names nothing that could be started."""

    exit_code = 2


def resolve_package(package: str, folder: Path, home: str) -> Path:
    """Find the program that `package` names: `./x`, `../x`, `/x`, `~/x` or `file://…`, relative to the eval's folder.

    Raises:
        UnusablePackage: it is missing, a directory, or cannot be executed, or it is of another form.
    """
    if package.startswith("file://"):
        path = folder / unquote(package.removeprefix("file://"))
        if urlsplit(package).netloc and not package.startswith(("file://.", "file://~")):
            raise UnusablePackage(f"{excerpt(package)!r} names another machine; write file:///path")
    elif package.startswith("~/"):
        path = Path(home) / package[2:]
    elif package.startswith(("./", "../", "/")):
        path = folder / package
    else:
        said = "is not supported: wicket downloads no extensions; install it, and name its path as ./x or /x"
        raise UnusablePackage(f"the package {excerpt(package)!r} {said}")
    path = Path(os.path.abspath(path))
    if not path.exists():
        raise UnusablePackage(f"the package {path} does not exist")
    if path.is_dir():
        raise UnusablePackage(f"the package {path} is a directory; name the program in it")
    if not os.access(path, os.X_OK):
        raise UnusablePackage(f"the package {path} cannot be executed; run `chmod +x` on it")
    return path


def environment_and_config(
    spec: ExtensionSpec, outer: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, Any] | None]:
    """Give the environment and the config of an extension, with their variables expanded.

    It inherits ours but for what looks like a secret; what `env` says comes on top.

    Raises:
        Unresolved: a variable is not set.
    """
    added = expand_variables(spec.env, outer)
    env, _ = child_environment.for_child(outer, extra=added)
    return env, None if spec.config is None else expand_variables(spec.config, outer)
