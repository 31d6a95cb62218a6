"""What zsh, and bash in some locales, read otherwise than it is read here, so that nothing can be said of it."""

from wicket.shell.characters import listed
from wicket.shell.refusal_and_work_limit import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from wicket.shell.reader_settings import World

__all__ = ["VARIABLES", "otherwise", "refused_for_zsh", "refused_letters", "strange"]


# ── What zsh reads otherwise than bash, so that nothing can be said of it here. Asked only where zsh will read a
# text ──


# Behind a dollar: $=x is split, $~x a glob, ${(e)x} expanded again.
_SIGNS = frozenset("=~^+")
_BRACED_SIGNS = frozenset("(=~^+")
# Behind a name and a colon: $x:t is the last name of a path.
_MODIFIERS = frozenset("aAcehlpPqQrstuxgwWfF&")
# All elements are the same to both; single ones are counted from one.
_ALL = frozenset(["@]", "*]"])

_BETWEEN = frozenset(" \t\r\n;&|({`")
_BLANK = frozenset(" \t\r\n")
_PARTING = frozenset("\r\n;&|({`")
_BEFORE_COMMAND = listed("- ! noglob nocorrect builtin command exec time then do else elif if while until {")
# They change how a text is read, bring other builtins, or are called by the shell itself.
_NAMES = listed(
    """
    setopt unsetopt zmodload autoload emulate functions zshexit zshaddhistory precmd preexec chpwd periodic
    command_not_found_handler
    """
)
_BEGINNINGS = ("zf_", "TRAP")


def otherwise(text: str) -> int:
    """Say where something stands that zsh reads in a way of its own; -1: nowhere."""
    for at, c in enumerate(text):
        if c == "$":
            if _is_expansion(text, at + 1):
                return at
        elif c == "|" and text[at + 1 : at + 2] != "|" and text[at - 1 : at] != "|":
            if _is_kept(text, _behind_blanks(text, at + 1)):
                return at
        elif at == 0 or text[at - 1] in _BETWEEN:
            if c == "=" and (text[at + 1 : at + 2].isalnum() or text[at + 1 : at + 2] in ("_", ".", "/", "~")):
                return at  # =rm is the path of rm
            if c == "-" and text[at + 1 : at + 2] in _BLANK and _begins_command(text, at):
                return at  # `- rm x` runs rm
            if c.isalpha() and _is_named(text, at):
                return at
    return -1


def _begins_command(text: str, at: int) -> bool:
    """Tell whether a command may begin at a place, behind words that may stand before one."""
    line = text[:at].rstrip(" \t")
    return not line or line[-1] in _PARTING or line.split()[-1] in _BEFORE_COMMAND


def _is_expansion(text: str, at: int) -> bool:
    """Tell whether behind a dollar stands what bash does not have, or takes for something else."""
    braced = text[at : at + 1] == "{"
    at += braced
    if text[at : at + 1] in (_BRACED_SIGNS if braced else _SIGNS):
        return True
    end = _name_end(text, at)
    if end == at:
        return False
    if text[end : end + 1] == "[":
        if text[end + 1 : end + 3] not in _ALL:
            return True
        end += 3
    return text[end : end + 1] == ":" and text[end + 1 : end + 2] in _MODIFIERS


def _is_kept(text: str, at: int) -> bool:
    """Tell whether a pipe ends in an assignment: zsh does that itself, and keeps it."""
    end = _name_end(text, at)
    return end > at and (text[end : end + 1] == "=" or text[at:end] == "read")


def _is_named(text: str, at: int) -> bool:
    """Tell whether a word is the name of something that only zsh has."""
    end = _name_end(text, at)
    name = text[at:end]
    if name == "alias":  # for any word, or for files with an ending
        start = _behind_blanks(text, end)
        return text[start : start + 1] == "-" and not {"g", "s"}.isdisjoint(text[start : _name_end(text, start + 1)])
    return name in _NAMES or name.startswith(_BEGINNINGS)


def _name_end(text: str, at: int) -> int:
    while at < len(text) and (text[at].isalnum() or text[at] == "_"):
        at += 1
    return at


def _behind_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at] in _BLANK:
        at += 1
    return at


def refused_for_zsh(text: str) -> Refusal | None:
    """Refuse a text that zsh will read, and in a way of its own."""
    from wicket.shell.grammar.masked_quotes import masked_quotes

    at = otherwise(masked_quotes(text))
    return Refusal("zsh reads this otherwise than bash", text, at) if at >= 0 else None


# ── locales whose encodings make bash read a text otherwise than it is read here ──

# In Big5, GBK, Shift JIS and their kin, the second half of a letter may be a byte that is a backslash, a bar or a
# backquote elsewhere: bash takes both halves for one letter, and what the backslash should have quoted is free. UTF-8,
# the alphabets of one byte and those of the EUC family have no such letters.


# The first of them that is set says which alphabet it is.
VARIABLES = ("LC_ALL", "LC_CTYPE", "LANG")

_SAFE = listed("utf8 ascii ansix341968 646 gb2312 tis620 tcvn57121 georgianps armscii8 pt154 rk1048")
_SAFE_FAMILIES = ("iso8859", "koi8", "cp125", "euc")

# What ends a value in a text.
_ENDS = " \t\n;&|<>()'\"`\\$"


def strange(text: str, variables: "Mapping[str, str]") -> str:
    """Name the locale, of the environment or of the text, in which this text would be read otherwise; empty: none."""
    for name in VARIABLES:
        if value := variables.get(name):
            if _swallows(value):
                return value
            break
    for name in VARIABLES:
        for rest in text.split(f"{name}=")[1:]:
            value = _value(rest.lstrip("'\""))
            if _swallows(value):
                return value
    return ""


def _value(text: str) -> str:
    end = next((at for at, char in enumerate(text) if char in _ENDS), len(text))
    return text[:end]


def _swallows(locale: str) -> bool:
    name, dot, alphabet = locale.partition("@")[0].partition(".")
    if not dot:
        # The one that a language has of old.
        return name[:2].lower() == "zh" and name[:5] not in ("zh_CN", "zh_SG")
    plain = "".join(char for char in alphabet.lower() if char.isalnum())
    return plain not in _SAFE and not plain.startswith(_SAFE_FAMILIES)


def refused_letters(text: str, world: "World | None") -> Refusal | None:
    """Refuse a text whose letters may be others to the shell that is given it."""
    locale = strange(text, {} if world is None else world.variables)
    if not locale:
        return None
    at = next(at for at, char in enumerate(text) if not char.isascii())
    return Refusal(f"a letter that the alphabet of {locale} may read otherwise", text, at)
