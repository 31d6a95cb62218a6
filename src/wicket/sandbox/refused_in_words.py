"""One line that says what of a failed command its sandbox did not let it do, and how to allow it. Pure."""

from collections.abc import Sequence

from wicket.displayed_text import one_line
from wicket.sandbox.confinement import Confinement
from wicket.sandbox.profile import within
from wicket.sandbox.records import Record
from wicket.sandbox.system_calls_told_by_kernel import Attempts

__all__ = ["Refusal", "attempts_in_words", "refusal"]

_MAX_SHOWN = 200

# There was no such program, so that nothing was needed.
_NOT_FOUND = 127

# A signal has ended what exits with a code up to this. npm exits with the error's number below 256: 243 for EACCES.
_LAST_SIGNAL = 128 + 64

# By which limits a signal ends a process: SIGXFSZ and SIGXCPU are nobody else's, SIGKILL is anybody's.
_ENDED_BY = {128 + 25: ("file_size",), 128 + 24: ("cpu_seconds",), 128 + 9: ("memory", "cpu_seconds")}
_KILLED = 128 + 9
_IN_BYTES = ("memory", "file_size")
_MEGABYTE = 1024 * 1024

# Of what a trial tried, the last are shown.
_MOST_TRIED = 10

# They talk to another program of the machine through a unix socket, and do little without it.
_NEED_SOCKETS = (
    *("docker", "docker-compose", "podman", "nerdctl", "buildah", "crictl", "ctr", "minikube", "kind"),
    *("systemctl", "loginctl", "machinectl", "busctl", "dbus-send", "gdbus", "notify-send", "secret-tool"),
    *("ssh-add", "gpg", "gpg2", "gpg-connect-agent", "tmux", "screen", "emacsclient", "virsh", "lxc", "snap"),
)


class Refusal(Record):
    """What was refused and, where a profile may open it, the key and the value that do so."""

    line: str
    key: str = ""
    value: str = ""


def refusal(
    attempts: Attempts, confinement: Confinement, home: str, programs: Sequence[str], exit_code: int
) -> Refusal | None:
    """Explain a failure by what was tried; None: nothing of it was refused. `programs` are those that were called."""
    if not exit_code or 128 < exit_code <= _LAST_SIGNAL:  # it has not failed, or was ended from outside
        return _limited(confinement, exit_code)
    name = confinement.name
    needing = next((one for one in programs if one.rpartition("/")[2] in _NEED_SOCKETS), "")
    if needing and not confinement.unix_sockets and exit_code != _NOT_FOUND:
        shown = one_line(needing.rpartition("/")[2], _MAX_SHOWN)
        return _opened(
            f"{shown} needs a unix socket, and there is none in sandbox {name}", name, "unix_sockets", "true"
        )
    if attempts.paths:
        return _unwritten(attempts.paths, confinement, home)
    if attempts.addresses:
        address = attempts.addresses[-1]
        said = f"no network in sandbox {name}{f' ({address} was not reached)' if address else ''}"
        return _opened(said, name, "network.allow", "true")
    return None


def _limited(confinement: Confinement, exit_code: int) -> Refusal | None:
    limits = dict(limit.split("=") for limit in confinement.limits)
    reached = [what for what in _ENDED_BY.get(exit_code, ()) if what in limits]
    if not reached:
        return None
    most = " or ".join(f"{what} {_shown(what, int(limits[what]))}" for what in reached)
    said = f"more than {most} is not given in sandbox {confinement.name}"
    why = "killed, perhaps for that" if exit_code == _KILLED else "ended for that"
    return Refusal(f"{said}: {why}; to allow more, change limits of {confinement.name.replace('+', ' and ')}")


def _shown(what: str, most: int) -> str:
    if what not in _IN_BYTES:
        return str(most)
    return f"{most // _MEGABYTE}MB" if most and most % _MEGABYTE == 0 else f"{most}B"


def attempts_in_words(attempts: Attempts) -> list[str]:
    """Say of a trial what it would have written outside of the copy, and whom it would have reached."""
    outside = [f"would have written {one_line(path, _MAX_SHOWN)}, outside of the copy" for path in attempts.paths]
    reached = [f"would have reached {address}; a trial has no network" for address in attempts.addresses]
    return [*outside[-_MOST_TRIED:], *reached[-_MOST_TRIED:]]


def _unwritten(paths: Sequence[str], confinement: Confinement, home: str) -> Refusal:
    path, name = paths[-1], confinement.name
    shown = one_line(_short(path, confinement.cwd, home), _MAX_SHOWN)
    said = f"no write to {shown} in sandbox {name}{_more(paths)}"
    if any(within(path, one) for one, _ in confinement.hidden):
        return Refusal(f"{said}: read.deny hides it")
    held = next((one for one in confinement.protected if within(path, one.path)), None)
    if held is None and any(within(path, folder) for folder in confinement.writable):
        beside = "Landlock makes nothing new beside what is protected"
        return Refusal(f"{said}: {beside}; install bubblewrap, or write into a folder that is there")
    if held is None and path.rpartition("/")[0] in confinement.private:
        return Refusal(f"{said}: Landlock gives a folder of its own in its place; write to $TMPDIR")
    if held is None:
        return _opened(said, name, "fs.write.allow", _short(path, "", home))
    if "/.git/" in held.path or held.path.endswith("/.git"):
        why = f"{said}: a later git would run what stands there"
        return _opened(why, name, "fs.write.allow", f".git{held.path.rpartition('/.git')[2]}")
    return Refusal(f"{said}: write.deny lists it, or it belongs to an agent or to wicket")


def _opened(said: str, name: str, key: str, value: str) -> Refusal:
    names = name.replace("+", " and ")
    shown = one_line(value, _MAX_SHOWN)
    verb = f"list {shown} in {key}" if key == "fs.write.allow" else f"write {key}: {shown}"
    return Refusal(f"{said}; to allow it, {verb} of {names}", key, value)


def _short(path: str, cwd: str, home: str) -> str:
    if cwd and path.startswith(f"{cwd}/"):
        return path[len(cwd) + 1 :]
    return f"~{path[len(home) :]}" if home and within(path, home) else path


def _more(found: Sequence[str]) -> str:
    return f" (nor to {len(found) - 1} more)" if len(found) > 1 else ""
