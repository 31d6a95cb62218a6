"""Every claim of docs/claims.md has its test, and the test fails when the guard is broken."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bounds import BOUND_S
from docs.pages import ROOT
from inner_pytest import inner_pytest

PAGE = ROOT / "docs" / "claims.md"
ROWS = re.findall(r"^\| (?:\*\*(\d+)\.\*\* )?(.+?) \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)[1:]
TESTS = {number: re.findall(r"`([^`]+)`", tests) for number, _, tests in ROWS if number}

# For each claim: the file, the line as it is, and the line that breaks the guard.
BROKEN = {
    "1": ("gateway/request_lifecycle.py", "if not isinstance(decision, Approved):", "if False:"),
    "2": ("gateway/approver_decisions.py", "self._resolve(ticket, expired)", 'self._resolve(ticket, Approved("", ""))'),
    "3": (
        "gateway/approver_decisions.py",
        "self._resolve(ticket, Withdrawn())",
        'self._resolve(ticket, Approved("", ""))',
    ),
    "4": ("gateway/approved_execution.py", "if left:\n        raise", "if False:\n        raise"),
    "5": ("gateway/request_lifecycle.py", "await self._recorder.write(decided)", "self._recorder.note(decided)"),
    "6": (
        "gateway/approver_decisions.py",
        'if admitted.privileged and not (self.settings.root_below_ask and self.below_ask("root_allow")):',
        "if False:",
    ),
    "7": ("gateway/request_lifecycle.py", 'if judged.decision == "deny":', "if False:"),
    "8": ("gateway/executable_identity.py", "if _pinned(program.path, status) != program:", "if False:"),
    "9": ("gateway/request_lifecycle.py", "used_ids=used, **options", "**options"),
    "10": ("gateway/grants.py", "admitted.requester.identity == self.example.requester.identity", "True"),
    "11": ("gateway/grants.py", "return _WORD.fullmatch(word) is not None", "return True"),
    "12": (
        "gateway/command_display.py",
        "    if all(map(_is_plain, word)):",
        "    if True:\n        return word\n    if True:",
    ),
    "13": ("cli/line_breaks_and_pages.py", 'in "WFA"', 'in ""'),
    "14": ("cli/key_press_and_password_questions.py", "or (answer in _AT_END and not self.at_end)", ""),
    "15": ("cli/key_press_and_password_questions.py", "QUIET_S = 0.5", "QUIET_S = 0.0"),
    "16": ("cli/line_breaks_and_pages.py", "_pieces(visible(text), room)", "_pieces(text, room)"),
    "17": ("cli/raw_terminal.py", "termios.tcsetattr(self._fd, termios.TCSANOW, self._saved)", "pass"),
    "18": ("gateway/approver_socket.py", "elif uid not in self._exempt and not", "elif False and not"),
    "19": ("gateway/requester_socket_and_answers.py", "return uid in self._uids", "return True"),
    "20": ("gateway/extension_guards.py", 'if not verdict.allowed and last == "blocked":', "if False:"),
    "21": ("gateway/record_hash_chain.py", "if base not in cuts:", "if False:"),
    "22": ("gateway/approved_execution.py", "environment(dict(admitted.env), self._defaults)", "dict(os.environ)"),
    "23": ("redaction/clean.py", "[*well_known(text), *named(text), *structured(text), *config_lines(text)]", "[]"),
    "24": ("gateway/socket_file.py", "os.umask(0o777 & ~mode)", "os.umask(0)"),
    "25": (
        "web/token_and_origin_check.py",
        'self._origins.get(_only(headers, b"host") or "")',
        "next(iter(self._origins.values()))",
    ),
    "26": ("web/token_and_origin_check.py", '(method == "POST" and len(said) != 1)', "False"),
    "27": ("web/token_and_origin_check.py", "if not self._is_known(", "if False and self._is_known("),
    "28": ("web/http_application.py", "methods=[method]", 'methods=["GET", "POST"]'),
    "29": ("gateway/command_display.py", "character if character.isprintable() else _spelled(character)", "character"),
    "30": ("web/page/queue.js", "const ARM_MS = 500;", "const ARM_MS = 0;"),
    "31": ("web/page/queue.js", "const LONG = 1500;", "const LONG = 1e9;"),
    "32": ("gateway/approved_execution.py", "or folder(admitted.cwd) != admitted.folder", ""),
    "33": ("gateway/judge_pool.py", "worker.answered(self.patience.quick_s - SPARE_S)", "worker.answered(3600.0)"),
    "34": (
        "gateway/judge_pool.py",
        "return Finding(str(unsure(call.default)), ",
        'return Finding("allow", ',
    ),
    "35": (
        "gateway/approver_decisions.py",
        'if admitted.forward_agent and not (self.settings.agent_below_ask and self.below_ask("agent_allow")):',
        "if False:",
    ),
    "36": ("gateway/record_rate_limit.py", "self._count(user, reason[:REASON_LENGTH])", "pass"),
    "37": ("web/connection_limits.py", "if len(self._strangers) > self._most:", "if False:"),
    "38": ("policy/errors.py", "self.message = _cut(message, MAX_CHARS)", "self.message = message"),
    "39": ("cli/run.py", "if not self.withdraws:", "if False:"),
    "40": ("gateway/record_ledger.py", "if not all(isinstance(note, Cleaned) for note in notes):", "if False:"),
    "41": (
        "gateway/record_redaction.py",
        "hmac.new(self._key, data, hashlib.sha256)",
        'hmac.new(b"x", data, hashlib.sha256)',
    ),
    "42": ("gateway/request_lifecycle.py", "for judging in list(self._judging):\n            judging.cancel()", "pass"),
    "43": ("kit/extension_process_guardian.py", 'self._say(b"+%d %d\\n" % (group, self._groups[group]))', "pass"),
    "44": ("gateway/resume_after_restart.py", "for entry in ledger.unfinished():", "for entry in list[Entry]():"),
    "45": (
        "gateway/request_lifecycle.py",
        "await self._recorder.write(decided)",
        "visit.left or await self._recorder.write(decided)",
    ),
}


@pytest.mark.parametrize(("claim", "tests"), [row[1:] for row in ROWS])
def test_a_claim_has_its_tests(claim: str, tests: str) -> None:
    named = re.findall(r"`([^`]+)`", tests)
    assert named
    for path, _, name in (each.partition("::") for each in named):
        assert f"def {name}" in (ROOT / path).read_text(encoding="utf-8")


def test_every_numbered_claim_has_its_negative_control() -> None:
    assert list(TESTS) == list(BROKEN)


@pytest.mark.parametrize("number", BROKEN)
def test_a_broken_guard_is_noticed(number: str, tmp_path: Path) -> None:
    file, line, broken = BROKEN[number]
    source = tmp_path / "src" / "wicket"
    shutil.copytree(ROOT / "src" / "wicket", source, ignore=shutil.ignore_patterns("*.pyc.*"))
    text = (source / file).read_text(encoding="utf-8")
    assert text.count(line) == 1, f"{file} has {line!r} {text.count(line)} times"
    (source / file).write_text(text.replace(line, broken), encoding="utf-8")
    with inner_pytest("-q", "-x", TESTS[number][0]) as argv:
        done = subprocess.run(
            argv,
            cwd=ROOT,
            env=os.environ
            | {"PYTHONPATH": str(source.parent), "PYTHONDONTWRITEBYTECODE": "1", "WICKET_TEST_BOUND_S": "20"},
            capture_output=True,
            text=True,
            timeout=4 * BOUND_S,
            check=False,
        )
    if "SUDO" in done.stdout or " skipped" in done.stdout.splitlines()[-1]:
        pytest.skip("what carries the claim cannot be run here")
    assert (done.returncode, "1 failed" in done.stdout) == (1, True), done.stdout[-2000:]
