"""What a program runs in turn: the command behind `sudo`, the text behind `sh -c`, the code behind `python -c`."""

from wicket.shell import conventions, programs
from wicket.shell.characters import listed
from wicket.shell.handover import opaque, replaced, run_code, run_joined, run_program, run_text
from wicket.shell.influence import run_by
from wicket.shell.interpreters import SHELLS, language
from wicket.shell.options import OPTIONS, setting
from wicket.shell.script import Assignment
from wicket.shell.shells import interpreter, run_input, script, shell
from wicket.shell.words import UnknownWord, Word, word_of
from wicket.shell.wrappers import WRAPPERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.running import Running
    from wicket.shell.script import Command
    from wicket.shell.usage import Line, Usage

__all__ = ["follow"]

# Kinds that need to be followed; a usage without any of them is not taken apart.
_FOLLOWED = listed(
    """
    RUN PROGRAM CODE CODEFILE COMMAND TEXT SUB REST EXEC SPLIT SSH CONFIG CHECKPOINT APTOPTION EDITOR
    EXTERNAL PAGER MAKE SETTING SOCAT STRATEGY MODULE AWK CONFIGFILE LINKER COMMAS
    """
)
# They run what they read from standard input, beside what they are given.
_READ_CODE = listed("ed ex vi vim dc gdb sqlite3 psql mysql m4 sftp")

# A word that begins with a plus is a command of theirs, which may be one that starts a shell.
_PLUS_COMMANDS = listed("ex vi vim view gvim nvim less more most")

# Variables by which make's own rules and most makefiles name programs.
_MAKE_RUNS = listed(".SHELLFLAGS RM INSTALL MV CP LN MKDIR SED AWK LEX YACC FC GO CARGO NODE NPM GIT TEX STRIP")

_MAKE_RULES = ("COMPILE.", "LINK.", "LINT.", "PREPROCESS.", "YACC.", "LEX.", "OUTPUT_OPTION")

_ARCHITECTURES = ("linux", "i386", "i486", "i586", "i686", "x86", "amd64", "arm", "aarch", "ppc", "s390", "uname26")

# Without a command, these start a shell, which reads what they are given.
_STARTS_SHELL = listed("ssh chroot unshare nsenter setpriv newgrp adb machinectl lxc-attach systemd-nspawn")

_followed: dict[str, int] = {}


def follow(reader: "Running", command: "Command", name: str) -> None:
    """Find what the program `name` runs, and remember what it writes."""
    key = programs.plain(name)
    hashed = reader.state.traits.hashed.pop(name, None) if reader.state.traits.hashed else None
    if hashed is not None:
        file = word_of(hashed, command.start, command.end)
        reader.run_words((file, *command.words[1:]), "hash", command)
        reader.state.traits.hashed[name] = hashed
    conventions.look(reader, command, name, key)
    if reader.unwrap is not None:
        for inner in reader.unwrap(command):
            if isinstance(inner, str):
                reader.run_derived(inner, key, command)
            else:
                reader.run_words(inner, key, command)
    if key in SHELLS:
        shell(reader, command, key)
        return
    spoken = language(key)
    if spoken:
        interpreter(reader, command, spoken)
        return
    if key == "find":
        _find(reader, command)
        return
    if key in _PLUS_COMMANDS:
        _first_commands(command, key)
    followed = _followed.get(key)
    if followed is None:
        followed = _followed[key] = _follows(key)
    if not followed:
        return
    taken = programs.usage_of(command)
    if taken is None:
        return
    if followed & 2 or (followed & 4 and conventions.writes(*taken)):
        conventions.remember(reader, command, *taken)
    if followed & 1:
        state = reader.state
        kept = state.cwd, state.moved
        state.cwd = _folder(state.cwd, taken[2])
        _table(reader, command, *taken)
        state.cwd, state.moved = kept


def _folder(cwd: "tuple[str, ...] | None", line: "Line") -> "tuple[str, ...] | None":
    """Say where a program runs another: in the folder that an option names."""
    folders = [found for found in line.found if found.kind == "CD"]
    if not folders or cwd is None:
        return cwd
    value = folders[0].value
    if len(folders) > 1 or value is None or value.text is None:
        return None
    path = value.text
    return tuple(dict.fromkeys(path if path[:1] == "/" or not where else f"{where}/{path}" for where in cwd))


def _first_commands(command: "Command", key: str) -> None:
    """See what an editor or a pager is told to do first. To go to a line, the end or a plain word is harmless."""
    for word in command.words[1:]:
        if not word.prefix.startswith("+"):
            continue
        said = "!" if word.text is None else word.text[1:]
        if said in ("", "G", "F") or said.isdigit() or (said[0] == "/" and said[1:].replace(" ", "").isalnum()):
            continue
        opaque(command, f"runs a command of {key}: {word}")


def _follows(key: str) -> int:
    """Say whether a program's line has to be taken apart: 1 for what it runs, 2 for what it writes, 4 by options."""
    usage = programs.usage(key)
    if usage is None:
        return 0
    operands = {kind for kind, _ in usage.operands}
    options = {kind for option in usage.options.values() for kind in option.kinds}
    runs = (operands | options) & _FOLLOWED or key in _READ_CODE
    writes = operands & conventions.WRITING or key in conventions.UNPACKING
    by_options = options & conventions.WRITING or key == "git"
    return bool(runs) + 2 * bool(writes) + 4 * bool(by_options)


# ── find ─────────────────────────────────────────────────────────────────────


def _find(reader: "Running", command: "Command") -> None:
    words = command.words
    i = 1
    while i < len(words):
        text = words[i].text
        if text in ("-exec", "-execdir", "-ok", "-okdir"):
            j = i + 1
            while j < len(words) and not (
                words[j].text == ";" or (words[j].text == "+" and words[j - 1].text == "{}") or words[j].text == "';'"
            ):
                j += 1
            start = "./" if text in ("-execdir", "-okdir") else _start(words)
            inner = [replaced(word, "{}", "a file that find finds", start) for word in words[i + 1 : j]]
            if inner:
                cwd = reader.state.cwd
                if text in ("-execdir", "-okdir"):
                    reader.state.cwd = None  # the folder of each file that is found
                reader.run_words(tuple(inner), f"find {text}", command)
                reader.state.cwd = cwd
            i = j
        elif words[i].loose:
            opaque(command, f"find is given words that are not known: {words[i].reason}")
        elif text in ("-fprint", "-fprint0", "-fls", "-fprintf") and i + 1 < len(words):
            reader.written.add(words[i + 1])
        i += 1


def _start(words: tuple[Word, ...]) -> str:
    """Say how everything begins that find finds: with the folder it starts from, if there is but one."""
    first = words[1].text if len(words) > 1 else "."
    second = words[2].text if len(words) > 2 else "-"
    if first is None or second is None or second[:1] not in ("-", "(", "!") or first[:2] in ("-O", "-D"):
        return ""
    return first if first[:1] not in ("-", "(", "!", "") else "." if first[:1] != "-" or len(first) > 2 else ""


# ── the tables ───────────────────────────────────────────────────────────────


def _table(reader: "Running", command: "Command", name: str, usage: "Usage", line: "Line") -> None:
    doubted = line.doubted or (line.unlisted() if usage.stops else "")
    if doubted and (name in WRAPPERS or name.partition(" ")[0] in WRAPPERS):
        opaque(command, f"{name} is given {doubted}, which may take the next word")
    for found in line.found:
        handler = OPTIONS.get(found.kind)
        if handler is not None:
            handler(reader, command, name, found, line)
    if name.startswith("git") and any("ext::" in piece for word in command.words for piece in word.shape if piece):
        opaque(command, "git runs what an address names")
    if name == "watch" and line.has("-x"):
        reader.run_words(tuple(line.operands), name, command)
        return
    if name == "env" and line.has("-S"):
        return
    if name == "setarch" and line.operands and not (line.operands[0].text or "").startswith(_ARCHITECTURES):
        reader.run_words(tuple(line.operands), name, command)  # its first operand may be missing
        return
    if name == "parallel":
        _parallel(reader, command, line)
        return
    if name in ("at", "batch", "crontab"):
        _scheduled(reader, command, name, line)
        return
    if name == "script":
        _script(reader, command, line)
        return
    if name == "flock" and len(line.operands) > 1 and line.operands[1].text in ("-c", "--command"):
        run_text(reader, command, line.operands[2] if len(line.operands) > 2 else None, name)
        return
    if name in ("su", "sg", "runuser") and _shell_of_user(reader, command, name, line):
        return
    if name == "ed" and line.operands and line.operands[0].prefix[:1] == "!":
        run_text(reader, command, _behind(line.operands[0], 1), name)
        return
    if name == "zip" and any("TT" in word.prefix and word.prefix[:1] == "-" for word in command.words[1:]):
        opaque(command, "zip -TT runs a command")
    if name in ("awk", "sed"):
        if not any(found.kind in ("CODE", "CODEFILE") for found in line.found) and line.operands:
            run_code(command, line.operands[0], name)
        elif line.unsure and not line.found:
            opaque(command, f"{name} is given an option that is not known")
        return
    if name in _READ_CODE and (command.place.stdin or command.stdin is not None) and not line.has("-c"):
        run_input(reader, command, name)
    _operands(reader, command, name, usage, line)


def _operands(reader: "Running", command: "Command", name: str, usage: "Usage", line: "Line") -> None:
    operands = list(line.operands)
    environment: list[Assignment] = []
    for kind, many in usage.operands:
        if kind in ("COMMAND", "TEXT", "SUB"):
            # What stands before the command, or in its place, may bring a command of its own.
            before = command.words[1 : len(command.words) - len(operands) + (kind == "SUB")]
            if any(word.loose for word in before):
                opaque(command, f"{name} is given words that are not known")
        if kind == "COMMAND" or kind == "TEXT":
            if operands and (operands[0].text or operands[0].prefix)[:1] == "-" and operands is not line.operands:
                operands = usage.read(operands).operands
            if kind == "TEXT":
                run_joined(reader, command, operands, name)
            elif operands:
                _command(reader, command, name, operands, line, tuple(environment))
            if not operands and (name in _STARTS_SHELL or (name == "sudo" and (line.has("-s") or line.has("-i")))):
                run_input(reader, command, name)
            return
        if kind == "ASSIGN":
            while operands and (operands[0].text == "-" or "=" in (operands[0].text or operands[0].prefix)):
                word = operands.pop(0)
                if word.text != "-":
                    environment.append(_environment(word))
            continue
        split = 1
        if many:
            # Where a command follows any number of operands, `--` stands between them.
            parted = any(word.text == "--" for word in command.words)
            split = next((i for i, word in enumerate(operands) if word.text == "--"), 0 if parted else len(operands))
        taken, operands = operands[:split], operands[split:]
        if many and operands and operands[0].text == "--":
            operands = operands[1:]
        for word in taken:
            if kind == "RUN":
                run_text(reader, command, word, name)
            elif kind == "PROGRAM":
                run_program(reader, command, word, name)
            elif kind == "CODE":
                run_code(command, word, name)
            elif kind == "CODEFILE":
                script(reader, command, word, name)
            elif kind == "MAKE":
                _make(reader, command, word)
            elif kind == "SOCAT":
                _socat(reader, command, word)
        if kind == "SETTING":
            pair = (*taken, *operands)
            if len(pair) > 1 and pair[0].text in ("set", "--add"):
                pair = pair[1:]
            if len(pair) > 1:
                setting(reader, command, pair[0], pair[1])
            return


def _command(
    reader: "Running",
    command: "Command",
    name: str,
    operands: list[Word],
    line: "Line",
    environment: tuple[Assignment, ...],
) -> None:
    words = tuple(operands)
    if name == "xargs":
        mark = line.value("-I") or line.value("-i")
        if mark is not None or line.has("-i"):
            text = (mark.text if mark is not None else "{}") or "{}"
            words = tuple(replaced(word, text, "what xargs reads") for word in words)
        else:
            words = (*words, *_arguments(reader, command, line))
    elif name == "entr" and line.has("-s"):
        run_joined(reader, command, operands, name)
        return
    reader.run_words(words, name, command, assignments=environment)


def _arguments(reader: "Running", command: "Command", line: "Line") -> tuple[Word, ...]:
    """Say what xargs adds to a command: the words it reads, if they are known and it reads them plainly."""
    brought = reader.input_of(command)
    plain = all(found.name in ("-r", "-t", "--no-run-if-empty", "--verbose") for found in line.found)
    if isinstance(brought, str) and plain and not any(c in brought for c in "\\'\""):
        return tuple(Word(text, command.start, command.end) for text in brought.split())
    return (UnknownWord((None,), "what xargs reads", True, command.start, command.end),)


def _behind(word: Word, count: int) -> Word:
    """Give a word without its first characters, which are known."""
    if word.text is not None:
        return Word(word.text[count:], word.start, word.end)
    return UnknownWord((word.prefix[count:], *word.shape[1:]), word.reason or "", word.many, word.start, word.end)


def _make(reader: "Running", command: "Command", word: Word) -> None:
    """See a variable that make is given: recipes hand it to a shell."""
    name, equals, value = (word.text or word.prefix).partition("=")
    name = name.rstrip(":?+! ")
    if not equals:
        if word.loose:
            opaque(command, "make is given words that are not known")
    elif word.text is None:
        if not word.outside and (run_by(name) or name in _MAKE_RUNS):
            opaque(command, f"make runs {name}, which is not known")
    elif "$" in value or "`" in value:
        opaque(command, "make expands a text that may run commands")
    elif any(c in value for c in ";|&<>()\n"):
        reader.run_derived(value.lstrip(" ;|&"), f"make {name}", command)
    elif name in _MAKE_RUNS or name.startswith(_MAKE_RULES) or run_by(name, value):
        run_program(reader, command, Word(value, word.start, word.end), f"make {name}")


def _script(reader: "Running", command: "Command", line: "Line") -> None:
    """`script` runs a shell, which reads its standard input, unless it is given a command."""
    if len(line.operands) > 1:
        reader.run_words(tuple(line.operands[1:]), "script", command)
    elif line.value("-c") is None:
        run_input(reader, command, "script")


def _environment(word: Word) -> Assignment:
    """See a variable that `env` or `sudo` sets for what it runs."""
    name, _, value = (word.text or word.prefix).partition("=")
    if word.text is None:
        shape = (value, *word.shape[1:]) if value else word.shape[1:]
        made: Word = UnknownWord(shape or (None,), word.reason or "", False, word.start, word.end)
    else:
        made = Word(value, word.start, word.end)
    return Assignment(name, made, False, word.start, word.end)


def _scheduled(reader: "Running", command: "Command", name: str, line: "Line") -> None:
    if name == "crontab":
        if line.operands:
            opaque(command, "schedules what a file says")
        return
    if line.value("-f") is None and not line.has("-l") and not line.has("-c") and not line.has("-d"):
        run_input(reader, command, name)


def _shell_of_user(reader: "Running", command: "Command", name: str, line: "Line") -> bool:
    if name == "runuser":
        if line.value("-u") is not None:
            return False
        su = programs.usage("su")
        if su is not None:
            line = su.read(command.words[1:])
            if line.value("-c") is not None:
                run_text(reader, command, line.value("-c"), name)
    operands = [word for word in line.operands if word.text != "-"]
    if name == "sg":
        rest = [word for word in operands[1:] if word.text != "-c"]
        run_joined(reader, command, rest, name)
        return True
    if line.value("-c") is None:
        if len(operands) > 1:
            opaque(command, "su gives a shell arguments that are not read here")
        elif command.place.stdin or command.stdin is not None:
            run_input(reader, command, name)
    return True


def _parallel(reader: "Running", command: "Command", line: "Line") -> None:
    words = line.operands
    marks = [i for i, word in enumerate(words) if word.text in (":::", "::::", ":::+", "::::+")]
    head = list(words[: marks[0]]) if marks else list(words)
    if not head:
        if marks:
            for word in words[marks[0] + 1 :]:
                run_text(reader, command, word, "parallel")
        else:
            run_input(reader, command, "parallel")
        return
    filled = [replaced(word, "{}", "what parallel is given") for word in head]
    if not any("{" in (word.text or "") for word in head):
        filled.append(UnknownWord((None,), "what parallel is given", True, command.start, command.end))
    run_joined(reader, command, filled, "parallel")


def _socat(reader: "Running", command: "Command", word: Word) -> None:
    text = word.text or word.prefix
    kind, _, rest = text.partition(":")
    if kind.upper() in ("EXEC", "SYSTEM", "SHELL"):
        if word.text is None:
            opaque(command, "socat runs a text that is not known")
        else:
            reader.run_derived(rest.partition(",")[0], "socat", command)
    elif kind.upper() in ("OPEN", "CREATE", "FILE", "GOPEN"):
        reader.written.add(Word(rest.partition(",")[0], word.start, word.end))
