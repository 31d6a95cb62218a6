"""Finds and reads the files of an eval: the eval itself, its agent, its MCP servers, and its tasks by glob."""

import glob
import json
import os
import stat
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import Any

from wicket.displayed_text import excerpt
from wicket.errors import WicketError
from wicket.loaded_policy import Policy
from wicket.policy.config.document_nodes_and_checked_values import Entries, Node, Scalar
from wicket.policy.decision import ALLOW
from wicket.policy_files import strict_yaml
from wicket.policy_files.json_and_document_limits import Unreadable
from wicket.tasks.agent_mcp_servers import HAVE_NO_SERVERS
from wicket.tasks.agent_start_words import PROMPT_REFERENCE, shell_line
from wicket.tasks.assertion_documents import COMMAND_ASSERTIONS, servers_named
from wicket.tasks.call_assertions import check_pattern
from wicket.tasks.document_fields import Problems, plain, warn_of_yaml_1_1
from wicket.tasks.eval_documents import read_agent, read_eval, read_mcp_servers
from wicket.tasks.mcp_servers_of_environment import CannotRead, server_of_environment
from wicket.tasks.shell_line_places import NoPlace
from wicket.tasks.task_documents import read_task
from wicket.tasks.task_model import AgentSpec, Eval, McpServerSpec, Problem, Step, Task
from wicket.tasks.task_selection import Selected, matches_labels
from wicket.tasks.templates import Unresolved, expand_variables

__all__ = ["CannotLoad", "LoadedEval", "load_eval", "load_task"]


class CannotLoad(WicketError):
    """Files of an eval have errors; nothing was run. `str()` has them all, one per line."""

    exit_code = 2

    def __init__(self, problems: list[Problem]) -> None:
        errors = [problem for problem in problems if not problem.warning]
        super().__init__("\n".join(str(problem) for problem in errors))
        self.problems = problems

    @property
    def sentences(self) -> tuple[str, ...]:
        """One for each, warnings as well: they may say why something is missing."""
        return tuple(str(problem) for problem in self.problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedEval:
    """An eval with all that it names: who works, what with, and on which tasks."""

    eval: Eval
    agent: AgentSpec
    servers: Mapping[str, McpServerSpec] = field(default_factory=dict)
    tasks: tuple[Selected, ...] = ()
    warnings: tuple[Problem, ...] = ()
    mcp_config_file: str = ""  # the one that was given in the place of the eval's own


def load_eval(
    path: Path, env: Mapping[str, str], mcp_config_file: str = "", only: Collection[Path] | None = None
) -> LoadedEval:
    """Load an eval file and everything that it names; of its tasks those in `only`, if that is said.

    Raises:
        CannotLoad: something is wrong with one of the files.
    """
    found: list[Problem] = []
    path = path.absolute()
    problems = Problems(str(path))
    node = _read(path, problems)
    if node is None or _kind(node) != "Eval":
        if not problems.found:
            problems.error(0, "this is no eval; it must say `kind: Eval`")
        raise CannotLoad(problems.found)
    whole = read_eval(node, path, problems, env)
    found += problems.found
    agent = _placed(whole.agent, whole.folder) if whole.agent is not None else _load_agent(whole, found)
    if whole.judge is not None:
        whole = replace(whole, judge=replace(whole.judge, argv=_from(whole.folder, whole.judge.argv)))
    servers = _load_servers(whole, mcp_config_file, env, found)
    tasks = _load_tasks(whole, env, found, only)
    if servers and agent is not None and agent.guard in HAVE_NO_SERVERS:
        said = f"{agent.guard} knows no MCP servers; remove `mcpConfigFile`, or choose another agent"
        found.append(Problem(str(path), 0, said))
    _check_assertions(whole, servers, found)
    _warn_of_equal_names(tasks, found)
    for one in tasks:
        _check_requirements(one.task, whole, servers, found)
        if agent is not None:
            _check_policy(one.task, agent, found)
    if any(not problem.warning for problem in found):
        raise CannotLoad(found)
    if not tasks and only is None:
        raise CannotLoad([Problem(str(path), 0, "its task sets name no file with a task in it")])
    return LoadedEval(
        eval=whole,
        agent=agent or AgentSpec(),
        servers=servers or {},
        tasks=tuple(tasks),
        warnings=tuple(found),
        mcp_config_file=str(Path(mcp_config_file).absolute()) if mcp_config_file else "",
    )


def load_task(path: Path, env: Mapping[str, str]) -> Task:
    """Load one task file.

    Raises:
        CannotLoad: something is wrong with it.
    """
    problems = Problems(str(path))
    node = _read(path, problems)
    task = None
    if node is not None:
        if _kind(node) != "Task":
            problems.error(0, "this is no task; it must say `kind: Task`")
        else:
            task = read_task(node, path, problems, read_text=_reader(path.parent), env=env)
    if task is None:
        raise CannotLoad(problems.found)
    return task


def _load_agent(whole: Eval, found: list[Problem]) -> AgentSpec | None:
    if not whole.agent_file:
        return None
    path = whole.folder / whole.agent_file
    problems = Problems(str(path))
    node = _read(path, problems)
    agent = None
    if node is not None:
        if _kind(node) != "Agent":
            problems.error(0, "this is no agent; it must say `kind: Agent`")
        else:
            agent = _placed(read_agent(node, problems, str(path)), path.parent)
            _warn_of_code(agent, problems)
    found += problems.found
    return agent


def _warn_of_code(agent: AgentSpec, problems: Problems) -> None:
    """Warn of a line that hands the prompt to another shell, where it would be code whatever quotes there are here."""
    if not agent.shell:
        return
    try:
        line = shell_line(agent, "file", (("server", "tool"),), ("address",))
    except NoPlace as error:
        problems.error(0, f"commands.runPrompt: {error}")
        return
    anything = Policy.loads('{"defaults": {"action": "allow"}}')
    verdict = anything.check(line)
    if verdict.decision is not ALLOW and anything.check(line.replace(PROMPT_REFERENCE, "word")).decision is ALLOW:
        said = f"commands.runPrompt: what is in a prompt may be run: {excerpt(verdict.reason, 160)}"
        problems.warn(0, f'{said}; let the inner command read "$WICKET_PROMPT", in single quotes here')


def _placed(agent: AgentSpec, folder: Path) -> AgentSpec:
    return replace(agent, argv=_from(folder, agent.argv), acp=_from(folder, agent.acp))


def _from(folder: Path, argv: tuple[str, ...]) -> tuple[str, ...]:
    """Let a program that is named as `./x` or `../x` be found from the folder of the file that names it."""
    if argv and argv[0].startswith(("./", "../")):
        return (os.path.abspath(folder / argv[0]), *argv[1:])
    return argv


def _load_servers(
    whole: Eval, given: str, env: Mapping[str, str], found: list[Problem]
) -> dict[str, McpServerSpec] | None:
    """Give the MCP servers. None: their file cannot be used."""
    name = given or whole.mcp_config_file
    path = Path(given).absolute() if given else whole.folder / name if name else whole.path
    problems = Problems(str(path))
    servers = None
    try:
        if not name:
            document = _named_by_variables(env, problems)
        elif (node := _read(path, problems)) is not None:
            document = expand_variables(plain(node), env)
        else:
            document = None
        if document is not None:
            read = read_mcp_servers(document, problems)
            servers = {each: replace(spec, command=_from(path.parent, spec.command)) for each, spec in read.items()}
    except (CannotRead, Unresolved) as error:
        problems.error(0, str(error))
    found += problems.found
    return servers


def _named_by_variables(env: Mapping[str, str], problems: Problems) -> Mapping[str, Any]:
    """Give what variables say of MCP servers, and say so: nobody has written it down."""
    if (named := server_of_environment(env)) is None:
        return {"mcpServers": {}}
    telling, document = named
    [name] = document["mcpServers"]
    problems.warn(0, f"the MCP server {name!r} is the one that {telling} names; there is no `mcpConfigFile`")
    return document


def _load_tasks(
    whole: Eval, env: Mapping[str, str], found: list[Problem], only: Collection[Path] | None
) -> list[Selected]:
    """Load each file once, however often it is named; the assertions of all sets that name it hold."""
    loaded: dict[Path, Task | None] = {}
    assertions: dict[Path, list[Mapping[str, Any]]] = {}
    for task_set in whole.task_sets:
        paths = _expand(whole.folder, task_set.glob)
        if not paths and only is None:
            said = f"no file matches {excerpt(task_set.glob)!r}"
            found.append(Problem(str(whole.path), task_set.line, said))
        for path in paths if only is None else [path for path in paths if path in only]:
            if path not in loaded:
                loaded[path] = _load_one(path, env, found)
            task = loaded[path]
            wanted = {key: frozenset((value,)) for key, value in task_set.labels.items()}
            if task is not None and matches_labels(task.labels, wanted):
                sets = assertions.setdefault(path, [])
                if task_set.assertions:
                    sets.append(task_set.assertions)
    return [Selected(task, tuple(assertions[path])) for path, task in loaded.items() if task and path in assertions]


def _load_one(path: Path, env: Mapping[str, str], found: list[Problem]) -> Task | None:
    problems = Problems(str(path))
    node = _read(path, problems)
    task = None
    if node is not None and _kind(node) == "Task":
        task = read_task(node, path, problems, read_text=_reader(path.parent), env=env)
    found += problems.found
    return task


def _expand(folder: Path, pattern: str) -> list[Path]:
    """Give the files that a pattern names, sorted; `**` goes through any number of folders, each once."""
    parts = PurePath(os.path.expanduser(pattern)).parts
    return [path for name in sorted(set(_named(str(folder), parts))) if (path := Path(name)).is_file()]


def _named(folder: str, parts: tuple[str, ...]) -> Iterator[str]:
    if not parts:
        yield os.path.abspath(folder)
    elif parts[0] == "**":
        for below in _folders(folder):
            yield from _named(below, parts[1:] or ("*",))
    else:
        for name in glob.glob(parts[0], root_dir=folder):  # no character of the folder's own name means anything
            yield from _named(os.path.join(folder, name), parts[1:])


def _folders(top: str) -> Iterator[str]:
    """Give a folder and all below it that are not hidden, each once: a link may lead back to where it is."""
    seen: set[tuple[int, int]] = set()
    waiting = [top]
    while waiting:
        folder = waiting.pop()
        try:
            about = os.stat(folder)
            names = os.listdir(folder) if stat.S_ISDIR(about.st_mode) else []
        except OSError:
            continue
        if names and (about.st_dev, about.st_ino) not in seen:
            seen.add((about.st_dev, about.st_ino))
            yield folder
            below = [os.path.join(folder, name) for name in sorted(names, reverse=True) if not name.startswith(".")]
            waiting += sorted(below, key=os.path.islink, reverse=True)  # the last is next: links come after all others


def _check_requirements(
    task: Task, whole: Eval, servers: Mapping[str, McpServerSpec] | None, found: list[Problem]
) -> None:
    for kind, name in task.requires.values():
        known = whole.extensions if kind == "extension" else servers
        if known is not None and name not in known:
            place = "config.extensions" if kind == "extension" else "the MCP config file"
            found.append(Problem(str(task.path), 0, f"spec.requires names the {kind} {name!r}, which {place} has not"))
    judged: list[Step] = [step for _, step in task.steps if step.kind == "llmJudge"]
    if judged and whole.judge is None:
        said = f"step {judged[0].id} asks a judge, and the eval has no `config.llmJudge`"
        found.append(Problem(str(task.path), judged[0].line, said))


def _check_assertions(whole: Eval, servers: Mapping[str, McpServerSpec] | None, found: list[Problem]) -> None:
    """Refuse patterns that are none, and servers that nobody could have called: nothing would ever be found of them."""
    for task_set in whole.task_sets:
        for name, value in task_set.assertions.items():
            for unknown in sorted(servers_named(value) - set(servers)) if servers else ():
                server = excerpt(unknown, 60)
                said = f"the assertion `{name}` names the server {server!r}, which the MCP config file has not"
                found.append(Problem(str(whole.path), task_set.line, said))
            for pattern in value if name in COMMAND_ASSERTIONS and isinstance(value, list) else ():
                try:
                    check_pattern(str(pattern))
                except WicketError as error:
                    said = f"the assertion `{name}`: {excerpt(str(pattern), 60)!r} is no pattern: {error}"
                    found.append(Problem(str(whole.path), task_set.line, said))


def _warn_of_equal_names(tasks: Sequence[Selected], found: list[Problem]) -> None:
    """Results tell tasks by their names: two of the same name look like two runs of one."""
    first: dict[str, Path] = {}
    for one in tasks:
        if (other := first.setdefault(one.task.name, one.task.path)) != one.task.path:
            said = f"metadata.name is {excerpt(one.task.name, 60)!r}, as in {other}: their results count as one task's"
            found.append(Problem(str(one.task.path), 0, said, warning=True))


def _check_policy(task: Task, agent: AgentSpec, found: list[Problem]) -> None:
    """Refuse a policy that nobody would enforce, or that is none."""
    if task.policy is None:
        return
    if not agent.acp and not agent.guard:
        said = "spec.policy needs an agent behind wicket's gate, and this one is a command; use a preset or ACP"
        found.append(Problem(str(task.path), 0, said))
        return
    try:
        Policy.loads(json.dumps(task.policy))
    except WicketError as error:
        found.append(Problem(str(task.path), 0, f"spec.policy: {error}"))


def _reader(folder: Path) -> Any:
    return lambda name: (folder / Path(name).expanduser()).read_text(encoding="utf-8")


def _read(path: Path, problems: Problems) -> Node | None:
    try:
        text = path.read_text(encoding="utf-8")
        node = strict_yaml.read(text)
    except OSError as error:
        problems.error(0, f"this cannot be read: {error.strerror}")
    except UnicodeDecodeError:
        problems.error(0, "this is no UTF-8")
    except Unreadable as error:
        hint = f"; {error.hint}" if error.hint else ""
        problems.error(error.line, f"{error.message}{hint}")
    else:
        warn_of_yaml_1_1(node, text, problems)
        return node
    return None


def _kind(node: Node) -> str:
    if isinstance(node, Entries) and "kind" in node.entries:
        value = node.entries["kind"].value
        return value.text if isinstance(value, Scalar) else ""
    return ""
