"""`wicket init` shows, asks and writes what is missing, once, and keeps what is there."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from agents.codex_server import PROGRAM
from machine import Machine, tree
from wicket.agents import claude_code_settings
from wicket.cli.starter_policies import LEVELS


def hook(machine: Machine, matcher: str = "*") -> dict[str, object]:
    command = claude_code_settings.command(machine.environ)
    return {"matcher": matcher, "hooks": [{"type": "command", "command": command, "timeout": 600}]}


@pytest.fixture
def settings(machine: Machine) -> Path:
    """Claude Code is here, with settings of somebody's."""
    folder = machine.root / ".claude"
    folder.mkdir()
    (folder / "settings.json").write_text('{\n    "model": "big",\n    "hooks": {"Stop": []}\n}\n')
    machine.environ["PATH"] = "/usr/bin:/bin"
    return folder / "settings.json"


init = importlib.import_module("wicket.cli.init")  # the package has the verb under that name

HOW_STRICT = "Which one? 1-3, Enter for 2 (work): "


def policy_of(machine: Machine) -> Path:
    return machine.root / ".config" / "wicket" / "wicket.yml"


def with_token(machine: Machine) -> str:
    assert machine.run("init", "--yes").code == 1  # it has made the token
    return (machine.home / "approver.token").read_text().strip()


def test_at_a_terminal_the_changes_are_shown_and_made(machine: Machine, settings: Path) -> None:
    code, shown = machine.run_at_terminal("y", "init", also={HOW_STRICT: ""})
    assert code == 0
    assert '+    "hooks": {"Stop": [], "PreToolUse": [{"matcher": "*", "hooks": [{"type": "command", ' in shown
    assert "Enter for 2 (work): \ntaken: work\n" in shown
    named = shown.partition(" files:\n")[2].partition("---")[0]
    for line in (f"  change  {settings}  (", f"  new     {policy_of(machine)}\n"):
        assert line.replace(f"{machine.root}/", "~/") in named
    assert "Write this? [Y/n] " in shown
    assert f"wrote {settings}\nwicket" not in shown
    assert shown.splitlines()[-4:] == [
        f"wrote {settings}",
        f"wrote {policy_of(machine)}",
        "guarded: Claude Code",
        "restart your agents; then `wicket verify` proves that the guard is on",
    ]
    assert json.loads(settings.read_text()) == {
        "model": "big",
        "hooks": {
            "Stop": [],
            "PreToolUse": [hook(machine)],
            "PostToolUse": [hook(machine, "|".join(claude_code_settings.TOOLS))],
            "PostToolUseFailure": [hook(machine, "|".join(claude_code_settings.TOOLS))],
        },
        "disableSkillShellExecution": True,
    }
    assert settings.read_text().startswith('{\n    "model"')
    assert policy_of(machine).read_text() == LEVELS["work"].policy
    before = tree(machine.root)
    again = machine.run("init")
    assert (again.code, again.err) == (0, "everything is set up; `wicket verify` proves that the guard is on\n")
    assert tree(machine.root) == before


def test_what_is_shown_before_the_question_fits_one_screen_whatever_is_found(machine: Machine) -> None:
    machine.environ["PATH"] = "/usr/bin:/bin"
    for folder in (*EVERY, ".config/amp", ".cursor"):
        (machine.root / folder).mkdir(parents=True)
    (machine.root / ".claude" / "settings.json").write_text('{"model": "big"}\n')
    every = f"Enter for {len(EVERY) + 2} (all): "
    code, shown = machine.run_at_terminal("n", "init", also={every: "", HOW_STRICT: ""}, columns=80, rows=24)
    asked = shown.partition("How strict shall wicket be?")[2].partition("taken: work\n")[2].partition("[Y/n]")[0]
    assert (code, "page 1 of" in shown, asked.splitlines()[-1]) == (1, False, "Write this? (d shows every line) ")
    assert len(asked.splitlines()) <= 24
    assert "  change  ~/.claude/settings.json  (" in asked
    assert " added, 1 removed)" in asked


def test_no_means_that_nothing_is_written(machine: Machine, settings: Path) -> None:
    before = settings.read_text()
    code, shown = machine.run_at_terminal("n", "init", also={HOW_STRICT: "1"})
    assert (code, shown.splitlines()[-1]) == (1, "nothing was written")
    assert (settings.read_text(), policy_of(machine).exists()) == (before, False)


def test_without_a_terminal_the_token_is_needed_whatever_the_options(machine: Machine, settings: Path) -> None:
    before = settings.read_text()
    for options in ([], ["--yes"]):
        done = machine.run("init", *options)
        assert (done.code, done.out) == (1, "")
        assert done.err.startswith("wicket: there is no terminal to ask on; run this in a terminal, or set WICKET_")
    wrong = machine.run("init", "--yes", WICKET_APPROVER_TOKEN="guess")
    assert (wrong.code, settings.read_text()) == (1, before)
    token = (machine.home / "approver.token").read_text().strip()
    done = machine.run("init", "--yes", WICKET_APPROVER_TOKEN=token)
    lines = done.err.splitlines()
    assert (done.code, f"--- {settings}" in lines, f"wrote {settings}" in lines) == (0, True, True)


def test_yes_at_a_terminal_does_not_ask(machine: Machine, settings: Path) -> None:
    code, shown = machine.run_at_terminal("", "init", "--yes")
    assert (code, "[Y/n]" in shown, policy_of(machine).exists()) == (0, False, True)


def test_a_dry_run_writes_nothing(machine: Machine, settings: Path) -> None:
    before = tree(machine.root)
    done = machine.run("init", "--dry-run")
    assert (done.code, tree(machine.root)) == (0, before)
    assert [line for line in done.out.splitlines() if line.startswith("---")] == [
        "--- (new file)",
        "--- (new file)",
        f"--- {settings}",
        "--- (new file)",
    ]


def test_a_project_gets_what_works_on_every_machine(machine: Machine, settings: Path) -> None:
    token = with_token(machine)
    done = machine.run("init", "--project", "--no-policy", "--yes", WICKET_APPROVER_TOKEN=token)
    assert done.code == 0
    written = json.loads((machine.project / ".claude" / "settings.json").read_text())
    assert written["hooks"]["PreToolUse"][0]["hooks"][0]["command"] == claude_code_settings.portable_command()
    assert not policy_of(machine).exists()


@pytest.mark.rule("D-12")
def test_a_project_is_never_the_only_one_that_is_set_up(machine: Machine, settings: Path) -> None:
    token = with_token(machine)
    machine.run("init", "--project", "--no-policy", "--yes", WICKET_APPROVER_TOKEN=token)
    assert json.loads(settings.read_text())["hooks"]["PreToolUse"] == [hook(machine)]
    assert (machine.home / "bin" / "wicket-hook").exists()


@pytest.mark.rule("D-80")
def test_the_rules_that_agents_had_are_in_the_policy(machine: Machine, settings: Path) -> None:
    settings.write_text('{"permissions": {"allow": ["Bash(our-tool:*)"], "deny": ["Read(./.env)"]}}')
    machine.run_at_terminal("y", "init", "--level", "work")
    text = policy_of(machine).read_text()
    assert f"  - allow: 'our-tool *'   # {settings}: allow Bash(our-tool:*)\n" in text
    assert f"    - '**/.env'   # {settings}: deny Read(./.env) (stricter: wherever it lies)\n" in text
    checked = machine.run("check", "our-tool x; cat .env")
    assert checked.out.startswith("deny")
    assert machine.run("check", "our-tool x").code == 0


@pytest.mark.rule("D-26")
def test_settings_of_a_machine_are_shown(machine: Machine) -> None:
    if Path("/etc/claude-code/managed-settings.json").exists():
        pytest.skip("this machine has settings of its own")
    done = machine.run("init", "--managed", "--agent", "claude-code", "--dry-run")
    assert done.code == 0
    assert "+++ /etc/claude-code/managed-settings.json" in done.out
    assert "+++ /etc/wicket/wicket-hook" in done.out
    assert done.err.splitlines()[-1] == "Claude Code: `claude --bare` alone goes past it"
    both = machine.run("init", "--managed", "--undo")
    assert (both.code, "--managed goes with neither --project nor --undo" in both.err) == (2, True)


def test_a_project_cannot_have_other_files_written(machine: Machine, settings: Path) -> None:
    (machine.project / ".claude").mkdir()
    (machine.project / ".claude" / "settings.json").symlink_to(machine.root / "victim")
    done = machine.run("init", "--project", "--dry-run")
    assert (done.code, done.out) == (1, "")
    assert done.err.endswith("leads out of the project; look at it, and remove the link\n")


def test_a_policy_of_ones_own_is_kept(machine: Machine, settings: Path) -> None:
    own = machine.root / ".config" / "runok" / "runok.yml"
    own.parent.mkdir(parents=True)
    own.write_text("rules: []\n")
    done = machine.run("init", "--dry-run")
    assert "wicket.yml" not in done.out


def test_settings_that_cannot_be_read_are_left_alone(machine: Machine, settings: Path) -> None:
    settings.write_text("{ broken")
    done = machine.run("init", "--dry-run")
    assert (done.code, str(settings) in done.out) == (1, False)
    assert done.err.startswith(f"Claude Code is NOT GUARDED, and left alone: {settings} is no JSON: ")


@pytest.mark.rule("D-79")
def test_without_an_agent_there_is_still_a_policy(machine: Machine) -> None:
    machine.environ["PATH"] = "/usr/bin:/bin"
    (machine.root / ".cursor").mkdir()
    done = machine.run("init", "--dry-run")
    assert done.err.splitlines() == [
        "Cursor is NOT GUARDED: wicket has no hook for it: give it the tools of `wicket mcp`, "
        "and take its own shell away in its settings",
        "no agent was found, so nothing is guarded; name one with --agent claude-code",
    ]
    assert f"+++ {policy_of(machine)}" in done.out
    named = machine.run("init", "--dry-run", "--agent", "claude-code")
    assert f"+++ {machine.root / '.claude' / 'settings.json'}" in named.out


@pytest.mark.parametrize(
    ("answer", "level"), [("1", "seatbelt"), ("", "work"), ("3", "locked"), ("Locked", "locked"), ("0", "work")]
)
def test_a_person_is_asked_how_strict_it_shall_be(machine: Machine, settings: Path, answer: str, level: str) -> None:
    code, shown = machine.run_at_terminal("y", "init", also={HOW_STRICT: answer})
    assert code == 0
    assert shown.splitlines()[0] == "How strict shall wicket be?"
    assert ("0 is not in the list" in shown) is (answer == "0")
    assert policy_of(machine).read_text() == LEVELS[level].policy


def test_whoever_says_how_strict_is_not_asked(machine: Machine, settings: Path) -> None:
    code, shown = machine.run_at_terminal("y", "init", "--level", "locked")
    assert (code, "How strict" in shown) == (0, False)
    assert policy_of(machine).read_text() == LEVELS["locked"].policy


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_printed_and_nothing_is_done(machine: Machine, settings: Path, level: str) -> None:
    before = tree(machine.root)
    done = machine.run("init", "--print", level)
    assert (done.code, done.out, done.err, tree(machine.root)) == (0, LEVELS[level].policy, "", before)


def test_of_several_agents_one_can_be_chosen(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def answer(lines: list[str], names: list[str], usual: str) -> str:
        asked.append([*lines, usual])
        return names[0]

    monkeypatch.setattr(init, "choose", answer)
    assert init._agents(["one", "two"], asking=True) == ["one"]
    assert asked == [["Which agents shall it guard?", "  1  one", "  2  two", "  3  all", "all"]]
    assert init._agents(["one", "two"], asking=False) == ["one", "two"]
    assert init._agents(["one"], asking=True) == ["one"]


@pytest.mark.parametrize(("own", "said"), [("/bin/zsh", ["+shell: zsh"]), ("/bin/bash", [])])
def test_the_shell_of_the_person_is_written(machine: Machine, settings: Path, own: str, said: list[str]) -> None:
    machine.environ["SHELL"] = own
    lines = machine.run("init", "--dry-run").out.splitlines()
    assert [line.partition("#")[0].rstrip() for line in lines if line.startswith("+shell")] == said


EVERY = (".claude", ".codex", ".gemini", ".copilot", ".config/opencode", ".qwen", ".factory", ".cline", ".pi/agent")


def test_every_agent_is_set_up_and_everything_is_taken_out_again(machine: Machine) -> None:
    machine.environ["PATH"] = "/usr/bin:/bin"
    for folder in (*EVERY, ".config/amp"):
        (machine.root / folder).mkdir(parents=True)
    token = with_token(machine)
    before = tree(machine.root)
    done = machine.run("init", "--no-policy", "--yes", WICKET_APPROVER_TOKEN=token)
    assert done.code == 0
    assert "Codex does not trust wicket's hook yet: there is no codex on PATH to be asked" in done.err
    set_up = tree(machine.root)
    again = machine.run("init", "--no-policy")
    assert (again.code, tree(machine.root)) == (0, set_up)
    verified = machine.run("verify")
    guarded = [line for line in verified.out.splitlines() if line.endswith("the guard is on")]
    assert len(guarded) == len(EVERY)  # all but Codex, which nobody could ask
    undone = machine.run("init", "--undo", "--yes", WICKET_APPROVER_TOKEN=token)
    assert undone.code == 0
    left = {path for path in tree(machine.root) if path not in before}
    assert not any("wicket-hook" in str(tree(machine.root)[path]) for path in left if "backups" not in str(path))
    assert machine.run("verify").code == 1


@pytest.mark.rule("D-33")
def test_codex_trusts_the_hook_once_a_person_has_agreed(machine: Machine) -> None:
    program = machine.root / "bin" / "codex"
    program.parent.mkdir()
    program.write_text(PROGRAM)
    program.chmod(0o755)
    machine.environ["PATH"] = f"{program.parent}:/usr/bin:/bin"
    trust = machine.root / ".codex" / "trust.json"
    trust.parent.mkdir()
    code, shown = machine.run_at_terminal("n", "init", "--no-policy")
    assert (code, trust.exists(), "Codex trusts" in shown) == (1, False, False)
    code, shown = machine.run_at_terminal("y", "init", "--no-policy")
    hashes = [said["trusted_hash"] for said in json.loads(trust.read_text()).values()]
    assert (code, len(hashes)) == (0, 2)
    said = [line for line in shown.splitlines() if line.startswith("Codex trusts ")]
    assert [line.rpartition(" ")[2] for line in said] == [f"({each})" for each in hashes]
    assert "guarded: Codex" in shown


def test_what_was_there_is_kept(machine: Machine, settings: Path) -> None:
    token = with_token(machine)
    before = settings.read_bytes()
    assert machine.run("init", "--no-policy", "--yes", WICKET_APPROVER_TOKEN=token).code == 0
    assert before in [path.read_bytes() for path in (machine.home / "backups").iterdir()]


def test_an_agent_whose_settings_cannot_be_read_does_not_keep_others_from_being_set_up(
    machine: Machine, settings: Path
) -> None:
    (machine.root / ".gemini").mkdir()
    broken = machine.root / ".gemini" / "settings.json"
    broken.write_text("// mine\n{")
    token = with_token(machine)
    done = machine.run("init", "--no-policy", "--yes", WICKET_APPROVER_TOKEN=token)
    assert (done.code, broken.read_text()) == (1, "// mine\n{")
    assert f"wrote {settings}" in done.err
    *_, guarded, left, last = done.err.splitlines()
    assert (guarded, left.startswith("Gemini CLI is NOT GUARDED, and left alone: ")) == ("guarded: Claude Code", True)
    assert last.startswith("restart your agents")


@pytest.mark.rule("D-79")
def test_it_ends_with_what_is_not_guarded_and_why(machine: Machine, settings: Path) -> None:
    (machine.root / ".cursor").mkdir()
    local = machine.project / ".claude" / "settings.local.json"
    local.parent.mkdir()
    local.write_text('{"disableAllHooks": true}')
    done = machine.run("init", "--no-policy", "--yes", WICKET_APPROVER_TOKEN=with_token(machine))
    *_, claude, cursor, _ = done.err.splitlines()
    off = f"Claude Code is NOT GUARDED: `disableAllHooks` in {local} switches all hooks off; remove it"
    assert (claude, cursor.startswith("Cursor is NOT GUARDED: ")) == (off, True)


@pytest.mark.rule("D-12")
def test_a_project_is_set_up_for_claude_code_alone(machine: Machine) -> None:
    done = machine.run("init", "--project", "--agent", "gemini", "--dry-run")
    assert (done.code, "--project is for claude-code alone" in done.err) == (2, True)


# One hour of an agent's: it looks around, mends something, tests, starts the server, tries it, and pushes a branch.
ONE_HOUR = (
    "pwd && ls -la",
    "git log --oneline -5 && git status --short",
    "find . -name '*.py' -not -path './.venv/*' | head -50",
    "cat pyproject.toml | head -40",
    "grep -rn 'def total' src tests | head",
    "sed -n '40,90p' src/shop/cart.py",
    'ls src/shop | while read f; do wc -l "src/shop/$f"; done',
    "python3 -m venv .venv && . .venv/bin/activate && pip install -e '.[dev]'",
    ".venv/bin/pytest -q tests/test_cart.py",
    "python3 -c \"import json; with open('prices.json') as f: print(len(json.load(f)))\"",
    "python3 - <<'EOF'\nimport json\nwith open('prices.json') as f:\n    print(len(json.load(f)))\nEOF",
    "git checkout -b fix-rounding",
    "sed -i 's/round(x)/round(x, 2)/' src/shop/cart.py && git diff",
    "cat > tests/test_rounding.py <<'EOF'\nfrom shop import total\n\ndef test_it():\n    assert total([1]) == 1\nEOF",
    "PYTHONPATH=src pytest -x -q 2>&1 | tail -20",
    "ruff check --fix src tests && ruff format src tests",
    "mypy src | tail -3",
    "(uvicorn shop.app:app --port 8001 > /tmp/shop.log 2>&1 &) ; sleep 2; tail -5 /tmp/shop.log",
    "curl -s http://localhost:8001/api/cart | python3 -m json.tool",
    'curl -s -X POST -H "Content-Type: application/json" -d \'{"sku": 1}\' http://127.0.0.1:8001/api/cart',
    "kill $(lsof -ti:8001)",
    "sqlite3 shop.db 'select count(*) from orders'",
    "cd web && npm ci && npm run build && npm test -- --run",
    "npx tsc --noEmit && npx eslint src --fix",
    "rm -rf web/dist web/*/.cache build",
    "docker compose up -d db && docker compose logs --tail 20 db",
    'docker run --rm -v "$PWD":/app -w /app python:3.12 python -m pytest -q',
    "git add -A && git commit -m 'Round totals to cents' && git push -u origin fix-rounding",
    "gh pr create --fill && gh pr checks",
    "cat .env.example && test -f .env && echo there",
)


def test_an_hour_of_ordinary_work_under_what_was_written_asks_at_most_once(machine: Machine, settings: Path) -> None:
    code, _ = machine.run_at_terminal("y", "init", also={HOW_STRICT: ""})
    assert code == 0
    done = subprocess.run(
        [sys.executable, "-m", "wicket", "check", "--batch"],
        input="".join(json.dumps({"command": command, "id": number}) + "\n" for number, command in enumerate(ONE_HOUR)),
        cwd=machine.project,
        env=machine.environ,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(ONE_HOUR) == 30
    stopped = [(ONE_HOUR[one["id"]], one["reason"]) for one in answers if one["decision"] in ("ask", "deny")]
    assert len(stopped) <= 1, stopped
