"""Commands that bring files of others here: a clone, a download, a copy from another machine or out of a container.

Whoever runs one of those files in the same text runs what nobody here has seen. The catalogue says which commands they
are, under `fetches_files`; of a program that it does not know, a verb and an address do.
"""

from wicket.shell.catalogue.compiled_catalogue import entry, fact
from wicket.shell.catalogue.folder_uploads import carriers_of, command_meant
from wicket.shell.characters import listed
from wicket.shell.programs.git_operands_and_shown_contents import FOLDER_OPTION, REPOSITORY
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.folder_uploads import Carrier
    from wicket.shell.read_result import Command
    from wicket.shell.unwrapping.walk_interface import Runner

__all__ = ["folders_of_version_control", "only_fetches", "remember_fetched"]

# Of each program: its commands that fetch, and whether it takes the beginnings of their names for them.
_made: "dict[str, tuple[list[Carrier], bool]]" = {}

# So unknown programs are told to bring files of others, from the address that stands behind.
_BRINGING = listed("branch checkout clone co copy cp download export fetch get import mirror pull sync")
_FIRST = 4  # among so many words
_ANY = carriers_of({f"x {verb}": "tree" for verb in _BRINGING})

# Behind such an ending of a source, what is in a folder is meant, and not the folder.
_CONTENTS = ("/", "/.", "*")


def remember_fetched(reader: "Runner", command: "Command", name: str) -> None:
    """Remember that a command brings files of others, if it does."""
    meant = _fetching(command, name)
    if meant is None:
        return
    carrier, behind = meant
    folders = command.place.cwd
    top, below = _top(carrier, behind)
    if folders is None or top is None:
        reader.written.add_fetched(None, repository=below)
        return
    for folder in folders:
        reader.written.add_fetched(_joined(folder, top), repository=below)


def only_fetches(command: "Command", name: str) -> bool:
    """Tell whether a command brings files of others; then it runs none that others have brought before it."""
    return _fetching(command, name) is not None


def _fetching(command: "Command", name: str) -> "tuple[Carrier, list[Word]] | None":
    """Find the command of a program by which files of others come here, and the words behind it."""
    if name not in _made:
        known = entry(name)
        if known is None:
            return _by_its_verb(command)
        _made[name] = carriers_of(known.facts("fetches_files")), bool(fact("abbreviates", name))
    words = command.words
    carriers, abbreviates = _made[name]
    if abbreviates:
        words = tuple([_in_full(word, carriers) for word in words])
    meant = command_meant(carriers, words)
    if meant is None:
        return None
    carrier, _, behind = meant
    marks = carrier.marks
    if "address" in marks:  # where that is not known, it may be one
        taken = usage_of(command)
        fetches = any(word.reason is not None or _is_elsewhere(word) for word in behind) or (
            taken is not None and taken.line.strange
        )
    elif "remote" in marks or "first" in marks:
        fetches = any(map(_is_elsewhere, behind[:-1] if "remote" in marks else behind[:1]))
    else:
        fetches = True
    return (carrier, behind) if fetches else None


def _by_its_verb(command: "Command") -> "tuple[Carrier, list[Word]] | None":
    """See an unknown program that is told to bring what an address holds: `frob clone https://h/x`."""
    texts = [word.prefix for word in command.words[1:]]
    if _BRINGING.isdisjoint(texts[:_FIRST]) or not any(
        "://" in text or "@" in text.partition(":")[0] for text in texts
    ):
        return None
    meant = command_meant(_ANY, command.words)
    return None if meant is None else (meant[0], meant[2])


def _in_full(word: Word, carriers: "list[Carrier]") -> Word:
    """Give a subcommand in full, where its name may be cut short."""
    text = _known(word) or ""
    full = next((one.words[0] for one in carriers if one.words and one.words[0].startswith(text)), "")
    return Word(full, word.start, word.end) if len(text) > 1 and full else word


def _is_elsewhere(word: Word) -> bool:
    """Tell whether a word names something on another machine, in a container or in a bucket, or may."""
    prefix = word.prefix
    if "://" in prefix or ":" in prefix.partition("/")[0] or (prefix[:1] != "/" and ":/" in prefix):
        return True
    return word.reason is not None and not word.outside and "/" not in prefix


def _top(carrier: "Carrier", behind: "list[Word]") -> "tuple[str | None, bool]":
    """Say which folder holds what comes, and whether only folders below it may bring settings of version control."""
    if carrier.how == "repository":
        named = [word for word in behind if not (_is_elsewhere(word) and word.reason is None)]
        if len(behind) > 1:
            return (_known(named[-1]) if named else None), True
        address = _known(behind[0]) if behind else None
        name = None if address is None else address.rstrip("/").rpartition("/")[2].rpartition(":")[2]
        return (None if name is None else name.removesuffix(REPOSITORY)), True
    if "remote" not in carrier.marks or not behind:
        return ".", True
    target = _known(behind[-1])
    if target is None or target.strip("./"):
        return target, False
    return target, not any(word.prefix.endswith(_CONTENTS) or word.reason is not None for word in behind[:-1])


def folders_of_version_control(command: "Command") -> "tuple[str, ...] | None":
    """List the folders that a command of version control may look for its settings in; None: they are not known."""
    folders = command.place.cwd
    taken = usage_of(command)
    for found in taken.line.found if taken is not None else ():
        if found.kind != "CD" and found.name != FOLDER_OPTION:
            continue
        told = None if found.value is None else _known(found.value)
        if folders is None or told is None:
            return None
        folders = (*folders, *[_joined(folder, told) for folder in folders])
    return folders


def _joined(folder: str, path: str) -> str:
    return path if path[:1] == "/" or not folder else f"{folder}/{path}"


def _known(word: Word) -> str | None:
    """Give what a word is; None: that is not known."""
    return word.prefix if word.reason is None else None
