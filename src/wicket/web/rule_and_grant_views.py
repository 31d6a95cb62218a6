"""What the console shows of rules that may be written, and of agreements in advance."""

import msgspec

from wicket.gateway.approver_request_views import grant_view
from wicket.gateway.command_display import free_text, quoted
from wicket.gateway.grants import Grant
from wicket.wire.approver_views import GrantView, RuleView

__all__ = ["RuleSheet", "agreement", "rule_sheet"]


def agreement(grant: Grant, to_epoch: float) -> GrantView:
    """Show a grant, or one that might be made."""
    view = grant_view(grant, to_epoch)
    executable = quoted(view.executable) if view.executable else "(unknown)"
    return msgspec.structs.replace(view, cwd=quoted(view.cwd), executable=executable, by=free_text(view.by))


class RuleSheet(msgspec.Struct, frozen=True):
    """Rules that may be written: as they are to be shown, and as they are said back to have them written."""

    shown: tuple[str, ...]
    rule: RuleView


def rule_sheet(view: RuleView) -> RuleSheet:
    """Show rules that may be written, and what they would have changed."""
    shown = msgspec.structs.replace(
        view,
        also=tuple(map(free_text, view.also)),
        denials=tuple(map(free_text, view.denials)),
        risks=tuple(map(free_text, view.risks)),
        refused=tuple(map(free_text, view.refused)),
        objection=free_text(view.objection),
    )
    return RuleSheet(tuple(free_text(f"allow: {rule}") for rule in view.rules), shown)
