"""What the condition of a rule (`when`) sees: flags, args, env, redirects, paths, and what of it is not known."""

from wicket.policy.evaluation.rule_conditions import given
from wicket.policy.matching.positions_and_flags import Flag, View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.policy.matching.lazy_command_views import Context
    from wicket.policy.matching.positions_and_flags import Captures

__all__ = ["values_for_condition"]

# What asking a condition takes, beside what it looks at.
WORK_OF_CONDITION = 2_000


def values_for_condition(
    context: "Context", policy: "dict[str, Any]", scope: int, captures: "Captures"
) -> "tuple[dict[str, Any], set[str]]":
    """Make what a condition sees, and name what of it is not known."""
    command = context.command
    context.world.fuel.take(WORK_OF_CONDITION + 20 * (len(command.words) + len(command.changed)))
    unknown: set[str] = set()
    if any(word.text is None for word in command.words):
        unknown.update(("args", "flags", "vars", "flag_groups"))
    if captures.vague:
        unknown.add("flag_groups")
    if any(redirect.target.text is None for redirect in command.redirects):
        unknown.add("redirects")
    env = dict(context.world.environ)
    for assignment in (*command.changed, *given(command)):
        if assignment.value.text is None:
            unknown.add("env")
        env[assignment.name] = str(assignment.value)
    flags, args = _flags_and_args(context.known or context.written)
    paths, variables, groups = policy["scopes"][scope]
    place = command.place
    data = {
        "env": env,
        "flags": flags,
        "args": args,
        "paths": {name: list(entries) for name, entries in paths.items()},
        "definitions": {
            "paths": {name: list(entries) for name, entries in paths.items()},
            "vars": {name: list(values) for name, values in variables.items()},
        },
        "redirects": [
            {
                "type": redirect.kind,
                "operator": redirect.operator,
                "target": str(redirect.target),
                "descriptor": redirect.descriptor if isinstance(redirect.descriptor, int) else None,
            }
            for redirect in command.redirects
        ],
        "pipe": {"stdin": place.stdin, "stdout": place.stdout},
        "vars": {name: str(word) for name, word in captures.vars.items()},
        "flag_groups": {name: [str(word) for word in captures.flag_groups.get(name, ())] for name in groups},
        "os": context.world.platform,
        "shell": {"loop_kind": place.loop if place.loop != "select" else "for"},
        "fs": {"home": context.world.home, "cwd": context.world.cwd},
    }
    return data, unknown


def _flags_and_args(view: View) -> "tuple[dict[str, str | None], list[str]]":
    """Part words into flags, under every name they have and without dashes, and positional words.

    Of an unknown program, a flag takes the next word unless that begins with a dash; the last of repeated ones counts.
    """
    flags: dict[str, str | None] = {}
    args: list[str] = []
    waiting: Flag | None = None
    for item in view.items:
        if isinstance(item, Flag):
            for name in item.names:
                flags[name.lstrip("-")] = None if item.value is None else str(item.value)
            waiting = item if item.value is None and not view.knows else None
        elif item is None:
            waiting = None
        else:
            # The word may be the flag's value or an argument: conditions see both.
            if waiting is not None:
                for name in waiting.names:
                    flags[name.lstrip("-")] = str(item)
                waiting = None
            else:
                args.append(str(item))
    return flags, args
