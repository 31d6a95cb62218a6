"""Tests of `python_paths_and_file_listings`."""

import pytest

from wicket.loaded_policy import Policy
from wicket.shell.code_effects import FoundPath
from wicket.shell.languages.python_effects import account_of

# ── files that programs of Python find by listing folders ─────────────────────

POLICY = Policy.loads(
    "{defaults: {action: allow}, files: {deny_read: ['~/.ssh', '**/.env'], deny_write: ['**/*.lock']}}"
)
ENVIRON = {"HOME": "/home/ada", "PATH": "/usr/bin:/bin"}


def decision(code: str) -> str:
    return str(POLICY.check(f"python3 -c '{code}'", "/home/ada/shop", ENVIRON).decision)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("import glob\nfor x in glob.glob('src/*.py'): open(x)", FoundPath("src/", ".py")),
        ("import glob\nfor x in glob.glob('src/**/*.py', recursive=True): open(x)", FoundPath("src/", ".py")),
        ("import glob\nfor i, x in enumerate(sorted(glob.glob('*.py'))): open(x)", FoundPath("", ".py")),
        ("from pathlib import Path\nfor x in Path('src').glob('a/*.py'): x.read_text()", FoundPath("src/a/", ".py")),
        ("from pathlib import Path\nfor x in Path('src').rglob('x.py'): x.read_text()", FoundPath("src/", "x.py")),
        ("from pathlib import Path\nfor x in Path('src').iterdir(): x.read_text()", FoundPath("src/")),
        ("from pathlib import Path\nfor x in Path().glob('*'): x.read_text()", FoundPath("./")),
        ("import os\nfor x in os.listdir('src'): open(f'src/{x}')", FoundPath("src/")),
        ("import os\nfor x in os.listdir('src'): open(os.path.join('src', x))", FoundPath("src/")),
        ("import os\nfor x in os.listdir(): open(x)", FoundPath("")),
        ("import os\nx = [y for y in os.listdir('s') if y]\nfor z in x: open('s/' + z)", FoundPath("s/")),
        ("import os\nfor d, _, fs in os.walk('s'):\n for f in fs: open(os.path.join(d, f))", FoundPath("s/")),
        ("import os\nfor d, _, fs in os.walk('s'):\n open(d + '/x.py')", FoundPath("s/", "x.py")),
    ],
)
def test_what_is_known_of_files_that_are_found(text: str, path: FoundPath) -> None:
    account = account_of(text)
    assert account is not None
    assert [(type(shape), shape) for shape in account.reads] == [(FoundPath, path)]
    assert not account.unknown_read


@pytest.mark.parametrize(
    "text",
    [
        "import os\nx = os.listdir('s')\nx.append('/a')\nfor y in x: open(y)",
        "import os\nx = os.listdir('s')\nx += ['/a']\nfor y in x: open(y)",
        "import os\nx = os.listdir('s')\nx[0] = '/a'\nfor y in x: open(y)",
        "import os\nx = os.listdir('s')\nz = x\nz.append('/a')\nfor y in x: open(y)",
        "import os\ndef f(l): l.append('/a')\nx = os.listdir('s')\nf(x)\nfor y in x: open(y)",
        "import os\nfor d, _, fs in os.walk('s'):\n fs.append('/a')\n for f in fs: open(f)",
        "import os\nfor d, _, fs in os.walk('s', followlinks=True):\n for f in fs: open(os.path.join(d, f))",
        "import glob\nfor x in glob.glob(y): open(x)",
        "import glob\nfor x in glob.glob('*.py', root_dir='/a'): open(x)",
        "for i, x in enumerate(y): open(x)",
        "for x in sorted(y, z): open(x)",
        "for x in y: open(x)",
        "x = 'a'\nfor x in y: open(x)",
        "from lib import Path\nfor x in Path('s').rglob('*.py'): open(x)",
        "import glob\nx = y = glob.glob('s/*')\ny.append('/a')\nfor z in x: open(z)",
        "import glob\nx = glob.glob('s/*')\n(x if 1 else 0).append('/a')\nfor z in x: open(z)",
        "import glob\nclass A:\n def __eq__(s, o): o.append('/a')\nx = glob.glob('s/*')\nx == A()\nfor z in x: open(z)",
        "import glob\nx = glob.glob('s/*')\nstr.join(x)\nfor z in x: open(z)",
        "import glob\nclass A:\n x = glob.glob('s/*')\n g = (open(z) for z in x)\nA.x.append('/a')",
        "import glob\nfor x in glob.glob('*/a?'): open(x)",
        "from pathlib import Path\nfor x in Path('s').glob('A', case_sensitive=False): x.read_text()",
    ],
)
def test_other_names_may_be_any(text: str) -> None:
    account = account_of(text)
    assert account is not None
    assert account.unknown_read


@pytest.mark.parametrize(
    "code",
    [
        'from pathlib import Path\nfor x in Path("src").rglob("*.py"): print(x.read_text())',
        'import glob\nfor x in glob.glob("src/**/*.md", recursive=True): print(open(x).read())',
        'from pathlib import Path\nfor x in Path("src").rglob("*.py"): x.write_text(x.read_text().replace("a", "b"))',
    ],
)
def test_files_that_no_rule_is_about_are_found(code: str) -> None:
    assert decision(code) == "allow"


@pytest.mark.parametrize(
    "code",
    [
        'from pathlib import Path\nfor x in Path("/home/ada").rglob("*"): print(x.read_text())',
        'from pathlib import Path\nfor x in Path("..").rglob("*"): print(x.read_text())',
        'from pathlib import Path\nfor x in Path("src").rglob(".env*"): print(x.read_text())',
        'from pathlib import Path\nfor x in Path("src").rglob("*env"): print(x.read_text())',
        'from pathlib import Path\nfor x in Path("src").rglob("*.lock"): x.write_text("")',
        'from pathlib import Path\nfor x in Path("src").glob("*"): print((x / "../../.ssh/id").read_text())',
        'from pathlib import Path\nfor x in Path("src").glob("*"): print((x / "id").read_text())',
        'import glob\nx = "s"\nl = glob.glob("s")\nl = [x + "/.." for x in l]\nfor x in l: open(x + "/.ssh/id")',
        'import glob\nfor x in glob.glob("../*/id"): print(open(x).read())',
        'import glob\nfor x in glob.glob("/home/ada/.s**/id"): print(open(x).read())',
        'import glob, os\nfor x in glob.glob("*/.env"): print(open(os.path.join(".", x)).read())',
        'import os\nfor r, d, f in os.walk("src"):\n d[:] = ["/home/ada/.ssh"]\n print(open(r + "/id").read())',
        'import os\nfor r, d, f in os.walk("src"):\n for p in os.listdir(r): open(r + "/." + "./" + p)',
        'import os\nfor x in os.listdir("src"): print(open("../" + x).read())',
        'import os\nfor d, _, fs in os.walk("src"):\n for f in fs: print(open(os.path.join(z, f)).read())',
        'import os\nfor d, _, fs in os.walk("/home/ada"):\n for f in fs: print(open(os.path.join(d, f)).read())',
    ],
)
def test_what_a_rule_may_be_about_is_asked_about(code: str) -> None:
    assert decision(code) == "ask"


def test_a_path_that_was_found_says_in_which_folder_and_how_it_ends() -> None:
    assert [
        (path.folder, path.ending) for path in (FoundPath(""), FoundPath("src/te", ".py"), FoundPath("/", "a/b"))
    ] == [
        ("./", ""),
        ("src/", ".py"),
        ("/", "b"),
    ]


# ── paths in programs of Python ───────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("open('a' + '/b')", [("a/b",)]),
        ("open(f'a/{x}.json')", [("a/", None, ".json")]),
        ("open('a/%s.json' % x)", [("a/", None)]),
        ("open('a/{}'.format(x))", [("a/", None)]),
        ("x = 'a'\nopen(x)", [("a",)]),
        ("x = 'a' if y else 'b'\nopen(x)", [("a",), ("b",)]),
        ("for x in ['a', 'b']: open(x)", [("a",), ("b",)]),
        ("from pathlib import Path\nopen(Path('a') / 'b' / 'c')", [("a/b/c",)]),
        ("from pathlib import Path\nopen(Path('a') / '/b')", [("/b",)]),
        ("import os\nopen(os.path.join('a', 'b'))", [("a/b",)]),
        ("import glob\nfor x in glob.glob('src/*.py'): open(x)", [("src/", None, ".py")]),
        ("from pathlib import Path\nfor x in Path('src').rglob('*.py'): x.read_text()", [("src/", None, ".py")]),
    ],
)
def test_what_is_known_of_a_path(text: str, reads: list[tuple[str | None, ...]]) -> None:
    account = account_of(text)
    assert account is not None
    assert (account.reads, account.unknown_read) == (reads, False)


@pytest.mark.parametrize(
    "text",
    [
        "open(x)",
        "x = 'a'\nx += y\nopen(x)",
        "def f(x): open(x)",
        "x = 'a'\nfor x in y: open(x)",
        "import os\nopen(os.path.join('a', x))",
        "from pathlib import Path\nopen(Path('a') / x)",
        "open('x' * 3)",
        "x = x\nopen(x)",
    ],
)
def test_what_is_not_known_may_be_any_file(text: str) -> None:
    account = account_of(text)
    assert account is not None
    assert account.unknown_read
