"""Enables or disables an extension, and says so."""

from wicket.cli.ext.extension_by_path_or_name import meant
from wicket.cli.extension_folders import wicket_home
from wicket.cli.output import say
from wicket.host.extension_install import set_enabled
from wicket.trust_decisions import Trust

__all__ = ["switch"]


def switch(name: str, only: str | None, *, zot: bool, enabled: bool) -> None:
    extension = meant(name, only, zot=zot)
    trust = Trust(wicket_home()) if extension.scope.needs_trust else None
    changed = set_enabled(extension.folder, enabled, trust)
    word = "enabled" if enabled else "disabled"
    say(f"{word} {extension.name}" if changed else f"{extension.name} is {word} already")
