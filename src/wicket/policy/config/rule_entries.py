"""Reads one entry of `rules` (allow, ask or deny, and what else it says), and the examples in `tests`."""

from wicket.policy.config.checked_values import Form
from wicket.policy.config.document_nodes import Entries, Node, Scalar
from wicket.policy.config_model import Example, Rule

__all__ = ["ACTIONS", "CARRIED", "DECISIONS", "MACHINES", "MOUNTED", "PROGRAMS", "RULE_KEYS", "examples", "rule_entry"]

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
