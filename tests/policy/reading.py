"""Policies from YAML texts, for the tests of what is made of them."""

from wicket.policy.config.keys_of_policy_file import Layer, Place, read
from wicket.policy.config_model import Config, Definitions, Rule
from wicket.policy_files import strict_yaml

HOME = "/home/me"
FOLDER = "/project"


def layer_of(
    text: str, side: str = "given", *, file: str = "wicket.yml", strict: bool = True, tests: bool = True
) -> Layer:
    return read(strict_yaml.read(text), Place(file, FOLDER, HOME, side, strict=strict, tests=tests))


def rule_value(rule: Rule) -> dict[str, object]:
    """Show a rule as a value: what it has been given, and where it stands."""
    shown = {name: getattr(rule, name) for name in Rule.__slots__ if name not in ("origin", "tests")}
    given = {name: value for name, value in shown.items() if value not in ("", (), 0)}
    tests = [(each.decision, each.command, each.origin.line) for each in rule.tests]
    return given | {"at": str(rule.origin)} | ({"tests": tests} if tests else {})


def definitions_value(scope: Definitions) -> dict[str, object]:
    """Show definitions as a value, without what is empty."""
    shown: dict[str, object] = {
        "paths": scope.paths,
        "vars": {name: [(value.kind, value.text) for value in values] for name, values in scope.vars.items()},
        "wrappers": [text for text, _ in scope.wrappers],
        "flag_groups": {name: text for name, (text, _) in scope.flag_groups.items()},
        "aliases": {name: texts for name, (texts, _) in scope.aliases.items()},
        "sandboxes": {
            name: (each.write_allow, each.write_deny, each.read_deny, each.network)
            for name, each in scope.sandboxes.items()
        },
    }
    return {name: value for name, value in shown.items() if value}


def config_value(config: Config) -> dict[str, object]:
    """Show a whole policy as a value."""
    return {
        "rules": [rule_value(rule) for rule in config.rules],
        "scopes": [definitions_value(scope) for scope in config.scopes],
        "default": (config.default_action, config.default_sandbox),
        "files": {
            "deny_read": [path for path, _ in config.files.deny_read],
            "deny_write": [path for path, _ in config.files.deny_write],
            "write_only_in": [path for path, _ in config.files.write_only_in],
            "fences": [[path for path, _ in fence] for fence in config.files.fences],
        },
        "types": {
            name: (each.argv, each.folder, each.timeout_s, each.commands, each.env, str(each.origin), each.scope)
            for name, each in config.types.items()
        },
        "shell": config.shell,
        "tests": [(each.decision, each.command) for each in config.tests],
        "require_command": config.require_command,
    }
