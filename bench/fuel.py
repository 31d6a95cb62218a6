"""What a verdict may cost at worst: hostile texts of 100 KB in a folder of 5,000 files, against the script of 10 KB.

Time is at most 40 times that of the script, and memory 100 MB. Each verdict is made in a process of its own, so that
one which would not end is ended, and its memory is seen.
"""

import json
import os
import resource
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from judging import ENV, policy_of
from measure import Figure
from reader import HOSTILE, SCRIPT, hostile

from wicket import Policy
from wicket.cli.starter_policies import LEVELS

SIZE = 100_000
FILES = 5_000
AT_MOST = 40.0
AT_MOST_MB = 100.0
CPU_S = 30

# Rules about any program and lists of files: what makes a verdict slow.
LISTS = """
defaults: {action: allow}
definitions:
  paths:
    secret: ['/etc/shadow', '~/.ssh/*', '.env*', '**/*.pem']
    mine: ['x/**', '~/y']
rules:
  - deny: 'rm -rf *'
  - deny: 'git push -f|--force *'
  - deny: 'cat <path:secret>'
  - ask: 'ls * foo * bar * baz *'
  - deny: 'find * -delete *'
  - allow: '* --help'
  - deny: '* <path:mine>'
files:
  deny_read: ['/etc/shadow', '~/.ssh', '.env*', '**/*.pem', '**/secret', '/var/lib/**/x', '~/.aws/*', '**/.git/config']
  deny_write: ['/etc', '~/.bashrc', '**/.git/**', '.env', '**/*.lock']
"""

# A beginning, what is repeated, an end; `{i}` is a number.
SHAPES = {
    "a function that calls itself": ("f() { a && f; a && unset -f f; }; ", "f; ", ""),
    "functions that call each other": (
        "f() { a && f; a && unset -f f; g; }; g() { a && g; a && unset -f g; f; };",
        "f; g; ",
        "",
    ),
    "functions, each twice the next": ("", "a && f{i}() { f$(({i}+1)); f{i}; }; ", "f0"),
    "functions that may be others": ("", "a || f() { ls x; f; };", "f"),
    "loops in functions in loops": (
        "f() { for i in 1 2 3 4 5 6 7 8 9 10 11 12; do a $i; done; }; g() { for j in 1 2 3 4 5 6 7; do f $j; done; };",
        "for k in 1 2 3 4 5 6; do g; done;",
        "",
    ),
    "eval of what doubles": ("a='ls;ls;';", 'a="$a$a"; eval "$a";', ""),
    "aliases of aliases": ("alias a='b;b;b'\nalias b='c;c;c'\nalias c='d;d;d'\nalias d='e;e;e'\n", "a\n", ""),
    "an array that doubles": ("a=(x x x x);", 'a=("${a[@]}" "${a[@]}");', ""),
    "an array that is used": (
        "a=(x x x x x x x x);" + 'a=("${a[@]}" "${a[@]}" "${a[@]}" "${a[@]}");' * 3,
        'ls "${a[@]}";',
        "",
    ),
    "arguments that grow": ("", 'set -- "$@" x;ls "$@";', ""),
    "a value that is split": ("a='x x x x x x x x x x x x x x x x x x x x';a=\"$a $a $a $a $a $a\";", "ls $a;", ""),
    "long values that are kept": ("x=$(printf '%09999d' 1);", "a{i}=$x$x;", ""),
    "references": ("", "declare -n a=b{i}; a=1;", ""),
    "traps and functions": ("", "trap 'f{i}; g' INT; f{i}() { g; }; g() { ls; a{i}=1; };", ""),
    "traps that are read again": ("", "trap 'eval $x{i}' INT; x{i}=ls;", ""),
    "cases in loops": (
        "",
        "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do case $i in 1) a=1;; 2) b=2;; *) c;; esac; done;",
        "",
    ),
    "braces that make words": ("rm ", "{1..16}{1..16} ", ""),
    "braces with a tail": ("", "echo {1..256}" + "a" * 18_000 + "\n", ""),
    "braces that are nested": ("", "echo " + "{" * 9_000 + "}" * 9_000 + "\n", ""),
    "defaults in defaults": ("ls ", "${a:-" * 30 + "b" + "}" * 30 + " ", ""),
    "substitutions in substitutions": ("", "$(" * 38 + "a" + ")" * 38 + " ", ""),
    "patterns with many stars": ("x=" + "a" * 60 + ";", "${x#*a*a*a*a*b};", ""),
    "expressions of expressions": ("a='b+b';b='c+c';c='d+d';d='e+e';e='f+f';f='g+g';g='h+h';", "((a));", ""),
    "unknown words of find": ("find ", "$x ", ""),
    "unknown words of git": ("git ", "$x ", ""),
    "unknown words of rm": ("rm ", "$x ", ""),
    "unknown words before commands": ("", "sudo $x env $y nice $z timeout $w rm;", ""),
    "unknown redirects": ("ls ", ">$a ", ""),
    "commands of find that are not known": ("", "find $x $y -name $z -exec rm {} \\;;", ""),
    "one glob, again and again": ("ls ", "* ", ""),
    "globs, each another": ("cp ", "*.a{i} ", "/tmp"),
    "globs in folders": ("cat ", "d{i}/* ", ""),
    "globs of folders": ("ls ", "*/*/* ", ""),
    "a glob in each command": ("", "rm *.txt;", ""),
    "another glob in each command": ("", "rm *.a{i};", ""),
    "a glob in each redirect": ("", "ls >d*/x{i};", ""),
    "paths": ("cat ", "a/b/c/d{i} ", ""),
    "commands in a here-document": ("bash <<'E'\n", "ls x;\n", "E\n"),
    "commands among words": ("", "deploy 'ls x; ls y{i}' ls rmm;", ""),
    "a long pipeline": ("", "ls x | ", "cat"),
    "programs in python": ("", "python3 -c 'open(\"x{i}\").read()';", ""),
    "variables before commands": ("".join(f"export GIT_X{i}=ls;" for i in range(150)), "git log;", ""),
    "variables before functions": (
        "".join(f"f{i}() {{ x=1 f{i + 1}; }};" for i in range(36)) + "f36() { ",
        "unset x;",
        "}; x=1 f0",
    ),
}


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder))
        policies = {
            "300 rules": policy_of(300),
            "lists": Policy.loads(LISTS),
            "work": Policy.loads(LEVELS["work"].policy),  # what most people have
        }
        for policy in policies.values():
            policy.check(SCRIPT, folder, ENV)  # what is loaded once is there
        floor = min(_spent(policies["300 rules"], SCRIPT, folder)[0] for _ in range(5))
        for name in (*SHAPES, *HOSTILE):
            text = shape(name) if name in SHAPES else hostile(name, SIZE)
            for which, policy in policies.items():
                seconds, megabytes = _spent(policy, text, folder)
                yield Figure(f"at worst: {name}, {which}", seconds, floor, AT_MOST)
                yield Figure(f"at worst: {name}, {which}, memory", megabytes, 1.0, AT_MOST_MB, "MB")


def fill(folder: Path) -> None:
    """Make files, a few folders among them, and links."""
    for number in range(FILES - 100):
        (folder / f"file{number}.txt").touch()
    for number in range(50):
        (folder / f"d{number}").mkdir()
        (folder / f"l{number}").symlink_to("/etc")


def shape(name: str, size: int = SIZE) -> str:
    """Make a hostile text of about that many characters."""
    start, middle, end = SHAPES[name]
    made = [start]
    left = size - len(start) - len(end)
    number = 0
    while left > 0:
        made.append(middle.replace("{i}", str(number)))
        left -= len(made[-1])
        number += 1
    return "".join((*made, end))


def _spent(policy: Policy, text: str, folder: str) -> tuple[float, float]:
    """Judge a text in another process: the seconds of a processor that it took, and how many MB of memory."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        start = time.process_time()
        policy.check(text, folder, ENV)
        seconds = time.process_time() - start
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        os.write(writing, json.dumps([seconds, max(grown, 0.01)]).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        said = answer.read()
    os.waitpid(child, 0)
    seconds, megabytes = json.loads(said) if said else (float(CPU_S), float("inf"))
    return seconds, megabytes
