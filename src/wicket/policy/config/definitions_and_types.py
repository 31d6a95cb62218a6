"""Reads `definitions`, `types` and other parts of a policy file that give names to things."""

from collections.abc import Iterator, Mapping

from wicket.displayed_text import excerpt
from wicket.policy.config.absolute_paths import rebased
from wicket.policy.config.checked_values import Form, quoted
from wicket.policy.config.document_nodes import Entry, Items, Node, Scalar
from wicket.policy.config_model import Definitions, Sandbox, ValidatorType, Value
from wicket.wire import go_durations
from wicket.wire.runok.executor_words import UnreadableExecutor, split

__all__ = ["definitions", "types"]

DEFINITIONS = ("paths", "vars", "wrappers", "flag_groups", "aliases", "sandbox")
SANDBOX_KEYS = ("fs", "network", "unix_sockets", "env")
TYPE_KEYS = ("executor", "timeout", "commands", "env")
KINDS = ("literal", "path", "pattern")

# A question takes milliseconds; whoever waits longer for an answer than this is not being asked about a command.
MAX_TIMEOUT_S = 3600.0


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
        found.sandboxes[name] = _sandbox(form, preset, where, what, "" if of_all_projects else folder, home)
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


def _sandbox(form: Form, node: Node, line: int, what: str, folder: str, home: str) -> Sandbox:
    found = Sandbox(form.origin(line))
    for key, (at, value) in form.mapping(node, line, f"`{what}`", SANDBOX_KEYS).items():
        if key == "fs":
            _file_system(form, value, at, f"{what}.fs", found, folder, home)
        elif key == "network":
            for where, allowed in form.mapping(value, at, f"`{what}.network`", ("allow",), strict=True).values():
                allow = form.truth(allowed, where, f"`{what}.network.allow`")
                found.network = allow is not False
        elif key == "unix_sockets":
            found.unix_sockets = form.truth(value, at, f"`{what}.unix_sockets`") is True
        elif key == "env":
            found.env = tuple(text for text, _ in form.texts(value, at, f"`{what}.env`", one=True))
    return found


def _file_system(form: Form, node: Node, line: int, what: str, found: Sandbox, folder: str, home: str) -> None:
    def paths(at: int, value: Node, name: str) -> tuple[str, ...]:
        texts = form.texts(value, at, f"`{what}.{name}`", one=True)
        return tuple(text if text.startswith("<path:") else rebased(text, folder, home) for text, _ in texts)

    # Even in a runok.yml: a misspelt key here would leave open what somebody wanted closed.
    parts = form.mapping(node, line, f"`{what}`", ("read", "write", "writable", "deny"), strict=True)

    def within(key: str, names: tuple[str, ...]) -> Mapping[str, Entry]:
        if key not in parts:
            return {}
        at, value = parts[key]
        return form.mapping(value, at, f"`{what}.{key}`", names, strict=True)

    reading, writing = within("read", ("deny", "allow")), within("write", ("allow", "deny"))
    if "allow" in reading:
        found.read_allow = paths(*reading["allow"], "read.allow")
    if "deny" in reading:
        found.read_deny = paths(*reading["deny"], "read.deny")
    if "allow" in writing:
        found.write_allow = paths(*writing["allow"], "write.allow")
    if "deny" in writing:
        found.write_deny = paths(*writing["deny"], "write.deny")
    if "writable" in parts:
        form.warn(parts["writable"].line, f"`{what}.writable` is old", "write `write: {allow: […]}`")
        found.write_allow = (*found.write_allow, *paths(*parts["writable"], "writable"))
    for path in (*found.write_allow, *(found.read_allow or ())):
        if "*" in path or "?" in path:
            hint = "list folders and files; a pattern can stand where it denies"
            form.problem(line, f"{quoted(path)} is a pattern, and `{what}` allows it", hint)
    if "deny" in parts:
        form.warn(parts["deny"].line, f"`{what}.deny` is old", "write `read: {deny: […]}` and `write: {deny: […]}`")
        denied = paths(*parts["deny"], "deny")
        found.read_deny = (*found.read_deny, *denied)
        found.write_deny = (*found.write_deny, *denied)


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
