"""What a policy says of a sandbox, and the strictest of several: what all of them permit. Pure."""

from collections.abc import Sequence

from wicket.sandbox.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Profile", "strictest", "within"]


class Profile(Record):
    """A sandbox as a policy spells it. Paths may be relative to the project; what is denied may be a glob.

    `read_allow` is None where everything may be read that `read_deny` does not list. `env` names variables that pass
    although they look like secrets. `limits` are spelled `memory=1024`. `caches`: build tools keep
    theirs in a folder of the project's own, outside of it.
    """

    name: str
    write_allow: tuple[str, ...] = ()
    write_deny: tuple[str, ...] = ()
    read_allow: tuple[str, ...] | None = None
    read_deny: tuple[str, ...] = ()
    network: bool = True
    unix_sockets: bool = False
    env: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    caches: bool = False

    @classmethod
    def stored(cls, name: str, fields: "Sequence[Any]") -> "Profile":
        """Take one from a compiled policy."""
        return cls(name, *fields)


def strictest(profiles: Sequence[Profile]) -> Profile:
    """Merge profiles: only what each of them permits is permitted, and what any of them denies is denied.

    Paths are compared as paths: of `/a` and `/a/b`, `/a/b` is what both permit. They have to be absolute by then, or
    all of them relative to the same folder.
    """
    merged, *others = dict.fromkeys(profiles)
    for other in others:
        merged = Profile(
            f"{merged.name}+{other.name}",
            _both(merged.write_allow, other.write_allow),
            _either(merged.write_deny, other.write_deny),
            _both_or_all(merged.read_allow, other.read_allow),
            _either(merged.read_deny, other.read_deny),
            merged.network and other.network,
            merged.unix_sockets and other.unix_sockets,
            tuple(name for name in merged.env if name in other.env),
            _lowest((*merged.limits, *other.limits)),
            merged.caches and other.caches,
        )
    return merged


def within(path: str, folder: str) -> bool:
    """Tell whether a path is a folder, or lies in it, by their letters."""
    return path == folder or folder == "/" or path.startswith(f"{folder}/")


def _both(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    shared = [one for one in first if any(within(one, other) for other in second)]
    return _either(tuple(shared), tuple(one for one in second if any(within(one, other) for other in first)))


def _both_or_all(first: tuple[str, ...] | None, second: tuple[str, ...] | None) -> tuple[str, ...] | None:
    if first is None or second is None:
        return second if first is None else first
    return _both(first, second)


def _lowest(limits: Sequence[str]) -> tuple[str, ...]:
    found: dict[str, int] = {}
    for limit in limits:
        what, _, most = limit.partition("=")
        found[what] = min(found.get(what, int(most)), int(most))
    return tuple(f"{what}={most}" for what, most in found.items())


def _either(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))
