"""Says a verdict in a sentence that may be shown anywhere: why, by which rule, about which command, and what to do."""

from wicket.policy.verdict_and_evidence import NO_RULE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.verdict_and_evidence import Verdict

__all__ = ["harmless", "sentence"]

# As much of a command as tells which one is meant.
MAX_SHOWN = 80


def sentence(verdict: "Verdict") -> str:
    """Give the reason of a verdict, with the rule behind it and the suggestion."""
    said = verdict.reason
    found = _deciding(verdict)
    if found is not None:
        rule, about = found
        if rule != said:
            said = f"{said} [{rule}]"
        if about and len(verdict.evidence) > 1 and not rule.startswith(f"{NO_RULE}`"):  # it names the command
            said = f"{about}: {said}"
    if verdict.fix_suggestion:
        said = f"{said} (suggestion: {verdict.fix_suggestion})"
    return harmless(said)


def harmless(text: str) -> str:
    """Clean what somebody wrote of whatever acts on a terminal."""
    if text.isascii() and text.isprintable():
        return text
    from wicket.displayed_text import paragraph

    return paragraph(text)


def _deciding(verdict: "Verdict") -> tuple[str, str] | None:
    """Find what the reason was taken from: the rule that said so, and the command."""
    for evidence in verdict.evidence:
        if evidence.decision is verdict.decision and evidence.reasons:
            _, said, message, _ = evidence.decisive()
            if (message or said) == verdict.reason:
                words = evidence.command.words if evidence.command is not None else ()
                about = " ".join([str(word) for word in words])
                return said, f"{about[:MAX_SHOWN]}…" if len(about) > MAX_SHOWN else about
    return None
