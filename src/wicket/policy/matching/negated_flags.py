"""Flags that are switched off again, for rules that allow: `--dry-run=none`, `--dry-run false`, `--no-dry-run`.

The tables know such flags of some programs. Whoever allows a command with `--dry-run` means one that does nothing, so
that it is asked about wherever a word may take the flag back.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.patterns.compiled_pattern import Pattern
    from wicket.shell.words import Word

__all__ = ["may_be_off"]

_OFF = frozenset(["false", "no", "none", "off", "0", "never", "disabled"])
# Attached, a letter is no name of a file.
_OFF_ATTACHED = _OFF | {"f", "n"}


def may_be_off(pattern: "Pattern", words: "tuple[Word, ...]") -> bool:
    """Tell whether a flag that a pattern wants, without a value, may have been switched off."""
    flags = [flag for flag in pattern.flags if flag.kind == "flag" and flag.value is None]
    flags += [
        word for word in pattern.sequence if word.kind == "here"
    ]  # a pattern for any program has them in their place
    wanted = {glob[0] for flag in flags for glob in flag.globs if glob[0][:1] == "-"}
    if not wanted:
        return False
    opposite = {f"--no-{name[2:]}" for name in wanted if name[:2] == "--"} - wanted
    for at, word in enumerate(words):
        name, equals, value = str(word).partition("=")
        if name in opposite and not equals:
            return True
        if name not in wanted:
            continue
        if equals and value.lower() in _OFF_ATTACHED:
            return True
        if not equals and at + 1 < len(words) and str(words[at + 1]).lower() in _OFF:
            return True
    return False
