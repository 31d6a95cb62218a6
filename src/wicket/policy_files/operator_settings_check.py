"""What the operator may set under `gateway` and `hooks`, in their own file: checked where it is read, line by line."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from wicket.policy.config.document_nodes_and_checked_values import Entries, Form, Items, Node, Scalar, plain
from wicket.policy.config.keys_of_policy_file import Layer

__all__ = ["FLEET", "HOOKS", "SETTINGS", "Setting", "check"]


class Setting(NamedTuple):
    """What a value must be, in words and as a test."""

    says: str
    fits: Callable[[Node], bool]


def _is_flag(value: Node) -> bool:
    return isinstance(value, Scalar) and value.kind == "bool"


def _is_count(value: Node) -> bool:
    number = plain(value)
    return isinstance(value, Scalar) and value.kind == "int" and isinstance(number, int) and number >= 1


def _is_name(value: Node) -> bool:
    return _is_text(value) and re.fullmatch(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?", str(plain(value))) is not None


def _is_text(value: Node) -> bool:
    return isinstance(value, Scalar) and value.kind == "str"


def _word(*words: str) -> Callable[[Node], bool]:
    return lambda value: _is_text(value) and plain(value) in words


def _address(*schemes: str) -> Callable[[Node], bool]:
    def fits(value: Node) -> bool:
        try:
            parts = urlsplit(str(plain(value)))
        except ValueError:
            return False
        return _is_text(value) and parts.scheme in schemes and bool(parts.hostname)

    return fits


def _list_of(fits: Callable[[Node], bool]) -> Callable[[Node], bool]:
    return lambda value: isinstance(value, Items) and bool(value.items) and all(fits(each) for each in value.items)


def _is_hub(value: Node) -> bool:
    one = _address("tls", "nats")
    return one(value) or _list_of(one)(value)


_FLAG = Setting("true or false", _is_flag)
_COUNT = Setting("a number from 1 on", _is_count)

SETTINGS = {
    "root_grants": _FLAG,
    "root_allow": _FLAG,
    "agent_allow": _FLAG,
    "keep_output": _FLAG,
    "answer_minutes": _COUNT,
    "keep_days": _COUNT,
    "keep_mb": _COUNT,
    "webhook": Setting("a web address, https://…", _address("http", "https")),
    "public_url": Setting("a web address, https://host or https://host:port", _address("http", "https")),
    "fleet": Setting(
        "a mapping that names the `group` of this machine's fleet", lambda value: isinstance(value, Entries)
    ),
}

FLEET = {
    "group": Setting("a name: a-z, 0-9 and - between them", _is_name),
    "hub": Setting("an address, tls://HOST:PORT, or a list of them", _is_hub),
    "classes": Setting("a list of user and root", _list_of(_word("user", "root"))),
    "local_doors": Setting("deny or approve", _word("deny", "approve")),
    "offline": Setting("wait or local", _word("wait", "local")),
    "offline_after_s": _COUNT,
    "replicate": _FLAG,
}

HOOKS = {"ask": Setting("dialog or queue", _word("dialog", "queue"))}


def check(document: Node, layer: Layer) -> None:
    """Note what is wrong with the settings of a document. Where they do not count, nothing is."""
    if layer.place.side != "global" or not isinstance(document, Entries):
        return
    form = Form(layer.place.shown, strict=layer.place.strict)
    for section, settings in (("gateway", SETTINGS), ("hooks", HOOKS)):
        line, node = document.entries.get(section, (0, None))
        if isinstance(node, Entries):  # if it is something else, that has been said
            _check(form, node, line, section, settings)
    layer.problems += form.problems
    layer.warnings += form.warnings


def _check(form: Form, node: Entries, line: int, section: str, settings: Mapping[str, Setting]) -> None:
    for key, (at, value) in form.mapping(node, line, f"`{section}`", settings).items():
        if key not in settings:
            continue
        if not settings[key].fits(value):
            form.problem(at, f"`{section}.{key}` must be {settings[key].says}")
        elif settings is SETTINGS and isinstance(value, Entries):
            _check(form, value, at, "gateway.fleet", FLEET)
            if "group" not in value.entries:
                form.problem(at, "`gateway.fleet` needs `group`, the group that this machine has joined")
