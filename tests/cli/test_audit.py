"""`wicket audit`: search the record, follow it, prove it."""

import json
import re
import select
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gateway.admitted_requests import admitted
from gateway.records import append
from machine import WAIT_S, Machine
from wicket.doors.call_record import TRIAL_SESSION
from wicket.gateway import record_entries
from wicket.gateway.approval_queue import Approved, Denied, Expired, Withdrawn
from wicket.gateway.pipeline_execution import EndedStage, Outcome
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_redaction import Note
from wicket.gateway.request_types import Judgement

JUDGED = Judgement("ask", "no rule")
DONE = Outcome((EndedStage(3, 0, b"", False),), b"out", False, 0.1, "digest")


def record(machine: Machine) -> Ledger:
    ledger = Ledger(machine.home / "ledger.sqlite")
    now = time.time()
    yes, no = admitted("apt install nginx", session="alpha"), admitted("cat a\x1bb --token hunter2", cwd="/srv")
    append(
        ledger,
        [
            record_entries.decided("r1", yes, Approved("me", "terminal"), JUDGED, 1.0, now - 7200),
            record_entries.resulted("r1", admitted("true"), JUDGED, DONE, now - 7199),
            record_entries.decided("r2", no, Denied("me", "console"), JUDGED, 1.0, now - 60),
        ],
    )
    return ledger


def commands(machine: Machine, *argv: str) -> list[str]:
    done = machine.run("audit", "--json", *argv)
    assert done.code == 0, done.err
    return [case["command"] for case in json.loads(done.out)]


def test_the_record_is_shown_and_searched(machine: Machine) -> None:
    record(machine).close()
    header, first, second = machine.run("audit").out.splitlines()
    assert header.split() == ["time", "decision", "by", "exit", "in", "command"]
    assert first.split()[2:] == ["approved", "me", "3", "/", "apt", "install", "nginx"]
    assert second.split()[2:] == ["denied", "me", "-", "/srv", "cat", "$'a\\u001bb'", "--token", "'[redacted]'"]
    apt, cat = "apt install nginx", "cat $'a\\u001bb' --token '[redacted]'"
    assert commands(machine) == [apt, cat]
    assert commands(machine, "nginx") == [apt]
    assert commands(machine, "install", "apt") == [apt]
    assert commands(machine, "--", "--token") == [cat]
    assert commands(machine, "--since", "1h") == commands(machine, "cat", "--since", "1h") == [cat]
    assert commands(machine, "nginx", "--since", "1h") == []
    assert machine.run("audit", "nginx", "--nope").code == 2
    assert commands(machine, "--until", "1h") == [apt]
    assert commands(machine, "--since", "2026-01-01", "--decision", "approved") == [apt]
    assert commands(machine, "--session", "alpha") == [apt]
    assert commands(machine, "--cwd", "/srv") == commands(machine, "--cwd", "/srv/.") == [cat]
    assert commands(machine, "--exit", "3") == [apt]
    assert machine.run("audit", "nothing-like-it").err == "nothing found\n"


def tried(machine: Machine) -> None:
    """Add what `wicket verify` asks about: one call that was refused, as it must be, and one that was let pass."""
    ledger = record(machine)
    now = time.time()
    append(
        ledger,
        [
            record_entries.decided(
                "r4", admitted("a canary", session=TRIAL_SESSION), Denied("p", "x"), JUDGED, 1.0, now
            ),
            record_entries.decided(
                "r5", admitted("let pass", session=TRIAL_SESSION), Approved("p", "x"), JUDGED, 1.0, now
            ),
        ],
    )
    ledger.close()


def test_what_verify_has_tried_is_left_out_and_counted(machine: Machine) -> None:
    tried(machine)
    done = machine.run("audit")
    assert ("a canary" in done.out, "let pass" in done.out) == (False, True)
    assert done.err == "1 trial call of `wicket verify` left out; --with-verify shows it\n"
    done = machine.run("audit", "--with-verify")
    assert ("a canary" in done.out, done.err) == (True, "")
    assert "a canary" in machine.run("audit", "--session", TRIAL_SESSION).out
    assert "a canary" in commands(machine)


def test_at_a_terminal_every_entry_is_one_line_that_fits(machine: Machine) -> None:
    record(machine).close()
    machine.environ["TZ"] = (
        f"NOON{time.gmtime().tm_hour - 12:+d}"  # at midnight, the older entry would be of another day
    )
    code, shown = machine.run_at_terminal("", "audit", columns=50)
    said, header, *entries = re.sub(r"\x1b\[[0-9;]*m", "", shown).splitlines()
    assert (code, said, header.split()) == (0, "all by me", ["time", "decision", "exit", "in", "command"])
    assert [entry.split()[1] for entry in entries[:2]] == ["approved", "denied"]
    assert all(len(line) < 50 for line in entries)
    assert " ".join(line.strip() for line in entries[2:]) == "cut to fit the window; `| less -S` shows all of each line"


@pytest.mark.parametrize("word", ["head", "verify", "export", "recheck"])
def test_behind_two_dashes_a_verb_is_a_word(machine: Machine, word: str) -> None:
    ledger = record(machine)
    append(
        ledger, [record_entries.decided("r3", admitted(f"{word} x"), Denied("me", "console"), JUDGED, 1.0, time.time())]
    )
    ledger.close()
    assert commands(machine, "--", word) == commands(machine, "--since", "1h", "--", word, "x") == [f"{word} x"]


def test_the_current_folder_is_found_by_its_short_name(machine: Machine) -> None:
    ledger = record(machine)
    here = admitted("make", cwd=str(machine.project.resolve()))
    append(ledger, [record_entries.decided("r3", here, Denied("me", "console"), JUDGED, 1.0, time.time())])
    ledger.close()
    assert commands(machine, "--cwd", ".") == commands(machine, "--cwd", f"{machine.project}/") == ["make"]


def test_one_long_command_makes_no_other_row_long(machine: Machine) -> None:
    ledger = record(machine)
    append(
        ledger,
        [record_entries.decided("r3", admitted(f"echo {'a' * 120_000}"), Denied("me", "x"), JUDGED, 1.0, time.time())],
    )
    ledger.close()
    *short, long = machine.run("audit").out.splitlines()
    assert (max(map(len, short)) < 250, len(long) < 1500, long.endswith("… and 119005 characters more")) == (True,) * 3


def test_grants_and_reasons_are_to_be_seen(machine: Machine) -> None:
    ledger = Ledger(machine.home / "ledger.sqlite")
    asked = admitted("true")
    append(
        ledger,
        [
            record_entries.decided("r1", asked, Approved("me", "grant 8c1d"), JUDGED, 1.0, 1.0),
            record_entries.resulted("r1", admitted("true"), JUDGED, DONE, 1.0),
            record_entries.decided("r2", asked, Approved("me", "terminal"), JUDGED, 1.0, 2.0),
            record_entries.interrupted("r2", 3.0),
            record_entries.decided("r3", asked, Denied("me", "console", "not on a Friday"), JUDGED, 1.0, 4.0),
            record_entries.decided("r4", asked, Expired(60.0), JUDGED, 60.0, 5.0),
            record_entries.decided("r5", asked, Withdrawn(), JUDGED, 60.0, 5.0),
        ],
    )
    ledger.close()
    lines = machine.run("audit").out.splitlines()
    cells = [re.split(r" {2,}", line) for line in lines]
    assert [line[1:] for line in cells] == [
        ["decision", "by", "exit", "in", "command", "because"],
        ["approved", "me (grant 8c1d)", "3", "/", "true", "-"],
        ["approved", "me", "-", "/", "true", "interrupted: the gateway died meanwhile"],
        ["denied", "me", "-", "/", "true", "not on a Friday"],
        ["expired", "-", "-", "/", "true", "nobody answered within 1 minute"],
        ["withdrawn", "-", "-", "/", "true", "-"],
    ]


def test_another_record_may_be_named_before_the_verb_and_behind_it(machine: Machine) -> None:
    record(machine).close()
    other = machine.root / "other.sqlite"
    (machine.home / "ledger.sqlite").rename(other)
    policy = machine.root / "new.yml"
    policy.write_text("rules: []\n")
    for verb in (["verify"], ["head"], ["export"], ["recheck", "--config", str(policy)]):
        before = machine.run("audit", "--record", str(other), *verb)
        behind = machine.run("audit", *verb, "--record", str(other))
        assert (before.code, before) == (0, behind)
        assert machine.run("audit", *verb).code == 1


def test_the_record_is_proved(machine: Machine) -> None:
    ledger = record(machine)
    head = machine.run("audit", "head").out.strip()
    assert head == ledger.head()
    assert machine.run("audit", "verify").out == f"whole: 3 entries; head {head}\n"
    append(ledger, [record_entries.interrupted("r2", 5.0)])
    assert machine.run("audit", "verify", "--head", head).code == 0
    assert [machine.run("audit", "verify", "--head", word).code for word in ("", "foo", "9:", "9:xyz")] == [2] * 4
    lost = machine.run("audit", "verify", "--head", f"9:{'0' * 64}")
    assert (lost.code, lost.err.startswith(f"wicket: the end is missing: 9:{'0' * 64} was kept as head; ")) == (1, True)
    ledger.close()
    with sqlite3.connect(machine.home / "ledger.sqlite") as db:
        db.execute("DROP TRIGGER entries_stay")
        db.execute("UPDATE entries SET body = replace(body, 'nginx', 'apache') WHERE seq = 1")
    db.close()
    broken = machine.run("audit", "verify")
    assert (broken.code, broken.out, broken.err.startswith("wicket: entry 1 does not fit the chain; ")) == (1, "", True)


def test_the_record_is_exported(machine: Machine) -> None:
    ledger = record(machine)
    lines = machine.run("audit", "export").out.splitlines()
    assert lines == list(ledger.export())
    assert json.loads(lines[0])["kind"] == "decision"
    ledger.close()


@pytest.mark.parametrize("options", [["--json"], [], ["--since", "1s"]])
def test_the_record_is_followed_from_now_on(machine: Machine, options: list[str]) -> None:
    ledger = record(machine)
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "wicket", "audit", "--follow", *options],
        env=machine.environ,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            assert process.stdout is not None
            deadline = time.monotonic() + WAIT_S
            number = 0
            shown = ""
            while not shown:  # it shows what comes after it has begun, and nobody tells us when that is
                number += 1
                asked = admitted(f"echo {number}")
                append(
                    ledger, [record_entries.decided(f"n{number}", asked, Approved("me", "x"), JUDGED, 1.0, time.time())]
                )
                append(ledger, [record_entries.resulted(f"n{number}", admitted("true"), JUDGED, DONE, time.time())])
                assert time.monotonic() < deadline
                if select.select([process.stdout], [], [], 0.3)[0]:
                    shown = process.stdout.readline()
        finally:
            process.kill()
    if "--json" in options:
        case = json.loads(shown)
        assert (case["command"].split()[0], case["exit_code"], case["decision"]) == ("echo", 3, "approved")
    else:
        assert shown.split()[2:7] == ["approved", "me", "3", "/", "echo"]
    ledger.close()


class Follower:
    """A `wicket audit --follow` that is read line by line."""

    def __init__(self, machine: Machine, *options: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-u", "-m", "wicket", "audit", "--follow", "--json", *options],
            env=machine.environ,
            stdout=subprocess.PIPE,
            bufsize=0,
        )

    def __enter__(self) -> "Follower":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def has_more(self, wait_s: float = WAIT_S) -> bool:
        assert self._process.stdout is not None
        return bool(select.select([self._process.stdout], [], [], wait_s)[0])

    def next(self) -> tuple[str, int | None]:
        assert self._process.stdout is not None
        assert self.has_more()
        case = json.loads(self._process.stdout.readline())
        return case["command"], case["exit_code"]


def running(request: str, command: str) -> Note:
    return record_entries.decided(request, admitted(command), Approved("me", "x"), JUDGED, 1.0, time.time())


@pytest.mark.parametrize("options", [(), ("--since", "1h")])
def test_what_runs_when_following_begins_is_told_when_it_ends(machine: Machine, options: tuple[str, ...]) -> None:
    ledger = record(machine)
    append(ledger, [running("n1", "make")])
    with Follower(machine, *options) as follower:
        number = 0
        while not follower.has_more(0.2):  # nobody tells us when it has begun
            number += 1
            assert number < WAIT_S * 5
            append(
                ledger,
                [
                    running(f"t{number}", "true"),
                    record_entries.resulted(f"t{number}", admitted("true"), JUDGED, DONE, time.time()),
                ],
            )
        append(ledger, [record_entries.resulted("n1", admitted("true"), JUDGED, DONE, time.time())])
        told = [follower.next()]
        while told[-1] != ("make", 3):
            told.append(follower.next())
    ledger.close()


def test_nothing_that_comes_while_following_begins_is_lost_or_told_twice(machine: Machine) -> None:
    ledger = record(machine)
    with Follower(machine, "--since", "1h", "--all") as follower:
        number, more = 0, 100
        while more:  # some before it looks, some while, some behind
            request = f"n{number}"
            append(
                ledger,
                [
                    running(request, f"echo {number}"),
                    record_entries.resulted(request, admitted("true"), JUDGED, DONE, time.time()),
                ],
            )
            number += 1
            more -= follower.has_more(0)
        assert follower.next()[0].startswith("cat ")
        assert [follower.next() for _ in range(number)] == [(f"echo {each}", 3) for each in range(number)]
    ledger.close()


def test_what_is_followed_may_begin_earlier(machine: Machine) -> None:
    record(machine).close()
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "wicket", "audit", "--follow", "--since", "1h"],
        env=machine.environ,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().split()[2:4] == ["denied", "me"]
        finally:
            process.kill()


def test_where_nothing_was_recorded_the_sentence_says_so(machine: Machine, tmp_path: Path) -> None:
    done = machine.run("audit")
    assert (done.code, done.err) == (
        1,
        f"wicket: there is no record at {machine.home / 'ledger.sqlite'}; `wicket serve` begins one\n",
    )
    assert not machine.home.exists()


@pytest.mark.parametrize("text", ["", "yesterday", "2026-02-31", "-1d", "-1h", "1x"])
def test_what_is_no_moment_is_said(machine: Machine, text: str) -> None:
    done = machine.run("audit", "--since", text)
    assert (done.code, "is neither a time" in done.err) == (2, True)


def test_the_past_is_judged_by_another_policy(machine: Machine) -> None:
    record(machine).close()
    policy = machine.root / "new.yml"
    policy.write_text("rules:\n  - deny: 'apt *'\n    message: not by you\n  - allow: 'ls *'\n")
    done = machine.run("audit", "recheck", "--config", str(policy))
    count, uncertain, way, header, row = done.out.splitlines()
    assert (done.code, count, way) == (0, "2 judged anew, 1 otherwise than before", "     1  ask → deny")
    assert uncertain.startswith("1 of them without what looked like a secret, marked *: ")
    assert header.split() == ["time", "then", "now", "in", "command", "because"]
    assert row.split()[2:8] == ["ask", "deny", "/", "apt", "install", "nginx"]
    said = json.loads(machine.run("audit", "recheck", "--config", str(policy), "--json", "--since", "1h").out)
    assert said == {"judged": 1, "cleaned": 1, "changed": 0, "changes": []}
    assert machine.run("audit", "recheck").code == 2
    policy.write_text("rules: [")
    assert machine.run("audit", "recheck", "--config", str(policy)).code != 0


def test_the_last_are_shown_and_all_on_request(machine: Machine) -> None:
    ledger = Ledger(machine.home / "ledger.sqlite")
    for number in range(105):
        asked = admitted(f"echo {number}")
        append(ledger, [record_entries.decided(f"r{number}", asked, Denied("me", "x"), JUDGED, 1.0, 1000.0 + number)])
    ledger.close()
    done = machine.run("audit")
    assert (len(done.out.splitlines()), done.err) == (101, "the last 100 of 105; --all shows all\n")
    assert done.out.splitlines()[1].endswith("echo 5")
    assert len(commands(machine, "--all")) == 105


@pytest.mark.parametrize("body", ["{}", "no JSON"])
def test_of_a_meddled_record_no_verb_shows_more_than_a_sentence(machine: Machine, body: str) -> None:
    record(machine).close()
    meddler = sqlite3.connect(machine.home / "ledger.sqlite")
    with meddler:
        meddler.execute("DROP TRIGGER entries_stay")
        meddler.execute("UPDATE entries SET body = ?, at_us = ? WHERE seq = 3", (body, time.time() * 1e6))
    meddler.close()
    said = "wicket: entry 3 is not as it was written; see `wicket audit verify`\n"
    for argv in (["audit"], ["audit", "--json"], ["serve", "--no-console", "--socket", str(machine.root / "s")]):
        done = machine.run(*argv)
        assert (done.code, done.out, done.err) == (1, "", said), argv
    assert machine.run("audit", "verify").err.startswith("wicket: entry 3 does not fit the chain; whole up to 2:")
