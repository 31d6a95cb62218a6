"""What a command tried in vain is known when it has ended, and looking changes nothing of what it does."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bounds import BOUND_S
from oracle.sandbox import available
from sandbox.test_bubblewrap import work as work_in
from wicket.sandbox.confinement import Confinement
from wicket.sandbox.native_launcher import native_launcher

pytestmark = [
    pytest.mark.skipif(not available(), reason="bubblewrap cannot be used here, so NO SANDBOX IS TESTED"),
    pytest.mark.skipif(native_launcher() is None, reason="no compiler, so WHAT WAS REFUSED IS NOT TESTED"),
]

# Runs in a process of its own, which has no threads.
RUNNER = """
import json, os, sys
from wicket.sandbox import bubblewrap
from wicket.sandbox.confinement import Confinement, Protected
told = json.loads(sys.argv[1])
fields = [tuple(tuple(one) if isinstance(one, list) else one for one in x) if isinstance(x, list) else x for x in told]
fields[3] = tuple(Protected(*one) for one in fields[3])
running = bubblewrap.start(sys.argv[2:], {"PATH": os.environ["PATH"]}, Confinement(*fields))
code = running.wait()
print(json.dumps([code, running.attempts]))
"""


def work(project: Path) -> Confinement:
    """Make the sandbox that has no /tmp of its own, for the project lies there."""
    return work_in(project)._replace(private=(), shown=())


def tried(confinement: Confinement, text: str) -> tuple[int, list[str], list[str]]:
    argv = [sys.executable, "-c", RUNNER, json.dumps(confinement), "bash", "-c", text]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=BOUND_S, check=True)
    code, (paths, addresses) = json.loads(done.stdout.splitlines()[-1])
    return code, paths, addresses


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Hold a project in a home, both of whoever runs this."""
    found = tmp_path / "project"
    (found / ".git" / "hooks").mkdir(parents=True)
    return found


def test_what_would_have_been_written(project: Path) -> None:
    box = work(project)
    above = str(project.parent)
    text = f"echo a > {above}/one; mkdir {above}/two; cd {above}; : > three; ln -s a four; mv project/a five; exit 3"
    (project / "a").write_text("")
    assert tried(box, text) == (3, [f"{above}/{name}" for name in ("one", "two", "three", "four", "five")], [])


def test_what_stays_as_it_is_in_the_project(project: Path) -> None:
    code, paths, _ = tried(work(project), "echo a > made; echo a > .git/hooks/pre-commit")
    assert (code, paths) == (1, [f"{project}/.git/hooks/pre-commit"])


def test_what_is_hidden_in_a_folder_that_is_replaced(project: Path) -> None:
    (project / ".env").write_text("")
    hidden = str(project.parent / "secret")
    (project.parent / "secret").write_text("")
    box = work(project)._replace(hidden=((hidden, False), (f"{project}/.env", False)), private=("/tmp", "/var/tmp"))
    for path in (hidden, f"{project}/.env"):
        assert tried(box, f"echo a > {path}") == (1, [path], [])


def test_what_is_allowed_is_not_mentioned(project: Path) -> None:
    text = "echo a > made; rm made; mkdir -p a/b; mv a c; cat /etc/passwd > /dev/null; false"
    assert tried(work(project), text) == (1, [], [])


def test_a_path_through_a_link_is_where_it_leads(project: Path) -> None:
    (project / "out").symlink_to(project.parent)
    (project.parent / "in").symlink_to(project)
    code, paths, _ = tried(work(project), f"echo a > {project.parent}/in/made; echo a > out/x")
    assert (code, paths, (project / "made").read_text()) == (1, [f"{project.parent}/x"], "a\n")


def test_who_was_not_reached(project: Path) -> None:
    text = "exec 3<>/dev/tcp/192.0.2.1/80; exec 3<>/dev/tcp/127.0.0.1/9; false"
    assert tried(work(project), text) == (1, [], ["192.0.2.1:80"])


def test_a_relative_path_from_a_folder_that_was_opened(project: Path) -> None:
    text = f"python3 -c \"import os; os.mkdir('new', dir_fd=os.open('{project.parent}', os.O_RDONLY))\""
    code, paths, _ = tried(work(project), text)
    assert (code, paths) == (1, [f"{project.parent}/new"])


def test_many_are_not_all_remembered(project: Path) -> None:
    code, paths, _ = tried(work(project), f"for i in {{1..150}}; do : > {project.parent}/$i; done; false")
    assert (code, len(paths)) == (1, 100)


def test_children_that_ran_on_are_heard_too(project: Path) -> None:
    text = f"(sleep 0.2; echo a > {project.parent}/late) & wait; false"
    assert tried(work(project), text) == (1, [f"{project.parent}/late"], [])


def test_what_nobody_could_write_outside_either(project: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root can write everywhere")
    assert tried(work(project), "echo a > /etc/x; false") == (1, [], [])
