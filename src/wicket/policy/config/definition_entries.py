"""Reads `definitions`: paths, vars, wrappers, flag groups and aliases that rules name."""

from collections.abc import Iterator

from wicket.displayed_text import excerpt
from wicket.policy.config.absolute_paths import rebased
from wicket.policy.config.checked_values import Form
from wicket.policy.config.document_nodes import Items, Node, Scalar
from wicket.policy.config.sandbox_entries import sandbox_entry
from wicket.policy.config_model import Definitions, Value

__all__ = ["definitions"]

DEFINITIONS = ("paths", "vars", "wrappers", "flag_groups", "aliases", "sandbox")
KINDS = ("literal", "path", "pattern")


def definitions(
    form: Form, node: Node, line: int, folder: str, home: str, *, of_all_projects: bool = False
) -> Definitions:
    """Read `definitions`; paths are made absolute by the file that they stand in.

    In a file `of_all_projects`, what is relative in a sandbox lies in the one that is worked in.
    """
    found = Definitions()
    parts = form.mapping(node, line, "`definitions`", DEFINITIONS)

    def named(key: str) -> Iterator[tuple[str, int, Node, str]]:
        if key in parts:
            at, value = parts[key]
            for name, (where, declared) in form.mapping(value, at, f"`definitions.{key}`").items():
                yield name, where, declared, f"definitions.{key}.{excerpt(name, 60)}"

    for name, where, paths, what in named("paths"):
        entries = form.texts(paths, where, f"`{what}`", one=True)
        found.paths[name] = tuple(rebased(path, folder, home) for path, _ in entries)
    for name, where, declared, what in named("vars"):
        found.vars[name] = _variable(form, declared, where, f"`{what}`")
    if "wrappers" in parts:
        at, value = parts["wrappers"]
        texts = form.texts(value, at, "`definitions.wrappers`", one=True)
        found.wrappers = [(text, form.origin(where)) for text, where in texts]
    for name, where, pattern, what in named("flag_groups"):
        if (text := form.text(pattern, where, f"`{what}`")) is not None:
            found.flag_groups[name] = (text, form.origin(where))
    for name, where, patterns, what in named("aliases"):
        heads = form.texts(patterns, where, f"`{what}`", one=True)
        found.aliases[name] = (tuple(head for head, _ in heads), form.origin(where))
    for name, where, preset, what in named("sandbox"):
        found.sandboxes[name] = sandbox_entry(form, preset, where, what, "" if of_all_projects else folder, home)
    return found


def _variable(form: Form, node: Node, line: int, what: str) -> tuple[Value, ...]:
    """Read one variable; a list stands for literal values."""
    if isinstance(node, Items):
        return tuple(Value("literal", text) for text, _ in form.texts(node, line, what))
    kind, values = "literal", None
    for key, (at, value) in form.mapping(node, line, what, ("type", "values")).items():
        if key == "type":
            kind = form.choice(value, at, f"the `type` of {what}", KINDS) or kind
        elif key == "values":
            values = (value, at)
    if values is None:
        form.problem(line, f"{what} has no `values`", "list what it stands for")
        return ()
    return tuple(
        found
        for item in form.listed(*values, f"the `values` of {what}")
        if (found := _value(form, item, kind, what)) is not None
    )


def _value(form: Form, node: Node, kind: str, what: str) -> Value | None:
    if isinstance(node, Scalar):
        text = form.text(node, node.line, f"a value of {what}")
        return None if text is None else Value(kind, text)
    entries = form.mapping(node, node.line, f"a value of {what}", ("type", "value"))
    if "type" in entries:
        line, named = entries["type"]
        kind = form.choice(named, line, f"the `type` of a value of {what}", KINDS) or kind
    if "value" not in entries:
        form.problem(node.line, f"a value of {what} has no `value`")
        return None
    line, value = entries["value"]
    text = form.text(value, line, f"a value of {what}")
    return None if text is None else Value(kind, text)
