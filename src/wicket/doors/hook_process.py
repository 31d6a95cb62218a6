"""A hook as a process: every failure is an answer, to ask or to refuse, never to let pass.

`hook.py` starts it. Nothing of wicket is imported before failures are caught: agents let a command pass when their hook
ends with a traceback, says nothing, or takes too long.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, NoReturn

    from wicket.doors.call_record import Record
    from wicket.policy.decision import Decision

__all__ = ["AGENTS", "BLOCKED", "WAITS_S", "blocked", "main", "patience", "respond", "spell"]

# For each agent how many seconds it waits for its hook, unless its settings say otherwise. Then most go on without it.
WAITS_S = {
    "claude-code": 600,
    "codex": 600,
    "gemini": 60,
    "copilot": 30,
    "opencode": 600,
    "qwen": 60,
    "droid": 60,
    "cline": 100,
    "pi": 600,
    "amp": 40,
    "zot": 5,
    "generic": 60,
}
AGENTS = tuple(WAITS_S)
MAX_BYTES = 32 * 1024 * 1024

BLOCKED = 2

# Who answers. All other options are the gateway's as well.
_WAYS = ("--alone", "--gateway")

# How each agent spells a denial, for when nothing can be imported. Those that are not listed take an exit code.
_OF_A_TOOL = (
    b'{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"%s"}}'
)
_OF_A_DIALOG = (
    b'{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"%s"}}}'
)
_DECISION = b'{"decision":"deny","reason":"%s"}'
DENIALS = {
    "codex": _OF_A_TOOL,
    "gemini": _DECISION,
    "copilot": b'{"permissionDecision":"deny","permissionDecisionReason":"%s"}',
    "opencode": _DECISION,
    "qwen": _OF_A_TOOL,
    "droid": _OF_A_TOOL,
    "cline": b'{"cancel":true,"errorMessage":"%s"}',
    "pi": _DECISION,
    "zot": _DECISION,
    "generic": _DECISION,
}
# Of these the exit code has to say it, too.
SAID_BY_CODE = ("amp", "generic")

# The tools of Claude Code that are judged, as `claude_tools` has them: nothing is imported when nothing can be.
JUDGED = frozenset(
    b"Bash Monitor PowerShell Skill Read NotebookRead Grep Glob LS Write Edit MultiEdit NotebookEdit".split()
)
# What is judged of tools that nobody knows, as `unknown_tools` has it: keys that name commands and code, how keys end
# that name files, without what joins their words, and words of which one is in the name of a tool that runs code.
TELLING = frozenset(b"command cmd commands script code sourcecode scriptpath".split())
FILES = tuple(b"path paths file files filename filenames attachments".split())
RUNNERS = tuple(b"eval exec interpreter javascript python repl".split())


class TooLate(BaseException):
    """There is no time left to judge."""


class Unusable(Exception):
    """What the hook was started with, or given to read, cannot be used."""


def main(words: "Sequence[str]", out: int, isolated: bool = False) -> "NoReturn":
    """Answer one call on the descriptor `out`, and exit. `isolated`: Python was started without anything installed.

    A gateway that runs is asked first. With `--gateway` nobody else answers; with `--alone` it is not asked.
    """
    data = b""
    record: Record | None = None
    only = "--gateway" in words
    try:
        _set_alarm(patience(words))
        data = _read()
        if isolated:
            sys.meta_path.append(_Site)
        others = [word for word in words if word not in _WAYS]
        found = None if "--alone" in words else _ask_gateway(others, data, only=only)
        if found is None:
            if isolated:
                from wicket.doors import module_archive

                module_archive.load_together("judging", "hook")
            code, said, err, record = respond(others, data, _say)
        else:
            code, said, err = found
    except BaseException as error:  # noqa: BLE001 - whatever it is, there is an answer
        if only:
            _block(_reason(error), out if _whose(words) == "cline" else -1)
        try:
            code, said, err = _last_words(_whose(words), data, error)
        except BaseException:  # noqa: BLE001 - nor does it matter why there are no last words
            _block("it cannot be judged")
    _end(out, said, code, err, record)


def respond(
    words: "Sequence[str]",
    data: bytes,
    say: "Callable[[str], None]",
    passing: "tuple[type[BaseException], ...]" = (),
) -> "tuple[int, bytes, bytes, Record | None]":
    """Judge what an agent said, in this process: give the exit code, what is printed on both streams, and a record.

    `words` are the hook's options, and `say` is told what verbose mode prints. What is `passing` is raised.

    Raises:
        Exception: there is no answer, not even to a failure.
    """
    try:
        agent, config, verbose = _options(words)
        from wicket.doors.hook_answer import answer
        from wicket.doors.tool_call import Context

        said = answer(agent, data, Context(os.environ), config, say if verbose else None)
        return said.code, _line(said.out), said.err, said.record
    except passing:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever it is, there is an answer
        return *_last_words(_whose(words), data, error), _failed(_whose(words), data, error)


def spell(words: "Sequence[str]", data: bytes, decision: "Decision", because: str) -> tuple[int, bytes, bytes]:
    """Spell what a person has decided, as `respond` would have said it."""
    try:
        agent, _, _ = _options(words)
        from wicket.doors.hook_answer import spell
        from wicket.doors.tool_call import Context, Ruling

        said = spell(agent, data, Context(os.environ), Ruling(decision, because))
        return said.code, _line(said.out), said.err
    except BaseException as error:  # noqa: BLE001 - whatever it is, there is an answer
        return _last_words(_whose(words), data, error)


def _failed(agent: str, data: bytes, error: BaseException) -> "Record | None":
    """Describe a failure for the record, unless that fails as well."""
    try:
        from wicket.doors.call_record import failed

        return failed(agent, data, _reason(error))
    except BaseException:  # noqa: BLE001
        return None


def _ask_gateway(words: "Sequence[str]", data: bytes, *, only: bool) -> tuple[int, bytes, bytes] | None:
    """Give the answer of a running gateway; None: there is none, and another may answer.

    Raises:
        Unusable: there is none, and nobody else may answer.
    """
    from wicket.folder_paths import HomeError, hook_socket

    try:
        path = hook_socket(os.environ, sys.platform)
    except HomeError:
        path = ""
    because = "no gateway is running"
    if path and os.path.lexists(path):
        from wicket.doors import hook_client

        try:
            return hook_client.ask(path, words, data)
        except hook_client.NoAnswer as error:
            because = str(error)
    if only:
        raise Unusable(because)
    return None


def _whose(words: "Sequence[str]") -> str:
    """Say whose hook it is, whatever else is wrong with the words; empty: nobody's that is known."""
    named = [word.removeprefix("--agent=") for word in words]
    return next((word for word in named if word in AGENTS), "")


def patience(words: "Sequence[str]") -> int:
    """Say after how many seconds it is better to answer than to judge on: a good while before the agent is gone."""
    waits = WAITS_S.get(_whose(words), 30)
    for word, following in zip(words, [*words[1:], ""], strict=True):
        name, equals, value = word.partition("=")
        if name == "--timeout" and (value if equals else following).isdigit():
            waits = int(value if equals else following)
    return max(1, waits - min(60, max(5, waits // 6)))


def _set_alarm(seconds: int) -> None:
    import _signal  # type: ignore[import-not-found]  # `signal` brings enum along

    def ring(_number: int, _frame: object) -> None:
        raise TooLate("it took too long to judge")

    _signal.signal(_signal.SIGALRM, ring)
    left = _signal.alarm(seconds)
    if 0 < left < seconds:  # another has waited for a gateway before, and this is what is left of our time
        _signal.alarm(left)


def _read() -> bytes:
    chunks = []
    size = 0
    try:
        while chunk := os.read(0, 1 << 20):
            chunks.append(chunk)
            size += len(chunk)
            if size > MAX_BYTES:
                raise Unusable("more was given to the hook than can be judged")
    except OSError:
        raise Unusable("what the agent says cannot be read") from None
    return b"".join(chunks)


def _options(words: "Sequence[str]") -> "tuple[str, str | None, bool]":
    agent, config, verbose = "", None, False
    rest = list(words)
    while rest:
        name, equals, value = rest.pop(0).partition("=")
        if name == "--verbose" and not equals:
            verbose = True
        elif name in ("--agent", "--config", "--timeout"):
            if not equals:
                value = rest.pop(0) if rest else ""
            if name == "--agent":
                agent = value
            elif name == "--config":
                config = value
            elif not value.isdigit() or len(value) > 6 or int(value) < 1:
                raise Unusable("--timeout must be a number of seconds")
        else:
            raise Unusable(f"the hook has no option {name}; it takes --agent, --config, --timeout and --verbose")
    if agent not in AGENTS:
        raise Unusable(f"--agent must be one of {', '.join(AGENTS)}")
    if config == "":
        raise Unusable("--config needs a policy file")
    return agent, config, verbose


def _say(line: str) -> None:
    _write(2, f"{line}\n".encode(errors="backslashreplace"))


def _last_words(agent: str, data: bytes, error: BaseException) -> tuple[int, bytes, bytes]:
    """Answer without help: the exit code, and what is said on both streams. The input may not even be JSON."""
    said = f"wicket could not judge this: {_reason(error)}"
    because = "".join(char if " " <= char <= "~" and char not in '"\\' else "?" for char in said[:500]).encode()
    if agent == "claude-code":
        return 0, _line(_last_words_to_claude_code(data, because)), b""
    if agent == "codex" and b'"hook_event_name":"PermissionRequest"' in b"".join(data.split()):
        return 0, _line(_OF_A_DIALOG % because), b""
    form = DENIALS.get(agent)
    if form is None or agent in SAID_BY_CODE:
        return BLOCKED, b"" if form is None else _line(form % because), because + b"\n"
    return 0, _line(form % because), b""


def _last_words_to_claude_code(data: bytes, because: bytes) -> bytes:
    """Ask where a person would be asked, else refuse."""
    compact = b"".join(data.split())
    # Of what prints, nothing is escaped by its number, unless somebody has something to hide.
    plain = not any(rest[:1] in b"234567" for rest in compact.split(b"\\u00")[1:])
    if plain and _is_none_of_ours(compact):
        return b""
    asks = plain and all(mode in (b"default", b"plan", b"acceptEdits") for mode in _values(compact, b"permission_mode"))
    asks = asks and not os.environ.get("CLAUDE_CODE_ENTRYPOINT", "").startswith("sdk")
    if b'"hook_event_name":"PermissionRequest"' not in compact:
        denied = _OF_A_TOOL % because
        return denied.replace(b':"deny",', b':"ask",', 1) if asks else denied
    if asks:  # the dialog is about to be shown
        return b'{"systemMessage":"%s"}' % because
    return _OF_A_DIALOG % because


def _is_none_of_ours(compact: bytes) -> bool:
    """Tell whether a call is of a tool that would not have been judged, whatever else is wrong with it."""
    tools = _values(compact, b"tool_name")
    keys = {piece.rpartition(b'"')[2].lower().translate(None, b"_-") for piece in compact.split(b'":')[:-1]}
    keys -= {b"transcriptpath", b"agenttranscriptpath"}  # which every call has
    if not tools or not all(tools) or JUDGED & set(tools) or TELLING & keys or compact[-1:] != b"}":
        return False
    if any(key.endswith(FILES) for key in keys):
        return False
    return not any(tool.startswith(b"mcp__") or any(word in tool.lower() for word in RUNNERS) for tool in tools)


def _reason(error: BaseException) -> str:
    if isinstance(error, KeyboardInterrupt):
        return "it was interrupted by Ctrl-C"
    lines = str(error).strip().splitlines() or ["it gives no reason"]
    more = f" (and {len(lines) - 1} more: see `wicket check`)" if len(lines) > 1 else ""
    if isinstance(error, (ValueError, Unusable, TooLate)) or type(error).__module__.startswith("wicket."):
        return lines[0] + more
    # A fault: of the installation, if not of wicket itself.
    return f"{type(error).__name__}: {lines[0]}; `wicket doctor` looks for what is broken"


def _values(compact: bytes, key: bytes) -> list[bytes]:
    """Find the texts that stand under a key, at whatever depth: quotes within texts are escaped, and do not look so."""
    return [rest.partition(b'"')[0] for rest in compact.split(b'"%s":"' % key)[1:]]


def _line(said: bytes) -> bytes:
    """Give what an answer is on standard output."""
    return said + b"\n" if said and not said.endswith(b"\n") else said


def _end(out: int, said: bytes, code: int, told: bytes, record: "Record | None" = None) -> "NoReturn":
    try:
        _write(out, said)
    except BaseException:  # noqa: BLE001
        _block("the answer cannot be given")
    try:
        _write(2, told)
        if record is not None:
            from wicket.doors import verdict_spool
            from wicket.folder_paths import state_folder

            verdict_spool.append(state_folder(os.environ, sys.platform), record)
    finally:
        os._exit(code)  # nothing is left to be tidied up, and tidying takes time


def _write(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def blocked(because: str) -> str:
    """Say on standard error that a call is blocked. With the exit code, that is a denial to every agent but Cline."""
    return f"wicket: the command is blocked, for {because}"


def _block(because: str, cline: int = -1) -> "NoReturn":
    """Say no in the one way that is left; to Cline on its stream, and then the code is 0: no other answer is needed."""
    ending = BLOCKED
    try:
        if cline >= 0:
            _write(cline, _line(DENIALS["cline"] % blocked(because).encode()))
            ending = 0
        _say(blocked(because))
    finally:
        os._exit(ending)


class _Site:
    """Finds what is neither Python's own nor wicket's when it is first asked for: few calls need it."""

    @staticmethod
    def find_spec(name: str, path: "Any" = None, target: "Any" = None) -> "Any":
        if path is not None or name.startswith("_"):  # what another Python has, and this one not
            return None
        import site
        from importlib.machinery import PathFinder

        sys.meta_path.remove(_Site)
        site.main()
        return PathFinder.find_spec(name, path, target)
