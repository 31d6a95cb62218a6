"""The machine that looks for bypasses: a short run with a fixed seed, and that it would notice what it looks for."""

import argparse
import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import hunt.__main__ as hunt_main
from bounds import BOUND_S
from hunt import classes, guards, tree
from hunt.judge import POLICIES, Judge
from hunt.pieces import cut
from hunt.ring import Ring
from hunt.run import GENERATORS, Hit, Hunter, Tally, made
from hunt.sandbox import Result, Sandbox
from hunt.shrink import shrunk
from hunt.templates import from_tables
from oracle.sandbox import available
from wicket.loaded_policy import Policy

SEED = 20_260_101
TEXTS = 2_000
STRETCH = 250  # each has its own time limit, which a busy machine keeps, too
# So many of them are run as well. A finding costs time to be made small.
RUN = 400

confined = pytest.mark.skipif(not available(), reason="NOT TESTED HERE: bash runs nothing for us without bwrap")


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as made_here:
        yield made_here


@pytest.fixture(scope="module")
def hunter() -> Iterator[Hunter]:
    with Hunter(SEED) as made_here:
        yield made_here


# ── the short run ────────────────────────────────────────────────────────────


@pytest.mark.parametrize("first", range(0, TEXTS, STRETCH))
def test_no_verdict_on_made_texts_fails_or_takes_long(first: int) -> None:
    judge = Judge("/home/ada/work", {"HOME": "/home/ada", "PATH": "/usr/bin:/bin"})
    wrong = []
    for number in range(first, first + STRETCH):
        _, text = made(SEED, number)
        wrong += [(text, finding) for finding in judge.allowed_by(text)[1]]
    assert wrong == []


@confined
def test_nothing_forbidden_is_done_by_texts_that_are_allowed(hunter: Hunter) -> None:
    tally = hunter.hunt(range(RUN))
    assert tally.judged == RUN
    assert tally.executed > 20
    assert tally.hits == []


@confined
def test_what_ran_without_harm_is_not_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Hunter(SEED, clean=tmp_path / "clean") as first:
        ran = first.hunt(range(60)).executed
    assert ran > 3
    with Hunter(SEED, clean=tmp_path / "clean") as second:
        assert second.hunt(range(60)).executed == 0
        assert second.hunt(range(60, 120)).executed > 0
    monkeypatch.setattr("hunt.clean._SANDBOX", ("ring.py",))
    with Hunter(SEED, clean=tmp_path / "clean") as third:  # another sandbox may show other things
        assert third.hunt(range(60)).executed == ran


@confined
def test_harm_is_found_again_although_it_ran_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        with Hunter(SEED, clean=tmp_path) as hunter:
            monkeypatch.setattr(hunter.judge, "allowed_by", lambda text, number=None: ([POLICIES[0]], []))
            monkeypatch.setattr("hunt.run.made", lambda *_: ("words", "rm victim"))
            assert [hit.text for hit in hunter.hunt(range(1)).hits] == ["rm victim"]


# ── generators ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", sorted(GENERATORS))
def test_a_generator_makes_the_same_texts_from_the_same_seed(name: str) -> None:
    def some(seed: int) -> list[str]:
        return [made(seed, number, name)[1] for number in range(50)]

    assert some(1) == some(1)
    assert some(1) != some(2)
    assert len(set(some(1))) > 40


def test_another_process_makes_the_same_texts() -> None:
    here = [made(SEED, number)[1] for number in range(300)]
    code = f"from hunt.run import made; print(repr([made({SEED}, number)[1] for number in range(300)]))"
    for hash_seed in ("1", "2"):
        environ = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        there = subprocess.run(
            [sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True, timeout=BOUND_S
        )
        assert there.stdout == f"{here!r}\n"


def test_one_more_item_changes_few_choices() -> None:
    items = dict.fromkeys(map(str, range(200)), 1.0)
    before, after = Ring(items), Ring(items | {"new": 1.0})
    draws = [(before.draw(random.Random(i)), after.draw(random.Random(i))) for i in range(4000)]
    assert {new for old, new in draws if old != new} == {"new"}
    assert 5 < sum(old != new for old, new in draws) < 60
    assert {old for old, _ in draws} == set(items)


def test_an_item_of_more_weight_is_chosen_more_often() -> None:
    ring = Ring({"light": 1, "heavy": 9})
    drawn = [ring.draw(random.Random(i)) for i in range(1000)]
    assert drawn.count("heavy") > 5 * drawn.count("light") > 0


def test_every_generator_has_its_turn() -> None:
    assert {made(SEED, number)[0] for number in range(200)} == set(GENERATORS)


@pytest.mark.parametrize("name", sorted(GENERATORS))
def test_a_generator_hides_something_in_most_texts(name: str) -> None:
    texts = [GENERATORS[name](random.Random(number)) for number in range(300)]
    hidden = [text for text in texts if any(piece in text for piece in ("rm", ".env", "x.lock", "touch", "victim"))]
    assert len(hidden) > 200


def test_a_text_is_cut_into_words() -> None:
    assert cut("a 'b c' \"$(d e)\"; f") == ["", "a", " ", "'b c'", " ", '"$(d e)"', "; ", "f", ""]
    assert cut("x=${y:- z} >w") == ["", "x=${y:- z}", " >", "w", ""]


@pytest.mark.parametrize(
    "command",
    [
        "flock --command='rm victim' 1 rm victim",
        "sort --output=x.lock README",
        "env --chdir=. A=1",
        "git ls-remote --upload-pack='rm victim' 1",
        "timeout 1 rm victim",
    ],
)
def test_the_tables_give_commands(command: str) -> None:
    name = command.split()[0]
    found = [text for text in from_tables() if text.startswith(name + " ")]
    assert found
    assert command in found or any(command.split()[1] in text for text in found)


# ── the sandbox ──────────────────────────────────────────────────────────────


@confined
@pytest.mark.parametrize(
    "text", ["rm victim", "/bin/rm -f victim", "env -i /usr/bin/rm victim", "echo $(rm victim)", ": <(rm victim)"]
)
def test_the_runner_notices_rm(sandbox: Sandbox, text: str) -> None:
    assert any(call.endswith("victim") for call in sandbox.run(text).calls)


@confined
@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("sudo -u a -n rm victim", True),
        ("sudo -nu a rm victim", True),
        ("sudo -ua rm victim", True),
        ("sudo --user=a -- rm victim", True),
        ("sudo --user rm ls", False),
        ("sudo -D rm README", False),
        ("doas -u rm ls", False),
        ("ssh -p 22 h rm victim", True),
        ("ssh -p rm h ls", False),
        ("viztracer rm victim", False),
        ("memray run -m rm victim", False),
        ("viztracer -c 'import os; os.system(\"rm victim\")'", True),
    ],
)
def test_stubs_take_options_as_the_real_ones_do(sandbox: Sandbox, text: str, runs: bool) -> None:
    assert bool(sandbox.run(text).calls) is runs


@confined
def test_a_sandbox_that_does_not_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or else everything that is run there would seem to do nothing."""
    monkeypatch.setattr("sys.executable", "/tmp/no-such-python")
    with Sandbox() as other, pytest.raises(RuntimeError, match="the sandbox does not start"):
        other.run("true")


@confined
def test_a_shell_that_reads_the_stub_does_not_run_rm(sandbox: Sandbox) -> None:
    assert sandbox.run("bash rm; . rm; sh /bin/rm").calls == ()


@confined
def test_the_runner_notices_what_became_of_files(sandbox: Sandbox) -> None:
    assert sandbox.run("echo a > new").changed == ("work/new",)
    assert sandbox.run("chmod 600 README").changed == ("work/README",)
    assert sandbox.run("mkdir q; chmod 0 q").changed == ("work/q",)
    assert "work/victim" in sandbox.run("mv victim q").changed


@confined
def test_the_runner_notices_that_a_secret_is_read(sandbox: Sandbox) -> None:
    assert sandbox.run("cat .env").read == ("work/.env",)
    assert sandbox.run("cat .env").shown
    assert sandbox.run("base64 ~/.ssh/id_rsa").shown
    assert sandbox.run("ln .env q; wc q").read == ("work/.env",)
    assert sandbox.run("cp .env q").leaked == ("work/q",)
    assert sandbox.run("ls -l .env; test -r .env").read == ()


@confined
def test_no_text_meets_what_another_left(sandbox: Sandbox) -> None:
    sandbox.run("echo a > new; echo a > /tmp/new; echo a > ~/new; echo a > /dev/shm/new; sleep 60 & disown")
    for _ in range(8):  # in whichever lane
        after = sandbox.run("cat new /tmp/new ~/new /dev/shm/new; pgrep sleep")
        assert after.changed == ()
        assert "a\n" not in after.output.splitlines(keepends=True)


@confined
def test_a_text_cannot_harm_the_runner() -> None:
    with Sandbox(time=0.5) as one:
        assert not one.run("while :; do :; done").ended
        assert not one.run("kill -9 -1; kill -9 $PPID").ended
        one.run("head -c 100000000 /dev/zero > big")
        assert one.run("echo still here").output == "still here\n"
        assert [result.output for result in one.run_all([f"echo {i}" for i in range(20)])] == [
            f"{i}\n" for i in range(20)
        ]


@confined
def test_the_tree_is_the_one_that_verdicts_are_made_for(sandbox: Sandbox) -> None:
    listed = sandbox.run("ls -A").output.split()
    assert sorted(listed) == sorted(path.name for path in sandbox.work.iterdir())
    assert set(tree.SECRETS) == {"work/.env", ".ssh/id_rsa"}


# ── what is a finding ────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("policy", "result", "kind"),
    [
        ("deny", Result(calls=("rm victim",)), "rm"),
        ("deny", Result(changed=("work/victim",)), None),
        ("presets", Result(changed=("work/new",)), "changed"),
        ("presets", Result(changed=("work/.git/index",)), None),
        ("presets", Result(shown=True), "secret"),
        ("files", Result(read=("work/.env",)), "secret"),
        ("files", Result(leaked=("work/q",)), "secret"),
        ("files", Result(changed=("work/x.lock",)), "locked"),
        ("files", Result(changed=(".ssh/config",)), "locked"),
        ("files", Result(changed=("work/README",)), None),
    ],
)
def test_what_a_policy_forbids(policy: str, result: Result, kind: str | None) -> None:
    rules = [rule for rule in POLICIES if rule.name == policy]
    assert [finding.kind for finding in Judge.broken(rules, result)] == ([kind] if kind else [])


@pytest.mark.parametrize("text", ["rm victim", "echo $(rm victim)"])
def test_what_is_forbidden_plainly_is_allowed_by_no_policy(text: str) -> None:
    judge = Judge("/home/ada/work", {"HOME": "/home/ada", "PATH": "/usr/bin:/bin"})
    levels = ["seatbelt", "work"]  # a file of the work tree is the agent's to delete
    allowing, findings = judge.allowed_by(text)
    assert ([rule.name for rule in allowing], findings) == (levels, [])
    assert [rule.name for rule in judge.allowed_by("ls")[0]] == ["deny", "presets", "files", *levels]
    assert [[rule.name for rule in judge.allowed_by("ls", number)[0]][3:] for number in (6, 7)] == [
        ["work"],
        ["seatbelt"],
    ]
    assert judge.allowed_by("cat ~/.ssh/id_rsa") == ([POLICIES[0]], [])


@confined
def test_a_finding_is_found_made_small_and_named(monkeypatch: pytest.MonkeyPatch, hunter: Hunter) -> None:
    """With a reader that sees nothing, texts that run rm are found."""
    judge = hunter.judge
    monkeypatch.setattr(judge, "allowed_by", lambda text, number=None: ([POLICIES[0]], []))
    tally = hunter.hunt(range(12))
    assert tally.found >= 1
    assert tally.hits
    for hit in tally.hits:
        assert hunter.findings(hit.small)[0].kind == "rm"
        assert len(hit.small) <= len(hit.text)
        assert hit.class_ == classes.name(hit.small)


def test_the_shrinker_keeps_the_finding() -> None:
    def which_holds(texts: list[str]) -> int | None:
        return next((i for i, text in enumerate(texts) if "rm victim" in text and "$nope" in text), None)

    text = "cd .; ls -l README && env -u A timeout 5$nope rm victim | cat\necho done"
    small = shrunk(text, which_holds)
    assert which_holds([small]) == 0
    assert len(small) < 25


def test_a_guard_that_is_none_is_not_taken_away() -> None:
    guards.without(None)
    with pytest.raises(KeyError):
        guards.without("no such guard")


def test_each_guard_is_taken_away_in_turn(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    hit = Hit(7, "words", "rm victim", "rm victim", "rm", "deny", "", "other")
    none = Tally(500, 0, 0, 0, 0, 0, 0, [], {})
    asked: list[tuple[str, int]] = []

    def tallies(arguments: argparse.Namespace) -> Iterator[Tally]:
        asked.append((arguments.without, arguments.texts))
        yield none
        yield none._replace(found=1, hits=[hit]) if arguments.without != "fuel" else none
        yield none

    monkeypatch.setattr("hunt.__main__.tallies", tallies)
    assert hunt_main.without_each_guard(argparse.Namespace(texts=1500)) == 1
    assert asked == [(guard, 1500) for guard in sorted(guards.GUARDS)]
    said = capsys.readouterr().out.splitlines()
    assert "without fuel            1500 texts judged,     0 s: NOT NOTICED" in said
    assert "without gate            1000 texts judged,     0 s: found by text 7: rm deny 'rm victim'" in said


@pytest.mark.parametrize("guard", sorted(guards.GUARDS))
def test_a_guard_is_taken_away_by_replacing_what_is_there(guard: str) -> None:
    """A name that is gone would be made anew, and nothing would be taken away."""
    code = (
        "import ast, importlib, inspect, sys; from hunt import guards; import hunt.judge\n"
        "before = {name: dict(vars(module)) for name, module in sys.modules.items() if name.startswith('wicket')}\n"
        f"guards.without({guard!r})\n"
        "print([(n, k) for n, known in before.items() for k in vars(sys.modules[n]).keys() - known.keys()])\n"
    )
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True, timeout=BOUND_S
    )
    assert done.stdout == "[]\n"


# ── a hunt that is ended ─────────────────────────────────────────────────────


def eventually(holds: Callable[[], bool]) -> bool:
    """Wait until something holds, within a bound."""
    deadline = time.monotonic() + BOUND_S
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


def _of_the_hunt(folder: Path) -> list[int]:
    """Find processes that have this folder for their temporary files, or in their words."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            known = (process / "environ").read_bytes() + (process / "cmdline").read_bytes()
            if os.fsencode(folder) in known and (process / "stat").read_text().rpartition(")")[2].split()[0] != "Z":
                found.append(int(process.name))
    return found


@confined
@pytest.mark.parametrize("everybody", [False, True])
def test_a_hunt_that_is_ended_leaves_nothing_behind(tmp_path: Path, everybody: bool) -> None:
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TMPDIR": str(tmp_path)}
    words = [sys.executable, "-m", "hunt", "--texts", "100000", "--jobs", "2"]
    hunt = subprocess.Popen(words, env=environ, stdout=subprocess.DEVNULL)
    try:
        assert eventually(lambda: len(list(tmp_path.glob("wicket-hunt-*/inside.py"))) == 2)
        assert eventually(lambda: len(_of_the_hunt(tmp_path)) > 6), "no sandbox has been started"
        for pid in _of_the_hunt(tmp_path) if everybody else []:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        hunt.terminate()
        hunt.wait(BOUND_S)
        assert eventually(lambda: _of_the_hunt(tmp_path) == [])
    finally:
        for pid in _of_the_hunt(tmp_path):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        hunt.wait()


def test_a_text_that_is_read_once_for_all_policies_gets_the_verdicts_of_each() -> None:
    cwd, environ = "/home/ada/work", {"HOME": "/home/ada", "PATH": "/usr/bin:/bin"}
    policies = [Policy.loads(rule.text) for rule in POLICIES]
    for number in range(200):
        _, text = made(SEED, number)
        first = policies[0].examine(text, cwd, environ)
        for policy in policies:
            alone = policy.check(text, cwd, environ, validators=False)
            again = policy.examine(text, cwd, environ, script=first.script).verdict()
            assert (again.decision, again.reason) == (alone.decision, alone.reason), text
