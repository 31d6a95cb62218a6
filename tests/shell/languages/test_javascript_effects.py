"""Tests of `javascript_effects`."""

from typing import Any

import pytest

from wicket.shell.code_effects import Account
from wicket.shell.languages.javascript_effects import account_of, writes_modules

# ── texts that programs of JavaScript hand to others ──────────────────────────


def test_what_is_handed_over_and_what_is_printed() -> None:
    account = account_of("const x = require('x'); x.run('rm -r y'); console.log('rm z')")
    assert account is not None
    assert "run rm -r y" in " ".join(account.given)
    assert "rm z" not in account.given


# ── modules that a program of JavaScript writes, and loads afterwards ─────────


@pytest.mark.parametrize(
    "shape",
    [("zz.js",), ("./a/zz.mjs",), ("zz/index.js",), ("z", None), ("./", None, ".js"), ("node_modules/x/index.js",)],
)
def test_what_may_be_loaded(shape: tuple[str | None, ...]) -> None:
    done = Account()
    done.writes = [shape]
    assert writes_modules(done, ["./zz"])
    assert not writes_modules(done, [])


@pytest.mark.parametrize("shape", [("a.js",), ("zz.txt",), ("b", None), ("a/b.json",)])
def test_what_is_not_loaded(shape: tuple[str | None, ...]) -> None:
    done = Account()
    done.writes = [shape]
    assert not writes_modules(done, ["./lib/zz.js"])


def test_what_is_moved_there() -> None:
    done = Account()
    done.commands = [("mv", "a", "zz.js")]
    assert writes_modules(done, ["./zz.js"])


# ── accounts of programs of JavaScript ────────────────────────────────────────


def told(text: str) -> dict[str, Any] | None:
    account = account_of(text)
    return None if account is None else {name: found for name in account.__slots__ if (found := getattr(account, name))}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("console.log([1, 2].map(x => x * 2))", {}),
        ("const o = {a: 1}; for (const k of Object.keys(o)) console.log(k, o[k])", {}),
        ("console.log(process.version, process.env.HOME)", {}),
        ("console.log(process.env)", {"reads": [("/proc/self/environ",)]}),
        ("const fs = require('fs'); fs.readFileSync('a', 'utf8')", {"reads": [("a",)]}),
        ("require('node:fs').writeFileSync('a', 'b')", {"writes": [("a",)]}),
        ("import {readFileSync as r} from 'fs'; r('a')", {"reads": [("a",)]}),
        ("const {promises: p} = require('fs'); p.writeFile('a', 'b')", {"writes": [("a",)]}),
        (
            "const fs = require('fs'); const path = require('path'); fs.statSync(path.join('a', 'b'))",
            {"listed": [("a/b",)]},
        ),
        ("const fs = require('fs'); const n = 'a'; fs.readFileSync(n)", {"reads": [("a",)]}),
        ("const fs = require('fs'); fs.readFileSync(process.argv[1])", {"unknown_read": True}),
        ("require('fs').rmSync('a')", {"commands": [("rm", "-rf", "a")]}),
        ("require('child_process').execSync('a b')", {"texts": ["a b"]}),
        (
            "const {spawnSync: s} = require('child_process'); s('a', ['b'], {stdio: 'inherit'})",
            {"commands": [("a", "b")]},
        ),
        ("const {A} = require('a'); new A().b('c')", {"given": ["a", "A", "c"]}),
        ("const sh = require('tool'); sh.rm('-rf', 'x')", {"given": ["tool", "sh rm -rf x", "-rf", "x"]}),
        ("(async () => { const m = await import('./a.js'); console.log(m.b) })()", {"given": ["./a.js"]}),
        ("const a = require('a'); console.log('rm b', a ? 'NOT SET' : ('c' + a.d))", {"given": ["a"]}),
        ("const a = require('a'); console.log(a.run('rm b'))", {"given": ["a", "a run rm b", "rm b"]}),
        ("const a = require('a'); console.log('rm b'.to('c'))", {"given": ["a", "rm b", "c"]}),
        ("const {$} = require('a'); console.log($`rm b`)", {"given": ["a", "$ rm b", "rm b"]}),
        ("fetch('http://localhost:1').then(r => r.json()).then(d => console.log(d))", {"talks": True}),
        ("function f() { return arguments.length + arguments[0] } console.log(f(1))", {}),
        ("const f = function () { return [...arguments].map(a => arguments[0] + a) }; console.log(f(1))", {}),
        ("console.log(Object.getOwnPropertyNames(Object.getPrototypeOf(new Map())))", {}),
    ],
)
def test_what_a_program_does(text: str, expected: dict[str, Any]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "eval('1')",
        "new Function('1')()",
        "''.constructor",
        "''['constructor']",
        "const k = 'con' + 'structor'; const F = ''[k][k]; F('x')()",
        "const k = x => x; ''[k('a')]('b')",
        "const {['con' + 'structor']: F} = ''; F('x')",
        "const n = Object.getOwnPropertyNames('')[0]; console.log(''[n])",
        "globalThis.x",
        "this.require('fs')",
        "process.mainModule",
        "process.binding('x')",
        "process['env']",
        "const p = process; p.exit()",
        "require(x)",
        "import(x)",
        "require.cache",
        "require('vm')",
        "require('node:unknown')",
        "const fs = require('fs'); const g = fs; g.readFileSync('a')",
        "const o = {}; o.f = require('fs'); o.f.readFileSync('a')",
        "let f; f = require('fs')",
        "console.log(require('fs'))",
        "['a'].map(require('fs').unlinkSync)",
        "const {unlinkSync} = require('fs'); ['a'].map(unlinkSync)",
        "const fs = require('fs'); fs['rmSync']('a')",
        "const fs = require('fs'); fs.rmSync(x)",
        "const fs = require('fs'); fs.writeFileSync(process.argv[1], '')",
        "const fs = require('fs'); fs.symlinkSync('a', 'b')",
        "let n = 'a'; n = x; require('fs').rmSync(n)",
        "require('child_process').execSync(x)",
        "require('child_process').execSync('a', {cwd: '/'})",
        "require('child_process').spawnSync('a', x)",
        "require('child_process').fork('a')",
        "process.env.PATH = 'x'; require('child_process').execSync('ls')",
        "const console = x",
        "x.rmSync('a')",
        "fetch('file:///etc/passwd')",
        "unknown.name",
        "const a = require('a'); const e = a.child_process; e.exec('x')",
        "f(",
        "const {execSync} = require('child_process')\nexecSync(x)\n{}",
        "const {...all} = require('fs'); all.rm('x')",
        "const {'exec': q} = require('child_process'); q('x')",
        "const {rm: q = 0} = require('fs'); q('x')",
        "const {exec: q} = require('child_process'); { const {readFile: q} = require('fs'); q('x') }",
        "require('child_process').spawn('a', [], ({shell: true}))",
        "require('child_process').spawn('a', [], {['shell']: true})",
        "require('child_process').spawn('env', ['a'] && (['b']))",
        "const c = require('child_process').spawn('bash'); c.stdin.write('x')",
        "Object.assign(process.env, {A: 'b'}); require('child_process').execSync('c')",
        "const e = process.env; e.A = 'b'; require('child_process').execSync('c')",
        "[process.env.A] = ['b']; require('child_process').execSync('c')",
        "delete process.env.A; require('child_process').execSync('c')",
        "require('fs').writeFileSync('zz.js', x); require('./zz.js')",
        "require('fs').writeFileSync('ok' + !1 ? 'Makefile' : 0, 'x')",
        "const path = {join: () => 'a'}; require('fs').writeFileSync(path.join('b'), 'x')",
        "const path = require('path') && {join: () => 'a'}; require('fs').writeFileSync(path.join('b'), 'x')",
        "require('http').get({socketPath: '/a'})",
        "const m = {}; m.writeFileSync('a', 'b')",
        "arguments[1]('child_process').exec('x')",
        "let a = arguments; a[1]('child_process').exec('x')",
        "if (x) { arguments[1]('a') }",
        "const f = () => { arguments[1]('a') }; f()",
        "f()\n{ arguments[1]('a') }",
        "const [a, b] = arguments; b('fs')",
        "console.log(...arguments)",
        "const a = {}; a.function()\n{ arguments[1]('a') }",
        "const a = {}; a.function\nf()\n{ arguments[1]('a') }",
    ],
)
def test_what_may_do_more(text: str) -> None:
    assert told(text) is None
