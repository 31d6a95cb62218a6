"""Records are what named tuples are."""

import copy
import pickle

import pytest

from wicket.sandbox.records import Record


class Place(Record):
    """Where something is."""

    folder: str
    name: str = "x"
    tags: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """All of it."""
        return f"{self.folder}/{self.name}"


def test_fields_are_given_by_place_or_by_name() -> None:
    assert Place("/a", "b") == Place("/a", name="b") == Place(name="b", folder="/a") == ("/a", "b", ())
    assert Place("/a").path == "/a/x"
    assert Place("/a", tags=("t",)).tags == ("t",)


@pytest.mark.parametrize(
    ("values", "named"),
    [
        *(((), {}), ((), {"name": "b"}), (("a", "b", (), 1), {}), (("a",), {"folder": "b"}), (("a",), {"other": 1})),
        (("a", "b", ()), {"name": "c"}),
    ],
)
def test_each_field_is_given_once(values: tuple[object, ...], named: dict[str, object]) -> None:
    with pytest.raises(TypeError, match="Place"):
        Place(*values, **named)  # type: ignore[arg-type]


def test_one_is_read_as_a_tuple_is() -> None:
    folder, name, tags = Place("/a", "b")
    assert (folder, name, tags) == ("/a", "b", ())
    assert {Place("/a"): 1}[Place("/a")] == 1
    match Place("/a"):
        case Place(folder, name):
            assert (folder, name) == ("/a", "x")


def test_one_stays_as_it_is() -> None:
    one = Place("/a")
    assert one._replace(name="c") == ("/a", "c", ())
    assert one.name == "x"
    with pytest.raises(AttributeError):
        one.name = "y"  # type: ignore[misc]
    with pytest.raises(TypeError, match="Place"):
        one._replace(other=1)  # type: ignore[call-arg]


def test_one_can_be_copied_sent_and_shown() -> None:
    one = Place("/a", tags=("t",))
    for same in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert same == one
        assert type(same) is Place
    assert repr(one) == "Place(folder='/a', name='x', tags=('t',))"
