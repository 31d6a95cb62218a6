"""What holds for all extensions of a host."""

from pathlib import Path

import pytest

from wicket.errors import WicketError
from wicket.host.extension_discovery import Extension, Scope, State
from wicket.host.extension_manifest import Manifest
from wicket.host.host_settings import RESERVED_TOOLS, BadSetting, Settings


@pytest.mark.rule("Z-H61")
@pytest.mark.parametrize(
    ("allow", "deny", "admitted"),
    [
        pytest.param(None, (), ["git_log", "git_push", "rm"], id="no-lists"),
        pytest.param((), (), [], id="nothing-allowed"),
        pytest.param(("git_*",), (), ["git_log", "git_push"], id="allowed"),
        pytest.param(None, ("rm", "*_push"), ["git_log"], id="denied"),
        pytest.param(("git_*",), ("git_push",), ["git_log"], id="deny-wins"),
    ],
)
def test_the_lists_of_tools(allow: tuple[str, ...] | None, deny: tuple[str, ...], admitted: list[str]) -> None:
    settings = Settings(home=Path("/"), cwd=Path("/"), environ={}, allow_tools=allow, deny_tools=deny)
    assert [tool for tool in ("git_log", "git_push", "rm") if settings.admits(tool)] == admitted


def test_the_operators_word_counts_before_the_manifests() -> None:
    settings = Settings(home=Path("/"), cwd=Path("/"), environ={}, on_failure={"a": "block"})
    found = [Extension(Scope.GLOBAL, Path("/"), Manifest(name, "x"), State.ENABLED) for name in "ab"]
    assert [settings.describe(one, "ready").on_failure for one in found] == ["block", "allow"]


@pytest.mark.parametrize("choice", ["Block", "", "deny", None, True])
def test_a_failure_means_one_of_two_things(choice: object) -> None:
    sentence = f'on_failure of \'a\' is {choice!r}; it is "allow" or "block"'
    with pytest.raises(BadSetting) as caught:
        Settings(home=Path("/"), cwd=Path("/"), environ={}, on_failure={"a": choice})  # type: ignore[dict-item]
    assert str(caught.value) == sentence
    assert isinstance(caught.value, WicketError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.rule("Z-H70")
def test_five_tools_are_reserved() -> None:
    assert RESERVED_TOOLS == ("read", "write", "edit", "bash", "skill")
