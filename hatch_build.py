"""Compiles the catalogue of programs when the package is built, or installed from a checkout."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CATALOGUE = Path("src/wicket/shell/catalogue")
COMPILED = CATALOGUE / "programs.catalogue"


class CustomBuildHook(BuildHookInterface):
    """Puts the compiled catalogue beside its sources, so that the package holds both."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        program_files = load(root / "src/wicket/library/program_files.py")
        (root / COMPILED).write_bytes(program_files.compiled(program_files.read_all(root / CATALOGUE)))
        build_data["artifacts"].append(f"/{COMPILED}")


def load(path: Path) -> ModuleType:
    """Load a module by its path: nothing else of the package can be imported while it is built."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module
