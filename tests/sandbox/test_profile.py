"""Several profiles at once permit what each permits, and deny what any denies."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.sandbox.profile import Profile, strictest, within

PATHS = st.sampled_from(["/a", "/a/b", "/a/b/c", "/ab", "/", "/d"])
PROFILES = st.builds(
    Profile,
    name=st.sampled_from("xyz"),
    write_allow=st.lists(PATHS, max_size=3, unique=True).map(tuple),
    write_deny=st.lists(PATHS, max_size=3, unique=True).map(tuple),
    read_allow=st.none() | st.lists(PATHS, max_size=3, unique=True).map(tuple),
    read_deny=st.lists(PATHS, max_size=3, unique=True).map(tuple),
    network=st.booleans(),
    unix_sockets=st.booleans(),
    limits=st.sampled_from([(), ("memory=5",), ("memory=7", "processes=3")]),
    env=st.lists(st.sampled_from("AB"), unique=True).map(tuple),
)


def may_write(profile: Profile, path: str) -> bool:
    return any(within(path, one) for one in profile.write_allow) and not any(
        within(path, one) for one in profile.write_deny
    )


def may_read(profile: Profile, path: str) -> bool:
    allowed = profile.read_allow is None or any(within(path, one) for one in profile.read_allow)
    return allowed and not any(within(path, one) for one in profile.read_deny)


@given(st.lists(PROFILES, min_size=1, max_size=4), PATHS)
def test_what_is_permitted_is_what_all_permit(profiles: list[Profile], path: str) -> None:
    merged = strictest(profiles)
    assert may_write(merged, path) == all(may_write(one, path) for one in profiles)
    assert may_read(merged, path) == all(may_read(one, path) for one in profiles)
    assert merged.network == all(one.network for one in profiles)
    assert merged.unix_sockets == all(one.unix_sockets for one in profiles)
    assert set(merged.env) == set.intersection(*(set(one.env) for one in profiles))


def test_one_is_itself_and_twice_the_same_is_once() -> None:
    one = Profile("work", ("/p",))
    assert strictest([one]) == one
    assert strictest([one, one]) == one
    assert strictest([one, Profile("offline", ("/p/src",), network=False)]) == Profile(
        "work+offline", ("/p/src",), network=False
    )


@pytest.mark.parametrize(
    ("path", "folder", "expected"),
    [("/a", "/a", True), ("/a/b", "/a", True), ("/ab", "/a", False), ("/a", "/a/b", False), ("/x", "/", True)],
)
def test_paths_are_compared_by_their_names(path: str, folder: str, expected: bool) -> None:
    assert within(path, folder) is expected


def test_a_compiled_policy_stores_the_fields_in_this_order() -> None:
    stored = Profile.stored("x", (("/w",), ("/n",), None, ("/s",), False, True, ("A",)))
    assert stored == Profile("x", ("/w",), ("/n",), None, ("/s",), network=False, unix_sockets=True, env=("A",))


def test_the_lowest_limits_hold() -> None:
    one, other = Profile("a", limits=("memory=5", "processes=9")), Profile("b", limits=("memory=7", "cpu_seconds=1"))
    assert strictest([one, other]).limits == ("memory=5", "processes=9", "cpu_seconds=1")
    assert strictest([other, one]).limits == ("memory=5", "cpu_seconds=1", "processes=9")
