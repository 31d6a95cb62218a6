"""What a policy file says of agents' tools that are no shells: `tools`, rules by the names of servers and tools."""

from wicket.policy.config.checked_values import Form, quoted
from wicket.policy.config.document_nodes import Entry, Node
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
        said = {key: _text(form, entries[key], f"`{key}`") for key in ("message", "fix_suggestion") if key in entries}
        for pattern, where in form.texts(value, at, f"the pattern of `{action}`", one=True):
            server, slash, name = pattern.strip().rpartition("/")
            if any(char.isspace() for char in pattern.strip()) or not name or (slash and not server):
                hint = "write `server/tool`, or the name of an agent's own tool; * is any text"
                form.problem(where, f"{quoted(pattern)} names no tool", hint)
                continue
            found.append(ToolRule(action, server, name, form.origin(where), **said))
    return found


def _text(form: Form, entry: Entry, what: str) -> str:
    return " ".join(text for text, _ in form.texts(entry.value, entry.line, what, one=True))
