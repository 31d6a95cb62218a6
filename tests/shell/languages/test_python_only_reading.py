"""Small programs of python."""

import pytest

from wicket.shell.languages.language_dispatch import harmless, reads
from wicket.shell.languages.python_only_reading import files_of


@pytest.mark.parametrize(
    ("text", "files"),
    [
        ("import sys; print(sys.version)", []),
        ("import json, sys; print(json.load(sys.stdin)['a'])", []),
        ("import json; d = json.load(open('a.json')); print(d['b'])", ["a.json"]),
        ("import json\nwith open('a.json', 'r', encoding='utf-8') as f: d = json.load(f)\nprint(len(d))", ["a.json"]),
        ("import tomllib; print(tomllib.load(open('p.toml', mode='rb'))['project'])", ["p.toml"]),
        ("from pathlib import Path; print(Path('a').read_text(encoding='utf-8'))", ["a"]),
        ("import pathlib; print(pathlib.Path('a').exists())", ["a"]),
        ("import ast; ast.parse(open('a.py').read()); print('ok')", ["a.py"]),
        ("import hashlib; print(hashlib.sha256(open('a', 'rb').read()).hexdigest())", ["a"]),
        ("from datetime import datetime; print(datetime.now().isoformat())", []),
        ("import datetime as d; print(d.datetime.now().strftime('%Y'))", []),
        ("from importlib.metadata import version; print(version('x'))", []),
        ("from collections import Counter; print(Counter('aab').most_common(1))", []),
        ("import re; print(re.sub('a', lambda m: m.group().upper(), 'aa'))", []),
        ("import os; print(os.getcwd())", []),
        ("import numpy as np; print(np.__version__, np.__file__)", []),
        ("print(sorted([3, 1], key=lambda x: -x))", []),
    ],
)
def test_what_a_program_reads(text: str, files: list[str]) -> None:
    assert files_of(text) == files


@pytest.mark.parametrize(
    "text",
    [
        "x(",
        "\0",
        "import os; os.system('x')",
        "import os; print(os.environ)",
        "import os; x = os; x.system('x')",
        "import os as json; json.system('x')",
        "import json, os as json",
        "from os import system",
        "from os import getcwd as g",
        "from . import x",
        "from json import *",
        "import os.path",
        "import _thread",
        "import print",
        "import app",
        "import app; app.main()",
        "import app; print(app.__version__); print(app)",
        "import antigravity",
        "import sys; sys.path[0:0] = ['/tmp/x']; import json",
        "import sys; sys.path.append('x')",
        "import sys; sys.stdout.write('x')",
        "import sys; sys.modules['os']",
        "import json; json = 1",
        "from pathlib import Path; Path('a').write_text('b')",
        "from pathlib import Path; p = Path('a'); p.read_text()",
        "from pathlib import Path; Path('~').expanduser().read_text()",
        "from pathlib import Path; Path('a', 'b').read_text()",
        "from pathlib import Path; (Path('a') / 'b').read_text()",
        "from pathlib import Path; Path('a').read_text('b')",
        "Path('a').read_text()",
        "import pathlib; pathlib.PurePath('a').read_text()",
        "import pathlib; pathlib.Path",
        "x.y.Path('a').read_text()",
        "print(x().read_text())",
        "open('a', 'w')",
        "open('a', mode='r+')",
        "open('a', 'r', mode='r')",
        "open(x)",
        "open(0)",
        "open('')",
        "open()",
        "open(*['a'])",
        "open('a', m)",
        "open('a', opener=print)",
        "open('a', **x)",
        "f = open; f('a', 'w')",
        "print(1, file=open('a'))",
        "print(1, **x)",
        "x.y = 1",
        "x[0]()",
        "(lambda: 0)()",
        "lambda print: print(1)",
        "print(eval)",
        "exec('x')",
        "().__class__",
        "class A: pass",
        "def f(): pass",
        "try: x\nexcept E: pass",
        "''.format(1)",
    ],
)
def test_programs_that_may_do_more(text: str) -> None:
    assert files_of(text) is None


def test_only_who_notes_what_is_read_may_let_it_read() -> None:
    text = "print(open('a').read())"
    assert (harmless("python", text), reads("python", text)) == (False, ["a"])
    assert reads("python", "1 + " * 5_000 + "1") is None
    assert (reads("awk", "{print}"), reads("awk", "{system(x)}")) == ([], None)
