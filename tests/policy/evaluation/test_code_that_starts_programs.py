"""Code that starts programs, or makes code, is told from code that does neither."""

import pytest

from wicket.policy.evaluation.code_that_starts_programs import may_start_any

STARTING = [
    ("python3", "import os; os.system(x)"),
    ("python3.11", "from subprocess import *; run(sys.argv[1:])"),
    ("python3", "exec(open('x').read())"),
    ("python3", "getattr(o, x)()"),
    ("python3", "__import__('o' + 's')"),
    ("python3", "ctypes.CDLL(None)"),
    ("node", "require('child_process')[x](y)"),
    ("node", "new Function(x)()"),
    ("bun", "Bun.spawn([x])"),
    ("deno", "new Deno.Command(x)"),
    ("perl", "`$x`"),
    ("perl", "open(F, '| ' . $x)"),
    ("perl", "qx{$x}"),
    ("ruby", "%x(#{x})"),
    ("ruby", "Object.send(x)"),
    ("php", "passthru($x);"),
    ("lua", "os.execute(x)"),
    ("awk", "{ print | $1 }"),
    ("gawk", "{ system($1) }"),
]
OTHERS = [
    ("python3", "import sqlite3; print(c.execute(sql).fetchall())"),
    ("python3", "re.compile(x); pd.read_csv(x); df.loc[a | b]"),
    ("python3", "os.fork()"),
    ("node", "console.log(`${x}`, process.argv, a || b)"),
    ("perl", "print 1 if $x || $y"),
    ("ruby", "puts x.map { _1 + 1 }"),
    ("awk", "$1 || $2 { print $3 }"),
]


@pytest.mark.parametrize(("program", "text"), STARTING)
def test_code_that_may_start_any_program(program: str, text: str) -> None:
    assert may_start_any(text, program)


@pytest.mark.parametrize(("program", "text"), OTHERS)
def test_code_that_does_not(program: str, text: str) -> None:
    assert not may_start_any(text, program)
