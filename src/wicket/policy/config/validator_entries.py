"""Reads `types`, the validators: the program to ask, how long it may take, and about which commands."""

from wicket.policy.config.checked_values import Form, quoted
from wicket.policy.config.document_nodes import Node, Scalar
from wicket.policy.config_model import ValidatorType
from wicket.wire import go_durations
from wicket.wire.runok.executor_words import UnreadableExecutor, split

__all__ = ["MAX_TIMEOUT_S", "TYPE_KEYS", "types"]

TYPE_KEYS = ("executor", "timeout", "commands", "env")

# A question takes milliseconds; whoever waits longer for an answer than this is not being asked about a command.
MAX_TIMEOUT_S = 3600.0


def types(form: Form, node: Node, line: int, folder: str) -> dict[str, ValidatorType]:
    """Read `types`: the validators."""
    found = {}
    for name, (at, declared) in form.mapping(node, line, "`types`").items():
        if not name.strip():
            form.problem(at, "a type has no name")
            continue
        what = f"the type {quoted(name)}"
        entries = form.mapping(declared, at, what, TYPE_KEYS)
        if "executor" not in entries:
            form.problem(at, f"{what} has no `executor`", "name the program to ask")
            continue
        where, value = entries["executor"]
        argv = _executor(form, value, where, what)
        made = ValidatorType(name, argv, folder, form.origin(at))
        if "timeout" in entries:
            where, value = entries["timeout"]
            made.timeout_s = _timeout(form, value, where, what) or made.timeout_s
        if "commands" in entries:
            where, value = entries["commands"]
            made.commands = tuple(text for text, _ in form.texts(value, where, f"`commands` of {what}", one=True))
        if "env" in entries:
            where, value = entries["env"]
            made.env = tuple(text for text, _ in form.texts(value, where, f"`env` of {what}", one=True))
        if argv:
            found[name] = made
    return found


def _executor(form: Form, node: Node, line: int, what: str) -> tuple[str, ...]:
    if not isinstance(node, Scalar) or node.kind != "str":
        form.text(node, line, f"the executor of {what}")
        return ()
    try:
        return split(node.text)
    except UnreadableExecutor as error:
        form.problem(line, f"{what} cannot be asked", str(error))
        return ()


def _timeout(form: Form, node: Node, line: int, what: str) -> float | None:
    """Read how long a validator may take: `5s`, or a plain number of seconds."""
    seconds = 0.0
    if isinstance(node, Scalar) and node.kind in ("int", "float", "str"):
        text = node.text if node.kind == "str" else f"{node.text}s"
        try:
            seconds = go_durations.parse(text)
        except ValueError as error:
            form.problem(line, f"the timeout of {what} is unreadable", str(error))
            return None
    if not 0 < seconds <= MAX_TIMEOUT_S:
        form.problem(line, f"the timeout of {what} must be more than nothing and at most an hour", "write it like 5s")
        return None
    return seconds
