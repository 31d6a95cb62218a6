"""The command line: `wicket VERB`. One file per verb, loaded when that verb is asked for.

What a program may read goes to standard output, everything said to a person goes to standard error. How a verb starts
and ends is said in `verb_start_and_exit`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.cli.lazy_verbs import Verbs

    wicket: Verbs

__all__ = ["wicket"]


def __getattr__(name: str) -> object:
    """Import the group of all verbs when it is asked for: one of them starts without it."""
    if name != "wicket":
        raise AttributeError(f"module 'wicket.cli' has no attribute {name!r}")
    from wicket.cli.all_verbs import wicket

    return wicket
