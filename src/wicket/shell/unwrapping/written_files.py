"""The files that a text has written so far: whoever runs one of them runs what the text says.

`Written` is what is remembered; `remember` sees which files a command writes: outputs, downloads, what an archive
holds.
"""

from wicket.shell.catalogue.compiled_catalogue import dashed, of_all, traits
from wicket.shell.programs import program_lookup, subcommands
from wicket.shell.programs.file_access import acts_of
from wicket.shell.programs.git_operands_and_shown_contents import MAKES_FILES, UNPACKS
from wicket.shell.state.variable_values_and_attributes import is_foreign
from wicket.shell.unknown_values import PIPED, UNCALLED
from wicket.shell.words import UnknownWord, Word, fits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from wicket.shell.catalogue.option_parser import Usage
    from wicket.shell.catalogue.option_values_and_parse_result import Line
    from wicket.shell.read_result import Command
    from wicket.shell.unknown_values import Shape
    from wicket.shell.unwrapping.walk_interface import Runner

__all__ = ["WRITING", "remember", "writes"]

# How it is said that a program runs what was there before, and was edited: by itself, that is no text of the line.
EDITED = "which this text has edited"
# Sources that no shell and no build tool runs; and among them those that some do.
_SOURCES = (".py", ".js", ".mjs", ".cjs", ".ts", ".tsx", ".jsx", ".mts", ".cts", ".go", ".rs")
_SETTINGS = frozenset(
    ["setup", "conftest", "noxfile", "tasks", "fabfile", "settings", "gulpfile", "gruntfile", "sitecustomize", "build"]
)

# More names than these that are only partly known, and every name is as good as written.
MAX_VAGUE = 20


# Parts of paths that version control is configured by, or runs.
_HOOKS = tuple([part for parts in of_all("hook_paths").values() for part in parts])


# Where nobody puts a repository.
_SYSTEM = ("/bin/", "/sbin/", "/usr/")


class Written:
    """Remembers paths by their last part: in which directory they were written is not worth following."""

    __slots__ = (
        "_all_spelled",
        "_edited",
        "_endings",
        "_names",
        "_spelled",
        "_texts",
        "_tops",
        "_vague",
        "anything",
        "copied",
        "dashed",
        "fetched",
        "hooks",
        "some",
    )

    def __init__(self) -> None:
        self._names: set[str] = set()
        self._edited: set[str] = set()  # names of sources that were there, and that were edited and not written anew
        self._texts: dict[str, str | None] = {}  # what was written, where the text spells that, once
        self._spelled: dict[str, None] = {}  # all that was ever written, where the text spells that
        self._all_spelled: tuple[str, ...] = ()  # the same, for many commands
        self._endings: dict[str, list[str]] = {}  # names by what begins with their last dot
        self._vague: list[Word] = []
        self._tops: list[tuple[list[str] | None, bool]] = []  # folders that were fetched, and which are repositories
        self.some = False  # at least one has been, or may have been
        self.anything = False  # an archive or a patch of the text's own may have written any file
        self.copied = False  # files that were there before lie elsewhere as well, by the names that they had
        self.fetched = False  # files of others were fetched, of whatever names but those of version control
        self.hooks = False  # something that version control would run or be configured by
        self.dashed = False  # a name that begins with a dash, or may

    @property
    def programs(self) -> bool:
        """Tell whether one may be a program that others look for by its name."""
        plain = any(name.isascii() and name == name.lower() for name in self._endings.get("", ()))
        return plain or self.anything or bool(self._vague)

    def add(self, path: Word, folders: "tuple[str, ...] | None" = (), text: str | None = None) -> None:
        """Remember one. `folders` are those that the text may be in, `text` is what is written, if that is spelled."""
        if path.reason == PIPED and path.shape == ("/dev/fd/", None):
            return  # `>(…)` is a pipe and no file
        self.some = True
        if text:
            self._spelled[text] = None
        self.hooks = self.hooks or any(part in f"{folder}/" for folder in folders or () for part in _HOOKS)
        if path.text is not None:
            name = path.text.rpartition("/")[2]
            self.dashed = self.dashed or name[:1] == "-"
            self._edited.discard(name)
            if name not in self._names or self._texts.get(name) != text:
                self._texts[name] = text if name not in self._names else None
            if name not in self._names:
                self._names.add(name)
                self._endings.setdefault(_ending(name), []).append(name)
            self.hooks = self.hooks or name.startswith(dashed) or any(part in path.text for part in _HOOKS)
            return
        self.dashed = self.dashed or not path.enumerated
        if len(self._vague) <= MAX_VAGUE:
            self._vague.append(path)
        self.hooks = self.hooks or any(part in piece for piece in path.shape if piece is not None for part in _HOOKS)

    def edit(self, path: Word, folders: "tuple[str, ...] | None") -> None:
        """Remember one that is edited in place, and so was there before."""
        name = _base(path)
        again = name in self._names and name not in self._edited
        self.add(path, folders)
        if not again and _is_written_source(path, folders):
            self._edited.add(name)

    def only_edited(self, path: Word) -> bool:
        """Tell whether this path is one that was there before, if it is one of them."""
        return _base(path) in self._edited and not (
            self.anything or self.copied or any(_may_be_written_file(word, path) for word in self._vague)
        )

    def spelled(self, path: Word) -> str | None:
        """Give what the text has written there, where it spells that; None: it may be something else."""
        text = self._texts.get(_base(path))
        if text is None or self.anything or self.copied or len(self._vague) > MAX_VAGUE:
            return None
        return None if any(_may_be_written_file(word, path) for word in self._vague) else text

    def spelled_texts(self) -> "tuple[str, ...]":
        """Give all that the text has written into files, where it spells that."""
        if len(self._spelled) != len(self._all_spelled):
            self._all_spelled = tuple(self._spelled)
        return self._all_spelled

    def named(self, patterns: "Iterable[str]", but: "Collection[str]" = ()) -> "list[str]":
        """List the names among them that are one of these, or end like these."""
        found: list[str] = []
        for pattern in patterns:
            if pattern[0] != "*":
                found += [pattern] if pattern in self._names else []
            else:
                found += self._endings.get(pattern[1:], ())
        return [name for name in dict.fromkeys(found) if name not in but]

    def add_anything(self) -> None:
        """Remember that an archive or a patch of the text's own may have written any file."""
        self.some = self.anything = True

    def add_fetched(self, top: str | None, *, repository: bool) -> None:
        """Remember that files of others lie there now. `top`: the folder that holds them; None: it is not known.

        `repository`: in it, but not below it, version control is configured by nobody else.
        """
        self.some = self.fetched = True
        if len(self._tops) <= MAX_VAGUE:
            self._tops.append((None if top is None else _parts_of_written_path(top), repository))

    def fetched_settings(self, folders: "tuple[str, ...] | None") -> bool:
        """Tell whether version control, in one of these folders, may be configured by what was fetched."""
        if not self._tops or folders is None or len(self._tops) > MAX_VAGUE:
            return bool(self._tops)
        for here in map(_parts_of_written_path, folders):
            for top, repository in self._tops:
                if top is None or (here[: len(top)] == top and len(here) >= len(top) + repository):
                    return True
        return False

    def add_copies(self) -> None:
        """Remember that files that were there before lie elsewhere as well, by the names that they had."""
        self.some = self.copied = True

    def any_of(self, patterns: "Iterable[str]", but: "Collection[str]" = ()) -> bool:
        """Tell whether one of these names, or of these endings (`*.py`), may be among them; `but` not those."""
        if self.anything:
            return True
        names = [
            (_last_part_of_written_path(word.shape), word.outside or word.reason == UNCALLED) for word in self._vague
        ]
        vague = [shape for shape, others in names if not (others and None in shape)]
        for pattern in patterns:
            if pattern[0] != "*":
                if any(fits(shape, pattern) for shape in vague) or (pattern in self._names and pattern not in but):
                    return True
            elif any((shape[-1] or pattern).endswith(pattern[1:]) for shape in vague) or any(
                name not in but for name in self._endings.get(pattern[1:], ())
            ):
                return True
        return False

    def holds(self, path: Word) -> bool:
        """Tell whether this path may be one of them."""
        if path.text is None:
            return self.some
        if self.anything or self.copied or path.text.rpartition("/")[2] in self._names or len(self._vague) > MAX_VAGUE:
            return True
        if self.fetched and not path.prefix.startswith(_SYSTEM):
            return True
        return any(_may_be_written_file(word, path) for word in self._vague)


def _parts_of_written_path(path: str) -> list[str]:
    """Cut a path into its parts, as they are left when those with dots are worked out."""
    made: list[str] = ["/"] if path[:1] == "/" else []
    for part in path.split("/"):
        if part == ".." and made and made[-1] not in ("..", "/"):
            made.pop()
        elif part not in ("", "."):
            made.append(part)
    return made


def _may_be_written_file(word: Word, path: Word) -> bool:
    """Tell whether a name that is not known may be that of a file."""
    text = path.prefix
    name = text.removeprefix("./")
    last = text.rpartition("/")[2]
    if len(word.shape) > 1 and any(word.may_be(spelling) for spelling in (text, name, last, "./" + name)):
        return True
    return not word.outside and word.shape == (None,)  # whoever wrote the text may have chosen it


def _base(path: Word) -> str:
    """Give the last part of a path; empty where it is not known."""
    return path.prefix.rpartition("/")[2] if path.reason is None else ""


def _is_written_source(path: Word, folders: "tuple[str, ...] | None") -> bool:
    """Tell whether a file in the work tree is a source that no shell and no build tool runs."""
    text = path.prefix if path.reason is None else ""
    parts = [part for part in text.split("/") if part != "."]
    if folders is None or not parts or not all(parts) or any(folder[:1] == "/" or ".." in folder for folder in folders):
        return False
    if any(part[0] == "." or part == "hooks" for part in parts):
        return False
    name = parts[-1].lower()
    return name.endswith(_SOURCES) and name.partition(".")[0] not in _SETTINGS and name.count(".") == 1


def _last_part_of_written_path(shape: "Shape") -> "Shape":
    """Give what is known of the last part of a path."""
    kept: list[str | None] = []
    for piece in reversed(shape):
        if piece is not None and "/" in piece:
            kept.insert(0, piece.rpartition("/")[2])
            break
        kept.insert(0, piece)
    return tuple(kept)


def _ending(name: str) -> str:
    return name[name.rfind(".") :] if "." in name else ""


# Kinds of options and operands by which files are written.
WRITING = frozenset(["WRITE", "PIPED", "EDIT", "DD", "ARCHIVE", "INPLACE", "EXTRACT"])


def remember(reader: "Runner", command: "Command", name: str, usage: "Usage", line: "Line") -> None:
    """Remember what a command writes, as far as it could be run later."""
    written = reader.written
    own = written.some  # before this command, so that what it makes is made of what the text has written
    key = program_lookup.plain(command.name or "")
    if "changes-no-content" in traits(key):
        return
    made = acts_of(command, name, usage, line)
    patches = "patches" in traits(name)
    # A patch that the text spells says which files it changes.
    named = (
        patches
        and all(str(word) == "-" for word in line.operands)
        and not any(act.kind == "write" and act.word is None for act in made)
    )
    read = [act.word for act in made if act.kind == "read"] if named else []
    for act in made:
        if act.kind == "write" and act.word is not None:
            if (act.by == "-i" and name == "sed") or any(act.word is word for word in read):
                written.edit(act.word, command.place.cwd)
            else:
                written.add(act.word, command.place.cwd)
    if key in ("curl", "wget"):
        for word in command.words[1:]:
            if word.text is not None and "://" in word.text:
                written.add(Word(word.text.rpartition("/")[2].partition("?")[0], word.start, word.end))
    elif key == "ln":
        # Below such a link lies whatever descriptors bring.
        folders = [piece for word in line.operands for piece in (word.text or "dev").split("/")]
        if "dev" in folders or "proc" in folders:
            written.add_anything()
    elif key in ("split", "csplit"):
        prefix = line.value("-f") if key == "csplit" else line.operands[1] if len(line.operands) > 1 else None
        start = (prefix.prefix if prefix is not None else "") or ("xx" if key == "csplit" else "x")
        written.add(UnknownWord((start.rpartition("/")[2], None), "a piece", False, command.start, command.end))
        if line.value("--additional-suffix") is not None:
            written.add_anything()
    elif own and key == "make":
        for word in line.operands:
            written.add(word)
    elif own and key in ("gcc", "cc"):
        written.add(Word("a.out", command.start, command.end))
    elif "packs-input" in traits(key):
        for word in line.operands:
            if word.text is not None:
                written.add(Word(word.text.rpartition(".")[0], word.start, word.end))
    elif not named and (
        (patches and not is_foreign(reader.input_of(command))) or (own and _unpacks(reader, name, key, line))
    ):
        written.add_anything()
    elif "unpacks-input" in traits(key) and _unpacks(reader, name, key, line) and _has_packed(reader, command):
        written.add_copies()


def writes(name: str, _usage: "Usage", line: "Line") -> bool:
    """Tell whether an option of a command, or what it does, may write files that could be run."""
    return name in MAKES_FILES or not WRITING.isdisjoint([found.kind for found in line.found])


def _unpacks(reader: "Runner", name: str, key: str, line: "Line") -> bool:
    """Tell whether a command takes files out of an archive or a patch that the text may have made."""
    if name in UNPACKS:
        return True
    if key in ("tar", "jar"):
        archive = line.value("-f")
        if archive is None or archive.text in ("-", "/dev/stdin"):
            return line.has("-x")
        return line.has("-x") and reader.written.holds(archive)
    if key in ("patch", "cpio"):
        return True
    return "unpacks" in traits(key) and any(reader.written.holds(word) for word in line.operands)


def _has_packed(reader: "Runner", unpacking: "Command") -> bool:
    """Tell whether the text makes an archive, of whatever files, which it need not write anywhere."""
    reader.spend(15 * len(reader.commands))
    for command in reader.commands:
        if command is unpacking or command.name is None:
            continue
        if "unpacks-input" in traits(program_lookup.plain(command.name)):
            reader.spend(40)
            taken = subcommands.usage_of(command)
            if taken is None:
                return True
            line = taken.line
            if line.has("-c") or not (line.has("-x") or line.has("-t")):
                return True
    return False
