"""What a known program runs is as unknown as if it had been named alone."""

import pytest

from policy.judging import command, decide, policy
from wicket.policy.matching.programs_within import program_within


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


@pytest.mark.parametrize("text", ["frob deploy", "cargo frob deploy", "go run ./x deploy", "cargo run -- deploy"])
def test_a_rule_about_unknown_programs_means_it(text: str) -> None:
    asked = policy({"ask": "* deploy *", "program": "unknown"}, defaults={"action": "allow"})
    assert decide(asked, text) == "ask"


@pytest.mark.parametrize("text", ["cargo build", "go test ./deploy", "cargo run -- build", "ls deploy"])
def test_others_it_does_not_mean(text: str) -> None:
    asked = policy({"ask": "* deploy *", "program": "unknown"}, defaults={"action": "allow"})
    assert decide(asked, text) == "allow"
