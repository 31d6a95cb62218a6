"""`wicket exec`: nothing runs that was not judged, and nothing that was asked about runs before a person says yes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from machine import WAIT_S, Machine, Outcome
from oracle.sandbox import available
from wicket.cli import exec_judge_and_run
from wicket.exec_tickets import issue_ticket
from wicket.sandbox import contained_command, drivers
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.native_launcher import native_launcher

POLICY = """
rules:
  - allow: 'echo *'
  - allow: 'exit *'
  - allow: 'kill *'
  - allow: 'cat *'
  - allow: 'env'
  - allow: 'false'
  - allow: 'shopt *'
  - allow: 'nowhere *'
  - allow: 'sleep *'
  - allow: '/etc/passwd *'
  - ask: 'touch *'
    message: "look\\e[2J twice\\u202e"
    fix_suggestion: 'do not'
  - deny: 'git push *'
    message: "people\\e[1m push"
    fix_suggestion: 'open a pull request'
"""


@pytest.fixture
def policy(machine: Machine) -> Path:
    path = machine.root / "policy.yml"
    path.write_text(POLICY, encoding="utf-8")
    return path


@pytest.fixture
def config(policy: Path) -> tuple[str, str, str]:
    return ("exec", "--config", str(policy))


@pytest.mark.parametrize(
    ("words", "outcome"),
    [
        (["echo a  b; echo 'c  d'"], Outcome(0, "a b\nc  d\n")),
        (["echo", "a  b", "$HOME", ";"], Outcome(0, "a  b $HOME ;\n")),
        (["exit 7"], Outcome(7)),
        (["false"], Outcome(1)),
        (["kill -9 $$"], Outcome(137)),
        (["kill -TERM $$"], Outcome(143)),
        (["nowhere", "x"], Outcome(127, "", "wicket: there is no program nowhere; look at its name and at the PATH\n")),
        (["/etc/passwd", "x"], Outcome(126, "", "wicket: cannot run /etc/passwd: Permission denied\n")),
    ],
)
def test_what_is_allowed_runs_and_ends_as_it_ends(
    machine: Machine, config: tuple[str, ...], words: list[str], outcome: Outcome
) -> None:
    assert machine.run(*config, "--", *words) == outcome


def test_options_behind_the_command_are_the_commands(machine: Machine, config: tuple[str, ...]) -> None:
    assert machine.run(*config, "echo", "a", "--config", "x", "--verbose") == Outcome(0, "a --config x --verbose\n")


@pytest.mark.rule("R-H26")
def test_what_is_denied_does_not_run(machine: Machine, config: tuple[str, ...], policy: Path) -> None:
    done = machine.run(*config, "echo x > proof; git push")
    rule = f"`deny: git push * ({policy}:16)` matches"
    said = f"wicket: denied: git push: people push [{rule}] (suggestion: open a pull request)\n"
    assert done == Outcome(3, "", said)
    assert not (machine.project / "proof").exists()


@pytest.mark.rule("R-H28")
def test_what_is_asked_about_does_not_run_where_nobody_can_be_asked(
    machine: Machine, config: tuple[str, ...], policy: Path
) -> None:
    rule = f"`ask: touch * ({policy}:13)` matches"
    said = f"wicket: refused: look twice [{rule}] (suggestion: do not); a person has to confirm it, and there is no"
    assert machine.run(*config, "touch proof") == Outcome(3, "", f"{said} terminal to ask on\n")
    assert not (machine.project / "proof").exists()


@pytest.mark.rule("R-H28")
@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("n", 3), ("", 3), ("yes please", 3)])
def test_a_person_is_shown_all_and_decides(
    machine: Machine, config: tuple[str, ...], policy: Path, answer: str, code: int
) -> None:
    done, shown = machine.run_at_terminal(answer, *config, "touch proof\necho '\\u0061'")
    rule = f"`ask: touch * ({policy}:13)` matches"
    asked = (
        "wicket: this would be run:\n"
        "  | touch proof\n"
        "  | echo '\\u0061'\n"
        f"in {machine.project}\n"
        f"ask: touch proof: look twice [{rule}] (suggestion: do not)\n"
        f"Run it? [y/N] {answer}\n"
    ) + ("" if answer else "taken: no\n")
    assert (done, shown) == (code, asked + ("\\u0061\n" if code == 0 else "wicket: refused\n"))
    assert (machine.project / "proof").exists() == (code == 0)


def test_what_could_be_taken_for_something_else_is_spelled_out(machine: Machine, config: tuple[str, ...]) -> None:
    _, shown = machine.run_at_terminal("n", *config, "touch \u0430\u202e\x1b[2J\nx")
    assert shown.splitlines()[:2] == [
        "wicket: this would be run, and holds what can be taken for something else:",
        "  = $'touch \\u0430\\u202e\\u001b[2J\\nx'",
    ]


@pytest.mark.rule("R-H28")
def test_a_validator_that_fails_is_a_question(machine: Machine, policy: Path) -> None:
    policy.write_text("rules: [{allow: 'touch *'}]\ntypes: {Guard: {executor: 'sleep 30', timeout: 200ms}}\n")
    done = machine.run("exec", "--config", str(policy), "--verbose", "touch proof")
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith(
        "[verbose] Extension error: timeout after 200ms\n"
        "wicket: refused: Extension timed out, asking user for confirmation ["
    )
    assert not (machine.project / "proof").exists()


def test_pass_is_a_question_here(machine: Machine, policy: Path) -> None:
    policy.write_text("defaults: {action: pass}\n")
    assert machine.run("exec", "--config", str(policy), "touch proof").code == 3
    assert not (machine.project / "proof").exists()


def test_bash_reads_none_of_its_files_and_nothing_from_the_environment(
    machine: Machine, config: tuple[str, ...]
) -> None:
    evil = machine.root / "evil"
    evil.write_text("echo evil\n")
    (machine.root / ".bashrc").write_text("echo evil\n")
    (machine.root / ".bash_profile").write_text("echo evil\n")
    hostile = {
        "BASH_ENV": str(evil),
        "ENV": str(evil),
        "SHELLOPTS": "xtrace:noglob",
        "BASHOPTS": "extglob:nullglob",
        "BASH_COMPAT": "31",
        "POSIXLY_CORRECT": "1",
        "BASH_FUNC_echo%%": "() { /bin/echo evil; }",
        "BASH_LOADABLES_PATH": "/tmp",
        "CDPATH": "/",
        "EXECIGNORE": "*",
        "GLOBIGNORE": "*",
        "PS4": "$(echo evil)",
        "WICKET_APPROVER_TOKEN": "secret",
        "KEPT": "kept",
    }
    done = machine.run(*config, "echo $KEPT $BASH_ENV $ENV $BASH_COMPAT $POSIXLY_CORRECT; shopt nullglob", **hostile)
    assert done == Outcome(1, "kept\nnullglob       \toff\n")
    done = machine.run(*config, "env", **hostile)
    names = {line.partition("=")[0] for line in done.out.splitlines()}
    assert names & set(hostile) == {"KEPT"}


def test_a_folder_is_the_one_that_was_judged(machine: Machine, policy: Path) -> None:
    elsewhere = machine.root / "elsewhere" / "sub"
    for folder in (elsewhere, machine.project / "sub"):
        folder.mkdir(parents=True)
    policy.write_text(
        f"rules: [{{allow: 'cd *'}}, {{allow: 'touch *'}}]\nfiles: {{write_only_in: [{machine.project}]}}\n"
    )
    done = machine.run("exec", "--config", str(policy), "cd sub && touch proof", CDPATH=str(elsewhere.parent))
    assert (done, list(elsewhere.iterdir())) == (Outcome(0), [])
    assert (machine.project / "sub" / "proof").exists()
    (machine.root / "link").symlink_to(machine.project / "sub")
    words = ["--config", str(policy), "cd .. && touch above"]
    ran = subprocess.run(
        [sys.executable, "-m", "wicket", "exec", *words],
        cwd=machine.project / "sub",
        env=machine.environ | {"PWD": str(machine.root / "link")},
        timeout=WAIT_S,
        check=False,
    )
    assert (ran.returncode, (machine.project / "above").exists()) == (0, True)
    # Whoever else runs it would go elsewhere.
    done = machine.run("check", "--config", str(policy), "cd sub && touch proof", CDPATH=str(elsewhere.parent))
    assert done.out.startswith("ask: ")


def test_a_word_of_the_shell_is_no_program(machine: Machine, policy: Path) -> None:
    imposter = machine.root / "bin" / "read"
    imposter.parent.mkdir()
    imposter.write_text("#!/bin/sh\necho evil\n")
    imposter.chmod(0o755)
    path = f"{imposter.parent}:{machine.environ['PATH']}"
    said = "wicket: read is a word of the shell's own, and no program; give the whole command as one text\n"
    assert machine.run("exec", "--config", str(policy), "--", "read", "x", PATH=path) == Outcome(127, "", said)
    policy.write_text("rules: [{allow: 'env *'}]")
    assert machine.run("exec", "--config", str(policy), "env read x", PATH=path).code == 3


def test_a_text_that_begins_with_a_dash_is_a_text(machine: Machine, policy: Path) -> None:
    policy.write_text("defaults: {action: allow}\n")
    done = machine.run("exec", "--config", str(policy), "--", "-x")
    assert (done.code, "invalid option" in done.err) == (127, False)


def test_streams_are_the_callers(machine: Machine, config: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "wicket", *config, "cat; echo x >&2; exit 3"],
        cwd=machine.project,
        env=machine.environ,
        input=b"given",
        capture_output=True,
        timeout=WAIT_S,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (3, b"given", b"x\n")


def test_a_signal_reaches_the_command(machine: Machine, config: tuple[str, ...]) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "wicket", *config, "echo started; sleep 60"],
        cwd=machine.project,
        env=machine.environ,
        stdout=subprocess.PIPE,
    )
    assert child.stdout is not None
    with child.stdout:
        assert os.read(child.stdout.fileno(), 100) == b"started\n"
        begun = time.monotonic()
        child.send_signal(signal.SIGTERM)
        assert child.wait(WAIT_S) == 143
        assert time.monotonic() - begun < WAIT_S


def test_a_bad_policy_is_two(machine: Machine, policy: Path, config: tuple[str, ...]) -> None:
    policy.write_text("rules: 7\n")
    done = machine.run(*config, "echo x")
    assert (done.code, done.out) == (2, "")


def test_without_a_command_it_is_two(machine: Machine) -> None:
    assert machine.run("exec").code == 2


# ── sandboxes ────────────────────────────────────────────────────────────────

BOXES = """
definitions:
  sandbox:
    here: {fs: {write: {allow: [./project]}}, network: {allow: false}}
    nothing: {}
    kept: {fs: {write: {allow: [./project], deny: [./project/kept]}}}
rules:
  - {allow: 'touch *', sandbox: here}
  - {allow: 'mkdir *', sandbox: kept}
  - {allow: 'tee *', sandbox: nothing}
  - {ask: 'cp *', sandbox: here}
  - allow: 'echo *'
  - allow: 'exit *'
  - allow: 'kill *'
  - allow: 'trap *'
  - allow: 'printf *'
  - deny: 'git push *'
"""
needs_bubblewrap = pytest.mark.skipif(not available(), reason="bubblewrap cannot be used here: NO SANDBOX IS TESTED")


@pytest.fixture
def boxes(policy: Path) -> tuple[str, str, str]:
    policy.write_text(BOXES, encoding="utf-8")
    return ("exec", "--config", str(policy))


@needs_bubblewrap
def test_a_rule_that_names_a_sandbox_runs_in_it(machine: Machine, boxes: tuple[str, ...]) -> None:
    assert machine.run(*boxes, "touch inside") == Outcome(0)
    done = machine.run(*boxes, "--", "touch", "/usr/outside")
    said = "touch: cannot touch '/usr/outside': Read-only file system\n"
    assert (done.code, done.out, done.err[: len(said)]) == (1, "", said)
    assert [path.name for path in machine.project.iterdir()] == ["inside"]


@needs_bubblewrap
@pytest.mark.skipif(native_launcher() is None, reason="no compiler, so WHAT WAS REFUSED IS NOT TESTED")
def test_what_the_sandbox_refused_is_said_in_one_line(machine: Machine, boxes: tuple[str, ...]) -> None:
    done = machine.run(*boxes, "mkdir kept/one")
    line = "wicket: no write to kept/one in sandbox kept: write.deny lists it, or it belongs to an agent or to wicket"
    assert (done.code, done.err.splitlines()[1:]) == (1, [line])


@needs_bubblewrap
def test_a_compound_runs_in_all_sandboxes_of_its_parts(machine: Machine, boxes: tuple[str, ...]) -> None:
    done = machine.run(*boxes, "touch inside; echo x | tee other")
    assert (done.code, done.out) == (1, "x\n")
    assert "Read-only file system" in done.err
    assert list(machine.project.iterdir()) == []


@needs_bubblewrap
@pytest.mark.parametrize("text", ["touch inside; git push", "touch inside; cp a b", "touch $(", "touch x; unheard of"])
def test_a_sandbox_softens_nothing(machine: Machine, boxes: tuple[str, ...], text: str) -> None:
    assert machine.run(*boxes, text).code == 3
    assert list(machine.project.iterdir()) == []


@needs_bubblewrap
def test_what_cannot_be_known_runs_contained_where_the_policy_says_so(machine: Machine, policy: Path) -> None:
    text = "rules: [allow: 'perl *', deny: 'git push *']\ndefinitions: {sandbox: {nothing: {}}}\n"
    policy.write_text(text + "defaults: {unknown: {sandbox: nothing}}\n", encoding="utf-8")
    command = ("exec", "--config", str(policy), "--", "perl", "-e")
    done = machine.run(*command, 'open(F, ">", "x") or print "$!\\n"; fork or exit; wait')
    assert (done.code, done.out) == (0, "Read-only file system\n")
    assert machine.run(*command, 'exec q(git), "push"').code == 3
    policy.write_text(text, encoding="utf-8")
    assert machine.run(*command, "fork").code == 3


@needs_bubblewrap
def test_what_a_person_confirms_runs_in_the_sandbox_too(machine: Machine, boxes: tuple[str, ...]) -> None:
    code, shown = machine.run_at_terminal("y", *boxes, "cp /etc/hostname /usr/outside")
    assert code == 1
    assert f"in {machine.project}, in sandbox here\n" in shown
    assert "Read-only file system" in shown


@needs_bubblewrap
def test_one_can_be_asked_for_and_only_tightens(machine: Machine, boxes: tuple[str, ...]) -> None:
    assert machine.run(*boxes, "--sandbox", "nothing", "touch inside").code == 1
    assert machine.run(*boxes, "--sandbox", "here", "echo x") == Outcome(0, "x\n")
    said = "wicket: refused: there is no sandbox wide; the policy declares here, kept, nothing\n"
    assert machine.run(*boxes, "--sandbox", "wide", "echo x") == Outcome(3, "", said)


@needs_bubblewrap
@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("touch x; exit 7", Outcome(7)),
        ("touch x; kill -9 $$", Outcome(137)),
        ("touch x; echo $PWD", Outcome(0, "{project}\n")),
    ],
)
def test_it_ends_as_outside(machine: Machine, boxes: tuple[str, ...], text: str, outcome: Outcome) -> None:
    expected = Outcome(outcome.code, outcome.out.format(project=machine.project))
    assert machine.run(*boxes, "--", text) == expected


@needs_bubblewrap
def test_control_c_reaches_the_command_and_not_its_sandbox(machine: Machine, boxes: tuple[str, ...]) -> None:
    text = "trap 'echo caught; exit 9' INT; touch x; printf 'at: '; read y"
    code, shown = machine.run_at_terminal("\x03", *boxes, text, at="at: ")
    assert (code, "caught" in shown) == (9, True)


@needs_bubblewrap
def test_a_ticket_spares_the_question_once_and_takes_no_sandbox_away(machine: Machine, boxes: tuple[str, ...]) -> None:
    (machine.project / "a").write_text("x")
    text = "cp a b; touch /usr/outside"
    name = issue_ticket(machine.home, text, str(machine.project), machine.environ, (), time.time())
    done = machine.run(*boxes, "--ticket", name, text)
    assert (done.code, sorted(path.name for path in machine.project.iterdir())) == (1, ["a", "b"])
    again = machine.run(*boxes, "--ticket", name, text)
    assert (again.code, "it was used" in again.err) == (3, True)


def test_a_ticket_allows_nothing_that_is_denied(machine: Machine, boxes: tuple[str, ...]) -> None:
    done = machine.run(*boxes, "--ticket", "0" * 32, "git push origin")
    assert (done.code, done.err.startswith("wicket: denied: ")) == (3, True)


@pytest.mark.parametrize(("around", "answer", "runs"), [(True, True, True), (True, False, False), (False, True, False)])
def test_in_a_sandbox_already_a_person_is_asked_where_none_can_be_held(
    around: bool, answer: bool, runs: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[list[str]] = []

    def ask(lines: list[str], _question: str) -> bool:
        asked.append(lines)
        return answer

    def hold(*_: object) -> None:
        raise CannotHold("nothing holds it here")

    monkeypatch.setattr(contained_command, "contained", hold)
    monkeypatch.setattr(drivers, "in_a_sandbox", lambda: around)
    monkeypatch.setattr(exec_judge_and_run, "ask", ask)
    work = {"work": ((), (), None, (), True, False, ())}
    if runs:
        assert exec_judge_and_run._contained("ls -l", ["work"], work, dict(os.environ)) is None
    else:
        with pytest.raises(SystemExit) as caught:
            exec_judge_and_run._contained("ls -l", ["work"], work, dict(os.environ))
        assert caught.value.code == 3
        assert capsys.readouterr().err == "wicket: refused: nothing holds it here\n"
    shown = ["  | ls -l", f"in {os.getcwd()}, in no sandbox but the one around it: nothing holds it here"]
    assert [lines[1:] for lines in asked] == ([shown] if around else [])
