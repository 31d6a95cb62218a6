"""Compiles the catalogue of programs when the package is built, or installed from a checkout."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CATALOGUE = Path("src/wicket/shell/catalogue")
COMPILED = CATALOGUE / "programs.catalogue"

# What compiles the catalogue, and before it what that needs. Nothing else of the package can be imported yet.
STANDING_ALONE = ("wicket.shell.catalogue.entry_form", "wicket.library.toml_places", "wicket.library.program_files")


class CustomBuildHook(BuildHookInterface):
    """Puts the compiled catalogue beside its sources, so that the package holds both."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        for module in STANDING_ALONE:
            program_files = load(root, module)
        (root / COMPILED).write_bytes(program_files.compiled(program_files.read_all(root / CATALOGUE)))
        build_data["artifacts"].append(f"/{COMPILED}")


def load(root: Path, name: str) -> ModuleType:
    """Load a module by its path, and none of the packages that it lies in."""
    path = root / "src" / f"{name.replace('.', '/')}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
