"""Packages with versions behind their names."""

import random

import pytest

from policy.judging import command, decide, policy
from wicket.policy.matching.package_versions import any_version, names_in, some_version

RUNNERS = ("npx", "pnpx", "bunx", "npm exec", "pnpm dlx", "yarn dlx", "bun x")
OF_PYTHON = ("uvx", "uv tool run", "pipx run")
PACKAGES = ("shadcn", "create-vite", "@scope/tool", "a.b_c")
VERSIONS = ("@latest", "@1", "@1.2.3", "@^1.2", "@~2", "@next", "@1.0.0-beta.1", "@>=1", "@*", "@1.x", "@canary")
OF_PYTHON_VERSIONS = ("@0.5", "==0.5.1", "@latest", ">=1", "~=2.0", "==1.*")
SOURCES = (
    "@file:../x",
    "@git+ssh://h/x",
    "@git+https://h/x.git",
    "@npm:evil",
    "@npm:evil@1",
    "@https://h/x",
    "@./x",
    "@../x",
    "@.x",
    "@/x",
    "@user/repo",
    "@github:user/repo",
    "@x.tgz",
    "@x.tar.gz",
    "@workspace:x",
    "@link:x",
)
OF_PYTHON_SOURCES = ("@git+https://h/x", "@./x", "@file:///x", "'@ git+https://h/x'", "@https://h/x.whl", "[evil]")


def drawn(seed: int) -> tuple[random.Random, str, str, str, str]:
    draw = random.Random(seed)
    if draw.random() < 0.35:
        runner, package = draw.choice(OF_PYTHON), draw.choice(["ruff", "black"])
        return draw, runner, package, draw.choice(OF_PYTHON_VERSIONS), draw.choice(OF_PYTHON_SOURCES)
    return draw, draw.choice(RUNNERS), draw.choice(PACKAGES), draw.choice(VERSIONS), draw.choice(SOURCES)


@pytest.mark.parametrize("seed", range(150))
def test_versions_and_sources(seed: int) -> None:
    draw, runner, package, version, source = drawn(seed)
    rest = draw.choice(["", " add x", " --flag y"])
    deny = policy(f"deny: {runner} {package} *", defaults={"action": "allow"})
    allow = policy(f"allow: {runner} {package} *")
    for behind in ("", version, source):
        quoted = (
            f"'{package}{behind}'" if any(c in behind for c in "*<>~^[") and "'" not in behind else package + behind
        )
        line = f"{runner} {quoted}{rest}"
        assert decide(deny, line) == "deny", line
        assert decide(allow, line) == ("ask" if behind is source else "allow"), line
    assert decide(deny, f"{runner} {package}x{version.replace('*', '1').replace('>', '')}{rest}") == "allow"
    assert decide(allow, f"{runner} x{package.lstrip('@')}{rest}") == "ask"


@pytest.mark.parametrize(
    ("rule", "command", "expected"),
    [
        ("npx shadcn *", "npx -y shadcn@latest add", "deny"),
        ("npx evil *", "npx good@npm:evil@1", "deny"),
        ("npx evil *", "npx good@jsr:evil@1", "deny"),
        ("npx shadcn add foo@1", "npx shadcn@2 add foo@1", "deny"),
        ("npm install evil", "npm install evil@1.0", "deny"),
        ("npm i * evil *", "npm i a evil@npm:b", "deny"),
        ("pip install evil *", "pip install evil==1", "deny"),
        ("pip install evil *", "pip install 'evil[x]>=1'", "deny"),
        ("cargo install evil", "cargo install evil@1", "deny"),
        ("go install example.com/x", "go install example.com/x@latest", "deny"),
        ("ssh me *", "ssh me@host", "allow"),
        ("npx shadcn@1 *", "npx shadcn@2 x", "allow"),
    ],
)
def test_who_forbids_a_package(rule: str, command: str, expected: str) -> None:
    assert decide(policy(f"deny: {rule}", defaults={"action": "allow"}), command) == expected


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("npx --yes shadcn@latest add", "allow"),
        ("npx -p evil shadcn@1", "ask"),
        ("npx --package=evil shadcn", "ask"),
        ("npx shadcn@$v", "ask"),
        ("npx shadcn@", "ask"),
        ("npx evil shadcn@1", "ask"),
        ("npm install shadcn@1", "ask"),
        ("shadcn@1 x", "ask"),
    ],
)
def test_who_allows_a_package(command: str, expected: str) -> None:
    assert decide(policy("allow: npx shadcn *", "allow: npm install shadcn"), command) == expected


def test_words() -> None:
    assert names_in(["a@1", "@s/b@2", "c==1", "d@npm:e@3"]) >= {"a", "@s/b", "c", "d", "e"}
    assert any_version(command("npm view x@1")) == []
    assert [[str(word) for word in words] for words in any_version(command("npx x@npm:y@1"))] == [["x"], ["y"]]
    found = some_version(command("npx -y x@1 y@2"))
    assert found is not None
    assert ([str(word) for word in found[0]], str(found[1]), found[2]) == (["-y", "x", "y@2"], "x@1", "x")
    assert some_version(command("npx x")) is None
    assert some_version(command("npx .x@1")) is None
