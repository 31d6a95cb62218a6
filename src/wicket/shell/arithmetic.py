"""Which variables an arithmetic expression looks at and which it assigns: each may hold an expression itself."""

from wicket.shell.characters import NAME, NAME_START


def names(text: str) -> list[str]:
    """List the variables that an expression names, in order."""
    found = []
    i = 0
    end = len(text)
    while i < end:
        c = text[i]
        if c in NAME_START:
            j = i + 1
            while j < end and text[j] in NAME:
                j += 1
            found.append(text[i:j])
            i = j
        elif c in NAME:  # a number, with its base and its digits
            i += 1
            while i < end and (text[i] in NAME or text[i] in "#@"):
                i += 1
        else:
            i += 1
    return found


def assigns(text: str) -> bool:
    """Tell whether an expression changes a variable."""
    if "++" in text or "--" in text:
        return True
    at = text.find("=")
    while at >= 0:
        if text[at + 1 : at + 2] == "=":
            at += 1
        elif not (at and text[at - 1] in "!<>" and text[at - 2 : at] not in ("<<", ">>")):
            return True
        at = text.find("=", at + 1)
    return False


def constant(text: str) -> str | None:
    """Give the value of an expression that is a plain number."""
    text = text.strip()
    if text.isascii() and text.isdigit() and len(text) < 10 and (text[0] != "0" or text == "0"):
        return text
    return None
