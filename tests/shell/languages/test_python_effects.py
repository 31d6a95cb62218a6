"""Accounts of programs of Python."""

from typing import Any

import pytest

from wicket.shell.languages.python_effects import account_of


def told(text: str) -> dict[str, Any] | None:
    account = account_of(text)
    return None if account is None else {name: found for name in account.__slots__ if (found := getattr(account, name))}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("print(1)", {}),
        ("class A:\n    def __init__(self): self.x = 1\n\nasync def f(): yield A()", {}),
        ("import os; print(os.getcwd(), os.environ['A'], os.environ.get('B'))", {}),
        ("import os; print(os.environ)", {"reads": [("/proc/self/environ",)]}),
        ("open('a', 'w').write('x')", {"writes": [("a",)]}),
        ("open('a', 'r+')", {"writes": [("a",)], "reads": [("a",)]}),
        ("from pathlib import Path; Path('a').write_text('x')", {"writes": [("a",)]}),
        ("import os; os.makedirs('a', exist_ok=True)", {"writes": [("a",)]}),
        ("import shutil; shutil.copy('a', 'b')", {"reads": [("a",)], "writes": [("b",)]}),
        ("import os; os.remove('a')", {"commands": [("rm", "a")]}),
        ("import os; os.remove('-a')", {"commands": [("rm", "./-a")]}),
        ("from pathlib import Path; Path('a').unlink()", {"commands": [("rm", "a")]}),
        ("from shutil import rmtree as r; r('a')", {"commands": [("rm", "-rf", "a")]}),
        ("import os; os.rename('a', 'b')", {"commands": [("mv", "a", "b")]}),
        ("import os; os.system('a b')", {"texts": ["a b"]}),
        ("import subprocess as s; s.run('a b', shell=True)", {"texts": ["a b"]}),
        ("import subprocess; subprocess.run(['a', 'b'], check=True)", {"commands": [("a", "b")]}),
        ("import subprocess, sys; subprocess.run([sys.executable, 'a'])", {"commands": [("python3", "a")]}),
        ("import subprocess; subprocess.run(['sh'], input='x')", {"fed": [("sh",)]}),
        ("import sqlite3; c = sqlite3.connect('a'); c.execute('select 1')", {"reads": [("a",)]}),
        ("import sqlite3; c = sqlite3.connect('a'); c.execute('delete from b')", {"writes": [("a",)]}),
        ("import urllib.request as u; u.urlopen('http://localhost:1')", {"talks": True}),
        ("import requests; requests.Session()", {"talks": True, "given": ["requests Session"]}),
        ("import tool; print('rm a', f'b {tool.c}', 'd' if tool.e else 'f')", {}),
        ("import tool; print(tool.run('a'))", {"given": ["tool run a", "a"]}),
        ("import tool; print('a'.join(tool.b))", {"given": ["a"]}),
        ("import tool; tool.rm('a')", {"given": ["tool rm a", "a"]}),
        ("import sys; sys.path.insert(0, 'src'); from app import main; main()", {"given": ["src", "main"]}),
        ("import importlib; importlib.import_module('app.x')", {"given": ["app.x"]}),
        ("import zipfile\nwith zipfile.ZipFile('a') as z: print(z.open('b').read())", {"reads": [("a",)]}),
    ],
)
def test_what_a_program_does(text: str, expected: dict[str, Any]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "x(",
        "\0",
        "# coding: utf-7\nprint(1)",
        "eval('1')",
        "exec(x)",
        "__import__('os')",
        "globals()['x']",
        "().__class__.__bases__",
        "x.__globals__",
        "'{0.__globals__}'.format(x)",
        "getattr(x, 'a' + y)",
        "getattr(x, 'system')",
        "setattr(x, 'y', 1)",
        "f = open; f('a', 'w')",
        "import os; f = os.system; f('x')",
        "import os; [os]",
        "import os; os.execv('x', [])",
        "import os as json; json.abort()",
        "import os; os.system(x)",
        "import os; os.environ['PATH'] = 'x'; os.system('ls')",
        "import os; os.chdir('/'); open('etc/x')",
        "import os; os.remove(x)",
        "import os; os.symlink('a', 'b')",
        "from os import *",
        "from shutil import rmtree; [rmtree]",
        "import subprocess; subprocess.run(x)",
        "import subprocess; subprocess.run(['a'], cwd='/')",
        "import subprocess; subprocess.run(['a'], env=x)",
        "import subprocess; subprocess.run('a', shell=x)",
        "open(x, 'w')",
        "open('a', x)",
        "from pathlib import Path; Path(x).write_text('y')",
        "x.unlink()",
        "x.rename(y)",
        "import tool; tool.os.remove('a')",
        "from tool import os",
        "from tool import system",
        "import glob; glob.os.remove('a')",
        "import json; json = 1",
        "import sys; sys.modules['x'] = 1",
        "import sys; sys.stdout = x",
        "import sys; sys._getframe()",
        "import pickle; pickle.load(x)",
        "import ctypes",
        "import importlib; importlib.import_module(x)",
        "import importlib; importlib.import_module('os')",
        "import sqlite3; sqlite3.connect(x)",
        "import sqlite3; c = sqlite3.connect('a'); c.execute(\"ATTACH 'b' AS c\")",
        "import urllib.request; urllib.request.urlopen('file:///etc/passwd')",
        "import tarfile; tarfile.open('a').extractall()",
        "import zipfile; zipfile.ZipFile('a').extract('b')",
        "import tempfile; tempfile.mkstemp(dir='/x')",
        "try: 1/0\nexcept Exception as e: e.__traceback__",
        "(x for x in y).gi_frame",
        "import asyncio; asyncio.create_subprocess_shell('x')",
        "import pandas; pandas.eval(x)",
        "import distutils",
    ],
)
def test_what_may_do_more(text: str) -> None:
    assert told(text) is None
