"""Hides what stands between quotes, so that a search for syntax of a certain shell does not find it in texts.

All shells read plain quotes, comments and quoted here-documents alike. From where that is not simple on, nothing more
is hidden: what is left is only searched.
"""

__all__ = ["masked_quotes"]

_BETWEEN = frozenset(" \t\n;&|()")
# A text or an expression begins in which quotes, and `<<`, may be something else.
_NOT_SIMPLE = frozenset(["$'", '$"', "${", "(("])


def masked_quotes(text: str) -> str:
    """Give a text of the same length in which quoted characters and comments are underscores."""
    made: list[str] = []
    delimiters: list[str] = []  # of here-documents that begin on the next line
    depth = 0
    substitutions: list[int] = []  # how deep those are that begin behind a double quote
    at = 0
    while at < len(text):
        c = text[at]
        end = at + 1
        if c == "\\":
            end += 1
        elif c == "`" or text[at : at + 2] in _NOT_SIMPLE:
            break
        elif c == "(":
            depth += 1
        elif c == ")":
            depth -= 1
            if substitutions and substitutions[-1] == depth:
                if text[end : end + 1] != '"':
                    break
                substitutions.pop()
                end += 1
        elif text.startswith('"$(', at) and "esac" not in text:
            substitutions.append(depth)
        elif c in ("'", '"'):
            end = _closing(text, at) + 1
            if not end:
                break
            if c == "'" or "$" not in text[at:end]:
                made.append(c + "_" * (end - at - 2) + c)
                at = end
                continue
        elif c == "#" and (at == 0 or text[at - 1] in _BETWEEN):
            end = _line_end(text, at)
            made.append("_" * (end - at))
            at = end
            continue
        elif c == "<" and text[end : end + 1] == "<":
            end = _closing(text, at + 2 + (text[at + 2 : at + 3] == " ")) + 1
            delimiter = text[at + 2 : end].strip(" ")[1:-1]
            if not delimiter.isalnum() or text[end : end + 1] not in _BETWEEN:
                break
            delimiters.append(delimiter)
        elif c == "\n" and delimiters:
            body = at + 1
            end = f"{text}\n".find(f"\n{delimiters[0]}\n", at) + 1
            if not end:
                break
            made.append("\n" + "_" * (end - body))
            at = end
            if len(delimiters) > 1:
                break
            delimiters.clear()
            continue
        made.append(text[at:end])
        at = end
    return "".join(made) + text[at:]


def _closing(text: str, at: int) -> int:
    """Find where a quote ends that begins at a place; -1: there is none, or something is expanded in it."""
    quote = text[at : at + 1]
    if quote == "'":
        return text.find("'", at + 1)
    if quote != '"':
        return -1
    at += 1
    while at < len(text) and text[at] != '"':
        if text[at] == "`" or (text[at] == "$" and text[at + 1 : at + 2] in ("(", "{")):
            return -1
        at += 2 if text[at] == "\\" else 1
    return at if at < len(text) else -1


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return found if found >= 0 else len(text)
