"""What a command came to, and its carrying out: each action reaches its own hook, and an error none of them."""

from dataclasses import dataclass

from wicket.displayed_text import one_line, paragraph
from wicket.host.host_hooks import Hooks, Note
from wicket.host.panels import Panel, Panels
from wicket.host.pipes import tell
from wicket.host.zot_session import ZotExtension
from wicket.wire.zot.messages import CommandResponse

__all__ = ["Reply", "carry_out", "refuse"]


@dataclass(frozen=True, slots=True)
class Reply:
    """What an extension wants done after a command: `prompt`, `insert`, `display`, `open_panel` or `noop`.

    With a non-empty `error` nothing was done, whatever the action.
    """

    extension: str
    command: str
    action: str = "noop"
    prompt: str = ""
    insert: str = ""
    display: str = ""
    panel: Panel | None = None
    error: str = ""


def carry_out(extension: ZotExtension, command: str, answer: CommandResponse, hooks: Hooks, panels: Panels) -> Reply:
    """Do what the answer says, and return it."""
    name, action = extension.name, answer.action or "noop"
    if answer.error:
        return refuse(name, command, one_line(answer.error), hooks, action)
    match action:
        case "prompt":
            prompt = paragraph(answer.prompt)
            if prompt.strip():  # an empty message is no turn
                tell(hooks.prompt, name, prompt)
            return Reply(name, command, action, prompt=prompt)
        case "insert":
            insert = paragraph(answer.insert)
            tell(hooks.insert, name, insert)
            return Reply(name, command, action, insert=insert)
        case "display":
            display = paragraph(answer.display)
            tell(hooks.display, name, display)
            return Reply(name, command, action, display=display)
        case "open_panel" if answer.open_panel is not None:
            return Reply(name, command, action, panel=panels.open(extension, answer.open_panel))
        case "open_panel":
            return refuse(name, command, "open_panel without a panel", hooks, action)
        case "noop":
            return Reply(name, command, action)
        case unknown:
            return refuse(name, command, f"unknown action {one_line(unknown)[:80]!r}", hooks, action)


def refuse(extension: str, command: str, error: str, hooks: Hooks, action: str = "noop") -> Reply:
    """Show an error in place of an action."""
    tell(hooks.notify, Note(extension, "error", f"/{command}: {error}"))
    return Reply(extension, command, action, error=error)
