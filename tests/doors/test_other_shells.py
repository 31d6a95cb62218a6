"""A text that another shell would read otherwise is asked about where the model chooses the shell."""

import pytest

from wicket.doors.other_shells import object_to_other_readings
from wicket.loaded_policy import Policy
from wicket.policy.decision import ALLOW, ASK

POLICY = Policy.loads("rules: [{allow: 'echo *'}, {allow: 'ls *'}, {allow: 'source *'}, {deny: 'rm *'}]\n")


def judged(command: str) -> tuple[object, str]:
    verdict = POLICY.check(command, "/")
    assert verdict.decision is ALLOW
    object_to_other_readings(verdict, POLICY, command, "/")
    return verdict.decision, verdict.reason


@pytest.mark.rule("D-35")
def test_what_zsh_reads_otherwise_is_asked_about() -> None:
    decision, because = judged("echo =rm")
    assert decision is ASK
    assert because.startswith("the model chooses the shell, and zsh would read this otherwise: ")


@pytest.mark.rule("D-35")
@pytest.mark.parametrize(
    "command", ["echo hello", "ls -la src | echo", "echo 'a b' && ls", "echo $HOME", "source env.sh; ls"]
)
def test_what_all_of_them_read_alike_is_not(command: str) -> None:
    assert judged(command)[0] is ALLOW


@pytest.mark.rule("D-35")
def test_what_another_shell_would_not_read_in_is_asked_about_where_its_text_is_known() -> None:
    text = "echo 'ls() { echo; }' > /tmp/x.sh; source /tmp/x.sh; ls"
    policy = Policy.loads("defaults: {action: allow}\n")
    verdict = policy.check(text, "/")
    assert verdict.decision is ALLOW
    object_to_other_readings(verdict, policy, text, "/")
    assert (verdict.decision, "sh would read this otherwise: source" in verdict.reason) == (ASK, True)
