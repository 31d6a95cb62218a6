"""Reads the entries of `rules`, `definitions`, `types` (the validators), `files` and `tools` of a policy file."""

from collections.abc import Iterator

from wicket.displayed_text import excerpt
from wicket.policy.config.absolute_paths import rebased
from wicket.policy.config.document_nodes_and_checked_values import (
    Entries,
    Entry,
    Form,
    Items,
    Node,
    Scalar,
    quoted,
)
from wicket.policy.config.sandbox_and_program_entries import sandbox_entry
from wicket.policy.config_model import Definitions, Example, Files, Origin, Rule, ToolRule, ValidatorType, Value
from wicket.policy.patterns.globs_of_words_and_home_folder import with_tilde
from wicket.wire import go_durations
from wicket.wire.runok.executor_words import UnreadableExecutor, split

__all__ = [
    "ACTIONS",
    "DECISIONS",
    "RULE_KEYS",
    "definitions",
    "examples",
    "file_rules",
    "rule_entry",
    "tool_rules",
    "types",
]


# ── reads one entry of `rules` (allow, ask or deny, and what else it says), and the examples in `tests` ──

ACTIONS = ("allow", "ask", "deny")
DECISIONS = ("allow", "ask", "deny", "pass")
MACHINES = ("here", "elsewhere")
CARRIED = ("files", "input", "secrets")
MOUNTED = ("inside", "outside")
PROGRAMS = ("unknown",)

RULE_KEYS = (
    *ACTIONS,
    "except",
    "to",
    "carries",
    "mounts",
    "program",
    "when",
    "message",
    "fix_suggestion",
    "sandbox",
    "tests",
    "validate",
)


def rule_entry(form: Form, node: Node, *, keeps_tests: bool) -> Rule | None:
    """Read one rule; None if it cannot be understood, which is said. Without `keeps_tests`, its tests go."""
    before = len(form.problems)
    entries = form.mapping(node, node.line, "a rule", RULE_KEYS, hint="write it like `- allow: make test`")
    actions = [action for action in ACTIONS if action in entries]
    if len(actions) != 1:
        if len(form.problems) == before:
            found = f"it has {' and '.join(actions)}" if actions else "it has none of them"
            form.problem(node.line, f"a rule must have exactly one of allow, ask and deny; {found}")
        return None
    (action,) = actions
    line, value = entries[action]
    pattern = form.text(value, line, f"the pattern of `{action}`")
    if action == "deny" and "sandbox" in entries:
        form.problem(entries["sandbox"].line, "a deny rule has a `sandbox`", "remove it: nothing will run")

    def word(key: str) -> str:
        found = entries.get(key)
        return form.text(found.value, found.line, f"`{key}`") or "" if found is not None else ""

    def chosen(key: str, among: tuple[str, ...]) -> str:
        found = entries.get(key)
        return form.choice(found.value, found.line, f"`{key}`", among) or "" if found is not None else ""

    validate, tests, exceptions = [], [], []
    if "except" in entries:
        at, value = entries["except"]
        exceptions = [text for text, _ in form.texts(value, at, "`except`", one=True)]
    if "validate" in entries:
        at, value = entries["validate"]
        validate = [name for name, _ in form.texts(value, at, "`validate`", one=True)]
    if "tests" in entries:
        at, value = entries["tests"]
        tests = examples(form, value, at, "a rule's `tests`")
    rule = Rule(
        action,
        pattern or "",
        form.origin(line),
        when=word("when"),
        message=word("message"),
        fix_suggestion=word("fix_suggestion"),
        sandbox=word("sandbox"),
        tests=tuple(tests) if keeps_tests else (),
        validate=tuple(dict.fromkeys(validate)),
        exceptions=tuple(exceptions),
        to=chosen("to", MACHINES),
        carries=chosen("carries", CARRIED),
        mounts=chosen("mounts", MOUNTED),
        program=chosen("program", PROGRAMS),
    )
    return None if pattern is None else rule


def examples(form: Form, node: Node, line: int, what: str) -> list[Example]:
    """Read commands with the decisions that are expected of them."""
    found = []
    for item in form.listed(node, line, what):
        hint = "write it like `- allow: make test`"
        entries = form.mapping(item, item.line, f"an entry of {what}", DECISIONS, strict=True, hint=hint)
        if len(entries) != 1:
            if isinstance(item, Entries) or (isinstance(item, Scalar) and item.kind == "null"):
                said = "must have one key, the decision that is expected, and has"
                form.problem(item.line, f"an entry of {what} {said} {len(entries)}", hint)
            continue
        ((decision, (at, value)),) = entries.items()
        command = form.text(value, at, f"the command of `{decision}`")
        if command is not None and decision in DECISIONS:
            found.append(Example(decision, command, form.origin(at)))
    return found


# ── reads `definitions`: paths, vars, wrappers, flag groups and aliases that rules name ──

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


# ── reads `files`: the paths that must not be read, written or deleted, and what a relative one means ──


def file_rules(form: Form, node: Node, line: int, folder: str, home: str, *, of_all_projects: bool) -> Files:
    """Read `files`; a relative path leads from `folder`, in which the file lies.

    A file `of_all_projects` is a person's own: some of its lists mean the project that is worked in.
    """
    entries = form.mapping(node, line, "`files`", Files.LISTS)

    def absolute(text: str, key: str) -> str:
        return _absolute(text, key, folder, home, of_all_projects=of_all_projects)

    def paths(key: str) -> tuple[tuple[str, Origin], ...]:
        at, value = entries.get(key, (line, Items([], line)))
        listed = form.texts(value, at, f"`files.{key}`", one=True)
        for text, where in listed:
            if of_all_projects and folder:
                _warn_beside_own_file(form, text, key, where, absolute(text, key))
        return tuple((absolute(text, key), form.origin(where)) for text, where in listed)

    files = Files(fences=(), **{key: paths(key) for key in Files.LISTS})
    if "write_only_in" in entries and not files.write_only_in:
        hint = "list a folder, or remove the key; to forbid all writing, deny_write: [/**]"
        form.problem(entries["write_only_in"].line, "`files.write_only_in` lists nothing", hint)
    return files


def _warn_beside_own_file(form: Form, text: str, key: str, line: int, meant: str) -> None:
    """Say that a relative path in a person's own file leads to what lies beside that, and in no project."""
    if key in Files.OF_PROJECT:
        return
    if text.startswith(("/", "**/")) or with_tilde(text)[:1] == "~":
        return
    hint = "write the whole path of a folder"
    if key in Files.FORBIDDING:
        bare = text.removeprefix("./")
        hint = f"write `**/{bare}` to mean it wherever it lies" if bare.strip("./") else f"write `{meant}` to mean it"
    form.warn(line, f"{quoted(text)} in `files.{key}` of your own file means {meant}, in no project", hint)


def _absolute(text: str, key: str, folder: str, home: str, *, of_all_projects: bool) -> str:
    # What is forbidden as `**/.env` is meant wherever it lies; what is permitted lies with the file that says so.
    if key in (*Files.FORBIDDING, "ask_delete_outside") and text.startswith("**/"):
        return f"/{text}"
    # A person's own file is for every project: there, what is relative lies in the one that is worked in.
    of_project = key in Files.OF_PROJECT and of_all_projects
    return rebased(text, "" if of_project else folder, home)


# ── what a policy file says of agents' tools that are no shells: `tools`, rules by the names of servers and tools ──

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


# ── reads `types`, the validators: the program to ask, how long it may take, and about which commands ──

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
