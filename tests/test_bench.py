"""`bench` measures all figures, or those of the files that are named."""

import subprocess
import sys
from pathlib import Path

from bounds import BOUND_S

BENCH = Path(__file__).parent.parent / "bench"


def names(*arguments: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, str(BENCH), "--names", *arguments]
    return subprocess.run(words, capture_output=True, text=True, timeout=BOUND_S)


def test_every_file_of_figures_can_be_named() -> None:
    files = sorted(path.stem for path in BENCH.glob("*.py") if "\ndef figures() " in path.read_text())
    told = names(*files)
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")
    listed = names("nothing").stderr.partition("there are ")[2].partition("there are ")[2].strip()
    assert sorted(listed.split(", ")) == files


def test_an_unknown_name_is_refused_in_a_sentence_that_lists_the_known_ones() -> None:
    told = names("task_runs", "nothing", "other")
    assert told.returncode == 2
    assert told.stderr.startswith("bench: there are no figures nothing, other; there are connections, ")
