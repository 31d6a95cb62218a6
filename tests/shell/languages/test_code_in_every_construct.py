"""Acts in every construct of a language: wherever a function stands, an account tells what it does, or is not given."""

import re
from collections.abc import Callable

import pytest

from wicket.shell.code_effects import Account
from wicket.shell.languages import javascript_effects, python_effects

Tells = Callable[[Account], bool]


def never(account: Account) -> bool:
    return False


def fill(construct: str, function: str, arguments: str) -> str:
    """Put a function and its arguments into a construct, where `F` and `A` stand alone."""
    return re.sub(r"(?<![\w$])[FA](?![\w$])", lambda at: function if at[0] == "F" else arguments, construct)


def with_value(statement: str) -> str:
    return re.sub(r"\bV\b", "'.env'", statement)


# What is imported, the function, its arguments, and what an account has to tell of them.
OF_PYTHON: dict[str, tuple[str, str, str, Tells]] = {
    "remove": ("import os\n", "os.remove", "'x'", lambda done: ("rm", "x") in done.commands),
    "renamed": ("from os import remove as r\n", "r", "'x'", lambda done: ("rm", "x") in done.commands),
    "unlink": ("from pathlib import Path\n", "Path('x').unlink", "", lambda done: ("rm", "x") in done.commands),
    "open": ("", "open", "'.env'", lambda done: (".env",) in done.reads or done.unknown_read),
    "write": ("from pathlib import Path\n", "Path('a').write_text", "'x'", lambda done: ("a",) in done.writes),
    "system": ("import os\n", "os.system", "'rm x'", lambda done: "rm x" in done.texts),
    "exec": ("", "exec", "'x'", never),
    "type": ("import sys\n", "type(sys.stdout.buffer.raw)", "'a', 'w'", never),
    "getattr": ("from pathlib import Path\n", "getattr(Path('x'), 'unlink')", "", never),
    "another module": ("import enum\n", "enum.bltns.exec", "'x'", never),
}
IN_PYTHON = """
F(A)
%
f = F; f(A)
%
(f := F)(A)
%
[F][0](A)
%
{'a': F}['a'](A)
%
(lambda f=F: f(A))()
%
def g(f=F): return f(A)
g()
%
def g(*a): return a[0](A)
g(F)
%
def g(**k): return k['f'](A)
g(f=F)
%
def g(): yield F
next(g())(A)
%
async def g():
    await F(A)
    async for i in F(A): pass
    async with F(A): pass
%
[f(A) for f in [F]]
%
{F(A): 1 for i in [1] if F(A)}
%
for f in [F]: f(A)
else: F(A)
%
while F(A): break
%
x = F(A) if F(A) else 0
%
assert 0, F(A)
%
try: raise Exception(F)
except Exception as e: e.args[0](A)
%
try: pass
except* ValueError: pass
finally: F(A)
%
with F(A) as f: pass
%
import contextlib
with contextlib.ExitStack() as s: s.callback(F, A)
%
match F:
    case f: f(A)
%
match {'a': F}:
    case {'a': f}: f(A)
    case {**k}: k['a'](A)
%
match 1:
    case _ if F(A): pass
%
class C(F(A), metaclass=F(A)): pass
%
class C:
    f = F
    f(A)
C.f(A)
%
class C:
    def __getattr__(self, n): return F
C().x(A)
%
class C:
    x = property(lambda self: F(A))
C().x
%
@F
def g(): pass
%
@(lambda g: F(A))
class C: pass
%
def g(x: F(A)) -> F(A): pass
%
x: F(A) = 1
%
f'{F(A)!r:{F(A)}}'
%
print(*F(A), **F(A))
%
x = [1][F(A):F(A)]
%
def g():
    global f
    f = F
g(); f(A)
%
x = {}; del x[F(A)]
%
raise F(A) from F(A)
%
a, *b = 1, F
b[0](A)
%
F(*[A])
%
F(*[], **{'a': A})
%
list(map(F, [A]))
%
import functools; functools.partial(F, A)()
%
import threading; threading.Thread(target=F, args=(A,)).start()
%
import types; types.SimpleNamespace(f=F).f(A)
%
import enum
class E(enum.Enum): f = F
E.f.value(A)
%
import re; re.sub('a', F, 'a')
%
import unittest.mock; unittest.mock.Mock(side_effect=F)(A)
%
if 0: exec = 0
F(A)
%
def g(open, exec, type, getattr): F(A)
"""


@pytest.mark.parametrize("act", OF_PYTHON)
@pytest.mark.parametrize("construct", [one.strip() for one in IN_PYTHON.split("\n%\n")])
def test_python(construct: str, act: str) -> None:
    imports, function, arguments, tells = OF_PYTHON[act]
    account = python_effects.account_of(imports + fill(construct, function, arguments))
    assert account is None or tells(account)


# Statements by which `p`, which stood for another text before, is a given one.
BINDING_PYTHON = """
p = V
%
[p] = [V]
%
for p in [V]: pass
%
match V:
    case p: pass
%
match [V]:
    case [str() as p]: pass
%
p = (' ' + V + ' ').strip()
%
def g():
    global p
    p = V
g()
%
p = V if p else p
%
def str(x): return V
p = str(p)
%
class S:
    def __radd__(self, other): return V
p = 'ok' + S()
%
from pathlib import Path
p = Path('a') / '..' / V
%
import contextlib
with contextlib.nullcontext(V) as p: pass
%
from strange import p
%
[(p := one) for one in [V]]
"""


@pytest.mark.parametrize("statement", [one.strip() for one in BINDING_PYTHON.split("\n%\n")])
def test_a_name_of_python_that_is_bound_again(statement: str) -> None:
    text = f"p = 'ok'\n{with_value(statement)}\n"
    account = python_effects.account_of(f"{text}open(p)")
    assert account is None or account.unknown_read or any(shape[-1] in (".env", "a/../.env") for shape in account.reads)
    account = python_effects.account_of(f"{text}open(p, 'w')")
    assert account is None or any(shape[-1] in (".env", "a/../.env") for shape in account.writes)


OF_NODE: dict[str, tuple[str, str, str, Tells]] = {
    "rm": ("const fs = require('fs');\n", "fs.rmSync", "'x'", lambda done: ("rm", "-rf", "x") in done.commands),
    "taken": ("const {rmSync: r} = require('fs');\n", "r", "'x'", lambda done: ("rm", "-rf", "x") in done.commands),
    "exec": ("const {execSync} = require('child_process');\n", "execSync", "'rm x'", lambda done: "rm x" in done.texts),
    "write": ("const fs = require('fs');\n", "fs.writeFileSync", "'a', 'x'", lambda done: ("a",) in done.writes),
    "constructor": ("", "[].flat['const' + 'ructor']", "'x'", never),
    "of a function": ("", "function(){}['const' + 'ructor']", "'x'", never),
    "of a class": ("", "class {}['const' + 'ructor']", "'x'", never),
    "a name for it": ("const k = 'const' + 'ructor', G = (() => 0)[k];\n", "G", "'x'", never),
    "a pattern": ("const k = 'const' + 'ructor', {[k]: G} = () => 0;\n", "G", "'x'", never),
    "this": ("", "this['require']", "'fs'", never),
}
IN_NODE = """
F(A)
%
F(A)
{}
%
{ F(A) {} }
%
let f; f = F; f(A)
%
let f = () => 0; f = F; f(A)
%
function f() {} f = F; f(A)
%
((F))(A)
%
[F][0](A)
%
const o = {a: F}; o.a(A)
%
const o = {a: F}; o['a'](A)
%
const o = {}; o['a' + 'b'] = F; o.ab(A)
%
const {a} = {a: F}; a(A)
%
let a; [a] = [F]; a(A)
%
(() => F)()(A)
%
((f) => f(A))(F)
%
((resolve) => resolve(A))(F)
%
function g(f = F) { f(A) } g()
%
function g(...a) { a[0](A) } g(F)
%
function* g() { yield F } g().next().value(A)
%
(async () => { for await (const f of [F]) f(A) })()
%
for (const f of [F]) f(A)
%
switch (F(A)) { case F(A): break }
%
try { throw F } catch (f) { f(A) } finally { F(A) }
%
class C { static x = F; static { F(A) } } C.x(A)
%
class C { get x() { return F } } new C().x(A)
%
class C extends F {} new C(A)()
%
const o = {[F(A)]: 1, ...F(A)}
%
new F(A)()
%
F?.(A)
%
F.call(null, A)()
%
F.bind(null, A)()
%
`${F(A)}`
%
1 ? F(A) : void F(A)
%
console.log(...F(A))
%
['x'].map(F).forEach(setTimeout)
%
Promise.resolve('x').then(F).then(setTimeout)
%
new Map([['a', F]]).get('a')(A)
%
Object.values({a: F}).forEach(f => f(A))
%
F
(A)
%
F(...[A])
"""


@pytest.mark.parametrize("act", OF_NODE)
@pytest.mark.parametrize("construct", [one.strip() for one in IN_NODE.split("\n%\n")])
def test_node(construct: str, act: str) -> None:
    imports, function, arguments, tells = OF_NODE[act]
    account = javascript_effects.account_of(imports + fill(construct, function, arguments))
    assert account is None or tells(account)


BINDING_NODE = """
p = V;
%
[p] = [V];
%
({p} = {p: V});
%
for (p of [V]) {
%
for (const p of [V]) {
%
for (const {p} of [{p: V}]) {
%
[V].forEach((p) => {
%
(function (p) {
%
function f(p) {
%
try { throw V } catch (p) {
%
{ const [p] = [V];
%
const o = {m(p) {
%
class C { m(p) {
"""
ENDING_NODE = {"(function": "})('.env')", "[V].": "})", "const o": "}}", "class": "}}"}


@pytest.mark.parametrize("statement", [one.strip() for one in BINDING_NODE.split("\n%\n")])
def test_a_name_of_node_that_is_bound_again(statement: str) -> None:
    default = "}" if statement.count("{") > statement.count("}") else ""
    end = next((end for start, end in ENDING_NODE.items() if statement.startswith(start)), default)
    start = f"const fs = require('fs'); let p = 'ok'; {with_value(statement)}"
    account = javascript_effects.account_of(f"{start} fs.readFileSync(p) {end}")
    assert account is None or account.unknown_read
    assert javascript_effects.account_of(f"{start} fs.writeFileSync(p, 'x') {end}") is None
