"""What a command does by variables that are assigned for it, and how far it goes into folders."""

from wicket.policy.file_rules.embedded_paths_and_unmatched_globs import paths_in, words_in
from wicket.policy.file_rules.file_effect import Effect
from wicket.shell.catalogue.dangerous_variables import expected, influences, is_written, run_by, steers
from wicket.shell.catalogue.interpreter_names import SHELLS
from wicket.shell.characters import listed
from wicket.shell.programs.program_lookup import PROGRAMS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_values_and_parse_result import Found, Line
    from wicket.shell.read_result import Assignment, Command

__all__ = ["BY_SHELL", "RECURSIVE_ANYWHERE", "of_variables", "recursion"]


# ── what variables that are assigned for a command do: they may name files, or change what the command does ──

# What switches something on or off, or says how much: no path.
_SWITCHES = listed("0 1 2 true false yes no on off")

# A variable whose name ends so holds the path of a file: INPUTRC, KUBECONFIG. And some whose names do not.
_OF_FILES = ("FILE", "CONFIG", "RC", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM")

_NOT_OF_FILES = ("PROFILE", "SRC", "ARC")

# They say where something is installed: programs look there, and write elsewhere.
_OF_INSTALLED = (
    "JAVA_HOME",
    "_HOME",
    "_SDK_ROOT",
    "_BIN",
    "EXECUTABLE_PATH",
    "PKG_CONFIG_PATH",
    "_CERTS",
    "_CA_BUNDLE",
)

# Where modules are looked for, and the files of those who do that anyway in the folder that they are in.
_OF_MODULES = {"PYTHONPATH": "*.py", "NODE_PATH": "*.js"}

BY_SHELL = SHELLS | frozenset(["builtin", "command", "eval", "trap"])


def of_variables(command: "Command", made: "list[Effect]") -> None:
    """What is assigned for a command may be a path, or change what it does."""
    seen: set[tuple[str, str]] = set()  # of the same value, each variable would say the same
    for assignment in (*command.changed, *command.assignments):
        if is_written(assignment.name) and str(assignment.value) and str(assignment.value) not in _SWITCHES:
            made.append(Effect("write", assignment.value, assignment.name, assignment.name != "COVERAGE_FILE"))
        elif _may_be_path(assignment) and _concerns(assignment, command):
            text = assignment.value.text
            found = words_in if " " in (text or "") else paths_in  # options are paths and more
            # Who runs it reads it.
            runs = assignment.name == "SHELL" or run_by(assignment.name, assignment.value.prefix)
            found_there = assignment.name.endswith(_OF_INSTALLED)
            kind = "look" if runs or found_there or assignment.value.reason is not None else "touch"
            if text is None or (kind, text) not in seen:
                made += [Effect(kind, path, assignment.name, False) for path in found(assignment.value)]
                seen.update([(kind, text)] if text is not None else ())
        # What a variable names is read as a command of its own; what else it changes cannot be followed.
        if influences(assignment.name):
            if assignment.name == "IFS" and _is_for_read(assignment, command):
                continue
            value = assignment.value.text
            if value is not None and (
                run_by(assignment.name, value) or _is_expected_variable(assignment, value, command)
            ):
                continue
            made.append(Effect("change", None, assignment.name, True))


def _concerns(assignment: "Assignment", command: "Command") -> bool:
    """Tell whether a variable is set for this command; what was exported earlier may be meant for others."""
    return assignment in command.assignments or influences(assignment.name)


def _is_expected_variable(assignment: "Assignment", value: str, command: "Command") -> bool:
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
        and (command.by is None or command.by.name in BY_SHELL)
        and assignment in command.assignments
    )


def _may_be_path(assignment: "Assignment") -> bool:
    """Tell whether what a variable is set to looks like a path, as far as it is known."""
    value = assignment.value
    unknown = value.reason is not None
    if (unknown or assignment.name == "HISTFILE") and _names_a_file(assignment.name):
        return True
    if not unknown and steers(assignment.name) and not run_by(assignment.name, value.prefix):
        # Many of those are options of a program in another place, and any of them may name a file that lies here.
        return not (value.text in _SWITCHES or value.prefix.isdigit())
    return any(piece and ("/" in piece or "." in piece) for piece in (*value.shape, *value.instances))


def _names_a_file(variable: str) -> bool:
    return variable.endswith(_OF_FILES) and not variable.endswith(_NOT_OF_FILES)


# ── how far a command goes into folders: not at all, into all of them, or into those without a dot ──

_HIDDEN_TOO = listed("--hidden -. -u --unrestricted --no-ignore --type-add -G")

_BY_GLOB = frozenset(["-g", "--iglob"])

_SECRET = listed("env pem key p12 pfx jks")

_RECURSIVE = frozenset(["-r", "-R", "-a", "--recursive", "--archive", "--dereference-recursive"])

# What these mean is the same for nearly every program.
RECURSIVE_ANYWHERE = frozenset(["-r", "-R", "-rn", "-Rn", "--recursive"])


def recursion(known: "frozenset[str]", line: "Line") -> str:
    """Say how far a command goes into folders: not at all, into `all`, or into those without a dot (`plain`)."""
    if "enters-folders" in known:
        return "plain" if "skips-hidden" in known and not _search_finds_hidden_files(line) else "all"
    if "lists-only" in known:
        return ""
    return "all" if line.found and any(map(_goes_into_folders, line.found)) else ""


def _search_finds_hidden_files(line: "Line") -> bool:
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


def _goes_into_folders(found: "Found") -> bool:
    """Tell whether an option, by any of its names, has a program go through folders."""
    if found.name in _RECURSIVE:
        return True
    if found.option is None:
        return False
    if "--directories" in found.option.names:
        return found.value is None or found.value.text not in ("skip", "read")
    return found.name[:2] == "--" and not _RECURSIVE.isdisjoint(found.option.names)
