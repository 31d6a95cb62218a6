"""What counts of a policy file that nobody has trusted: what forbids, and what is said of the rest."""

from collections.abc import Collection

from wicket.policy.config.keys_of_policy_file import Layer
from wicket.policy.config_model import Definitions, Files, Origin, Rule
from wicket.policy.errors import SEE_CHECK, Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.config.merge_policy_files import Merged

__all__ = ["DOES_NOT_LOAD", "Untrusted", "alone_with_its_file", "tighten"]

DOES_NOT_LOAD = "{} does not load, so everything is asked about" + SEE_CHECK

_FEW = 10


class Untrusted:
    """A file that nobody has trusted: what it says, and what its reader should do about it (empty: nothing).

    `below`: it was trusted, and has come below a policy that it can only tighten. Such files share their definitions.
    """

    __slots__ = ("below", "hint", "layer")

    def __init__(self, layer: Layer, hint: str, *, below: bool = False) -> None:
        self.layer = layer
        self.hint = hint
        self.below = below


def tighten(merged: "Merged", untrusted: Untrusted, definitions: Definitions) -> None:
    """Add what an untrusted file forbids, and say what of it is ignored. `definitions` are what its rules see."""
    config, layer = merged.config, untrusted.layer
    scope = len(config.scopes)
    config.scopes.append(definitions)
    if untrusted.below and layer.default_action == "deny":
        config.default_action = "deny"
    for rule in layer.rules:
        if rule.action != "allow":
            config.rules.append(alone_with_its_file(rule, scope))
    config.tools += [rule for rule in layer.tools if rule.action != "allow"]
    files = layer.files
    lists = {name: getattr(config.files, name) for name in Files.LISTS}
    lists |= {name: (*lists[name], *getattr(files, name)) for name in Files.FORBIDDING}
    fences = (*config.files.fences, files.write_only_in) if files.write_only_in else config.files.fences
    config.files = Files(fences=fences, **lists)
    merged.warnings += layer.warnings
    place = Origin(layer.place.shown, 0)
    if untrusted.hint and (ignored := _ignored(untrusted)):
        why = "the fleet's policy holds here" if untrusted.below else "the file is not trusted"
        merged.warnings.append(Problem(place, f"{why}, so these are ignored: {ignored}", untrusted.hint))
    if layer.problems:
        # Not knowing what it forbids, everything is asked about; and nothing that others forbid is lost.
        merged.warnings += layer.problems
        message = DOES_NOT_LOAD.format(layer.place.shown)
        config.rules.append(Rule("ask", "*", place, message=message, scope=scope))


def alone_with_its_file(rule: Rule, scope: int) -> Rule:
    """Give a rule that sees its own file alone, and has nothing run."""
    return Rule(
        rule.action,
        rule.pattern,
        rule.origin,
        when=rule.when,
        message=rule.message,
        fix_suggestion=rule.fix_suggestion,
        tests=rule.tests,
        exceptions=rule.exceptions,
        to=rule.to,
        carries=rule.carries,
        mounts=rule.mounts,
        program=rule.program,
        scope=scope,
    )


def _few(names: Collection[str]) -> str:
    """List names, as many as anybody reads."""
    more = f" and {len(names) - _FEW} more" if len(names) > _FEW else ""
    return ", ".join(list(names)[:_FEW]) + more


def _ignored(untrusted: Untrusted) -> str:
    layer, below = untrusted.layer, untrusted.below
    allows = sum(rule.action == "allow" for rule in layer.rules)
    shown = {
        "`extends`": layer.extends and not below,
        "`defaults`": (layer.default_action and not (below and layer.default_action == "deny"))
        or layer.default_sandbox
        or layer.unknown_sandbox,
        f"{allows} allow rule{'s' if allows > 1 else ''}": allows,
        "what `tools` allows": any(rule.action == "allow" for rule in layer.tools),
        "`files.allow_write`": layer.files.allow_write,
        "`files.ask_delete_outside`": layer.files.ask_delete_outside,
        "`types`": layer.types,
        "`validate` of its rules": any(rule.validate for rule in layer.rules),
        "`sandbox` of its rules": any(rule.sandbox for rule in layer.rules if rule.action != "allow"),
        "`definitions` for the rules of other files": not below
        and any(getattr(layer.definitions, name) for name in Definitions.__slots__),
        f"`programs` about {_few(layer.programs)}": layer.programs,
        "`shell`": layer.shell,
        "`experimental`": layer.require_command,
        "`tests`": layer.tests and not below,
    }
    return ", ".join(name for name, there in shown.items() if there)
