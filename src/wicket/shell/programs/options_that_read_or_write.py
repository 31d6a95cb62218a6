"""Options that read or write files, by the kind that the tables give them."""

from wicket.shell.catalogue.interpreter_names import language
from wicket.shell.languages.language_dispatch import reads as read_by
from wicket.shell.programs.archives_and_dry_run_options import included
from wicket.shell.programs.compound_option_values import COMPOSED, is_plain_gateway, meant
from wicket.shell.programs.copied_downloaded_emptied_and_backed_up_files import remote_names, uploads
from wicket.shell.programs.programs_that_print_all_variables import query
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from wicket.shell.catalogue.option_values_and_parse_result import Found, Line

    # The name of the program, the option, one of its values, the line; gives kinds of acts, and what each is done to.
    Deed = tuple[str, Word | None]
    Valued = Callable[[str, Found, Word | None, Line], list[Deed]]

__all__ = ["ACTS", "VALUED"]

# What a kind amounts to.
ACTS = {
    "READ": ("read",),
    "CONFIGFILE": ("read", "run"),
    "CONFIGEDIT": ("read", "run", "touch"),
    "SETTINGS": ("read", "run"),
    "TRUST": ("run",),
    "BIND": ("touch",),
    "COMPARE": ("read",),
    "LOOK": ("look",),
    "LIST": ("list",),
    "SSH": ("touch",),
    "SOCAT": ("touch",),
    "MOUNT": ("mount",),
    "COMMAS": ("run",),
    "DIR": ("read",),
    "CODEFILE": ("read", "run"),
    "WRITE": ("write",),
    "PIPED": ("write",),
    "UNIT": ("touch",),
    "EDIT": ("read", "write"),
    "MOVE": ("read", "delete"),
    "DELETE": ("delete",),
    "RUN": ("run",),
    "PREFIX": ("run",),
    "FED": ("run",),
    "PROGRAM": ("run",),
    "PACKAGE": ("run",),
    "CHECKPOINT": ("run",),
    "INSTALL": ("write",),
    "EDITOR": ("run",),
    "EXTERNAL": ("run",),
    "UNASKED": ("run",),
    "SCRIPT": ("read",),
    "TOUCH": ("touch",),
}

# Names of this machine.
_OURSELVES = frozenset(["localhost", "127.0.0.1", "[::1]"])


def _uploaded(_name: str, _option: "Found", word: "Word | None", _line: "Line") -> "list[Deed]":
    return [("read", file) for file in uploads(word)]


def _uploaded_path(_name: str, _option: "Found", word: "Word | None", _line: "Line") -> "list[Deed]":
    """A file, or a pattern of several."""
    if word is None or word.text in ("-", "."):
        return []
    return [("read", None if any(c in word.prefix for c in "{[") else word)]


def _kept_as_there(_name: str, _option: "Found", _word: "Word | None", line: "Line") -> "list[Deed]":
    """What is fetched keeps its name."""
    return [("write", file) for file in remote_names(line)] if line.is_news("REMOTE") else []


def _settings(_name: str, _option: "Found", word: "Word | None", _line: "Line") -> "list[Deed]":
    """Settings that name programs and files of their own."""
    return [("touch", None), ("read", word), ("run", word)]


def _written_somewhere(_name: str, _option: "Found", word: "Word | None", _line: "Line") -> "list[Deed]":
    return [] if word is None or (word.text or "").isdigit() else [("write", None)]


def _included(_name: str, _option: "Found", word: "Word | None", _line: "Line") -> "list[Deed]":
    return [("read", path) for path in included(word)]


def _gateway(_name: str, _option: "Found", word: "Word | None", _line: "Line") -> "list[Deed]":
    return [] if is_plain_gateway(word) else [("run", word)]


def _plugin(_name: str, _option: "Found", word: "Word | None", _line: "Line") -> "list[Deed]":
    """One that is called by a plain name is installed; all others lie somewhere."""
    return [] if word is None or (word.text or "").isalpha() else [("read", word), ("run", word)]


def _interpreter(_name: str, _option: "Found", word: "Word | None", _line: "Line") -> "list[Deed]":
    """A version is looked up; a path is run."""
    return [] if word is None or (word.text is not None and "/" not in word.text) else [("run", word)]


def _bound(_name: str, option: "Found", word: "Word | None", _line: "Line") -> "list[Deed]":
    return [*([("touch", None)] if _renames(option.values) else ()), ("touch", word)]


def _setting(_name: str, _option: "Found", word: "Word | None", _line: "Line") -> "list[Deed]":
    """A setting, as `-c` gives it."""
    if word is None:
        return []
    value = Word(word.text.partition("=")[2], word.start, word.end) if word.text is not None else None
    if word.prefix.lower().startswith("core.worktree="):
        return [("write", value)]
    # Some name files, whose lines are shown when they make no sense.
    return [("look", value)] if value is not None and value.text else []


def _ssh(_name: str, _option: "Found", word: "Word | None", _line: "Line") -> "list[Deed]":
    """A setting of ssh, whose value stands behind a blank or an equals sign."""
    if word is not None and word.text is not None:
        word = Word("=".join(word.text.split(None, 1)), word.start, word.end)
    return [("touch", word)]


def _archive(_name: str, _option: "Found", word: "Word | None", line: "Line") -> "list[Deed]":
    """Tar's archive is read or written as its other options say."""
    if word is None or word.text == "-":
        return []
    return [("read" if any(map(line.has, ("-x", "-t", "-d"))) else "write", word)]


def _code(name: str, _option: "Found", word: "Word | None", _line: "Line") -> "list[Deed]":
    """Code in another language: which files it reads, if it is plain."""
    if word is None or word.text is None or not (spoken := language(name)):
        return []
    return [("read", Word(file, word.start, word.end)) for file in read_by(spoken, word.text) or ()]


def _format(_name: str, _option: "Found", word: "Word | None", _line: "Line") -> "list[Deed]":
    """A format of curl's may write to files."""
    says = word is not None and word.text is not None and "%output{" not in word.text and word.text[:1] != "@"
    return [] if says else [("write", None)]


def _composed(_name: str, option: "Found", _word: "Word | None", line: "Line") -> "list[Deed]":
    return [(act, path) for kind, path in meant(option, line) for act in ACTS.get(kind, ())]


def _trusted(_name: str, _option: "Found", word: "Word | None", _line: "Line") -> "list[Deed]":
    """A machine that is believed, and that may send what is run; this one may be."""
    return [] if word is not None and _is_here(word.text or "") else [("run", word)]


def _is_here(address: str) -> bool:
    """Tell whether an address is one of this machine: `http://localhost:4566`."""
    host = address.partition("://")[2].partition("/")[0]
    name, _, port = host.rpartition(":") if host[-1:].isdigit() and ":" in host else (host, "", "0")
    return name in _OURSELVES and port.isdigit()


def _renames(values: "tuple[Word, ...]") -> bool:
    """Tell whether a folder has another name where it is bound: `x y`, `x:y`."""
    if any(word.text is None for word in values):
        return True
    texts = [text for word in values for text in (word.text or "").split(":" if len(values) == 1 else "\0")]
    return len(set(texts[:2])) > 1


def _locked(_name: str, _option: "Found", word: Word | None, _line: "Line") -> "list[Deed]":
    """A path that is written, and one beside it that ends with `.lock`."""
    if word is None or word.reason is not None:
        return [("touch", word)]
    return [("touch", word), ("write", Word(f"{word}.lock", word.start, word.end))]


def _configured_by(name: str, _option: "Found", word: Word | None, _line: "Line") -> "list[Deed]":
    """A file of settings is run, but for the one of the project that the program runs anyway: `jest.config.js`."""
    program = name.partition(" ")[0]
    path = word.prefix if word is not None and word.reason is None else "/"
    base = path.rpartition("/")[2]
    if path[0:1] not in ("/", "~") and ".." not in path and base.startswith((f"{program}.config.", f".{program}rc")):
        return [("read", word)]
    return [("read", word), ("run", word)]


# How a rule of a filter begins that names a file of more rules, or one for each folder; modifiers may follow.
_MERGING = ("merge", "dir-merge", ".", ":")


def _filter(_name: str, _option: "Found", word: "Word | None", _line: "Line") -> "list[Deed]":
    """See the file that a rule of a filter names: `merge FILE`, `:e- FILE`. Lines that make no sense are shown."""
    if word is None or not word.prefix.startswith(_MERGING):
        return [("read", None)] if word is not None and word.reason is not None and not word.prefix else []
    if word.reason is not None:
        return [("read", None)]
    _, _, file = word.prefix.replace("_", " ", 1).partition(" ")
    return [("read", Word(file.strip() or ".cvsignore", word.start, word.end))]


VALUED: "dict[str, Valued]" = {
    "CONFIGFILE": _configured_by,
    "LOCKED": _locked,
    "UPLOAD": _uploaded,
    "UPLOADED": _uploaded_path,
    "REMOTE": _kept_as_there,
    "SETTINGS": _settings,
    "WRITES": _written_somewhere,
    "PLUGIN": _plugin,
    "INCLUDE": _included,
    "GATEWAY": _gateway,
    "BIND": _bound,
    "INTERPRETER": _interpreter,
    "CONFIG": _setting,
    "CONFIGURED": _setting,
    "SSH": _ssh,
    "ARCHIVE": _archive,
    "MERGE": _filter,
    "CODE": _code,
    "JQ": query,
    "WRITEOUT": _format,
    "TRUST": _trusted,
    **dict.fromkeys(COMPOSED, _composed),
}
