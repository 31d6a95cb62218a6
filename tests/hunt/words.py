"""Generator: single words of all kinds of parts around a substitution, wherever bash expands a word."""

import random

from hunt.pieces import ATTRIBUTES, EMPTY, LITERAL_DOLLARS, chance

__all__ = ["text", "word"]

_RUNS = ["rm victim", "rm victim", "rm -rf victim", "rm victim; echo 0", "/bin/rm victim", "env rm victim", "touch new"]

_SUBSTITUTIONS = [
    "$(%s)",
    "`%s`",
    '"$(%s)"',
    '"`%s`"',
    "<(%s)",
    ">(%s)",
    "${x:-$(%s)}",
    '"${x:-$(%s)}"',
    "$((0$(%s)))",
    "${x-`%s`}",
    "$[0$(%s)]",
    "${x:=$(%s)}",
    "${y[0$(%s)]}",
    "${PWD/$(%s)}",
    "${PWD:0$(%s)}",
    "$'x'$(%s)",
    '$"$(%s)"',
    "{a,$(%s)}",
    "{$(%s),}",
    "~$(%s)",
    "~/$(%s)",
    "[$(%s)]",
    "${PWD%%$(%s)}",
    "@($(%s))",
    "'$(%s)'",
    "'`%s`'",
    '"\\$(%s)"',
    "\\$(%s)",
    "'>(%s)'",
    "'a[$(%s)]'",
    "'$(%s)'$nope",
]

_LITERALS = [
    "a",
    "b",
    "-",
    "--",
    "=",
    ":",
    "..",
    ".",
    "/",
    "#",
    "a#b",
    "a=",
    "a+=",
    "+",
    "%",
    "@",
    "^",
    ",",
    "é",
    "0",
    "1",
    "2",
    "~",
    "!",
    "!!",
    "]",
    "[",
    "*",
    "?",
    "{",
    "}",
    "{a,b}",
    "{1..2}",
    "\\\n",
    "\\a",
    "\\\\",
    "''",
    '""',
    "'a b'",
    '"a b"',
    "$'\\n'",
    '$""',
    "$''",
    "a\\ b",
    "-v",
    "-p",
    "-n",
    "-c",
    "x y",
]

_VALUES = [
    "$HOME",
    "$PWD",
    "$RANDOM",
    "$$",
    "$?",
    "$!",
    "$#",
    "$-",
    "$_",
    "$0",
    "$x",
    "${#x}",
    "$((1))",
    "${x:+a}",
    "${x:?}",
    "$[1]",
]

# Where a word may stand. Each takes one.
_PLACES = [
    "echo %s",
    ": %s",
    "true %s",
    "a=%s",
    "a=(%s)",
    "a=([0]=%s)",
    "a+=(%s)",
    "a[%s]=1",
    "cd %s",
    "shift %s",
    "exit %s",
    "trap : %s",
    "return %s",
    "break %s",
    "export a=%s",
    "export %s",
    "declare a=%s",
    "declare %s",
    "declare -a a=(%s)",
    "local a=%s",
    "readonly a=%s",
    "ls %s",
    "ls > %s",
    "ls >& %s",
    "ls >&%s",
    "ls <& %s",
    "ls &> %s",
    "ls < %s",
    "ls >> %s",
    "ls 2>& %s",
    "cat <<< %s",
    "cat <<E\n%s\nE",
    "case %s in a) ;; esac",
    "case a in %s) ;; esac",
    "for i in %s; do :; done",
    "[[ %s ]]",
    "[[ -n %s ]]",
    "[[ a == %s ]]",
    "[[ a =~ %s ]]",
    "[[ -v %s ]]",
    "[[ %s -eq 0 ]]",
    "(( %s ))",
    "(( a = %s ))",
    "let %s",
    "[ %s ]",
    "test %s",
    "test -v %s",
    "test %s = a",
    "printf %s",
    "printf -v a %s",
    "printf -v %s a",
    "read %s <<< a",
    "unset %s",
    "set -- %s",
    "set %s",
    "wait %s",
    "kill -0 %s",
    "type %s",
    "command -v %s",
    "hash %s",
    "umask %s",
    "pwd %s",
    "A=%s ls",
    "%s",
    "A=%s",
    "eval : %s",
    "echo a %s b",
    "(echo %s)",
    "! echo %s",
    "echo %s | cat",
    "{ echo %s; }",
    "time echo %s",
    "f() { :; }; f %s",
    "select i in %s; do break; done",
    "x=a; echo ${x#%s}",
    "x=a; echo ${x/a/%s}",
    "echo ${x:-%s}",
    'echo "${x:-%s}"',
    "for ((i=%s; i<1; i++)); do :; done",
    "coproc echo %s",
    "if echo %s; then :; fi",
    "while echo %s; do break; done",
    "alias a=%s",
    "source %s",
    ". %s",
    "exec 3> %s",
    "exec 3>& %s",
    "mapfile -t a < %s",
    "echo $((%s))",
    "echo ${a[%s]}",
    "getopts a %s",
    "ulimit -n %s",
    "let a=%s",
    "git log %s",
    "grep a %s",
    "find . -name %s",
    "head -n %s README",
    "sed -n %s README",
    "compgen -W %s",
    "bash -c : %s",
    "ls %s 2>/dev/null",
    "jq -n %s",
    "awk 1 %s",
    "sort -k %s README",
    "cut -d %s -f 1 README",
]


def text(r: random.Random) -> str:
    """Make a text."""
    if chance(r, 0.15):
        return _vanishing(r)
    made = word(r)
    where = r.choice(_PLACES)
    before = r.choice(("", "", "", "", "x=1; ", "set -u; ", "set -f; ", "cd .; ", "a=1 b=2; ", "declare -l a; "))
    behind = r.choice(("", "", "", "; wait", "; :", " && ls", " &"))
    return before + where.replace("%s", made) + behind


def word(r: random.Random) -> str:
    """Make a word with a substitution somewhere in it."""
    hidden = r.choice(_SUBSTITUTIONS).replace("%s", r.choice(_RUNS))
    parts = [_part(r) for _ in range(r.choice((0, 1, 1, 1, 2, 2, 3, 4)))]
    parts.insert(r.randint(0, len(parts)), hidden)
    made = "".join(parts)
    if chance(r, 0.1):
        made = '"' + made.replace('"', "") + '"'
    return made


def _part(r: random.Random) -> str:
    return r.choice(r.choices((_LITERALS, LITERAL_DOLLARS, EMPTY, _VALUES), (4, 4, 2, 1))[0])


# ── words that are none, kept in arrays ──────────────────────────────────────

_NONE = [
    "$nope",
    "${nope//x/y}",
    '"$@"',
    '"${@:2}"',
    "${a[2]}",
    "$(:)",
    "${x-}",
    "$*",
    "${nope[@]}",
    '"${nope[@]}"',
    "${nope:-}",
]
_ALL = [
    "${%s[@]}",
    "${%s[@]:0}",
    "${%s[@],}",
    "${%s[@]@U}",
    "${%s[@]^^}",
    "${%s[@]#q}",
    "${%s[@]/q/w}",
    "${%s[*]}",
    "${%s[@]@L}",
    "${%s}",
]
# Each takes a value, and runs rm where there is none.
_EATING = [
    "env -u %s cat rm victim",
    "env -C %s . rm victim",
    "timeout -s %s 9 1 rm victim",
    "nice -n %s 1 rm victim",
    "timeout %s 5 rm victim",
    "xargs -I %s echo rm victim < README",
    "exec -a %s cat rm victim",
    "stdbuf -o %s L rm victim",
    "flock -w %s 1 l rm victim",
    "find . -maxdepth 0 -name %s x -exec rm victim ';'",
    "command %s rm victim",
    "%s rm victim",
]


def _declares(r: random.Random) -> str:
    return f"{r.choice(('declare', 'typeset', 'declare', 'readonly'))} {r.choice(ATTRIBUTES)}"


def _vanishing(r: random.Random) -> str:
    """Copy nothing from array to array, and let the value of an option be it."""
    none = r.choice(_NONE)
    name = "a"
    steps = [
        r.choice(
            [
                f"a=({none})",
                f"{_declares(r)} a; a=({none})",
                f"{_declares(r)} a=({none})",
                f'set -- {none}; a=("$@")',
                f"a={none}; a=($a)",
                f"{_declares(r)} a={none}; a=($a)",
                "mapfile -t a < /dev/null",
                "read -a a <<< ''",
                f"a=(); a+=({none})",
                "coproc a { :; }; a=(${a[2]})",
            ]
        )
    ]
    for _ in range(r.choice((0, 1, 1, 2))):
        other = "b" if name == "a" else "a"
        given = '"' + r.choice(_ALL) % name + '"'
        steps.append(
            r.choice(
                [
                    f"{other}=({given})",
                    f"{_declares(r)} {other}=({given})",
                    f"{_declares(r)} {other}; {other}=({given})",
                ]
            )
        )
        name = other
    if chance(r, 0.2):
        steps.append('set -- "' + r.choice(_ALL) % name + '"')
        used = '"$@"'
    else:
        used = '"' + r.choice(_ALL) % name + '"'
    steps.append(r.choice(_EATING) % used)
    return "; ".join(steps)
