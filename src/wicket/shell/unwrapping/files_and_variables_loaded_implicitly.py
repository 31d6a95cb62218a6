"""Files and variables that make programs run something without being told so on their command line.

A text that writes such a file, or sets such a variable, and then starts the program has run what it wrote.
"""

from wicket.shell.catalogue.compiled_catalogue import entry, fact, traits
from wicket.shell.catalogue.dangerous_variables import LEADING
from wicket.shell.catalogue.interpreter_names import language
from wicket.shell.dev_and_proc_paths import descriptor
from wicket.shell.unwrapping.code_for_interpreters import look_into_code
from wicket.shell.unwrapping.fetched_files import folders_of_version_control, only_fetches
from wicket.shell.unwrapping.git_settings_that_run import settings_of_environment
from wicket.shell.unwrapping.shells_interpreters_and_scripts import run_written
from wicket.shell.unwrapping.wrapped_commands_and_shell_texts import opaque
from wicket.shell.unwrapping.written_files import EDITED
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.programs.program_lookup import Program
    from wicket.shell.read_result import Assignment, Command
    from wicket.shell.unwrapping.walk_interface import Runner
    from wicket.shell.unwrapping.written_files import Written

__all__ = ["look", "look_for"]

# By these, parallel takes lines of a file, which may be commands.
_LISTED = ("::::", "-a", "--arg-file")


def look(reader: "Runner", command: "Command", name: str, program: "Program") -> None:
    """See a program that runs what the text itself has written, or what a variable names."""
    written = reader.written
    known = program.files
    if not (known or program.by_path or command.changed or command.assignments or written.some):
        return
    key = program.name
    by_path = program.by_path
    if command.changed or command.assignments:
        assigned = (*command.changed, *command.assignments)
        _variables(reader, command, key, assigned)
        by_path = by_path or any(assignment.name == "PATH" for assignment in assigned)
    if by_path:
        reader.runs_file(command.words[0])
    if known:
        reader.runs_file(known)
    if "/" in name and descriptor(name):
        opaque(command, f"runs {name}, and which program that is is not known")
    if not written.some:
        return
    if by_path and written.holds(command.words[0]):
        run_written(reader, command, command.words[0])
    elif by_path and not program.by_path and written.programs:
        opaque(command, f"what {name} runs may be found by $PATH, and this text has written programs")
    if key == "run-parts" or (key == "parallel" and any(word.prefix.startswith(_LISTED) for word in command.words)):
        opaque(command, f"{key} runs what it finds in files, and this text has written some")
    if "response-files" in program.traits and any(
        word.prefix[:1] == "@" or word.prefix[:2] == "-B" for word in command.words[1:]
    ):
        opaque(command, f"{key} takes options or programs from files, and this text has written some")
    if "runs-extensions" in program.traits and any(
        written.any_of((str(word), f"{key}-{word}"))
        for word in command.words[1:3]
        if word.reason is None and word.prefix
    ):
        opaque(command, f"{key} runs programs that it finds by their names, and this text has written one")
    if written.hooks and "work-tree" in program.traits:
        opaque(command, f"{key} runs hooks and settings, and this text has written some")
    if (
        written.fetched
        and "work-tree" in program.traits
        and written.fetched_settings(folders_of_version_control(command))
    ):
        opaque(command, f"{key} may be configured by files of a folder that this text has fetched")
    if known:
        _find_written(reader, command, key, known)


def look_for(reader: "Runner", command: "Command", key: str, files: tuple[str, ...]) -> None:
    """See a program that runs files of these names, of which the text may write one."""
    reader.runs_file(files)
    _find_written(reader, command, key, files)


def _find_written(reader: "Runner", command: "Command", key: str, files: tuple[str, ...]) -> None:
    written = reader.written
    if not written.some or _only_asks(command):
        return
    but = [*_emptied(command), *_of_what_it_runs(command, key, written)]
    for one in written.named(files, but):
        word = Word(one, command.start, command.end)
        if written.only_edited(word):
            opaque(command, f"{key} may run {one}, {EDITED}")
            but.append(one)
        elif (text := written.spelled(word)) is not None and (spoken := _language_of(one)):
            look_into_code(reader, command, spoken, text, path=one)
            but.append(one)
    if written.any_of(files, but):
        opaque(command, f"{key} runs files that it finds by their names, and this text has written one")
    elif written.fetched and "work-tree" not in traits(key) and not only_fetches(command, key):
        opaque(command, f"{key} runs files that it finds by their names, and this text has fetched files of others")


def _language_of(name: str) -> str:
    """Give the language of a file of code, by its ending; empty for settings, and for what is not read here."""
    if name.endswith(".py"):
        return "python"
    return "node" if name.endswith((".js", ".mjs", ".cjs", ".ts")) else ""


def _of_what_it_runs(command: "Command", key: str, written: "Written") -> list[str]:
    """Name the sources that a runner of packages leaves to a tool of the project that is known, and judged itself."""
    if "fetches-package" not in traits(key):
        return []
    first = next((word.prefix for word in command.words[1:] if word.prefix[:1] != "-"), "")
    return written.named(("*.ts",)) if entry(first) is not None else []


def _emptied(command: "Command") -> list[str]:
    """Name the files that a command's own output goes to: whatever was in them is gone."""
    return [
        redirect.target.text.rpartition("/")[2]
        for redirect in command.redirects
        if redirect.operator in (">", ">|", "&>") and redirect.target.text is not None
    ]


def _only_asks(command: "Command") -> bool:
    return len(command.words) == 2 and command.words[1].text in ("--version", "-V", "--help", "-h", "version")


def _variables(reader: "Runner", command: "Command", key: str, assigned: "tuple[Assignment, ...]") -> None:
    known = entry(fact("variables_of", key) or language(key) or key)
    options = {} if known is None else known.facts("option_variables")
    for assignment in assigned:
        name = assignment.name
        value = assignment.value
        text = value.text
        marks = options.get(name)
        if marks is not None:
            held = text is None or marks == "*" or any(mark in text for mark in marks.split())
            if held and text != "":
                opaque(command, f"{key} takes options from ${name}: {value}")
        elif name in LEADING and (value.prefix.startswith("/dev/fd/") or descriptor(value.text or "")):
            opaque(command, f"${name} leads to what another command prints")
        elif name in LEADING and reader.written.some and _leads(reader, name, value):
            opaque(command, f"${name} leads to files, and this text has written some")
    if "work-tree" in traits(key):
        settings_of_environment(reader, command, key, assigned)


def _leads(reader: "Runner", name: str, value: Word) -> bool:
    """Tell whether a variable that names a file or a folder may lead to what the text has written."""
    if name == "HOME":
        return reader.written.any_of((".gitconfig", ".bashrc", ".profile", ".npmrc", ".vimrc", "config"))
    return value.text is None or value.text not in ("", "/dev/null")
