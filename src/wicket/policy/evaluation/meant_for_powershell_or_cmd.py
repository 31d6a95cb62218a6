"""What is plainly meant for PowerShell or cmd is asked about, and said to be that: wicket reads bash, sh and zsh."""

from wicket.shell.programs.powershell_and_cmd import (
    has_signs,
    lost_backslashes,
    may_be_meant,
    meant_for,
    refused_text_meant_for,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.decision import Decision
    from wicket.policy.verdict_and_evidence import Evidence
    from wicket.shell.read_result import Command, Script

__all__ = ["ask_if_meant_for_another", "has_signs", "said_of_refused"]

_FIX = "write it for bash, or have a person run it"


def ask_if_meant_for_another(
    command: "Command", script: "Script", evidence: "Evidence", unsure: "Decision", signs: bool
) -> None:
    """Add to what was found about a command that another shell is meant, or that bash drops its backslashes.

    `signs`: whether the text has signs of other shells, which is asked once for all commands.
    """
    if not may_be_meant(command, signs):
        return
    said, fix = _looks_like(meant_for(command, script)), _FIX
    if not said and (path := lost_backslashes(command, script)):
        said, fix = f"bash drops the backslashes of `{path}`", f"write `{path.replace(chr(92), '/')}`"
    if said:
        evidence.add(unsure, said, said, fix, "other-shell")


def said_of_refused(script: "Script") -> tuple[str, str]:
    """Say of a text that is not understood that another shell is meant, and what to do; empty: that is not plain."""
    said = _looks_like(refused_text_meant_for(script))
    return said, _FIX if said else ""


def _looks_like(shell: str) -> str:
    return f"this looks like {shell}, which wicket does not read" if shell else ""
