"""Where build tools keep their caches in a sandbox: in a folder per project, so that no project can spoil another's.

Commands find it by the variables that their tools know, and what somebody has set already stays as it is. The folders
that a person's own tools use are not written, and whoever works outside of the sandbox uses nothing of this.
"""

import os
from collections.abc import Mapping

from wicket.policy_files.file_digest_and_permissions import sha256
from wicket.sandbox.errors import CannotHold
from wicket.state_files import HomeError, own_path

__all__ = ["cache_variables", "project_caches"]

_FOLDER = "caches"

# fmt: off
_VARIABLES = {
    "PIP_CACHE_DIR": "pip", "UV_CACHE_DIR": "uv", "PRE_COMMIT_HOME": "pre-commit",
    "npm_config_cache": "npm", "YARN_CACHE_FOLDER": "yarn", "BUN_INSTALL_CACHE_DIR": "bun", "DENO_DIR": "deno",
    "GOCACHE": "go-build", "GOMODCACHE": "go-mod", "CARGO_HOME": "cargo", "CCACHE_DIR": "ccache",
    "GRADLE_USER_HOME": "gradle", "NUGET_PACKAGES": "nuget", "COMPOSER_CACHE_DIR": "composer",
}
# fmt: on


def project_caches(state: str, project: str) -> str:
    """Give the folder of a project, and make it if need be. `state` is wicket's own.

    Raises:
        CannotHold: it cannot be made, or others can write there.
    """
    name = str(sha256(os.fsencode(project)).hexdigest()[:16])
    try:
        folder = f"{own_path(state, _FOLDER)}/{name}"
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except (HomeError, OSError) as error:
        raise CannotHold(f"the caches of this project cannot be kept: {error}") from None
    return os.path.realpath(folder)


def cache_variables(folder: str, environ: Mapping[str, str]) -> dict[str, str]:
    """Name each tool's own folder in there, but for those that somebody has set."""
    return {name: f"{folder}/{tool}" for name, tool in _VARIABLES.items() if name not in environ}
