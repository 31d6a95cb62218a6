"""The author's side of a policy: read a folder, look whether machines would take it, sign it, publish it, go back.

Two authors who push at the same time cannot both succeed: the second one is told to look at the first one's.
"""

import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from wicket.fleet.errors import FleetError, HubAway, HubRefused
from wicket.fleet.hub_connection import Link
from wicket.fleet.roster import WEEK_S, Roster
from wicket.fleet.signed_policy_bundle import ENTRY, Bundle, author_of, bundle_digest, kept_bundle, sign_bundle
from wicket.fleet.signing_keys import KeyPair
from wicket.policy_files import fleet_policy_check

__all__ = ["NotAllowed", "Published", "Ring", "newest", "push", "read_folder", "roll_back"]

_DAY_S: Final = 24 * 3600.0
LONGEST_S: Final = 90 * _DAY_S

_ALL: Final = 100


class NotAllowed(FleetError):
    """The policy cannot be published, or not by this person."""


@dataclass(frozen=True, slots=True)
class Ring:
    """Whom a policy is for: machines by name, and a percentage of the others."""

    machines: tuple[str, ...] = ()
    percent: int = _ALL


ALL: Final = Ring()


@dataclass(frozen=True, slots=True)
class Published:
    """A policy as it lies at the hub. `place` is the number of its message."""

    bundle: Bundle
    data: bytes
    place: int

    @property
    def digest(self) -> str:
        """The digest of its bytes."""
        return bundle_digest(self.data)


def read_folder(folder: Path) -> dict[str, str]:
    """Read the files of a policy. What begins with a full stop is left out.

    Raises:
        NotAllowed: a file cannot be read, or is no text.
    """
    found: dict[str, str] = {}
    if not (folder / ENTRY).is_file():
        raise NotAllowed(f"{folder} has no {ENTRY}; name the folder of a policy")
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if any(part.startswith(".") for part in name.split("/")) or path.is_dir():
            continue
        try:
            if path.is_symlink() or not path.is_file():
                raise NotAllowed(f"{path} is no regular file; put the file itself there")
            found[name] = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise NotAllowed(f"cannot read {path}: {error}") from error
    return found


async def newest(link: Link, group: str) -> Published | None:
    """The newest policy of a group at the hub. None: there is none.

    Raises:
        HubAway: the hub does not answer.
        BadMessage: it holds none of ours.
    """
    stored = await link.fetch(f"a.get.policy.{group}")
    return None if stored is None else Published(kept_bundle(stored.data), stored.data, stored.sequence)


async def push(
    link: Link,
    key: KeyPair,
    roster: Roster,
    group: str,
    files: dict[str, str],
    now: float,
    *,
    ring: Ring = ALL,
    for_s: float = WEEK_S,
    environ: Mapping[str, str] = os.environ,
) -> Published:
    """Publish a policy for a group.

    Raises:
        NotAllowed: it may not be published.
        PolicyError: machines would refuse it.
        HubAway: nobody knows whether it was published.
    """
    if key.public not in {person.key for person in roster.authors(group)}:
        raise NotAllowed(f"the roster does not name you as an author of {group}; the fleet's root can")
    if not 0 < for_s <= LONGEST_S:
        raise NotAllowed(f"a policy is valid for 1 to {LONGEST_S / _DAY_S:.0f} days")
    _check(files, environ)
    before = await newest(link, group)
    if before is not None and author_of(before.data, group, roster) is None:
        before = Published(before.bundle, b"", before.place)  # nothing to carry or to follow, and its number is used
    whole = ring.percent == _ALL
    bundle = Bundle(
        group=group,
        number=1 if before is None else before.bundle.number + 1,
        previous="" if before is None or not before.data else before.digest,
        files=files,
        issued=now,
        expires=now + for_s,
        machines=() if whole else ring.machines,
        percent=ring.percent,
        base=b"" if whole or before is None else _for_all(before),
    )
    data = sign_bundle(key, bundle)
    try:
        place = await link.store(f"a.policy.{group}", data, after=0 if before is None else before.place)
    except HubRefused as error:
        if "wrong last sequence" in str(error):
            raise NotAllowed("somebody else has published a policy meanwhile; look at it, and push again") from error
        raise
    return Published(bundle, data, place)


async def roll_back(
    link: Link,
    key: KeyPair,
    roster: Roster,
    group: str,
    number: int | None,
    now: float,
    *,
    for_s: float = WEEK_S,
    environ: Mapping[str, str] = os.environ,
) -> Published:
    """Publish the files of an older policy again, under a new number and for all. None: of the one before the newest.

    Raises:
        NotAllowed: there is no such policy, or no author of now has signed it.
    """
    try:
        numbers = msgspec.json.decode(await link.ask(f"a.policies.{group}", b""), type=list[int])
    except ValueError as error:
        raise HubAway("the hub does not say which policies it has") from error
    if not numbers:
        raise NotAllowed(f"{group} has no policy yet")
    *older, last = sorted(numbers)
    if number is None and older:
        number = older[-1]
    if number is None or number not in older:
        known = ", ".join(map(str, older)) or "none"
        what = "older policy" if number is None or number == last else f"policy {number}"
        raise NotAllowed(f"there is no {what} to go back to; the hub has {known}")
    data = await link.ask(f"a.policies.{group}", str(number).encode())
    if not data or author_of(data, group, roster) is None:
        raise NotAllowed(f"no author of {group} has signed policy {number}; look at its files, and push them")
    old = kept_bundle(data)
    if (old.group, old.number) != (group, number):
        raise NotAllowed(f"the hub gave another policy than {number} of {group}")
    return await push(link, key, roster, group, old.files, now, for_s=for_s, environ=environ)


def _for_all(before: Published) -> bytes:
    """The policy for those who are in no ring: the newest one, or what that carries."""
    return before.data if not before.data or before.bundle.percent == _ALL else before.bundle.base


def _check(files: Mapping[str, str], environ: Mapping[str, str]) -> None:
    with tempfile.TemporaryDirectory(prefix="wicket-policy-") as folder:
        for name, text in files.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        fleet_policy_check.check(folder, environ)
