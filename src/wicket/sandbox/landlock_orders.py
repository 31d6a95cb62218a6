"""What the program in C is told that starts a command behind Landlock, as bytes. Pure.

Two filters for the kernel, each with its size before it (four bytes), then texts, each behind a letter and before a
zero byte: `l` permits rights to a path, `o` to what /proc tells of the command, `m` is where modes, owners and times
may be changed, `n` holds TCP as well, `c` is the working folder, `s` is a signal that the command gets; `x` is the
file to be executed, `a` one of its words, `e` one of its variables.
"""

import struct
from collections.abc import Mapping, Sequence

from wicket.sandbox.landlock_rules import Rules

__all__ = ["landlock_orders"]


def landlock_orders(
    argv: Sequence[str],
    executable: str,
    env: Mapping[str, str],
    cwd: str,
    rules: Rules,
    *,
    filters: tuple[bytes, bytes],
    network: bool,
    signals: Sequence[int],
) -> bytes:
    """Say what is to be done: `filters` are what is refused, and what is refused beside Landlock.

    Raises:
        ValueError: a word or a variable holds a zero byte, so that no program can be given it.
    """
    texts = [
        *(f"l{rights:d} {path}" for path, rights in rules.permitted),
        f"o{rules.own_process:d}",
        *(f"m{path}" for path in rules.writable),
        *([] if network else ["n"]),
        f"c{cwd}",
        *(f"s{number:d}" for number in signals),
        f"x{executable}",
        *(f"a{word}" for word in argv),
        *(f"e{name}={value}" for name, value in env.items()),
    ]
    if any("\0" in text for text in texts):
        raise ValueError("a zero byte is in a word or a variable")
    return b"".join(
        (
            *(struct.pack("<I", len(each)) + each for each in filters),
            *(text.encode("utf-8", "surrogateescape") + b"\0" for text in texts),
        )
    )
