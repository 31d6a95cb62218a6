"""From documents to an `Eval`, to an `AgentSpec` and to the MCP servers that both speak of."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from wicket.displayed_text import excerpt
from wicket.policy.config.document_nodes_and_checked_values import Node
from wicket.tasks.agent_presets import PRESETS
from wicket.tasks.assertion_documents import check_assertions
from wicket.tasks.document_fields import Fields, Problems, plain
from wicket.tasks.task_documents import API_VERSIONS, read_limits
from wicket.tasks.task_model import AgentSpec, Eval, ExtensionSpec, JudgeSpec, McpServerSpec, TaskSet

__all__ = ["PRESETS", "read_agent", "read_eval", "read_mcp_servers"]

_PROMPT_WAYS = ("stdin", "argument", "environment")
_GO_TEMPLATE = re.compile(r"\{\{-?\s*(.*?)\s*-?\}\}", re.DOTALL)
_QUOTED_PROMPT = re.compile(r'printf\s+"%q"\s+\.Prompt')
_GO_FIELDS = (".Prompt", ".McpServerFileArgs", ".AllowedToolArgs")


def read_eval(node: Node, path: Path, problems: Problems, env: Mapping[str, str]) -> Eval:
    """Read an eval file; what is wrong with it is in `problems`."""
    fields = Fields(node, "", problems)
    fields.text("kind")
    version = fields.text("apiVersion")
    if version not in ("", *API_VERSIONS):
        said = f"apiVersion {excerpt(version, 60)!r} is not known; wicket reads {', '.join(API_VERSIONS)}"
        problems.error(fields.line_of("apiVersion"), said)
    metadata = fields.fields("metadata")
    name = metadata.text("name", required=True)
    metadata.node("labels")
    metadata.done()
    config = fields.fields("config")
    agent, agent_file = _read_agent_reference(config.fields("agent"))
    config.unsupported("skills", "put what the agent needs into its own folder with a set-up step")
    config.unsupported("sources", "check the tasks out, and name their folder in `taskSets`")
    found = Eval(
        name=name,
        path=path,
        agent=agent,
        agent_file=agent_file,
        extensions=_read_extensions(config.fields("extensions")),
        mcp_config_file=config.text("mcpConfigFile"),
        judge=_read_judge(config, env),
        limits=read_limits(config.fields("defaultTaskLimits")),
        task_sets=tuple(_read_task_set(each, problems) for each in config.items("taskSets")),
    )
    if not found.task_sets:
        problems.error(config.line, "config.taskSets is empty: there is nothing to run")
    config.done()
    fields.done()
    return found


def read_agent(node: Node, problems: Problems, path: str = "") -> AgentSpec:
    """Read a file of kind Agent."""
    fields = Fields(node, "", problems)
    fields.text("kind")
    fields.text("apiVersion")
    metadata = fields.fields("metadata")
    name = metadata.text("name", "agent")
    metadata.text("version")
    metadata.done()
    fields.node("skills")  # where an agent would look for skills; without them it means nothing
    acp = fields.fields("acp")
    commands = fields.fields("commands")
    builtin = fields.fields("builtin")
    command = fields.fields("command")
    fields.done()
    if "cmd" in acp:
        words = (acp.text("cmd"), *acp.words("args"))
        more = _read_surroundings(acp)
        acp.done()
        return AgentSpec(name=name, path=path, acp=words, **more)
    if "argv" in command:
        return _read_command(command, name, path)
    if "runPrompt" in commands:
        return _read_shell_line(commands, name, path)
    if "type" in builtin:
        return _preset(builtin.text("type"), builtin.text("model"), builtin) or AgentSpec(name=name)
    problems.error(
        fields.line, "the agent has no `command`, `acp`, `commands` or `builtin`: there is no way to start it"
    )
    return AgentSpec(name=name)


def read_mcp_servers(document: Any, problems: Problems) -> dict[str, McpServerSpec]:
    """Read the MCP config file that evals share with agents. Servers that are disabled are left out."""
    servers = document.get("mcpServers") if isinstance(document, dict) else None
    if not isinstance(servers, dict):
        problems.error(0, "this has no `mcpServers`")
        return {}
    found = {}
    for name, server in servers.items():
        if not isinstance(server, dict):
            problems.error(0, f"mcpServers.{name} must be a mapping")
        elif not server.get("disabled"):
            args, command = server.get("args", []), server.get("command")
            allowed = server.get("alwaysAllow")
            if allowed is not None and not isinstance(allowed, list):
                problems.error(0, f"mcpServers.{name}.alwaysAllow must be a list of tools")
                continue
            if not command and not server.get("url"):
                problems.error(0, f"mcpServers.{name} has neither `command` nor `url`")
                continue
            found[name] = McpServerSpec(
                command=(str(command), *map(str, args)) if command else (),
                env={str(key): str(value) for key, value in (server.get("env") or {}).items()},
                url="" if command else str(server["url"]),
                headers={str(key): str(value) for key, value in (server.get("headers") or {}).items()},
                allowed=None if server.get("enableAllTools") or not allowed else frozenset(map(str, allowed)),
            )
    return found


def _read_agent_reference(fields: Fields) -> tuple[AgentSpec | None, str]:
    """Read `config.agent`: a file, a preset, or a command right here."""
    kind = fields.text("type")
    if kind == "file":
        path = fields.text("path", required=True)
        fields.text("model")
        fields.done()
        return None, path
    if kind.startswith("builtin."):
        return _preset(kind.removeprefix("builtin."), fields.text("model"), fields), ""
    if kind == "command":
        return _read_command(fields, "command", ""), ""
    if kind == "acp":
        words = (fields.text("cmd", required=True), *fields.words("args"))
        more = _read_surroundings(fields)
        fields.done()
        return AgentSpec(name="acp", acp=words, **more), ""
    said = f"config.agent.type is {excerpt(kind, 60)!r}, and must be `file`, `command`, `acp` or `builtin.<name>`"
    fields.problems.error(fields.line, said if kind else "config.agent.type is missing")
    return None, ""


def _preset(kind: str, model: str, fields: Fields) -> AgentSpec | None:
    more = _read_surroundings(fields)
    fields.done()
    if kind in PRESETS:
        found = PRESETS[kind]
        if not more["fresh_home"]:
            said = "an agent with wicket's guard in its settings needs a home of its own; leave `home` out"
            fields.problems.error(fields.line_of("home"), said)
        words = (*found.argv, "--model", model) if model else found.argv
        return replace(
            found, model=model, argv=words, mcp=more["mcp"], env=(*found.env, *more["env"]), files=more["files"]
        )
    known = ", ".join(f"builtin.{name}" for name in PRESETS)
    said = f"builtin.{excerpt(kind, 60)} is not supported; there are {known}, `command` and `acp`"
    fields.problems.error(fields.line, said)
    return None


def _read_command(fields: Fields, name: str, path: str) -> AgentSpec:
    argv = fields.words("argv")
    way = fields.choice("prompt", _PROMPT_WAYS, "stdin")
    more = _read_surroundings(fields)
    fields.done()
    if not argv:
        fields.problems.error(fields.line, f"{fields.where}.argv is empty")
    if any("{prompt}" in word for word in argv):
        said = (
            "`{prompt}` is not filled in; the prompt comes on standard input, or with `prompt: argument` as last word"
        )
        fields.problems.warn(fields.line_of("argv"), f"{fields.where}.argv: {said}")
    return AgentSpec(name=name, path=path, argv=argv, prompt=way, **more)  # type: ignore[arg-type]


def _read_surroundings(fields: Fields) -> dict[str, Any]:
    """Read what reaches the agent besides its prompt."""
    home = fields.choice("home", ("fresh", "person"), "fresh")
    mcp = fields.choice("mcp", ("http", "stdio"), "http")
    return {"mcp": mcp, "env": fields.words("env"), "files": fields.texts("files"), "fresh_home": home == "fresh"}


def _read_shell_line(fields: Fields, name: str, path: str) -> AgentSpec:
    line = fields.text("runPrompt", required=True)
    for found in _GO_TEMPLATE.findall(line):
        if found not in _GO_FIELDS and not _QUOTED_PROMPT.fullmatch(found):
            said = f"`{{{{ {excerpt(found, 60)} }}}}` is not supported; a line may have {', '.join(_GO_FIELDS)}"
            fields.problems.error(fields.line_of("runPrompt"), said)
    spec = AgentSpec(
        name=name,
        path=path,
        shell=line,
        mcp_argument=fields.text("argTemplateMcpServer"),
        allowed_argument=fields.text("argTemplateAllowedTools"),
        allowed_separator=fields.text("allowedToolsJoinSeparator") if "allowedToolsJoinSeparator" in fields else None,
        **_read_surroundings(fields),
    )
    fields.flag("useVirtualHome")  # a fresh home is what every agent gets
    fields.text("getVersion")
    fields.done()
    return spec


def _read_extensions(fields: Fields) -> dict[str, ExtensionSpec]:
    found = {}
    for name in fields.names():
        given = fields.fields(name)
        config = plain(given.node("config"))
        if config is not None and not isinstance(config, dict):
            given.problems.error(given.line_of("config"), f"config.extensions.{name}.config must be a mapping")
        if "." in name:
            given.problems.error(given.line, f"the extension's name {name!r} has a dot in it; choose one without")
        found[name] = ExtensionSpec(
            given.text("package", required=True),
            given.texts("env"),
            config if isinstance(config, dict) else None,
            given.line,
        )
        given.done()
    return found


def _read_judge(config: Fields, env: Mapping[str, str]) -> JudgeSpec | None:
    if "llmJudge" not in config:
        config.node("llmJudge")
        return None
    fields = config.fields("llmJudge")
    fields.unsupported("ref", "name the model's address with `url` and `model`, or a `command`")
    argv = fields.words("command")
    keys = fields.fields("env")
    names = {key: keys.text(key) for key in ("baseUrlKey", "apiKeyKey", "modelNameKey")}
    keys.done()
    judge = JudgeSpec(
        argv=argv,
        api=fields.choice("api", ("openai", "anthropic"), "openai"),  # type: ignore[arg-type]
        url=fields.text("url") or env.get(names["baseUrlKey"], ""),
        key_variable=fields.text("keyVariable") or names["apiKeyKey"],
        model=fields.text("model") or env.get(names["modelNameKey"], ""),
    )
    fields.done()
    unset = [names[key] for key in ("baseUrlKey", "modelNameKey") if names[key] and not env.get(names[key])]
    if not judge.argv and unset and not (judge.url and judge.model):
        fields.problems.error(fields.line, f"config.llmJudge.env: not set: {', '.join(unset)}")
    elif not judge.argv and not (judge.url and judge.model):
        fields.problems.error(fields.line, "config.llmJudge needs a `command`, or a `url` and a `model`")
    return judge


def _read_task_set(node: Node, problems: Problems) -> TaskSet:
    fields = Fields(node, "config.taskSets", problems)
    fields.unsupported("source", "check the tasks out, and name their folder in `glob`")
    glob, path = fields.text("glob"), fields.text("path")
    if bool(glob) == bool(path):
        problems.error(fields.line, "a task set has a `glob` or a `path`, one of both")
    assertions = plain(fields.node("assertions")) or {}
    for message in check_assertions(assertions):
        problems.error(fields.line_of("assertions"), message)
    found = TaskSet(
        glob=glob or path,
        labels=fields.texts("labelSelector"),
        assertions=assertions if isinstance(assertions, dict) else {},
        line=fields.line,
    )
    fields.done()
    return found
