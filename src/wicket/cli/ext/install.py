"""`wicket ext install`: put an extension in place for every project."""

import os

import click

from wicket.cli.extension_folders import wicket_home
from wicket.cli.output import say
from wicket.host import extension_file_copy
from wicket.host.extension_install import install as put_in_place

__all__ = ["install"]


@click.command()
@click.argument("origin", metavar="PATH|GIT-URL")
@click.option("--force", is_flag=True, help="Replace the extension of that name.")
def install(origin: str, force: bool) -> None:
    """Install the extension in a folder, or in a git repository (https://, ssh:// or git@host:path).

    Its manifest and executable are checked; it is not started. It is called what its manifest says.

    \b
    Examples:
      wicket ext install ./weather
      wicket ext install https://example.org/weather.git --force
    """
    if extension_file_copy.git_url(origin) is not None:
        say(f"cloning {extension_file_copy.without_password(origin)}")
    installed = put_in_place(origin, wicket_home(), os.environ, force=force)
    say(f"{'replaced' if installed.replaced else 'installed'} {installed.folder}")
    if installed.manifest.env:
        say(f"it sees these variables even if they are secrets: {', '.join(installed.manifest.env)}")
    if not installed.manifest.enabled:
        say(f"it is disabled; switch it on with `wicket ext enable {installed.manifest.name}`")
