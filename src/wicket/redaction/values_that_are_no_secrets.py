"""Values that are no secrets though their names say so: code, a number, prose, another name, or where a secret is."""

import re

from wicket.redaction.secret_names import says_secret

__all__ = ["is_code", "is_prose", "is_quoted_name", "is_setting", "refers"]

# Refers to something that is elsewhere, or is nothing.
_REFERENCE = re.compile(
    r"""
    (?: \$\{[^}]{0,200}\} | \$\w{0,100} | \$[({].{0,2000} | `.{0,2000}
      | \{\{.{0,200} | \{[\w.$"'\[\]() -]{0,100}\}? | <[^>]{0,100}>? | \[{1,3}[^\]]{0,60}\]{0,3}
      | %[sdrvq] | %\(\w{0,40}\)s | %\w{0,40}% | @(?:[/~.]|\w{1,60}\.)[\w./~-]{0,200}
      | [*?.\-_xX#…]{1,200} | \\?[nrt]? )
    (?: [:/@.,-] | \$\{[^}]{0,200}\} | \$\w{1,100} )*
    """,
    re.VERBOSE | re.DOTALL,
)
_NOTHING = frozenset(
    str.split("""
    true false null none nil undefined yes no on off empty str string int bool boolean bytes number any object text
    optional required changeme todo fixme self this super new await async return function lambda redacted masked hidden
    stdin prompt never always auto default disabled enabled inherit write read
    """)
)


def refers(value: str) -> bool:
    """Whether a value only says where a secret is, or that there is none."""
    plain = value.strip().strip("\"'")
    return (
        not plain
        or plain.lower().rstrip(".,;:!?") in _NOTHING
        or _REFERENCE.fullmatch(plain) is not None
        or plain.lower().startswith(
            ("your-", "your_", "<your", "os.environ", "process.env", "vault:", "op://", "env:", "file:")
        )
    )


# A text that is a program has one of these.
_PROGRAM = re.compile(
    r"[(){};$]\s*$|\w\(|\b(?:import|def|return|function|const|let|var|if|for|self|this)\b|=>|->", re.MULTILINE
)

_MIN_PLAIN = 8

# An expression of a program: something is called, looked up, or joined.
_EXPRESSION = re.compile(
    r"(?:(?:await|new|not|get|os|process|self|this|request|req|config|settings|env|data|args|options|params|ctx|response|res"
    r"|json|user|state|props|form|body|result|session|import|crypto|uuid|secrets?|random|str|String|process)\b[.\[(?!].{0,2000}"
    r"|[A-Za-z_][\w.]{0,200}[(\[].{0,2000})",
    re.DOTALL,
)


def is_prose(text: str, match: re.Match[str], value: str) -> bool:
    """Whether it counts something, or is a sentence: `total_tokens = 0`, `the second pass: collect them`."""
    name = match["name"].lower()
    if name.endswith("tokens"):
        return value.isdigit() or value.startswith(".")
    if name == "pwd":  # a folder, more often than not
        return value.startswith(("/", "~", "."))
    return name == "pass" and match["by"] == ": " and text[max(0, match.start() - 2) : match.start()][:1].isalpha()


def is_quoted_name(text: str, match: re.Match[str]) -> bool:
    """Whether the quote behind is the one that ends the name: `print("password: ", x)`."""
    before = text[max(0, match.start() - 1) : match.start()]
    return before in ("'", '"') and not match["close"] and text.startswith(before, match.end())


def is_setting(text: str, value: str, end: int) -> bool:
    """Whether a plain word is all of a line's value, in a text that is no program: `password = x` among settings."""
    if len(value) < _MIN_PLAIN or not value.isalpha() or says_secret(value) or _PROGRAM.search(text) is not None:
        return False
    return text[end : end + 1] in ("", "\n", '"', "'", "\\", "}") or text[end : end + 2] == " }"


def is_code(text: str, by: str, value: str, end: int) -> bool:
    """Whether this compares, calls or declares something, and assigns no text."""
    behind = text[end : end + 1]
    if by.strip() in ("==", "===", "!=", "=>"):
        return value.isidentifier() or value.isdigit()
    if behind == "(" or _EXPRESSION.fullmatch(value + behind) is not None:
        return True
    if is_setting(text, value, end):
        return False
    # `password = password`: a plain word of its own, set apart by blanks, where programs are written.
    is_apart = by != by.strip() and by.strip() == "="
    return is_apart and value.replace(".", "_").isidentifier() and not any(map(str.isdigit, value))
