"""The tree is the architecture: a module has a purpose, a telling name, and a mirror in tests/."""

import ast
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
