"""Where wicket's own folders are, as plain text: for what must know it before anything else has been imported.

The environment and the platform are arguments, so that the answer depends on nothing else.
"""

from wicket.errors import WicketError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["HomeError", "config_folder", "hook_socket", "program_name", "state_folder"]


class HomeError(WicketError):
    """The place where wicket keeps its state cannot be named, made or relied on."""


def program_name(environ: "Mapping[str, str]") -> str:
    """Say how a person calls wicket here: by its name, unless a gate to try has a program of its own."""
    return environ.get("WICKET_PROGRAM") or "wicket"


def state_folder(environ: "Mapping[str, str]", platform: str) -> str:
    """Name wicket's home: `$WICKET_HOME`, else `$XDG_STATE_HOME/wicket`, else the platform's own place.

    Raises:
        HomeError: `$WICKET_HOME` is relative, or there is nothing to go by.
    """
    if named := environ.get("WICKET_HOME"):
        if not named.startswith("/"):
            # A relative home would be another one in every folder, and the folder is often someone else's.
            raise HomeError(f"WICKET_HOME is {named!r}, a relative path; set it to an absolute one")
        return named
    state = environ.get("XDG_STATE_HOME", "")
    if state.startswith("/"):  # the XDG specification wants relative ones ignored
        return f"{state}/wicket"
    person = environ.get("HOME", "")
    if not person.startswith("/"):
        raise HomeError("neither HOME nor WICKET_HOME is set; set WICKET_HOME to a folder of your own")
    if platform == "darwin":
        return f"{person}/Library/Application Support/wicket"
    return f"{person}/.local/state/wicket"


def config_folder(environ: "Mapping[str, str]") -> str:
    """Name the folder of a person's own settings: `$XDG_CONFIG_HOME`, else `~/.config`; empty: there is none."""
    configured = environ.get("XDG_CONFIG_HOME", "")
    if configured.startswith("/"):
        return configured.rstrip("/") or "/"
    person = environ.get("HOME", "")
    return f"{person.rstrip('/')}/.config" if person.startswith("/") else ""


def hook_socket(environ: "Mapping[str, str]", platform: str) -> str:
    """Name the socket at which a running gateway answers hooks: in wicket's home, which agents may not write.

    Raises:
        HomeError: there is no such home.
    """
    return f"{state_folder(environ, platform)}/hook.sock"
