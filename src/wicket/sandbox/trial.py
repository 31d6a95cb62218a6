"""A command tried in a throw-away copy: project and home under layers, everything else read-only, no network."""

import os
from collections.abc import Mapping, Sequence

from wicket.sandbox import bubblewrap
from wicket.sandbox.confinement import absolute, thrown_away
from wicket.sandbox.contained_command import environment, places
from wicket.sandbox.disk import RealDisk
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.file_changes import Change, changes
from wicket.sandbox.guarded_paths import guards_files, runs_later
from wicket.sandbox.keep_changes import keep
from wicket.sandbox.overlay_layers import overlaid
from wicket.sandbox.prepared_command import Running
from wicket.sandbox.profile import Profile, strictest

__all__ = ["Trial"]


class Trial:
    """One command. Making it puts this process behind layers, for good."""

    def __init__(
        self,
        profiles: Sequence[Profile],
        environ: Mapping[str, str],
        stage: str,
        person: Mapping[str, str] | None = None,
    ) -> None:
        """Prepare it: what the sandboxes `profiles` hide stays hidden. `stage` is an empty folder of wicket's own.

        `person` says where home and wicket's folders are, if not `environ`: whoever asks may have chosen that.

        Raises:
            CannotHold: there cannot be layers here.
        """
        bubblewrap.found()
        self._places = here = places(environ if person is None else person)
        if here.cwd == "/" or not os.access(here.cwd, os.W_OK):
            raise CannotHold(f"{here.cwd} cannot be written, so there is nothing to try here; go into a project")
        home = os.path.realpath(here.home) if here.home else ""
        roots = [path for path in (here.project or here.cwd, home) if path and path != "/" and os.path.isdir(path)]
        own = Profile("try", network=False)
        named = [absolute(one, here) for one in profiles]
        # Of the others only what they hide counts: what is written here is thrown away.
        merged = strictest([own, *(one._replace(network=False, write_allow=()) for one in named)])
        self.layers = overlaid(roots, stage)
        self._sources = {layer.folder: layer.merged for layer in self.layers}
        profile = merged._replace(name="try", write_deny=())
        self.confinement = thrown_away(profile, here, RealDisk(), list(self._sources))
        self._env = environment(environ, self.confinement, profile.env)[0]
        self.project = here.project or here.cwd

    def start(self, argv: Sequence[str]) -> Running:
        """Start it.

        Raises:
            CannotHold: the sandbox cannot be built. Nothing has been run.
            OSError: the program cannot be executed.
        """
        return bubblewrap.start(argv, self._env, self.confinement, self._sources)

    def changes(self) -> list[Change]:
        """List what it has changed.

        Raises:
            TooMany: there is too much of it.
        """
        return changes(self.layers)

    def keep(self, found: Sequence[Change], started_ns: int) -> None:
        """Apply what was found to the real files.

        Raises:
            CannotKeep: something has changed since `started_ns`, or is not for a trial to change.
        """
        here = self._places
        listed = [*guards_files(here.home, self.project, here.own), *runs_later(self.project)]
        keep(found, [os.path.realpath(path) for path, _ in listed], started_ns)
