"""What the demo lays out, and what its policy says about the commands that it proposes."""

import sys
from pathlib import Path

from wicket.demo.sample_files import lay_out
from wicket.loaded_policy import Policy


def test_it_is_laid_out(tmp_path: Path) -> None:
    demo = lay_out(tmp_path, "/usr/bin/python3")
    assert demo.policy.read_text(encoding="utf-8").count("/usr/bin/python3") == 1
    assert sorted(path.name for path in demo.extension.iterdir()) == ["doorkeeper.py", "extension.json"]


def test_what_it_proposes_comes_out_as_promised(tmp_path: Path) -> None:
    demo = lay_out(tmp_path, sys.executable)
    policy = Policy.load(demo.policy)
    found = [str(policy.check(" ".join(words)).decision) for words in (demo.allowed, demo.asked, demo.denied)]
    assert found == ["allow", "ask", "deny"]
