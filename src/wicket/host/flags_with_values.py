"""Which flags of well-known programs take a value: those that validators are asked about most.

The catalogue has them, under `valued_flags` and `plain_flags`. Only flags that mean the same under every subcommand of
their program are listed. What is neither listed nor of a program whose list is complete is unknown, and the rule for
unknown flags covers it.
"""

from wicket.shell.catalogue.compiled_catalogue import fact

__all__ = ["takes_value"]

# Of such a program every flag is known: what takes no value is not listed.
_ALL_OTHERS = "*"


def takes_value(program: str, flag: str) -> bool | None:
    """Whether a flag, written with its dashes, takes a value. None: that is not known."""
    if flag in fact("valued_flags", program).split():
        return True
    plain = fact("plain_flags", program)
    if plain != _ALL_OTHERS:
        return False if flag in plain.split() else None
    return False if flag.startswith("--") or len(flag) == 2 else None
