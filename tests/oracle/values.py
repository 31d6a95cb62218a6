"""Random texts that assign, branch, loop, call and expand, and record what a command receives."""

import itertools
import os
import random
import re
import subprocess
import tempfile
from pathlib import Path

from bounds import BOUND_S
from oracle.sandbox import confined
from wicket.shell import read
from wicket.shell.words import Word

NAMES = ["a", "b", "c"]
VALUES = ["x", "y z", "p.q.r", "", "1", "7", "u,v", "A/B/c", "-n", "*", "~", "{s,t}", "q'r"]
OPERATORS = [
    "",
    ":-d",
    "-e",
    ":+f",
    "+g",
    "#*.",
    "##*.",
    "%.*",
    "%%.*",
    "#x",
    "/x/w",
    "//./-",
    "/#p/P",
    "/%r/R",
    ":1",
    ":0:1",
    ": -1",
    "^",
    "^^",
    ",,",
    ":=h",
    "@Q",
    "@U",
]


class Writer:
    """Writes one random text."""

    def __init__(self, seed: int) -> None:
        self.chooser = random.Random(seed)

    def name(self) -> str:
        return self.chooser.choice(NAMES)

    def literal(self) -> str:
        value = self.chooser.choice(VALUES)
        style = self.chooser.randrange(3)
        if style == 0 and "'" not in value:
            return f"'{value}'"
        if style == 1:
            return '"' + value.replace('"', "") + '"'
        return value if value and not set(value) & set(" '*~{") else "w"

    def expansion(self) -> str:
        kind = self.chooser.randrange(9)
        name = self.name()
        if kind < 3:
            return f"${{{name}{self.chooser.choice(OPERATORS)}}}"
        if kind == 3 and self.chooser.random() < 0.1:
            return f"${{!{name}}}"  # seldom: nobody can tell what that runs
        return [f"${name}", f"${{#{name}}}", "$1", "$#", "$*", f"$(echo ${name})"][kind - 3]

    def word(self) -> str:
        kind = self.chooser.randrange(6)
        if kind == 0:
            return self.literal()
        if kind == 1:
            return f'"{self.expansion()}"'
        if kind == 2:
            return self.expansion()
        if kind == 3:
            return f'k"{self.expansion()}"{self.literal()}'
        if kind == 4:
            return self.chooser.choice(
                ['"$@"', "$*", '"$*"', '"${d[@]}"', "${d[1]}", "{m,n}", "${d[*]}", '"${d[@]:1}"', "$IFS"]
            )
        return f"l{self.expansion()}"

    def declaring(self) -> str:
        """Write what gives a variable an attribute, or a value by another way than assigning it."""
        name, other = self.name(), self.name()
        literal = self.literal()
        return self.chooser.choice(
            [
                f"declare -l {name}={literal}",
                f"declare -u {name}",
                f"declare -c {name}",
                f"declare +l {name}",
                f"declare -i {name}",
                f"local -l {name}={literal}",
                f"declare -a d=([1]={literal} [0]=z)",
                f"d[1]={literal}",
                f"printf -v 'd[1]' %s {literal}",
                f'declare -A e=([k]={literal}); rec "${{e[k]}}"',
                f"mapfile -t d <<< {literal}",
                f"{name}={other}; : ${{!{name}:=ind}}; rec ${other}",
                f": ${{{name}={literal}}}",
                f"{name}={literal} :",
                "set -o posix",
                f"declare -n g={name}; g={literal}",
                f"x={name}; declare $x={literal}",
                f"getopts ab: {name} -b val; rec $OPTARG",
                f"readonly {name}",
                f"trap '{name}=tr' DEBUG",
                f"select {name} in s1 s2; do rec ${name}; break; done <<< 1",
                f"if false; then :; elif {name}={literal}; then rec ${name}; fi",
                f"cat <<E\n${{{name}:=hd}}\nE\nrec ${name}",
            ]
        )

    def changing(self) -> str:
        """Write what changes where a name belongs, what the arguments are, or how words are made."""
        name, other = self.name(), self.name()
        literal, word = self.literal(), self.word()
        return self.chooser.choice(
            [
                f"local {name}",
                f"local {name} {other}=lo",
                f"declare {name}",
                f"declare -g {name}={literal}",
                f"local {name}+={literal}",
                f"unset -v {name}",
                f"g() {{ unset {name}; {other}={literal}; }}; g",
                f"g() {{ rec ${name}; {name}={literal}; }}; {name}=tmp g {word}",
                f"g() {{ export {name}={literal}; }}; {name}=tmp g",
                f"g() {{ local {name}={literal}; h {word}; rec ${name}; }}; h() {{ unset {name}; rec ${name} $1; }}; g",
                f"{name}={literal} eval 'rec ${name}; {name}=in'",
                f"{name}={literal} read {other} <<< {literal}",
                "set -eo pipefail; set +e",
                "set +o nounset",
                f"set -o nosuch {word}",
                f"set -f {word}; set +f",
                f"set - {word}",
                f"set -o posix {word} -e",
                f"IFS=. read -r {name} {other} <<< {literal}",
                f"read -a d <<< {literal}",
                f"read -r -d . {name} <<< {literal}",
                f"let '{name}=1+2'",
                f"(( {name}=7 ))",
                f"for (( i=0; i<2; i++ )); do {name}+=$i; done",
                f"case {literal} in x|1) {name}=one;& *) {other}=two;; esac",
                f"until [ $((i++)) -gt 1 ]; do {name}=$i; done",
                f"echo {literal} | while read {name}; do rec ${name}; done",
                f"echo {literal} | read {name}",
                f": <<< ${{{name}:=hs}}; rec ${name}",
                f": > /dev/null{{,}} ; rec ${name}",
                f"cat < /dev/null$(({name}=3)) ; rec ${name}",
                f'd=("${{d[@]}}" {word}); rec "${{d[@]}}"',
                f'd+=({literal}); rec "${{d[@]/x/w}}" "${{#d[@]}}"',
                "unset 'd[0]'; rec \"${d[@]}\"",
                'rec "${@:2}" "${*:1:1}" ${@: -1}',
                f"rec $'a\\x41' \"\\$${name}\" '$'",
                f"{name}=$'t\\tn'; rec ${name}",
                f'eval "{name}=\\${other}"; rec ${name}',
                f"{name}=~; rec ${name}",
                f"{name}={{1..3}}; rec ${name} {{1..3}} {{a..e..2}}",
                f"rec ${{{name}:?}}",
                f'rec "${{!{name}@}}"',
                f"rec ${{{name}@A}}",
                f"{name}=(p q); rec ${name} ${{{name}[1]}}",
                f"f2() {{ shift; rec $1 $#; set -- {word}; }}; f2 {word} {literal}; rec $1",
                f"! {name}={literal}; rec ${name}",
                f"{{ {name}={literal}; }} | cat; rec ${name}",
                f"{name}={literal} & wait; rec ${name}",
                f"{name}=$({other}={literal}; echo ${other}); rec ${name} ${other}",
                f"coproc {{ {name}={literal}; }}; wait; rec ${name}",
                f"while {name}={literal}; do break; done; rec ${name}",
                f"for {name}; do rec ${name}; done",
                f'[[ {literal} =~ (.) ]]; rec "${{BASH_REMATCH[1]}}"',
                f"printf -v {name} '%s-%d' {literal} 3; rec ${name}",
                f"export {name}; readonly {other}={literal}; {other}=again; rec ${other}",
                f"shopt -s lastpipe; echo {literal} | read {name}; rec ${name}",
                f"trap 'rec ${name}' EXIT",
                f"{name}=1; {name}=$(( {name}++ + {name} )); rec ${name}",
                f"rec ${{{name}:-$({other}=in; echo ${other})}}",
                f'rec "${{{name}:+"${other}"}}" ${{{name}:-\'q r\'}}',
            ]
        )

    def feeding(self) -> str:
        """Write what is read once, what may not be reached, and what something else runs in place of."""
        name, other = self.name(), self.name()
        literal, word = self.literal(), self.word()
        lines = "$'one\\ntwo'"
        return self.chooser.choice(
            [
                f"{{ read {name}; read {other}; rec ${name} ${other}; }} <<< {lines}",
                f'{{ read {name}; mapfile -t d; rec ${name} "${{d[@]}}"; }} <<< {lines}',
                f"{{ head -n 1 > /dev/null; read {name}; rec ${name}; }} <<< {lines}",
                f"printf 'p\\nq\\n' | {{ read {name}; read {other}; rec ${name} ${other}; }}",
                f"g() {{ read {name}; }}; {{ g; read {other}; rec ${other}; }} <<< {lines}",
                f"{{ (read {name}); {other}=$(cat); rec ${other}; }} <<< {lines}",
                f"{{ false && read {name}; read {other}; rec ${other}; }} <<< {lines}",
                f"exec 0<<< {literal}; read {name}; rec ${name}",
                f"g() {{ exec <<< gi; }}; g; read {name}; rec ${name}",
                f"false && exec <<< no; read {name}; rec ${name}",
                f"command exec <<< {literal}; read {name}; rec ${name}",
                f'read <<< {literal}; rec "$REPLY"',
                f"read -u 3 {name} 3<<< {literal}; rec ${name}",
                f"mapfile -t {name} {other} <<< mf; rec ${name} ${other}",
                f". /dev/stdin {word} <<< 'rec $1 $#'; rec $1",
                f"unset() {{ :; }}; unset {name}; rec ${name}; builtin unset -f unset",
                f"set() {{ :; }}; set -- {word}; rec $1; unset -f set",
                "enable -n shift; shift 2> /dev/null; rec $1; enable shift",
                f"alias q='{name}=al'\nq 2> /dev/null; rec ${name}",
                f"case a in a) ;; ${{{name}:=cs}}) ;; esac; rec ${name}",
                f"[[ a == b && ${{{name}:=cd}} ]]; rec ${name}",
                f"[[ a == a || -n ${{{name}:=cd}} ]]; rec ${name}",
                "set -- ''; rec ${@:-df} \"${*:+al}\"",
                'set --; rec "$@$@" "x$@y" e',
                'd=(); rec "${d[@]}${d[@]}" "${d[@]:1}" e',
                f"printf -v {name} %d 010; rec ${name}",
                f"a[-9]=5; {name}=ng\nrec ${name}",
                f"declare -A e; e['']=1; {name}=ng\nrec ${name}",
                f"g() {{ local {name}; rec ${name}; }}; {name}=tmp g",
                f"g() {{ export {name}; }}; {name}=tmp g; rec ${name}",
                f"g() {{ unset {name}; rec ${name}; }}; {name}=tmp g",
                f"shopt -s localvar_inherit; g() {{ local {name}; rec ${name}; }}; g",
                f"g() {{ local {name}=lv; trap 'rec ${name}' EXIT; }}; g",
                f"(( 1 ? 1 : ({name}=2) )); rec ${name}",
                f"for {name} in; do :; done; rec ${name}",
                f"exec {{{name}}}>&-; rec ${name}",
                f"declare {name}+={literal}; rec ${name}",
                'set -- r $(true); rec "$@"m $@m',
                f"command -pp rec {word}",
                f': {literal}; rec "$_"',
            ]
        )

    def simple(self) -> str:
        kind = self.chooser.randrange(25)
        name = self.name()
        if kind > 21:
            return self.feeding()
        if kind > 17:
            return self.changing()
        if kind > 14:
            return self.declaring()
        if kind == 14:
            leave = self.chooser.choice(["break", "continue", "return", "break 2"])
            return self.chooser.choice([leave, f'[ "${name}" ] && {leave}', f"[[ ${name} == x ]] || {leave}"])
        if kind < 5:
            return "rec " + " ".join(self.word() for _ in range(self.chooser.randrange(1, 4)))
        if kind < 8:
            return f"{name}={self.chooser.choice([self.literal(), self.expansion(), self.word().replace('$*', '$1')])}"
        return [
            f"{name}+={self.literal()}",
            f"d=({self.word()} {self.word()})",
            f"set -- {self.word()} {self.word()}",
            f"read {name} {self.name()} <<< {self.literal()}",
            f"printf -v {name} %s {self.literal()}",
            self.chooser.choice(
                [
                    f"unset {name}",
                    "shift",
                    f"local {name}=lo",
                    f"declare {name}=dd",
                    "IFS=,",
                    "unset IFS",
                    f"eval {name}=ev",
                    f"export {name}=ex",
                ]
            ),
        ][kind - 8]

    def block(self, depth: int) -> str:
        if depth <= 0:
            return self.simple()
        kind = self.chooser.randrange(16)
        body = "; ".join(self.block(depth - 1) for _ in range(self.chooser.randrange(1, 4)))
        other = self.block(depth - 1)
        test = self.chooser.choice(["true", "false", f'[ "${self.name()}" ]', f"[[ ${self.name()} == x* ]]"])
        if kind < 6:
            return body
        return [
            f"if {test}; then {body}; else {other}; fi",
            f"{{ {body}; }} && {other}",
            f"{test} || {other}",
            f"{test} && {other}",
            f"for {self.name()} in {self.word()} {self.literal()}; do {body}; done",
            f"i=0; while [ $((i++)) -lt 2 ]; do {body}; done",
            f"( {body} )",
            f"f() {{ {body}; }}; f {self.word()} {self.word()}",
            f"f() {{ {body}; return; {other}; }}; f {self.word()}",
            f"case ${self.name()} in x) {body};; *) {other};; esac",
        ][kind - 6]

    def text(self) -> str:
        """Write the text. Each place that records has a number, so that nothing else is taken for it."""
        text = "; ".join(self.block(3) for _ in range(self.chooser.randrange(2, 5)))
        numbers = itertools.count()
        return re.sub(r"\brec (?=\S)", lambda _: f"rec {next(numbers)}: ", text)


def recorded(text: str, folder: Path) -> list[list[str]]:
    """Run a text in bash, with `rec` recording its arguments."""
    record = folder / "record"
    record.write_bytes(b"")
    program = 'rec() { printf "%s\\0" "$#" "$@" >> "$RECORD"; }\nreadonly -f rec\n' + text
    subprocess.run(
        confined(
            ["/bin/bash", "--norc", "-c", program, "bash", "first", "second"], writable=folder, cwd=folder / "empty"
        ),
        cwd=folder / "empty",
        env={"RECORD": str(record), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": "/home/h"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=BOUND_S,
        check=False,
    )
    pieces = record.read_bytes().decode().split("\0")[:-1]
    calls = []
    while pieces:
        count = int(pieces.pop(0))
        calls.append(pieces[:count])
        del pieces[:count]
    return calls


def explains(words: tuple[Word, ...], received: list[str]) -> bool:
    """Tell whether words as read may have become what the command received."""
    reachable = {0}
    for word in words:
        following: set[int] = set()
        for at in reachable:
            if word.many:
                following.update(range(at, len(received) + 1))
            elif at < len(received) and word.may_be(received[at]):
                following.add(at + 1)
        reachable = following
    return len(received) in reachable


def unexplained(text: str, folder: Path) -> list[list[str]]:
    """List the calls of `rec` that no command of the reading explains."""
    script = read(text)
    if script.refusal is not None or any(command.opaque for command in script.commands):
        return []
    ours = [command.words[1:] for command in script.commands if command.name == "rec"]
    return [call for call in recorded(text, folder) if not any(explains(words, call) for words in ours)]


def playground() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="wicket-values-"))
    os.mkdir(folder / "empty")
    return folder
