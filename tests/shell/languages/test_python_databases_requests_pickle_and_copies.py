"""Tests of `python_databases_requests_pickle_and_copies`."""

from typing import Any

import pytest

from wicket.loaded_policy import Policy
from wicket.policy.decision import ALLOW
from wicket.shell.code_effects import FoundPath
from wicket.shell.languages.python_databases_requests_pickle_and_copies import also_written
from wicket.shell.languages.python_effects import account_of

# ── databases in programs of Python ───────────────────────────────────────────

OPENED = "import sqlite3; c = sqlite3.connect('a')\n"


@pytest.mark.parametrize(
    ("queries", "reads"),
    [
        ("c.execute('select 1')", True),
        ("c.execute(f'SELECT * FROM {c}')", True),
        ("c.execute('select 1; delete from b')", False),
        ("c.execute('delete from b where c = 1')", False),
        ("c.execute('WITH x AS (SELECT 1) DELETE FROM b')", False),
        ("c.execute('VACUUM')", False),
        ("c.execute('select 1'); c.execute('drop table if exists b')", False),
        ("print(1)", False),
    ],
)
def test_a_database_that_is_only_asked_is_read(queries: str, reads: bool) -> None:
    account = account_of(OPENED + queries)
    assert account is not None
    expected: tuple[list[Any], list[Any]] = ([("a",)], []) if reads else ([], [("a",)])
    assert (account.reads, account.writes) == expected


def test_other_files_are_written_all_the_same() -> None:
    account = account_of(f"{OPENED}c.execute('select 1'); open('b', 'w')")
    assert account is not None
    assert (account.reads, account.writes) == ([("a",)], [("b",)])


@pytest.mark.parametrize(
    "queries",
    [
        "c.execute('ATT' + 'ACH \\'b\\' AS d')",
        "c.execute('/**/ATT' + 'ACH \\'b\\' AS d')",
        "c.execute('/**/' + c)",
        "c.execute(c)",
        "c.execute(*['x'])",
        "c.executescript(f'select 1; {c}')",
        "c.execute(f'VACUUM {c}')",
        "f = c.execute; f('x')",
        "list(map(c.execute, ['x']))",
        "getattr(c, 'exec' + 'ute')('x')",
    ],
)
def test_what_may_open_another_file(queries: str) -> None:
    assert account_of(OPENED + queries) is None


@pytest.mark.parametrize(
    "text",
    [
        "import sqlite3; c = sqlite3.connect('a'); c.execute('drop table b')",
        "import sqlite3; c = sqlite3.connect('a'); c.execute('delete from b')",
        "from app.models import Order; Order.objects.all().delete()",
        "from app import db; db.drop_all()",
        "import redis; redis.Redis().flushall()",
    ],
)
def test_what_empties_a_database_is_not_taken_for_plain_writing(text: str) -> None:
    assert account_of(text) is None


# ── requests that programs of Python make ─────────────────────────────────────


def told(text: str) -> list[tuple[str, tuple[str | None, ...], str]] | None:
    account = account_of(text)
    assert account is not None
    assert account.talks
    if account.requests is None:
        return None
    return [
        (
            one.method,
            one.address,
            "".join(
                [
                    letter
                    for letter, is_so in (
                        ("b", one.has_body),
                        ("c", one.with_credentials),
                        ("s", one.sends),
                    )
                    if is_so
                ]
            ),
        )
        for one in account.requests
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("requests.get('http://a/b', timeout=5)", [("GET", ("http://a/b",), "")]),
        ("requests.put(url='http://a', json={'v': v})", [("PUT", ("http://a",), "b")]),
        ("def f(n): requests.post(f'http://a/{n}', data=x)\nf(7)", [("POST", ("http://a/7",), "b")]),
        ("requests.get(f'http://a/{x}')", [("GET", ("http://a/", None), "")]),
        ("requests.delete('http://a', headers={'Accept': 'b'})", [("DELETE", ("http://a",), "")]),
        ("requests.get('http://a', headers={'X-Api-Key': 'b'})", [("GET", ("http://a",), "c")]),
        ("requests.get('http://a', headers=h)", [("GET", ("http://a",), "c")]),
        ("requests.get('http://a', headers={**h})", [("GET", ("http://a",), "c")]),
        ("requests.get('http://a', auth=('b', 'c'))", [("GET", ("http://a",), "c")]),
        ("requests.post('http://a', data=open('b').read())", [("POST", ("http://a",), "bs")]),
        ("open('b'); requests.post('http://a', json={'c': [1, 'd']})", [("POST", ("http://a",), "b")]),
        ("p = {'c': 1}; open('b'); requests.get('http://a', params=p)", [("GET", ("http://a",), "")]),
        ("open('b'); requests.get('http://a', params=p)", [("GET", ("http://a",), "s")]),
        ("open('b'); requests.get(f'http://a/{x}')", [("GET", ("http://a/", None), "s")]),
        ("import os; requests.post('http://a', data=os.environ['B'])", [("POST", ("http://a",), "bs")]),
        ("import pandas; requests.post('http://a', data=x)", [("POST", ("http://a",), "bs")]),
        ("requests.post('http://a', data=input())", [("POST", ("http://a",), "bs")]),
        ("try: pass\nexcept requests.exceptions.RequestException as e: print(e)", []),
    ],
)
def test_requests_that_are_told_one_by_one(text: str, expected: list[tuple[str, tuple[str | None, ...], str]]) -> None:
    assert told(f"import requests\n{text}") == expected


@pytest.mark.parametrize(
    "text",
    [
        "import requests; requests.Session().get('http://a')",
        "import requests; g = requests.get; g('http://a')",
        "import requests; requests.request('DELETE', 'http://a')",
        "import requests; requests.post('http://a', files={'f': open('b')})",
        "import requests; requests.post('http://a', open('b'))",
        "import requests; requests.post('http://a', **k)",
        "import requests; requests.post()",
        "import requests; tool(requests)",
        "from requests import post; post('http://a')",
        "from requests import *; post('http://a')",
        "import requests, socket; requests.get('http://a')",
        "import aiohttp",
        "import requests.sessions; requests.get('http://a')",
    ],
)
def test_other_uses_are_not_told(text: str) -> None:
    assert told(text) is None


# ── to unpickle a file is to run it ───────────────────────────────────────────


@pytest.mark.parametrize(
    "text",
    [
        "import pickle; m = pickle.load(open('m.pkl', 'rb'))",
        "import pickle\nwith open('m.pkl', 'rb') as f:\n    m = pickle.load(f)",
        "import pickle\nwith open('a') as f:\n    f.read()\nwith open('m.pkl', 'rb') as f:\n    pickle.load(f)",
        "import pickle\nf = open('m.pkl', 'rb')\nm = pickle.load(f)",
    ],
)
def test_the_file_is_run(text: str) -> None:
    done = account_of(text)
    assert done is not None
    assert done.commands == [("python3", "m.pkl")]


@pytest.mark.parametrize(
    "text",
    [
        "import pickle; pickle.loads(b'x')",
        "import pickle, sys; pickle.load(sys.stdin.buffer)",
        "import pickle; pickle.load(open(x, 'rb'))",
        "import pickle, io; pickle.load(io.BytesIO(b'x'))",
        "import pickle; pickle.Unpickler(open('m.pkl', 'rb')).load()",
        "import pickle\nf = open('a', 'rb')\nf = open('m.pkl', 'rb')\npickle.load(f)",
    ],
)
def test_what_is_no_one_file_may_be_anything(text: str) -> None:
    assert account_of(text) is None


# ── A copy into a folder writes a file of the source's name there ─────────────

POLICY = Policy.loads("files: {deny_write: [Makefile]}\ndefaults: {action: allow}\n")


def _is_allowed(code: str) -> bool:
    return POLICY.check(f"python3 -c '{code}'", cwd="/work").decision is ALLOW


@pytest.mark.parametrize(
    ("sources", "targets", "written"),
    [
        ([("a/b.txt",)], [(".",)], [("./b.txt",)]),
        ([("b.txt",)], [("x/",)], [("x//b.txt",)]),
        ([("a/",)], [("x",)], [("x/a",)]),
        ([("a/", None)], [("x",)], [("x/", None)]),
        ([(None, "b.txt")], [("x",)], [("x/", None, "b.txt")]),
        ([(None, "/b.txt")], [("x",)], [("x/b.txt",)]),
        ([("b",)], [("x", None)], [("x", None, "/b")]),
        ([FoundPath("a/", ".py")], [("x",)], [FoundPath("x/", ".py")]),
    ],
)
def test_what_a_file_becomes_in_a_folder(sources: list, targets: list, written: list) -> None:  # type: ignore[type-arg]
    assert also_written("copy into", sources, targets, None) == written


@pytest.mark.parametrize(
    "code",
    [
        'import shutil; shutil.copy("a/Makefile", ".")',
        'import shutil; shutil.copy2("a/Makefile", "b/..")',
        'from shutil import copy; copy("/tmp/Makefile", "./")',
        'import shutil, pathlib; shutil.copy(pathlib.Path("a") / "Makefile", pathlib.Path("."))',
        'import shutil, sys; shutil.copy(sys.argv[1], ".")',
        'import shutil; shutil.copytree("a", ".", dirs_exist_ok=True)',
        'import shutil; shutil.copytree("a", ".", dirs_exist_ok=x)',
    ],
)
def test_a_copy_into_a_folder_meets_what_is_forbidden_there(code: str) -> None:
    assert not _is_allowed(code)


@pytest.mark.parametrize(
    "code",
    [
        'import shutil; shutil.copy("a.txt", "b.txt")',
        'import shutil; shutil.copy("Makefile", "Makefile.bak")',
        'import shutil; shutil.copyfile("a/Makefile", "b")',
        'import shutil; shutil.copytree("a", "b")',
        'import shutil; shutil.copytree("a", "b", dirs_exist_ok=False)',
    ],
)
def test_other_copies_do_not(code: str) -> None:
    assert _is_allowed(code)
