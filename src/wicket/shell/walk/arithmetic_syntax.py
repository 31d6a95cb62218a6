"""Which variables an arithmetic expression names and assigns: each may hold an expression itself.

And whether bash can surely calculate it: what fails has consequences.
"""

from wicket.shell.characters import NAME, NAME_START

_ASSIGNING = ("<<=", ">>=", "+=", "-=", "*=", "&=", "|=", "^=", "=")
_OPERATORS = ("&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "+", "-", "*", "<", ">", "&", "|", "^", ",")
# They fail if what follows is zero, or less.
_PARTICULAR = ("/=", "%=", "**", "/", "%")
_ALL = frozenset([*_ASSIGNING, *_OPERATORS, *_PARTICULAR])


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


def is_sound(text: str) -> bool:
    """Tell whether an expression can be calculated for sure, if the variables in it hold numbers. Few are too odd."""
    wanted = True  # an operand, and no operator
    name = False  # the last operand is a variable
    open_ = i = 0
    while i < len(text):
        c = text[i]
        if c in " \t\n":
            i += 1
        elif wanted and c == "(":
            open_ += 1
            i += 1
        elif wanted and c in "+-!~":
            i += 1
        elif wanted:
            end = _end_of_operand(text, i)
            if end == i:
                return False
            wanted, name = False, c in NAME_START
            i = end
        elif c == ")" and open_:
            open_ -= 1
            i += 1
        elif text[i : i + 2] in ("++", "--") and name:
            i += 2
        else:
            operator = _operator(text, i)
            if not operator or (operator in _ASSIGNING and not name):
                return False
            i += len(operator)
            if operator in _PARTICULAR and text[i:].lstrip(" ")[:1] not in "123456789":
                return False
            wanted, name = True, False
    return not wanted and not open_


def _end_of_operand(text: str, start: int) -> int:
    """Find the end of a variable or a decimal number; where it starts, if it is something else."""
    end = start
    while end < len(text) and text[end] in NAME:
        end += 1
    operand = text[start:end]
    if text[end : end + 1] in ("[", "#", "@", "."):
        return start
    if operand and (operand[0] in NAME_START or operand == "0" or (operand.isdigit() and operand[0] != "0")):
        return end
    return start


def _operator(text: str, i: int) -> str:
    """Give the longest operator that stands there."""
    for length in (3, 2, 1):
        if text[i : i + length] in _ALL:
            return text[i : i + length]
    return ""
