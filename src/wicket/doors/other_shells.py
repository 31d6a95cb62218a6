"""Texts that another shell would read otherwise: asked about where the model chooses the shell, and no hook is told."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.loaded_policy import Policy
    from wicket.policy.verdict_and_evidence import Verdict

__all__ = ["SHELLS", "object_to_other_readings"]

# What a model may have a text run by, beside bash.
SHELLS = ("sh", "zsh")


def object_to_other_readings(verdict: "Verdict", policy: "Policy", command: str, cwd: str) -> None:
    """Make a verdict ask if it would be stricter for what another shell makes of the text."""
    for shell in SHELLS:
        other = policy.examine(command, cwd, shell=shell).verdict()
        if other.decision > verdict.decision:
            verdict.object(
                f"the model chooses the shell, and {shell} would read this otherwise: {other.reason}",
                code="other-shell",
            )
            return
