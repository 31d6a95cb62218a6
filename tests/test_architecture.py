"""The tree is the architecture: a module has a purpose, a telling name, and a mirror in tests/."""

import ast
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "wicket"
MODULES = sorted(SOURCE.rglob("*.py"))

# Names that say nothing about what is inside. A thing without a name has no home yet.
VAGUE = {
    "utils",
    "util",
    "helpers",
    "helper",
    "common",
    "base",
    "core",
    "types",
    "misc",
    "manager",
    "shared",
    "tools",
}


def module_id(path: Path) -> str:
    return str(path.relative_to(SOURCE))


def mirror(path: Path) -> Path:
    relative = path.relative_to(SOURCE)
    return ROOT / "tests" / relative.parent / f"test_{relative.stem}.py"


def holds_code(path: Path) -> bool:
    """A package's `__init__` that only documents and re-exports needs no test of its own."""
    nodes = ast.parse(path.read_text(encoding="utf-8")).body
    plain = (ast.Import, ast.ImportFrom, ast.Assign, ast.Expr)
    return path.name != "__init__.py" or not all(isinstance(node, plain) for node in nodes)


@pytest.mark.parametrize("path", MODULES, ids=module_id)
def test_a_module_says_what_it_is_for(path: Path) -> None:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    first_line = docstring.partition("\n")[0]
    assert first_line.endswith((".", ":")), (
        f"{module_id(path)}: the docstring's first line is no sentence: {first_line!r}"
    )


@pytest.mark.parametrize("path", MODULES, ids=module_id)
def test_a_name_means_something(path: Path) -> None:
    parts = {part.removesuffix(".py").strip("_") for part in path.relative_to(SOURCE).parts}
    assert parts & VAGUE == set()


@pytest.mark.parametrize("path", [path for path in MODULES if holds_code(path)], ids=module_id)
def test_a_module_has_its_mirror(path: Path) -> None:
    assert mirror(path).is_file(), (
        f"{module_id(path)} is tested by {mirror(path).relative_to(ROOT)}, which does not exist"
    )


# ── words that are not known ─────────────────────────────────────────────────

RAW_TEXT = tomllib.loads((ROOT / "tests" / "raw_text.toml").read_text(encoding="utf-8"))
# Lower it whenever the list becomes shorter.
MOST_RAW_TEXTS = 761


def raw_texts(path: Path) -> int:
    """Count the places of a module that look at something's raw `.text`; a parser's or a reader's own is no word's."""
    return sum(
        isinstance(node, ast.Attribute)
        and node.attr == "text"
        and not (isinstance(node.value, ast.Name) and node.value.id == "self")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    )


@pytest.mark.parametrize("path", [path for path in MODULES if path.parent.name in ("shell", "policy")], ids=module_id)
def test_raw_text_is_used_where_it_was_and_nowhere_else(path: Path) -> None:
    assert raw_texts(path) == RAW_TEXT.get(module_id(path), 0), (
        "compare words by may_be and may_start; if there are fewer places now, lower the number in tests/raw_text.toml"
    )


def test_raw_text_is_used_in_fewer_and_fewer_places() -> None:
    assert sum(RAW_TEXT.values()) <= MOST_RAW_TEXTS
    assert [name for name in RAW_TEXT if not (SOURCE / name).is_file()] == []
