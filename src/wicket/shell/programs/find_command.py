"""What find finds: how all of it begins, and how it ends, as far as its words say so."""

from wicket.shell.characters import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from wicket.shell.words import Shape, Word

__all__ = ["found_by"]

# Tests that leave something out, whatever it is, and what they are given.
_LEAVING_OUT = listed("-path -wholename -ipath -name -iname -regex -iregex -type -perm -user -group -size -newer")

# Beside names, these say nothing about which files are meant.
_PLAIN = listed(
    """
    -name -type -xtype -maxdepth -mindepth -depth -d -mount -xdev -size -empty -readable -writable -executable -mtime
    -mmin -atime -amin -ctime -cmin -newer -user -group -uid -gid -perm -prune -a -and -true
    """
)


def found_by(words: "Sequence[Word]") -> "Shape":
    """Say how all names look that find hands on, given its words up to what it does with them."""
    start = _start(words)
    texts = [word.text or "" for word in words[1:]]
    if not start or any(word.text is None for word in words):
        return (None,)
    tests = _kept(texts[1:] if texts[:1] == [start] else texts)
    if any(text[:1] in ("-", "!", "(", ")", ",", "\\") and text not in _PLAIN for text in tests):
        return (None,)
    if "-name" not in tests:
        return start, None
    name = (tests[tests.index("-name") + 1 :] or ["*"])[0]
    ending = name.removeprefix("*")
    return (start, None, ending) if ending and not any(c in ending for c in "*?[\\/") else (None,)


def _kept(tests: list[str]) -> list[str]:
    """Leave out what says which files are not meant."""
    kept: list[str] = []
    i = 0
    while i < len(tests):
        if tests[i] in ("!", "-not") and i + 2 < len(tests) and tests[i + 1] in _LEAVING_OUT:
            i += 3
            continue
        kept.append(tests[i])
        i += 1
    return kept


def _start(words: "Sequence[Word]") -> str:
    """Give the folder that find starts from, if there is but one."""
    first = words[1].text if len(words) > 1 else "."
    second = words[2].text if len(words) > 2 else "-"
    if not first or second is None or first[:2] in ("-O", "-D") or first in ("-L", "-H", "-P"):
        return ""
    if first[0] in "-(!":
        return "."
    return first if second[:1] in ("-", "(", "!") else ""
