"""What a command does beyond being run: which paths it reads, writes and deletes, and what it executes."""

from wicket.shell.catalogue.compiled_catalogue import traits
from wicket.shell.programs.archives_and_dry_run_options import only_looks
from wicket.shell.programs.command_synonyms_and_python_modules import reworded
from wicket.shell.programs.copied_downloaded_emptied_and_backed_up_files import edits_in_place
from wicket.shell.programs.operands_that_are_read_or_written import operands_of
from wicket.shell.programs.options_that_read_or_write import ACTS, VALUED
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.programs.words_that_may_be_options_or_missing import doubted_values, is_too_much, without

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_parser import Usage
    from wicket.shell.catalogue.option_values_and_parse_result import Line
    from wicket.shell.read_result import Command
    from wicket.shell.words import Word

__all__ = ["Act", "acts", "acts_of"]


class Act:
    """One thing that a command does beyond being run.

    `kind`: run, read, write, delete, or touch: one of these. What may be a path and would only be read is a `look`;
    to `list` is to say what there is, and not what is in it; a `mount` hands all that lies in a folder to others.
    """

    __slots__ = ("by", "kind", "word")

    def __init__(self, kind: str, word: "Word | None", by: str) -> None:
        self.kind = kind
        self.word = word  # the path, the program or the text; None when it is none of the words
        self.by = by  # the option, or "operand"

    def __repr__(self) -> str:
        return f"<Act {self.kind} {self.word} by {self.by}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Act) and (self.kind, self.word, self.by) == (other.kind, other.word, other.by)

    def __hash__(self) -> int:
        return hash((self.kind, self.by))


def acts(command: "Command") -> tuple[Act, ...]:
    """List what a command reads, writes, deletes and runs, as far as the tables know.

    Redirects are not among them: they stand in `command.redirects`.
    """
    taken = usage_of(command)
    return () if taken is None else tuple(acts_of(command, taken.name, taken.usage, taken.line))


def acts_of(command: "Command", name: str, found: "Usage", line: "Line", whole: bool = True) -> list[Act]:
    """List the acts of a command line that has been taken apart. `whole`: no word of it has been taken away."""
    made: list[Act] = []
    deletes = unknown = False
    line.told = None
    for option in line.found:
        kind = option.kind
        if option.value is not None and option.value.text is None:
            unknown = True
        if option.option is None or not option.option.acts:
            continue
        if option.option.takes != "=" and kind in ("DELETE", "EXTRACT", "INPLACE"):
            deletes = deletes or kind == "DELETE"
            if "says-what-it-deletes" not in traits(name):
                made.append(Act("delete" if kind == "DELETE" else "write", None, option.name))
            continue
        for part, word in zip(option.option.kinds, option.values or (None,), strict=False):
            if (valued := VALUED.get(part)) is not None:
                made += [Act(act, path, option.name) for act, path in valued(name, option, word, line)]
            elif word is None or word.text != "-" or part == "CODEFILE":
                made += [Act(act, word, option.name) for act in ACTS.get(part, ())]
    in_place = "-i" if line.found and "edits-in-place" in traits(name) and edits_in_place(name, line) else ""
    by = "-delete" if deletes and name == "find" else in_place or "operand"
    for kind, word in operands_of(command, name, found, line, deletes):
        if in_place and word is not None and word.reason is None and not word.prefix:
            continue  # the ending of backups, for editors that take it as a word of its own
        for act in ACTS.get(kind, ()):
            if word is None or word.text != "-" or act not in ("read", "write"):
                made.append(Act(act, word, "operand" if act == "read" else by))
        if in_place and (kind == "READ" or name == "yq"):  # its first word may be a file, or what is done to one
            made.append(Act("write", word, by))
    if line.found and only_looks(name, line):
        # What an option names to be written, such as a log, it writes nevertheless.
        made = [act for act in made if act.kind not in ("write", "delete") or (act.word and act.by[:1] == "-")]
    return made + _acts_if_words_are_missing(command, line) if unknown and whole else made


def _acts_if_words_are_missing(command: "Command", line: "Line") -> list[Act]:
    """List the acts of a command if values of options are missing, so that other words are no values but options."""
    if not line.behind and not any(found.value is not None and found.value.prefix[:1] == "-" for found in line.found):
        return []
    doubted = doubted_values(command, line)
    if is_too_much(doubted):
        return [Act("write", None, "words that may be missing")]
    made: list[Act] = []
    for left in without(command, doubted):
        other = reworded(command, left)
        if (taken := usage_of(other)) is not None:
            made += acts_of(other, taken.name, taken.usage, taken.line, whole=False)
    return made
