"""What a reader may know of the world."""

from wicket.shell import World


def test_it_knows_nothing_unless_told() -> None:
    world = World()
    assert (world.variables, world.unwrap, world.shell, world.linked) == ({}, None, "bash", False)


def test_variables_are_copied() -> None:
    given = {"HOME": "/x"}
    world = World(given)
    given["HOME"] = "/y"
    assert world.variables == {"HOME": "/x"}
