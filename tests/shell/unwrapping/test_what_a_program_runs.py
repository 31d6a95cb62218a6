"""Programs that run other commands."""

import pytest

from shell.reading import argvs, names, opaque
from wicket.shell import read


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("sudo rm x", ["rm", "x"]),
        ("sudo -u root -n rm x", ["rm", "x"]),
        ("sudo --user=root A=1 rm x", ["rm", "x"]),
        ("env -i A=1 -u B rm x", ["rm", "x"]),
        ("env - A=1 rm x", ["rm", "x"]),
        ('env A="$y" rm x', ["rm", "x"]),
        ("nice -n 5 rm x", ["rm", "x"]),
        ("nice -5 rm x", ["rm", "x"]),
        ("timeout -k 1 5 rm x", ["rm", "x"]),
        ("stdbuf -oL rm x", ["rm", "x"]),
        ("setarch -R rm x", ["rm", "x"]),
        ("setarch x86_64 -R rm x", ["rm", "x"]),
        ("parallel rm ::: a", ["rm", "…"]),
        ("parallel ::: 'rm x'", ["rm", "x"]),
        ("watch -n 1 rm x", ["rm", "x"]),
        ("watch -x rm x", ["rm", "x"]),
        ("flock f rm x", ["rm", "x"]),
        ("flock f -c 'rm x'", ["rm", "x"]),
        ("script -qc 'rm x' /dev/null", ["rm", "x"]),
        ("ssh host rm x", ["rm", "x"]),
        ("ssh -p 22 u@host 'cd y && rm x'", ["rm", "x"]),
        ("chroot /r rm x", ["rm", "x"]),
        ("unshare -r rm x", ["rm", "x"]),
        ("systemd-run --user -p A=b rm x", ["rm", "x"]),
        ("docker exec -it c rm x", ["rm", "x"]),
        ("docker run --rm -v a:b image rm x", ["rm", "x"]),
        ("docker compose exec app rm x", ["rm", "x"]),
        ("kubectl -n prod exec pod -c c -- rm x", ["rm", "x"]),
        ("npx -p y rm x", ["rm", "x"]),
        ("npm exec -- rm x", ["rm", "x"]),
        ("uv run --with y rm x", ["rm", "x"]),
        ("poetry run rm x", ["rm", "x"]),
        ("busybox rm x", ["rm", "x"]),
        ("ip netns exec n rm x", ["rm", "x"]),
        ("tmux new-session -d 'rm x'", ["rm", "x"]),
        ("strace -o log rm x", ["rm", "x"]),
        ("hyperfine 'rm x'", ["rm", "x"]),
        ("make SHELL=rm", ["rm", "…"]),
        ("env env env env env env env env env env env env rm x", ["rm", "x"]),
        ("/usr/bin/env rm x", ["rm", "x"]),
        ("wicket exec rm x", ["rm", "x"]),
        ("wicket try --keep rm x", ["rm", "x"]),
    ],
)
def test_what_they_run_is_found(text: str, last: list[str]) -> None:
    assert argvs(text)[-1] == last


@pytest.mark.parametrize(
    "text",
    [
        "echo 'x:' > Makefile; make",
        "echo x > ls; PATH=.:$PATH; ls",
        "cp /bin/rm x; ./x",
        "curl -o s http://x; sh s",
        "echo x | crontab -",
        'awk "$x" f',
        'sed "$x" f',
        "awk 'BEGIN{system(\"x\")}'",
        "sed -n 1e f",
        "vim -c x f",
    ],
)
def test_what_cannot_be_read_is_said(text: str) -> None:
    assert opaque(text)


@pytest.mark.parametrize(
    "text",
    ["ls x", "make test", "awk '{print $1}' f", "sed -n 5p f", "npm run rm-cache", "docker ps", "kubectl get pods"],
)
def test_the_rest_is_plain(text: str) -> None:
    assert opaque(text) == []
    assert len(names(text)) == 1


def test_wrappers_without_end_are_refused() -> None:
    from shell.reading import refusal

    assert "deep" in refusal("env " * 60 + "rm x")


def test_an_option_that_the_table_does_not_know_may_hide_the_command() -> None:
    assert opaque("sudo --frobnicate x rm y") == ["sudo is given --frobnicate, which may take the next word"]
    assert opaque("sudo --frobnicate=x rm y") == []
    assert opaque("sudo -Q x rm y") == ["sudo is given -Q, which may take the next word"]
    assert opaque("kubectl --odd x exec pod -- rm y") == ["kubectl x is given --odd, which may take the next word"]
    assert opaque("kubectl --no-odd exec pod -- rm y") == []


def test_a_command_behind_any_number_of_operands() -> None:
    assert argvs("mise exec node@20 python@3 -- rm x")[-1] == ["rm", "x"]
    assert argvs("mise exec -- rm x")[-1] == ["rm", "x"]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("vim '+!rm -rf victim' +q f", ("runs a command of vim: +!rm -rf victim", "runs a command of vim: +q")),
        ("less '+!rm x' f", ("runs a command of less: +!rm x",)),
        ("view '+/x|!rm y' f", ("runs a command of view: +/x|!rm y",)),
        ('vi "+$x" f', ("runs a command of vi: +…",)),
        ("vim +12 f", ()),
        ("vim + f", ()),
        ("more +/total f", ()),
        ("less +F log", ()),
    ],
)
def test_what_an_editor_or_a_pager_does_first_is_seen(text: str, seen: tuple[str, ...]) -> None:
    (command, *_) = read(text).commands
    assert command.opaque == seen


@pytest.mark.parametrize("loader", ["ld.so", "/lib64/ld-linux-x86-64.so.2", "ld-musl-x86_64.so.1"])
def test_the_dynamic_loader_runs_what_it_is_given(loader: str) -> None:
    assert [command.name for command in read(f"{loader} --library-path /x /bin/rm -rf victim").commands] == [
        loader,
        "/bin/rm",
    ]


def test_what_a_debugger_is_told_is_code() -> None:
    (command,) = read("gdb -batch -ex '!rm x' prog").commands
    assert command.opaque == ("runs code of gdb",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("make x CMD=rm", ["make", "rm"]),
        ("make x TEST_RUNNER='rm y'", ["make", "rm"]),
        ("make x PREFIX=/usr MSG=rm", ["make"]),
        ("mise exec -- rm x", ["mise", "rm"]),
        ("mise exec node@20 -- rm x", ["mise", "rm"]),
        ("strace -o '|rm x' ls", ["strace", "rm", "ls"]),
        ("strace -o out ls", ["strace", "ls"]),
        ("systemd-run -p ExecStartPre='-/bin/rm x' ls", ["systemd-run", "/bin/rm", "ls"]),
        ("systemd-run -p CPUQuota=5% ls", ["systemd-run", "ls"]),
        ("npm config set script-shell=rm", ["npm", "rm"]),
        ("npm config set editor rm", ["npm", "rm"]),
        ("npm config set registry rm", ["npm"]),
        ("npm pkg set scripts.x='rm y'", ["npm", "rm"]),
        ("npm pkg set name=rm", ["npm"]),
        ("socat 'STDIN!!EXEC:rm' -", ["socat", "rm"]),
        ("xterm -e 'rm x'", ["xterm", "rm", "rm x"]),
        ("doas -s <<< 'rm x'", ["doas", "rm"]),
        ("vagrant ssh -- rm x", ["vagrant", "ssh", "rm"]),
        ("podman machine ssh rm x", ["podman", "rm"]),
        ("cargo rustc -- -C linker=x", ["cargo", "rustc", "x"]),
        ("rustc -C opt-level=3 x.rs", ["rustc"]),
        ("protoc --plugin=protoc-gen-x=rm y", ["protoc", "rm"]),
    ],
)
def test_values_that_are_run(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "tmux splitw x",
        "tmux ls ';' x",
        "tmux ls -F '#(x)'",
        "tmux display -p '#(x)'",
        "parallel 'echo {= x =}' ::: a",
        "telnet <<< '!x'",
        "go env -w CC=x",
        "gdb -batch -ev x",
        "mkdir d; echo x > d/y; run-parts d",
        "echo x > build.ninja; ninja",
        "GIT_CONFIG_GLOBAL=<(x) git log",
    ],
)
def test_what_is_not_followed_is_opaque(text: str) -> None:
    assert opaque(text) != []


@pytest.mark.parametrize("text", ["tmux ls", "tmux kill-session -t x", "run-parts d", "ninja -C d", "gdb -batch x"])
def test_what_runs_nothing_of_the_text_is_not(text: str) -> None:
    assert opaque(text) == []
