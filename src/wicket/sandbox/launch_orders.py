"""What the program that starts a command inside of a sandbox is told, as bytes. Pure.

A filter for the kernel with its size before it (four bytes, it may be empty), then texts, each behind a letter and
before a zero byte: `p` must be read-only here, and no link; `i` must be what it was; `s` is a signal that the
command gets; `x` is the file to be executed, `a` one of its words, `e` one of its variables.
"""

from collections.abc import Mapping, Sequence

__all__ = ["Pin", "launch_orders"]

# A path, with the device and the number of what was there when the sandbox was made.
Pin = tuple[str, int, int]


def launch_orders(
    argv: Sequence[str],
    executable: str,
    env: Mapping[str, str],
    *,
    read_only: Sequence[str],
    pinned: Sequence[Pin],
    signals: Sequence[int],
    told_of: bytes = b"",
) -> bytes:
    """Say what is to be done. `told_of` is a filter by which the kernel tells of calls; see `seccomp_filter`.

    Raises:
        ValueError: a word or a variable holds a zero byte, so that no program can be given it.
    """
    texts = [
        *(f"p{path}" for path in read_only),
        *(f"i{device} {inode} {path}" for path, device, inode in pinned),
        *(f"s{number:d}" for number in signals),
        f"x{executable}",
        *(f"a{word}" for word in argv),
        *(f"e{name}={value}" for name, value in env.items()),
    ]
    if any("\0" in text for text in texts):
        raise ValueError("a zero byte is in a word or a variable")
    return b"".join(
        (
            len(told_of).to_bytes(4, "little"),
            told_of,
            *(text.encode("utf-8", "surrogateescape") + b"\0" for text in texts),
        )
    )
