"""Values that are no secrets, though they stand where one belongs: they say where it is, or that there is none.

`$TOKEN`, `${{ secrets.X }}`, `$(cat key)`, `os.environ["X"]`, `<token>`, `*`; true, false, nothing, and types.
"""

import re

__all__ = ["refers"]

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
