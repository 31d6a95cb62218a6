"""What a command says of its signals: the lines `SigBlk` and `SigIgn` of `/proc/self/status`."""

__all__ = ["masks"]

# glibc keeps two signals to itself, 32 and 33: a child that it spawns ignores those which it has used itself.
_OF_LIBC = (1 << 31) | (1 << 32)


def masks(status: str) -> dict[str, int]:
    """Give the signals that a program may use, as the bits of each line."""
    made = dict(line.split(":\t") for line in status.splitlines())
    return {name: int(bits, 16) & ~_OF_LIBC for name, bits in made.items()}
