"""One executable file out of an extension: its own files and the SDK, for any machine with a Python.

The file is a zip archive with a first line that starts Python, so nothing is unpacked and nothing installed. What the
extension imports beyond the standard library and its own folder does not come along: that is found and refused.
"""

import ast
import importlib.util
import io
import marshal
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import wicket
from wicket.displayed_text import excerpt
from wicket.errors import WicketError
from wicket.host.extension_manifest import FILE_NAME, read
from wicket.state_files import replace_file

__all__ = ["CannotPack", "Packed", "pack"]

SHEBANG = b"#!/usr/bin/env python3\n"

# Archives begin in 1980; with one time for all, the same files make the same bytes.
EPOCH = (1980, 1, 1, 0, 0, 0)
MAX_BYTES = 64 * 1024 * 1024
START_S = 30.0

# Where the extension's own files lie in the archive.
INSIDE = "extension"

# What of wicket an extension needs to run. Its tests stay at home.
SDK = ("__init__.py", "errors.py", "sdk/*.py")
AT_HOME = ("sdk/in_process_conversation.py", "sdk/testing.py", "sdk/transcripts.py")

MAIN = """\
import os
import sys

if sys.version_info < (3, 11):
    sys.exit({name!r} + " needs Python 3.11 or newer; start it with one")

import zipimport

archive = sys.path[0] = os.path.abspath(sys.path[0])
sys.path.insert(1, archive + "/{inside}")
loader = zipimport.zipimporter(archive + "/{inside}")
globals().update(__file__=loader.get_filename({module!r}), __loader__=loader, __spec__=None)
exec(loader.get_code({module!r}))
"""


class CannotPack(WicketError):
    """What was given is nothing to pack, or not all of it."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A file that was made. `files` counts the extension's own; `missing` are modules that do not come along."""

    path: Path
    size: int
    files: int
    missing: tuple[str, ...]


def pack(source: Path, target: Path, *, allow_missing: bool = False) -> Packed:
    """Make one executable file of an extension: a Python file, or a folder with a manifest that names one.

    Raises:
        CannotPack: it is no Python extension, needs what cannot come along, does not start, or cannot be written.
        ManifestError: the manifest is wrong.
    """
    source, target = Path(os.path.abspath(source)), Path(os.path.abspath(target))
    if target.is_dir():
        raise CannotPack(f"{target} is a folder; name the file to make, like {target / source.stem}")
    entry = _entry(source)
    try:
        own = _own_files(entry, whole=source.is_dir(), but=target)
    except OSError as error:
        raise CannotPack(f"{error.filename} cannot be read: {error.strerror}") from error
    missing = tuple(sorted(_missing(own)))
    if missing and not allow_missing:
        names = ", ".join(missing)
        raise CannotPack(
            f"{entry.name} imports {names}, and packing brings along only its own folder and the SDK; "
            "do without, or pack with --allow-missing and install them there"
        )
    data = _archive(entry, own)
    try:
        replace_file(target, data, 0o755)
    except OSError as error:
        raise CannotPack(f"{target} cannot be written: {error.strerror}") from error
    if not missing:
        _start(target)
    return Packed(target, len(data), len(own), missing)


def _entry(source: Path) -> Path:
    """Find the Python file that is the extension."""
    if not source.exists():
        raise CannotPack(f"there is no {source}; name an extension's file, or the folder of its manifest")
    if source.is_file():
        if source.suffix != ".py" or not source.stem.isidentifier():
            raise CannotPack(f"{source} is no Python file with a name like a module's, such as weather.py")
        return source
    manifest = read(source)
    for word in (manifest.exec, *manifest.args):
        path = source / word
        if path.suffix == ".py" and path.is_file():
            return _entry(Path(os.path.normpath(path)))
    raise CannotPack(f"{source / FILE_NAME} starts no Python file of its folder, and only such can be packed")


def _own_files(entry: Path, *, whole: bool, but: Path) -> dict[PurePosixPath, bytes]:
    """Read what comes along: the whole folder, or one file with what it imports from beside it."""
    folder = entry.parent
    paths = _all_below(folder) if whole else _imported_by(entry)
    own: dict[PurePosixPath, bytes] = {}
    room = MAX_BYTES
    for path in paths:
        if path == but or not path.is_file():  # a pipe of that name must not make us wait
            continue
        own[PurePosixPath(path.relative_to(folder))] = data = path.read_bytes()
        room -= len(data)
        if room < 0:
            raise CannotPack(f"{folder} holds more than {MAX_BYTES} bytes; give the extension a folder of its own")
    return own


def _all_below(folder: Path) -> Iterator[Path]:
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and name not in ("__pycache__", "tests")
        )
        for name in sorted(files):
            if not name.startswith((".", "test_")) and not name.endswith((".pyc", ".md")) and name != "conftest.py":
                yield Path(here, name)


def _imported_by(entry: Path) -> list[Path]:
    folder, found, unread = entry.parent, [entry], [entry]
    while unread:
        for name in _imports(unread.pop().read_bytes(), entry):
            top = name.partition(".")[0]
            module = [folder / f"{top}.py"] if (folder / f"{top}.py").is_file() else []
            package = sorted((folder / top).rglob("*.py")) if (folder / top / "__init__.py").is_file() else []
            new = [path for path in module + package if path not in found]
            found += new
            unread += new
    manifest = folder / FILE_NAME
    return [*found, manifest] if manifest.is_file() else found


def _imports(source: bytes, path: Path | PurePosixPath) -> set[str]:
    """List the modules that a file imports, wherever in it."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError) as error:
        raise CannotPack(f"{path}: {error}; mend it first") from None
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names.add(node.module)
    return names


def _missing(own: Mapping[PurePosixPath, bytes]) -> Iterator[str]:
    """Find imports that will lead nowhere."""
    local = {path.parts[0].removesuffix(".py") for path in own}
    for path, data in own.items():
        if path.suffix != ".py":
            continue
        for name in _imports(data, path):
            top = name.partition(".")[0]
            of_sdk = name in ("wicket", "wicket.errors") or name.split(".")[:2] == ["wicket", "sdk"]
            if top not in sys.stdlib_module_names and top not in local and not of_sdk:
                yield name if top == "wicket" else top


def _archive(entry: Path, own: Mapping[PurePosixPath, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        main = MAIN.format(name=entry.stem, module=entry.stem, inside=INSIDE)
        _add(archive, "__main__.py", main.encode())
        for path, data in sorted(own.items()):
            _add(archive, f"{INSIDE}/{path}", data)
        for name, data in _sdk():
            _add(archive, name, data)
    return SHEBANG + packed.getvalue()


def _sdk() -> Iterator[tuple[str, bytes]]:
    home = Path(wicket.__file__).parent
    for pattern in SDK:
        for path in sorted(home.glob(pattern)):
            name = path.relative_to(home).as_posix()
            if name not in AT_HOME:
                yield f"wicket/{name}", path.read_bytes()


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name, EPOCH), data, zipfile.ZIP_DEFLATED)
    if name.endswith(".py") and name != "__main__.py":
        # Compiled for this version of Python, and never checked against the source; others compile it themselves.
        code = compile(data, name, "exec", dont_inherit=True, optimize=0)
        header = importlib.util.MAGIC_NUMBER + (0b01).to_bytes(4, "little") + importlib.util.source_hash(data)
        archive.writestr(zipfile.ZipInfo(f"{name}c", EPOCH), header + marshal.dumps(code), zipfile.ZIP_DEFLATED)


def _start(path: Path) -> None:
    """Start the file with a Python that has nothing installed, and end its input at once: it must leave quietly."""
    try:
        done = subprocess.run(  # noqa: S603 - the extension that its author wants to have packed
            [sys.executable, "-I", "-S", str(path)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=START_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise CannotPack(
            f"{path} is made, but does not end when its input does; `wicket ext conform` says more"
        ) from None
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [f"it ends with {done.returncode}"])[-1]
        raise CannotPack(f"{path} is made, but does not start by itself: {excerpt(last)}")
