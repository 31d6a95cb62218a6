"""Loads the policy that holds in a folder, or in one file: reads, asks what is trusted, and merges."""

import json
import os
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from wicket.folder_paths import HomeError, state_folder
from wicket.git_fetch import PROTOCOLS
from wicket.policy.config.keys_of_policy_file import Layer
from wicket.policy.config.merge_and_untrusted_files import Untrusted
from wicket.policy.config_model import Origin
from wicket.policy.errors import Problem
from wicket.policy_files.file_and_extends_reader import Reading
from wicket.policy_files.file_digest_and_permissions import state
from wicket.policy_files.fleet_policy import FleetPolicy
from wicket.policy_files.merged_policy import Loaded
from wicket.policy_files.policy_search import LOCAL_NAMES, Finding, Folder, find
from wicket.policy_files.policy_trust import canonical, changeable_by_others, open_hint, trusted_content
from wicket.trust_decisions import Standing, Trust, TrustError

__all__ = ["Loader", "Written", "discover", "load", "loads", "written"]

_BELOW = "ask an author of the fleet's policy for them"


class Written(NamedTuple):
    """Policy files as they are written. `trusted`: somebody has said that they count."""

    loaded: Loaded
    files: tuple[str, ...]
    trusted: bool


class Loader:
    """Loads policies for one person: their home, wicket's home, and what they trust."""

    def __init__(
        self,
        environ: Mapping[str, str],
        home: str,
        *,
        testing: bool = False,
        protocols: tuple[str, ...] = PROTOCOLS,
    ) -> None:
        """Give the environment and wicket's home; empty: there is none, so nothing is trusted."""
        self._person = environ.get("HOME", "") if environ.get("HOME", "").startswith("/") else ""
        self._state = home
        self._testing = testing
        self._protocols = protocols
        self._inputs: dict[str, str] = {}
        self._warnings: list[Problem] = []
        self._trusted: list[Layer] = []
        self._untrusted: list[Untrusted] = []
        self._operator: dict[str, Any] = {}
        self._governed = False

    def govern(self, fleet: FleetPolicy | None) -> None:
        """Let the policy of a fleet hold. Whatever is loaded after it can only tighten it.

        One that does not hold forbids what it forbids, and all else is asked about.
        """
        if fleet is None:
            return
        reading = self._reading("global")
        if fleet.file:
            reading.file(fleet.file)
        for layer in reading.layers:
            layer.operator = {}  # these are the machine's own; see `fleet_policy_check` for two that are not
        why_not = fleet.why_not
        if not why_not and (opened := changeable_by_others(reading)):
            why_not = open_hint(*opened)
        if why_not:
            self.add(json.dumps({"rules": [{"ask": "*", "message": why_not}]}), "the fleet's policy")
        self._governed = bool(why_not)
        self._take(reading, "")
        self._governed = True

    def text(self, text: str, folder: str | None, name: str = "policy") -> Loaded:
        """Load a policy from a text, as if it lay in the absolute `folder`."""
        reading = self._reading("given")
        reading.text(text, folder, name)
        self._take(reading)
        return self._loaded()

    def add(self, text: str, name: str, folder: str | None = None, side: str = "global") -> None:
        """Count a text as well, as if a trusted file of that name said it, whatever is loaded next."""
        reading = self._reading(side)
        reading.text(text, folder, name)
        self._take(reading)

    def alone(self) -> Loaded:
        """Load what was added, and nothing else."""
        return self._loaded()

    def file(self, path: str) -> Loaded:
        """Load the file at the absolute `path`. Somebody has named it: it is trusted, unless others can change it."""
        self._own_file(path, "given")
        return self._loaded()

    def written(self, folder: Folder, *, own: bool) -> Loaded:
        """Load the files of one folder as they are written, whether anybody trusts them or not. `own`: the person's.

        That is for whoever looks at them, and not for judging: nobody has said that they count.
        """
        for path in folder.passed_over:
            self._say_passed_over(path, folder)
        for local in (False, True):
            for path in folder.files:
                if _is_local(path) is local:
                    reading = self._reading("global" if own else "project")
                    reading.file(path)
                    self._take(reading)
        return self._loaded()

    def trusts(self, path: str) -> bool:
        """Tell whether a person has trusted a file of a project, with all that it extends and executes."""
        path = canonical(path)
        reading = self._reading("project")
        reading.file(path)
        return (
            not changeable_by_others(reading)
            and self._standing(self._trust(), path, trusted_content(reading)) is Standing.TRUSTED
        )

    def found(self, finding: Finding) -> Loaded:
        """Load what was found: the person's own files, and the project's as far as they are trusted."""
        if finding.person is not None:
            for path in finding.person.passed_over:
                self._say_passed_over(path, finding.person)
            for path in finding.person.files:
                self._own_file(path, "global")
        trust = self._trust()
        for folders in (finding.projects, finding.behind):
            for folder in folders:
                # The nearest folder that holds something trusted is the project. What nobody trusts hides nothing.
                if self._project(folder, trust):
                    break
        return self._loaded()

    def _loaded(self) -> Loaded:
        loaded = Loaded(self._trusted, self._untrusted, self._inputs, self._operator)
        loaded.say(self._warnings)
        return loaded

    def _own_file(self, path: str, side: str) -> None:
        reading = self._reading(side)
        reading.file(path)
        # What does not even load is an error: nobody's rules are lost by naming a file that is not there.
        if not reading.root.problems and (opened := changeable_by_others(reading)):
            self._take_untrusted(reading, open_hint(*opened))
        else:
            self._take(reading)

    def _project(self, folder: Folder, trust: Trust | None) -> bool:
        """Take what a folder holds, the main files before the local ones; say whether something of it is trusted.

        Neither does a file that nobody ever trusted hide those beside it: what held before it came still holds.
        """
        found = False
        strangers = True  # nobody has ever trusted what wins here
        for local in (False, True):
            for path in folder.files:
                if _is_local(path) is local:
                    strangers = strangers and self._is_unknown(path, trust)
                    found = self._project_file(path, trust) or found
            for path in folder.passed_over:
                if _is_local(path) is not local:
                    continue
                if strangers and self._trusted_file(path, trust):
                    found = True
                    hint = f"{_winner(path, folder)} is not trusted; look at both, and remove one of them"
                    self._warnings.append(Problem(Origin(path, 0), "this holds, whatever lies beside it", hint))
                else:
                    self._say_passed_over(path, folder)
        return found

    def _trusted_file(self, path: str, trust: Trust | None) -> bool:
        """Take a project's file if it is trusted, and nothing of it if it is not; say whether it is."""
        if self._is_unknown(path, trust):
            return False
        path = canonical(path)
        reading = self._reading("project")
        reading.file(path)
        if (
            changeable_by_others(reading)
            or self._standing(trust, path, trusted_content(reading)) is not Standing.TRUSTED
        ):
            self._inputs |= reading.inputs  # if it becomes what was trusted, the policy is another one
            return False
        self._take(reading)
        return True

    def _project_file(self, path: str, trust: Trust | None) -> bool:
        """Take a project's file, as far as it is trusted; say whether it is."""
        path = canonical(path)
        reading = self._reading("project")
        hint = f"look at it, then run `wicket trust {shlex.quote(path)}`"
        if self._is_unknown(path, trust):
            reading.alone(path)  # nothing that it names is even looked at
            self._take_untrusted(reading, hint)
            return False
        reading.file(path)
        if opened := changeable_by_others(reading):
            self._take_untrusted(reading, open_hint(*opened))
        elif self._standing(trust, path, trusted_content(reading)) is not Standing.TRUSTED:
            self._take_untrusted(reading, f"it has changed since it was trusted: {hint}")
        else:
            self._take(reading)
            return True
        return False

    def _is_unknown(self, path: str, trust: Trust | None) -> bool:
        """Say whether nobody has ever trusted the file at `path`, with whatever content."""
        return self._standing(trust, canonical(path), "no content is like this") is Standing.UNKNOWN

    def _standing(self, trust: Trust | None, path: str, content: str) -> Standing:
        try:
            return trust.standing(Path(path), content) if trust else Standing.UNKNOWN
        except TrustError as error:
            said = Problem(Origin(path, 0), "nothing of a project is trusted now", str(error))
            if str(said) not in map(str, self._warnings):
                self._warnings.append(said)
            return Standing.UNKNOWN

    def _trust(self) -> Trust | None:
        if not self._state:
            return None
        trust = Trust(Path(self._state))
        # Whatever a person decides next, the policy is another one then.
        self._inputs[str(trust.store)] = state(str(trust.store))
        return trust

    def _reading(self, side: str) -> Reading:
        return Reading(self._person, self._state, side, testing=self._testing, protocols=self._protocols)

    def _take(self, reading: Reading, hint: str = _BELOW) -> None:
        self._inputs |= reading.inputs
        if not self._governed:
            self._trusted += reading.layers
            return
        for layer in reading.layers:
            self._operator |= layer.operator
            self._untrusted.append(Untrusted(layer, "" if layer in reading.presets else hint, below=True))

    def _take_untrusted(self, reading: Reading, hint: str) -> None:
        self._inputs |= reading.inputs
        # Whoever could change the file cannot change what ships with wicket: what that forbids stays forbidden.
        self._untrusted += [Untrusted(preset, "") for preset in reading.presets]
        self._untrusted.append(Untrusted(reading.root, hint))

    def _say_passed_over(self, path: str, folder: Folder) -> None:
        said = f"this is not read: {_winner(path, folder)} beside it wins"
        self._warnings.append(Problem(Origin(path, 0), said, "remove one of them"))


def _winner(path: str, folder: Folder) -> str:
    """Name the file that is read instead of one that is passed over."""
    return os.path.basename(folder.files[-1] if _is_local(path) else folder.files[0])


def _is_local(path: str) -> bool:
    return os.path.basename(path) in LOCAL_NAMES


def load(path: str | os.PathLike[str], environ: Mapping[str, str] | None = None, *, testing: bool = False) -> Loaded:
    """Load one policy file and all that it extends; with `testing`, what it extends for its tests as well.

    Raises:
        PolicyError: something is wrong with them: every problem at once.
    """
    return _loader(environ, testing=testing).file(os.path.abspath(os.fspath(path)))


def loads(
    text: str,
    folder: str | os.PathLike[str] | None = None,
    environ: Mapping[str, str] | None = None,
    *,
    name: str = "policy",
    testing: bool = False,
) -> Loaded:
    """Load a policy from a text: YAML 1.2, so JSON as well. Without a folder its relative paths stay relative.

    Raises:
        PolicyError: something is wrong with it: every problem at once.
    """
    where = None if folder is None else os.path.abspath(os.fspath(folder))
    return _loader(environ, testing=testing).text(text, where, name)


def discover(cwd: str | os.PathLike[str], environ: Mapping[str, str] | None = None, *, testing: bool = False) -> Loaded:
    """Load the policy that holds in a folder: the person's own files, and the project's as far as they are trusted.

    Raises:
        PolicyError: something is wrong with a file that counts: every problem at once.
    """
    environ = os.environ if environ is None else environ
    return _loader(environ, testing=testing).found(find(os.path.abspath(os.fspath(cwd)), environ))


def written(cwd: str | os.PathLike[str], environ: Mapping[str, str] | None = None) -> Written | None:
    """Load the policy files that are nearest to a folder, for their tests: as they are written, trusted or not.

    Without any of a project's, they are the person's own; None: there are none.

    Raises:
        PolicyError: something is wrong with them: every problem at once.
    """
    environ = os.environ if environ is None else environ
    finding = find(os.path.abspath(os.fspath(cwd)), environ)
    projects = [*finding.projects, *finding.behind]
    folder = projects[0] if projects else finding.person
    if folder is None or not folder.files:
        return None
    trusts = _loader(environ, testing=True).trusts
    trusted = not projects or all(trusts(path) for path in folder.files)
    return Written(_loader(environ, testing=True).written(folder, own=not projects), tuple(folder.files), trusted)


def _loader(environ: Mapping[str, str] | None, *, testing: bool) -> Loader:
    environ = os.environ if environ is None else environ
    try:
        home = state_folder(environ, sys.platform)
    except HomeError:
        home = ""
    return Loader(environ, home, testing=testing)
