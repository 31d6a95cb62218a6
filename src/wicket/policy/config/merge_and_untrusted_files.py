"""Merges policy files into one checked `Config`; of a file that nobody has trusted, only what forbids counts."""

from collections.abc import Collection, Sequence
from typing import Any

from wicket.policy.config.document_nodes_and_checked_values import meant, quoted
from wicket.policy.config.keys_of_policy_file import Layer
from wicket.policy.config.sandbox_and_program_entries import check_sandbox_name, check_sandboxes
from wicket.policy.config_model import Config, Definitions, Files, Origin, Rule
from wicket.policy.errors import SEE_CHECK, Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass

__all__ = ["Merged", "Untrusted", "merge", "remaining"]


# ── what counts of a policy file that nobody has trusted: what forbids, and what is said of the rest ──

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
        why = "the fleet's policy holds here, so wicket ignores this file's"
        if not untrusted.below:
            why = "not trusted yet, so wicket ignores its"
        merged.warnings.append(Problem(place, f"{why} {ignored}", untrusted.hint))
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
        "allows under `tools`": any(rule.action == "allow" for rule in layer.tools),
        "`files.allow_write`": layer.files.allow_write,
        "`files.ask_delete_outside`": layer.files.ask_delete_outside,
        "`types`": layer.types,
        "`validate` of rules": any(rule.validate for rule in layer.rules),
        "`sandbox` of rules": any(rule.sandbox for rule in layer.rules if rule.action != "allow"),
        "`definitions` for the rules of other files": not below
        and any(getattr(layer.definitions, name) for name in Definitions.__slots__),
        f"`programs` about {_few(layer.programs)}": layer.programs,
        "`shell`": layer.shell,
        "`experimental`": layer.require_command,
        "`tests`": layer.tests and not below,
    }
    return ", ".join(name for name, there in shown.items() if there)


# ── merges policy files into one checked `Config`, and says what is wrong with the whole ──

# Trusted files come from the lowest to the highest: what is listed is appended, what is named is replaced. Of a file
# that is not trusted only what tightens counts: its ask and deny rules, which see that file's own definitions alone,
# and its `files`.


Paths = tuple[tuple[str, Origin], ...]


class Merged:
    """All files together. With problems there is no policy; `operator` is the `gateway` of the person's own file."""

    __slots__ = ("config", "operator", "problems", "warnings")

    def __init__(self) -> None:
        self.config = Config()
        self.operator: dict[str, Any] = {}
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []


def merge(trusted: Sequence[Layer], untrusted: Sequence[Untrusted] = ()) -> Merged:
    """Merge the files, in their order."""
    merged = Merged()
    config = merged.config
    sides: dict[str, str] = {}  # of the types: which side has declared them
    required: dict[str, Any] = {}
    sandbox: tuple[str, Origin] | None = None
    unknown: tuple[str, Origin] | None = None
    for layer in trusted:
        merged.problems += layer.problems
        merged.warnings += layer.warnings
        config.rules += layer.rules
        config.tools += layer.tools
        config.default_action = layer.default_action or config.default_action
        sandbox = layer.default_sandbox or sandbox
        unknown = layer.unknown_sandbox or unknown
        config.shell = layer.shell or config.shell
        config.tests = config.tests if layer.tests is None else list(layer.tests)
        config.files = _files(config.files, layer.files)
        required |= layer.require_command
        merged.operator |= layer.operator
        _define(config.scopes[0], layer.definitions)
        _add_types(merged, layer, sides)
        _teach(config, layer)
    if required.get("enabled"):
        config.require_command = (required.get("action", "deny"), required.get("ignore", ()))
    _check_rules(merged)
    check_sandboxes(merged)
    if sandbox is not None:
        name, origin = sandbox
        config.default_sandbox = name
        check_sandbox_name(merged, name, origin)
    if unknown is not None:
        name, origin = unknown
        config.unknown_sandbox = name
        check_sandbox_name(merged, name, origin)
    _tighten(merged, untrusted)
    return merged


def remaining(trusted: Sequence[Layer], untrusted: Sequence[Untrusted] = ()) -> Config:
    """Keep of files that do not load together what forbids, and have everything else asked about.

    What they allow may be less than their authors meant, and so is what is forbidden; a person decides.
    """
    merged = Merged()
    config = merged.config
    for layer in trusted:
        _define(config.scopes[0], layer.definitions)
        config.rules += [alone_with_its_file(rule, 0) for rule in layer.rules if rule.action != "allow"]
        config.tools += [rule for rule in layer.tools if rule.action != "allow"]
        config.default_action = layer.default_action or config.default_action
        config.shell = layer.shell or config.shell
        config.files = _files(config.files, layer.files)
        _teach(config, layer, wholly=False)
    config.default_action = "deny" if config.default_action == "deny" else "ask"
    _tighten(merged, untrusted)
    broken = next((layer for layer in trusted if layer.problems), trusted[-1] if trusted else None)
    shown = broken.place.shown if broken is not None else "the policy"
    config.rules.append(Rule("ask", "*", Origin(shown, 0), message=DOES_NOT_LOAD.format(shown)))
    return config


def _tighten(merged: Merged, untrusted: Sequence[Untrusted]) -> None:
    shared = Definitions()
    for each in untrusted:
        if each.below:
            _define(shared, each.layer.definitions)
    for each in untrusted:
        tighten(merged, each, shared if each.below else each.layer.definitions)


def _define(scope: Definitions, more: Definitions) -> None:
    for name, paths in more.paths.items():
        scope.paths[name] = tuple(dict.fromkeys((*scope.paths.get(name, ()), *paths)))
    scope.vars |= more.vars
    scope.wrappers += more.wrappers
    scope.flag_groups |= more.flag_groups
    scope.aliases |= more.aliases
    scope.sandboxes |= more.sandboxes


def _files(one: Files, other: Files) -> Files:
    def both(first: Paths, second: Paths) -> Paths:
        known = {path for path, _ in first}
        return (*first, *((path, origin) for path, origin in second if path not in known))

    lists = {name: both(getattr(one, name), getattr(other, name)) for name in Files.LISTS}
    return Files(fences=one.fences, **lists)


def _teach(config: Config, layer: Layer, *, wholly: bool = True) -> None:
    """Add what a file says of programs to what others say. Not `wholly`: no entry counts as complete."""
    for name, entry in layer.programs.items():
        known = config.programs.get(name, ())
        more = entry if wholly else {field: value for field, value in entry.items() if field != "complete"}
        config.programs[name] = known if more in known else (*known, more)
    config.program_examples += layer.program_examples


def _add_types(merged: Merged, layer: Layer, sides: dict[str, str]) -> None:
    for name, declared in layer.types.items():
        if layer.place.side == "project" and sides.get(name) == "global":
            first = merged.config.types[name].origin
            merged.problems.append(
                Problem(declared.origin, f"the type {quoted(name)} is declared in {first} already", "rename this one")
            )
            continue
        merged.config.types[name] = declared
        sides[name] = layer.place.side


def _check_rules(merged: Merged) -> None:
    for rule in merged.config.rules:
        for name in rule.validate:
            if name not in merged.config.types:
                hint = meant(name, merged.config.types) or "declare it under `types`"
                merged.problems.append(Problem(rule.origin, f"there is no type {quoted(name)} to validate", hint))
        if rule.sandbox:
            check_sandbox_name(merged, rule.sandbox, rule.origin)
