"""What a verdict may know of the world, if nobody says more."""

from wicket.policy.machine_view import World


def test_an_empty_world_knows_nothing() -> None:
    world = World("/x", {})
    assert (world.home, world.realpath("/a"), world.which("ls"), world.kind("/"), world.names("/")) == (
        "",
        "/a",
        None,
        "",
        None,
    )
    assert list(world.links("/")) == []
    assert (world.platform, world.protected, world.forms) == ("linux", frozenset(), {})


def test_the_home_is_that_of_the_environment() -> None:
    assert World("/x", {"HOME": "/home/ada"}).home == "/home/ada"
