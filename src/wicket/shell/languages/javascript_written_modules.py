"""Files that a program of JavaScript writes, and that may be modules which it loads afterwards."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from wicket.shell.code_effects import Account
    from wicket.shell.unknown_values import Shape

__all__ = ["writes_modules"]

# What other programs are given last, they may put there.
_LOOKING = frozenset(["ls", "cat", "head", "tail", "grep", "wc", "stat", "file", "echo"])
_ENDINGS = (".js", ".cjs", ".mjs", ".ts", ".cts", ".mts", ".jsx", ".tsx", ".node", ".json")
_UNKNOWN = "\0"


def writes_modules(done: "Account", loaded: "Iterable[str]") -> bool:
    """Tell whether a module that is loaded from elsewhere may be what the program has written."""
    names = [name for module in loaded if (name := _last(module))]
    return bool(names) and any(_may_be_loaded(shape, names) for shape in _written(done))


def _written(done: "Account") -> "Iterable[Shape]":
    yield from done.writes
    for line in done.commands:
        for word in line[1:]:
            if word.endswith(_ENDINGS) or (word == line[-1] and line[0] not in _LOOKING):
                yield (word,)


def _last(module: str) -> str:
    """Give the last part of a module's name, without its ending."""
    parts = [part for part in module.split("/") if part not in ("", ".", "..")]
    return _without_ending(parts[-1]) if parts else ""


def _without_ending(name: str) -> str:
    return name.rpartition(".")[0] if name.endswith(_ENDINGS) else name


def _may_be_loaded(shape: "Shape", names: "list[str]") -> bool:
    text = "".join([_UNKNOWN if piece is None else piece for piece in shape])
    parts = [part for part in text.split("/") if part not in ("", ".", "..")]
    if "node_modules" in parts:
        return True
    if not parts or ("." in parts[-1].rpartition(_UNKNOWN)[2] and not parts[-1].endswith(_ENDINGS)):
        return False
    return any(_may_be(part, name) for part in (*parts[:-1], _without_ending(parts[-1])) for name in names)


def _may_be(part: str, name: str) -> bool:
    return part == name if _UNKNOWN not in part else name.startswith(part.partition(_UNKNOWN)[0])
