"""Patterns by which pkill and pgrep find processes, and whether one may find what guards this machine."""

__all__ = ["GUARD", "may_find_guard"]

# What a gateway is called, and how it is started.
GUARD = "wicket"
_STARTED = "wicket serve"

# Behind these, what stands before them may be missing; and these part what is spelled.
_OPTIONAL = "*?{"
_PARTING = ".*+?{}()^$\\"


def may_find_guard(texts: list[str]) -> bool:
    """Tell whether the words of pkill or pgrep may find wicket itself, by its name or with `-f` by its command line."""
    flags = [text for text in texts if text[:1] == "-"]
    letters = "".join([flag[1:] for flag in flags if flag[:2] != "--"])
    name = _STARTED if "f" in letters or "--full" in flags else GUARD
    exact = "x" in letters or "--exact" in flags
    patterns = [text for text in texts if text[:1] != "-"]
    return any(_may_find(text.lower(), name, exact=exact) for text in patterns)


def _may_find(pattern: str, name: str, *, exact: bool) -> bool:
    """Tell whether a pattern may find a name. What is spelled in one of its branches has to stand in the name."""
    for branch in _without_sets(pattern).split("|"):
        pieces = _spelled(branch)
        if exact and not any(c in _PARTING for c in branch):
            if branch == name:
                return True
        elif pieces and all(piece in name for piece in pieces):
            return True
    return False


def _without_sets(pattern: str) -> str:
    """Give a pattern with a dot in the place of each set of characters: `[w]icket`."""
    return "".join([f".{part.partition(']')[2]}" if at else part for at, part in enumerate(pattern.split("["))])


def _spelled(branch: str) -> list[str]:
    """List what a branch of a pattern spells, without the characters that may be missing."""
    pieces = [""]
    for at, c in enumerate(branch):
        if c in _PARTING:
            pieces.append("")
        elif branch[at + 1 : at + 2] not in _OPTIONAL or not branch[at + 1 :]:
            pieces[-1] += c
        else:
            pieces.append("")
    return [piece for piece in pieces if piece.strip()]
