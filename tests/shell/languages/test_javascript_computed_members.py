"""What is taken by computed names in programs of JavaScript."""

import pytest

from wicket.shell.languages.javascript_effects import account_of


@pytest.mark.parametrize(
    "text",
    [
        "const o = {a: 1}, k = 'a'; console.log(o[k], o[k].b, o[k].toFixed(2))",
        "const c = {}; for (const w of 'a b'.split(' ')) c[w] = (c[w] || 0) + 1",
        "const g = {}; [1].forEach(x => { (g[x] = g[x] || []).push(x) })",
        "const a = [1, 2]; for (let i = 0; i < a.length; i++) console.log(a[i], a[a.length - 1])",
        "const h = {a: x => x, b(x) { return x }}, k = 'a'; console.log(h.a(1), h['b'](2), typeof h[k])",
        "const {A} = require('a'); const x = new A(), k = 'b'; x.query('c').then(r => console.log(r[k]))",
        "class A { *[Symbol.iterator]() { yield 1 } }",
        "new Promise((resolve) => resolve(1)).then(x => console.log(x['a' + 'b']))",
        "const {exec} = require('child_process'); exec('a'); const o = {}; console.log(o['b' + 'c'])",
    ],
)
def test_what_is_looked_at(text: str) -> None:
    assert account_of(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "this['a' + 'b']",
        "this['x'](1)",
        "super['a' + 'b']",
        "const o = {}; o['require']('fs')",
        "const f = function(){}['a' + 'b']; f(1)",
        "(([].flat)['a' + 'b'])('c')",
        "[[].flat['a' + 'b']][0]('c')",
        "const f = [].flat['a' + 'b']; new f('c')",
        "const f = [].flat['a' + 'b']; f?.('c')",
        "const f = [].flat['a' + 'b']; f.call(0, 'c')",
        "const o = {}; o['pu' + 'sh'] = [].flat['a' + 'b']; o.push('c')",
        "const o = {get a() { return [].flat['b' + 'c'] }}; o.a('d')",
        "const o = {toString: [].flat['b' + 'c']}; o + ''",
        "JSON.parse('1', [].flat['a' + 'b'])",
        "const async = [].flat; async['a' + 'b']",
        "function f() { arguments[0 + 'a']('c') }",
        "let i = 0; i = 'a' + 'b'; [].flat[i]('c')",
        "let i = 0; [i] = ['a' + 'b']; [].flat[i]('c')",
        "if (global) { } global['a' + 'b']('c')",
    ],
)
def test_what_may_be_called(text: str) -> None:
    assert account_of(text) is None
