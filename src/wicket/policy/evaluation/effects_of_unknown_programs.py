"""What unknown programs and options may do: whatever looks like a path may be read or written."""

from wicket.policy.evaluation.recursive_reading import RECURSIVE_ANYWHERE
from wicket.policy.file_rules.embedded_paths import paths_in, quoted_in, words_in
from wicket.policy.file_rules.file_effect import Effect
from wicket.shell.catalogue.parsed_command_line import ends_options, is_refused, spills
from wicket.shell.programs.unknown_words_as_options import is_handed
from wicket.shell.unknown_values import XARGS
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_parser import Usage
    from wicket.shell.catalogue.parsed_command_line import Line
    from wicket.shell.read_result import Command

__all__ = ["may_be_option", "of_unknown_program", "of_unlisted_options"]


def of_unknown_program(words: "tuple[Word, ...]", made: "list[Effect]", *, text: bool = True) -> None:
    """Whatever looks like a path may be read or written by a program of which nobody says what it does with files.

    `text`: of several words in one, each may be; a shell may read it, unless it is known to be prose.
    """
    deep = "all" if any(word.text in RECURSIVE_ANYWHERE for word in words) else ""
    for word in words[1:]:
        made += [Effect("touch", path, "operand", False, deep) for path in paths_in(word)]
        made += [Effect("touch", path, "its text", False) for path in quoted_in(word)]
        if text and word.reason is None and (" " in word.prefix or _is_tex(word.prefix)):
            made += [Effect("touch", path, "its text", False) for path in words_in(word)]


def _is_tex(text: str) -> bool:
    """Tell whether a word may be code of TeX, which names files in braces."""
    return "\\" in text and "{" in text


def of_unlisted_options(command: "Command", usage: "Usage", line: "Line", recursive: str, made: "list[Effect]") -> None:
    """An option that the tables do not list may take what is attached to it, or the next word.

    In the latter case every operand may be another than it seems.
    """
    attached = [found.value for found in line.found if found.option is None and found.value is not None]
    for word in command.words[1:]:
        prefix = word.prefix
        if prefix[:1] == "-" and prefix[:2] != "--" and prefix[:2] not in usage.options:
            attached.append(word)
    for word in attached:
        made += [Effect("touch", path, "operand", False) for path in paths_in(word)]
    if usage.any_of == "TOUCH" or (usage.any_of and (len(usage.operands) != 1 or not usage.operands[0][1])):
        kind = usage.any_of.lower()
        deep = recursive if kind == "read" else ""
        for word in line.operands:
            if word.text:
                made += [Effect(kind, path, "operand", False, deep) for path in paths_in(word)]
    for word in attached:
        if " " in word.prefix:
            made += [Effect("touch", path, "its text", False) for path in words_in(word)]


def may_be_option(command: "Command", name: str, usage: "Usage", line: "Line") -> bool:
    """Tell whether a word that is not known may be an option that writes, deletes or executes.

    It may have been chosen by a text before this one, if both are run by the same shell.
    """
    if not usage.deeper and usage.only_looks:
        return False
    for at, word in enumerate(command.words[1:], 1):
        if ends_options(command.words, at, name, line):
            return False
        if (
            word.text is None
            and not (word.reason == XARGS and is_handed(word, command))
            and (
                ((word.shape[0] is None or word.prefix[:1] == "-") and not word.no_flag and not is_refused(name, word))
                or spills(word)
            )
        ):
            return True
    return False
