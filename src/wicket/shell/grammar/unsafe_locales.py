"""Locales whose encodings make bash read a text otherwise than it is read here.

In Big5, GBK, Shift JIS and their kin, the second half of a letter may be a byte that is a backslash, a bar or a
backquote elsewhere: bash takes both halves for one letter, and what the backslash should have quoted is free. UTF-8,
the alphabets of one byte and those of the EUC family have no such letters.
"""

from wicket.shell.characters import listed
from wicket.shell.refusal import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from wicket.shell.reader_settings import World

__all__ = ["VARIABLES", "refused_letters", "strange"]

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
