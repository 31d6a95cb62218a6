"""Attributes in programs of Python, by themselves, as patterns, and as what `getattr` takes."""

import pytest

from wicket.shell.languages.python_effects import account_of


@pytest.mark.parametrize(
    "text",
    [
        "import sys; type(sys.stdout.buffer.raw)('a', 'w')",
        "import sys; t = type(sys.stdout.buffer.raw); t('a', 'w')",
        "import sys; list(map(type, [sys.stdout.buffer.raw]))[0]('a', 'w')",
        "import sys; type[int](sys.stdout.buffer.raw)('a', 'w')",
        "import sys; sys.stdout.buffer.raw.__class__('a')",
        "import sys; [sys.stdout.buffer.raw.__class__][0]('a')",
        "import sys; f = sys.stdout.buffer.raw; f.__init__('a', 'w')",
        "def print(t): t('a', 'w')\nimport sys\nprint(type(sys.stdout.buffer.raw))",
        "match x:\n    case object(__class__=t): t('a')",
        "from pathlib import Path\nmatch Path('a'):\n    case Path(read_text=f): f()",
        "class A:\n    __match_args__ = ('a',)",
        "getattr(x, 'read_text')()",
        "getattr(x, '_private')",
        "from pathlib import Path; f = Path('a').write_text; f('x')",
        "from pathlib import Path; Path.write_text(Path('a'), 'x')",
        "from pathlib import Path; Path('a').rename(target='b')",
        "from pathlib import Path; q = Path; q.joinpath = lambda a, b: 'c'",
        "from pathlib import Path; p = Path('a'); p._str = 'b'",
        "x.__annotations__['y'] = 1",
        "class A:\n    __annotations__ = {'x': int}",
        "x.__file__ = 'a'",
        "import enum; enum.IntEnum._convert_('a', 'b', lambda n: True)",
        "import tempfile; d = tempfile.TemporaryDirectory(); d.name = 'src'; d.cleanup()",
        "import subprocess; p = subprocess.Popen(['ls']); p.pid = 1",
        "import importlib.util; importlib.util.find_spec('json').loader",
    ],
)
def test_what_leads_further(text: str) -> None:
    assert account_of(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "print(type(1), type(1).__name__, f'{type(1)}', type(1) is int, isinstance(1, type))",
        "class A:\n    def __init__(self): super().__init__(); self._x = 1\n    def f(self): return self._x",
        "class A:\n    __slots__ = ('a',)\nclass B(A):\n    def __init__(self): A.__init__(self)",
        "def f(x: type[int]) -> None: pass",
        "import pandas; d = pandas.read_csv('a'); d._mgr",
        "print(getattr(1, 'real'), (1).__class__.__name__)",
        "'a'.replace('b', 'c'); {}.copy()",
    ],
)
def test_what_is_looked_at(text: str) -> None:
    assert account_of(text) is not None


def test_a_method_that_reads_is_a_file_that_is_not_known() -> None:
    account = account_of("from pathlib import Path; print(list(map(Path.read_text, [Path('a')])))")
    assert account is not None
    assert account.unknown_read
