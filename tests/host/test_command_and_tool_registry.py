"""Who owns a name."""

from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from wicket.host.command_and_tool_registry import Registry


class One(NamedTuple):
    rank: tuple[int, str]

    @property
    def name(self) -> str:
        return self.rank[1]


class Thing(NamedTuple):
    name: str
    of: str = ""


A, B, C = One((0, "a")), One((1, "b")), One((1, "c"))


def registry() -> Registry[One, Thing]:
    return Registry("tool", ["bash"], lambda name: not name.startswith("x"))


@given(st.permutations([A, B, C]), st.lists(st.sampled_from([A, B, C]), max_size=3))
def test_the_owner_depends_on_who_is_there_and_not_on_when_they_came(order: list[One], leave: list[One]) -> None:
    names = registry()
    for one in order:
        names.claim(one, Thing("t", one.name))
    for one in leave:
        names.release(one)
    left = [one for one in (A, B, C) if one not in leave]
    assert names.find("t") == ((left[0], Thing("t", left[0].name)) if left else None)
    assert names.owned() == [(one, Thing("t", one.name)) for one in left[:1]]


def test_a_clash_names_both_and_who_comes_first() -> None:
    names = registry()
    assert names.claim(B, Thing("t")) is None
    first = names.claim(A, Thing("t"))
    assert first == ("tool 't' is offered by a and by b; a comes first", A, B)
    second = names.claim(C, Thing("t"))
    assert second == ("tool 't' is offered by a and by c; a comes first", A, C)
    assert names.clashes(A) == [first[0], second[0]]
    assert names.clashes(B) == [first[0]]
    assert names.claim(C, Thing("t", "again")) is None
    assert names.count(C) == 1


def test_the_host_keeps_what_is_reserved_or_not_admitted() -> None:
    names = registry()
    assert names.claim(A, Thing("bash")) == (
        "tool 'bash' is reserved for the host and not taken from an extension",
        None,
        A,
    )
    assert names.claim(A, Thing("xyz")) == ("tool 'xyz' is not allowed here and not taken from an extension", None, A)
    assert (names.find("bash"), names.find("xyz"), names.owned()) == (None, None, [])
    assert len(names.clashes(A)) == 2


def test_whoever_offers_nothing_has_nothing() -> None:
    names = registry()
    names.release(A)
    assert (names.count(A), names.clashes(A), names.find("t")) == (0, [], None)
