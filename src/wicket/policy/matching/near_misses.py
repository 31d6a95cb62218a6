"""Why a pattern does not match a command of its program: how much of it fits, and the first thing that does not."""

from wicket.policy.matching.pattern_match import Matcher
from wicket.policy.matching.positions_and_flags import Flag
from wicket.policy.patterns.compiled_pattern import Element
from wicket.policy.patterns.globs_of_words_and_home_folder import NO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.matching.flag_match import Paths
    from wicket.policy.matching.positions_and_flags import View
    from wicket.policy.patterns.compiled_pattern import Pattern
    from wicket.policy.patterns.pattern_tokenizer import Glob
    from wicket.shell.refusal_and_work_limit import Fuel

__all__ = ["near_miss"]

_STAR = Element(("star",))


def near_miss(pattern: "Pattern", view: "View", strict: bool, paths: "Paths", fuel: "Fuel") -> tuple[int, str] | None:
    """Give how much of a pattern fits, and why the rest does not. None: it matches after all."""
    sequence, flags = pattern.sequence, pattern.flags

    def fits(elements: "tuple[Element, ...]", wanted: "tuple[Element, ...]") -> bool:
        return Matcher(view, strict, paths, fuel).match(elements, wanted) != NO

    if fits(sequence, flags):
        return None
    lacking = [flag for flag in flags if not fits((_STAR,), (flag,))]
    kept = tuple(flag for flag in flags if flag not in lacking)
    score = sum(2 for flag in kept if flag.kind in ("flag", "group"))
    length = len(sequence)
    while length and not fits((*sequence[:length], _STAR), kept):
        length -= 1
    score += sum(2 for element in sequence[:length] if element.kind != "star")
    if lacking:
        return score, _about_flag(lacking[0], view)
    if length < len(sequence):
        return score, f"it wants {_shown(sequence[length])} where the command has {_rest(view, sequence[:length])}"
    return score + 1, "the command has more words than it"


def _about_flag(flag: "Element", view: "View") -> str:
    if flag.kind == "optional":
        return "an option that it names has another value"
    globs = flag.globs
    if flag.kind == "noflag":
        return f"it is not for commands with {_names(globs)}"
    there = any(
        isinstance(item, Flag) and any(_is(glob, name) for glob in globs for name in item.names) for item in view.items
    )
    return f"{_names(globs)} has another value there" if there else f"it wants {_names(globs)}"


def _is(glob: "Glob", name: str) -> bool:
    return len(glob) == 1 and glob[0] == name


def _rest(view: "View", fitting: "tuple[Element, ...]") -> str:
    words = [item for item in view.items if item is not None and not isinstance(item, Flag)]
    behind = words[len(fitting) :]
    return f"`{behind[0]}`" if behind else "nothing more"


def _shown(element: "Element") -> str:
    kind = element.kind
    if kind in ("lit", "raw", "here"):
        return _names(element.globs)
    if kind == "not":
        return f"something else than {_names(element.globs)}"
    if kind in ("path", "var"):
        return f"<{kind}:{element.name}>"
    if kind == "any":
        return f"<{element.name}>"
    return {"dash": "`--`", "star": "`*`"}.get(kind, f"<{kind}>")


def _names(globs: "tuple[Glob, ...]") -> str:
    return "`" + "|".join(["*".join(glob) for glob in globs]) + "`"
