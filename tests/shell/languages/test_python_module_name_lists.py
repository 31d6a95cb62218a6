"""The lists of names of Python's own modules: each is there, belongs to its module, and is no module itself."""

import importlib
from types import BuiltinFunctionType, FunctionType, ModuleType

import pytest

from wicket.shell.languages.python_module_name_lists import COMPUTING
from wicket.shell.languages.python_system_module_name_lists import OF_MACHINE_AND_NETWORK

NAMES = {**COMPUTING, **OF_MACHINE_AND_NETWORK}

# Names that newer versions have, or that went with older ones.
OF_OTHER_VERSIONS = {
    "ast": "ParamSpec TypeAlias TypeVar TypeVarTuple type_param",
    "base64": "z85decode z85encode",
    "calendar": "Day Month",
    "collections.abc": "Buffer ByteString",
    "copy": "replace",
    "csv": "QUOTE_NOTNULL QUOTE_STRINGS",
    "enum": "EnumDict",
    "itertools": "batched",
    "locale": "getdefaultlocale",
    "logging": "getHandlerByName getHandlerNames",
    "math": "fma sumprod",
    "os.path": "isjunction splitroot",
    "posixpath": "isjunction splitroot",
    "queue": "ShutDown",
    "random": "binomialvariate",
    "re": "PatternError",
    "statistics": "kde",
    "typing": "ByteString ReadOnly TypeAliasType TypeIs no_type_check_decorator override",
    "warnings": "deprecated",
}
# Modules whose names live in one that is written in C, or that share a file.
HOMES = {
    "os.path": {"posixpath", "genericpath", "posix"},
    "posixpath": {"genericpath", "posix"},
    "array": {"array"},
}


@pytest.mark.parametrize("module", sorted(NAMES))
def test_each_name_is_the_modules_own(module: str) -> None:
    found = importlib.import_module(module)
    public = set(getattr(found, "__all__", ()))
    for name in NAMES[module]:
        assert name[0] != "_", name
        if not hasattr(found, name):
            assert name in OF_OTHER_VERSIONS.get(module, "").split(), name
            continue
        value = getattr(found, name)
        assert not isinstance(value, ModuleType), name
        if name not in public and isinstance(value, (type, FunctionType, BuiltinFunctionType)):
            home = value.__module__ or ""
            assert home.lstrip("_").partition(".")[0] in (
                module.partition(".")[0],
                "builtins",
                "hashlib",
                *HOMES.get(module, ()),
            ), (name, home)


@pytest.mark.parametrize(
    ("module", "names"),
    [
        ("argparse", "ArgumentParser FileType"),
        ("contextlib", "chdir"),
        ("enum", "bltns sys global_enum"),
        ("functools", "singledispatch singledispatchmethod update_wrapper wraps"),
        ("importlib.metadata", "EntryPoint entry_points Distribution"),
        ("inspect", "attrgetter currentframe get_annotations getmembers getmodule signature stack unwrap"),
        ("logging", "io os sys FileHandler basicConfig string"),
        ("operator", "attrgetter call methodcaller"),
        ("shlex", "shlex"),
        ("socket", "fromfd os"),
        ("string", "Formatter"),
        ("traceback", "FrameSummary StackSummary TracebackException extract_tb format_list linecache walk_stack"),
        ("tracemalloc", "Snapshot pickle take_snapshot"),
        ("typing", "ForwardRef get_type_hints operator"),
        ("warnings", "formatwarning showwarning sys warn_explicit"),
        ("xml.etree.ElementTree", "ElementTree canonicalize iterparse parse"),
        ("zoneinfo", "reset_tzpath"),
    ],
)
def test_what_imports_evaluates_or_names_files_is_left_out(module: str, names: str) -> None:
    assert not NAMES[module] & set(names.split())
