"""Rules that a person has given their agents already, as rules of wicket's policy, each with where it came from.

Agents compare texts: a prefix `git push` matches `git push; rm -rf /` there. Here each becomes a rule of words, so that
only what surely means the same is allowed. What denies and cannot be carried over exactly is carried over stricter; an
allow that cannot be is left out. Both are said, in a comment.
"""

import ast
import json
import re
import shlex
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from wicket.agents import claude_code_settings, codex_settings, copilot_settings
from wicket.agents.settings_file_and_backup import BadSettings, content, read
from wicket.agents.settings_folders import settings_folder
from wicket.folder_paths import config_folder
from wicket.policy.patterns.literal_command_patterns import pattern_of

__all__ = ["ExistingRule", "existing_rules"]

# More than this nobody reads.
MAX_RULES: Final = 500
MAX_TEXT: Final = 300

_ACTIONS: Final = {
    "allow": "allow",
    "ask": "ask",
    "deny": "deny",
    "prompt": "ask",
    "ask_user": "ask",
    "forbidden": "deny",
}

# What a word may hold and still be that word, whoever compares it.
_PLAIN: Final = re.compile(r"[A-Za-z0-9_./:@%+=,-]+")


@dataclass(frozen=True, slots=True)
class ExistingRule:
    """One rule of an agent's.

    `section` is where it goes: `rules`, `tools`, `deny_read` or `deny_write`; empty: it is left out, as a comment.
    `said` is how it stands in `origin`. `note` says how it differs from that, or why it is left out.
    """

    origin: Path
    said: str
    action: str
    section: str = ""
    text: str = ""
    note: str = ""


def existing_rules(environ: Mapping[str, str]) -> list[ExistingRule]:
    """Read the rules of all agents that have some. What cannot be read says nothing."""
    found: list[ExistingRule] = []
    for reader in (_claude_code, _qwen, _codex, _gemini, _copilot, _opencode, _droid):
        try:
            found += reader(environ)
        except BadSettings:
            continue  # which is said where its hook is set up
    unique: dict[tuple[str, str, str, str], ExistingRule] = {}
    for rule in found:
        unique.setdefault((rule.action, rule.section, rule.text, rule.said if not rule.section else ""), rule)
    return list(unique.values())[:MAX_RULES]


# ── what agents write ──────────────────────────────────────────────────────────────────────────────────────────────


def _claude_code(environ: Mapping[str, str]) -> Iterator[ExistingRule]:
    yield from _permissions(claude_code_settings.user_file(environ), _claude_tool)


def _qwen(environ: Mapping[str, str]) -> Iterator[ExistingRule]:
    yield from _permissions(settings_folder(".qwen", environ) / "settings.json", _claude_tool, comments=True)


def _permissions(
    file: Path, tool: Callable[[Path, str, str], ExistingRule], *, comments: bool = False
) -> Iterator[ExistingRule]:
    _, settings = read(file, comments=comments)
    permissions = settings.get("permissions")
    for action in ("deny", "ask", "allow"):
        for said in _texts(permissions.get(action) if isinstance(permissions, dict) else None):
            yield tool(file, action, said)


def _claude_tool(file: Path, action: str, said: str) -> ExistingRule:
    """`Bash(git push:*)`, `Read(./.env)`, `mcp__server__tool`."""
    name, opened, rest = said.partition("(")
    given = rest.removesuffix(")") if opened and rest.endswith(")") else ""
    if name.startswith("mcp__") and not opened:
        server, _, tool = name.removeprefix("mcp__").partition("__")
        return ExistingRule(file, said, action, "tools", f"{server}/{tool or '*'}")
    if name in ("Bash", "run_shell_command", "Shell"):
        if not opened or given in ("*", ":*"):
            return _every_command(file, action, said)
        if given.endswith(":*"):
            return _prefix(file, action, said, given.removesuffix(":*"))
        return _glob(file, action, said, given)
    if name in ("Read", "Edit", "Write", "MultiEdit", "NotebookEdit", "read_file", "write_file", "edit"):
        return _file_rule(file, action, said, given, reads=name in ("Read", "read_file"))
    if re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", said) and action != "allow":
        return ExistingRule(file, said, action, "tools", said)
    return ExistingRule(file, said, action, note="wicket has no rule like it")


def _codex(environ: Mapping[str, str]) -> Iterator[ExistingRule]:
    """`prefix_rule(pattern=["git", ["push", "pull"]], decision="prompt")`."""
    for file in sorted((codex_settings.folder(environ) / "rules").glob("*.rules")):
        data = content(file)
        try:
            tree = ast.parse((data or b"").decode())
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            raise BadSettings(f"{file} cannot be read as rules of Codex") from None
        for node in tree.body:
            call = node.value if isinstance(node, ast.Expr) else None
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id != "prefix_rule":
                continue
            given = {each.arg: _literal(each.value) for each in call.keywords}
            action = _ACTIONS.get(str(given.get("decision", "allow")), "ask")
            said = ast.unparse(call)
            words = given.get("pattern")
            if not isinstance(words, list) or not words:
                yield _unclear(file, action, said, "")
                continue
            choices = [[word] if isinstance(word, str) else word for word in words]
            if not all(isinstance(each, list) and each and _all_texts(each) for each in choices):
                yield _unclear(file, action, said, choices[0][0] if _all_texts(choices[0]) else "")
                continue
            if all(_PLAIN.fullmatch(word) for each in choices for word in each):
                text = " ".join("|".join(each) for each in choices)
                yield ExistingRule(file, said, action, "rules", f"{text} *")
            elif all(len(each) == 1 for each in choices):
                yield ExistingRule(file, said, action, "rules", f"{pattern_of([each[0] for each in choices])} *")
            else:
                yield _unclear(file, action, said, choices[0][0])


def _gemini(environ: Mapping[str, str]) -> Iterator[ExistingRule]:
    """`[[rule]]` with `toolName`, `commandPrefix` or `commandRegex`, and `decision`."""
    for file in sorted((settings_folder(".gemini", environ) / "policies").glob("*.toml")):
        try:
            said = tomllib.loads((content(file) or b"").decode())
        except ValueError as error:
            raise BadSettings(f"{file} is no TOML: {error}") from error
        for rule in said.get("rule", []) if isinstance(said.get("rule"), list) else []:
            if not isinstance(rule, dict):
                continue
            action = _ACTIONS.get(str(rule.get("decision")), "ask")
            spelled = json.dumps(rule, default=str)
            tools = _texts([rule["toolName"]] if isinstance(rule.get("toolName"), str) else rule.get("toolName"))
            prefixes = rule.get("commandPrefix")
            if rule.get("modes") and action == "allow":
                yield ExistingRule(file, spelled, action, note="it holds in some modes alone")
            elif tools not in (["run_shell_command"], []) or not ({"commandPrefix", "commandRegex"} & set(rule)):
                yield ExistingRule(file, spelled, action, note="it is not about commands")
            elif "commandRegex" in rule:
                yield _regex(file, action, spelled, str(rule["commandRegex"]))
            else:
                for prefix in _texts([prefixes] if isinstance(prefixes, str) else prefixes):
                    yield _prefix(file, action, spelled, prefix)


def _copilot(environ: Mapping[str, str]) -> Iterator[ExistingRule]:
    """`shell(git:*)`, `write(path)`, `server(tool)`, as `--allow-tool` and `--deny-tool` take them."""
    file = copilot_settings.folder(environ) / "config.json"
    _, settings = read(file)
    lists = {"deny": ("denyTools", "deny_tools", "deniedTools"), "allow": ("allowTools", "allow_tools", "allowedTools")}
    for action, keys in lists.items():
        for said in [text for key in keys for text in _texts(settings.get(key))]:
            name, _, rest = said.partition("(")
            given = rest.removesuffix(")")
            if name == "shell" and given in ("", "*"):
                yield _every_command(file, action, said)
            elif name == "shell" and given.endswith(":*"):
                yield _prefix(file, action, said, given.removesuffix(":*"))
            elif name == "shell":
                yield _glob(file, action, said, given)
            elif name in ("write", "read"):
                yield _file_rule(file, action, said, given, reads=name == "read")
            elif name == "url":
                yield ExistingRule(file, said, action, note="wicket has no rule like it")
            else:
                yield ExistingRule(file, said, action, "tools", f"{name}/{given or '*'}")


def _opencode(environ: Mapping[str, str]) -> Iterator[ExistingRule]:
    """`"permission": {"bash": {"git push *": "deny", "*": "ask"}}`."""
    folder = Path(config_folder(environ) or "/") / "opencode"
    file = next((path for path in (folder / "opencode.jsonc",) if path.exists()), folder / "opencode.json")
    _, settings = read(file, comments=True, commas=True)
    permission = settings.get("permission")
    bash = permission.get("bash") if isinstance(permission, dict) else None
    for said, decision in (bash if isinstance(bash, dict) else {}).items():
        if decision not in _ACTIONS:
            continue
        # OpenCode's last match counts, wicket's strictest: an allow for everything is the default, not a rule.
        yield _every_command(file, decision, said) if said == "*" else _glob(file, decision, said, said)


def _droid(environ: Mapping[str, str]) -> Iterator[ExistingRule]:
    file = settings_folder(".factory", environ) / "settings.json"
    _, settings = read(file, comments=True)
    for key, action in (("commandDenylist", "deny"), ("commandAllowlist", "allow")):
        for said in _texts(settings.get(key)):
            yield _prefix(file, action, said, said)


# ── what becomes of them ───────────────────────────────────────────────────────────────────────────────────────────


def _prefix(file: Path, action: str, said: str, prefix: str) -> ExistingRule:
    """A beginning of a text becomes its words, and whatever follows them."""
    words = _words(prefix)
    if words is None:
        return _unclear(file, action, said, _first_word(prefix))
    return ExistingRule(file, said, action, "rules", f"{pattern_of(words)} *")


def _glob(file: Path, action: str, said: str, text: str) -> ExistingRule:
    """A text in which stars stand for anything: only a last star behind a blank is a rule of words."""
    if text.endswith(" *") and "*" not in text[:-2]:
        return _prefix(file, action, said, text[:-2])
    if "*" in text or "?" in text:
        return _unclear(file, action, said, _first_word(text))
    words = _words(text)
    if words is None:
        return _unclear(file, action, said, _first_word(text))
    if action == "allow":
        return ExistingRule(file, said, action, "rules", pattern_of(words))
    return ExistingRule(file, said, action, "rules", f"{pattern_of(words)} *", "stricter: with more words as well")


def _regex(file: Path, action: str, said: str, regex: str) -> ExistingRule:
    return _unclear(file, action, said, _first_word(re.split(r"\\s|\\b", regex.removeprefix("^"))[0]))


def _unclear(file: Path, action: str, said: str, program: str) -> ExistingRule:
    """What is compared otherwise than by words: an allow is left out, all else holds for the whole program."""
    if action == "allow":
        return ExistingRule(file, said, action, note="left out: it compares texts, not words")
    if program:
        return ExistingRule(file, said, action, "rules", f"{program} *", f"stricter: every `{program}`")
    return ExistingRule(file, said, action, "rules", "*", "stricter: every command, as its program cannot be told")


def _every_command(file: Path, action: str, said: str) -> ExistingRule:
    if action == "allow":
        return ExistingRule(file, said, action, note="left out: it allows every command")
    if action == "ask":
        return ExistingRule(file, said, action, note="left out: the agent itself goes on asking")
    return ExistingRule(file, said, action, "rules", "*")


def _file_rule(file: Path, action: str, said: str, path: str, *, reads: bool) -> ExistingRule:
    if action != "deny" or not path:
        return ExistingRule(file, said, action, note="left out: wicket has no such list of files")
    note = ""
    if path.startswith("//"):
        path = path[1:]
    elif not path.startswith(("~/", "/", "**/")):
        path, note = f"**/{path.removeprefix('./')}", "stricter: wherever it lies"
    return ExistingRule(file, said, action, "deny_read" if reads else "deny_write", path, note)


def _words(text: str) -> list[str] | None:
    """Split a text into words, if it is nothing but words."""
    try:
        words = shlex.split(text)
    except ValueError:
        return None
    if not words or re.search(r"[;&|<>()$`\\\n*?{}~#!]|\[", text):
        return None
    return words


def _first_word(text: str) -> str:
    found = re.match(r"\s*([A-Za-z0-9_./+-]+)(?=\s|$)", text)
    return found[1] if found else ""


def _literal(node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None


def _all_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _texts(value: Any) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _home(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("HOME") or "/")
