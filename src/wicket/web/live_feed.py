"""What pages of a gateway's console are told while something changes: its line, its grants, its warnings."""

import os

import msgspec

from wicket.folder_paths import program_name
from wicket.gateway.approval_queue import Decision
from wicket.gateway.command_display import free_text
from wicket.gateway.request_lifecycle import Gateway
from wicket.web.page_broadcast import Broadcast
from wicket.web.request_views import Row, how, row
from wicket.web.rule_and_grant_views import agreement
from wicket.wire.approver_views import GrantView

__all__ = ["Feed"]


class Feed(Broadcast):
    """Tells pages what changes. Make it in a running loop, and `close()` it at last."""

    def __init__(self, gateway: Gateway) -> None:
        super().__init__()
        self._gateway = gateway
        self._rows: dict[str, Row] = {}
        self._grants: tuple[GrantView, ...] = ()
        self._warnings: list[str] = []
        self._left: dict[str, tuple[str, str, str]] = {}  # how tickets left the line, since the last message
        self._recorded = False  # something was, since the last message
        gateway.on_change.append(self.changed)
        gateway.on_decision.append(self._decided)
        gateway.on_record.append(self._record)

    def close(self) -> None:
        """Let all pages go."""
        if self._closed:
            return
        self._gateway.on_change.remove(self.changed)
        self._gateway.on_decision.remove(self._decided)
        self._gateway.on_record.remove(self._record)
        super().close()

    # ── what has changed ─────────────────────────────────────────────────────

    def _decided(self, ticket: str, key: str, decision: Decision) -> None:
        if self._pages:
            self._left[ticket] = (*how(decision), key)

    def _record(self) -> None:
        self._recorded = True
        self.changed()

    def _change(self, to_epoch: float) -> dict[str, object]:
        before, self._rows = self._rows, self._look(to_epoch)
        change: dict[str, object] = {
            "add": [row for id, row in self._rows.items() if id not in before],
            "alter": [[id, row.expires] for id, row in self._rows.items() if id in before and row is not before[id]],
            "drop": [[id, *self._left.get(id, ("gone", "", ""))] for id in before if id not in self._rows],
        }
        grants = tuple(agreement(grant, to_epoch) for grant in self._gateway.granted())
        if _lasting(grants) != _lasting(self._grants):
            change["grants"] = self._grants = grants
        if len(self._gateway.warnings) > len(self._warnings):
            change["warnings"] = self._warnings = [free_text(sentence) for sentence in self._gateway.warnings]
        if self._recorded:
            change["recorded"] = True
        self._left, self._recorded = {}, False
        return {name: value for name, value in change.items() if value or name == "grants"}

    def _whole(self) -> dict[str, object]:
        return {
            "rows": list(self._rows.values()),
            "grants": self._grants,
            "warnings": self._warnings,
            "program": program_name(os.environ),
        }

    def _look(self, to_epoch: float) -> dict[str, Row]:
        """The line as rows; a row that has not changed is the very one of before."""
        rows: dict[str, Row] = {}
        for waiting in self._gateway.pending():
            known = self._rows.get(waiting.ticket)
            if known is None:
                rows[waiting.ticket] = row(waiting, to_epoch)
            elif abs(known.expires - (waiting.deadline + to_epoch)) > 0.5:  # clocks drift, deadlines jump
                rows[waiting.ticket] = msgspec.structs.replace(known, expires=round(waiting.deadline + to_epoch, 3))
            else:
                rows[waiting.ticket] = known
        return rows


def _lasting(grants: tuple[GrantView, ...]) -> list[tuple[str, int]]:
    return [(grant.id, grant.left) for grant in grants]
