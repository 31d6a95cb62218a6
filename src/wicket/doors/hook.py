"""Starts a hook, and sees to it that every failure is an answer: to ask, to refuse, never to let pass.

It is run as a file, `python -I -S …/wicket/doors/hook.py --agent claude-code`, so that neither the environment
nor what else is installed has a say, or by `wicket hook`. Nothing of wicket is imported before failures are caught.
Agents let a command pass when their hook ends with a traceback, says nothing, or takes too long.
"""

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, NoReturn

__all__ = ["AGENTS", "blocked", "main", "printed", "respond"]

AGENTS = ("claude-code",)
MAX_BYTES = 32 * 1024 * 1024

# Claude Code waits 600 s for its hook, and then goes on without it.
DEADLINE_S = 540

BLOCKED = 2

# Who answers. All other options are the gateway's as well.
_WAYS = ("--alone", "--gateway")

# The tools of Claude Code that are judged, as `claude_tools` has them: nothing is imported when nothing can be.
JUDGED = frozenset(
    b"Bash Monitor PowerShell Skill Read NotebookRead Grep Glob LS Write Edit MultiEdit NotebookEdit".split()
)


class TooLate(BaseException):
    """There is no time left to judge."""


class Unusable(Exception):
    """What the hook was started with, or given to read, cannot be used."""


def main(words: "Sequence[str]", package: str | None = None) -> "NoReturn":
    """Answer one call and exit. Modules come from the archive of the package that is named, if it has one.

    A gateway that runs is asked first. With `--gateway` nobody else answers; with `--alone` it is not asked.
    """
    out = -1
    data = b""
    only = "--gateway" in words
    try:
        # Whatever else prints must not stand before the answer.
        out = os.dup(1)
        os.dup2(2 if _is_open(2) else os.open(os.devnull, os.O_WRONLY), 1)
        _set_alarm()
        data = _read()
        if package is not None:
            from wicket.doors import module_archive

            module_archive.use(package)
        others = [word for word in words if word not in _WAYS]
        if "--alone" not in words:
            _ask_gateway(out, others, data, only=only)
        said = respond(others, data, _say)
    except BaseException as error:  # noqa: BLE001 - whatever it is, there is an answer
        if only:
            _block(_reason(error))
        try:
            said = _last_words(data, error)
        except BaseException:  # noqa: BLE001 - nor does it matter why there are no last words
            _block("it cannot be judged")
    _end(out, printed(said))


def respond(
    words: "Sequence[str]",
    data: bytes,
    say: "Callable[[str], None]",
    passing: "tuple[type[BaseException], ...]" = (),
) -> bytes:
    """Judge what an agent said, in this process; `words` are the hook's options. What is `passing` is raised.

    Raises:
        Exception: there is no answer, not even to a failure.
    """
    try:
        config, verbose = _options(words)
        from wicket.doors.claude_code import answer

        return answer(data, config, say if verbose else None)
    except passing:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever it is, there is an answer
        return _last_words(data, error)


def printed(said: bytes) -> bytes:
    """Give what an answer is on standard output."""
    return said + b"\n" if said else b""


def _ask_gateway(out: int, words: "Sequence[str]", data: bytes, *, only: bool) -> None:
    """Give the answer of a running gateway, and exit. Returns if there is none, and another may answer."""
    from wicket.folder_paths import HomeError, hook_socket

    try:
        path = hook_socket(os.environ, sys.platform)
    except HomeError as error:
        path, because = "", str(error)
    else:
        because = "" if os.path.lexists(path) else "no gateway is running"
    if not because:
        from wicket.doors import hook_client

        try:
            code, said, err = hook_client.ask(path, words, data)
        except hook_client.NoAnswer as error:
            because = str(error)
        else:
            _complain(err)
            _end(out, said, code)
    if only:
        _block(because)


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def _set_alarm() -> None:
    import _signal  # type: ignore[import-not-found]  # `signal` brings enum along

    def ring(_number: int, _frame: object) -> None:
        raise TooLate("it took too long to judge")

    _signal.signal(_signal.SIGALRM, ring)
    _signal.alarm(DEADLINE_S)


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


def _options(words: "Sequence[str]") -> "tuple[str | None, bool]":
    agent, config, verbose = "", None, False
    rest = list(words)
    while rest:
        name, equals, value = rest.pop(0).partition("=")
        if name == "--verbose" and not equals:
            verbose = True
        elif name in ("--agent", "--config"):
            if not equals:
                value = rest.pop(0) if rest else ""
            if name == "--agent":
                agent = value
            else:
                config = value
        else:
            raise Unusable(f"the hook has no option {name}; it takes --agent, --config and --verbose")
    if agent not in AGENTS:
        raise Unusable(f"--agent must be one of {', '.join(AGENTS)}")
    if config == "":
        raise Unusable("--config needs a policy file")
    return config, verbose


def _say(line: str) -> None:
    _complain(f"{line}\n".encode(errors="backslashreplace"))


def _complain(data: bytes) -> None:
    try:  # noqa: SIM105 - contextlib takes a while to import
        os.write(2, data)
    except OSError:
        pass  # there is nobody to complain to


def _last_words(data: bytes, error: BaseException) -> bytes:
    """Answer without help: ask where a person would be asked, else refuse. The input may not even be JSON."""
    compact = b"".join(data.split())
    tools = [tool for tool in _values(compact, b"tool_name") if tool]
    # Of what prints, nothing is escaped by its number, unless somebody has something to hide.
    plain = not any(rest[:1] in b"234567" for rest in compact.split(b"\\u00")[1:])
    if tools and plain and not JUDGED & set(tools):
        return b""
    said = f"wicket could not judge this: {_reason(error)}"
    because = "".join(char if " " <= char <= "~" and char not in '"\\' else "?" for char in said[:500]).encode()
    asks = plain and all(mode in (b"default", b"plan", b"acceptEdits") for mode in _values(compact, b"permission_mode"))
    asks = asks and not os.environ.get("CLAUDE_CODE_ENTRYPOINT", "").startswith("sdk")
    if b'"hook_event_name":"PermissionRequest"' not in compact:
        return (
            b'{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"%s",'
            b'"permissionDecisionReason":"%s"}}' % (b"ask" if asks else b"deny", because)
        )
    if asks:  # the dialog is about to be shown
        return b'{"systemMessage":"%s"}' % because
    return (
        b'{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"%s"}}}'
        % because
    )


def _reason(error: BaseException) -> str:
    lines = str(error).strip().splitlines() or ["it gives no reason"]
    more = f" (and {len(lines) - 1} more: see `wicket check`)" if len(lines) > 1 else ""
    if isinstance(error, (ValueError, Unusable, TooLate)) or type(error).__module__.startswith("wicket."):
        return lines[0] + more
    # A fault: of the installation, if not of wicket itself.
    return f"{type(error).__name__}: {lines[0]}; `wicket doctor` looks for what is broken"


def _values(compact: bytes, key: bytes) -> list[bytes]:
    """Find the texts that stand under a key, at whatever depth: quotes within texts are escaped, and do not look so."""
    return [rest.partition(b'"')[0] for rest in compact.split(b'"%s":"' % key)[1:]]


def _end(out: int, said: bytes, code: int = 0) -> "NoReturn":
    try:
        rest = memoryview(said)
        while rest:
            rest = rest[os.write(out, rest) :]
    except BaseException:  # noqa: BLE001
        _block("the answer cannot be given")
    os._exit(code)  # nothing is left to be tidied up, and tidying takes time


def blocked(because: str) -> str:
    """Say on standard error that a call is blocked. With the exit code, that is a denial to every agent but Cline."""
    return f"wicket: the command is blocked, for {because}"


def _block(because: str) -> "NoReturn":
    """Say no in the one way that is left."""
    try:
        _say(blocked(because))
    finally:
        os._exit(BLOCKED)


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


def _start() -> "NoReturn":
    """Begin as a file that `python -I -S` was given."""
    gc.disable()
    try:
        package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        # Last, so that nothing that is installed beside wicket stands in for a module of Python's own.
        sys.path.append(os.path.dirname(package))
        sys.meta_path.append(_Site)
    except BaseException as error:  # noqa: BLE001
        _block(f"the hook cannot start: {error}")
    main(sys.argv[1:], package)


if __name__ == "__main__":
    _start()
