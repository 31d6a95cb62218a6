"""Switches an extension on or off, and says so: what `enable` and `disable` have in common."""

from wicket.cli.ext.naming import meant
from wicket.cli.extension_places import wicket_home
from wicket.cli.output import say
from wicket.host.install import set_enabled
from wicket.trust import Trust

__all__ = ["switch"]


def switch(name: str, only: str | None, *, zot: bool, enabled: bool) -> None:
    extension = meant(name, only, zot=zot)
    trust = Trust(wicket_home()) if extension.scope.needs_trust else None
    changed = set_enabled(extension.folder, enabled, trust)
    word = "enabled" if enabled else "disabled"
    say(f"{word} {extension.name}" if changed else f"{extension.name} is {word} already")
