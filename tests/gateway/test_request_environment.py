"""What a request may set in its environment, and what is set without it."""

import pytest

from wicket.gateway.request_environment import DEFAULT_PATH, environment, environment_objection


@pytest.mark.rule("P-D27")
@pytest.mark.parametrize("name", ["LANG", "TZ", "HOME", "DEBIAN_FRONTEND", "TERM", "LC_ALL", "LC_X", "LC_A_1"])
def test_these_variables_pass(name: str) -> None:
    assert environment_objection({name: "x"}) is None


@pytest.mark.rule("P-D27")
@pytest.mark.parametrize(
    "name", ["PATH", "LD_PRELOAD", "USER", "lang", "LANGUAGE", "LC_", "LC_x", "LC_A=B", "LC_ALL ", "", "BASH_FUNC_x%%"]
)
def test_all_others_do_not(name: str) -> None:
    assert environment_objection({"LANG": "C", name: "x"}) == f"environment variable not allowed: {name}"


@pytest.mark.rule("P-D28")
def test_the_agents_socket_cannot_be_smuggled_in() -> None:
    assert (
        environment_objection({"SSH_AUTH_SOCK": "/tmp/x"})
        == "SSH_AUTH_SOCK cannot be set in request env; use forward_agent instead"
    )


def test_defaults_fill_what_the_request_does_not_set() -> None:
    defaults = {"HOME": "/home/me", "USER": "me", "PATH": DEFAULT_PATH}
    assert environment({"HOME": "/srv", "LANG": "C"}, defaults) == {
        "HOME": "/srv",
        "USER": "me",
        "PATH": DEFAULT_PATH,
        "LANG": "C",
    }
    assert defaults["HOME"] == "/home/me"
