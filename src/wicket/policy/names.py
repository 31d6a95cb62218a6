"""One name of a path, which may have holes, against one that a policy lists, which may have `*` and `?`."""

from wicket.policy.globs import MAYBE, NO, YES

__all__ = ["Visible", "aims", "is_plain", "name_matches", "part_matches"]


class Visible(tuple[str, ...]):
    """A component with a hole at its beginning which stands for no dot, as in a shell's glob."""

    __slots__ = ()


def is_plain(name: str) -> bool:
    return "*" not in name and "?" not in name


def part_matches(part: "str | tuple[str, ...]", want: "str | tuple[str, ...]") -> int:
    """Compare one component with one that may have `*` and `?`."""
    if isinstance(want, tuple):
        want = "*".join(want)
    if isinstance(part, str):
        return YES if (name_matches(want, part) if "*" in want or "?" in want else part == want) else NO
    if want == "*":
        return YES
    first, last = part[0], part[-1]
    if isinstance(part, Visible) and want[:1] == "." and not (last and is_plain(want)):
        return NO  # a name that is meant to be found by its ending may still be aimed at: another text may let it
    before = want.partition("*")[0].partition("?")[0]
    after = want.rpartition("*")[2].rpartition("?")[2]
    if not (first.startswith(before) or before.startswith(first)):
        return NO
    if not (last.endswith(after) or after.endswith(last)):
        return NO
    if "*" not in want and "?" not in want and len(want) < sum(map(len, part)):
        return NO
    return MAYBE


def aims(ending: str, want: str) -> bool:
    """Tell whether every name that ends so is a wanted one, or one such name is all that is wanted."""
    return is_plain(want) or name_matches(want, ending) or name_matches(want, f"x{ending}")


def name_matches(pattern: str, name: str) -> bool:
    """Match one name against a pattern of `*` and `?`: greedily, with one step back, in quadratic time at worst."""
    i = j = 0
    star = -1
    mark = 0
    while i < len(name):
        if j < len(pattern) and (pattern[j] == "?" or (pattern[j] == name[i] and pattern[j] != "*")):
            i, j = i + 1, j + 1
        elif j < len(pattern) and pattern[j] == "*":
            star, mark, j = j, i, j + 1
        elif star >= 0:
            mark += 1
            i, j = mark, star + 1
        else:
            return False
    return all(c == "*" for c in pattern[j:])
