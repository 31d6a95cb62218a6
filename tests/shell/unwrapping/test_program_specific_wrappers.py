"""Programs that run something in a way that the tables cannot say."""

import pytest

from shell.reading import argvs, names, opaque


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("watch -x rm 'a b'", ["rm", "a b"]),
        ("watch rm 'a b'", ["rm", "a", "b"]),
        ("setarch rm x", ["rm", "x"]),
        ("wicket exec 'rm x'", ["rm", "x"]),
        ("wicket exec --config=own.yml 'rm x'", ["rm", "x"]),
        ("wicket exec --config own.yml rm 'a b'", ["rm", "a b"]),
        ("wicket try 'ls; rm x'", ["rm", "x"]),
        ("setarch linux64 rm x", ["rm", "x"]),
        ("flock f -c 'rm x'", ["rm", "x"]),
        ("flock f rm x", ["rm", "x"]),
        ("ed '!rm x'", ["rm", "x"]),
        ("env -S 'rm x' y", ["rm", "x", "y"]),
        ("parallel rm ::: x", ["rm", "…"]),
        ("parallel ::: 'rm x'", ["rm", "x"]),
        ("script -q log rm x", ["rm", "x"]),
        ("su -c 'rm x'", ["rm", "x"]),
        ("sg group 'rm x'", ["rm", "x"]),
        ("runuser -c 'rm x'", ["rm", "x"]),
        ("runuser root -c 'rm x'", ["rm", "x"]),
        ("runuser root --session-command='rm x'", ["rm", "x"]),
        ("runuser root --shell=rm", ["rm", "…"]),
        ("bash pyenv exec rm x", ["rm", "x"]),
        ("sh -x timeout 5 rm x", ["rm", "x"]),
        ("echo rm x | at now", ["rm", "x"]),
        ("chroot / rm x", ["rm", "x"]),
        ("capsh --user=y -- -c 'rm x'", ["rm", "x"]),
        ("socat - 'EXEC:rm x'", ["rm", "x"]),
        ("rtk -v rm x", ["rm", "x"]),
        ("rtk gain rm", ["rtk", "gain", "rm"]),
        ("cmake --build b -- SHELL='rm x'", ["rm", "x", "/tmp/…"]),
    ],
)
def test_what_they_run_is_found(text: str, last: list[str]) -> None:
    assert argvs(text)[-1] == last


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("awk 'BEGIN{system(\"x\")}'", ["runs code of awk"]),
        ("zip -TT x a b", ["zip -TT runs a command"]),
        ("wicket run --pipe=$y ls a", ["wicket run may begin another command at any word"]),
        ("chroot d ls", ["below another root, paths are others"]),
        ("crontab f", ["schedules what a file says"]),
        ("tmux new 'echo #(x)'", ["tmux runs what a format names"]),
        ("awk '{print $1}' f", []),
        ("chroot / ls", []),
        ("crontab -l", []),
        ("rpm -q --dbpath '/%(x)' y", ["rpm expands macros, which may run commands"]),
        ("rpm -qp '%(x)'", ["rpm expands macros, which may run commands"]),
        ("rpm -q --qf '%{NAME}' y", []),
        ("rpm -qa --qf='%{NAME}'", []),
        ("capsh == -- -c ls", ["capsh may start itself or a shell anew"]),
        ("capsh --chroot=/x -- -c ls", ["capsh runs it below another root, where paths are others"]),
        ("capsh --print", []),
        (
            "script -T${x:- $y} a -c${x:- 'rm b'}",
            [
                "script -c runs a text that is not known: $x is not assigned in this text",
                "runs a command that begins somewhere in a word that is not known",
            ],
        ),
    ],
)
def test_what_cannot_be_read_is_said(text: str, expected: list[str]) -> None:
    assert opaque(text) == expected


def test_an_archive_on_another_machine_is_fetched_by_a_shell() -> None:
    assert opaque("tar -tf host:x.tar") == ["tar runs a shell on another machine for host:x.tar"]
    assert [opaque(text) for text in ("tar -tf x.tar", "tar -tf ./a:b.tar", "tar cf a/b:c d")] == [[], [], []]


@pytest.mark.parametrize("text", ["python3 -m poetry run rm x", "python3 -m honcho run rm x", "git-bisect run rm x"])
def test_what_modules_of_python_and_other_names_run(text: str) -> None:
    assert ["rm", "x"] in [argv[:2] for argv in argvs(text)]


@pytest.mark.parametrize(
    "text",
    [
        "pnpm exec -c 'ls && rm x'",
        "wicket run ls '|' rm x",
        "wicket run --pipe @ ls @ rm x",
        "pnpx -c 'rm x'",
        "hatch run 'rm x'",
        "ip -all netns exec rm x",
        "hyperfine -L c ls,rm '{c} x'",
        "hyperfine --prepare '{c} x' -L c rm ls",
        "nodemon --exec rm -rf x",
        "hg extdiff -p rm -o -rf",
        "script -q f rm -rf x",
    ],
)
def test_what_is_run_in_a_way_of_its_own(text: str) -> None:
    assert "rm" in names(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("parallel {1} {2} ::: rm ::: x", ["parallel runs a text that is not known"]),
        ("parallel '{2/.} x' ::: rm", ["parallel runs a text that is not known"]),
        ("parallel echo '{a}' ::: x", []),
        ("hyperfine -L c $x '{c} y'", ["hyperfine runs a text that is not known"]),
        (f"hyperfine -L c {','.join(map(str, range(300)))} '{{c}} y'", ["hyperfine runs more texts than are read"]),
        ("bb '(f)'", ["runs code of bb"]),
    ],
)
def test_placeholders_and_expressions(text: str, expected: list[str]) -> None:
    assert opaque(text) == expected
