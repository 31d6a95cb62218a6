"""What zsh reads otherwise than bash."""

import pytest

from wicket.shell import World, read
from wicket.shell.grammar.zsh_differences import otherwise

OTHERWISE = [
    "=rm -rf x",
    "ls; =rm x",
    "x='rm -rf y'; $=x",
    "x='/bin/r?'; $~x -rf y",
    "x=a/rm; $x:t -rf z",
    "x=a/rm; ${x:t} -rf z",
    "x='$(rm -rf y)'; echo ${(e)x}",
    "setopt braceccl; {r}{m} -rf x",
    "zmodload zsh/files; zf_rm -rf x",
    "zf_rm -rf x",
    "a=(ls rm); $a[2] -rf x",
    "a=(ls rm); ${a[2]} -rf x",
    "echo rm | read y; $y -rf x",
    "alias -g X='rm -rf y'; ls X",
    "TRAPEXIT() { rm -rf x; }",
]
ALIKE = [
    "ls -l",
    'for f in *.py; do echo "$f"; done',
    'echo "${a[@]}" "${x:-y}" "${x%.py}"',
    "x=1 make",
    "test a = b",
    "PATH=$HOME/bin:$PATH ls",
    "git log | head",
    "a || b=c",
]


@pytest.mark.parametrize("text", OTHERWISE)
def test_it_is_refused_where_zsh_will_read_it(text: str) -> None:
    refusal = read(text, World({}, shell="zsh")).refusal
    assert refusal is not None
    assert refusal.reason == "zsh reads this otherwise than bash"
    bash = read(text, World({})).refusal
    assert bash is None or bash.reason != refusal.reason


@pytest.mark.parametrize("text", ALIKE)
def test_most_is_read_alike(text: str) -> None:
    assert otherwise(text) == -1
    assert read(text, World({}, shell="zsh")).refusal is None
