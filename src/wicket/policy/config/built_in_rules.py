"""What wicket protects itself with: rules that no policy can take away.

Whoever is guarded must not open the gate: not approve, not trust, not start or set up a gate of its own.
"""

from wicket.policy.config_model import Example, Origin, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["MOVED", "OF_MACHINE", "RULES", "agents_files", "files_if_there", "is_agents_file", "moved_files"]

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

# Where agents keep the settings, hooks, plugins and extensions that switch a guard on, at home and in a project alike;
# and the variables by which they are told where to look for these.
_ANYWHERE = (
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".claude/hooks",
    ".claude/plugins",
    ".codex/hooks.json",
    ".codex/config.toml",
    ".gemini/settings.json",
    ".gemini/extensions",
    ".gemini/.env",
    ".qwen/settings.json",
    ".qwen/extensions",
    ".qwen/.env",
    ".factory/settings.json",
    ".factory/settings.local.json",
    ".factory/hooks",
    ".cursor/hooks.json",
    ".cursor/hooks",
    ".opencode/plugin",
    ".opencode/plugins",
    ".opencode/opencode.json",
    ".opencode/opencode.jsonc",
)
_AT_HOME = (
    *_ANYWHERE,
    ".copilot/hooks",
    ".copilot/config.json",
    ".copilot/settings.json",
    ".gemini/trustedFolders.json",
    ".qwen/trustedFolders.json",
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
    ".github/copilot/settings.local.json",
    ".cline/hooks",
    ".clinerules/hooks",
    ".pi/extensions",
    ".pi/settings.json",
    ".amp/settings.json",
    ".zot/extensions/wicket",  # which would stand before the one at home
    ".wicket",
)


# Of the whole machine: what its administrator has written for all agents, and the hook that it names.
OF_MACHINE = (
    "/etc/claude-code",
    "/etc/codex",
    "/etc/gemini-cli",
    "/etc/github-copilot",
    "/etc/qwen-code",
    "/etc/wicket",
)

# These are called so like others that a project has: protected where they are there, or each `*.json` would mean them.
_IF_THERE = ("opencode.json", "opencode.jsonc")

# Variables that move what an agent keeps at home, each with what is moved, and where it then lies in the folder named.
MOVED = (
    ("XDG_CONFIG_HOME", ".config", ""),
    ("CLAUDE_CONFIG_DIR", ".claude", ""),
    ("CODEX_HOME", ".codex", ""),
    ("GEMINI_CLI_HOME", ".gemini", ".gemini"),
    ("COPILOT_HOME", ".copilot", ""),
    ("OPENCODE_CONFIG_DIR", ".config/opencode", ""),
    ("QWEN_HOME", ".qwen", ""),
    ("FACTORY_HOME_OVERRIDE", ".factory", ".factory"),
    ("CLINE_DIR", ".cline", ""),
    ("PI_CODING_AGENT_DIR", ".pi/agent", ""),
    ("ZOT_HOME", ".local/state/zot", ""),
)

# These name files.
_NAMED = (
    "AMP_SETTINGS_FILE",
    "GEMINI_CLI_SYSTEM_DEFAULTS_PATH",
    "GEMINI_CLI_SYSTEM_SETTINGS_PATH",
    "QWEN_CODE_SYSTEM_DEFAULTS_PATH",
    "QWEN_CODE_SYSTEM_SETTINGS_PATH",
)


def agents_files(home: str, project: str) -> tuple[str, ...]:
    """List the settings that switch guards on."""
    at_home = tuple(f"{home}/{name}" for name in _AT_HOME) if home else ()
    in_project = tuple(f"{project}/{name}" for name in (*_IN_PROJECT, *POLICY_NAMES)) if project else ()
    return at_home + in_project


def files_if_there(project: str) -> tuple[str, ...]:
    """List those that count only if they exist."""
    return tuple(f"{project}/{name}" for name in _IF_THERE)


def is_agents_file(path: str) -> bool:
    """Tell whether a path is among the settings of agents in any folder, in which somebody may start one later."""
    return any(f"/{name}/" in f"{path}/" for name in (*_IN_PROJECT, *_IF_THERE))


def moved_files(environ: "Mapping[str, str]") -> tuple[str, ...]:
    """List the settings that switch guards on and lie where a variable says."""
    home = environ.get("HOME", "").rstrip("/")

    def said(variable: str) -> str:
        named = environ.get(variable, "")
        return home + named[1:] if named[:2] == "~/" else named

    made = [file for name in _NAMED if (file := said(name))[:1] == "/"]
    for variable, usual, within in MOVED:
        folder = said(variable).rstrip("/")
        if folder[:1] == "/":
            top = f"{folder}/{within}" if within else folder
            made += [f"{top}{name[len(usual) :]}" for name in _AT_HOME if name.startswith(f"{usual}/")]
    return tuple(made)
