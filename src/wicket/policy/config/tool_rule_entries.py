"""What a policy file says of agents' tools that are no shells: `tools`, rules by the names of servers and tools."""

from wicket.policy.config.checked_values import Form
from wicket.policy.config.document_nodes import Node
from wicket.policy.config_model import ToolRule

__all__ = ["tool_rules"]

ACTIONS = ("allow", "ask", "deny")
KEYS = (*ACTIONS, "message", "fix_suggestion")
_HINT = "write it like `- deny: github/delete_*`"


def tool_rules(form: Form, node: Node, line: int) -> list[ToolRule]:
    """Read the rules."""
    found = []
    for item in form.listed(node, line, "`tools`"):
        before = len(form.problems)
        entries = form.mapping(item, item.line, "a rule of `tools`", KEYS, hint=_HINT)
        actions = [action for action in ACTIONS if action in entries]
        if len(actions) != 1:
            if len(form.problems) == before:
                form.problem(item.line, "a rule of `tools` must have exactly one of allow, ask and deny", _HINT)
            continue
        (action,) = actions
        at, value = entries[action]
        pattern = form.text(value, at, f"the pattern of `{action}`")
        said = {
            key: form.text(entries[key].value, entries[key].line, f"`{key}`") or ""
            for key in ("message", "fix_suggestion")
            if key in entries
        }
        if pattern is None:
            continue
        server, slash, name = pattern.strip().rpartition("/")
        if any(char.isspace() for char in pattern.strip()) or not name or (slash and not server):
            form.problem(
                at, f"{pattern!r:.100} names no tool", "write `server/tool`, or an agent's own tool; * is any text"
            )
            continue
        found.append(ToolRule(action, server, name, form.origin(at), **said))
    return found
