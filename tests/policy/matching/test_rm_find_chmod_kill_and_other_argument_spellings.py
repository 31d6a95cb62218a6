"""Tests of `rm_find_chmod_kill_and_other_argument_spellings`."""

import pytest

from policy.judging import CWD, command
from wicket.loaded_policy import Policy
from wicket.policy.machine_view import World
from wicket.policy.matching.rm_find_chmod_kill_and_other_argument_spellings import respelled

NAME = CWD.rpartition("/")[2]

# ── paths in other spellings ──────────────────────────────────────────────────


@pytest.mark.parametrize(
    "path",
    [".//", "./.", "../work", f"../{NAME}/.", f"{CWD}/", "/home/ada/../ada/work", "x/..//", "../../ada/work"],
)
def test_the_folder_that_the_work_is_in(path: str) -> None:
    assert others(f"rm -rf {path}") == ["-rf ."]
    assert others(f"find {path} -delete") == [". -delete"]


@pytest.mark.parametrize("path", ["..//", "../x/..", "/home/ada", "/home/", "/", "../.."])
def test_folders_above_it(path: str) -> None:
    assert others(f"rm -rf {path}") == ["-rf .."]


@pytest.mark.parametrize("path", [".git//", "./.git", "x/.git/.", "/srv/x/.git"])
def test_the_history(path: str) -> None:
    assert others(f"rm -rf {path}") == ["-rf .git"]


@pytest.mark.parametrize("path", ["build", "../other", "/srv/work", ".github", ".git/index.lock", "/home/adam", "$x"])
def test_other_folders(path: str) -> None:
    assert others(f"rm -rf {path}") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("find src -name x -delete", []),
        ("find src -delete -name x", ["src -delete"]),
        ("find src ! -name x -delete", ["src -delete"]),
        (r"find src -not \( -name x -o -name y \) -delete", ["src -delete"]),
        ("find src -name x -o -delete", ["src -delete"]),
        ("find src -name x , -type f -delete", ["src -type f -delete"]),
        (r"find src \( -name x -o -name y \) -delete", []),
    ],
)
def test_tests_of_find_that_keep_nothing_from_being_deleted(text: str, expected: list[str]) -> None:
    assert others(text) == expected


# ── modes, sizes, signals and statements in other spellings ───────────────────


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("chmod -R 0777 x", ["-R 777 x"]),
        ("chmod -R =777 x", ["-R 777 x"]),
        ("chmod -R +0777 x", ["-R 777 x"]),
        ("chmod -R 1777 x", ["-R 777 x"]),
        ("chmod a+rwx x", ["777 x"]),
        ("chmod u=rw,go=r x", ["644 x"]),
        ("chmod +x x", ["111 x"]),
        ("chmod 7 x", ["007 x"]),
        ("chmod -R -rwx x", ["-R 000 x"]),
        ("chmod -R a= x", ["-R 000 x"]),
        ("chmod -R ugo-rwx x", ["-R 000 x"]),
        ("chmod -R -777 x", ["-R 000 x"]),
        ("chmod 755 x", []),
        ("chmod go-w x", []),
        ("chmod go-rwx x", []),
        ("chmod u+s x", []),
        ("chmod -R", []),
    ],
)
def test_modes(text: str, expected: list[str]) -> None:
    assert others(text) == expected


@pytest.mark.parametrize("size", ["00", "0K", "0KB", "0KiB", "'<0'", "'< 00'", "' 0'", "/1M", "-1G", "'/ 5'"])
def test_sizes_that_leave_nothing(size: str) -> None:
    for text in (f"truncate -s {size} x", f"truncate --si={size} x", f"truncate -cs{size} x"):
        assert others(text) == ["-s 0 x"]


@pytest.mark.parametrize("size", ["10", "10K", "+0", "+10M", "-1", "-0K", "'>0'", "%0", "x", "'<10M'", "$x", "''"])
def test_sizes_that_leave_something(size: str) -> None:
    assert others(f"truncate -s {size} x") == []


def test_the_size_of_another_file() -> None:
    assert others("truncate -r /dev/null x") == ["-s 0 x"]
    assert others("truncate -r y x") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kill -KILL 1", ["-9 1", "-9 -- 1"]),
        ("kill -s SIGKILL 1", ["-9 1", "-9 -- 1"]),
        ("kill -n 9 1 2", ["-9 1 2", "-9 -- 1 2"]),
        ("kill -9 +1 002", ["-9 +1 002", "-9 -- 1 2"]),
        ("kill -HUP -1", ["-1 -1", "-1 -- -1"]),
        ("kill -9 4711 -01", ["-9 4711 -01", "-9 -- 4711 -1"]),
        ("pkill -f --signal=kill x", ["-f -9 x"]),
        ("kill 1", ["-- 1"]),
        ("kill %1", ["-- %1"]),
        ("kill -l", []),
        ("kill --sig", ["-- --sig"]),
        ("kill --sig 9 1", ["-9 1", "-9 -- 1"]),
    ],
)
def test_signals_and_processes(text: str, expected: list[str]) -> None:
    assert others(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nft 'flush  ruleset'", ["flush ruleset"]),
        ("nft -a flush 'ruleset'", ["flush ruleset"]),
        ("nft 'list ruleset; flush ruleset'", ["list ruleset", "flush ruleset"]),
        ("nft 'add table x { chain y { } }'", ["add table x", "chain y"]),
        ("nft $x", []),
        ("nft -f x", ["x"]),
    ],
)
def test_texts_of_nft(text: str, expected: list[str]) -> None:
    assert others(text) == expected


def test_a_long_text_for_nft_hides_nothing_behind_its_beginning() -> None:
    policy = Policy.loads("rules: [{deny: 'nft flush ruleset*'}, {allow: 'nft *'}]")
    text = "list ruleset; " * 100 + "flush ruleset"
    assert str(policy.check(f"nft '{text}'", "/nowhere", {}).decision) == "deny"


# ── the words of a command in other spellings that mean the same ──────────────

WORLD = World(CWD, {}, kind=lambda path: "file" if path == f"{CWD}/README" else "")


def others(text: str) -> list[str]:
    return [" ".join(map(str, words)) for words in respelled(command(text), WORLD)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("npm -s publ x", ["-s publ… x"]),
        ("/usr/bin/npm publish", ["publish…"]),
        ("gem un x", ["un… x"]),
        ("npm --prefix x publ y", ["--prefix x publ… y"]),
        ("ip -br l del x", ["-br l… del… x"]),
        ("docker run x", []),
        ("git push", []),
        ("npm --version", []),
        ("npm $x", []),
        ("kubectl GET Pods x", ["get pods x"]),
        ("kubectl get pods", []),
        ("redis-cli -N FlushAll", ["-N flushall", "-N FLUSHALL", "-N Flushall"]),
        ("setenforce PERMISSIVE", ["permissive", "Permissive"]),
    ],
)
def test_commands_that_are_cut_short_or_in_capitals(text: str, expected: list[str]) -> None:
    assert others(text) == expected


def test_settings_of_git_are_compared_in_small_letters() -> None:
    assert others("git config core.fsMonitor ./x") == ["config core.fsmonitor ./x"]
    assert others("git config core.editor x") == []
