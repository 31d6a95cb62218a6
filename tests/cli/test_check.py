"""`wicket check`: the verdict, for people and for programs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from machine import WAIT_S, Machine, Outcome

POLICY = """
rules:
  - allow: 'git status'
  - ask: 'git commit *'
  - deny: 'git push *'
    message: "people\\e[1m push\\nallow: x"
    fix_suggestion: 'open a pull request'
"""


@pytest.fixture
def policy(machine: Machine) -> Path:
    path = machine.root / "policy.yml"
    path.write_text(POLICY, encoding="utf-8")
    return path


def run(machine: Machine, given: bytes, *words: str) -> Outcome:
    done = subprocess.run(
        [sys.executable, "-m", "wicket", "check", *words],
        cwd=machine.project,
        env=machine.environ,
        input=given,
        capture_output=True,
        start_new_session=True,
        timeout=WAIT_S,
        check=False,
    )
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


SAID = "deny: people push\\nallow: x (suggestion: open a pull request)\n"


@pytest.mark.rule("R-H17")
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["git status"], 0, "allow\n"),
        (["git", "status"], 0, "allow\n"),
        (["git commit -a"], 3, "ask: `ask: git commit * (policy.yml:4)` matches\n"),
        (["git push"], 4, SAID),
        (["git status; git push"], 4, SAID),
        (["git", "status; git push"], 3, "ask: no rule covers `git`\n"),
        (["frobnicate"], 3, "ask: no rule covers `frobnicate`\n"),
        (["git 'x"], 3, "ask: the text is not understood: line 1, column 5: a single quote is never closed\n"),
    ],
)
def test_a_verdict_is_one_line(machine: Machine, policy: Path, words: list[str], code: int, said: str) -> None:
    told = said.replace("(policy.yml", f"({policy}")
    assert machine.run("check", "--config", str(policy), "--", *words) == Outcome(0, told)
    assert machine.run("check", "--config", str(policy), "--exit-code", "--", *words) == Outcome(code, told)


def test_pass_is_said_and_is_no_failure(machine: Machine, policy: Path) -> None:
    policy.write_text("defaults: {action: pass}\n")
    asked = machine.run("check", "--config", str(policy), "--exit-code", "ls")
    assert asked == Outcome(0, "pass: no rule covers `ls`\n")


def test_a_text_comes_from_standard_input(machine: Machine, policy: Path) -> None:
    assert run(machine, b"git status\ngit push\n", "--config", str(policy)) == Outcome(0, SAID)
    assert run(machine, b"git status # \xff\n", "--config", str(policy)) == Outcome(0, "allow\n")
    assert run(machine, b"", "--config", str(policy)) == Outcome(0, "ask: there is no command in it\n")


@pytest.mark.parametrize(
    "words", [["--config", "nowhere.yml", "ls"], ["--config", "", "ls"], ["--nonsense", "ls"], ["--batch", "ls"]]
)
def test_what_could_not_be_judged_is_two(machine: Machine, words: list[str]) -> None:
    done = machine.run("check", *words)
    assert (done.code, done.out) == (2, "")
    assert done.err


def test_a_bad_policy_is_said_with_every_problem(machine: Machine, policy: Path) -> None:
    policy.write_text("rules:\n  - permit: 'ls'\nshell: fish\n")
    done = machine.run("check", "--config", str(policy), "ls")
    assert (done.code, done.out.split(":")[0]) == (2, "ask")
    assert [line.split(" ")[1] for line in done.err.splitlines()] == [f"{policy}:2:", f"{policy}:3:"]


def test_what_can_be_read_of_a_bad_policy_still_forbids(machine: Machine, policy: Path) -> None:
    policy.write_text("rules:\n  - deny: 'rm *'\n  - allow: 'ls *\n  - deny: 'dd *'\n")
    for command, decision in (("rm x", "deny"), ("dd x", "deny"), ("ls", "ask")):
        done = machine.run("check", "--config", str(policy), command, "--exit-code")
        assert (done.code, done.out.split(":")[0]) == (2, decision)
        assert "this is no YAML" in done.err
    assert "does not load, so everything is asked about" in machine.run("check", "--config", str(policy), "ls").out


def test_what_is_ignored_of_a_project_is_said(machine: Machine) -> None:
    (machine.project / "wicket.yml").write_text("rules: [{allow: 'rm *'}, {deny: 'ls *'}]\n")
    done = machine.run("check", "rm x")
    assert (done.code, done.out) == (0, "ask: no rule covers `rm`\n")
    assert "wicket trust" in done.err
    assert machine.run("check", "ls x").out.startswith("deny: ")


def test_json_is_all_that_is_known(machine: Machine, policy: Path) -> None:
    done = machine.run("check", "--config", str(policy), "--json", "git push")
    assert (done.code, done.err) == (0, "")
    told = json.loads(done.out)
    assert {key: told[key] for key in ("decision", "reason", "fix_suggestion")} == {
        "decision": "deny",
        "reason": "people push\nallow: x",
        "fix_suggestion": "open a pull request",
    }
    assert [(each["command"], each["rules"][0]["line"]) for each in told["evidence"]] == [("git push", 5)]
    refused = json.loads(machine.run("check", "--config", str(policy), "--json", "git 'x").out)
    assert refused["refusal"] == {"reason": "a single quote is never closed", "line": 1, "column": 5}


@pytest.mark.rule("R-H27")
def test_explain_is_a_tree_and_says_what_a_validator_lacks(machine: Machine, policy: Path) -> None:
    policy.write_text(POLICY + "types: {Guard: {executor: './guard.sh', commands: ['curl *']}}\n")
    done = machine.run("check", "--config", str(policy), "--explain", "git status && curl x")
    failed = "Extension failed to start, asking user for confirmation"
    assert done == Outcome(
        0,
        f"ask: {failed}\n"
        "  git status\n"
        f"    allow: `allow: git status ({policy}:3)` matches\n"
        "  curl x\n"
        "    ask: no rule covers `curl`\n"
        "    ask: the validator Guard: cannot start ./guard.sh: no such program there\n"
        f"  {policy}:8: the validator Guard cannot start: looked for {machine.root}/guard.sh, which is not there\n",
    )
    told = json.loads(machine.run("check", "--config", str(policy), "--explain", "--json", "curl x").out)
    assert told["missing"] == [
        f"{policy}:8: the validator Guard cannot start: looked for {machine.root}/guard.sh, which is not there"
    ]


@pytest.mark.rule("R-H16")
@pytest.mark.parametrize(
    ("executor", "line"),
    [
        ("sleep 30", "timeout after 200ms"),
        ("./nowhere", "spawn error: cannot start ./nowhere: no such program there"),
        ("echo nonsense", "invalid response: "),
    ],
)
def test_verbose_says_what_went_wrong(machine: Machine, policy: Path, executor: str, line: str) -> None:
    policy.write_text(f"types: {{Guard: {{executor: '{executor}', timeout: 200ms}}}}\n")
    quiet = machine.run("check", "--config", str(policy), "ls")
    done = machine.run("check", "--config", str(policy), "--verbose", "ls")
    assert (quiet.code, quiet.err, done.code, done.out) == (0, "", 0, quiet.out)
    assert done.err.startswith(f"[verbose] Extension error: {line}")
    assert done.err.count("\n") == 1


def test_a_batch_answers_line_by_line(machine: Machine, policy: Path) -> None:
    other = machine.root / "other"
    other.mkdir()
    (other / "wicket.yml").write_text("rules: [{deny: 'git status'}]\n")
    bad = machine.root / "bad"
    bad.mkdir()
    lines = [
        b'{"command": "git status", "id": 1}',
        b"",
        b"nonsense",
        b'{"command": "git push", "id": {"any": "thing"}, "cwd": "/"}',
        b'{"command": 7, "id": 2}',
        b'{"id": 3}',
        b"[]",
        b'{"command": "ls", "cwd": "relative"}',
        b'{"command": "ls", "env": {"A": 1}}',
        b'{"command": "\xff"}',
        b"[" * 100_000,
        b'{"command": "git commit"}',
    ]
    done = run(machine, b"\n".join(lines), "--config", str(policy), "--batch")
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 2
    assert [(each.get("id"), each.get("decision")) for each in answers] == [
        (1, "allow"),
        (None, None),
        ({"any": "thing"}, "deny"),
        (2, None),
        (3, None),
        *[(None, None)] * 5,
        (None, "ask"),
    ]
    assert [bool(each.get("error")) for each in answers] == [each.get("decision") is None for each in answers]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (
            b'{"command": "git push", "command": "git status"}',
            "the line cannot be read: it is not JSON: a key stands twice",
        ),
        (b'{"command": "git status", "id": NaN}', "the line cannot be read: it is not JSON: NaN is no number"),
        (b"[" * 100_000, "the line cannot be read: it is nested too deeply"),
        (b"\xff", "the line cannot be read: it is not UTF-8"),
        (b'{"command": "git status \\ud800"}', "the command holds half a character"),
    ],
)
def test_a_line_of_a_batch_that_could_be_taken_for_another_is_not_judged(
    machine: Machine, policy: Path, line: bytes, error: str
) -> None:
    done = run(machine, line, "--config", str(policy), "--batch")
    assert (done.code, json.loads(done.out)) == (2, {"error": error})


def test_a_batch_goes_by_the_folder_and_the_environment_of_each_line(machine: Machine) -> None:
    pytest.importorskip("cel_expr_python")
    one, two = machine.root / "one", machine.root / "two"
    for folder, rule in ((one, "deny: 'ls *'"), (two, "deny: 'ls *', when: 'has(env.STAGE) && env.STAGE == \"prod\"'")):
        folder.mkdir()
        (folder / "wicket.yml").write_text(f"rules: [{{{rule}}}]\n")
    questions: list[dict[str, object]] = [
        {"command": "ls", "cwd": str(one)},
        {"command": "ls", "cwd": str(two)},
        {"command": "ls", "cwd": str(two), "env": {"STAGE": "prod"}},
    ]
    done = run(machine, "\n".join(map(json.dumps, questions)).encode(), "--batch", "--exit-code")
    assert [json.loads(line)["decision"] for line in done.out.splitlines()] == ["deny", "ask", "deny"]
    assert (done.code, done.err) == (4, "")


def test_a_batch_asks_about_a_folder_that_is_not_there(machine: Machine, policy: Path) -> None:
    nowhere = str(machine.root / "nowhere")
    questions = [{"command": command, "cwd": nowhere} for command in ("git status", "git push")]
    done = run(machine, "\n".join(map(json.dumps, questions)).encode(), "--config", str(policy), "--batch")
    asked, denied = (json.loads(line) for line in done.out.splitlines())
    assert (asked["decision"], asked["reason"]) == ("ask", f"there is no folder {nowhere} to run it in")
    assert (done.code, denied["decision"]) == (0, "deny")


def test_looking_makes_no_home_for_a_person_who_has_none(machine: Machine) -> None:
    nowhere = machine.root / "nonexistent"
    done = machine.run("check", "ls", HOME=str(nowhere), WICKET_HOME="", XDG_STATE_HOME="")
    assert (done.code, done.out.startswith("ask: "), nowhere.exists()) == (0, True, False)


def test_a_verdict_that_cannot_be_said_is_no_success(machine: Machine, policy: Path) -> None:
    for options, words in (("", "git status"), ("--json", "git status"), ("--batch", "< /dev/null")):
        command = f"exec {sys.executable} -m wicket check --config {policy} {options} {words} >&-"
        done = subprocess.run(
            ["/bin/sh", "-c", command], cwd=machine.project, env=machine.environ, capture_output=True, check=False
        )
        said = (0, b"") if options == "--batch" else (2, b"wicket: cannot write: Bad file descriptor\n")
        assert (done.returncode, done.stderr) == said
    check = f"{sys.executable} -m wicket check --batch --config {policy}"
    asked = f"printf '%s\\n' '{{\"command\": \"ls\"}}' | {check} > /dev/full"
    done = subprocess.run(
        ["/bin/sh", "-c", asked], cwd=machine.project, env=machine.environ, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (2, b"wicket: cannot write: No space left on device\n")


def test_an_option_of_the_commands_is_told_from_ours(machine: Machine, policy: Path) -> None:
    done = machine.run("check", "--config", str(policy), "git", "push", "--force")
    said = "Error: there is no option --force; if it is the command's, write -- before the command"
    assert (done.code, done.out, done.err.splitlines()[-1]) == (2, "", said)
    near = machine.run("check", "--explian", "ls").err.splitlines()[-1]
    assert near.startswith("Error: there is no option --explian, did you mean --explain?; if it is the command's")
    assert machine.run("check", "--config", str(policy), "--", "git", "push", "--force").out.startswith("deny")
    behind = machine.run("check", "git status", "--config", str(policy), "--json")
    assert json.loads(behind.out)["decision"] == "allow"


def test_a_command_is_judged_where_it_would_run(machine: Machine) -> None:
    (machine.project / "sub").mkdir()
    (machine.project / "wicket.yml").write_text("rules: [{deny: 'touch *'}]\n")
    judged = [machine.run("check", "--cwd", cwd, "touch a").out[:4] for cwd in ("sub", "/")]
    assert judged == ["deny", "ask:"]
    wrong = machine.run("check", "--cwd", "nowhere", "ls")
    assert (wrong.code, "there is no folder" in wrong.err) == (2, True)


def test_the_help_has_examples(machine: Machine) -> None:
    done = machine.run("check", "--help")
    assert (done.code, done.err) == (0, "")
    assert "wicket check --explain -- git push --force" in done.out
