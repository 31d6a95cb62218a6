"""Validators end to end: a policy file with `types`, real processes, and what becomes of what they say."""

import asyncio
import json
import os
import shutil
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from wicket import Policy, PolicyError, Verdict

EXAMPLES = Path(__file__).parent.parent / "examples" / "validators"

DENIAL = ("deny", "POST requests are blocked in production", "Use a staging environment instead")

# Writes down what it was asked, and says what the file beside it says.
RECORDER = """
import json, os, sys
request = json.loads(sys.stdin.read())
with open("seen.jsonl", "a") as file:
    file.write(json.dumps(request) + "\\n")
answer = json.load(open("answer.json"))
print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": answer}))
"""


class Project:
    """A folder with a policy, and a validator that says what it is told to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "recorder.py").write_text(RECORDER)
        self.says("allow")
        self.type = f"executor: '{sys.executable} ./recorder.py'"

    def says(self, status: str, **more: str) -> None:
        (self.folder / "answer.json").write_text(json.dumps({"status": status, **more}))

    def policy(self, text: str) -> Policy:
        path = self.folder / "wicket.yml"
        path.write_text(text, encoding="utf-8")
        return Policy.load(path, {})

    @property
    def seen(self) -> list[dict[str, Any]]:
        """What it was asked: the params of every question."""
        path = self.folder / "seen.jsonl"
        return [json.loads(line)["params"] for line in path.read_text().splitlines()] if path.exists() else []


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def said(verdict: Verdict) -> tuple[str, str, str]:
    return str(verdict.decision), verdict.reason, verdict.fix_suggestion


def environ(**more: str) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": "/home/me", **more}


# ── the tutorial ─────────────────────────────────────────────────────────────

# The configuration of the tutorial for each language, and what it needs.
TUTORIAL = {
    "sh": ("jq", "env_guard.sh", "./checks/env_guard.sh"),
    "python": ("python3", "env_guard.py", "python3 ./checks/env_guard.py"),
    "deno": ("deno", "env_guard.ts", "deno run --allow-read ./checks/env_guard.ts"),
}


@pytest.mark.rule("R-H1", "R-H3", "R-H26")
@pytest.mark.parametrize("language", TUTORIAL)
def test_the_guard_of_the_tutorial_with_its_configuration(
    tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, file, executor = TUTORIAL[language]
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed: this guard is NOT tested here")
    checks = tmp_path / "checks"
    checks.mkdir()
    shutil.copy(EXAMPLES / file, checks)
    path = tmp_path / "runok.yml"
    path.write_text(f"types:\n  ProdGuard:\n    executor: '{executor}'\n    timeout: 30s\n")
    elsewhere = tmp_path / "src"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    policy = Policy.load(path)
    post = "curl -X POST https://api.example.com"
    assert said(policy.check(post, env=environ(AWS_PROFILE="prod"))) == DENIAL
    assert said(policy.check(f"AWS_PROFILE=prod {post}", env=environ())) == DENIAL
    # A type that is asked about everything has no objection, and lifts nothing.
    assert said(policy.check(post, env=environ(AWS_PROFILE="staging"))) == ("ask", "no rule covers `curl`", "")
    assert said(policy.check("rm -rf /", env=environ(AWS_PROFILE="prod"))) == ("ask", "no rule covers `rm`", "")


URL_CHECK = """
const request = JSON.parse(await new Response(Deno.stdin.readable).text());
const urls = request.params.args.filter((word: string) => URL.canParse(word));
const hosts = urls.map((word: string) => new URL(word).hostname);
const inside = hosts.every((host: string) => host.endsWith(".corp.example"));
const result = inside ? { status: "allow" } : { status: "ask", message: `not ours: ${hosts}` };
console.log(JSON.stringify({ jsonrpc: "2.0", id: request.id, result }));
"""


@pytest.mark.rule("R-H1", "R-H24")
def test_internal_urls_of_the_protocol_page(tmp_path: Path) -> None:
    if shutil.which("deno") is None:
        pytest.skip("deno is not installed: InternalUrl is NOT tested here")
    (tmp_path / "checks").mkdir()
    (tmp_path / "checks" / "url_check.ts").write_text(URL_CHECK)
    path = tmp_path / "wicket.yml"
    path.write_text(
        "types:\n  InternalUrl:\n    executor: 'deno run --allow-net ./checks/url_check.ts'\n    timeout: 30s\n"
        "    commands: ['curl *']\n"
    )
    policy = Policy.load(path)
    assert said(policy.check("curl https://wiki.corp.example/x", env=environ()))[0] == "allow"
    assert said(policy.check("curl https://example.org", env=environ())) == ("ask", "not ours: example.org", "")


# ── what a policy says about them ────────────────────────────────────────────


@pytest.mark.rule("R-H2")
@pytest.mark.parametrize("executor", ["''", '"  "', '"./guard \'open"', '"./guard \\\\"', "'# nothing'", "[]", "7"])
def test_an_executor_that_cannot_be_split_is_a_load_error(project: Project, executor: str) -> None:
    with pytest.raises(PolicyError) as caught:
        project.policy(f"rules: []\ntypes:\n  Guard:\n    executor: {executor}\n")
    (problem,) = caught.value.problems
    assert (problem.origin.file, problem.origin.line) == (str(project.folder / "wicket.yml"), 4)
    assert "Guard" in problem.message


# ── who may say what ─────────────────────────────────────────────────────────


@pytest.mark.rule("R-H24")
@pytest.mark.parametrize(
    ("rule", "opinion", "decision"),
    [
        ("allow", "allow", "allow"),
        ("allow", "ask", "ask"),
        ("allow", "deny", "deny"),
        ("ask", "allow", "ask"),
        ("ask", "deny", "deny"),
        ("deny", "allow", "deny"),
        ("deny", "ask", "deny"),
        ("", "allow", "allow"),
        ("", "ask", "ask"),
        ("", "deny", "deny"),
        ("", "nonsense", "ask"),
    ],
)
def test_a_validator_tightens_and_lifts_only_what_no_rule_spoke_about(
    project: Project, rule: str, opinion: str, decision: str
) -> None:
    project.says(opinion, message="so it is")
    rules = f"rules: [{{{rule}: 'curl *'}}]\n" if rule else ""
    policy = project.policy(f"{rules}types: {{Guard: {{{project.type}, commands: ['curl *']}}}}\n")
    verdict = policy.check("curl x", env=environ())
    assert str(verdict.decision) == decision
    asyncio_verdict = asyncio.run(policy.acheck("curl x", env=environ()))
    assert str(asyncio_verdict.decision) == decision
    assert len(project.seen) == 2


@pytest.mark.rule("R-H24")
@pytest.mark.parametrize(
    ("command", "decision"),
    [
        ("curl x", "allow"),
        ("curl $X", "ask"),  # it may be anything
        ("curl x > out", "ask"),  # the words are allowed, the write is an act of its own
        ("curl -o out x", "ask"),
        ("curl x; frobnicate", "ask"),
        ("curl x | sh", "ask"),
        ("env curl x", "allow"),
        ("X=1 curl x", "allow"),
    ],
)
def test_what_is_lifted_is_just_the_command_that_was_asked_about(project: Project, command: str, decision: str) -> None:
    policy = project.policy(f"types: {{Guard: {{{project.type}, commands: ['curl *']}}}}\n")
    assert str(policy.check(command, env=environ()).decision) == decision


@pytest.mark.rule("R-H24")
def test_a_validator_that_is_asked_about_everything_lifts_nothing(project: Project) -> None:
    policy = project.policy(f"types: {{Guard: {{{project.type}}}}}\n")
    assert str(policy.check("rm -rf /", env=environ()).decision) == "ask"
    assert [each["command"] for each in project.seen] == ["rm"]


@pytest.mark.rule("R-H24")
def test_a_rule_hands_its_matches_to_a_validator(project: Project) -> None:
    project.says("deny", message="not today")
    rules = "rules: [{allow: 'curl *', validate: Guard}, {allow: 'ls *'}]\n"
    policy = project.policy(f"{rules}types: {{Guard: {{{project.type}, commands: []}}}}\n")
    assert said(policy.check("curl x", env=environ())) == ("deny", "not today", "")
    assert said(policy.check("ls x", env=environ()))[0] == "allow"
    assert [each["command"] for each in project.seen] == ["curl"]


@pytest.mark.rule("R-H23")
def test_of_several_the_strictest_counts_with_its_words(project: Project, tmp_path: Path) -> None:
    def type_(name: str, status: str) -> str:
        answer = json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"status": status, "message": f"{name} says so"}})
        (tmp_path / f"{name}.sh").write_text(f"#!/bin/sh\nprintf '%s' '{answer}'\n")
        (tmp_path / f"{name}.sh").chmod(0o755)
        return f"  {name}: {{executor: './{name}.sh', commands: ['curl *']}}\n"

    types = type_("One", "allow") + type_("Two", "deny") + type_("Three", "ask")
    assert said(project.policy(f"types:\n{types}").check("curl x", env=environ())) == ("deny", "Two says so", "")


def test_without_validators_nobody_is_asked(project: Project) -> None:
    policy = project.policy(f"types: {{Guard: {{{project.type}, commands: ['curl *']}}}}\n")
    assert str(policy.check("curl x", env=environ(), validators=False).decision) == "ask"
    assert project.seen == []


# ── what they are asked ──────────────────────────────────────────────────────


@pytest.mark.rule("R-H9", "R-H10", "R-H30")
@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("curl x", {"AWS_PROFILE": "dev", "AWS_REGION": "eu", "KUBECONTEXT": "kind"}),
        ("AWS_PROFILE=prod curl x", {"AWS_PROFILE": "prod"}),
        ("export AWS_PROFILE=prod; curl x", {"AWS_PROFILE": "prod"}),
        ("env AWS_PROFILE=prod curl x", {"AWS_PROFILE": "prod"}),
        ("env AWS_PROFILE=prod STAGE=two sh -c 'STAGE=three curl x'", {"AWS_PROFILE": "prod", "STAGE": "three"}),
        ("declare -x AWS_PROFILE=prod && curl x", {"AWS_PROFILE": "prod"}),
    ],
)
def test_they_see_profiles_and_what_the_text_assigns(project: Project, command: str, shown: dict[str, str]) -> None:
    policy = project.policy(f"types: {{Guard: {{{project.type}, commands: ['curl *']}}}}\n")
    env = environ(AWS_PROFILE="dev", AWS_REGION="eu", KUBECONTEXT="kind", AWS_SECRET_ACCESS_KEY="s", GITHUB_TOKEN="t")
    policy.check(command, cwd="/tmp", env=env)
    (asked,) = project.seen
    assert {name: asked["env"].get(name) for name in shown} == shown
    assert {"AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN"} & set(asked["env"]) == set()
    assert (asked["command"], asked["args"], asked["raw_command_line"], asked["cwd"]) == (
        "curl",
        ["x"],
        command,
        "/tmp",
    )


@pytest.mark.rule("R-H30")
def test_where_it_is_not_certain_what_was_exported_they_are_asked_about_each_case(project: Project) -> None:
    guard = project.policy(f"types: {{Guard: {{{project.type}, commands: ['curl *']}}}}\n")
    assert str(guard.check("a || export STAGE=prod; curl x", env=environ(STAGE="dev")).decision) == "ask"  # for `a`
    assert sorted(each["env"]["STAGE"] for each in project.seen) == ["dev", "prod"]


@pytest.mark.rule("R-H10")
def test_a_type_may_list_what_it_sees(project: Project) -> None:
    policy = project.policy(f"types: {{Guard: {{{project.type}, commands: ['curl *'], env: [GITHUB_TOKEN]}}}}\n")
    policy.check("STAGE=one curl x", env=environ(GITHUB_TOKEN="t", AWS_PROFILE="dev"))
    assert project.seen[0]["env"] == {"GITHUB_TOKEN": "t", "STAGE": "one"}


@pytest.mark.rule("R-H25")
def test_each_part_is_asked_about_once(project: Project) -> None:
    policy = project.policy(f"types: {{Guard: {{{project.type}, commands: ['curl *']}}}}\n")
    assert str(policy.check("curl a; curl b | curl a && curl a", env=environ()).decision) == "allow"
    assert sorted(each["args"][0] for each in project.seen) == ["a", "b"]


def test_a_word_that_cannot_be_known_is_sent_as_it_is_written(project: Project) -> None:
    policy = project.policy(f"types: {{Guard: {{{project.type}, commands: ['curl *']}}}}\n")
    policy.check('curl -X POST "http://$HOST/x" $(date)', env=environ())
    (asked,) = project.seen
    assert (asked["flags"], asked["args"]) == ({"X": "POST"}, ['"http://$HOST/x"', "$(date)"])


def test_a_text_that_is_no_utf8_is_not_sent(project: Project) -> None:
    policy = project.policy(f"rules: [{{allow: 'curl *'}}]\ntypes: {{Guard: {{{project.type}}}}}\n")
    assert said(policy.check("curl \udcff", env=environ())) == (
        "ask",
        "Command cannot be put to the extension, asking user for confirmation",
        "",
    )
    assert project.seen == []


@pytest.mark.rule("R-H3")
def test_a_policy_that_is_a_text_starts_them_where_the_command_would_run(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project.folder)
    policy = Policy.loads(f"types: {{Guard: {{{project.type}, commands: ['curl *']}}}}\n")
    assert str(policy.check("curl x", env=environ()).decision) == "allow"


# ── what goes wrong ──────────────────────────────────────────────────────────

WRONG = {
    "gone": ("./nowhere", "Extension failed to start, asking user for confirmation", "spawn error: "),
    "no program": ("./plain.txt", "Extension failed to start, asking user for confirmation", "spawn error: "),
    "slow": ("sleep 30", "Extension timed out, asking user for confirmation", "timeout after 300ms"),
    "silent": ("true", "Extension returned invalid response, asking user for confirmation", "invalid response: "),
    "loud": ("yes", "Extension returned invalid response, asking user for confirmation", "invalid response: "),
    "killed": (
        "sh -c 'kill -9 $$'",
        "Extension returned invalid response, asking user for confirmation",
        "invalid response: ",
    ),
}


@pytest.mark.rule("R-H14", "R-H15", "R-H16", "R-H18")
@pytest.mark.parametrize("rule", ["allow", ""])
@pytest.mark.parametrize("wrong", WRONG)
def test_a_failure_asks_whatever_the_rules_say(project: Project, wrong: str, rule: str) -> None:
    executor, sentence, verbose = WRONG[wrong]
    (project.folder / "plain.txt").write_text("no program")
    (project.folder / "plain.txt").chmod(stat.S_IRUSR)
    rules = f"rules: [{{{rule}: 'curl *'}}]\n" if rule else ""
    policy = project.policy(
        f"{rules}types: {{Guard: {{executor: \"{executor}\", timeout: 300ms, commands: ['curl *']}}}}\n"
    )
    verdict = policy.check("curl x", env=environ())
    assert said(verdict) == ("ask", sentence, "")
    (line,) = verdict.evidence[0].troubles
    assert line.startswith(f"[verbose] Extension error: {verbose}")


@pytest.mark.rule("R-H18")
def test_a_failure_does_not_soften_a_denial(project: Project) -> None:
    policy = project.policy("rules: [{deny: 'curl *', message: 'no'}]\ntypes: {Guard: {executor: './nowhere'}}\n")
    assert said(policy.check("curl x", env=environ())) == ("deny", "no", "")
