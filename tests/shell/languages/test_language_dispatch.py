"""Small programs that are shown to be harmless, and those that are not."""

import pytest

from wicket.shell.languages.language_dispatch import account, harmless


@pytest.mark.parametrize(
    "text",
    [
        "{print $1}",
        "$3 > 100 {print $1}",
        "NR==1 || /x|y/ {n++} END {print n}",
        'BEGIN {FS=","; x = (1 > 2)} {printf "%s\\n", ($1 > $2)}',
        '{ s = s "|" $1 } END { print s } # a | comment',
    ],
)
def test_harmless_awk(text: str) -> None:
    assert harmless("awk", text)


@pytest.mark.parametrize(
    "text",
    [
        'BEGIN{system("x")}',
        '{print > "f"}',
        '{print $1 >> "f"}',
        '{print | "sh"}',
        '{"x" | getline}',
        "{getline < f}",
        '@load "x"',
        "{ @f() }",
        'BEGIN{printf("%s", x) > "f"}',
        '{print "unclosed}',
    ],
)
def test_awk_that_may_do_more(text: str) -> None:
    assert not harmless("awk", text)


@pytest.mark.parametrize(
    "text",
    [
        "s/a/b/g",
        "1,5p",
        "/x/,/y/d",
        "s|a|b|;s,c,d,2",
        "y/ab/cd/",
        "$!N;P;D",
        "/x/{s/a/b/;p}",
        ":a;ba",
        "2q",
        "a text w",
    ],
)
def test_harmless_sed(text: str) -> None:
    assert harmless("sed", text)


@pytest.mark.parametrize(
    "text", ["e", "1e ls", "s/a/b/e", "s/a/b/w f", "w f", "/x/W f", "r f", "s/a/b/ge", "s/a/b", "1,5p;w f", "R f"]
)
def test_sed_that_may_do_more(text: str) -> None:
    assert not harmless("sed", text)


@pytest.mark.parametrize(
    "text",
    [
        "print(1 + 1)",
        "import json,sys; print(json.load(sys.stdin)['a'])",
        "import sys\nfor l in sys.stdin: print(l.strip().upper())",
        "x = [i * i for i in range(3)]; print(sum(x), f'{x}')",
        "import math; print(math.pi)",
    ],
)
def test_harmless_python(text: str) -> None:
    assert harmless("python", text)


@pytest.mark.parametrize(
    "text",
    [
        "import os; os.system('x')",
        "open('x', 'w')",
        "exec('x')",
        "().__class__",
        "getattr(x, 'y')()",
        "from os import system",
        "print(1, file=f)",
        "import sys as print",
        "print = eval; print('x')",
        "def f(): pass",
        "(lambda: 0)()",
        "x(",
        "[f for f in [eval]][0]('x')",
    ],
)
def test_python_that_may_do_more(text: str) -> None:
    assert not harmless("python", text)


def test_other_languages_are_never_shown_harmless() -> None:
    assert not harmless("perl", "1")
    assert not harmless("awk", "#" * 20_000)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{print > "/dev/stderr"}', True),
        ('{print $1, $2 >> "/dev/stdout"; print 3}', True),
        ('{printf "%s", $1 > "/dev/null"\n}', True),
        ('{print > "/dev/stderr" ".x"}', False),
        ('{print > "/dev/stderr" | "x"}', False),
        ('{print > "/dev/stderr"} {system("x")}', False),
        ('{print > "/dev/tcp"}', False),
        ("{print > x}", False),
    ],
)
def test_awk_may_print_to_its_own_streams(text: str, expected: bool) -> None:
    assert harmless("awk", text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import numpy; print(numpy.__version__)", True),
        ("import a, b; print(a.__version__, b.__version__.split('.'))", True),
        ("import evil", False),
        ("import evil; evil.run()", False),
        ("import evil; print(evil.__version__); x = evil", False),
        ("import evil; print(evil.__version__.x.__version__)", False),
        ("import venv.__main__; print(venv.__version__)", False),
        ("import antigravity; print(antigravity.__version__)", False),
        ("import print; print(print.__version__)", False),
        ("import numpy as np; print(np.__version__)", True),
        ("import evil as print; print(print.__version__)", False),
        ("import evil; evil.__version__ = 1", False),
    ],
)
def test_python_may_say_the_version_of_a_module(text: str, expected: bool) -> None:
    assert harmless("python", text) is expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("python", "import urllib.request as u; print(u.urlopen('https://example.net/delete').read())", True),
        ("python", "import requests; print(requests.get('https://example.net/x').status_code)", True),
        ("python", "import json, urllib.request as u; data = json.load(u.urlopen('http://a')); print(data)", True),
        ("node", "fetch('https://example.net/x').then(r => r.json()).then(console.log)", True),
        ("python", "print(1)", False),
        ("python", "import requests; requests.post('http://a', json={})", False),
        ("python", "import requests; requests.get('http://a', data='x')", False),
        ("python", "import requests; requests.request('DEL' + 'ETE', 'http://a')", False),
        ("python", "import requests; requests.get('http://a/' + open('x').read())", False),
        ("python", "import requests, os; requests.get(f'http://a/{os.environ}')", False),
        ("python", "import requests, sys; requests.get('http://a/' + sys.stdin.read())", False),
        ("python", "import requests, subprocess as s; requests.get(s.check_output(['ls'], text=True))", False),
        ("python", "import urllib.request as u; u.urlopen(u.Request('http://a', **{'m\\x65thod': 'PUT'}))", False),
        ("python", "import socket; socket.create_connection(('a', 80))", False),
        ("node", "fetch('http://a', {method: 'DELETE'})", False),
        ("node", "const net = require('net'); net.connect(80, 'a')", False),
    ],
)
def test_code_that_only_fetches(language: str, text: str, expected: bool) -> None:
    done = account(language, text)
    assert (done is not None and done.only_fetches) is expected
