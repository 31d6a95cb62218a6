"""The modules that a hook or `wicket exec` imports, in one file: finding and opening each takes longer than loading it.

A wheel has this archive beside this file, made when it is built. A checkout has none, and imports as usual. The archive
holds bytecode of one version of Python: any other version does not use it.

    4 bytes     Python's number for its bytecode
    4 bytes     the length of the index, little-endian
    index       marshalled: name of module → is it a package, begin, end
    parts       a marshalled code object each; docstrings are left out

What every verdict, hook and contained command needs is there a second time, in pieces that are named by what they are
for and a number (`judging 0`): names of modules with their code objects, in the order in which they are executed. To
import them one by one takes longer.
"""

import marshal
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.machinery import ModuleSpec, SourceFileLoader
    from importlib.util import module_from_spec
    from types import CodeType, ModuleType
    from typing import Any
else:  # what Python has loaded already; importlib would load more
    ModuleSpec = type(sys.__spec__)
    SourceFileLoader = sys.modules["_frozen_importlib_external"].SourceFileLoader
    module_from_spec = sys.modules["_frozen_importlib"].module_from_spec

__all__ = ["ARCHIVE", "FILES", "FOLDERS", "ROOTS", "ModuleArchive", "load_together", "make", "use"]

ARCHIVE = "modules.archive"

# What is archived, beside the modules of the package itself.
FOLDERS = ("doors", "policy_files", "policy", "shell", "sandbox")
# fmt: off
FILES = (
    "redaction/__init__.py", "redaction/commands_without_secrets.py", "redaction/secret_names_and_harmless_values.py",
    "cli/__init__.py", "cli/exec_judge_and_run.py", "cli/output.py", "cli/policy_options.py",
    "cli/verb_start_and_exit.py", "cli/yes_and_number_questions.py", "gateway/__init__.py",
    "gateway/command_display.py", "host/__init__.py", "host/child_environment.py",
)
# fmt: on

# What is loaded together for what, and where the imports of that begin. What is imported in functions is not followed.
# What an earlier one has is not in a later one.
# fmt: off
ROOTS = {
    "judging": ("wicket.loaded_policy",),
    "hook": (
        "wicket.doors.hook_answer", "wicket.doors.agent_tool_commands_and_files", "wicket.doors.call_judgement",
        "wicket.doors.verdict_spool",
    ),
    "exec": ("wicket.cli.exec_judge_and_run",),
    "contained": ("wicket.sandbox.contained_command",),
}
# fmt: on

# So many modules in one piece: what one is read into is used again for the next, which saves touching new memory.
_TOGETHER = 6

_VERSION: bytes = sys.modules["_frozen_importlib_external"].MAGIC_NUMBER


def make(package: str) -> bytes:
    """Make the archive of the package that lies in a folder."""
    index: dict[str, tuple[bool, int, int]] = {}
    codes: dict[str, CodeType] = {}
    parts = bytearray()
    for path in sorted(_sources(package)):
        name = "wicket." + path.removesuffix(".py").replace("/", ".")
        is_package = name.endswith(".__init__")
        with open(os.path.join(package, path), encoding="utf-8") as file:
            code = compile(file.read(), f"wicket/{path}", "exec", dont_inherit=True, optimize=2)
        begin = len(parts)
        parts += marshal.dumps(code)
        name = name.removesuffix(".__init__")
        index[name], codes[name] = (is_package, begin, len(parts)), code
    for purpose, order in _in_order(package, index).items():
        for number, first in enumerate(range(0, len(order), _TOGETHER)):
            begin = len(parts)
            parts += marshal.dumps([(name, codes[name]) for name in order[first : first + _TOGETHER]])
            index[f"{purpose} {number}"] = False, begin, len(parts)
    head = marshal.dumps(index)
    return _VERSION + len(head).to_bytes(4, "little") + head + parts


def _sources(package: str) -> list[str]:
    found = [name for name in os.listdir(package) if name.endswith(".py")]
    for folder in FOLDERS:
        for place, _, names in os.walk(os.path.join(package, folder)):
            beneath = os.path.relpath(place, package)
            found += [f"{beneath}/{name}" for name in names if name.endswith(".py")]
    return [*found, *FILES]


def _in_order(package: str, index: "dict[str, tuple[bool, int, int]]") -> dict[str, list[str]]:
    """Name for each purpose what its roots import, each behind what itself imports, as Python would be done with it."""
    done: dict[str, bool] = {}

    def visit(name: str) -> None:
        if name in done or name not in index:
            return
        done[name] = False  # it has begun
        visit(name.rpartition(".")[0])
        path = os.path.join(package, *name.split(".")[1:])
        for each in _imported(f"{path}/__init__.py" if index[name][0] else f"{path}.py"):
            visit(each)
        del done[name]
        done[name] = True

    found: dict[str, list[str]] = {}
    for purpose, roots in ROOTS.items():
        before = len(done)
        for root in roots:
            visit(root)
        found[purpose] = list(done)[before:]
    return found


def _imported(path: str) -> "Iterator[str]":
    """Name what a module imports when it is executed, and that of which it may be a part."""
    import ast

    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    for statement in tree.body:
        if isinstance(statement, ast.Import):
            yield from (each.name for each in statement.names)
        elif isinstance(statement, ast.ImportFrom) and statement.module is not None:
            yield statement.module
            yield from (f"{statement.module}.{each.name}" for each in statement.names)


def load_together(*purposes: str) -> None:
    """Load what is needed for something, if an archive is used: see `ROOTS`. What is loaded before comes first."""
    for finder in sys.meta_path:
        if isinstance(finder, ModuleArchive):
            for purpose in purposes:
                finder.load_together(purpose)


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
        return None if place is None else self._spec(name, place)

    def _spec(self, name: str, place: tuple[bool, int, int]) -> "ModuleSpec":
        is_package, begin, end = place
        folder = self._package + name[len("wicket") :].replace(".", "/")
        source = f"{folder}/__init__.py" if is_package else f"{folder}.py"
        loader = _Loader(name, source, self._descriptor, self._start + begin, end - begin)
        spec = ModuleSpec(name, loader, origin=source, is_package=is_package)
        if is_package:
            spec.submodule_search_locations = [folder]
        return spec

    def load_together(self, purpose: str) -> None:
        """Load what is needed for something. What is there already stays."""
        begun: dict[str, ModuleType] = {}
        number = 0
        while (place := self._index.get(f"{purpose} {number}")) is not None:
            _, begin, end = place
            for name, code in marshal.loads(os.pread(self._descriptor, end - begin, self._start + begin)):  # noqa: S302
                if name not in sys.modules:
                    self._begin(name, begun)
                if name in begun:
                    exec(code, begun.pop(name).__dict__)  # noqa: S102 - a part of the package, as its files are
            number += 1

    def _begin(self, name: str, begun: "dict[str, ModuleType]") -> None:
        """Make a module that has yet to be executed, and the packages that it lies in."""
        parent, _, last = name.rpartition(".")
        if parent and parent not in sys.modules:
            self._begin(parent, begun)
        spec = self._spec(name, self._index[name])
        begun[name] = sys.modules[name] = module_from_spec(spec)
        begun[name].__file__ = spec.origin
        if parent:
            setattr(sys.modules[parent], last, begun[name])


class _Loader(SourceFileLoader):
    """Python's own loader, except that the code comes from the archive."""

    def __init__(self, name: str, source: str, descriptor: int, begin: int, length: int) -> None:
        super().__init__(name, source)
        self._place = descriptor, length, begin

    def exec_module(self, module: "ModuleType") -> None:
        # Set here, not by the spec, which would look up where bytecode is cached.
        module.__file__ = self.path
        exec(marshal.loads(os.pread(*self._place)), module.__dict__)  # noqa: S102, S302 - a part of the package, as its files are
