"""What wicket protects itself with: rules that no policy can take away.

Whoever is guarded must not open the gate: not approve, not trust, not start or set up a gate of its own.
"""

from wicket.policy.config_model import Example, Origin, Rule

__all__ = ["RULES", "agents_files"]

_HERE = Origin("built in", 0)
_PYTHONS = "|".join(["python", "python3", *[f"python3.{minor}" for minor in range(9, 20)]])
_VERBS = "approve|deny|grants|trust|untrust|init|pause|uninstall|serve|service|suggest"
_FLEET_VERBS = "approve|console|deny|enroll|hub|init|invite|revoke|roster"
_MESSAGE = "an agent must not decide for the person who guards it"
_FIX = "ask that person to do it"


def _rule(pattern: str, *examples: str) -> Rule:
    tests = tuple(Example("deny", example, _HERE) for example in examples)
    return Rule("deny", pattern, _HERE, message=_MESSAGE, fix_suggestion=_FIX, tests=tests)


RULES = (
    _rule(f"wicket {_VERBS} *", "wicket approve 7", "wicket trust ."),
    _rule("wicket policy update *", "wicket policy update --yes"),
    _rule(f"wicket fleet {_FLEET_VERBS} *", "wicket fleet approve m1/3f2a"),
    _rule("wicket fleet policy push|rollback *", "wicket fleet policy push policy/"),
    _rule(f"{_PYTHONS} -m wicket {_VERBS} *", "python3 -m wicket serve"),
    _rule(f"{_PYTHONS} -m wicket policy update *", "python3 -m wicket policy update"),
    _rule(f"{_PYTHONS} -m wicket fleet {_FLEET_VERBS} *", "python3 -m wicket fleet roster sign"),
    _rule(f"{_PYTHONS} -m wicket fleet policy push|rollback *", "python3 -m wicket fleet policy rollback"),
)

POLICY_NAMES = tuple(
    f"{name}{local}.{suffix}" for name in ("wicket", "runok") for local in ("", ".local") for suffix in ("yml", "yaml")
)

# Where agents keep the settings, hooks, plugins and extensions that switch a guard on, at home and in a project alike.
_ANYWHERE = (
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".claude/hooks",
    ".claude/plugins",
    ".codex/hooks.json",
    ".codex/config.toml",
    ".gemini/settings.json",
    ".gemini/extensions",
    ".qwen/settings.json",
    ".qwen/extensions",
    ".factory/settings.json",
    ".factory/hooks",
    ".cursor/hooks.json",
    ".cursor/hooks",
)
_AT_HOME = (
    *_ANYWHERE,
    ".copilot/hooks",
    ".copilot/config.json",
    ".config/opencode/plugin",
    ".config/opencode/plugins",
    ".config/opencode/opencode.json",
    ".config/opencode/opencode.jsonc",
    ".cline/hooks",
    ".pi/agent/extensions",
    ".pi/agent/settings.json",
    ".config/amp/settings.json",
    ".local/state/zot/extensions/wicket",
    ".config/wicket",
    ".config/runok",
)
_IN_PROJECT = (
    *_ANYWHERE,
    ".github/hooks",
    ".github/copilot/settings.json",
    ".opencode/plugin",
    ".opencode/plugins",
    ".cline/hooks",
    ".clinerules/hooks",
    ".pi/extensions",
    ".amp/settings.json",
    ".zot/extensions/wicket",  # which would stand before the one at home
    ".wicket",
)


def agents_files(home: str, project: str) -> tuple[str, ...]:
    """List the settings that switch guards on."""
    at_home = tuple(f"{home}/{name}" for name in _AT_HOME) if home else ()
    in_project = tuple(f"{project}/{name}" for name in (*_IN_PROJECT, *POLICY_NAMES)) if project else ()
    return at_home + in_project
