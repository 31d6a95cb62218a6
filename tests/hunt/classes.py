"""Names for findings that look alike, so that a run can say when it first saw which."""

import re

__all__ = ["CLASSES", "name"]

_EMPTY = r"""(?:"?\$\{?(?:nope|x[-:+=}]|@|\*|1|!nope)|"?\$\((?::|echo )|`(?::|echo ))"""

# The first that fits. What is looked at is the text as it was shrunk.
CLASSES = [
    ("plus c", r"\b(?:ba|da|)sh\b.*\s\+\w*c"),
    ("continuation", r";[ \t]*\\\n"),
    ("dup", r"""[<>]&\s*[^\s;|]*['"\\]"""),
    ("dollar", r"""\$(?:[^\w{('"@*#?!$<\\`\s-]|$|\s|[`"](?=.*`)|[<>]\()"""),
    ("attributes", r"(?:declare|typeset|readonly|local)\s+-\w+.*\[@\]|(?:declare|typeset)\s+-\w+ .*\[@|\[@\].*victim"),
    ("seq", r"seq\b"),
    ("code", rf"""\b(?:awk|mawk|perl|python3?|node|sed|jq)\b[^;|]*"[^"]*{_EMPTY}"""),
    ("startup file", r"BASH_ENV|\bENV="),
    ("sourced", r"(?:^|[;&|\s])(?:\.|source)\s+\S*[<]\("),
    ("separators", r"IFS="),
    (
        "subscript",
        r"(?:printf|test|\[|wait|read|mapfile|unset|readarray).*\[?\$\(|compgen|complete|printf .*-v|BASH_ALIASES",
    ),
    ("files", rf"(?:\.env|x\.lock|id_rsa).*{_EMPTY}|{_EMPTY}.*(?:\.env|x\.lock|id_rsa)"),
    ("written", r"(?:>|tee|cp|mv|dd|ln|install|tar|split|git|curl|zip).*[;\n].*"),
    ("glue", rf"\S{_EMPTY}|{_EMPTY}\S"),
    ("piece", rf"{_EMPTY}"),
]


def name(text: str) -> str:
    """Give the class that a text belongs to, or `other`."""
    return next((known for known, pattern in CLASSES if re.search(pattern, text, re.DOTALL | re.ASCII)), "other")
