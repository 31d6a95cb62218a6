"""What a command does beside being run, which an allow for its words does not cover by itself.

A write by redirect, and what an option is known to write, delete or execute, are acts of their own. So is what a word
that is not known may turn out to be, where the program has options of that kind.
"""

from wicket.policy.file_rules.embedded_paths import mounted, paths_in, quoted_in, words_in
from wicket.policy.file_rules.file_effect import Effect
from wicket.shell.catalogue.compiled_catalogue import traits
from wicket.shell.catalogue.dangerous_variables import expected, influences, run_by
from wicket.shell.catalogue.folder_uploads import carried_by, uploaded
from wicket.shell.catalogue.interpreter_names import SHELLS
from wicket.shell.catalogue.parsed_command_line import ends_options, is_refused, spills
from wicket.shell.characters import listed
from wicket.shell.programs.archives_and_patches import unpacked_into
from wicket.shell.programs.file_access import acts_of
from wicket.shell.programs.git_operands import gathers, shown
from wicket.shell.programs.program_lookup import PROGRAMS, module_of, understands, usage_of
from wicket.shell.programs.unknown_words_as_options import chosen_option, is_handed, summary
from wicket.shell.read_result import is_stream
from wicket.shell.unwrapping.shells_and_interpreters import STARTUP_FILES, is_long
from wicket.shell.unwrapping.words_run_as_commands_or_code import shaped
from wicket.shell.words import XARGS, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_parser import Usage
    from wicket.shell.catalogue.parsed_command_line import Found, Line
    from wicket.shell.programs.file_access import Act
    from wicket.shell.programs.program_lookup import Invocation
    from wicket.shell.read_result import Assignment, Command

__all__ = ["OF_CODE", "effects"]

# How it is said that code hands something to others.
OF_CODE = "a text of its code"
# Variables whose value, if it is a path, is written to.
_WRITING = ("GIT_TRACE", "LD_DEBUG_OUTPUT")
_WRITTEN_TO = listed("TF_LOG_PATH SSLKEYLOGFILE NODE_REDIRECT_WARNINGS COVERAGE_FILE CARGO_TARGET_DIR GIT_WORK_TREE")
_SWITCHES = listed("0 1 2 true false")
# A variable whose name ends so holds the path of a file: INPUTRC, KUBECONFIG. And some whose names do not.
_OF_FILES = ("FILE", "CONFIG", "RC", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM")
_NOT_OF_FILES = ("PROFILE", "SRC", "ARC")
# Where modules are looked for, and the files of those who do that anyway in the folder that they are in.
_OF_MODULES = {"PYTHONPATH": "*.py", "NODE_PATH": "*.js"}
_ENVIRONMENT_FILE = "--env-file"
# What they run is a command of its own, and judged as such.
_RUN_OTHERS = listed("command builtin exec eval")
# They read a file in, and run it; a shell has them, and so have these.
_SOURCING = frozenset([".", "source"])
_BY_SHELL = SHELLS | frozenset(["builtin", "command", "eval", "trap"])
_IN_SHELL = _RUN_OTHERS | _SOURCING
_HIDDEN_TOO = listed("--hidden -. -u --unrestricted --no-ignore --type-add -G")
_BY_GLOB = frozenset(["-g", "--iglob"])
_SECRET = listed("env pem key p12 pfx jks")
_RECURSIVE = frozenset(["-r", "-R", "-a", "--recursive", "--archive", "--dereference-recursive"])
# What these mean is the same for nearly every program.
_RECURSIVE_ANYWHERE = frozenset(["-r", "-R", "-rn", "-Rn", "--recursive"])


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
        _of_variables(command, made)
    if words[0].text is not None and not command.calls:
        _of_program(command, made)
    if command.code:
        _of_code(command, made)
    return made


def _of_code(command: "Command", made: "list[Effect]") -> None:
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


def _of_variables(command: "Command", made: "list[Effect]") -> None:
    """What is assigned for a command may be a path, or change what it does."""
    for assignment in (*command.changed, *command.assignments):
        if assignment.name in _WRITTEN_TO and assignment.value.text != "":
            made.append(Effect("write", assignment.value, assignment.name, assignment.name != "COVERAGE_FILE"))
        elif assignment.name.startswith(_WRITING) and assignment.value.text not in _SWITCHES:
            made.append(Effect("write", assignment.value, assignment.name, True))
        elif _may_be_path(assignment) and _concerns(assignment, command):
            found = words_in if " " in (assignment.value.text or "") else paths_in  # options are paths and more
            named = assignment.value.text
            runs = assignment.name == "SHELL" or run_by(assignment.name, named)  # who runs it reads it
            kind = "look" if runs or named is None else "touch"
            made += [Effect(kind, path, assignment.name, False) for path in found(assignment.value)]
        # What a variable names is read as a command of its own; what else it changes cannot be followed.
        if influences(assignment.name):
            if assignment.name == "IFS" and _is_for_read(assignment, command):
                continue
            value = assignment.value.text
            if value is not None and (run_by(assignment.name, value) or _is_expected(assignment, value, command)):
                continue
            made.append(Effect("change", None, assignment.name, True))


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
    if taken is None:
        if name in SHELLS:
            _of_shell(words, made)
        elif words[0].text in _SOURCING and (command.by is None or command.by.name in _BY_SHELL):
            _of_sourced(words, made)
        elif not program.known and name not in _RUN_OTHERS:
            _of_stranger(words, made)
        return
    names = False
    before = len(made)
    if program.everyday or program.names_only or "node-script" in program.traits:
        names = _only_names(words, program.names_only)
        if program.everyday:
            _of_stranger(words, made, text=not understands(command))
        elif "node-script" in program.traits:
            _of_node(words, made)
    full, line = taken.name, taken.line
    found = acts_of(command, full, taken.usage, line)
    recursive = ""
    of_program = program.traits
    if found or line.strange:
        recursive = _recursion(traits(full) if full[-3:] == " cp" else of_program, line)
    if found:
        of_command = of_program if full == name else of_program | traits(full)
        _of_acts(command, taken, found, of_command, recursive, made)
    if "work-tree" in of_program:
        made += [Effect("look", top, "operand", False, "tracked") for top in shown(command, full, line)]
        if gathers(full, line):
            made.append(Effect("look", Word(".", command.start, command.end), "operand", False, "project"))
    if line.strange or line.unsure or taken.usage.deeper:
        _of_operands(command, name, taken, recursive, made)
    if command.vague is not False and chosen_option(command) is not None:
        can = summary(command)
        kinds = (("read", can.reads), ("write", can.writes), ("delete", can.deletes))
        made += [Effect(kind, None, "a word that is not known", False) for kind, possible in kinds if possible]
    if program.disguised and program.spoken and (module := module_of(command)) is not None:
        _of_program(module, made)
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
        _of_stranger(command.words, made)
    for one in command.taught:
        _of_carrier(*carried_by(one.carriers, command.words), made)
        taken = one.take(command)
        if taken is None:
            continue
        special = one.traits_of(taken.name)
        recursive = _recursion(special, taken.line)
        found = acts_of(command, taken.name, taken.usage, taken.line)
        _of_acts(command, taken, found, special, recursive, made)
        _of_operands(command, one.name, taken, recursive, made)


def _of_operands(command: "Command", name: str, taken: "Invocation", recursive: str, made: "list[Effect]") -> None:
    """What operands may be that no line speaks of, or where an option is not listed or a word is not known."""
    usage, line = taken.usage, taken.line
    if usage.deeper:
        made += [Effect("touch", path, "operand", False) for word in line.operands for path in paths_in(word)]
    # Behind `-exec`, find is given the words of another command, which is judged for itself.
    known = all(word.text is not None for word in command.words)
    if line.strange and not (known and any(found.kind == "EXEC" for found in line.found)):
        _of_unlisted(command, usage, line, recursive, made)
    if line.unsure and _may_be_option(command, name, usage, line):
        made.append(Effect("option", None, "a word that is not known", True))


def _of_node(words: "tuple[Word, ...]", made: "list[Effect]") -> None:
    """Node looks for this option among the words of its script, wherever they stand and whatever they are for."""
    for at, word in enumerate(words):
        if word.prefix[:2] == "--" and word.may_start(_ENVIRONMENT_FILE):
            for given in words[at : at + 2]:  # attached to it, or behind it
                made += [Effect("touch", path, _ENVIRONMENT_FILE, False) for path in paths_in(given)]


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


def _of_stranger(words: "tuple[Word, ...]", made: "list[Effect]", *, text: bool = True) -> None:
    """Whatever looks like a path may be read or written by a program of which nobody says what it does with files.

    `text`: of several words in one, each may be; a shell may read it, unless it is known to be prose.
    """
    deep = "all" if any(word.text in _RECURSIVE_ANYWHERE for word in words) else ""
    for word in words[1:]:
        made += [Effect("touch", path, "operand", False, deep) for path in paths_in(word)]
        made += [Effect("touch", path, "its text", False) for path in quoted_in(word)]
        if text and word.text is not None and " " in word.text:
            made += [Effect("touch", path, "its text", False) for path in words_in(word)]


def _of_unlisted(command: "Command", usage: "Usage", line: "Line", recursive: str, made: "list[Effect]") -> None:
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


def _of_shell(words: "tuple[Word, ...]", made: "list[Effect]") -> None:
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


def _of_sourced(words: "tuple[Word, ...]", made: "list[Effect]") -> None:
    """A file that is sourced is read, and run; what it does with the words behind it, nobody knows."""
    at = 2 if len(words) > 1 and words[1].text == "--" else 1
    made += [Effect("read", word, "operand", False) for word in words[at : at + 1]]
    _of_stranger(words[at:], made)


def _recursion(known: "frozenset[str]", line: "Line") -> str:
    """Say how far a command goes into folders: not at all, into `all`, or into those without a dot (`plain`)."""
    if "enters-folders" in known:
        return "plain" if "skips-hidden" in known and not _finds_hidden(line) else "all"
    if "lists-only" in known:
        return ""
    return "all" if line.found and any(map(_goes_down, line.found)) else ""


def _finds_hidden(line: "Line") -> bool:
    """Tell whether a searcher may come upon files that begin with a dot: a glob of its own may name them."""
    if not line.found:
        return False
    if not _HIDDEN_TOO.isdisjoint(line.names()):
        return True
    globs = [found.value for found in line.found if found.option and not _BY_GLOB.isdisjoint(found.option.names)]
    return not all(glob is not None and _is_of_source(glob.text or "") for glob in globs)


def _is_of_source(glob: str) -> bool:
    """Tell whether a glob leaves something out, or is one of an ending that no secret has: `!x`, `*.py`."""
    ending = glob.rpartition("*.")[2]
    return glob[:1] == "!" or (glob in (f"*.{ending}", f"**/*.{ending}") and ending.isalnum() and ending not in _SECRET)


def _goes_down(found: "Found") -> bool:
    """Tell whether an option, by any of its names, has a program go through folders."""
    if found.name in _RECURSIVE:
        return True
    if found.option is None:
        return False
    if "--directories" in found.option.names:
        return found.value is None or found.value.text not in ("skip", "read")
    return found.name[:2] == "--" and not _RECURSIVE.isdisjoint(found.option.names)


def _concerns(assignment: "Assignment", command: "Command") -> bool:
    """Tell whether a variable is set for this command; what was exported earlier may be meant for others."""
    return assignment in command.assignments or influences(assignment.name)


def _is_expected(assignment: "Assignment", value: str, command: "Command") -> bool:
    """Tell whether a variable holds what everyone would put there, and does no more than that for this command."""
    if assignment.name == "IFS":  # the shell's own, where fewer signs part words than before
        return not value.strip(" \t\n") and assignment in command.changed
    program = PROGRAMS[command.words[0].text or ""]
    if assignment.name == "ENV" and program.name in SHELLS:
        return False  # a file to begin with
    if assignment.name in _OF_MODULES and _lies_here(value):
        # What is found there is run as a script of the work tree is; what only runs another is no such program.
        return _OF_MODULES[assignment.name] in program.files or "transparent" in program.traits
    return expected(assignment.name, value)


def _lies_here(value: str) -> bool:
    """Tell whether each of these folders lies in the one that the work is in, as it is written."""
    folders = value.replace(";", ":").split(":")
    return all(folder[:1] not in ("", "/", "~", "\\") and ".." not in folder.split("/") for folder in folders)


def _is_for_read(assignment: "Assignment", command: "Command") -> bool:
    """Tell whether a variable is set for one call of the builtin `read`, which no other program sees."""
    return (
        command.words[0].text == "read"
        and (command.by is None or command.by.name in _BY_SHELL)
        and assignment in command.assignments
    )


def _may_be_path(assignment: "Assignment") -> bool:
    """Tell whether what a variable is set to looks like a path, as far as it is known."""
    value = assignment.value
    unknown = value.reason is not None
    if (unknown or assignment.name == "HISTFILE") and _names_a_file(assignment.name):
        return True
    return any(piece and ("/" in piece or "." in piece) for piece in (*value.shape, *value.instances))


def _names_a_file(variable: str) -> bool:
    return variable.endswith(_OF_FILES) and not variable.endswith(_NOT_OF_FILES)


def _may_be_option(command: "Command", name: str, usage: "Usage", line: "Line") -> bool:
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
