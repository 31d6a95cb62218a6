"""What a container runs, with paths of this machine in the place of its own: `/w/x` is `./x` behind `-v .:/w`.

A command that a container is given is read as it stands, and once more by what of this machine its folders are, in the
folder of this machine that it starts in. Each reading is judged, so that none makes another looser.
"""

from wicket.shell.catalogue.interpreter_names import SHELLS
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.unwrapping.wrapped_commands_and_shell_texts import opaque
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_values_and_parse_result import Line
    from wicket.shell.read_result import Assignment, Command
    from wicket.shell.unwrapping.walk_interface import Runner

__all__ = ["Mount", "mounted_pairs", "run_on_this_machine"]

# It stands in a text for what is not known of it, as no word can hold it.
_HOLE = "\0"

_SOURCES = frozenset(["src", "source"])
_TARGETS = frozenset(["dst", "destination", "target"])
# Where a container starts if an option says so.
_FOLDER_OPTIONS = ("--workdir", "--pwd")

# What more mounts do is not looked into; and what it costs to put one into a word.
_MOST = 32
_WORK_OF_WORD = 20


class Mount:
    """A folder or file of this machine, and which path it has in a container. Pieces not known are holes."""

    __slots__ = ("outside", "reason", "source", "target")

    def __init__(self, source: str, target: str, reason: str | None = None, outside: bool = False) -> None:
        self.source = source
        self.target = target
        self.reason = reason
        self.outside = outside


def mounted_pairs(word: Word | None) -> "list[Mount]":
    """Give what a container is handed and where: `x:/y`, `x:/y:ro`, `type=bind,src=x,dst=/y`; volumes are left out."""
    if word is None:
        return []
    text = _spelled(word)
    source, target = _of_pairs(text) if "=" in text.partition(",")[0] else _of_colons(text)
    target = _tidy(target)
    if target[:1] != "/" or target == "/" or _HOLE in target or not source or not _is_path(source):
        return []
    return [Mount(source, target, word.reason, word.outside)]


def _of_pairs(text: str) -> tuple[str, str]:
    source = target = ""
    for item in text.split(","):
        key, _, value = item.strip('"').partition("=")
        if key.lower() in _SOURCES or (key.lower() == "volume-opt" and value[:7] == "device="):
            source = value.removeprefix("device=")
        elif key.lower() in _TARGETS:
            target = value
    return source, target


def _of_colons(text: str) -> tuple[str, str]:
    parts = text.split(":")
    if len(parts) > 1 and len(parts[0]) == 1 and parts[0].isalpha():  # a drive of Windows
        parts[:2] = [":".join(parts[:2])]
    return (parts[0], parts[1]) if len(parts) > 1 else ("", "")


def _is_path(source: str) -> bool:
    """Tell a path from the name of a volume."""
    return source[0] in (".", "~", _HOLE) or "/" in source or source[1:2] == ":"


def run_on_this_machine(
    reader: "Runner",
    command: "Command",
    name: str,
    operands: list[Word],
    line: "Line",
    environment: "tuple[Assignment, ...]",
) -> None:
    """Read what a container is given once more, as what it does to this machine."""
    mounts = [mount for found in line.found if found.kind == "MOUNT" for mount in mounted_pairs(found.value)]
    entry = _entry_point(line)
    if not (mounts and operands) and not entry:
        return
    # What stands behind the image is for the entry point, options too.
    words = (entry, *line.operands[1:]) if entry else tuple(operands)
    if entry:
        reader.run_words(words, name, command, assignments=environment)
    if not mounts:
        return
    mounts = [placed for mount in mounts for placed in _from_here(mount, reader)]
    if len(mounts) > _MOST:
        opaque(command, f"{name} is handed more folders than are looked at")
        return
    mounts.sort(key=lambda mount: -len(mount.target))
    reader.spend(_WORK_OF_WORD * len(words) * len(mounts))
    texts = words[0].prefix.rpartition("/")[2] in SHELLS
    read = [words]
    for mount in mounts:
        here = tuple([_on_this_machine(word, mounts, mount, texts) for word in words])
        if here not in read:
            read.append(here)
            reader.run_words(here, name, command, assignments=environment)
    folders = [folder for folder in _folders(line, mounts) if folder != (reader.outside.get("PWD"),)]
    if folders:
        kept = reader.state.cwd
        for folder in folders:
            reader.state.cwd = folder
            reader.run_words(words, name, command, assignments=environment)
        reader.state.cwd = kept


def _entry_point(line: "Line") -> Word | None:
    """Give the program that a container starts with what stands behind the image; None: that is a command itself.

    An image that is given options is taken for the program that it is called after: `bash:5 -c x`, `node -e x`.
    """
    entry = line.value("--entrypoint")
    if entry is not None:
        return entry if entry.reason is None and entry.prefix else None
    if len(line.operands) < 2 or line.operands[1].prefix[:1] != "-":
        return None
    image = line.operands[0]
    called = image.prefix.rpartition("/")[2].partition("@")[0].partition(":")[0]
    return Word(called, image.start, image.end) if PROGRAMS[called].known or called in SHELLS else None


def _folders(line: "Line", mounts: "list[Mount]") -> "list[tuple[str, ...] | None]":
    """Give the folders of this machine that a container may start in, beside the one that it is started from.

    Where no option says it, the image does: it may be any that is mounted.
    """
    given = next((value for name in _FOLDER_OPTIONS if (value := line.value(name)) is not None), None)
    if given is None or given.reason is not None:
        sources = [mount.source for mount in mounts if not (mount.outside and _HOLE in mount.source)]
    else:
        path = _tidy(given.prefix)
        led, used = _put(path, mounts, None)
        chosen = used and not (used[0].outside and _HOLE in led)
        sources = [led] if chosen else []
    folders: list[tuple[str, ...] | None] = []
    for source in sources:
        folder = None if _HOLE in source else (source,)
        if folder not in folders and (folder is None or not _is_start(source)):
            folders.append(folder)
    return folders


def _is_start(folder: str) -> bool:
    return folder in (".", "./")


def _from_here(mount: Mount, reader: "Runner") -> "list[Mount]":
    """Say of a folder that is mounted where it lies, whatever folder the container is in then."""
    source = mount.source
    folders = reader.state.cwd
    if source[0] in ("/", "~", _HOLE) or source[1:2] == ":" or folders == ("",):
        return [mount]
    made = [
        Mount(f"{folder}/{source}" if folder else source, mount.target, mount.reason, mount.outside)
        for folder in folders or (_HOLE,)
    ]
    if folders is None:
        made[0].reason, made[0].outside = made[0].reason or "the folder that it is started from", False
    return made


def _on_this_machine(word: Word, mounts: "list[Mount]", within: Mount, texts: bool) -> Word:
    """Put paths of this machine in the place of those of the container, wherever they stand in a word.

    A folder above several that are mounted is the one that this one is `within`; among several words in one, only
    where these are for a shell: to code, a slash may be anything.
    """
    text = _spelled(word)
    if "/" not in text:
        return word
    single = " " not in text and "\n" not in text
    if not single:  # of a text that is read, all has to be known; nobody has chosen what comes from outside
        mounts = [mount for mount in mounts if not (mount.outside and _HOLE in mount.source)]
    plain = _tidy(text) if text[0] == "/" and single else text
    made, used = _put(plain, mounts, within if single or texts else None)
    if not used:
        return word
    if _HOLE not in made:
        return Word(made, word.start, word.end)
    shape: list[str | None] = []
    for at, piece in enumerate(made.split(_HOLE)):
        shape += [None, piece] if at else [piece]
    reasons = [*[mount.reason for mount in used], word.reason]
    outside = all(mount.outside for mount in used if mount.reason is not None)
    return UnknownWord(
        tuple([piece for piece in shape if piece != ""]),
        next((reason for reason in reasons if reason is not None), ""),
        word.many,
        word.start,
        word.end,
        outside and (word.outside or word.reason is None),
    )


def _put(text: str, mounts: "list[Mount]", within: Mount | None) -> "tuple[str, list[Mount]]":
    """Replace paths of a container, and folders above one that is mounted, in a text; say which mounts are used."""
    used: list[Mount] = []
    made: list[str] = []
    end = 0
    at = text.find("/")
    while at >= 0:
        if (at and text[at - 1] in _GOES_ON) or text[at + 1 : at + 2] == "/":
            at = text.find("/", at + 1)  # a path goes on there, or an address
            continue
        behind = at
        while behind < len(text) and text[behind] not in _ENDS:
            behind += 1
        led = _led(text[at:behind], mounts, within)
        if led is not None:
            mount, path = led
            used.append(mount)
            made += [text[end:at], path]
            end = behind
        at = text.find("/", behind)
    return "".join([*made, text[end:]]), used


def _led(path: str, mounts: "list[Mount]", within: Mount | None) -> "tuple[Mount, str] | None":
    """Give what a path of the container is of this machine; None: nothing that is mounted."""
    for mount in mounts:
        if path == mount.target or path.startswith(mount.target + "/"):
            if within is not None and within.target == mount.target:
                mount = within
            return mount, mount.source.rstrip("/") + path[len(mount.target) :] or "/"
    if within is not None and within.target.startswith(path.rstrip("/") + "/"):  # all of it lies below
        return within, within.source
    return None


# Behind these, a slash goes on with a path; and these end one.
_GOES_ON = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.~/*?]}-" + _HOLE)
_ENDS = frozenset(" \t\n'\"`;|&<>():,={}[]")


def _tidy(path: str) -> str:
    """Leave out of a path what leads nowhere: `//`, `/./`, `x/..`."""
    made: list[str] = []
    for part in path.split("/"):
        if part == "..":
            made[-1:] = []
        elif part not in ("", "."):
            made.append(part)
    return ("/" if path[:1] == "/" else "") + "/".join(made)


def _spelled(word: Word) -> str:
    return "".join([_HOLE if piece is None else piece for piece in word.shape])
