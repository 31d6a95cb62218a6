"""Makes of a policy's files what is judged with: plain data, which can be kept in a file and needs no second look.

Rules are indexed by program, and within a program by the first word of the pattern, so that a command meets only the
rules that may be about it, however many there are.
"""

from wicket.displayed_text import one_line
from wicket.policy.config.built_in_rules import RULES
from wicket.policy.config_model import Rule
from wicket.policy.errors import PatternError, PolicyError, Problem
from wicket.policy.evaluation import cel_conditions
from wicket.policy.evaluation.compiled_rule import CompiledRule
from wicket.policy.evaluation.rule_index import globs_of_strict_rules, indexes_of, names_of_strict_rules
from wicket.policy.matching.path_patterns import paths_of
from wicket.policy.patterns.alternatives_and_definitions import Unknown, shell_syntax
from wicket.policy.patterns.compiled_pattern import Pattern
from wicket.policy.patterns.globs_of_words_and_home_folder import is_marked
from wicket.policy.patterns.pattern_parser import check_alias, check_flag_group, patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.policy.config_model import Config, Definitions, Files, Origin, Sandbox, ToolRule
    from wicket.policy.patterns.compiled_pattern import StoredPattern

__all__ = ["compile_policy", "problems_of"]

# So much of a pattern is quoted where it is wrong.
SHOWN = 100

_UNDEFINED = "define it under `definitions`, or remove the rule"


def compile_policy(config: "Config", *, partly: bool = False) -> "tuple[dict[str, Any], list[Problem]]":
    """Compile a policy. The second value holds warnings. `partly`: rules that cannot be read are left out.

    Raises:
        PolicyError: with every problem that its patterns and conditions have.
    """
    return _Compiler(config).policy(partly=partly)


def problems_of(config: "Config") -> "list[Problem]":
    """List every problem that the patterns and conditions of a policy have."""
    compiler = _Compiler(config)
    for rule in config.rules:
        compiler.rule(rule)
    compiler.types()
    compiler.wrappers()
    return compiler.problems


class _Compiler:
    def __init__(self, config: "Config") -> None:
        self.config = config
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []

    def policy(self, *, partly: bool = False) -> "tuple[dict[str, Any], list[Problem]]":
        config = self.config
        rules = [self.rule(rule) for rule in (*RULES, *config.rules)]
        if partly:
            rules = [rule for rule in rules if rule.patterns]
        data = {
            "rules": [rule.stored for rule in rules],
            "indexes": indexes_of(rules),
            "strict": names_of_strict_rules(rules),
            "strict_globs": globs_of_strict_rules(rules),
            "hides": _can_hide(config),
            "default": config.default_action or "ask",
            "default_sandbox": config.default_sandbox,
            "unknown_sandbox": config.unknown_sandbox,
            "sandboxes": {name: _sandbox(one) for name, one in config.scopes[0].sandboxes.items()},
            "contained": False,  # whether whoever asks runs commands in the sandboxes that rules name
            "shell": config.shell or "bash",
            "files": _files(config.files),
            "tools": tuple(_tool(rule) for rule in config.tools),
            "types": self.types(),
            "wrappers": self.wrappers(),
            "programs": dict(config.programs),
            "require": config.require_command,
            "scopes": [_scope(scope) for scope in config.scopes],
        }
        for definitions in config.scopes:
            self.definitions(definitions)
        if self.problems and not partly:
            raise PolicyError(tuple(self.problems))
        return data, self.warnings

    def rule(self, rule: "Rule") -> CompiledRule:
        definitions = self.config.scopes[rule.scope]
        allows = rule.action == "allow"
        made = self.patterns(rule.pattern, definitions, rule.origin, allows=allows, needed=_is_needed(rule))
        if made and (found := shell_syntax(rule.pattern)):
            word, hint = found
            said = f"in the pattern {_shown(rule.pattern)}, `{one_line(word, SHOWN)}` is a word, and no shell syntax"
            self.warnings.append(Problem(rule.origin, said, hint))
        if rule.when:
            try:
                cel_conditions.check(rule.when)
            except PatternError as error:
                made = ()
                self.problems.append(Problem(rule.origin, str(error), error.hint))
            except cel_conditions.Failed as error:
                made = ()
                self.problems.append(Problem(rule.origin, str(error)))
        return CompiledRule.of(
            action=rule.action,
            patterns=made,
            when=rule.when,
            message=rule.message,
            fix_suggestion=rule.fix_suggestion,
            sandbox=rule.sandbox,
            validators=rule.validate,
            pattern=rule.pattern,
            file=rule.origin.file,
            line=rule.origin.line,
            scope=rule.scope,
            names_paths=any(_names_paths(pattern, not allows) for pattern in made),
            to=rule.to,
            carries=rule.carries,
            mounts=rule.mounts,
            program=rule.program,
            exceptions=tuple([self.exception(rule, text).stored for text in rule.exceptions]),
        )

    def exception(self, rule: "Rule", text: str) -> CompiledRule:
        """Compile what a rule is not about: a rule of the other kind, which is sure where the first is not."""
        return self.rule(Rule("ask" if rule.action == "allow" else "allow", text, rule.origin, scope=rule.scope))

    def patterns(
        self, text: str, definitions: "Definitions", origin: "Origin", *, allows: bool = False, needed: bool = False
    ) -> "tuple[StoredPattern, ...]":
        # To runok, quotes only group. A rule that forbids keeps that meaning anywhere, for it is the wider one.
        literal = allows and not origin.file.rpartition("/")[2].startswith("runok.")
        try:
            return tuple(patterns(text, definitions, allows, literal))
        except PatternError as error:
            self.problems.append(Problem(origin, f"{error} in the pattern {_shown(text)}", error.hint))
        except Unknown as error:
            said = f"{one_line(str(error), SHOWN)}: the pattern {_shown(text)} never matches"
            to = self.problems if needed else self.warnings
            to.append(Problem(origin, said, _UNDEFINED if needed else ""))
        return ()

    def types(self) -> "dict[str, tuple[Any, ...]]":
        made: dict[str, tuple[Any, ...]] = {}
        for name, kind in self.config.types.items():
            commands = None
            if kind.commands is not None:
                definitions = self.config.scopes[kind.scope]
                commands = tuple(one for text in kind.commands for one in self.patterns(text, definitions, kind.origin))
            made[name] = (
                kind.argv,
                kind.folder,
                kind.timeout_s,
                commands,
                kind.env,
                kind.origin.file,
                kind.origin.line,
            )
        return made

    def wrappers(self) -> "tuple[StoredPattern, ...]":
        definitions = self.config.scopes[0]
        made: list[StoredPattern] = []
        for text, origin in definitions.wrappers:
            found = self.patterns(text, definitions, origin)
            running = [one for one in found if any(element.kind == "cmd" for element in Pattern(one).sequence)]
            if found and not running:
                said = f"the wrapper {_shown(text)} runs nothing"
                self.warnings.append(Problem(origin, said, "write <cmd> where the command stands that it runs"))
            made += running
        return tuple(made)

    def definitions(self, definitions: "Definitions") -> None:
        """See to what is wrong with definitions that no rule may use yet."""
        for texts, origin in definitions.aliases.values():
            try:
                check_alias(texts)
            except PatternError as error:
                self.problems.append(Problem(origin, f"{error} in an alias", error.hint))
        for name, (_, origin) in definitions.flag_groups.items():
            try:
                check_flag_group(name, definitions)
            except PatternError as error:
                self.problems.append(Problem(origin, str(error), error.hint))


def _shown(pattern: str) -> str:
    """Quote a pattern, or its beginning."""
    return repr(one_line(pattern, SHOWN))


def _is_needed(rule: "Rule") -> bool:
    """Tell whether a rule has to be able to match: it forbids or asks, and its author writes for wicket.

    runok takes a list of paths that nobody defines for an empty one. Who allows nothing by mistake sees that soon.
    """
    return rule.action != "allow" and not rule.origin.file.rpartition("/")[2].startswith("runok.")


def _names_paths(pattern: "StoredPattern", strict: bool) -> bool:
    """Tell whether a pattern depends on the home folder, or names a path behind its program."""
    _, sequence, flags, _ = pattern
    return is_marked(pattern) or bool(paths_of((sequence, flags), strict))


def _can_hide(config: "Config") -> bool:
    """Tell whether there is anything that code which cannot be read might do against this policy."""
    files = config.files
    return any(rule.action != "allow" for rule in config.rules) or bool(
        files.fences or any(getattr(files, name) for name in files.LISTS if name != "allow_write")
    )


def _files(files: "Files") -> "tuple[Any, ...]":
    """The lists of files, each entry with where it stands; last the fences, which are lists themselves."""
    return (
        _listed(files.deny_read),
        _listed(files.deny_write),
        _listed(files.ask_write),
        _listed(files.write_only_in),
        _listed(files.allow_write),
        _listed(files.ask_delete_outside),
        tuple(_listed(fence) for fence in files.fences),
    )


def _sandbox(sandbox: "Sandbox") -> "tuple[Any, ...]":
    """What a sandbox says, in the order of `Profile`."""
    writing = (sandbox.write_allow, sandbox.write_deny)
    reaching = (sandbox.network, sandbox.unix_sockets)
    more = (sandbox.env, sandbox.limits, sandbox.caches)
    return (*writing, sandbox.read_allow, sandbox.read_deny, *reaching, *more)


def _tool(rule: "ToolRule") -> "tuple[Any, ...]":
    server, name = tuple(rule.server.split("*")), tuple(rule.name.split("*"))
    return rule.action, server, name, rule.message, rule.fix_suggestion, str(rule.origin)


def _listed(entries: "tuple[tuple[str, Origin], ...]") -> "tuple[tuple[str, str], ...]":
    return tuple((path, str(origin)) for path, origin in entries)


def _scope(definitions: "Definitions") -> "tuple[dict[str, Any], dict[str, Any], tuple[str, ...]]":
    """What conditions see of the definitions; last the names of flag groups."""
    variables = {name: tuple(value.text for value in values) for name, values in definitions.vars.items()}
    return dict(definitions.paths), variables, tuple(definitions.flag_groups)
