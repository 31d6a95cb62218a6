"""Tests of `container_paths`."""

import pytest

from shell.reading import argvs
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.read import read
from wicket.shell.unwrapping.container_paths import mounted_pairs
from wicket.shell.words import Word

assert PROGRAMS["docker"].known


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (".:/w", (".", "/w")),
        ("./a:/w/:ro", ("./a", "/w")),
        ("/a:/w//x/./y/..", ("/a", "/w/x")),
        ("C:\\a:/w", ("C:\\a", "/w")),
        ("type=bind,source=/a,target=/w", ("/a", "/w")),
        ("type=bind,src=/a,dst=/w,readonly", ("/a", "/w")),
        ("type=volume,dst=/w,volume-opt=device=/a", ("/a", "/w")),
    ],
)
def test_what_a_container_is_handed(said: str, found: tuple[str, str]) -> None:
    assert [(one.source, one.target) for one in mounted_pairs(Word(said, 0, 0))] == [found]


@pytest.mark.parametrize("said", ["data:/w", "/w", ".:w", ".:/", "type=volume,src=data,dst=/w", ""])
def test_a_volume_is_no_folder_of_this_machine(said: str) -> None:
    assert mounted_pairs(Word(said, 0, 0)) == []


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("docker run -v ./a:/w i cat /w/x", ["cat", "./a/x"]),
        ("docker run -v ./a:/w i cat /w//./y/../x", ["cat", "./a/x"]),
        ("docker run -v ./a:/w i grep -r . /w", ["grep", "-r", ".", "./a"]),
        ("docker run -v ./a:/w i grep -r . /", ["grep", "-r", ".", "./a"]),
        ("docker run -v ./a:/w -v ./b:/w/b i cat /w/b/x /w/a", ["cat", "./b/x", "./a/a"]),
        ("docker run --mount type=bind,src=./a,dst=/s/w i rm -rf /s", ["rm", "-rf", "./a"]),
        ("docker run -v ./a:/w i dd of=/w/x", ["dd", "of=./a/x"]),
        ("docker run -v ./a:/w i sh -c 'rm /w/x'", ["rm", "./a/x"]),
        ("docker run -v ./a:/w i sh -c 'find / -delete'", ["find", "./a", "-delete"]),
        ("docker run -v ./a:/w --entrypoint grep i -r . /w", ["grep", "-r", ".", "./a"]),
        ("podman run -v ./a:/w i rm /w/x", ["rm", "./a/x"]),
        ("nerdctl run -v ./a:/w i rm /w/x", ["rm", "./a/x"]),
        ("docker compose run -v ./a:/w app rm /w/x", ["rm", "./a/x"]),
        ("docker container run -v ./a:/w i rm /w/x", ["rm", "./a/x"]),
        ("docker create -v ./a:/w i rm /w/x", ["rm", "./a/x"]),
        ("cd q; docker run -v ./a:/w i rm /w", ["rm", "q/./a"]),
        ("cd q; docker run -v ./a:/w i rm /w", ["rm", "./a"]),
        ("cd $(y); docker run -v ./a:/w i rm /w", ["rm", "…/./a"]),
        ('x=$(y); docker run -v "$x/a:/w" i rm /w/x', ["rm", "…/a/x"]),
    ],
)
def test_what_it_does_to_this_machine_is_read(text: str, runs: list[str]) -> None:
    assert runs in argvs(text)


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("docker run -v ./a:/b i sed -n s/b/c/p x", ["sed", "-n", "s/b/c/p", "x"]),
        ("docker run -v ./a:/b i cat x/b https://b/b", ["cat", "x/b", "https://b/b"]),
        ("docker run -v ./a:/b i cat /bc /etc/b", ["cat", "/bc", "/etc/b"]),
        ("docker run -v ./a:/b i python -c 'print(4 / 2)'", ["python", "-c", "print(4 / 2)"]),
        ("docker run -v a:/b i cat /b/x", ["cat", "/b/x"]),
    ],
)
def test_what_is_no_path_of_a_mount_stays(text: str, runs: list[str]) -> None:
    assert {tuple(words) for words in argvs(text)[1:] if words[0] == runs[0]} == {tuple(runs)}


@pytest.mark.parametrize(
    ("text", "folders"),
    [
        ("docker run -v ./a:/w -w /w/b i ls", [("",), ("./a/b",)]),
        ("docker run -v ./a:/w i ls", [("",), ("./a",)]),
        ("docker run -v ./a:/w -w /x i ls", [("",)]),
        ("docker run -v .:/w -w /w i ls", [("",)]),
        ('x=$(y); docker run -v "$x:/w" i ls', [("",), None]),
        ("docker run -v $unset:/w i ls", [("",)]),
        ("docker run -v data:/w -w /w i ls", [("",)]),
    ],
)
def test_the_folder_that_it_starts_in(text: str, folders: list[tuple[str, ...] | None]) -> None:
    assert [command.place.cwd for command in read(text).commands if command.name == "ls"] == folders


def test_nothing_is_read_twice_that_is_the_same() -> None:
    text = "docker run --rm -v .:/w -w /w node npm test"
    assert [words for words in argvs(text) if words[0] == "npm"] == [["npm", "test"]]


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("docker run -v .:/w bash -c 'cat /w/x'", ["cat", "./x"]),
        ("docker run bash:5 -c 'rm x'", ["rm", "x"]),
        ("podman run docker.io/library/node:20 -e 'f()'", ["node", "-e", "f()"]),
        ("docker run --entrypoint rm i -rf x", ["rm", "-rf", "x"]),
        ("docker run -v .:/w alpine/git@sha256:0 -C /w log", ["git", "-C", ".", "log"]),
    ],
)
def test_an_image_is_called_as_the_program_that_it_is_named_after(text: str, runs: list[str]) -> None:
    assert runs in argvs(text)


def test_an_image_of_no_program_that_is_known_is_itself_one() -> None:
    assert argvs("docker run nonesuch/x -e f")[1:] == argvs("docker run nonesuch/y -e f")[1:]


def test_more_mounts_than_are_looked_at_are_said() -> None:
    mounts = " ".join(f"-v ./a{number}:/w{number}" for number in range(33))
    [outer, *_] = read(f"docker run {mounts} i rm /w32/x").commands
    assert outer.opaque == ("docker run is handed more folders than are looked at",)
