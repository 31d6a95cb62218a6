"""Pipelines that print numbers of processes."""

import pytest

from shell.reading import commands
from wicket.shell.programs.process_numbers import prints_process_numbers, shows_process_number, with_numbers


@pytest.mark.parametrize(
    "text",
    [
        "lsof -ti:3000",
        "pgrep -f vite",
        "ps aux | grep vite | awk '{print $2}'",
        "ps -ef | grep vite | grep -v grep | awk '{ print $2 }' | head -1",
        "ps aux | awk '/vite/ {print $2}'",
        "jps -l | grep App | cut -d' ' -f1",
        "lsof -i :3000 | awk 'NR>1 {print $2}'",
    ],
)
def test_what_a_pattern_looks_for_are_numbers(text: str) -> None:
    assert prints_process_numbers(commands(text))


@pytest.mark.parametrize(
    "text",
    [
        "ps aux | awk '{print $2}'",
        "ps aux | grep -v vite | awk '{print $2}'",
        "ps aux | grep vite | awk '{print $1}'",
        "ps aux | grep vite | awk '{print $2; system(\"x\")}'",
        "ps aux | grep vite | sed s/x/y/",
        "pgrep .",
        "lsof | awk '{print $2}'",
        "echo 1 | grep 1 | awk '{print $2}'",
    ],
)
def test_all_processes_and_other_columns_are_none(text: str) -> None:
    assert not prints_process_numbers(commands(text))


@pytest.mark.parametrize(
    ("text", "shows"),
    [("cat tmp/server.pid", True), ("cat server.txt", False), ("cat a.pid b.pid", False), ("cat $x.pid", False)],
)
def test_a_server_writes_its_number_into_a_file_of_that_name(text: str, shows: bool) -> None:
    assert shows_process_number(commands(text)[0]) is shows


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("kill $(cat x.pid)", True),
        ("p=$(cat x.pid); kill $p", True),
        ("kill -9 -$(cat x.pid)", False),
        ("kill 1$(cat x.pid)", False),
        ("p=$(cat x.pid); q=-$p; kill $q", False),
        ("p=$(cat x.pid); kill ${p#1}", False),
    ],
)
def test_only_the_whole_of_such_a_file_is_a_number(text: str, number: bool) -> None:
    assert (with_numbers(commands(text)[-1]) is not None) is number
