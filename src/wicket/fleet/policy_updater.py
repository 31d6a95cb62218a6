"""Brings a machine the policy of its group: fetched on a hint, verified, kept, and in force from the next request on.

Whether a fleet has policies is not the hub's to say: it has, if its roster names an author for the group. Then a
machine without a valid one asks about everything. A policy that came is put to use only if it can be read whole; else
the last good one stays. Past its end, or when its author is in no roster any more, it forbids and allows nothing.
"""

import asyncio
import logging
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from wicket.fleet.connected_part import ConnectedPart
from wicket.fleet.errors import FleetError, HubAway
from wicket.fleet.hub_connection import Link
from wicket.fleet.kept_policy import KeptPolicy
from wicket.fleet.roster import Roster
from wicket.fleet.signed_policy_bundle import Bundle, Held, author_of, bundle_digest, kept_bundle, meant_for
from wicket.gateway import record_entries
from wicket.gateway.record_redaction import Note
from wicket.policy.errors import PolicyError
from wicket.policy_files import fleet_policy_check

__all__ = ["NOTHING", "Updater"]

log = logging.getLogger(__name__)

# A hint may be lost.
LOOK_S: Final = 60.0

# After the hub did not answer.
AGAIN_S: Final = 2.0

# So many refused policies are recorded: a hub that makes them up must not fill the record.
MOST_REFUSED: Final = 100

# What is said where everything is asked about.
NOTHING: Final = "none"


class Updater(ConnectedPart):
    """Keeps the policy of a machine. Make it before the gateway judges: what was in force is then in force again.

    `notice` is for whoever puts another roster in force, and `may` for `Gateway.below_ask`. `enforced` is what asks say
    of the policy: `NUMBER:DIGEST`, `none` where everything is asked about, and empty where the fleet has no policies.
    `trouble` says why the newest one at the hub is not in force; empty: it is, or it is for others.
    """

    def __init__(
        self,
        home: Path,
        group: str,
        machine: str,
        roster: Callable[[], Roster | None],
        record: Callable[[Note], object],
        *,
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__()
        self.enforced = ""
        self.trouble = ""
        self._kept = KeptPolicy(home)
        self._group = group
        self._machine = machine
        self._roster = roster
        self._record = record
        self._now = now
        self._data = b""  # the policy that is held, as it was signed
        self._held: Held | None = None
        self._expires = 0.0
        self._allows: frozenset[str] = frozenset()
        self._said: tuple[object, ...] = ()  # what the record says is in force
        self._refused: set[str] = set()
        self._begin()

    @property
    def held(self) -> Held | None:
        """The policy that this machine enforces; None: there is none."""
        return self._held

    async def up(self, link: Link) -> None:
        """The hub is there.

        Raises:
            HubAway: it is away again.
        """
        await link.listen(f"m.news.{self._group}", self._hint)
        await super().up(link)

    async def fetch(self, link: Link) -> None:
        """Fetch the newest policy, and put it in force if it is valid.

        Raises:
            HubAway: the hub does not answer.
        """
        stored = await link.fetch(f"m.get.policy.{self._group}")
        roster = self._roster()
        if stored is None or roster is None or stored.data == self._data:
            return
        try:
            found = meant_for(stored.data, self._group, self._machine, roster, self._held, self._now())
            if found is not None:
                await self._take(*found)
        except (FleetError, PolicyError) as error:
            self._refuse(stored.data, str(error))
        else:
            self.trouble = ""

    def may(self, setting: str) -> bool:
        """Whether the fleet lets an allow hold without a person: see `SETTINGS`."""
        return not self.enforced or setting in self._allows

    async def _turn(self, link: Link | None) -> float:
        """Fetch what is new, and see whether what is in force is over. A hub that is away does not end it."""
        wait_s = LOOK_S
        try:
            self._enforce()
            if link is not None:
                await self.fetch(link)
        except HubAway as error:
            log.warning("the fleet's policy was not fetched: %s", error)
            wait_s = AGAIN_S
        except FleetError as error:
            self.trouble = str(error)
            log.error("%s", error)
        left_s = self._expires - self._now()
        return min(wait_s, left_s) if left_s > 0 else wait_s

    def _begin(self) -> None:
        """Go on with what was held before."""
        try:
            if (data := self._kept.read()) is not None:
                bundle = kept_bundle(data)
                self._hold(data, bundle, frozenset())  # no older one is taken, whatever is wrong with this one
                self._allows = self._check(data, bundle)
        except (FleetError, PolicyError) as error:
            self.trouble = str(error)
            log.error("%s", error)
        self._enforce()

    def _check(self, data: bytes, bundle: Bundle) -> frozenset[str]:
        folder = self._kept.unfold(bundle, bundle_digest(data))
        return fleet_policy_check.check(str(folder), os.environ)

    def _hold(self, data: bytes, bundle: Bundle, allows: frozenset[str]) -> None:
        self._data, self._held, self._expires = data, Held(bundle.number, bundle_digest(data)), bundle.expires
        self._allows = allows

    async def _take(self, bundle: Bundle, data: bytes) -> None:
        allows = await asyncio.to_thread(self._check, data, bundle)
        self._kept.keep(data)
        self._hold(data, bundle, allows)
        self._enforce()

    def _refuse(self, data: bytes, because: str) -> None:
        self.trouble = because
        digest = bundle_digest(data)
        if digest not in self._refused and len(self._refused) < MOST_REFUSED:
            self._refused.add(digest)
            log.error("the fleet's policy was not taken: %s", because)
            self._record(record_entries.policy_refused(because, self._now()))

    def _enforce(self) -> None:
        """Say on disk what holds now.

        Raises:
            FleetError: it cannot be written.
        """
        roster, held = self._roster(), self._held
        if held is None:
            if roster is not None and not roster.authors(self._group) and not self.trouble:
                self._kept.withdraw()
                self.enforced = ""
            else:
                self._kept.ask_about_everything()
                self.enforced = NOTHING
            return
        author = None if roster is None else author_of(self._data, self._group, roster)
        why_not = ""
        if author is None:
            why_not = f"who signed policy {held.number} is no author of {self._group} any more"
        elif not self._now() < self._expires:
            why_not = f"policy {held.number} is over"
        self._kept.put_in_force(held.number, 0.0 if why_not else self._expires, held.digest)
        self.enforced = f"{held.number}:{held.digest}"
        if (held, why_not) != self._said:
            self._said = (held, why_not)
            by = "" if author is None else author.name
            self._record(record_entries.policy_in_force(held.number, held.digest, by, why_not, self._now()))
