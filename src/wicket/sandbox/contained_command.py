"""A command that is to run here: its confinement, by the sandboxes that rules name, and its environment."""

import os
import sys
from collections.abc import Mapping, Sequence

from wicket.folder_paths import HomeError, config_folder, state_folder
from wicket.host.child_environment import for_child
from wicket.policy.config.built_in_rules import moved_files
from wicket.policy.file_rules.work_tree_and_writable_folders import in_project
from wicket.policy_files.real_machine import system
from wicket.sandbox import bubblewrap
from wicket.sandbox.confinement import Confinement, Places, absolute, confine
from wicket.sandbox.disk import RealDisk
from wicket.sandbox.drivers import Driver, driver_for
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.prepared_command import Prepared, Running, start
from wicket.sandbox.profile import Profile, strictest, within
from wicket.sandbox.project_caches import cache_variables, project_caches
from wicket.sandbox.records import Record
from wicket.sandbox.resource_limits import Plan, limit, plan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Contained", "contained", "environment", "named", "places"]

# They name sockets of a person's other programs, which a sandbox without unix sockets does not reach.
_SOCKETS = ("SSH_AUTH_SOCK", "SSH_AGENT_PID", "GPG_AGENT_INFO", "DBUS_SESSION_BUS_ADDRESS", "DOCKER_HOST")


class Contained(Record):
    """How a command is run: `withheld` names the variables that it does not get, for they look like secrets."""

    confinement: Confinement
    env: dict[str, str]
    withheld: tuple[str, ...]
    driver: Driver
    limits: Plan

    def prepare(self, argv: Sequence[str], executable: str | None = None) -> Prepared:
        """Prepare a command for somebody else to start. `executable` is the file that is run as `argv[0]`.

        Raises:
            CannotHold: the sandbox cannot be built.
        """
        prepared = self.driver.prepare(argv, self.env, self.confinement, executable)
        try:
            limit(prepared, self.limits)
        except BaseException:
            prepared.release()
            raise
        return prepared

    def start(self, argv: Sequence[str]) -> Running:
        """Start a command, and see it begin.

        Raises:
            CannotHold: the sandbox cannot be built. Nothing has been run.
            OSError: it has been built, and the program cannot be executed in it.
        """
        return start(self.prepare(argv))


def named(names: Sequence[str], declared: "Mapping[str, Sequence[Any]]") -> list[Profile]:
    """Give the sandboxes of these names, as a policy declares them.

    Raises:
        CannotHold: there is no such sandbox.
    """
    for name in names:
        if name not in declared:
            known = ", ".join(sorted(declared)) or "none"
            raise CannotHold(f"there is no sandbox {name}; the policy declares {known}")
    return [Profile.stored(name, declared[name]) for name in names]


def contained(
    profiles: Sequence[Profile],
    environ: Mapping[str, str],
    cwd: str | None = None,
    person: Mapping[str, str] | None = None,
) -> Contained:
    """Prepare what runs in several sandboxes at once, now: under the strictest of them.

    `person` says where home and wicket's folders are, if not `environ`: whoever asks may have chosen that.

    Raises:
        CannotHold: they cannot be held here.
    """
    person = environ if person is None else person
    here = places(person, cwd)
    profile = strictest([absolute(profile, here) for profile in profiles])
    caches = _caches(profile, here, person)
    if caches:
        profile = profile._replace(write_allow=(*profile.write_allow, caches))
        environ = {**environ, **cache_variables(caches, environ)}
    confinement = confine(profile, here, RealDisk())
    driver = driver_for(confinement)
    limits = plan(confinement.name, confinement.limits)
    told = [f"{driver.name} holds it: {'; '.join(driver.notes)}"] if driver.notes else []
    confinement = confinement._replace(notes=(*confinement.notes, *told, *limits.notes))
    return Contained(confinement, *environment(environ, confinement, profile.env), driver, limits)


def _caches(profile: Profile, here: Places, person: Mapping[str, str]) -> str:
    """Name the folder for a project's caches; empty: there is none, for nothing is written or this is no project."""
    if not (profile.caches and profile.write_allow and here.project):
        return ""
    try:
        return project_caches(state_folder(person, sys.platform), here.project)
    except HomeError:
        return ""


def environment(
    environ: Mapping[str, str], confinement: Confinement, named: Sequence[str]
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Make the environment of a contained command: without secrets, but those `named`; and say what it lacks."""
    env, withheld = for_child(environ, named=named)
    if not confinement.unix_sockets:
        env = {name: value for name, value in env.items() if name not in _SOCKETS}
    temporary = env.get("TMPDIR", "")
    writable = (*confinement.writable, *confinement.private)
    if temporary and not any(within(os.path.realpath(temporary), folder) for folder in writable):
        env["TMPDIR"] = confinement.private[0] if confinement.private else "/tmp"  # noqa: S108 - it is its own
    return env, withheld


def places(environ: Mapping[str, str], cwd: str | None = None) -> Places:
    """Say where a command would run: here, if nothing else is said."""
    cwd = os.path.realpath(cwd or os.getcwd())
    home = environ.get("HOME", "")
    tops = in_project(((".", ""),), system(cwd, environ))
    try:
        state = state_folder(environ, sys.platform)
    except HomeError:
        state = ""
    settings = config_folder(environ)
    own = (os.path.realpath(state) if state else "", f"{settings}/wicket" if settings else "", *moved_files(environ))
    project = os.path.realpath(tops[0]) if tops else ""
    return Places(
        cwd, project, home if home[:1] == "/" else "", tuple(path for path in own if path), bubblewrap.needed()
    )
