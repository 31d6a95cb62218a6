"""Options that are options of others, or hold more than one thing: `-Wl,-Map=x`, `-C linker=x`, `type=tar,dest=x`."""

from wicket.shell.programs.program_lookup import usage
from wicket.shell.unknown_values import NAMED
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_values_and_parse_result import Found, Line

    Pair = tuple[str, Word | None]

__all__ = ["COMPOSED", "is_plain_gateway", "meant"]

# Kinds of options whose values are taken apart here.
COMPOSED = frozenset(["NAMES", "PASSED", "CODEGEN", "EXPORT", "REPORTS"])

# Who is given what such an option holds.
_PASSED_TO = {
    "-Wl,": "ld",
    "-Xlinker": "ld",
    "-Wa,": "as",
    "-Xassembler": "as",
    "-Wp,": "cc1",
    "-Xpreprocessor": "cc1",
    "-Xclang": "cc1",
    "-Xclang-linker": "gcc",
    "-Xcompiler": "gcc",
    "-Xcc": "gcc",
    "-mllvm": "llvm",
    "-J": "jvm",
    "-gcflags": "compile",
    "-asmflags": "compile",
}

# What keys of rustc name. (Any `name=path` of --extern and --plugin names what is loaded or run.)
_KEYS = {
    "linker": "PROGRAM",
    "codegen-backend": "CODEFILE",
    "incremental": "WRITE",
    "profile-generate": "WRITE",
    "profile-use": "READ",
    "self-profile": "WRITE",
    "dump-dir": "WRITE",
    "dump-mir-dir": "WRITE",
    "dump-mono-stats": "WRITE",
    "dep-info-omit-d-target": "VALUE",
    "link-arg": "gcc",
    "link-args": "gcc",
    "pre-link-arg": "gcc",
    "pre-link-args": "gcc",
    "post-link-args": "gcc",
    "llvm-args": "llvm",
}


# What else may be said of a process that runs tests: neither who runs them nor where.
_PLAIN_GATEWAY = frozenset(["id", "execmodel", "nice", "dont_write_bytecode"])


def meant(found: "Found", line: "Line") -> "list[Pair]":
    """Give pairs of a kind and a word for what an option holds. None for a word: it cannot be told."""
    word = found.value
    if word is None:
        return []
    if found.kind == "NAMES":
        if word.text is None:
            return [("WRITE", None)]
        return [("WRITE", Word(path, word.start, word.end)) for path in _behind(word.text)]
    if found.kind == "EXPORT":
        return _exported_image(word)
    if found.kind == "REPORTS":
        if word.reason is not None:
            return [("WRITE", None)]
        paths = [piece.partition(":")[2] for piece in word.prefix.split(",")]
        return [("WRITE", Word(path, word.start, word.end)) for path in paths if path]
    if found.kind == "PASSED":
        program = _PASSED_TO.get(_name(found), "gcc")
        if not line.is_news(program):
            return []
        # They are one line for that program: `-Wl,-Map -Wl,x`.
        alike = [one for one in line.found if one.kind == "PASSED" and _PASSED_TO.get(_name(one), "gcc") == program]
        return _read(program, [piece for one in alike for piece in _pieces(one)])
    return _key_value_setting(found, word)


def is_plain_gateway(word: Word | None) -> bool:
    """Tell whether tests are handed to processes of the same python, here: `popen`, `3*popen//id=x`."""
    if word is None or word.text is None:
        return False
    count, star, rest = word.text.partition("*")
    parts = (rest if star and count.isdigit() else word.text).split("//")
    return all(part == "popen" or part.partition("=")[0] in _PLAIN_GATEWAY for part in parts)


def _exported_image(word: Word) -> "list[Pair]":
    """Say where an image goes: into a folder, or where `dest` says; else to those who keep images."""
    if word.text is None:
        return [("WRITE", None)]
    items = dict(item.partition("=")[::2] for item in word.text.split(","))
    if "type" not in items and "dest" not in items:
        return _folder(word.prefix, word) if word.prefix != "-" else []
    dest = items.get("dest", "-")
    if dest == "-":
        return []
    return _folder(dest, word) if items.get("type") == "local" else [("WRITE", Word(dest, word.start, word.end))]


def _folder(path: str, word: Word) -> "list[Pair]":
    """Name a folder, and what an image has put into it."""
    inside = UnknownWord((f"{path.rstrip('/')}/", None), NAMED, False, word.start, word.end)
    return [("WRITE", Word(path, word.start, word.end)), ("WRITE", inside)]


def _name(found: "Found") -> str:
    names = found.option.names if found.option is not None else ()
    return next((name for name in names if name in _PASSED_TO), found.name)


def _behind(text: str) -> list[str]:
    return [path for piece in text.split(",") if (path := piece.partition("=")[2])]


def _pieces(found: "Found") -> list[Word]:
    word = found.value
    if word is None:
        return []
    if word.text is None:
        return [UnknownWord((None,), word.reason or "", True, word.start, word.end)]
    text = word.text
    if found.name[-6:] == "cflags" or found.name[-8:] == "asmflags":
        text = text if text[:1] == "-" else text.partition("=")[2]  # `all=-N -l`
        return [Word(piece, word.start, word.end) for piece in text.split()]
    parted = text.split(",") if found.name[-1:] == "," or "Xcompiler" in found.name else [text]
    return [Word(piece, word.start, word.end) for piece in parted]


def _read(program: str, words: list[Word]) -> "list[Pair]":
    """Say what options of another program do."""
    how = usage(program)
    if how is None or not words:
        return []
    line = how.read(words)
    made: list[Pair] = []
    for found in line.found:
        if found.kind in COMPOSED:
            made += meant(found, line)
        elif found.kind == "PLUGIN":
            made += [("CODEFILE", found.value)] if not (found.value and (found.value.text or "").isalpha()) else []
        elif found.kind == "WRITES":
            made.append(("WRITE", None))
        elif found.option is not None and found.option.acts:
            made += zip(found.option.kinds, found.values or (None,), strict=False)
    made += [("WRITE", None) for word in line.operands if word.text is None or word.text[:1] == "@"]
    return made


def _key_value_setting(found: "Found", word: Word) -> "list[Pair]":
    """Say what `key=value` names."""
    if word.text is None:
        return [("CODEFILE", None), ("WRITE", None)]
    key, equals, value = word.text.partition("=")
    given = Word(value, word.start, word.end)
    if found.name in ("--extern", "--plugin"):
        return [("CODEFILE", given if equals else word)] if equals or found.name == "--plugin" else []
    kind = _KEYS.get(key.replace("_", "-"), "VALUE")
    if kind.islower():
        return _read(kind, [Word(piece, word.start, word.end) for piece in value.split()])
    return [(kind, given)] if equals and value else []
