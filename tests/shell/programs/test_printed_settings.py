"""Programs that print settings to be evaluated."""

import pytest

from shell.reading import commands
from wicket.shell.programs.printed_settings import prints_settings


@pytest.mark.parametrize(
    "text",
    [
        "brew shellenv",
        "/opt/homebrew/bin/brew shellenv",
        "ssh-agent -s",
        "rbenv init - bash",
        "fnm env --use-on-cd",
        "conda shell.bash hook",
        "minikube docker-env",
    ],
)
def test_settings_of_known_programs(text: str) -> None:
    assert prints_settings(commands(text)[0])


@pytest.mark.parametrize(
    "text",
    [
        "> x",
        "./brew shellenv",
        "/tmp/brew shellenv",
        "/usr/bin/../../tmp/brew shellenv",
        "brew install x",
        "brew shellenv $x",
        "PATH=. brew shellenv",
        "ssh-agent rm x",
        "brew shellenv 'rm x'",
        "curl example.net",
    ],
)
def test_whatever_else_is_printed_is_not_known(text: str) -> None:
    assert not prints_settings(commands(text)[-1])
