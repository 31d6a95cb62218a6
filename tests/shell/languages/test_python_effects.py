"""Tests of `python_effects`."""

from typing import Any

import pytest

from wicket.shell.code_effects import Account
from wicket.shell.languages.python_effects import account_of, writes_modules

# ── texts that programs of Python hand to others ──────────────────────────────


def test_what_is_handed_over_and_what_is_printed() -> None:
    account = account_of("import x\nx.run('rm -r y')\nprint('rm z')")
    assert account is not None
    assert "run rm -r y" in " ".join(account.given)
    assert "rm z" not in account.given


# ── modules that a program of Python writes, and imports afterwards ───────────


def written(*shapes: tuple[str | None, ...], loaded: str = "zz", anywhere: bool = False) -> bool:
    done = Account()
    done.writes = list(shapes)
    return writes_modules(done, set(loaded.split()), anywhere)


@pytest.mark.parametrize(
    "shape",
    [("zz.py",), ("./zz.py",), ("zz/a.py",), ("/a/zz.py",), ("zz",), ("z", None, ".py"), ("./", None), ("random.py",)],
)
def test_what_may_be_loaded(shape: tuple[str | None, ...]) -> None:
    assert written(shape)
    assert not written(shape, loaded="")


@pytest.mark.parametrize(
    "shape", [("zz.json",), ("a.py",), ("a/random.py",), ("a/", None), ("qq", None, ".py"), ("test.py",)]
)
def test_what_is_no_module_of_the_program(shape: tuple[str | None, ...]) -> None:
    assert not written(shape)


def test_in_whatever_folder() -> None:
    assert not written(("a/random.py",))
    assert written(("a/random.py",), anywhere=True)


def test_what_is_moved_there() -> None:
    done = Account()
    done.commands = [("mv", "a", "zz")]
    assert writes_modules(done, {"zz"}, False)
    done.commands = [("ls", "zz")]
    assert not writes_modules(done, {"zz"}, False)


def test_what_is_unpacked_there() -> None:
    done = Account()
    done.commands = [("unzip", "-d", "data", "a.zip")]
    assert not writes_modules(done, {"zz"}, False)
    assert writes_modules(done, {"data"}, False)
    assert writes_modules(done, {"zz"}, True)
    done.commands = [("unzip", "a.zip")]
    assert writes_modules(done, {"zz"}, False)


# ── accounts of programs of Python ────────────────────────────────────────────


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
        ("import shutil; shutil.copy('a', 'b')", {"reads": [("a",)], "writes": [("b",), ("b/a",)]}),
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
        ("import sqlite3; c = sqlite3.connect('a'); c.execute('delete from b where c')", {"writes": [("a",)]}),
        ("import urllib.request as u; u.urlopen('http://localhost:1')", {"talks": True}),
        ("import requests; requests.Session()", {"talks": True, "given": ["requests Session"]}),
        ("import tool; print('rm a', f'b {tool.c}', 'd' if tool.e else 'f')", {}),
        ("import tool; print(tool.run('a'))", {"given": ["tool run a", "a"]}),
        ("import tool; print('a'.join(tool.b))", {"given": ["a"]}),
        ("import tool; tool.rm('a')", {"given": ["tool rm a", "a"]}),
        ("import sys; sys.path.insert(0, 'src'); from app import main; main()", {"given": ["src", "main"]}),
        ("import importlib; importlib.import_module('app.x')", {"given": ["app.x"]}),
        ("import zipfile; zipfile.ZipFile('a', 'w').write('b')", {"writes": [("a",)], "reads": [("b",)]}),
        ("import tarfile; tarfile.open('a').add('b')", {"reads": [("b",), ("a",)], "unknown_read": True}),
        ("import configparser; configparser.ConfigParser().read(['a'], None)", {"reads": [("a",)]}),
        ("import configparser; configparser.ConfigParser().read(filenames=['a'])", {"unknown_read": True}),
        ("import xml.etree.ElementTree as T; T.ElementTree(T.Element('a')).write('b')", {"writes": [("b",)]}),
        ("from unittest.mock import patch\nwith patch('tool.a') as m: m()", {"given": ["tool.a"]}),
        ("import argparse\ndef f() -> argparse.ArgumentParser: return argparse.ArgumentParser('a')", {}),
        ("import subprocess; c = ['a', 'b']; print(*c, c[0]); subprocess.run(c)", {"commands": [("a", "b")]}),
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
        "import tarfile; tarfile.open('a').extractall('b')",
        "import zipfile; zipfile.ZipFile('a').extractall()",
        "import zipfile; zipfile.ZipFile('a').extractall(x)",
        "import zipfile; zipfile.ZipFile(x).extractall('b')",
        "import zipfile; zipfile.ZipFile('a').extractall(*x)",
        "import zipfile; z = zipfile.ZipFile('a'); f = z.extractall; f('b')",
        "import zipfile; z = zipfile.ZipFile('a'); z = x; z.extractall('b')",
        "import zipfile; f = lambda z: z.extractall('b')",
        "import zipfile; zipfile.ZipFile('a').extractall('.'); import tool",
        "import zipfile; zipfile.ZipFile('a').extractall('tool'); import tool",
        "import zipfile, importlib; zipfile.ZipFile('a').extractall('b'); importlib.import_module('b.c')",
        "import zipfile, sys; sys.path.insert(0, 'b'); zipfile.ZipFile('a').extractall('b'); import tool",
        "import tempfile; tempfile.mkstemp(dir='/x')",
        "try: 1/0\nexcept Exception as e: e.__traceback__",
        "(x for x in y).gi_frame",
        "import asyncio; asyncio.create_subprocess_shell('x')",
        "import pandas; pandas.eval(x)",
        "import distutils",
        "if 0: exec = 0\nexec('x')",
        "def f(exec): pass\nexec('x')",
        "file('a', 'w')",
        "import enum; enum.bltns.exec('x')",
        "from enum import bltns",
        "import logging; logging.io.open('a', 'w')",
        "from importlib.metadata import EntryPoint",
        "from importlib.metadata import distribution; distribution('a').entry_points",
        "from unittest.mock import patch; patch('os.system').get_original()",
        "from unittest.mock import patch; p = patch('tool.a'); p.getter()",
        "from unittest.mock import patch\nwith patch('os.environ'): pass",
        "import inspect; inspect.getmodule(print)",
        "import inspect\ndef f(x: 'y'): pass\ninspect.signature(f, eval_str=True)",
        "import inspect\ndef f(x: 'y'): pass\ninspect.Signature.from_callable(f, eval_str=True)",
        "import functools; functools.singledispatch(print)",
        "import functools; functools.update_wrapper(f, g, updated=('x',))",
        "import tracemalloc; tracemalloc.Snapshot.load('a')",
        "from __main__ import __builtins__ as b",
        "import __main__",
        "from test.support import import_helper",
        "open('zz.py', 'w').write(x)\nimport zz",
        "import argparse; argparse.ArgumentParser(fromfile_prefix_chars='@')",
        "import argparse; argparse.ArgumentParser(**x)",
        "import argparse; argparse.ArgumentParser().add_subparsers().add_parser('a', **x)",
        "import warnings; warnings.warn_explicit('a', UserWarning, 'b', 1)",
        "import traceback; traceback.FrameSummary('a', 1, 'x')",
        "import importlib.util; importlib.util.find_spec('json').loader.get_data('a')",
        "import shlex; shlex.shlex('a').sourcehook('b')",
        "import contextlib\nwith contextlib.chdir('a'): open('b')",
        "import tempfile; tempfile.mkstemp(prefix='/a/b')",
        "import tempfile; tempfile.mkstemp(suffix='/b')",
        "import subprocess; c = ['ls']; c[0] = 'rm'; subprocess.run(c)",
        "import subprocess; c = ['env']; c.append('rm'); subprocess.run(c)",
        "import subprocess; c = ['env']; d = c; d.append('rm'); subprocess.run(c)",
        "import os, subprocess; e = os.environ; e['A'] = 'b'; subprocess.run(['c'])",
        "import os, subprocess; os.environ |= {'A': 'b'}; subprocess.run(['c'])",
        "import os, subprocess; f = os.environ.update; f(A='b'); subprocess.run(['c'])",
        "open(*['a', 'w'])",
        "open('a', **{'mode': 'w'})",
        "import dataclasses; f = dataclasses.field(); f.name = 'x'",
        "import unittest; unittest.main(module='a')",
        "import unittest; unittest.main(argv=['', 'os.abort'])",
    ],
)
def test_what_may_do_more(text: str) -> None:
    assert told(text) is None
