"""Which sandboxes a text runs in: those of all its commands at once, for they run in one shell."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from wicket.policy.verdict_and_evidence import Evidence

__all__ = ["sandboxes_of"]

# What the shell does by itself needs no rule, and so no sandbox either.
_NO_RULE = "no-rule-needed"


def sandboxes_of(default: str, found: "Sequence[Evidence]") -> tuple[str, ...]:
    """Give the sandboxes that rules name, and the default one for commands whose rules name none.

    It also holds for what no rule is about, and for a text in which no command could be told: a person may have said
    yes to it.
    """
    names: dict[str, None] = {}
    for evidence in found:
        if evidence.sandboxes:
            names.update(dict.fromkeys(evidence.sandboxes))
        elif default and (evidence.matches or any(code != _NO_RULE for code in evidence.codes)):
            names[default] = None
    return tuple(names) or ((default,) if default else ())
