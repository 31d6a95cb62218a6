"""Starts a hook: the file that agents' settings name, as `python -I -S …/wicket/doors/hook.py --agent claude-code`.

So neither the environment nor what else is installed has a say. Python compiles this file each time that it is started,
which takes longer than loading what is compiled already: that is why it is short, and `hook_process` is the hook.
"""

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, NoReturn

__all__ = ["run"]

BLOCKED = 2


def run(words: "Sequence[str]", package: str | None = None) -> "NoReturn":
    """Answer one call and exit. `package` is wicket's folder where Python was started without anything installed.

    Modules come from the archive of that package then, if it has one.
    """
    out = -1
    try:
        out = _put_output_aside()
        main = _hook(package)
    except BaseException as error:  # noqa: BLE001 - whatever it is, it lets nothing pass
        _block(str(error), out if "cline" in words or "--agent=cline" in words else -1)
    main(words, out, package is not None)


def _put_output_aside() -> int:
    """Give a descriptor for the answer; what else is printed goes to standard error, and not before the answer."""
    try:
        out = os.dup(1)
    except OSError:  # closed: the answer cannot be given, and whoever gives it will notice
        out = -1
    try:
        os.dup2(2, 1)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return out


def _hook(package: "str | None") -> "Callable[[Sequence[str], int, bool], NoReturn]":
    """Import the hook, or read its file: it needs nothing of wicket to say that wicket is broken."""
    try:
        if package is not None:
            from wicket.doors import module_archive

            module_archive.use(package)
        from wicket.doors.hook_process import main
    except BaseException:  # noqa: BLE001 - what is wrong is found again, and answered
        place = f"{os.path.dirname(os.path.abspath(__file__))}/hook_process.py"
        names: dict[str, Any] = {"__name__": "wicket.doors.hook_process", "__file__": place}
        with open(place, "rb") as file:
            exec(compile(file.read(), place, "exec"), names)  # noqa: S102 - a part of wicket, as this file is
        main = names["main"]
    return main


def _block(error: str, cline: int) -> "NoReturn":
    """Say no in the one way that is left: a text and the exit code; to Cline on its stream, and then with 0."""
    code = BLOCKED
    try:
        because = "".join(char if " " <= char <= "~" and char not in '"\\' else "?" for char in error[:500])
        said = f"wicket: the command is blocked, for the hook cannot start: {because}"
        if cline >= 0:
            os.write(cline, b'{"cancel":true,"errorMessage":"%s"}\n' % said.encode())
            code = 0
        os.write(2, f"{said}\n".encode())
    finally:
        os._exit(code)


if __name__ == "__main__":
    gc.disable()
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    # Last, so that nothing that is installed beside wicket stands in for a module of Python's own.
    sys.path.append(os.path.dirname(folder))
    run(sys.argv[1:], folder)
