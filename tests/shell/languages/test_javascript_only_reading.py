"""Small programs of node."""

import pytest

from wicket.shell.languages.javascript_only_reading import files_of
from wicket.shell.languages.language_dispatch import harmless, reads


@pytest.mark.parametrize(
    ("text", "files"),
    [
        ("process.version", []),
        ("process.versions.v8", []),
        ("1 + 2 * 3", []),
        ("(1 + 2) / 3 / 4", []),
        ("console.log(1);", []),
        ('console.log("a", 1 + 1)', []),
        ("'a'", []),
        ("'a\\n' + 'b'", []),
        ("require('./package.json').version", ["./package.json"]),
        ("require('./package.json').scripts.build.split(' ')[0]", ["./package.json"]),
        ("console.log(JSON.stringify(require('./a.json').b, null, 2))", ["./a.json"]),
        ("const p = require('./a.json'); console.log(Object.keys(p.b).join('\\n'))", ["./a.json"]),
        ("require('fs').readFileSync('x', 'utf8')", ["x"]),
        ("const fs = require('node:fs'); console.log(fs.readFileSync('x').toString(), fs.existsSync('y'))", ["x"]),
        ("[1, 2].map(x => x * 2).filter(y => y >= 2)", []),
        ("new Date().toISOString()", []),
        ("Math.max(1, Math.PI)", []),
        ("typeof null === 'object' ? 1 : 2", []),
        ("parseInt('1') !== Number('2')", []),
        ("process.env.HOME", []),
        ("['a'].forEach(console.log)", []),
    ],
)
def test_what_a_program_reads(text: str, files: list[str]) -> None:
    assert files_of(text) == files


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "x()",
        "'a",
        "'a\nb'",
        "'\\x41'",
        "`a`",
        "a => a()",
        "process",
        "process.exit()",
        "process.env",
        "process.mainModule",
        "process.version.x()",
        "process.env.A = 1",
        "process.version <<= 1",
        "require('fs')",
        "require('./x').y",
        "require('./x y.json')",
        "require(x)",
        "require",
        "[1].map(require)",
        "require('fs').unlinkSync('x')",
        "require('fs').readFileSync(x)",
        "require('fs').readFileSync('x', y)",
        "require('fs').readFileSync('x', 'utf8', y)",
        "['x'].map(require('fs').unlinkSync)",
        "const fs = require('fs'); fs.unlinkSync('x')",
        "const fs = require('fs'); const f = fs; f.unlinkSync('x')",
        "const fs = require('fs'); [fs].map(f => f.unlinkSync)",
        "const fs = require('fs').promises",
        "const fs = require('fs'), x = 1",
        "const console = 1",
        "const x",
        "let eval = 1; eval('x')",
        "''.sub.constructor('x')",
        "''['constructor']",
        "[1]['x']",
        "console.table(1)",
        "''.at.call('x')",
        "''.x.__proto__",
        "''?.x?.('y')",
        "'a'('b')",
        "(1)(2)",
        "new Function('x')",
        "new Date",
        "Array(3)",
        "eval('x')",
        "import('x')",
        "/x/",
        '/"/.x + eval("1") + /"/',
        "1 // x",
        "1 /* x */",
        "x--",
        "<!-- x",
        "{}",
        "1 ? {a: 1} : 2",
        "\\u0065val('x')",
        "é",
    ],
)
def test_programs_that_may_do_more(text: str) -> None:
    assert files_of(text) is None


def test_only_who_notes_what_is_read_may_let_it_read() -> None:
    text = "require('./package.json').version"
    assert (harmless("node", text), reads("node", text)) == (False, ["./package.json"])
    assert reads("node", "1 + " * 5_000 + "1") is None
