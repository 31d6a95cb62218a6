"""Commands in what is open for a command, and in what file rules list."""

import pytest

from policy.evaluation.test_hidden_commands_in_arguments_and_code import RM
from policy.judging import decide, policy


@pytest.mark.parametrize(
    "text",
    [
        "sudo hx <<< 'rm x'",
        "env A=b hx <<< 'rm x'",
        "timeout 5 hx <<< 'rm x'",
        "command hx <<< 'rm x'",
        "sudo -u bob nice env hx <<EOF\nrm x\nEOF",
        "sudo hx 3<<< 'rm x'",
        "xargs hx <<< 'rm x'",
        "find . -exec hx {} \\; <<< 'rm x'",
        "eval hx <<< 'rm x'",
        "bash -c 'hx' <<< 'rm x'",
        "bash -c 'sudo hx' <<< \"rm $x\"",
        "y=$(sudo hx <<< 'rm x')",
        "{ sudo hx; } <<< 'rm x'",
        "(hx) <<< 'rm x'",
        "{ head -1; hx; } <<< 'rm x'",
        "while read line; do hx; done <<< 'rm x'",
        "if true; then { env hx; }; fi <<< 'rm x'",
        "f() { hx; }; f <<< 'rm x'",
        "f() { hx; } <<< 'rm x'; f",
        "exec <<< 'rm x'; hx",
        "exec 3<<< 'rm x'; hx /dev/fd/3",
        "trap 'echo' EXIT; { hx; } <<< 'rm x'",
        "hx < <(echo rm x)",
        "sudo hx < <(echo rm x)",
        "echo 'rm x' | sudo hx",
        "echo 'rm x' | { read line; hx; }",
        "echo 'rm x' | tee log | hx",
        "grep . <<< 'rm x' | hx",
        'echo "rm $x" | hx',
        "{ echo 'rm x'; true; } | nice hx",
    ],
)
def test_what_is_open_for_a_command_is_open_for_what_it_runs(text: str) -> None:
    assert decide(RM, text) == "ask"


@pytest.mark.parametrize(
    "text",
    [
        "sudo cat <<< 'rm x'",
        "env grep rm <<< x",
        "{ sudo cat; } <<< 'rm x'",
        "echo 'rm x' | sudo tee log",
        "echo 'rm x' | grep rm | sort | uniq -c",
        "while read line; do echo \"$line\"; done <<< 'rm x'",
        "sudo hx <<< 'a text'",
        "hx < <(echo a)",
        # It is closed with the command that opened it.
        "sudo cat <<< 'rm x'; hx",
        "{ cat; } <<< 'rm x'; hx",
        "f() { cat; }; f <<< 'rm x'; hx",
        "echo 'rm x' | wc -l; hx",
    ],
)
def test_what_only_reads_its_input_runs_nothing_of_it(text: str) -> None:
    assert decide(RM, text) == "allow"


def test_what_is_open_for_many_is_looked_at_once() -> None:
    text = "while read line; do\n" + "hx a\n" * 400 + "done <<EOF\n" + "a line of text\n" * 2_000 + "EOF"
    assert decide(RM, text) == "allow"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("frob rm -rf /srv/app", "ask"),
        ("frob -- rm -r /srv", "ask"),
        ("frob mv /srv /tmp/x", "ask"),
        ("frob chown -R x /srv", "ask"),
        ("frob rm -rf /var/build", "allow"),
        ("frob /srv", "allow"),
        ("frob cp a /var/b", "allow"),
    ],
)
def test_what_it_may_run_is_judged_by_file_rules_too(text: str, expected: str) -> None:
    made = policy(files={"deny_write": ["/srv/app/data"]}, defaults={"action": "allow"})
    assert decide(made, text) == expected


# ── what the text has written into files before ──────────────────────────────


@pytest.mark.parametrize(
    "text",
    [
        "echo 'rm x' > d/x; hx d",
        "echo 'a: rm x' > Procfile; hx",
        "printf 'build() {\\n rm x\\n}\\n' > PKGBUILD; hx -s",
        "cat > q <<E\nsystem('rm x')\nE\nhx",
        "echo 'rm x' > q; f() { hx; }; f",
        "echo 'rm x' > q; sudo hx",
        "echo 'rm x' > q; echo y > q; hx",
    ],
)
def test_a_program_that_nobody_knows_may_run_what_was_written(text: str) -> None:
    assert decide(RM, text) == "ask"


@pytest.mark.parametrize(
    "text",
    [
        "hx; echo 'rm x' > q",
        "echo 'rm x' > q; ls",
        "echo 'make x' > q; hx",
        "echo 'the form is right' > q; hx",
        "cat f > q; hx",
        "printf './hx a\\n# and form x\\n' > q.sh; sh q.sh",
        "cat > q.py <<E\nimport subprocess\nsubprocess.run(['./hx'])\nprint('rm x')\nE\npython3 q.py",
    ],
)
def test_of_what_was_written_only_what_a_rule_is_about_counts(text: str) -> None:
    assert decide(RM, text) == "allow"
