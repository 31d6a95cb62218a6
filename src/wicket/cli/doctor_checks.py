"""What `wicket doctor` looks at: one function for each part, each giving findings. Nothing is changed or started."""

import os
import platform
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module, metadata
from pathlib import Path
from typing import Literal

from wicket import __version__, policy_files
from wicket.agents import claude_code_settings
from wicket.agents.agent_setups import SETUPS
from wicket.agents.detection import WITHOUT_A_DOOR
from wicket.agents.detection import find as find_agents
from wicket.agents.guard import Guard
from wicket.cli.doctor_of_sandboxes import look_at_sandboxes
from wicket.cli.extension_folders import look_around, wicket_home
from wicket.cli.terminal_or_token_approval import token
from wicket.errors import WicketError
from wicket.gateway_address import GatewayAddress, look_up
from wicket.gateway_client import Client, ClientError
from wicket.host.child_environment import for_child
from wicket.host.extension_discovery import State
from wicket.policy.errors import PolicyError, Problem
from wicket.policy_files.policy_search import find as find_policies
from wicket.policy_files.policy_trust import policy_file
from wicket.state_files import why_not_own
from wicket.trust_decisions import Standing, Trust

__all__ = ["Finding", "check_up"]

# `good` needs nothing, `note` is worth knowing, `warn` should be looked at, `bad` must be mended.
Grade = Literal["good", "note", "warn", "bad"]

PING_S = 3.0


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `advice` says what to do about it, if anything."""

    part: str
    name: str
    grade: Grade
    detail: str
    advice: str = ""


def check_up() -> Iterator[Finding]:
    """Look at everything; a part that cannot be looked at is a finding, too."""
    parts = (
        ("installed", _installed),
        ("home", _home),
        ("running", _running),
        ("policy", _policy),
        ("trust", _trusted),
        ("extensions", _extensions),
        ("agents", _agents),
        ("sandboxes", look_at_sandboxes),
    )
    for part, look in parts:
        try:
            yield from (Finding(part, *found) for found in look())
        except (WicketError, OSError) as error:
            yield Finding(part, part, "bad", str(error), "mend that, then look again")


Found = Iterator[tuple[str, Grade, str] | tuple[str, Grade, str, str]]

# What each is for, and whether wicket gets along without it.
_PROGRAMS: tuple[tuple[str, Grade, str], ...] = (
    ("bash", "warn", "agents' commands are read as bash reads them; install it with your system's packages"),
    ("git", "note", "needed for `wicket ext install GIT-URL` and `wicket policy update`"),
    ("sudo", "note", "needed for privileged requests; without it only unprivileged ones run"),
)


# With these a verdict is made; nothing else here needs all of them.
_JUDGES = ("wicket.loaded_policy", "wicket.doors.hook", "wicket.doors.hook_process", "wicket.doors.claude_code")


def _installed() -> Found:
    folder = Path(__file__).parent.parent
    if broken := _broken():
        yield "wicket", "bad", f"{__version__}, in {folder}: {broken}", "install it again"
    else:
        yield "wicket", "good", f"{__version__}, in {folder}"
    yield "python", "good", f"{platform.python_version()}, {sys.executable}"
    for program, grade, purpose in _PROGRAMS:
        where = shutil.which(program)
        if where:
            yield program, "good", where
        else:
            yield program, grade, "not found on PATH", purpose
    for extra, missing in sorted(_extras().items()):
        if missing:
            yield (
                f"extra {extra}",
                "note",
                f"{', '.join(missing)} not installed",
                f"in a checkout of wicket: pip install '.[{extra}]'",
            )
        else:
            yield f"extra {extra}", "good", "installed"


def _broken() -> str:
    """Say what is wrong with wicket's own files; empty: nothing."""
    try:
        files = metadata.files("wicket") or []
    except metadata.PackageNotFoundError:
        files = []  # started from its source
    missing = [str(file) for file in files if file.suffix != ".pyc" and not os.path.lexists(file.locate())]
    if missing:
        return f"{missing[0]} is missing" + (f", and {len(missing) - 1} more" if len(missing) > 1 else "")
    try:
        for module in _JUDGES:
            import_module(module)
    except (ImportError, SyntaxError) as error:
        return str(error)
    return ""


def _extras() -> dict[str, list[str]]:
    """For each extra that a user may want, what is missing of it."""
    extras: dict[str, list[str]] = {}
    try:
        lines = metadata.requires("wicket") or []
    except metadata.PackageNotFoundError:
        return {}  # started from its source
    for line in lines:
        found = re.fullmatch(r"([A-Za-z0-9._-]+).*;.*extra == ['\"](\w+)['\"].*", line)
        if found is None or found[2] in ("all", "dev", "peers"):
            continue
        missing = extras.setdefault(found[2], [])
        try:
            metadata.version(found[1])
        except metadata.PackageNotFoundError:
            missing.append(found[1])
    return extras


_OWN_FOLDERS = ("cache", "data", "extensions", "logs", "presets", "run")


def _home() -> Found:
    home = wicket_home()
    if not home.exists():
        yield "home", "note", f"{home} is not there yet", "it is made when it is first needed"
        return
    trouble = why_not_own(home)
    yield ("home", "bad", str(home), trouble) if trouble else ("home", "good", str(home))
    for folder in (home / name for name in _OWN_FOLDERS):
        if folder.is_symlink():
            yield (
                folder.name,
                "bad",
                f"{folder} is a link, and wicket follows none in its home",
                f"remove it: `rm {folder}`",
            )
    if (home / "approver.token").exists():
        try:
            token(home)
        except WicketError as error:
            yield "approver's token", "bad", str(error)
        else:
            yield "approver's token", "good", f"{home / 'approver.token'}, for you alone"


def _running() -> Found:
    """Look where the other verbs would: at what the environment names, else at what the gateway has said of itself."""
    found = look_up(wicket_home())
    named, named_for_approvers = os.environ.get("WICKET_SOCKET"), os.environ.get("WICKET_APPROVER_SOCKET")
    if named and (found is None or found.socket != named):
        found = None  # that would be another one
    at = named or (found.socket if found else "")
    if at:
        asked = list(_gateway(at, "WICKET_SOCKET" if named else "gateway.json", found))
        yield from asked
        _, grade, *_ = asked[0]
        if grade == "bad":
            found = None  # nothing that it has said of itself holds
    elif not named_for_approvers:
        yield "gateway", "note", "none runs", "`wicket serve` starts one, in a terminal of yours"
    approvers = named_for_approvers or (found.approver_socket if found else "")
    if approvers and os.path.exists(approvers):
        yield "approver's socket", "good", approvers
    elif named_for_approvers:
        advice = "start the gateway that listens there, or unset WICKET_APPROVER_SOCKET"
        yield "approver's socket", "bad", f"WICKET_APPROVER_SOCKET names {approvers}, which is not there", advice
    elif approvers:
        yield "approver's socket", "bad", f"{approvers} is gone", "stop the gateway and start it again"
    if found is not None and found.console:
        yield "console", "good", found.console
    elif found is not None:
        yield "console", "note", "none is served"


def _gateway(at: str, by: str, found: GatewayAddress | None) -> Found:
    try:
        version = Client(at, timeout_s=PING_S).ping()
    except ClientError as error:
        yield "gateway", "bad", f"{by} names {at}", str(error)
        return
    detail = f"version {version}, {f'pid {found.pid}, ' if found else ''}at {at}"
    if version != __version__:
        yield "gateway", "warn", detail, f"this is wicket {__version__}: stop the gateway and start it again"
    else:
        yield "gateway", "good", detail


def _policy() -> Found:
    home = wicket_home()
    found = find_policies(os.getcwd(), os.environ)
    problems, warnings = _troubles()
    bad, odd = ({problem.origin.file for problem in those} for those in (problems, warnings))

    def judged(file: str, said: str = "") -> tuple[Grade, str]:
        """Grade a file by what is said of it below: it is not fine above and bad there."""
        if file in bad:
            return "bad", f"{file} does not load"
        return ("warn", f"{file}{said}, with warnings") if file in odd else ("good", f"{file}{said}")

    if found.person is None:
        yield "your own", "warn", "you have no policy: everything is asked about", "run `wicket init`"
    else:
        for file in found.person.files:
            yield "your own", *judged(file)
        if open_to_others := why_not_own(Path(found.person.path)):
            yield "your own", "warn", f"{found.person.path}, where it lies", open_to_others
    for file in found.projects[0].files if found.projects else ():
        looked_at = policy_file(file, os.environ, str(home))
        standing = Trust(home).standing(Path(file), looked_at.content if looked_at else None)
        if standing is Standing.TRUSTED:
            yield "the project's", *judged(file, ", trusted")
        else:
            changed = "has changed since it was trusted" if standing is Standing.CHANGED else "is not trusted"
            yield (
                "the project's",
                "warn",
                f"{file} {changed}: only its ask and deny count",
                "look at it: `wicket trust`",
            )
    for problem in problems:
        yield "problem", "bad", str(problem)
    for warning in warnings:
        yield "warning", "warn", str(warning)


def _troubles() -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
    """What is wrong with the policy that holds here, and what its authors should know."""
    try:
        # Read anew, and not by way of the cache: looking leaves no trace.
        policy = policy_files.discover(os.getcwd())
        policy.compiled()
    except PolicyError as error:
        return error.problems, ()
    return (), policy.warnings


def _trusted() -> Found:
    decisions = Trust(wicket_home())
    entries = decisions.entries()
    for entry in entries:
        if not os.path.lexists(entry.path):
            yield str(entry.path), "note", "it is gone", f"forget it: `wicket untrust {entry.path}`"
            continue
        policy = policy_file(str(entry.path), os.environ, str(decisions.home))
        standing = decisions.standing(entry.path, policy.content if policy else None)
        if standing is Standing.CHANGED:
            yield str(entry.path), "warn", "changed since it was trusted", f"look at it: `wicket trust {entry.path}`"
        else:
            yield str(entry.path), "good", "trusted"
    if not entries:
        yield "decisions", "good", "nothing has been trusted"


_STATES: dict[State, tuple[Grade, str]] = {
    State.ENABLED: ("good", ""),
    State.DISABLED: ("note", "`wicket ext enable {name}` lets it start again"),
    State.HIDDEN: ("note", "an earlier one has the same name"),
    State.UNTRUSTED: ("warn", "look at it: `wicket trust {folder}`"),
}


def _extensions() -> Found:
    found = look_around(zot=False)
    for extension in found.extensions:
        grade, advice = _STATES[extension.state]
        _, withheld = for_child(os.environ, named=extension.manifest.env)
        detail = f"{extension.state.value}, {extension.folder}"
        if withheld and extension.state is State.ENABLED:
            detail += f"; does not see {', '.join(sorted(withheld))}"
        yield extension.name, grade, detail, advice.format(name=extension.name, folder=extension.folder)
    for problem in found.problems:
        yield "problem", "bad", problem.sentence
    if not found.extensions and not found.problems:
        yield "extensions", "good", "none are installed"


def _unasked(agent: str, guards: Iterable[Guard]) -> list[str]:
    """Name the tools of an agent that its hook is not asked about; the other agents have no matchers of this kind."""
    return claude_code_settings.unguarded(guards) if agent == claude_code_settings.NAME else []


_BEGIN = "`wicket init` switches the guard on, and `wicket verify` proves it"


def _agents() -> Found:
    agents = find_agents(os.environ)
    for agent in agents:
        if not agent.guarded:
            yield agent.name, "warn", f"{agent.where}; NOT GUARDED", WITHOUT_A_DOOR
            continue
        found = SETUPS[agent.name].guards(os.environ, Path.cwd())
        for problem in found.problems:
            yield agent.name, "bad", problem
        if found.off is not None:
            yield agent.name, "bad", f"{found.off} switches all hooks off", "remove it"
        elif found.guards and (missing := _unasked(agent.name, found.guards)):
            yield agent.name, "bad", f"its hook is not asked about {' and '.join(missing)}", "run `wicket init`"
        elif found.guards:
            files = ", ".join(str(guard.file) for guard in found.guards)
            yield agent.name, "good", f"its hook points at wicket in {files}", "`wicket verify` proves it"
        else:
            yield agent.name, "warn", f"{agent.where}; its settings do not name wicket", "`wicket init` guards it"
    if not any(agent.guarded and SETUPS[agent.name].guards(os.environ, Path.cwd()).guards for agent in agents):
        found_none = "" if agents else ", and no agent was found"
        yield "guard", "warn", f"nothing is guarded here{found_none}", _BEGIN
