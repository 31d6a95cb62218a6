"""Skills of Claude Code: texts for the model, in which `` !`command` `` is run when one is loaded, and no hook is told.

Claude Code runs nothing of the kind where its settings say `disableSkillShellExecution`.
"""

import os

from wicket.doors.fast_json import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["config_folder", "objection"]

_SETTING = "disableSkillShellExecution"
_MANAGED = "/etc/claude-code/managed-settings.json"
_COMMAND = b"!`"

# A skill is a page or two. What is larger is not looked through.
MAX_BYTES = 1024 * 1024


def config_folder(environ: "Mapping[str, str]") -> str:
    """Say where Claude Code keeps a person's settings and skills."""
    named = environ.get("CLAUDE_CONFIG_DIR", "")
    return named if named.startswith("/") else os.path.join(environ.get("HOME") or "/", ".claude")


def objection(name: str, cwd: str, environ: "Mapping[str, str]") -> "tuple[bool, str] | None":
    """Say what speaks against loading a skill, and whether that is sure; None: it runs nothing by itself."""
    own = config_folder(environ)
    projects = [f"{folder}/.claude" for folder in dict.fromkeys([environ.get("CLAUDE_PROJECT_DIR") or cwd, cwd])]
    if _is_switched_off(own, projects):
        return None
    advice = f"`wicket init` sets `{_SETTING}`, and then it runs none"
    files = [] if "/" in name or ".." in name else [*_files(own, name), *(f for p in projects for f in _files(p, name))]
    texts = [text for file in files if (text := _content(file)) is not None]
    if not texts:
        return False, f"the skill {name} may run commands when it is loaded, and its file was not found; {advice}"
    if any(_COMMAND in text or len(text) > MAX_BYTES for text in texts):
        return True, f"the skill {name} runs commands when it is loaded, and nobody judges them; {advice}"
    return None


def _files(folder: str, name: str) -> list[str]:
    return [f"{folder}/skills/{name}/SKILL.md", f"{folder}/commands/{name.replace(':', '/')}.md"]


def _is_switched_off(own: str, projects: list[str]) -> bool:
    """Tell whether the settings say so: some file does, and none says the contrary."""
    files = [_MANAGED, f"{own}/settings.json"]
    files += [f"{project}/{name}" for project in projects for name in ("settings.json", "settings.local.json")]
    said = {_setting(file) for file in files}
    return True in said and False not in said


def _setting(file: str) -> bool | None:
    """Read the setting; False for whatever is no file of settings: then it is not known what counts."""
    data = _content(file)
    if data is None:
        return None
    try:
        settings = decode(data)
    except ValueError:
        return False
    if not isinstance(settings, dict):
        return False
    value = settings.get(_SETTING)
    return value if value is None or value is True else False


def _content(file: str) -> bytes | None:
    """Read a file, or a little more than is looked through; None: it is not there."""
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return None
    with open(descriptor, "rb") as opened:
        try:
            return opened.read(MAX_BYTES + 1)
        except OSError:
            return b""
