"""Tests of `word_and_tilde_expansion`."""

import pytest

from shell.reading import argvs, commands, names
from wicket.shell import World

# ── tildes ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dd if=~/x of=a:~/y", ["dd", "if=/h/x", "of=a:/h/y"]),
        ("x=a:~/y; ls $x", ["ls", "a:/h/y"]),
        ("ls -o~ a~ x~/y =~", ["ls", "-o~", "a~", "x~/y", "=~"]),
        ("ls ~$x", ["ls", "…"]),
        ("PWD=rm; ~+", ["…"]),
        ("ls ~ '~/x'", ["ls", "/h", "~/x"]),
        ("echo ~root/x", ["echo", "/root/x"]),
    ],
)
def test_what_they_stand_for(text: str, expected: list[str]) -> None:
    assert argvs(text, World({"HOME": "/h", "PWD": "/w"}))[-1] == expected


def test_what_the_text_assigns_wins_over_the_world() -> None:
    assert argvs("HOME=/x; echo ~", World({"HOME": "/home/a"}))[-1] == ["echo", "/x"]


# ── words become what a program would receive ─────────────────────────────────


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("a=rm; $a x", ["rm", "x"]),
        ("a='rm x'; $a", ["rm", "x"]),
        ("a='rm x'; \"$a\"", ["rm x"]),
        ("a=r b=m; $a$b", ["rm"]),
        ("rm$IFS-rf${IFS}x", ["rm", "-rf", "x"]),
        ("IFS=,; a=rm,x; $a", ["rm", "x"]),
        ("a=(rm x 'y z'); \"${a[@]}\"", ["rm", "x", "y z"]),
        ("a=(x rm); ${a[1]}", ["rm"]),
        ('a=(rm x); "${a[@]:0:1}"', ["rm"]),
        ("declare -A m=([k]=rm); ${m[k]}", ["…"]),
        ("a=b b=rm; ${!a}", ["rm"]),
        ("echo ${x:-y} ${x-z}", ["echo", "…", "…"]),
        ("x=; echo ${x:-y} .${x-z}", ["echo", "y", "."]),
        ("x=1; echo ${x:+y} ${#x}", ["echo", "y", "1"]),
        ("$(echo rm) x", ["rm", "x"]),
        ("`printf %s rm` x", ["rm", "x"]),
        ("a=$(cat <<< rm); $a", ["rm"]),
        ("a=$(b); $a x", ["…", "x"]),
        ("r${x}m", ["r…m"]),
        ("echo *.py", ["echo", "….py"]),
        ("echo '*'.py", ["echo", "*.py"]),
        ("/bin/[r]m", ["/bin/…m"]),
        ("$'r\\x6d' x", ["rm", "x"]),
        ("r\\\nm x", ["rm", "x"]),
        ("\"r\"'m' x", ["rm", "x"]),
        ('IFS=; set -- r m; "$*"', ["…"]),
        ('echo "$@" $#', ["echo", "…", "…"]),
        ('set --; echo "$@" x', ["echo", "x"]),
        ("a=(1 2); echo ${#a[@]}", ["echo", "2"]),
        ("echo $((2))", ["echo", "2"]),
        ("echo ${(%):-x}", ["echo", "…"]),
    ],
)
def test_the_last_command(text: str, last: list[str]) -> None:
    assert argvs(text)[-1] == last


def test_the_world_says_what_is_outside() -> None:
    world = World({"HOME": "/home/a", "PWD": "/project"})
    assert argvs('cat "$HOME/x" ~/y "$PWD/z"', world) == [["cat", "/home/a/x", "/home/a/y", "/project/z"]]
    assert argvs("cd d; echo $PWD", world)[-1] == ["echo", "…"]


@pytest.mark.parametrize(
    "text",
    [
        "echo ${x:-$(rm y)}",
        'echo "${x:-`rm y`}"',
        "echo \"${x-'$(rm y)'}\"",
        "echo ${x/a/$(rm y)}",
        "echo ${x:$(rm y)}",
        "echo ${a[$(rm y)]}",
        "x='$(rm y)'; echo ${x@P}",
        "x='a[$(rm y)]'; echo ${!x}",
        "echo $(( $(rm y) ))",
        "echo $[ $(rm y) ]",
        "cat <(rm y)",
        "echo x > $(rm y)",
        "a=($(rm y))",
        "declare a=($(rm y))",
        "a[$(rm y)]=1",
    ],
)
def test_a_command_inside_a_word_is_found(text: str) -> None:
    assert "rm" in names(text)


def test_why_a_word_is_unknowable() -> None:
    words = commands('x "$a" $(b) *.c $((i)) <(d)')[-1].words
    assert [(word.reason, word.many) for word in words[1:]] == [
        ("$a is not assigned in this text", False),
        ("the output of b", True),
        ("a glob: the names of files", True),
        ("the result of arithmetic", False),
        ("a process substitution", False),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x=${u:-~/y}; ls $x", ["ls", "…"]),
        ("x=a; ls ${x/a/~}", ["ls", "…"]),
        ("x=a; ls ${x#~}", ["ls", "…"]),
        ("IFS=,; unset x; ls ${x:-a,b}", ["ls", "a", "b"]),
        ("IFS=,; a=(x, y); ls ${a[@]}", ["ls", "…"]),
        ('set --; ls """$@"', ["ls", ""]),
        ("x=rm; ls ${x##'*'}", ["ls", "…"]),
        ("x=rm; ls ${x##*}", ["ls"]),
        ("x=rm; ls ${x^^''}", ["ls", "…"]),
        ("x=r/m; ls ${x////} ${x///}", ["ls", "rm", "rm"]),
        ("shopt -s nocasematch; x=Xm; ls ${x/x/r}", ["ls", "…"]),
        ("x='.@(env)'; ls $x", ["ls", ".…"]),
        ('x=1; ls "${x:+$"rm"}"', ["ls", "rm"]),
        ("ls $y$", ["ls", "…"]),
        ("declare -l b; ls ${b:=RM}", ["ls", "rm"]),
    ],
)
def test_what_bash_reads_otherwise_than_it_looks(text: str, expected: list[str]) -> None:
    assert argvs(text, World({"HOME": "/h", "PWD": "/w"}))[-1] == expected
