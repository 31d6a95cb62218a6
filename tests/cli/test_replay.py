"""`wicket replay`: what would the policy have said?"""

import json

from machine import Machine
from replay.pasts import ran_before
from served_gateway import at_terminal

SECRET = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"


def policy(machine: Machine, text: str) -> None:
    folder = machine.root / ".config" / "wicket"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "wicket.yml").write_text(text)


def test_rates_denials_and_questions_are_shown(machine: Machine) -> None:
    ran_before(machine.root, "ls", "ls -l", "git push --force", "npm publish", "npm publish --tag x")
    policy(machine, "rules: [{allow: 'ls *'}, {deny: 'git push --force *', message: not that}]\n")
    done = machine.run("replay")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0].startswith("Claude Code: 5 commands in 1 file since ")
    assert lines[1] == "5 commands, 5 of them distinct, judged by the policy of each folder:"
    assert [line.split() for line in lines[2:6]] == [
        ["allow", "40.0", "%", "2"],
        ["pass", "0.0", "%", "0"],
        ["ask", "40.0", "%", "2"],
        ["deny", "20.0", "%", "1"],
    ]
    assert [line.split() for line in lines[7:10]] == [
        ["Denied,", "1:"],
        ["times", "command", "because"],
        ["1", "git", "push", "--force", "not", "that"],
    ]
    assert lines[11] == "Questions that would have come most often:"
    assert lines[13].split() == ["2", "npm", "publish", "npm", "publish", "no", "rule", "covers", "`npm", "publish`"]


def test_a_program_gets_every_verdict_and_no_secret(machine: Machine) -> None:
    ran_before(machine.root, "ls", f"GH_TOKEN={SECRET} gh pr list")
    done = machine.run("replay", "--json")
    report = json.loads(done.out)
    assert done.code == 0
    assert SECRET not in done.out
    assert (report["judged"], len(report["verdicts"])) == (2, 2)
    assert report["histories"][0] | {"agent": "claude-code", "commands": 2} == report["histories"][0]


def test_malformed_histories_are_survived_and_told(machine: Machine) -> None:
    file = ran_before(machine.root, "ls")
    with file.open("ab") as more:
        more.write(b'{"Bash" \xff\n"Bash"\n{"Bash":' + b"[" * 50_000 + b"\n")
    done = machine.run("replay", "--policy", "read-only")
    assert done.code == 0
    assert "1 commands, 1 of them distinct" in done.out
    assert "Claude Code: 0 files, 2 lines and 0 very long commands could not be read" in done.err


def test_two_policies_are_compared(machine: Machine) -> None:
    ran_before(machine.root, "ls", "npm publish")
    (machine.project / "mine.yml").write_text("rules: [{allow: 'npm *'}]\n")
    done = machine.run("replay", "--old", "read-only", "--new", "mine.yml")
    assert done.code == 0, done.err
    assert [line.split() for line in done.out.splitlines()] == [
        ["old:", "wicket:read-only"],
        ["new:", "mine.yml"],
        ["old", "new"],
        ["allow", "50.0", "%", "50.0", "%"],
        ["pass", "0.0", "%", "0.0", "%"],
        ["ask", "50.0", "%", "50.0", "%"],
        ["deny", "0.0", "%", "0.0", "%"],
        ["1", "allow", "→", "ask"],
        ["1", "ask", "→", "allow"],
        [],
        ["Stricter,", "1:"],
        ["times", "old", "new", "command", "because"],
        ["1", "allow", "ask", "ls", "no", "rule", "covers", "`ls`"],
        [],
        ["Looser,", "1:"],
        ["times", "old", "new", "command", "because"],
        ["1", "ask", "allow", "npm", "publish", "every", "command", "in", "it", "is", "allowed"],
    ]


def test_a_saved_report_is_compared_with_today(machine: Machine) -> None:
    ran_before(machine.root, "ls", "npm publish")
    (machine.project / "before.json").write_text(machine.run("replay", "--policy", "read-only", "--json").out)
    policy(machine, "rules: [{allow: 'ls *'}, {deny: 'npm publish *'}]\n")
    done = machine.run("replay", "--old", "before.json", "--json")
    changes = json.loads(done.out)["changes"]
    assert [(each["command"], each["old"], each["new"]) for each in changes] == [("npm publish", "ask", "deny")]


def test_where_nothing_was_run_that_is_said(machine: Machine) -> None:
    done = machine.run("replay")
    assert (done.code, done.out) == (0, "")
    hint, nothing = done.err.splitlines()
    assert hint == "you have no policy of your own; `wicket init` writes one, and --policy tries another"
    assert nothing.startswith("no agent has run anything since ")


def test_mistakes_are_one_sentence(machine: Machine) -> None:
    for options in (
        ("--policy", "nothing"),
        ("--old", "gone.json"),
        ("--record", "gone.sqlite"),
        ("--policy", "read-only", "--new", "read-only"),
    ):
        done = machine.run("replay", *options)
        assert done.code != 0
        assert "Traceback" not in done.err
        assert done.err.strip()


def test_a_terminal_is_told_how_far_it_is_and_a_pipe_nothing(machine: Machine) -> None:
    ran_before(machine.root, *[f"tool{number} x; " + "ls; " * 20 for number in range(3000)])
    with at_terminal(machine, "replay", "--policy", "read-only") as (process, terminal):
        terminal.until("commands judged…")
        terminal.until("Questions that would have come")
        assert process.wait(30) == 0
    assert machine.run("replay", "--policy", "read-only", "--since", "1d").err == ""
