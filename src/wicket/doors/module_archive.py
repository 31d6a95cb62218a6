"""The modules that a hook or `wicket exec` imports, in one file: finding and opening each takes longer than loading it.

A wheel has this archive beside this file, made when it is built. A checkout has none, and imports as usual. The archive
holds bytecode of one version of Python: any other version does not use it.

    4 bytes     Python's number for its bytecode
    4 bytes     the length of the index, little-endian
    index       marshalled: name of module → is it a package, begin, end
    parts       a marshalled code object each; docstrings are left out
"""

import marshal
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec, SourceFileLoader
    from types import ModuleType
    from typing import Any
else:  # what Python has loaded already; importlib would load more
    ModuleSpec = type(sys.__spec__)
    SourceFileLoader = sys.modules["_frozen_importlib_external"].SourceFileLoader

__all__ = ["ARCHIVE", "FILES", "FOLDERS", "ModuleArchive", "make", "use"]

ARCHIVE = "modules.archive"

# What is archived, beside the modules of the package itself.
FOLDERS = ("doors", "policy_files", "policy", "shell", "sandbox")
# fmt: off
FILES = (
    "redaction/__init__.py", "redaction/commands_without_secrets.py", "redaction/secret_names_and_harmless_values.py",
    "cli/__init__.py", "cli/judged_command.py", "cli/output.py", "cli/policy_options.py", "cli/verb_start_and_exit.py",
    "cli/yes_and_number_questions.py", "gateway/__init__.py", "gateway/command_display.py", "host/__init__.py",
    "host/child_environment.py",
)
# fmt: on

_VERSION: bytes = sys.modules["_frozen_importlib_external"].MAGIC_NUMBER


def make(package: str) -> bytes:
    """Make the archive of the package that lies in a folder."""
    index: dict[str, tuple[bool, int, int]] = {}
    parts = bytearray()
    for path in sorted(_sources(package)):
        name = "wicket." + path.removesuffix(".py").replace("/", ".")
        is_package = name.endswith(".__init__")
        with open(os.path.join(package, path), encoding="utf-8") as file:
            code = compile(file.read(), f"wicket/{path}", "exec", dont_inherit=True, optimize=2)
        begin = len(parts)
        parts += marshal.dumps(code)
        index[name.removesuffix(".__init__")] = is_package, begin, len(parts)
    head = marshal.dumps(index)
    return _VERSION + len(head).to_bytes(4, "little") + head + parts


def _sources(package: str) -> list[str]:
    found = [name for name in os.listdir(package) if name.endswith(".py")]
    for folder in FOLDERS:
        for place, _, names in os.walk(os.path.join(package, folder)):
            beneath = os.path.relpath(place, package)
            found += [f"{beneath}/{name}" for name in names if name.endswith(".py")]
    return [*found, *FILES]


def use(package: str) -> None:
    """Import modules from the package's archive from now on, if it has one for this Python."""
    try:
        descriptor = os.open(os.path.join(package, "doors", ARCHIVE), os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    if os.pread(descriptor, 4, 0) == _VERSION:
        sys.meta_path.insert(0, ModuleArchive(package, descriptor))
    else:
        os.close(descriptor)


class ModuleArchive:
    """Finds modules in an archive, for `sys.meta_path`."""

    __slots__ = ("_descriptor", "_index", "_package", "_start")

    def __init__(self, package: str, descriptor: int) -> None:
        length = int.from_bytes(os.pread(descriptor, 4, 4), "little")
        self._package = package
        self._descriptor = descriptor
        self._start = 8 + length
        self._index: dict[str, tuple[bool, int, int]] = marshal.loads(os.pread(descriptor, length, 8))  # noqa: S302

    def find_spec(self, name: str, path: "Any" = None, target: "Any" = None) -> "ModuleSpec | None":
        """Say how a module is loaded; None: it is not in the archive."""
        place = self._index.get(name)
        if place is None:
            return None
        is_package, begin, end = place
        folder = self._package + name[len("wicket") :].replace(".", "/")
        source = f"{folder}/__init__.py" if is_package else f"{folder}.py"
        loader = _Loader(name, source, self._descriptor, self._start + begin, end - begin)
        spec = ModuleSpec(name, loader, origin=source, is_package=is_package)
        if is_package:
            spec.submodule_search_locations = [folder]
        return spec


class _Loader(SourceFileLoader):
    """Python's own loader, except that the code comes from the archive."""

    def __init__(self, name: str, source: str, descriptor: int, begin: int, length: int) -> None:
        super().__init__(name, source)
        self._place = descriptor, length, begin

    def exec_module(self, module: "ModuleType") -> None:
        # Set here, not by the spec, which would look up where bytecode is cached.
        module.__file__ = self.path
        exec(marshal.loads(os.pread(*self._place)), module.__dict__)  # noqa: S102, S302 - a part of the package, as its files are
