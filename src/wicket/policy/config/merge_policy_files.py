"""Merges policy files into one checked `Config`, and says what is wrong with the whole.

Trusted files come from the lowest to the highest: what is listed is appended, what is named is replaced. Of a file that
is not trusted only what tightens counts: its ask and deny rules, which see that file's own definitions alone, and its
`files`.
"""

from collections.abc import Sequence
from typing import Any

from wicket.policy.config.checked_values import meant, quoted
from wicket.policy.config.keys_of_policy_file import Layer
from wicket.policy.config.sandbox_entries import check_sandbox_name, check_sandboxes
from wicket.policy.config.untrusted_policy_files import DOES_NOT_LOAD, Untrusted, alone_with_its_file, tighten
from wicket.policy.config_model import Config, Definitions, Files, Origin, Rule
from wicket.policy.errors import Problem

__all__ = ["Merged", "merge", "remaining"]

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
