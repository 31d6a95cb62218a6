"""Remembers which files a command writes that the text may run later: outputs, downloads, what an archive holds."""

from wicket.shell.catalogue.compiled_catalogue import traits
from wicket.shell.programs import program_lookup, subcommands
from wicket.shell.programs.file_access import acts_of
from wicket.shell.programs.git_operands import MAKES_FILES, UNPACKS
from wicket.shell.state.possible_values import is_foreign
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_parser import Usage
    from wicket.shell.catalogue.parsed_command_line import Line
    from wicket.shell.read_result import Command
    from wicket.shell.unwrapping.walk_interface import Runner

__all__ = ["WRITING", "remember", "writes"]

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
