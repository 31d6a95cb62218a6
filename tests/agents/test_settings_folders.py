"""Where agents keep what is a person's own."""

from pathlib import Path

import pytest

from wicket.agents.settings_folders import settings_folder


@pytest.mark.parametrize(
    ("usual", "environ", "expected"),
    [
        (".gemini", {}, "/home/ada/.gemini"),
        (".gemini", {"GEMINI_CLI_HOME": "/other"}, "/other/.gemini"),
        (".qwen", {"QWEN_HOME": "/other"}, "/other"),
        (".qwen", {"QWEN_HOME": "~/other"}, "/home/ada/other"),
        (".qwen", {"QWEN_HOME": "other"}, "/home/ada/.qwen"),
        (".factory", {"FACTORY_HOME_OVERRIDE": "/other"}, "/other/.factory"),
        (".pi/agent", {"PI_CODING_AGENT_DIR": "/other"}, "/other"),
        (".codex", {"CODEX_HOME": "/other"}, "/other"),
    ],
)
def test_where_it_is(usual: str, environ: dict[str, str], expected: str) -> None:
    assert settings_folder(usual, {"HOME": "/home/ada", **environ}) == Path(expected)


def test_without_a_home() -> None:
    assert settings_folder(".qwen", {}) == Path("/.qwen")
