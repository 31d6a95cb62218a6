"""What the operands of a program are: as the tables or `roles` say, and as its options change that.

An option may move the program to another folder, have it read names from a list, or keep what it changes under another
name.
"""

from wicket.shell.characters import listed
from wicket.shell.roles import ROLES, given_to_code, longer
from wicket.shell.words import GLOB, NAMED, UnknownWord, Word
from wicket.shell.worktree import WRITES_LISTED, git_operands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.script import Command
    from wicket.shell.usage import Found, Line, Usage

    Pair = tuple[str, Word | None]

__all__ = ["MAX_FOLDERS", "operands_of"]

# A command line that moves on to more folders than this is not followed.
MAX_FOLDERS = 16

# Options by which names of files are read.
_LISTS = listed(
    "--files0-from --files-from -files0-from --files --files0 --filelist --pathspec-from-file --stdin-paths"
)
_LISTS_OF = frozenset([("cpio", "-o"), ("cpio", "-p"), ("zip", "-@"), ("git checkout-index", "--stdin")])
# There, an option of such a name means something else.
_NO_LISTS = frozenset(["wget", "rg"])


def operands_of(command: "Command", name: str, usage: "Usage", line: "Line", deletes: bool) -> "list[Pair]":
    """Say of each operand what it is, and add what is meant without being there. None: it cannot be told."""
    role = ROLES.get(name)
    if role is None:
        role = git_operands if name[:4] == "git " else given_to_code if usage.ends else None
    if role is not None:
        made = role(command, name, usage, line)
    elif line.operands and not (usage.idle and not line.found):
        made = [*usage.kinds(line.operands)]
    else:
        made = []
    if not line.found:
        return made
    folders: dict[str, Word] = {}
    endings: list[Word] = []
    lists = False
    for found in line.found:
        lists = lists or _names_files(name, found)
        if found.value is None or found.option is None:
            continue
        if found.kind == "INPLACE" or "--suffix" in found.option.names:
            endings.append(found.value)
        elif found.kind == "CD":
            folders[str(found.value)] = found.value
    if name == "pax" and not line.operands and line.has("-w"):
        lists = True  # its input names them
    if lists:
        made.append(("DELETE" if deletes else "WRITE" if name in WRITES_LISTED else "READ", None))
    for ending in endings:
        made += [("WRITE", longer(word, ending)) for _, word in tuple(made) if word is not None]
    if not folders:
        return made
    moved: list[Pair] = []
    for number, folder in enumerate(folders.values()):
        if number == MAX_FOLDERS:
            return [*made, *moved, *[(kind, None) for kind, _ in made]]
        moved += [("LOOK", folder), *_moved(made, folder)]
    return made + moved


def _names_files(name: str, found: "Found") -> bool:
    """Tell whether an option has a program read, from a file or its input, the names of what it reads."""
    if (name, found.name) in _LISTS_OF:
        return True
    if found.option is None or name in _NO_LISTS:
        return False
    return not _LISTS.isdisjoint(found.option.names)


def _moved(pairs: "list[Pair]", folder: Word) -> "list[Pair]":
    """Give the operands once more, as seen from another folder."""
    made: list[Pair] = []
    for kind, word in pairs:
        if word is None or word.prefix[:1] == "/":
            continue
        made.append((kind, _seen_from(folder.text, word) if folder.text is not None else None))
    return made


def _seen_from(folder: str, word: Word) -> Word | None:
    """Give a relative path as seen from above a folder, if what is not known of it is only names."""
    if word.text is not None:
        return Word(f"{folder}/{word.text}", word.start, word.end)
    if word.reason not in (GLOB, NAMED):
        return None
    first, *rest = word.shape
    shape = (f"{folder}/{first}", *rest) if first is not None else (f"{folder}/", None, *rest)
    return UnknownWord(shape, word.reason, word.many, word.start, word.end)
