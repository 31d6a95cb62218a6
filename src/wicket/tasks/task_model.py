"""What an eval consists of: tasks, their steps, agents, extensions and MCP servers, as they were written."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

__all__ = [
    "AgentSpec",
    "Eval",
    "ExtensionSpec",
    "JudgeSpec",
    "McpServerSpec",
    "McpWay",
    "Phase",
    "Problem",
    "PromptWay",
    "Step",
    "StepKind",
    "Task",
    "TaskLimits",
    "TaskSet",
]

Phase = Literal["setup", "verify", "cleanup"]
StepKind = Literal["script", "http", "llmJudge", "operation", "tool"]
McpWay = Literal["http", "stdio"]
PromptWay = Literal["stdin", "argument", "environment", "zot-rpc"]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is wrong with a file. A warning does not keep it from being run."""

    path: str
    line: int
    message: str
    warning: bool = False

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: {'warning: ' if self.warning else ''}{self.message}"


@dataclass(frozen=True, slots=True)
class TaskLimits:
    """How long a task and its clean-up may take, in seconds. None: nothing is said."""

    timeout_s: float | None = None
    cleanup_s: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a phase. `type` is its name in results: `script`, or `<registered name>.<operation>`."""

    id: str
    type: str
    kind: StepKind
    target: str = ""  # the extension's or MCP server's registered name
    name: str = ""  # its operation or tool
    body: Mapping[str, Any] = field(default_factory=dict)
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One task, checked as far as its own file goes."""

    name: str
    path: Path
    difficulty: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    parallel: bool = False
    runs: int | None = None
    requires: Mapping[str, tuple[Literal["extension", "mcpServer"], str]] = field(default_factory=dict)  # by alias
    limits: TaskLimits = TaskLimits()
    env: Mapping[str, str] = field(default_factory=dict)
    policy: Mapping[str, Any] | None = None
    setup: tuple[Step, ...] = ()
    verify: tuple[Step, ...] = ()
    cleanup: tuple[Step, ...] = ()
    prompt: str = ""

    @property
    def workdir(self) -> Path:
        """The folder of its file, where relative paths begin."""
        return self.path.parent

    @property
    def steps(self) -> tuple[tuple[Phase, Step], ...]:
        """All steps, each with its phase, in the order in which they run."""
        return (
            *(("setup", step) for step in self.setup),
            *(("verify", step) for step in self.verify),
            *(("cleanup", step) for step in self.cleanup),
        )


@dataclass(frozen=True, slots=True)
class ExtensionSpec:
    """An extension as an eval registers it; `env` and `config` are not expanded yet."""

    package: str
    env: Mapping[str, str] = field(default_factory=dict)
    config: Mapping[str, Any] | None = None
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class McpServerSpec:
    """An MCP server: a command to start, or an address."""

    command: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    url: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    allowed: frozenset[str] | None = None  # which tools the agent may call unasked; None: all


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSpec:
    """Who does the tasks: `argv` is a program and its words, `shell` a line for a shell, `acp` an ACP agent's program.

    `env` are the variables that it gets although they look like secrets; `files` are put into its home, read-only.
    `guard` is the name under which wicket knows its hooks, and how its answer reads; empty: it has none.
    """

    name: str = "agent"
    model: str = ""
    path: str = ""
    argv: tuple[str, ...] = ()
    shell: str = ""
    acp: tuple[str, ...] = ()
    prompt: PromptWay = "stdin"
    guard: str = ""
    mcp: McpWay = "http"  # how the file that tells of MCP servers names them
    mcp_words: tuple[str, ...] = ()  # what is added to `argv` where there are MCP servers
    env: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    fresh_home: bool = True
    mcp_argument: str = ""  # `argTemplateMcpServer`
    allowed_argument: str = ""  # `argTemplateAllowedTools`
    allowed_separator: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeSpec:
    """Who answers `llmJudge` steps: a command, or a model behind an address."""

    argv: tuple[str, ...] = ()
    api: Literal["openai", "anthropic"] = "openai"
    url: str = ""
    key_variable: str = ""
    model: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskSet:
    """Which files hold tasks, which of their tasks are meant, and what their call records must show."""

    glob: str
    labels: Mapping[str, str] = field(default_factory=dict)
    assertions: Mapping[str, Any] = field(default_factory=dict)
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Eval:
    """An eval file, checked as far as it goes itself."""

    name: str
    path: Path
    agent: AgentSpec | None = None
    agent_file: str = ""
    extensions: Mapping[str, ExtensionSpec] = field(default_factory=dict)
    mcp_config_file: str = ""
    judge: JudgeSpec | None = None
    limits: TaskLimits = TaskLimits()
    task_sets: tuple[TaskSet, ...] = ()

    @property
    def folder(self) -> Path:
        """The folder of its file, where relative paths begin."""
        return self.path.parent
