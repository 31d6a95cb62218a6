"""Makes a finding small: takes away what it does not need, as long as it stays one."""

import itertools
import re
from collections.abc import Callable, Iterator

from hunt.pieces import cut

__all__ = ["shrunk"]

# Nobody reads a case to its end that took longer to make small.
MOST_TRIES = 300
# So many are tried at once.
BATCH = 8

# What says the same in a plainer way.
_PLAINER = [
    (r'"\$\{x-\}"|"\$\{nope\[@\]\}"|"\$\(:\)"', '"$nope"'),
    (r"\$\{x:?-\}|\$\{nope[^}]*\}|\$\{!nope@\}|\$\{x\+y\}|\$\(:\)|`:`|\$[@*1]|\$\{nope\[@\]\}", "$nope"),
    (r"rm -rf victim|/bin/rm victim|env rm victim", "rm victim"),
    (r"rm victim; echo 0", "rm victim"),
]


def shrunk(text: str, which_holds: Callable[[list[str]], int | None]) -> str:
    """Give the smallest text that was found and still holds.

    `which_holds` is given some texts, the better ones first, and says which is the first that is still the finding.
    """
    tried = {text}
    while len(tried) < MOST_TRIES:
        smaller = iter(_smaller(text))
        while some := list(itertools.islice((each for each in smaller if each.strip() and each not in tried), BATCH)):
            tried.update(some)
            found = which_holds(some)
            if found is not None:
                text = some[found]
                break
            if len(tried) >= MOST_TRIES:
                return text
        else:
            return text
    return text


def _smaller(text: str) -> Iterator[str]:
    """Give texts that are a little less than this one, those that save most first."""
    lines = re.split(r"(\n|; |;| && | \|\| | \| )", text)
    if len(lines) > 2:
        for size in (4, 2):
            for i in range(0, len(lines), 2):
                yield "".join(lines[:i] + lines[i + size :]).strip("; \n&|")
    for outer in re.finditer(r"^(?:eval|bash -c|sh -c) '(.*)'$", text, re.DOTALL):
        yield outer.group(1).replace("'\\''", "'")
    for outer in re.finditer(r"^(?:\(|\{|f\(\) \{)(.*?)(?:\)|\}|\}; f)$", text, re.DOTALL):
        yield outer.group(1).strip("; \n")
    parts = cut(text)
    for i in range(1, len(parts), 2):
        yield "".join(parts[:i] + parts[i + 2 :])
    for pattern, plain in _PLAINER:
        changed = re.sub(pattern, lambda _, plain=plain: plain, text)  # type: ignore[misc]
        if len(changed) <= len(text):
            yield changed
    for piece in ("$nope", '"$nope"', "''", '""', "\\\n", "{,}"):
        for found in re.finditer(re.escape(piece), text):
            yield text[: found.start()] + text[found.end() :]
    for found in re.finditer(r"[^\w\s]", text):
        yield text[: found.start()] + text[found.end() :]
