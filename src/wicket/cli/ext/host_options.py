"""The options of verbs that run extensions in a host: which ones to run, and for whom."""

import functools
import logging
import os
import sys
from collections.abc import Callable, Collection
from typing import Any

import click

from wicket import state_files
from wicket.cli.extension_folders import with_zot
from wicket.cli.output import complain, say
from wicket.host.embedded_host import Host
from wicket.host.host_hooks import Hooks, LoggingHooks, Note
from wicket.host.host_settings import RESERVED_TOOLS

__all__ = ["NotesHooks", "with_host"]


class NotesHooks(LoggingHooks):
    """Shows notes and problems on standard error, where they do not mix with the answer."""

    def notify(self, note: Note) -> None:
        say(str(note))

    def problem(self, sentence: str) -> None:
        complain(sentence)


def with_host(verb: Callable[..., Any]) -> Callable[..., Any]:
    """Give a verb the options that choose extensions, and a `make_host` that takes the hooks it wants.

    `make_host` also takes the names of commands and of tools that no extension gets, as the verb has them itself.
    """

    @click.option("--ext", "-e", "explicit", multiple=True, metavar="PATH", help="Also run the extension in PATH.")
    @click.option("--no-ext", is_flag=True, help="Run no installed extension, only those given with --ext.")
    @with_zot
    @click.option("--provider", default="", help="Whose model the extensions are told about.")
    @click.option("--model", default="", help="Which model the extensions are told about.")
    @functools.wraps(verb)
    def chosen(*, explicit: tuple[str, ...], no_ext: bool, zot: bool, provider: str, model: str, **others: Any) -> Any:
        def make_host(
            hooks: Hooks, reserved_commands: Collection[str] = (), reserved_tools: Collection[str] = RESERVED_TOOLS
        ) -> Host:
            for path in explicit:
                if not os.path.exists(path):  # a guard that somebody names, and that is not there, guards nothing
                    raise click.BadParameter(f"there is nothing at {path!r}", param_hint="--ext")
            # What extensions do wrong reaches the person through the hooks.
            logging.getLogger("wicket.host").addHandler(logging.NullHandler())
            return Host.discover(
                provider=provider,
                model=model,
                explicit=explicit,
                installed=not no_ext,
                zot_home=state_files.zot_home(os.environ, sys.platform) if zot else None,
                hooks=hooks,
                reserved_commands=reserved_commands,
                reserved_tools=reserved_tools,
            )

        return verb(make_host=make_host, **others)

    return chosen
