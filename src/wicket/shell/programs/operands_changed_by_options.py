"""What the operands of a program are: as its usage line says, and as its options change that.

An option may move the program to another folder, have it read names from a list, or keep what it changes under another
name.
"""

from wicket.shell.catalogue.compiled_catalogue import traits
from wicket.shell.programs.git_operands import LISTED_BY, WRITES_LISTED
from wicket.shell.programs.program_specific_operands import ROLES, given_to_code
from wicket.shell.unknown_values import GLOB, NAMED
from wicket.shell.words import UnknownWord, Word, longer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_parser import Usage
    from wicket.shell.catalogue.parsed_command_line import Line
    from wicket.shell.read_result import Command

    Pair = tuple[str, Word | None]

__all__ = ["MAX_FOLDERS", "operands_of"]

# A command line that moves on to more folders than this, or names more endings, is not followed.
MAX_FOLDERS = 16

# Options of theirs by which names of files are read, beside those that are called so.
_LISTS_OF = {"cpio": ("-o", "-p"), "pax": ("-w",), "zip": ("-@",), **LISTED_BY}
# There, an option that is called so means something else.
_NO_LISTS = frozenset(["wget", "rg"])


def operands_of(command: "Command", name: str, usage: "Usage", line: "Line", deletes: bool) -> "list[Pair]":
    """Say of each operand what it is, and add what is meant without being there. None: it cannot be told."""
    role = ROLES[usage.role] if usage.role else None
    if role is None:
        role = given_to_code if usage.ends else None
    if role is not None:
        made = role(command, name, usage, line)
    elif line.operands and not (usage.idle and not line.found):
        made = [*usage.kinds(line.operands)]
    else:
        made = []
    for found in line.found:
        if found.option is not None and found.option.turns:
            return _turned(name, line, made, deletes)
    return _turned(name, line, made, deletes) if name in _LISTS_OF else made


def _turned(name: str, line: "Line", made: "list[Pair]", deletes: bool) -> "list[Pair]":
    """Add what operands stand for because of options."""
    folders: dict[str, Word] = {}
    endings: list[Word] = []
    lists = name in _LISTS_OF and any(map(line.has, _LISTS_OF[name])) and not (name == "pax" and line.operands)
    for found in line.found:
        if found.option is None:
            continue
        lists = lists or (found.option.lists and name not in _NO_LISTS)
        if found.value is None:
            continue
        if found.kind == "INPLACE" or "--suffix" in found.option.names:
            endings.append(found.value)
        elif found.kind == "CD":
            folders[str(found.value)] = found.value
    if lists:
        made.append(("DELETE" if deletes else "WRITE" if name in WRITES_LISTED else "READ", None))
    if len(endings) > MAX_FOLDERS:
        made.append(("WRITE", None))
    changed = [word for kind, word in made if word is not None and str(word) and kind != "CODE"]
    for ending in endings[:MAX_FOLDERS]:
        for word in changed:
            made += [("WRITE", backup) for backup in _backups(word, ending)]
    if not folders:
        return made
    moved: list[Pair] = []
    for number, folder in enumerate(folders.values()):
        if number == MAX_FOLDERS:
            return [*made, *moved, *[(kind, None) for kind, _ in made]]
        moved += [("TOUCH" if _works_in(name) else "LOOK", folder), *_moved(made, folder)]
    return made + moved


def _works_in(name: str) -> bool:
    """Tell whether a program writes the folder that it is told to work in, whatever it does there."""
    return "works-in-project" in traits(name.partition(" ")[0])


def _backups(word: Word, ending: Word) -> "list[Word]":
    """Give the names under which an editor may keep what it changes: a star stands for the file's own name.

    So it may lie in another folder, which is seen from here or from where the file lies.
    """
    if word.text is None or ending.text is None or "*" not in ending.text:
        return [longer(word, ending)]
    folder, slash, name = word.text.rpartition("/")
    kept = ending.text.replace("*", name)
    return [Word(text, word.start, word.end) for text in dict.fromkeys((kept, folder + slash + kept))]


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
    if word.reason not in (GLOB, NAMED) and not word.bare:
        return None
    first, *rest = word.shape
    shape = (f"{folder}/{first}", *rest) if first is not None else (f"{folder}/", None, *rest)
    return UnknownWord(shape, word.reason or "", word.many, word.start, word.end, bare=word.bare)
