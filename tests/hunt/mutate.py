"""Generator: commands that are known to be hostile or harmless, changed a little, by gluing pieces to their words."""

import functools
import json
import random
import re
from pathlib import Path

from hunt.pieces import ATTRIBUTES, EMPTY, GLUE, chance, cut, glue, quoted
from hunt.ring import Ring
from hunt.templates import template

__all__ = ["text"]

CORPUS = Path(__file__).parent.parent / "corpus"


@functools.cache
def _corpus(name: str) -> Ring:
    lines = (CORPUS / name).read_text(encoding="utf-8").splitlines()
    return Ring({json.loads(line)["command"]: 1 for line in lines})


def text(r: random.Random) -> str:
    """Make a text."""
    kind = r.random()
    if kind < 0.62:
        base = template(r)
    elif kind < 0.92:
        base = _corpus("bypass.jsonl").draw(r)
    else:
        base = _corpus("benign.jsonl").draw(r)
        if chance(r, 0.7):
            base += r.choice(["; ", " && ", " | ", " || ", "\n", " & "]) + template(r)
    for _ in range(r.choice((1, 1, 1, 1, 2, 2, 3))):
        base = _changed(r, base)
    if chance(r, 0.12):
        base = _wrapped(r, base)
    return base


# What is a text of its own within another.
_WITHIN = re.compile(r"\$\(([^()]+)\)|`([^`]+)`|'([^']{4,})'|\{ ([^{}]+); \}")


def _changed(r: random.Random, base: str) -> str:
    within = list(_WITHIN.finditer(base)) if chance(r, 0.3) else []
    if within:
        found = r.choice(within)
        start, end = found.span(found.lastindex or 0)
        return base[:start] + _changed(r, base[start:end]) + base[end:]
    parts = cut(base)
    if len(parts) < 3:
        return base
    # Behind the first word it is more likely that something is to be had.
    at = r.randrange(1, len(parts), 2)
    change = r.choices(_CHANGES, _WEIGHTS)[0]
    change(r, parts, at)
    return "".join(parts)


def _glued(r: random.Random, parts: list[str], at: int) -> None:
    parts[at] = glue(r, parts[at])


def _defaulted(r: random.Random, parts: list[str], at: int) -> None:
    """The word is what is taken where a variable is not set."""
    form = r.choice(('"${x:-%s}"', "${x:-%s}", '"${x-%s}"', "${x:=%s}", "${nope-%s}", "$(echo %s)", "`echo %s`"))
    word = parts[at]
    if chance(r, 0.25) and len(word) > 2:  # or its end is
        i = r.randrange(1, len(word))
        parts[at] = word[:i] + form % word[i:]
    else:
        parts[at] = form % word


def _swallowed(r: random.Random, parts: list[str], at: int) -> None:
    """The words that follow become part of a default."""
    many = r.choice((1, 1, 2, 2, 3, 4))
    end = min(at + 2 * many + 1, len(parts) - (len(parts) + 1) % 2)
    if end <= at + 1:
        return _glued(r, parts, at)
    inner = "".join(parts[at + 1 : end])
    word = parts[at]
    cutting = r.randrange(1, len(word)) if len(word) > 1 and chance(r, 0.2) else len(word)
    parts[at:end] = [word[:cutting] + r.choice(("${x:-", "${x-", "${nope:=")) + word[cutting:] + inner + "}"]
    return None


def _inserted(r: random.Random, parts: list[str], at: int) -> None:
    """Another word, which may be none, stands before it."""
    parts[at] = r.choice([*EMPTY, "--", "-", "''", "x", "{}", "'a[$(rm victim)]'"]) + " " + parts[at]


def _removed(r: random.Random, parts: list[str], at: int) -> None:
    parts[at] = ""


def _braced(r: random.Random, parts: list[str], at: int) -> None:
    word = parts[at]
    if chance(r, 0.5) or at + 2 >= len(parts):
        parts[at] = r.choice(("{%s,}", "{,%s}", "%s{,}", "{%s,x}")) % word
    else:
        parts[at : at + 3] = ["{" + word + "," + parts[at + 2] + "}"]


def _requoted(r: random.Random, parts: list[str], at: int) -> None:
    """What stands in single quotes stands in double ones, and a piece in it."""
    word = parts[at]
    if len(word) > 2 and word[-1] == "'" and word.count("'") == 2:
        start = word.index("'")
        inner = word[start + 1 : -1]
        i = r.choice([i for i, c in enumerate(inner) if not c.isalnum()] or [0])
        i = r.randrange(len(inner) + 1) if chance(r, 0.2) else i
        inner = inner.replace("\\", "\\\\").replace('"', '\\"').replace("`", "\\`") if "$(" not in inner else inner
        i = min(i, len(inner))
        parts[at] = word[:start] + '"' + inner[:i] + r.choice(EMPTY[:8]).strip('"') + inner[i:] + '"'
    elif chance(r, 0.5):
        parts[at] = '"' + word + '"'
    else:
        parts[at] = word.replace('"', "").replace("'", "")


def _redirected(r: random.Random, parts: list[str], at: int) -> None:
    where = r.choice(
        ("> f%s", ">& '$(rm victim)%s'", '>&"\\$(rm victim)%s"', "2>&1%s", "< README%s", "> x.lock%s", ">& %s")
    )
    parts[at] += " " + where % r.choice(("", "", *EMPTY))


def _continued(r: random.Random, parts: list[str], at: int) -> None:
    """The line ends before it, or does not."""
    before = r.choice(("\\\n", "\n", ";\\\n", "; \\\n", ": ${!nope}; \\\n", ": ${nope?}; \\\n", " # x\\\n", "; "))
    parts[at] = before + parts[at]


def _doubled(r: random.Random, parts: list[str], at: int) -> None:
    parts[at] = parts[at] + " " + parts[at]


def _escaped(r: random.Random, parts: list[str], at: int) -> None:
    parts[at] = r.choice(("\\", "'%s'", '"%s"', "$'%s'")).replace("%s", parts[at]) if chance(r, 0.8) else parts[at]
    if not parts[at].strip("\\"):
        parts[at] = ""


def _other(r: random.Random, parts: list[str], at: int) -> None:
    """A word of another command stands in its place."""
    others = cut(template(r))
    if len(others) > 2:
        parts[at] = others[r.randrange(1, len(others), 2)]


_CHANGES = [
    _glued,
    _defaulted,
    _swallowed,
    _inserted,
    _removed,
    _braced,
    _requoted,
    _redirected,
    _continued,
    _doubled,
    _escaped,
    _other,
]
_WEIGHTS = [34, 10, 14, 10, 2, 3, 12, 4, 4, 1, 3, 3]


def _wrapped(r: random.Random, base: str) -> str:
    """The whole text is handed on by other means."""
    one = "\n" not in base and ";" not in base and "|" not in base
    forms = [
        lambda: f"eval {quoted(base)}",
        lambda: f"bash -c {quoted(base)}",
        lambda: f"bash {r.choice(('+c', '-e +c', '+ec', '-c', '-lc', '+o posix -c'))} {quoted(base)}",
        lambda: f"trap {quoted(base)} EXIT{r.choice(('', *GLUE))}",
        lambda: f"f() {{ {base}\n}}; f",
        lambda: f"c=rm; : ${{!nope}}; \\\n{base}",
        lambda: f"set {r.choice(('-f', '-u', '-e', '-n', '+e', '-k', '-B', '+B', '-o posix'))}; {base}",
        lambda: f"shopt -s {r.choice(('expand_aliases', 'nullglob', 'extglob', 'failglob', 'lastpipe'))}\n{base}",
        lambda: f"IFS=:; {base.replace(' ', ':', 1)}",
        lambda: f"({base}\n)",
        lambda: f"echo $({base}\n)",
        lambda: f"{base} | cat",
        lambda: f". <(echo {quoted(base)})",
        lambda: f"BASH_ENV=<(echo {quoted(base)}) bash -c :",
        lambda: f"echo {quoted(base)} | {r.choice(('sh', 'bash', 'bash -s', 'tee s | sh'))}",
        lambda: f"x={quoted(base)}; eval {r.choice(('$x', chr(34) + '$x' + chr(34)))}",
    ]
    if one:
        flag = r.choice(ATTRIBUTES)
        forms += [
            lambda: f'a=({base}); "${{a[@]}}"',
            lambda: f"a=({base}); ${{a[@]}}",
            lambda: f'declare {flag} a; a=({base}); "${{a[@]}}"',
            lambda: f'a=({base}); declare {flag} b=("${{a[@]}}"); "${{b[@]}}"',
            lambda: f'set -- {base}; "$@"',
            lambda: f'f() {{ "$@"; }}; f {base}',
            lambda: f"x={quoted(base)}; $x",
        ]
    return r.choice(forms)()
