"""What pages of a team console are told while something changes: the inbox, and what is wrong with the fleet."""

import msgspec

from wicket.fleet.console_inbox import Key, TeamInbox
from wicket.fleet.messages import Settled
from wicket.gateway.command_display import free_text
from wicket.team_console.ask_views import AskRow, ask_id, ask_row, needs
from wicket.web.page_broadcast import Broadcast

__all__ = ["TeamFeed", "settled_sentence"]


class TeamFeed(Broadcast):
    """Tells pages what changes. Make it in a running loop, and `close()` it at last."""

    def __init__(self, inbox: TeamInbox) -> None:
        super().__init__()
        self._inbox = inbox
        self._rows: dict[str, AskRow] = {}
        self._warnings: list[str] = []
        self._left: dict[str, tuple[str, str]] = {}  # how asks were decided, since the last message
        self._news: list[tuple[str, str]] = []  # how those were that this person has voted about
        inbox.on_change.append(self.changed)
        inbox.on_settled.append(self._settled)

    def close(self) -> None:
        """Let all pages go."""
        if self._closed:
            return
        self._inbox.on_change.remove(self.changed)
        self._inbox.on_settled.remove(self._settled)
        super().close()

    def _settled(self, key: Key, settled: Settled) -> None:
        sentence = settled_sentence(key, settled)
        if ask_id(key) in self._rows:
            self._left[ask_id(key)] = (settled.how, sentence)
        elif self._pages:
            self._news.append((settled.how, sentence))

    def _change(self, to_epoch: float) -> dict[str, object]:
        before, self._rows = self._rows, self._look(to_epoch)
        replaced = {id for id, row in self._rows.items() if id in before and row.same != before[id].same}
        fresh = [row for id, row in self._rows.items() if id not in before or id in replaced]
        change: dict[str, object] = {
            "add": fresh,
            "update": [row for id, row in self._rows.items() if id in before and row is not before[id]],
            "drop": [
                [id, *self._how(id, id in replaced), ""] for id in before if id not in self._rows or id in replaced
            ],
            "news": self._news,
        }
        warnings = [free_text(sentence) for sentence in self._inbox.troubles]
        said = {name: value for name, value in change.items() if value}
        if warnings != self._warnings:
            said["warnings"] = self._warnings = warnings
        self._left, self._news = {}, []
        return said

    def _whole(self) -> dict[str, object]:
        return {"rows": list(self._rows.values()), "grants": [], "warnings": self._warnings}

    def _look(self, to_epoch: float) -> dict[str, AskRow]:
        """The inbox as rows; a row that has not changed is the very one of before."""
        rows: dict[str, AskRow] = {}
        for held in self._inbox.waiting():
            row = ask_row(held, to_epoch)
            known = self._rows.get(row.id)
            if known is not None and abs(known.expires - row.expires) <= 0.5:  # clocks drift
                row = msgspec.structs.replace(row, arrived=known.arrived, expires=known.expires)
            rows[row.id] = known if known is not None and row == known else row
        return rows

    def _how(self, id: str, is_replaced: bool) -> tuple[str, str]:
        """Say how an ask left the inbox: in a word, and in a sentence."""
        if is_replaced:
            return "replaced", "the machine asks for something else under that name"
        if id in self._left:
            return self._left[id]
        group, machine, ticket = id.split(".")
        came = self._inbox.came((group, machine, ticket))
        if came is not None and came.missing:
            return "voted", f"voted; still needed: {needs(came)}"
        return (
            ("voted", "voted; the machine has not answered yet") if came is not None else ("gone", "it waits no more")
        )


def settled_sentence(key: Key, settled: Settled) -> str:
    """Say how a machine has decided, and by whose votes."""
    by = f" by {', '.join(settled.by)}" if settled.by else ""
    return free_text(f"{settled.how}{by} on {key[0]}/{key[1]}")
