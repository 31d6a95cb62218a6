"""An author publishes a policy with a real hub, for a ring first, and goes back."""

import contextlib
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from fleet.fleets import roster_now, until
from fleet.hubs import Hub, running_hub
from fleet.people import key_of, person
from fleet.test_record_keeper import helper_at
from wicket.fleet.errors import HubRefused
from wicket.fleet.hub_connection import Link, connected
from wicket.fleet.policy_push import NotAllowed, Published, Ring, newest, push, read_folder, roll_back
from wicket.fleet.signed_policy_bundle import is_for, meant_for
from wicket.policy.errors import PolicyError

ROSTER = roster_now(person("alice", may=("author",)), person("bob"))
OLD, NEW = {"wicket.yml": "rules: [{allow: git *}]\n"}, {"wicket.yml": "rules: [{allow: make}]\n"}


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    folder = tmp_path / "hub"
    folder.mkdir()
    async with running_hub(folder) as running:
        yield running


@contextlib.asynccontextmanager
async def author(hub: Hub) -> AsyncIterator[Link]:
    async with connected(hub.approver("alice", author=("ci",))) as link:
        yield link


async def pushed(link: Link, files: dict[str, str], **more: Any) -> Published:
    return await push(link, key_of("alice"), ROSTER, "ci", files, time.time(), environ={}, **more)


@pytest.mark.rule("F-27")
async def test_each_policy_follows_the_one_before_it(hub: Hub) -> None:
    async with author(hub) as link:
        assert await newest(link, "ci") is None
        first = await pushed(link, OLD)
        second = await pushed(link, NEW, for_s=60.0)
        assert await newest(link, "ci") == second
    assert [(each.bundle.number, each.bundle.previous) for each in (first, second)] == [(1, ""), (2, first.digest)]
    assert round(second.bundle.expires - second.bundle.issued) == 60


@pytest.mark.rule("F-27")
async def test_a_ring_carries_what_is_for_the_others_and_so_does_a_wider_one(hub: Hub) -> None:
    async with author(hub) as link:
        first = await pushed(link, OLD)
        await pushed(link, NEW, ring=Ring(("m1",), 0))
        wide = await pushed(link, NEW, ring=Ring(("m1", "m2"), 0))
        assert [is_for(wide.bundle, name) for name in ("m1", "m2", "m3")] == [True, True, False]
        found = meant_for(wide.data, "ci", "m3", ROSTER, None, time.time())
        assert found == (first.bundle, first.data)
        all_ = await pushed(link, NEW)
        assert (all_.bundle.base, all_.bundle.percent) == (b"", 100)


@pytest.mark.rule("F-29")
async def test_going_back_is_a_new_number_with_the_old_files(hub: Hub, tmp_path: Path) -> None:
    async with helper_at(hub, tmp_path), author(hub) as link:

        async def back(number: int | None = None) -> Published:
            return await roll_back(link, key_of("alice"), ROSTER, "ci", number, time.time(), environ={})

        with pytest.raises(NotAllowed, match="ci has no policy yet"):
            await back()
        await pushed(link, OLD)
        with pytest.raises(NotAllowed, match="there is no older policy to go back to; the hub has none"):
            await back()
        await pushed(link, NEW)
        third = await back()
        assert (third.bundle.number, third.bundle.files) == (3, OLD)
        fourth = await back(2)
        assert (fourth.bundle.number, fourth.bundle.files) == (4, NEW)
        with pytest.raises(NotAllowed, match="there is no policy 9 to go back to; the hub has 1, 2, 3"):
            await back(9)


async def test_who_is_no_author_publishes_nothing(hub: Hub) -> None:
    async with connected(hub.approver("bob")) as link:
        with pytest.raises(NotAllowed, match="the roster does not name you as an author of ci"):
            await push(link, key_of("bob"), ROSTER, "ci", OLD, time.time(), environ={})
        with pytest.raises(HubRefused):
            await push(link, key_of("alice"), ROSTER, "ci", OLD, time.time(), environ={})


async def test_of_two_authors_at_the_same_time_one_is_told_to_look(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    async with author(hub) as link:
        await pushed(link, OLD)

        async def nothing_yet(link: Link, group: str) -> None:
            return None

        monkeypatch.setattr("wicket.fleet.policy_push.newest", nothing_yet)
        with pytest.raises(NotAllowed, match="somebody else has published a policy meanwhile"):
            await pushed(link, NEW)


async def test_what_machines_would_refuse_is_not_published(hub: Hub) -> None:
    async with author(hub) as link:
        with pytest.raises(PolicyError):
            await pushed(link, {"wicket.yml": "rules: [{allow: '<path:gone>'}]\n"})
        with pytest.raises(NotAllowed, match="a policy is valid for 1 to 90 days"):
            await pushed(link, OLD, for_s=100 * 24 * 3600.0)
        assert await newest(link, "ci") is None


def test_a_folder_is_read_with_all_its_files_but_hidden_ones(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for name in ("wicket.yml", "sub/more.yml", ".git", "sub/.hidden"):
        (tmp_path / name).write_text(name)
    assert read_folder(tmp_path) == {"wicket.yml": "wicket.yml", "sub/more.yml": "sub/more.yml"}
    (tmp_path / "link").symlink_to("/etc/hostname")
    with pytest.raises(NotAllowed, match="is no regular file"):
        read_folder(tmp_path)
    (tmp_path / "link").unlink()
    (tmp_path / "bytes").write_bytes(b"\xff")
    with pytest.raises(NotAllowed, match="cannot read"):
        read_folder(tmp_path)
    with pytest.raises(NotAllowed, match=r"has no wicket\.yml"):
        read_folder(tmp_path / "sub")


async def test_the_page_of_helpers_is_reached(hub: Hub, tmp_path: Path) -> None:
    async with helper_at(hub, tmp_path), author(hub) as link:
        await pushed(link, OLD)

        async def known() -> bool:
            return await link.ask("a.policies.ci", b"") == b"[1]"

        await until(known)
        assert await link.ask("a.policies.ci", b"7") == b""
