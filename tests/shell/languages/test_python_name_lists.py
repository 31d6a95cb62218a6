"""The closed lists of Python's names."""

import importlib

import pytest

from wicket.shell.languages.python_name_lists import BUILTINS, DANGEROUS, DUNDERS, LEADING, MODULES, NOTED, REACHING


def test_no_name_is_both_harmless_and_dangerous() -> None:
    assert not DUNDERS & LEADING
    for module, names in MODULES.items():
        assert not (names - ({"system"} if module == "platform" else set())) & DANGEROUS, module
        assert not {f"{module}.{name}" for name in names} & NOTED.keys(), module


def test_what_runs_texts_is_on_no_list() -> None:
    assert not BUILTINS & {
        "eval",
        "exec",
        "compile",
        "__import__",
        "globals",
        "locals",
        "vars",
        "setattr",
        "breakpoint",
    }
    assert {"os", "subprocess", "sys", "importlib", "builtins", "ctypes"} <= REACHING


@pytest.mark.parametrize("name", sorted(NOTED))
def test_what_is_noted_exists(name: str) -> None:
    module, _, attribute = name.rpartition(".")
    assert hasattr(importlib.import_module(module), attribute)
