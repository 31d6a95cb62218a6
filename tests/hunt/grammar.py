"""Generator: whole texts by a grammar of bash, in which a forbidden command hides somewhere."""

import random

from hunt import words
from hunt.pieces import EMPTY, HARMFUL, chance, glue, quoted

__all__ = ["text"]

_SIMPLE = [
    "ls",
    "echo a",
    "true",
    "false",
    ":",
    "cat README",
    "x=1",
    "c=ls",
    "cd .",
    "set -- a b",
    "a=(1 2)",
    "pwd",
    "test -f README",
    "read x <<< a",
    "printf '%s' a",
    "head -n 1 README",
    "grep a README",
    "git status",
    "wc -l README",
    "export A=1",
]

# What ends a command, or a whole text, before its end.
_FAILING = [
    ": ${!nope}",
    ": ${nope?}",
    "((1/0))",
    "readonly r=1; r=2",
    "set -e; false",
    "set -u; : $nope",
    ": ${x:?}",
    "exit 0",
    "return",
    "break",
    "declare -r q; q=1",
    "cd /nowhere",
    "shift 9",
    "[[ -v a[ ]]",
    "unset r",
    ". /nowhere",
    "exec 3< /nowhere",
    ": > /nowhere/x",
    "echo $((08))",
    "trap - EXIT",
    "f() { return 1; }; f",
    "set -n",
    "set -o posix",
    "unalias -a",
]

_SEPARATORS = ["; ", "\n", " && ", " || ", " | ", ";\\\n", "; \\\n", " & ", "\n\\\n", " ;\n", "&\n", " |& "]

# Variables by which a command is known later on.
_SETTING = [
    "c=%s",
    "declare c=%s",
    "export c=%s",
    "read c <<< %s",
    "printf -v c %%s %s",
    "c=$(echo %s)",
    "for c in %s; do :; done",
    "set -- %s; c=$1",
    "a=(%s); c=${a[0]}",
    "mapfile -t a <<< %s; c=${a[0]}",
    "c=x%s; c=${c#x}",
    "declare -n n=c; n=%s",
    "local c=%s",
    "c+=%s",
    "typeset -g c=%s",
    ": ${c:=%s}",
    "c=; c+=%s",
    "let i=0; c=%s",
    "case a in a) c=%s;; esac",
    "if true; then c=%s; fi",
    "f() { c=%s; }; f",
    "eval c=%s",
    "declare -a c=(%s)",
    "readonly c=%s",
    "{ c=%s; }",
    "c=%s:",
    "getopts %s c -a",
    "(c=%s)",
    "c=%s true",
    "c=%s &",
    "coproc c=%s",
]
_USING = [
    "$c victim",
    '"$c" victim',
    "${c} victim",
    "eval $c victim",
    "${c%:} victim",
    "${c[0]} victim",
    "$1 victim",
    'bash -c "$c victim"',
    "env $c victim",
    "$c$nope victim",
    "${c:-ls} victim",
    "${!c} victim",
    "command $c victim",
    '"${c[@]}" victim',
    "$c",
]


def text(r: random.Random) -> str:
    """Make a text."""
    kind = r.random()
    if kind < 0.4:
        return _staged(r)
    return _list(r, r.choice((1, 1, 2, 2, 2, 3)), hide=True)


def _staged(r: random.Random) -> str:
    """Set a variable to `rm`, then to something else where bash does not get to it, and use it."""
    steps = [r.choice(_SETTING) % "rm"]
    for _ in range(r.choice((1, 1, 2, 2, 3))):
        steps.insert(r.randint(1, len(steps)), r.choice(_FAILING if chance(r, 0.55) else _SIMPLE))
    if chance(r, 0.8):
        place = r.choice(
            (
                "%s",
                "%s",
                "%s",
                "(%s)",
                "%s &",
                "%s | cat",
                "$(%s)",
                "if false; then %s; fi",
                "f() { %s; }",
                "while false; do %s; done",
                "false && %s",
                "true || %s",
                "[[ a ]] || %s",
                "case b in a) %s;; esac",
                "{ %s; }",
                "! %s",
            )
        )
        steps.append(place % (r.choice(_SETTING) % "ls"))
    steps.append(r.choice(_USING))
    made = steps[0]
    for step in steps[1:]:
        made += r.choice(_SEPARATORS if chance(r, 0.4) else ["; ", "\n", "; \\\n"]) + step
    return made


def _list(r: random.Random, depth: int, *, hide: bool) -> str:
    many = r.choice((1, 1, 1, 2, 2, 3))
    hidden = r.randrange(many) if hide else -1
    made = ""
    for i in range(many):
        made += _command(r, depth, hide=i == hidden)
        if i < many - 1:
            made += r.choice(_SEPARATORS)
    return made


def _command(r: random.Random, depth: int, *, hide: bool) -> str:
    if depth <= 0:
        return _leaf(r) if hide else _harmless(r)
    inner = _list(r, depth - 1, hide=hide)
    if "\n" in inner or chance(r, 0.5):
        inner += "\n"
    else:
        inner += "; "
    other = _harmless(r)
    forms = [
        "{ %I}",
        "(%I)",
        "if %I then :; fi",
        "if true; then %I fi",
        "if %O; then %I else %O; fi",
        "while %I break; do :; done",
        "while true; do %I break; done",
        "until %I true; do :; done",
        "for i in 1 2; do %I done",
        "for ((i=0; i<1; i++)); do %I done",
        "case x in x) %I ;; esac",
        "case x in y) %O;; *) %I ;; esac",
        "case x in x) %O;& y) %I ;; esac",
        "f() { %I}; f",
        "f() ( %I); f",
        "function f { %I}\nf",
        "f() { %I}; %O; f x",
        "echo $(%I)",
        'echo "$(%I)"',
        "x=$(%I)",
        "cat <(%I)",
        "%O | { %I}",
        "{ %I} | cat",
        "! { %I}",
        "time { %I}",
        "{ %I} > f",
        "{ %I} 2>&1",
        "{ %I} < README",
        "cat <<E\n$(%I)\nE",
        "cat <<'E'\nx\nE\n%I",
        "cat <<E; %I\nx\nE",
        "[[ $(%I) ]]",
        "coproc { %I}; wait",
        "select i in 1; do %I break; done <<< 1",
        "eval %Q",
        "bash -c %Q",
        "bash +c %Q",
        "sh -c %Q",
        "trap %Q EXIT",
        "trap %Q DEBUG; :",
        "trap %Q ERR; false",
        "bash <<< %Q",
        "echo %Q | sh",
        'x=%Q; eval "$x"',
        'set -- %Q; eval "$1"',
        'a=(%Q); eval "${a[0]}"',
        ". <(echo %Q)",
        "source /dev/stdin <<< %Q",
        "printf %s %Q > s; sh s",
        'f() { eval "$1"; }; f %Q',
        "shopt -s expand_aliases\nalias q=%Q\nq",
        "BASH_ENV=<(echo %Q) bash -c :",
        'while read -r l; do eval "$l"; done <<< %Q',
        "env bash -c %Q",
        "find . -maxdepth 0 -exec sh -c %Q \\;",
        "echo x | xargs sh -c %Q",
        "IFS=:; eval %Q",
        "PROMPT_COMMAND=%Q",
        "PS4='$('%Q')'; set -x; :",
        "export -f f; f() { %I}; f",
        "exec 3< <(%I)",
        "ls > >(%I)",
        "mapfile -C %Q -c 1 x < README",
        "%I # x",
        "# x\\\n%I",
        "%O # 'x\n%I",
        "true && { %I} || %O",
        "false || { %I}",
        "x=1 y=2 eval %Q",
        "command eval %Q",
        "builtin eval %Q",
        "{ %I} &\nwait",
        "local x; %I",
        "set -e\n%I",
        "set -f\n%I",
        "shopt -s extglob\n%I",
        "cd d && cd ..\n%I",
        "exec > f\n%I",
    ]
    form = r.choice(forms)
    made = form.replace("%O", other).replace("%Q", _quoting(r, inner)).replace("%I", inner)
    # Nothing may stand behind the end of a here-document.
    return made + "\n:" if form.endswith("\nE") else made.rstrip()


def _quoting(r: random.Random, inner: str) -> str:
    made = quoted(inner.strip())
    kind = r.random()
    if kind < 0.2:
        return made + r.choice(EMPTY)
    if kind < 0.3:
        return r.choice(EMPTY) + made
    if kind < 0.4:
        return r.choice(EMPTY) + " " + made
    if kind < 0.5:
        return '"${x:-' + inner.strip().replace('"', '\\"') + '}"'
    return made


def _harmless(r: random.Random) -> str:
    return r.choice(_FAILING) if chance(r, 0.15) else r.choice(_SIMPLE)


def _leaf(r: random.Random) -> str:
    kind = r.random()
    if kind < 0.35:
        return words.text(r)
    made = r.choice(HARMFUL)
    if kind < 0.7:
        parts = made.split(" ")
        i = r.randrange(len(parts))
        parts[i] = glue(r, parts[i])
        made = " ".join(parts)
    wrap = (
        "env ",
        "command ",
        "timeout 5 ",
        "nice ",
        "exec ",
        "builtin command ",
        "A=1 ",
        "! ",
        "time ",
        "env -u A ",
        "xargs ",
        "nohup ",
    )
    if chance(r, 0.4):
        first = r.choice(wrap)
        made = (glue(r, first.strip()) + " " if chance(r, 0.5) else first) + made
    return made
