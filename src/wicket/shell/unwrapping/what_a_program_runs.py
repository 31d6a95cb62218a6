"""What a program runs in turn: the command behind `sudo`, the text behind `sh -c`, the code behind `python -c`."""

from wicket.shell.catalogue.compiled_catalogue import entry, fact, traits
from wicket.shell.catalogue.interpreter_names import SHELLS
from wicket.shell.characters import listed
from wicket.shell.dev_and_proc_paths import is_borrowed
from wicket.shell.programs import command_synonyms_and_python_modules, program_lookup, subcommands
from wicket.shell.programs.words_that_may_be_options_or_missing import (
    doubted_before,
    doubted_values,
    is_too_much,
    without,
)
from wicket.shell.unwrapping import files_and_variables_loaded_implicitly, written_files
from wicket.shell.unwrapping.build_tool_settings_and_make_variables import (
    build_property,
    make,
    make_environment,
    npm_setting,
)
from wicket.shell.unwrapping.code_for_interpreters import run_code
from wicket.shell.unwrapping.container_paths import run_on_this_machine
from wicket.shell.unwrapping.fetched_files import remember_fetched
from wicket.shell.unwrapping.find_actions_and_tmux_commands import find_actions, tmux
from wicket.shell.unwrapping.git_settings_that_run import addresses_and_aliases, setting
from wicket.shell.unwrapping.options_that_run import OPTIONS
from wicket.shell.unwrapping.program_specific_wrappers import SPECIAL, first_commands_of_editor, passed_on, socat
from wicket.shell.unwrapping.shells_interpreters_and_scripts import interpreter, run_input, script, shell
from wicket.shell.unwrapping.wrapped_commands_and_shell_texts import (
    assigned_for_command,
    opaque,
    run_joined,
    run_program,
    run_text,
    run_wrapped_words,
)
from wicket.shell.words import Word, word_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_parser import Usage
    from wicket.shell.catalogue.option_values_and_parse_result import Line
    from wicket.shell.programs.program_lookup import Program
    from wicket.shell.programs.taught_programs import Taught
    from wicket.shell.read_result import Command
    from wicket.shell.unwrapping.walk_interface import Runner

__all__ = ["follow"]

# Kinds that need to be followed; a usage without any of them is not taken apart.
_FOLLOWED = listed(
    """
    RUN PREFIX FED PROGRAM CODE CODEFILE COMMAND TEXT SUB REST EXEC SPLIT SSH CONFIG CHECKPOINT APTOPTION EDITOR
    EXTERNAL PAGER MAKE SETTING SOCAT STRATEGY MODULE AWK CONFIGFILE SETTINGS LINKER COMMAS CMAKE UNIT NPM PIPED
    CONFIGEDIT CONFIGURED DEFINE PLUGIN CODEGEN GATEWAY ROOT PROPERTY UNASKED
    """
)
# Of operands: from here on, it is another command.
_COMMANDS = ("COMMAND", "TEXT", "SUB")

# What it costs to read a command once more; what it runs is read once more, too.
_WORK_OF_READING = 4_000
# What a word costs that is read once more, as a policy teaches it.
_WORK_OF_WORD = 60

# How a program is followed: by its usage, for what it runs and what it writes, or in a way of its own.
_RUNS, _WRITES, _WRITES_BY_OPTIONS, _PLUS, _SHELL, _LANGUAGE, _FIND = 1, 2, 4, 8, 16, 32, 64
_BY_ITSELF = _SHELL | _LANGUAGE | _FIND


def follow(reader: "Runner", command: "Command", name: str, whole: bool = True) -> None:
    """Find what the program `name` runs, and remember what it writes. `whole`: no word of it has been taken away."""
    program = program_lookup.PROGRAMS[name]
    key = program.name
    hashed = reader.state.traits.hashed.pop(name, None) if reader.state.traits.hashed else None
    if hashed is not None:
        file = word_of(hashed, command.start, command.end)
        reader.run_words((file, *command.words[1:]), "hash", command)
        reader.state.traits.hashed[name] = hashed
    files_and_variables_loaded_implicitly.look(reader, command, name, program)
    if program.brings:
        remember_fetched(reader, command, key)
    if reader.unwrap is not None:
        for inner in reader.unwrap(command):
            if isinstance(inner, str):
                reader.run_derived(inner, key, command)
            else:
                reader.run_words(inner, key, command)
    if reader.programs is not None and key in reader.programs:
        command.taught = reader.programs[key]
        for one in command.taught:
            _taught(reader, command, one, whole)
    if program.disguised and (amounting := command_synonyms_and_python_modules.amounts_to(command)) is not None:
        reader.enter(command.start)
        _amounting(reader, command, amounting)
        reader.depth -= 1
    followed = program.followed
    if followed is None:
        followed = program.followed = _follows(program)
    if not followed:
        return
    if followed & _BY_ITSELF:
        if followed & _SHELL:
            shell(reader, command, key)
        elif followed & _LANGUAGE:
            interpreter(reader, command, program.spoken)
            if whole and (taken := subcommands.usage_of(command)) is not None:
                _without(reader, command, key, doubted_values(command, taken.line))
        else:
            find_actions(reader, command)
        return
    if followed & _PLUS:
        first_commands_of_editor(command, key)
    taken = subcommands.usage_of(command)
    if taken is None:
        return
    name, usage, line = taken.name, taken.usage, taken.line
    if followed & _WRITES or (followed & _WRITES_BY_OPTIONS and written_files.writes(name, usage, line)):
        written_files.remember(reader, command, name, usage, line)
    if followed & _RUNS:
        state = reader.state
        kept = state.cwd, state.moved
        state.cwd = _folder(state.cwd, line)
        _table(reader, command, name, usage, line, whole)
        state.cwd, state.moved = kept


def _amounting(reader: "Runner", command: "Command", other: "Command", whole: bool = True) -> None:
    """Find what a command runs that amounts to another one, which is not listed: nobody has written it."""
    before = len(reader.commands)
    follow(reader, other, other.name or "", whole)
    for made in reader.commands[before:]:
        made.by = command if made.by is other else made.by
    command.code = (*command.code, *other.code)
    for reason in other.opaque:
        opaque(command, reason)


def _taught(reader: "Runner", command: "Command", one: "Taught", whole: bool) -> None:
    """Find what a program runs and writes of which a policy says how it reads its command line."""
    reader.spend(_WORK_OF_WORD * len(command.words))
    if one.loads:
        files_and_variables_loaded_implicitly.look_for(reader, command, one.name, one.loads)
    taken = one.take(command)
    if taken is None:
        return
    name, usage, line = taken.name, taken.usage, taken.line
    doubted = line.doubted or line.unlisted()
    if doubted and one.runs_commands(usage):
        opaque(command, f"{name} is given {doubted}, which may take the next word")
    written_files.remember(reader, command, name, usage, line)
    state = reader.state
    kept = state.cwd, state.moved
    state.cwd = _folder(state.cwd, line)
    _table(reader, command, name, usage, line, whole)
    state.cwd, state.moved = kept


def _folder(cwd: "tuple[str, ...] | None", line: "Line") -> "tuple[str, ...] | None":
    """Say where a program runs another: in the folder that an option names."""
    if not line.found:
        return cwd
    folders = [found for found in line.found if found.kind == "CD"]
    if not folders or cwd is None:
        return cwd
    value = folders[0].value
    if len(folders) > 1 or value is None or value.text is None:
        return None
    path = value.text
    made = tuple(dict.fromkeys(path if path[:1] == "/" or not where else f"{where}/{path}" for where in cwd))
    return None if any(map(is_borrowed, made)) else made


def _follows(program: "Program") -> int:
    """Say how a program is followed; 0: it runs nothing and writes nothing that matters here."""
    key = program.name
    if key in SHELLS:
        return _SHELL
    if program.spoken:
        return _LANGUAGE
    if key == "find":
        return _FIND
    plus = _PLUS * ("plus-commands" in traits(key))
    usage = program_lookup.usage(key)
    if usage is None:
        return plus
    operands = {kind for kind, _ in usage.operands}
    options = {kind for option in usage.options.values() for kind in option.kinds}
    runs = (operands | options) & _FOLLOWED or "reads-code" in traits(key)
    writes = operands & written_files.WRITING or "unpacks" in traits(key)
    by_options = options & written_files.WRITING or "work-tree" in program.traits
    return plus | _RUNS * bool(runs) | _WRITES * bool(writes) | _WRITES_BY_OPTIONS * bool(by_options)


# ── the tables ───────────────────────────────────────────────────────────────


def _table(reader: "Runner", command: "Command", name: str, usage: "Usage", line: "Line", whole: bool) -> None:
    doubted = line.doubted or (line.unlisted() if usage.stops else "")
    known = entry(name.partition(" ")[0]) if doubted else None
    if known is not None and known.wrapper and str(command.words[-1]) != doubted:
        opaque(command, f"{name} is given {doubted}, which may take the next word")
    for found in line.found:
        handler = OPTIONS.get(found.kind)
        if handler is not None:
            handler(reader, command, name, found, line)
    if whole and line.found and not any(kind in _COMMANDS for kind, _ in usage.operands):
        _without(reader, command, name, doubted_values(command, line))
    steps = _STEPS[name]
    if steps is not None:
        if steps.work_tree:
            addresses_and_aliases(reader, command, name, line)
        if steps.tmux:
            tmux(command, name, line)
        if steps.environment:
            make_environment(reader, command)
        if steps.passes_on:
            passed_on(reader, command, name)
        if steps.special is not None and steps.special(reader, command, name, line):
            return
        if steps.reads_code and reader.is_fed(command) and line.value("-c") is None:
            run_input(reader, command, name)
        if steps.python:
            return  # what its operands are, `_amounting` has seen
    if usage.hands_over:
        _operands(reader, command, name, usage, line, whole)


class _Steps:
    """What has to be looked at for a program or one of its commands, beside its options and operands."""

    __slots__ = ("environment", "passes_on", "python", "reads_code", "special", "tmux", "work_tree")

    def __init__(self, name: str) -> None:
        self.work_tree = "work-tree" in traits(name.partition(" ")[0])
        self.tmux = name[:4] == "tmux"
        self.environment = "expands-environment" in traits(name.partition(" ")[0])
        self.python = "runs-python" in traits(name)
        self.passes_on = fact("passes_on", name) != ""
        special = fact("special", name)
        self.special = SPECIAL[special] if special else None
        self.reads_code = "reads-code" in traits(name)


class _AllSteps(dict[str, "_Steps | None"]):
    """The steps of each command, looked up once; None: there are none. Strangers name subcommands: few are kept."""

    __slots__ = ()

    def __missing__(self, name: str) -> _Steps | None:
        made = _Steps(name)
        some = (
            made.work_tree
            or made.tmux
            or made.environment
            or made.passes_on
            or made.python
            or made.special is not None
            or made.reads_code
        )
        if len(self) < _MAX_STEPS:
            self[name] = made if some else None
        return made if some else None


_MAX_STEPS = 4096
_STEPS = _AllSteps()


def _operands(reader: "Runner", command: "Command", name: str, usage: "Usage", line: "Line", whole: bool) -> None:
    operands = list(line.operands)
    environment = [
        assigned_for_command(found.value) for found in line.found if found.kind == "ASSIGN" and found.value is not None
    ]
    last = len(usage.operands) - 1
    for at, (kind, many) in enumerate(usage.operands):
        if kind in _COMMANDS:
            # What stands before the command, or in its place, may bring a command of its own.
            before = command.words[1 : len(command.words) - len(operands) + (kind == "SUB")]
            unknown = [word for word in before if word.text is None]
            if [word for word in unknown if word.loose]:
                opaque(command, f"{name} is given words that are not known")
            elif unknown and whole:
                _without(reader, command, name, doubted_before(command, name, unknown))
        if kind == "COMMAND" or kind == "TEXT":
            if operands and (operands[0].text or operands[0].prefix)[:1] == "-" and operands is not line.operands:
                operands = usage.read(operands).operands
            if kind == "TEXT":
                run_joined(reader, command, operands, name)
            elif operands:
                run_wrapped_words(reader, command, name, operands, line, tuple(environment))
            if usage.mounts:
                run_on_this_machine(reader, command, name, operands, line, tuple(environment))
            if not operands and (
                "starts-shell" in traits(name) or (name in ("sudo", "doas") and (line.has("-s") or line.has("-i")))
            ):
                run_input(reader, command, name)
            return
        if kind == "ASSIGN":
            while operands and (operands[0].text == "-" or "=" in (operands[0].text or operands[0].prefix)):
                word = operands.pop(0)
                if word.text != "-":
                    environment.append(assigned_for_command(word))
            continue
        split = 1
        if many and at == last:
            split = len(operands)
        elif many:
            # Where a command follows any number of operands, `--` stands between them.
            parted = "--" in [word.text for word in command.words]
            split = next((i for i, word in enumerate(operands) if word.text == "--"), 0 if parted else len(operands))
        taken, operands = operands[:split], operands[split:]
        if many and operands and operands[0].text == "--":
            operands = operands[1:]
        for word in taken:
            if kind == "RUN":
                run_text(reader, command, word, name)
            elif kind == "FED":
                run_text(reader, command, word, name, fed=True)
            elif kind == "PROGRAM":
                run_program(reader, command, word, name)
            elif kind == "CODE":
                run_code(reader, command, word, name)
            elif kind == "CODEFILE":
                script(reader, command, word, name)
            elif kind == "MAKE":
                make(reader, command, word)
            elif kind == "SOCAT":
                socat(reader, command, word)
            elif kind == "PROPERTY":
                build_property(command, name, word)
        if kind == "NPM":
            npm_setting(reader, command, name, [*taken, *operands])
            return
        if kind == "SETTING":
            # An option that is not listed may have a value, so any two neighbours may be key and value.
            given = (*taken, *operands)
            for i in range(1, len(given)):
                key = given[i - 1]
                if key.text is None or "." in key.text:
                    setting(reader, command, name.partition(" ")[0], key, given[i])
            return


def _without(reader: "Runner", command: "Command", name: str, doubted: list[Word]) -> None:
    """Find what a command runs if some of these words are missing."""
    if is_too_much(doubted):
        opaque(command, f"{name} is given words that may be missing")
        return
    for left in without(command, doubted):
        reader.spend(_WORK_OF_READING + 200 * len(left))
        _amounting(reader, command, command_synonyms_and_python_modules.reworded(command, left), whole=False)
