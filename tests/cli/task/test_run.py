"""`wicket task run`: exit codes, what is said, and signals."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from bounds import BOUND_S
from machine import Machine
from tasks.evals import Lab, script


@pytest.mark.rule("G-H56")
def test_exit_codes(machine: Machine, lab: Lab) -> None:
    lab.task("good")
    lab.task("wrong", verify=[script("false")])
    lab.task("broken", setup=[script("false")])
    eval_file = str(lab.write())
    codes = {name: machine.run("task", "run", eval_file, "-r", name).code for name in ("good", "wrong", "broken")}
    assert codes == {"good": 0, "wrong": 1, "broken": 2}
    done = machine.run("task", "run", eval_file, "-r", "nothing")
    assert (done.code, done.out) == (2, "")
    assert done.err == (f"wicket: none of the 3 tasks is chosen; look at `wicket task list {eval_file}`\n")


def test_figures_for_a_program_and_lines_for_a_person(machine: Machine, lab: Lab) -> None:
    lab.task("good")
    lab.task("wrong", verify=[script("echo looked; false")])
    done = machine.run("task", "run", str(lab.write()), "--json", "-o", "out.json", "-n", "2")
    figures = json.loads(done.out)
    assert (done.code, figures["passed"], figures["failed"]) == (1, 2, 2)
    assert figures["output"] == str(machine.project / "out.json")
    assert "✓ PASS  good (1/2)" in done.err
    assert done.err.endswith("\npass@1 50%, pass@2 50%, pass^2 50%\n")
    assert "verification failed: script: looked: the script failed (exit code 1)" in done.err
    assert list((machine.home / "tasks").iterdir()) != []


@pytest.mark.rule("G-H56", "G-H31")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_cleans_up_and_the_results_are_there(machine: Machine, lab: Lab, number: signal.Signals) -> None:
    lab.agent(f"touch {machine.project}/here; sleep 600")
    lab.task(cleanup=[script("echo cleaned >> notes")])
    process = subprocess.Popen(
        [sys.executable, "-m", "wicket", "task", "run", str(lab.write()), "-o", "out.json"],
        cwd=machine.project,
        env=machine.environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        limit = time.monotonic() + BOUND_S
        while not (machine.project / "here").exists():
            assert time.monotonic() < limit
            time.sleep(0.01)
        process.send_signal(number)
        _, err = process.communicate(timeout=BOUND_S)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 130
    assert "interrupted: cleaning up; interrupt again to leave at once" in err
    [run] = (machine.home / "tasks").iterdir()
    assert f"to go on, give the same command with `--resume {run.name}`" in err
    [result] = json.loads((machine.project / "out.json").read_text())["results"]
    assert (result["status"], result["interrupted"], lab.noted()) == ("error", True, ["cleaned"])


@pytest.mark.rule("G-H56")
def test_a_place_where_no_results_can_be_is_refused_before_anything_runs(machine: Machine, lab: Lab) -> None:
    lab.task(setup=[script("echo set up >> notes")])
    done = machine.run("task", "run", str(lab.write()), "-o", "nowhere/out.json")
    folder = machine.project / "nowhere"
    said = f"wicket: the results cannot be written to {folder}/out.json: there is no folder {folder}\n"
    assert (done.code, done.err, lab.noted()) == (2, said, [])


def test_warnings_are_about_what_is_chosen(machine: Machine, lab: Lab) -> None:
    lab.task("good")
    lab.task("other", verify=[])
    assert "verify is empty" in machine.run("task", "validate", str(lab.write())).err
    assert machine.run("task", "validate", str(lab.path), "-r", "good").err == "1 task is valid\n"


def test_a_run_that_is_not_there(machine: Machine, lab: Lab) -> None:
    lab.task()
    done = machine.run("task", "run", str(lab.write()), "--resume", "none")
    assert (done.code, done.err) == (
        2,
        "wicket: there is no run 'none'; `wicket task cleanup` lists what is left of runs\n",
    )


@pytest.mark.parametrize("mended", [True, False])
def test_a_killed_run_is_cleaned_up_before_it_is_gone_on_with(machine: Machine, lab: Lab, mended: bool) -> None:
    path = lab.task(setup=[script("echo set up >> notes")], cleanup=[script("test -e mended && echo cleaned >> notes")])
    if mended:
        (path.parent / "mended").touch()
    run = machine.home / "tasks" / "lab-1"
    run.mkdir(parents=True)
    for folder in (machine.home, machine.home / "tasks"):
        folder.chmod(0o700)
    events = [
        {"event": "run", "eval": str(lab.write()), "tasks": [str(path)]},
        {"event": "task", "key": "0.0", "path": str(path), "randomId": "r", "folder": str(run / "task")},
    ]
    (run / "journal.jsonl").write_text("".join(json.dumps(event) + "\n" for event in events))
    done = machine.run("task", "run", str(lab.path), "--resume", "lab-1", "-o", "out.json")
    if mended:
        assert (done.code, lab.noted()) == (0, ["cleaned", "set up", "cleaned"])
        assert [one["status"] for one in json.loads((machine.project / "out.json").read_text())["results"]] == [
            "passed"
        ]
    else:
        assert (done.code, lab.noted()) == (2, [])
        assert done.err.endswith("lab-1 is not gone on with; see to it, and run `wicket task cleanup lab-1`\n")


def test_a_limit_is_a_duration(machine: Machine, lab: Lab) -> None:
    lab.task()
    done = machine.run("task", "run", str(lab.write()), "--task-timeout", "soon")
    assert done.code == 2
    assert "not a duration: 'soon'" in done.err


def test_a_run_goes_on_when_nobody_reads_what_it_says(machine: Machine, lab: Lab) -> None:
    for name in "abc":
        lab.task(name, cleanup=[script(f"echo {name} >> notes")])
    reader, writer = os.pipe()
    os.close(reader)
    words = [sys.executable, "-m", "wicket", "task", "run", str(lab.write()), "-v", "-o", "out.json"]
    try:
        subprocess.run(
            words, cwd=machine.project, env=machine.environ, stdin=subprocess.DEVNULL, stderr=writer, timeout=BOUND_S
        )
    finally:
        os.close(writer)
    results = json.loads((machine.project / "out.json").read_text())["results"]
    assert ([one["status"] for one in results], lab.noted()) == (["passed"] * 3, ["a", "b", "c"])
