"""What a command does beside being run, which an allow for its words does not cover by itself.

Programs that are known, shells and code, and programs and options that are not: of these, whatever looks like a path
may be read or written.
"""

from wicket.policy.evaluation.effects_of_variables_and_recursion import (
    BY_SHELL,
    RECURSIVE_ANYWHERE,
    of_variables,
    recursion,
)
from wicket.policy.file_rules.embedded_paths_and_unmatched_globs import paths_in, quoted_in, words_in
from wicket.policy.file_rules.file_effect import SCRIPT, UNKNOWN_OPTION, Effect
from wicket.shell.catalogue.compiled_catalogue import traits
from wicket.shell.catalogue.folder_uploads import carried_by, uploaded
from wicket.shell.catalogue.interpreter_names import SHELLS
from wicket.shell.catalogue.option_values_and_parse_result import ends_options, is_refused, spills
from wicket.shell.characters import listed
from wicket.shell.dev_and_proc_paths import is_stream
from wicket.shell.programs.archives_and_dry_run_options import unpacked_into
from wicket.shell.programs.command_synonyms_and_python_modules import module_of
from wicket.shell.programs.file_access import acts_of
from wicket.shell.programs.find_and_globs_that_programs_expand import expanded_by_program
from wicket.shell.programs.git_operands_and_shown_contents import gathers, names_files, shown
from wicket.shell.programs.program_lookup import PROGRAMS, summary
from wicket.shell.programs.subcommands import understands, usage_of
from wicket.shell.programs.words_that_may_be_options_or_missing import chosen_option, is_handed
from wicket.shell.unknown_values import BRANCH, XARGS
from wicket.shell.unwrapping.code_for_interpreters import shaped
from wicket.shell.unwrapping.shells_interpreters_and_scripts import STARTUP_FILES, is_long
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_parser import Usage
    from wicket.shell.catalogue.option_values_and_parse_result import Line
    from wicket.shell.programs.file_access import Act
    from wicket.shell.programs.subcommands import Invocation
    from wicket.shell.read_result import Command

__all__ = ["OF_CODE", "effects"]


def of_unknown_program(
    words: "tuple[Word, ...]", made: "list[Effect]", *, text: bool = True, globs: bool = True
) -> None:
    """Whatever looks like a path may be read or written by a program of which nobody says what it does with files.

    `text`: of several words in one, each may be; a shell may read it, unless it is known to be prose. `globs`: it may
    expand globs itself.
    """
    deep = "all" if any(word.text in RECURSIVE_ANYWHERE for word in words) else ""
    for word in words[1:]:
        made += [Effect("touch", path, "operand", False, deep) for path in paths_in(word)]
        if globs:
            made += [Effect("touch", path, "operand", False, deep) for path in expanded_by_program(word)]
        made += [Effect("touch", path, "its text", False) for path in quoted_in(word)]
        if text and word.reason is None and (" " in word.prefix or _is_tex(word.prefix)):
            made += [Effect("touch", path, "its text", False) for path in words_in(word)]


def of_input(command: "Command", made: "list[Effect]") -> None:
    """What such a program reads, if the text spells it, may name files as well: `soelim <<< '.so x'`."""
    brought = [redirect.brings for redirect in command.redirects if redirect.brings is not None]
    for word in (*brought, *command.handed):
        if word.reason is None and len(word.prefix) <= _MOST_INPUT:
            made += [Effect("look", path, "its input", False) for path in words_in(word)]


# Of a longer text, nobody says that it is one of paths.
_MOST_INPUT = 2000


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


# How it is said that code hands something to others.
OF_CODE = "a text of its code"

_ENVIRONMENT_FILE = "--env-file"

# What an option names by these kinds is written, and neither code nor settings.
_DATA = frozenset(["WRITE", "EDIT", "DELETE", "MOVE", "PIPED", "INPLACE", "EXTRACT", "ARCHIVE", "UPLOAD"])


_BRINGS = frozenset(["CODE", "MODULE"])


def of_given_paths(words: "tuple[Word, ...]", taken: "Invocation | None", made: "list[Effect]") -> None:
    """What a build tool, a linter or a package manager is given may be settings, a script or the folder of a project.

    Only what may lie outside of the folder that it is in is listed; a variable of make is no path.
    """
    found = () if taken is None else taken.line.found
    data = {(one.value.start, one.value.end) for one in found if one.value is not None and one.kind in _DATA}
    by = "operand"
    for word in words[1:]:
        prefix = word.prefix
        option, equals, value = prefix.partition("=") if prefix[:1] == "-" else ("", "", prefix)
        if option and not equals:
            by = option if option[:2] == "--" or len(option) == 2 else option[:2]
            value = "" if option[:2] == "--" else option[2:]
        elif option:
            by = option
        if leads_out(value) and (word.start, word.end) not in data:
            shown = Word(value, word.start, word.end) if word.reason is None else word
            made.append(Effect("load", shown, by, True))
        if not option or equals:
            by = "operand"


def of_script(line: "Line", made: "list[Effect]") -> None:
    """What an interpreter is given first is a script, unless an option brings the code or names a module."""
    if line.operands and leads_out(line.operands[0].prefix) and not any(one.kind in _BRINGS for one in line.found):
        made.append(Effect("load", line.operands[0], SCRIPT, True))


def leads_out(path: str) -> bool:
    """Tell whether a path may lead out of the folder that one is in."""
    return path[:1] in ("/", "~") or ".." in path.split("/")


# They read a file in, and run it; a shell has them, and so have these.
SOURCING = frozenset([".", "source"])


def of_code(command: "Command", made: "list[Effect]") -> None:
    """What code that a command is given does to files that it names; and what it hands to strangers may be paths."""
    start, end = command.span
    for account in command.code:
        by = account.by or "its code"
        made += [Effect("list", shaped(shape, start, end), by, False) for shape in account.listed]
        made += [Effect("read", shaped(shape, start, end), by, False) for shape in account.reads]
        made += [Effect("write", shaped(shape, start, end), by, True) for shape in account.writes]
        for given in account.given:
            word = Word(given, start, end)
            found = words_in(word) if " " in given else paths_in(word)
            made += [Effect("touch", path, OF_CODE, False) for path in found]


def of_node(words: "tuple[Word, ...]", made: "list[Effect]") -> None:
    """Node looks for this option among the words of its script, wherever they stand and whatever they are for."""
    for at, word in enumerate(words):
        if word.prefix[:2] == "--" and word.may_start(_ENVIRONMENT_FILE):
            for given in words[at : at + 2]:  # attached to it, or behind it
                made += [Effect("touch", path, _ENVIRONMENT_FILE, False) for path in paths_in(given)]


def of_shell(words: "tuple[Word, ...]", made: "list[Effect]") -> None:
    """A shell reads the script that it is given; a text behind -c is read as commands of its own."""
    at = 1
    while at < len(words):
        text = words[at].prefix
        at += 1
        if text[:1] not in ("-", "+"):
            made.append(Effect("read", words[at - 1], "operand", False))
            return
        if is_long(text):
            if text.lstrip("-") in STARTUP_FILES:
                for word in words[at : at + 1]:  # an interactive shell runs it first
                    made += [Effect("read", word, text, False), Effect("run", word, text, True)]
                at += 1
            elif "=" in text and text.lstrip("-").partition("=")[0] in STARTUP_FILES:
                made.append(Effect("run", words[at - 1], text.partition("=")[0], True))  # a shell that takes this
        elif "c" in text:
            return
        else:
            at += text.count("o") + text.count("O")


def of_sourced(words: "tuple[Word, ...]", made: "list[Effect]") -> None:
    """A file that is sourced is read, and run; what it does with the words behind it is not known."""
    at = 2 if len(words) > 1 and words[1].text == "--" else 1
    made += [Effect("read", word, "operand", False) for word in words[at : at + 1]]
    of_unknown_program(words[at:], made)


# What they run is a command of its own, and judged as such.
_RUN_OTHERS = listed("command builtin exec eval")
_IN_SHELL = _RUN_OTHERS | SOURCING


def effects(command: "Command") -> "list[Effect]":
    """List what a command does."""
    made: list[Effect] = []
    words = command.words
    for redirect in command.redirects:
        if redirect.writes:
            made.append(Effect("write", redirect.target, "redirect", True))
        if redirect.reads:
            made.append(Effect("read", redirect.target, "redirect", False))
            if redirect.target.prefix.startswith(("/dev/tcp/", "/dev/udp/")):
                made.append(Effect("send", redirect.target, "redirect", True))
    if not words:
        return made
    if command.changed or command.assignments:
        of_variables(command, made)
    if words[0].text is not None and not command.calls:
        _of_program(command, made)
    if command.code:
        of_code(command, made)
    return made


def _of_program(command: "Command", made: "list[Effect]") -> None:
    words = command.words
    program = PROGRAMS[words[0].text or ""]
    name = program.name
    if program.by_path or not (program.known or name in _IN_SHELL):
        # Whatever runs a file reads it: the kernel, a shell that takes it for a script, a debugger.
        made.append(Effect("look", words[0], "operand", False))
    if program.carries:
        _of_carrier(*uploaded(words, name), made)
    if command.taught:
        _of_taught(command, made)
        return
    taken = usage_of(command)
    if "loads-given-paths" in program.traits:
        of_given_paths(words, taken, made)
    elif program.spoken and taken is not None:
        of_script(taken.line, made)
    if taken is None:
        if name in SHELLS:
            of_shell(words, made)
        elif words[0].text in SOURCING and (command.by is None or command.by.name in BY_SHELL):
            of_sourced(words, made)
        elif not program.known and name not in _RUN_OTHERS:
            of_unknown_program(words, made)
            of_input(command, made)
        return
    names = False
    before = len(made)
    if program.everyday or program.names_only or "node-script" in program.traits:
        names = _only_names(words, program.names_only)
        if program.everyday:
            of_unknown_program(_without_prose(words, taken.line), made, text=not understands(command), globs=False)
        elif "node-script" in program.traits:
            of_node(words, made)
    full, line = taken.name, taken.line
    found = acts_of(command, full, taken.usage, line)
    recursive = ""
    of_program = program.traits
    if found or line.strange:
        recursive = recursion(traits(full) if full[-3:] == " cp" else of_program, line)
    if found:
        of_command = of_program if full == name else of_program | traits(full)
        _of_acts(command, taken, found, of_command, recursive, made)
    if "work-tree" in of_program:
        made += [Effect("look", top, "operand", False, "tracked") for top in shown(command, full, line)]
        if gathers(full, line):
            taken_in = line.operands if names_files(full, line) else [Word(".", command.start, command.end)]
            made += [Effect("look", path, "operand", False, "project") for path in taken_in]
    if line.strange or line.unsure or taken.usage.deeper:
        _of_operands(command, name, taken, recursive, made)
    if command.vague is not False and chosen_option(command) is not None:
        can = summary(command)
        kinds = (("read", can.reads), ("write", can.writes), ("delete", can.deletes))
        made += [Effect(kind, None, UNKNOWN_OPTION, False) for kind, possible in kinds if possible]
    if program.disguised and (program.spoken or "runs-python" in traits(full)):
        other = module_of(command)
        if other is not None:
            _of_program(other, made)
    if names:
        made[before:] = [effect for effect in made[before:] if effect.kind != "touch" or effect.by != "operand"]


def _of_acts(
    command: "Command",
    taken: "Invocation",
    found: "list[Act]",
    special: "frozenset[str]",
    recursive: str,
    made: "list[Effect]",
) -> None:
    """What a command line says is read, written, deleted and run. `special`: the traits of the program and of this."""
    writer = "writes-operands" in special
    for act in found:
        if act.kind == "mount":
            from wicket.policy.file_rules.container_mounts import mounted  # loaded when it is needed

            made += [Effect("touch", path, act.by, False, "listed") for path in mounted(act.word)]
        elif act.kind in ("touch", "look") and act.word is not None:
            made += [Effect(act.kind, path, act.by, False) for path in paths_in(act.word)]
        elif (
            act.kind == "write"
            and act.word is None
            and (folder := unpacked_into(command, taken.name, taken.line)) is not None
        ):
            made.append(Effect("write", folder, act.by, act.by != "operand" or not writer, "archive"))
        elif act.kind != "write" or act.word is None or not is_stream(act.word.text):
            own = act.kind not in ("read", "look", "list", "touch") and (
                act.by != "operand" or not (writer or act.kind == "run")
            )
            tree = "rewrites-work-tree" in special and act.kind == "write" and act.by == "operand"
            deep = "tree" if tree else "all" if act.kind == "read" and "moves" in special else recursive
            made.append(Effect(act.kind, act.word, act.by, own, deep))
            if recursive and act.kind == "read" and "copies" in special:
                made.append(Effect("copy", act.word, act.by, False))


def _of_taught(command: "Command", made: "list[Effect]") -> None:
    """What a policy says of the program, beside what any program may do of which nobody says all."""
    from wicket.shell.programs.taught_programs import is_understood

    if not is_understood(command):
        of_unknown_program(command.words, made)
    for one in command.taught:
        _of_carrier(*carried_by(one.carriers, command.words), made)
        taken = one.take(command)
        if taken is None:
            continue
        special = one.traits_of(taken.name)
        recursive = recursion(special, taken.line)
        found = acts_of(command, taken.name, taken.usage, taken.line)
        _of_acts(command, taken, found, special, recursive, made)
        _of_operands(command, one.name, taken, recursive, made)


def _of_operands(command: "Command", name: str, taken: "Invocation", recursive: str, made: "list[Effect]") -> None:
    """What operands may be that no line speaks of, or where an option is not listed or a word is not known."""
    usage, line = taken.usage, taken.line
    if usage.deeper:
        made += [Effect("touch", path, "operand", False) for word in line.operands for path in paths_in(word)]
    # Behind `-exec`, find is given the words of another command, which is judged for itself.
    known = all(word.reason is None for word in command.words)
    if line.strange and not (known and any(found.kind == "EXEC" for found in line.found)):
        of_unlisted_options(command, usage, line, recursive, made)
    if line.unsure and may_be_option(command, name, usage, line):
        made.append(Effect("option", None, UNKNOWN_OPTION, True))


def _without_prose(words: "tuple[Word, ...]", line: "Line") -> "tuple[Word, ...]":
    """Leave out what is no file: what is said of something, and not known as a whole (`--body "a $(x)"`); a branch."""
    if any(word.reason == BRANCH for word in words):
        words = tuple([word for word in words if word.reason != BRANCH])
    said = [one.value for one in line.found if one.kind == "VALUE" and one.value and one.value.reason is not None]
    prose = {(word.start, word.end) for word in said if " " in word.prefix.lstrip()}
    return tuple([word for word in words if (word.start, word.end) not in prose]) if prose else words


def _only_names(words: "tuple[Word, ...]", names_only: "tuple[str, ...]") -> bool:
    """Tell whether a command is one whose words are no files: the subcommand stands right behind the program."""
    texts = [word.text or "" for word in words[1:3]]
    return texts[:1] != [] and (texts[0] in names_only or " ".join(texts) in names_only)


def _of_carrier(how: str, folders: "list[Word]", made: "list[Effect]") -> None:
    """Whatever lies in the folders that are uploaded away is read."""
    brought = how == "all" and len(folders) > 1 and any(":" in word.prefix for word in folders[:-1])
    for word in folders:
        # From elsewhere, it comes into the last one.
        kind = "touch" if brought and word is folders[-1] else "look"
        made += [Effect(kind, path, "operand", False, how) for path in paths_in(word)]
