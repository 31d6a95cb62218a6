"""Compiles the catalogue of programs when the package is built, and for a wheel what makes a hook fast.

That is an archive of the modules that it imports. Where there is a C compiler, the small programs in C are built, too.
"""

import importlib.util
import os
import sys
import sysconfig
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CATALOGUE = Path("src/wicket/shell/catalogue")
COMPILED = CATALOGUE / "programs.catalogue"

# What compiles the catalogue, and before it what that needs. Nothing else of the package can be imported yet.
STANDING_ALONE = (
    "wicket.shell.catalogue.entry_fields",
    "wicket.shell.catalogue.entry_expansion",
    "wicket.shell.catalogue.entry_validation",
    "wicket.policy_files.toml_line_numbers",
    "wicket.policy_files.catalogue_compiler",
)

# What is written in C.
PROGRAMS = ("wicket-guardian", "wicket-hook", "wicket-inside", "wicket-landlock")


class CustomBuildHook(BuildHookInterface):
    """Puts the compiled catalogue beside its sources, and the archive of modules into the wheel alone."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        for module in STANDING_ALONE:
            catalogue_compiler = load(root, module)
        (root / COMPILED).write_bytes(catalogue_compiler.compiled(catalogue_compiler.read_all(root / CATALOGUE)))
        build_data["artifacts"].append(f"/{COMPILED}")
        if self.target_name == "wheel" and version == "standard":
            # Never into the checkout, whose modules change.
            module_archive = load(root, "wicket.doors.module_archive")
            self.made = tempfile.TemporaryDirectory()
            archive = Path(self.made.name, module_archive.ARCHIVE)
            archive.write_bytes(module_archive.make(str(root / "src/wicket")))
            build_data["force_include"][str(archive)] = f"wicket/doors/{archive.name}"
            self.add_programs(root, build_data)

    def add_programs(self, root: Path, build_data: dict[str, Any]) -> None:
        """Add what is written in C: each source, and the program, which makes the wheel one for this platform."""
        c_programs = load(root, "wicket.c_programs")
        for name in PROGRAMS:
            source, program = root / "native" / f"{name}.c", Path(self.made.name, name)
            for file in (source, source.with_name(c_programs.HEADER)):
                build_data["force_include"][str(file)] = f"wicket/native/{file.name}"
            try:
                c_programs.build(str(program), self.metadata.version, os.environ, str(source))
            except c_programs.NotBuilt as error:
                self.app.display_warning(
                    f"{name} is not built: {error}; wicket does without, or tries again when it is needed"
                )
                continue
            build_data["force_include"][str(program)] = f"wicket/native/{name}"
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{platform_tag()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "made"):
            self.made.cleanup()


def platform_tag() -> str:
    """Name this platform as wheels do."""
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")


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
