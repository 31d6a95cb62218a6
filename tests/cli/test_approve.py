"""`wicket approve` and its help; `test_deciding.py` plays it with a gateway."""

from pathlib import Path

from machine import WAIT_S, Machine
from served_gateway import Request, at_terminal, serving


def test_it_is_a_verb_that_explains_itself(machine: Machine) -> None:
    done = machine.run("approve", "--help")
    assert (done.code, done.out.startswith("Usage: wicket approve "), done.err) == (0, True, "")


def test_it_needs_a_gateway(machine: Machine) -> None:
    argv = {"approve": ["x"], "deny": ["x"]}.get("approve", [])
    done = machine.run("approve", *argv, "--socket", "/nowhere/s", WICKET_APPROVER_TOKEN="t")
    assert (done.code, done.out, done.err.startswith("wicket: no gateway at /nowhere/s: ")) == (1, "", True)


def own_policy(machine: Machine) -> Path:
    file = machine.root / ".config" / "wicket" / "wicket.yml"
    file.parent.mkdir(parents=True)
    file.write_text("rules:\n  - allow: ls\n")
    return file


def test_always_writes_a_rule_with_the_token_alone(machine: Machine) -> None:
    own = own_policy(machine)
    with serving(machine) as served:
        asked = served.ask("echo hello", cwd=str(machine.project))
        [waiting] = served.pending()
        done = machine.run("approve", waiting["id"], "--always", WICKET_APPROVER_TOKEN=served.token())
        assert (done.code, done.err) == (0, f"approved {waiting['id']} echo hello\nwrote the rule to {own}\n")
        assert asked.answer()["status"] == "ok"
        assert served.ask("echo hello", cwd=str(machine.project)).answer()["status"] == "ok"
        kept = [file.read_text() for file in (machine.home / "backups").iterdir()]
        assert kept == ["rules:\n  - allow: ls\n"]
    assert own.read_text().endswith(" at the command line\n  - allow: 'echo hello'\n")


def test_the_projects_policy_is_written_and_stays_trusted(machine: Machine) -> None:
    file = machine.project / "wicket.yml"
    file.write_text("rules:\n  - allow: ls\n")
    with serving(machine) as served:
        token = served.token()
        asked = served.ask("echo hello", cwd=str(machine.project))
        [waiting] = served.pending()
        done = machine.run("approve", waiting["id"], "--always", "--project", WICKET_APPROVER_TOKEN=token)
        assert (done.code, "no file of the project" in done.err) == (1, True)
        assert machine.run("trust", ".", WICKET_APPROVER_TOKEN=token).code == 0
        done = machine.run("approve", waiting["id"], "--always", "--project", WICKET_APPROVER_TOKEN=token)
        assert (done.code, asked.answer()["status"]) == (0, "ok")
        assert served.ask("echo hello", cwd=str(machine.project)).answer()["status"] == "ok"
    assert "- allow: 'echo hello'" in file.read_text()
    assert "trusted" in machine.run("trust", "--list").out.splitlines()[1].split()[0]


def test_without_the_token_no_rule_is_written(machine: Machine) -> None:
    own = own_policy(machine)
    with serving(machine) as served:
        served.ask("echo hello")
        [waiting] = served.pending()
        for token in ("", "wrong" * 10):
            done = machine.run("approve", waiting["id"], "--always", WICKET_APPROVER_TOKEN=token)
            assert done.code == 1
        # Whoever asks has no word for it.
        said = b'{"op":"approve","id":"x","always":{"rules":["echo *"]}}\n'
        assert Request(served.path, said).answer()["status"] == "error"
    assert own.read_text() == "rules:\n  - allow: ls\n"


def test_at_the_terminal_the_request_is_shown_with_its_rule(machine: Machine) -> None:
    own = own_policy(machine)
    with serving(machine) as served:
        asked = served.ask("echo hello")
        [waiting] = served.pending()
        with at_terminal(machine, "approve", waiting["id"], "--always") as (process, terminal):
            shown = terminal.until("Write this rule, and run it? [y]es [n]o")
            assert "  run    echo hello\n" in shown
            assert "  rule   allow: echo hello\n" in shown
            terminal.answer("y")
            assert process.wait(WAIT_S) == 0
            assert terminal.finish().split()[-5:] == ["wrote", "the", "rule", "to", str(own)]
        assert asked.answer()["status"] == "ok"


def test_project_and_wide_go_with_always(machine: Machine) -> None:
    done = machine.run("approve", "x", "--wide")
    assert (done.code, "--project and --wide go with --always" in done.err) == (2, True)
