"""Between a host and an extension: everything passes, and is written down."""

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bounds import BOUND_S
from wicket.kit.wire_trace import MAX_LINE_BYTES, Recorder
from wicket.sdk.transcripts import Spoken, parse

WAIT_S = BOUND_S


def tracing(folder: Path, *command: str, quiet: bool = True) -> subprocess.Popen[bytes]:
    options = ["--quiet"] if quiet else []
    return subprocess.Popen(
        [sys.executable, "-m", "wicket", "ext", "trace", *options, "-o", str(folder / "talk.txt"), "--", *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
    )


def spoken(folder: Path) -> list[Spoken]:
    return parse((folder / "talk.txt").read_bytes().decode())


def write_until_refused(descriptor: int) -> None:
    for _ in range(1_000_000):
        os.write(descriptor, b"x" * 1000)


def test_bytes_pass_unchanged_and_are_written_down_in_order(tmp_path: Path) -> None:
    child = tracing(tmp_path, "cat")
    said = b'{"a": "\xc3\xa9"}\n\xff\xfe\0\r\nno end'
    out, err = child.communicate(said, timeout=WAIT_S)
    assert (child.returncode, out, err) == (0, said, b"")
    lines = ['{"a": "é"}', "\\xff\\xfe\0\r", "no end"]
    marks = [">", "!", "!"]
    for speaker in ("host", "extension"):
        assert [line for line in spoken(tmp_path) if line.speaker == speaker] == [
            *(Spoken(speaker, mark, text) for mark, text in zip(marks, lines, strict=True)),
            Spoken(speaker, "ends"),
        ]
    assert (tmp_path / "talk.txt").read_text().startswith("# cat\n")


def test_more_than_the_pipes_hold_passes_in_both_directions_at_once(tmp_path: Path) -> None:
    said = os.urandom(3_000_000)
    child = tracing(tmp_path, "cat")
    out, _ = child.communicate(said, timeout=WAIT_S)
    assert out == said


@pytest.mark.parametrize("code", [0, 3, 255])
def test_the_exit_code_is_the_extensions(code: int, tmp_path: Path) -> None:
    child = tracing(tmp_path, "sh", "-c", f"exit {code}")
    assert child.wait(WAIT_S) == code  # with the input still open
    child.communicate(timeout=WAIT_S)


def test_a_signal_that_ends_the_extension_ends_us(tmp_path: Path) -> None:
    child = tracing(tmp_path, "sh", "-c", "kill -USR1 $$")
    assert child.wait(WAIT_S) == -signal.SIGUSR1
    child.communicate(timeout=WAIT_S)


def test_signals_are_handed_on(tmp_path: Path) -> None:
    script = "trap 'echo term; exit 7' TERM; echo ready; while :; do sleep 0.05; done"
    child = tracing(tmp_path, "sh", "-c", script)
    assert child.stdout is not None
    assert child.stdout.readline() == b"ready\n"
    child.send_signal(signal.SIGTERM)
    out, _ = child.communicate(timeout=WAIT_S)
    assert (child.returncode, out) == (7, b"term\n")


def test_a_host_that_listens_no_more_is_felt_by_the_extension(tmp_path: Path) -> None:
    child = tracing(tmp_path, "yes")
    assert child.stdout is not None
    child.stdout.readline()
    child.stdout.close()
    assert child.wait(WAIT_S) == -signal.SIGPIPE
    child.stdout = None
    child.communicate(timeout=WAIT_S)


def test_an_extension_that_reads_no_more_is_felt_by_the_host(tmp_path: Path) -> None:
    child = tracing(tmp_path, "sh", "-c", "exec <&-; echo closed; exec sleep 60")
    assert child.stdin is not None
    assert child.stdout is not None
    assert child.stdout.readline() == b"closed\n"
    with pytest.raises(BrokenPipeError):
        write_until_refused(child.stdin.fileno())
    child.send_signal(signal.SIGTERM)
    child.stdin.close()
    child.stdin = None
    child.communicate(timeout=WAIT_S)


def test_a_real_conversation_passes_and_is_shown(tmp_path: Path) -> None:
    extension = Path(__file__).parent / "faulty" / "honest_zot.py"
    child = tracing(tmp_path, sys.executable, "-S", str(extension), quiet=False)
    out, err = child.communicate(b'{"type":"shutdown"}\n', timeout=WAIT_S)
    assert out.count(b"\n") == 6
    assert "← ready" in err.decode()
    assert "→ shutdown" in err.decode()
    assert [line.text for line in spoken(tmp_path) if line.speaker == "host"] == ['{"type":"shutdown"}', ""]


@pytest.mark.parametrize(("command", "code"), [("./nothing", 127), ("./plain", 126)])
def test_a_program_that_cannot_be_started_is_said_as_a_shell_says_it(command: str, code: int, tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("x")
    child = tracing(tmp_path, command)
    _, err = child.communicate(timeout=WAIT_S)
    assert child.returncode == code
    assert err.decode().startswith(f"wicket: {command} cannot be started: ")


def test_a_line_without_end_is_not_kept_for_ever() -> None:
    kept = io.StringIO()
    recorder = Recorder(kept, None)
    for _ in range(MAX_LINE_BYTES // 1_000_000 + 1):
        recorder.note("host", b"x" * 1_000_000)
    assert kept.getvalue().endswith(" [cut: too long to be kept]\n")


def test_a_record_that_cannot_be_written_ends_no_conversation() -> None:
    closed = io.StringIO()
    closed.close()
    seen: list[str] = []
    Recorder(closed, seen.append).note("host", b'{"type":"shutdown"}\n')
    assert [line[9:] for line in seen] == ["→ shutdown"]
