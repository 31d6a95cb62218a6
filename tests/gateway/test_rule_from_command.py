"""Which rule a command comes to, and which may have holes."""

import json
import shlex

import pytest

from wicket.gateway.rule_from_command import exact_pattern, widened_pattern
from wicket.loaded_policy import Policy


@pytest.mark.parametrize(
    "command", ["npm test", "make -j4 all", "awk -F: '{print $1}' f", 'echo "it\'s" a\\*b', "grep 'a|b' f"]
)
def test_a_command_matches_its_own_rule(command: str) -> None:
    argv = shlex.split(command)
    policy = Policy.loads(json.dumps({"rules": [{"allow": exact_pattern(argv)}]}))
    text = shlex.join(argv)
    assert str(policy.check(text, "/").decision) == "allow"
    assert str(policy.check(f"{text} more", "/").decision) == "ask"


WIDENED = {
    "cat a.txt": "cat <file>",
    "cat a b": "cat <file> <file2>",
    "head -n 5 f": "head -n 5 <file>",
    "grep -r foo src": "grep -r foo <file>",
    "wc -l f": "wc -l <file>",
    "diff a b": "diff <file> <file2>",
}


@pytest.mark.parametrize(("command", "pattern"), WIDENED.items())
def test_files_that_are_read_may_vary(command: str, pattern: str) -> None:
    assert widened_pattern(shlex.split(command)) == pattern
    policy = Policy.loads(f"rules: [{{allow: '{pattern}'}}]")
    assert str(policy.check(command, "/").decision) == "allow"
    program, *_ = command.split()
    assert str(policy.check(f"{program} --output=x {command.split(maxsplit=1)[1]}", "/").decision) == "ask"


@pytest.mark.parametrize(
    "command",
    [
        "python x.py",
        "python3 -c 'print(1)'",
        "bash x.sh",
        "sh -c ls",
        "node x.js",
        "env cat f",
        "sudo cat f",
        "timeout 5 cat f",
        "xargs cat f",
        "nice cat f",
        "npx foo",
        "npm run build",
        "uvx ruff",
        "pipx run x",
        "make test",
        "cargo test",
        "go vet ./...",
        "pytest tests",
        "docker run x",
        "ssh host",
        "git diff f",
        "git checkout main",
        "sort -o x y",
        "sort f",
        "find . -name x",
        "sed -n 1p f",
        "awk '{print}' f",
        "tee f",
        "cp a b",
        "mv a b",
        "rm f",
        "mkdir d",
        "touch f",
        "dd if=a of=b",
        "curl http://h",
        "tar xf f",
        "vim f",
        "less f",
        "rg --pre x foo f",
        "frobnicate f",
        "./cat f",
        "/tmp/cat f",
        "cat --frob f",
    ],
)
def test_nothing_may_vary_in_what_writes_or_runs_or_is_not_known(command: str) -> None:
    assert widened_pattern(shlex.split(command)) == ""
