"""Where wicket's folders are, by the environment alone."""

import pytest

from wicket.folder_paths import HomeError, config_folder, state_folder


@pytest.mark.parametrize(
    ("environ", "platform", "folder"),
    [
        ({"WICKET_HOME": "/w", "XDG_STATE_HOME": "/x", "HOME": "/h"}, "linux", "/w"),
        ({"XDG_STATE_HOME": "/x", "HOME": "/h"}, "linux", "/x/wicket"),
        ({"XDG_STATE_HOME": "x", "HOME": "/h"}, "linux", "/h/.local/state/wicket"),
        ({"HOME": "/h"}, "darwin", "/h/Library/Application Support/wicket"),
    ],
)
def test_state_lies_where_the_environment_says(environ: dict[str, str], platform: str, folder: str) -> None:
    assert state_folder(environ, platform) == folder


def test_a_relative_home_is_refused() -> None:
    with pytest.raises(HomeError, match="WICKET_HOME is 'state', a relative path"):
        state_folder({"WICKET_HOME": "state"}, "linux")


def test_without_anything_to_go_by_there_is_a_sentence() -> None:
    with pytest.raises(HomeError, match="neither HOME nor WICKET_HOME is set"):
        state_folder({}, "linux")


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        ({"XDG_CONFIG_HOME": "/x/", "HOME": "/h"}, "/x"),
        ({"XDG_CONFIG_HOME": "x", "HOME": "/h/"}, "/h/.config"),
        ({"HOME": "h"}, ""),
        ({}, ""),
    ],
)
def test_settings_lie_where_the_environment_says(environ: dict[str, str], folder: str) -> None:
    assert config_folder(environ) == folder
