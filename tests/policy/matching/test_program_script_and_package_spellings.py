"""Tests of `program_script_and_package_spellings`."""

import random
from collections.abc import Iterator

import pytest

from policy.judging import CWD, command, decide, policy, world
from wicket.policy.matching.program_script_and_package_spellings import (
    any_version,
    from_here,
    names_in,
    program_within,
    scripts_as_programs,
    some_version,
)
from wicket.shell.catalogue.compiled_catalogue import Entry, entry, names
from wicket.shell.programs.program_lookup import usage

# ── A rule that forbids a script means it, whatever runs it ───────────────────


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("bash tools/a.sh x", ["tools/a.sh", "x"]),
        ("bash a.sh -c x", ["./a.sh", "-c", "x"]),
        ("bash -eux -o pipefail a.sh x", ["./a.sh", "x"]),
        ("sh -- a.sh", ["./a.sh"]),
        ("sh +x a.sh", ["./a.sh"]),
        (". tools/a.sh x", ["tools/a.sh", "x"]),
        ("source a.sh", ["./a.sh"]),
        ("python3 -u a.py x", ["./a.py", "x"]),
        ("node a.js x", ["./a.js", "x"]),
        ("bash -c 'echo a' b", None),
        ("bash -s a", None),
        ("bash -n a.sh", None),
        ("bash -n +n a.sh x", ["./a.sh", "x"]),
        ("bash", None),
        ("bash -x", None),
        ("bash $x a", None),
        ("python3 -m a b", None),
        ("python3 -c pass a.py", None),
        ("python3 - a.py", None),
        ("swift build -c release", None),
        ("cat a.sh", None),
    ],
)
def test_which_script_runs(text: str, words: list[str] | None) -> None:
    found = scripts_as_programs(command(text))
    assert [[str(word) for word in one.words] for one in found] == ([] if words is None else [words])


def test_all_files_that_a_program_runs_are_scripts() -> None:
    found = scripts_as_programs(command("bash --rcfile b --norc a.sh"))
    assert [[str(word) for word in one.words] for one in found] == [["./a.sh"], ["./b"]]
    found = scripts_as_programs(command("node -r ./a.js --import b.mjs c.js d"))
    assert [[str(word) for word in one.words] for one in found] == [["./a.js"], ["./b.mjs"]]


@pytest.mark.parametrize(
    "text",
    [
        "bash --rcfile tools/a.sh -i",
        "bash --init-file tools/a.sh",
        "bash -norc --rcfile ./tools/a.sh -i",
        "at -f tools/a.sh now",
        "batch -f tools/a.sh",
        "node -r ./tools/a.sh x.js",
        "gdb -x tools/a.sh y",
        "awk -f tools/a.sh y",
        "sed -f tools/a.sh y",
        "pylint --load-plugins=tools/a.sh y",
    ],
)
def test_a_deny_of_a_script_meets_options_that_run_it(text: str) -> None:
    assert decide(policy("deny: tools/a.sh *", defaults={"action": "allow"}), text) == "deny"


def _options_that_run_files() -> "Iterator[str]":
    for program in names():
        for said in (entry(program) or Entry({})).usage:
            reads = usage(said)
            for option in reads.options.values() if reads is not None and "*" not in said else ():
                if option.kind == "CODEFILE":
                    yield f"{said} {option.names[-1]}"


def test_no_option_of_the_catalogue_runs_a_denied_script() -> None:
    rules = policy("deny: tools/a.sh *", defaults={"action": "allow"})
    options = list(dict.fromkeys(_options_that_run_files()))
    assert len(options) > 100
    # Some take their value only behind a sign, some only as the next word.
    missed = [one for one in options if all(decide(rules, f"{one}{by}tools/a.sh") == "allow" for by in "= ")]
    assert missed == []


@pytest.mark.parametrize(
    "text",
    [
        "bash tools/a.sh",
        "cd tools && sh a.sh",
        ". tools/a.sh",
        "bash -x $PWD/tools/a.sh y",
        "timeout 5 bash tools/a.sh",
    ],
)
@pytest.mark.parametrize("rule", ["./tools/*.sh *", "tools/a.sh *", "tools/* *"])
def test_a_deny_of_a_script_meets_what_runs_it(rule: str, text: str) -> None:
    assert decide(policy(f"deny: {rule}", defaults={"action": "allow"}), text) == "deny"


@pytest.mark.parametrize("text", ["bash other/a.sh", "bash b.sh tools/a.sh", ". tools/a.py", "cat tools/a.sh"])
def test_it_is_about_that_script_alone(text: str) -> None:
    assert decide(policy("deny: ./tools/*.sh *", defaults={"action": "allow"}), text) == "allow"


def test_settings_that_are_read_into_the_shell_are_no_program_of_that_name() -> None:
    rules = policy("deny: printenv *", defaults={"action": "allow"})
    assert decide(rules, "bash x/printenv") == "deny"
    assert decide(rules, ". x/printenv") != "deny"


@pytest.mark.parametrize("text", ["python frob.py deploy", "node dist/frob.js deploy", "bash frob.sh deploy"])
def test_a_script_is_an_unknown_program(text: str) -> None:
    rules = policy({"ask": "* deploy *", "program": "unknown"}, defaults={"action": "allow"})
    assert decide(rules, text) == "ask"
    assert decide(rules, text.replace("deploy", "build")) == "allow"


# ── packages with versions behind their names ─────────────────────────────────

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


# ── paths as they are from the working folder ─────────────────────────────────


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cat x", None),
        ("cat a/x", None),
        ("cat ./x -n", ["x", "-n"]),
        ("cat a/../x", ["x"]),
        ("cat .//a//x/", ["a/x"]),
        (f"cat {CWD}/x", ["x"]),
        (f"cat ../{CWD.rpartition('/')[2]}/x", ["x"]),
        ("cat ../x", None),
        ("cat /etc/x", None),
        ("cat --x=./y https://h/./x", None),
        ('cat "$x"/y', None),
    ],
)
def test_the_shortest_form(text: str, expected: list[str] | None) -> None:
    found = from_here(command(text), world())
    assert (found if found is None else [str(word) for word in found]) == expected


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        ("cat .env", "cat ./.env", "deny"),
        ("cat .env", "cat src/../.env", "deny"),
        ("cat .env", 'cat "$PWD/.env"', "deny"),
        ("cat .env", "cd src && cat ../.env", "deny"),
        ("cat .env", "cd src; cat ../.env", "ask"),  # whether it is there is not known
        ("cat src/x", "cd src && cat x", "deny"),
        ("cat .env", "cat < .env", "deny"),
        ("cat *.pem", "cat < a.pem", "deny"),
        ("rm -rf src", "rm -rf src/", "deny"),
        ("rm -rf src", "rm -rf ./src/.", "deny"),
        ("cat .env", "cat src/.env", "allow"),
        ("cat .env", "cat ../.env", "allow"),
        ("rm -rf src", "rm -rf src/x", "allow"),
    ],
)
def test_a_deny_means_the_file(rule: str, text: str, expected: str) -> None:
    assert decide(policy(f"deny: {rule}", defaults={"action": "allow"}), text, PWD=CWD) == expected


# ── what a known program runs is as unknown as if it had been named alone ─────


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cargo frob deploy", ["cargo-frob", "deploy"]),
        ("cargo +nightly frob deploy x", ["cargo-frob", "deploy", "x"]),
        ("gh frob deploy", ["gh-frob", "deploy"]),
        ("kubectl frob deploy", ["kubectl-frob", "deploy"]),
        ("cargo build", None),
        ("cargo frob", None),
        ("gh pr list", None),
        ("go run ./x deploy", ["./x", "deploy"]),
        ("docker run --rm -e A x/frob deploy", ["x/frob", "deploy"]),
        ("docker run frob", ["./frob"]),
        ("podman container run frob deploy", ["./frob", "deploy"]),
        ("docker compose run --rm frob deploy", ["./frob", "deploy"]),
        ("go run x deploy", ["./x", "deploy"]),
        ("go run", None),
        ('go run "$x" deploy', None),
        ("go test ./deploy", None),
        ("cargo run --bin x -- deploy", ["./cargo", "deploy"]),
        ("dotnet run --project p -- deploy", ["./dotnet", "deploy"]),
        ("deno run x.ts deploy", ["./x.ts", "deploy"]),
        ("git status", None),
        ("ls x", None),
    ],
)
def test_which_program_runs(text: str, words: list[str] | None) -> None:
    found = program_within(command(text))
    assert (None if found is None else [str(word) for word in found.words]) == words


@pytest.mark.parametrize(
    "text",
    [
        "frob deploy",
        "cargo frob deploy",
        "go run ./x deploy",
        "cargo run -- deploy",
        "docker run frob deploy",
        "docker run --rm -v .:/x o/frob:2 deploy --all",
        "docker compose run web deploy",
    ],
)
def test_a_rule_about_unknown_programs_means_it(text: str) -> None:
    asked = policy({"ask": "* deploy *", "program": "unknown"}, defaults={"action": "allow"})
    assert decide(asked, text) == "ask"


@pytest.mark.parametrize("text", ["cargo build", "go test ./deploy", "cargo run -- build", "ls deploy"])
def test_others_it_does_not_mean(text: str) -> None:
    asked = policy({"ask": "* deploy *", "program": "unknown"}, defaults={"action": "allow"})
    assert decide(asked, text) == "allow"
