"""What the operator may set under `gateway` and `hooks`, in their own file: checked where it is read, line by line."""

from urllib.parse import urlsplit

from wicket.policy.config.checked_values import Form, plain
from wicket.policy.config.document_nodes import Entries, Node, Scalar
from wicket.policy.config.keys_of_policy_file import Layer

__all__ = ["HOOKS", "SETTINGS", "check"]

# Each with what it must be.
SETTINGS = {
    "root_grants": "true or false",
    "root_allow": "true or false",
    "agent_allow": "true or false",
    "keep_output": "true or false",
    "answer_minutes": "a number from 1 on",
    "keep_days": "a number from 1 on",
    "keep_mb": "a number from 1 on",
    "webhook": "a web address, https://…",
    "public_url": "a web address, https://host or https://host:port",
}

HOOKS = {"ask": "dialog or queue"}


def check(document: Node, layer: Layer) -> None:
    """Note what is wrong with the settings of a document. Where they do not count, nothing is."""
    if layer.place.side != "global" or not isinstance(document, Entries):
        return
    form = Form(layer.place.shown, strict=layer.place.strict)
    for section, settings in (("gateway", SETTINGS), ("hooks", HOOKS)):
        line, node = document.entries.get(section, (0, None))
        if not isinstance(node, Entries):
            continue  # which has been said
        for key, (at, value) in form.mapping(node, line, f"`{section}`", settings).items():
            if key in settings and not _fits(settings[key], value):
                form.problem(at, f"`{section}.{key}` must be {settings[key]}")
    layer.problems += form.problems
    layer.warnings += form.warnings


def _fits(wanted: str, value: Node) -> bool:
    if not isinstance(value, Scalar):
        return False
    if wanted == "true or false":
        return value.kind == "bool"
    if wanted == "dialog or queue":
        return value.kind == "str" and value.text in ("dialog", "queue")
    if wanted == "a number from 1 on":
        number = plain(value)
        return value.kind == "int" and isinstance(number, int) and number >= 1
    try:
        parts = urlsplit(value.text)
    except ValueError:
        return False
    return value.kind == "str" and parts.scheme in ("http", "https") and bool(parts.hostname)
