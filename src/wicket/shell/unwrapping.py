"""What a program runs in turn: the command behind `sudo`, the text behind `sh -c`, the code behind `python -c`."""

from wicket.shell import conventions, programs
from wicket.shell.characters import listed
from wicket.shell.everyday import EXTENDED
from wicket.shell.found import found_by
from wicket.shell.handover import opaque, replaced, run_code, run_joined, run_program, run_text
from wicket.shell.influence import run_by
from wicket.shell.interpreters import SHELLS
from wicket.shell.options import OPTIONS, npm_setting, setting
from wicket.shell.script import Assignment
from wicket.shell.shells import interpreter, run_input, script, shell
from wicket.shell.words import FOUND, FOUND_ALL, Unknowable, UnknownWord, Word, word_of
from wicket.shell.wrappers import WRAPPERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.programs import Program
    from wicket.shell.running import Running
    from wicket.shell.script import Command
    from wicket.shell.usage import Line, Usage

__all__ = ["follow"]

# Kinds that need to be followed; a usage without any of them is not taken apart.
_FOLLOWED = listed(
    """
    RUN PROGRAM CODE CODEFILE COMMAND TEXT SUB REST EXEC SPLIT SSH CONFIG CHECKPOINT APTOPTION EDITOR
    EXTERNAL PAGER MAKE SETTING SOCAT STRATEGY MODULE AWK CONFIGFILE SETTINGS LINKER COMMAS CMAKE UNIT NPM PIPED
    """
)
# They run what they read from standard input, beside what they are given.
_READ_CODE = listed("ed ex vi vim dc gdb sqlite3 psql mysql m4 sftp telnet")

# A word that begins with a plus is a command of theirs, which may be one that starts a shell.
_PLUS_COMMANDS = listed("ex vi vim view gvim nvim less more most")

# Variables by which make's own rules and most makefiles name programs.
_MAKE_RUNS = listed(".SHELLFLAGS RM INSTALL MV CP LN MKDIR SED AWK LEX YACC FC GO CARGO NODE NPM GIT TEX STRIP")

_MAKE_ENDINGS = ("CMD", "COMMAND", "EXEC", "RUN", "PROG", "PROGRAM", "RUNNER", "WRAPPER", "LAUNCHER")
_MAKE_RULES = ("COMPILE.", "LINK.", "LINT.", "PREPROCESS.", "YACC.", "LEX.", "OUTPUT_OPTION")

# Those of which `_peculiar` knows more than the tables say.
_PECULIAR = listed("at awk batch chroot crontab ed env flock parallel runuser script sed setarch sg su tar watch zip")

_ARCHITECTURES = ("linux", "i386", "i486", "i586", "i686", "x86", "amd64", "arm", "aarch", "ppc", "s390", "uname26")

# Without a command, these start a shell, which reads what they are given.
_STARTS_SHELL = listed("ssh chroot unshare nsenter setpriv newgrp adb machinectl lxc-attach systemd-nspawn")

# How a program is followed: by its usage, for what it runs and what it writes, or in a way of its own.
_RUNS, _WRITES, _WRITES_BY_OPTIONS, _PLUS, _SHELL, _LANGUAGE, _FIND = 1, 2, 4, 8, 16, 32, 64
_BY_ITSELF = _SHELL | _LANGUAGE | _FIND

# What stands behind `--` on their lines is for another program.
_PASSED_ON = {
    "cmake": ("make",),
    "cargo rustc": ("rustc",),
    "vagrant ssh": ("ssh", "vagrant"),
    "gh repo clone": ("git", "clone"),
    "gh repo fork": ("git", "clone"),
    "gh gist clone": ("git", "clone"),
}


def follow(reader: "Running", command: "Command", name: str) -> None:
    """Find what the program `name` runs, and remember what it writes."""
    program = programs.PROGRAMS[name]
    key = program.name
    hashed = reader.state.traits.hashed.pop(name, None) if reader.state.traits.hashed else None
    if hashed is not None:
        file = word_of(hashed, command.start, command.end)
        reader.run_words((file, *command.words[1:]), "hash", command)
        reader.state.traits.hashed[name] = hashed
    conventions.look(reader, command, name, program)
    if reader.unwrap is not None:
        for inner in reader.unwrap(command):
            if isinstance(inner, str):
                reader.run_derived(inner, key, command)
            else:
                reader.run_words(inner, key, command)
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
        else:
            _find(reader, command)
        return
    if followed & _PLUS:
        _first_commands(command, key)
    taken = programs.usage_of(command)
    if taken is None:
        return
    if followed & _WRITES or (followed & _WRITES_BY_OPTIONS and conventions.writes(*taken)):
        conventions.remember(reader, command, *taken)
    if followed & _RUNS:
        state = reader.state
        kept = state.cwd, state.moved
        state.cwd = _folder(state.cwd, taken[2])
        _table(reader, command, *taken)
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


def _follows(program: "Program") -> int:
    """Say how a program is followed; 0: it runs nothing and writes nothing that matters here."""
    key = program.name
    if key in SHELLS:
        return _SHELL
    if program.spoken:
        return _LANGUAGE
    if key == "find":
        return _FIND
    plus = _PLUS * (key in _PLUS_COMMANDS)
    usage = programs.usage(key)
    if usage is None:
        return plus
    operands = {kind for kind, _ in usage.operands}
    options = {kind for option in usage.options.values() for kind in option.kinds}
    runs = (operands | options) & _FOLLOWED or key in _READ_CODE
    writes = operands & conventions.WRITING or key in conventions.UNPACKING
    by_options = options & conventions.WRITING or key == "git"
    return plus | _RUNS * bool(runs) | _WRITES * bool(writes) | _WRITES_BY_OPTIONS * bool(by_options)


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
            shape = ("./", None) if text in ("-execdir", "-okdir") else found_by(words[:i])
            inner = [replaced(word, "{}", FOUND, shape) for word in words[i + 1 : j]]
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


# ── the tables ───────────────────────────────────────────────────────────────


def _table(reader: "Running", command: "Command", name: str, usage: "Usage", line: "Line") -> None:
    doubted = line.doubted or (line.unlisted() if usage.stops else "")
    if doubted and (name in WRAPPERS or name.partition(" ")[0] in WRAPPERS):
        opaque(command, f"{name} is given {doubted}, which may take the next word")
    for found in line.found:
        handler = OPTIONS.get(found.kind)
        if handler is not None:
            handler(reader, command, name, found, line)
    if name[:3] == "git" and any("ext::" in (word.text or str(word)) for word in command.words):
        opaque(command, "git runs what an address names")
    if name[:4] == "tmux":
        _tmux(command, name, line)
    if name in _PASSED_ON:
        _passed_on(reader, command, name)
    if name in _PECULIAR and _peculiar(reader, command, name, line):
        return
    if name in _READ_CODE and (command.place.stdin or command.stdin is not None) and not line.has("-c"):
        run_input(reader, command, name)
    _operands(reader, command, name, usage, line)


def _peculiar(reader: "Running", command: "Command", name: str, line: "Line") -> bool:
    """Follow what runs something in a way that the tables cannot say. False: its operands are as they say."""
    operands = line.operands
    if (name == "watch" and line.has("-x")) or (
        # Its first operand may be missing.
        name == "setarch" and operands and not (operands[0].text or "").startswith(_ARCHITECTURES)
    ):
        reader.run_words(tuple(operands), name, command)
    elif name == "parallel":
        _parallel(reader, command, line)
    elif name in ("at", "batch", "crontab"):
        _scheduled(reader, command, name, line)
    elif name == "script":
        _script(reader, command, line)
    elif name == "flock" and len(operands) > 1 and operands[1].text in ("-c", "--command"):
        run_text(reader, command, operands[2] if len(operands) > 2 else None, name)
    elif name in ("su", "sg", "runuser"):
        return _shell_of_user(reader, command, name, line)
    elif name == "ed" and operands and operands[0].prefix[:1] == "!":
        run_text(reader, command, _behind(operands[0], 1), name)
    elif name in ("awk", "sed"):
        if not any(found.kind in ("CODE", "CODEFILE") for found in line.found) and operands:
            run_code(command, operands[0], name)
        elif line.unsure and not line.found:
            opaque(command, f"{name} is given an option that is not known")
    else:
        if name == "zip" and any("TT" in word.prefix and word.prefix[:1] == "-" for word in command.words[1:]):
            opaque(command, "zip -TT runs a command")
        elif name == "chroot" and operands and operands[0].text != "/":
            opaque(command, "below another root, paths are others")
        elif name == "tar" and (archive := line.value("-f")) is not None and ":" in archive.prefix.partition("/")[0]:
            opaque(command, f"tar runs a shell on another machine for {archive}")
        return name == "env" and line.has("-S")
    return True


def _tmux(command: "Command", name: str, line: "Line") -> None:
    """See commands of tmux that are not followed here, and formats, which run commands."""
    if any("#(" in piece for word in command.words for piece in word.shape if piece):
        opaque(command, "tmux runs what a format names")
    if (name == "tmux" and line.operands and line.operands[0].text not in EXTENDED["tmux"]) or any(
        word.text is not None and word.text[-1:] == ";" for word in command.words
    ):
        opaque(command, "tmux may run what a command of its own names")


def _passed_on(reader: "Running", command: "Command", name: str) -> None:
    """See what stands behind `--`: options of another program."""
    words = command.words
    at = next((i for i, word in enumerate(words) if word.text == "--"), len(words))
    if at + 1 < len(words):
        other = tuple(Word(text, command.start, command.end) for text in _PASSED_ON[name])
        reader.run_words((*other, *words[at + 1 :]), name, command)


def _operands(reader: "Running", command: "Command", name: str, usage: "Usage", line: "Line") -> None:
    operands = list(line.operands)
    environment: list[Assignment] = []
    for kind, many in usage.operands:
        if kind in ("COMMAND", "TEXT", "SUB"):
            # What stands before the command, or in its place, may bring a command of its own.
            before = command.words[1 : len(command.words) - len(operands) + (kind == "SUB")]
            if [word for word in before if word.text is None and word.loose]:
                opaque(command, f"{name} is given words that are not known")
        if kind == "COMMAND" or kind == "TEXT":
            if operands and (operands[0].text or operands[0].prefix)[:1] == "-" and operands is not line.operands:
                operands = usage.read(operands).operands
            if kind == "TEXT":
                run_joined(reader, command, operands, name)
            elif operands:
                _command(reader, command, name, operands, line, tuple(environment))
            if not operands and (
                name in _STARTS_SHELL or (name in ("sudo", "doas") and (line.has("-s") or line.has("-i")))
            ):
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
            parted = "--" in [word.text for word in command.words]
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
        if kind == "NPM":
            npm_setting(reader, command, [*taken, *operands])
            return
        if kind == "SETTING":
            # An option that is not listed may have a value, so any two neighbours may be key and value.
            given = (*taken, *operands)
            for i in range(1, len(given)):
                key = given[i - 1]
                if key.text is None or "." in key.text:
                    setting(reader, command, key, given[i])
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
    if isinstance(brought, Unknowable) and brought.reason == FOUND_ALL and line.has("-0"):
        return (UnknownWord(brought.shape, FOUND_ALL, True, command.start, command.end),)
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
    elif name in _MAKE_RUNS or name.startswith(_MAKE_RULES) or name.endswith(_MAKE_ENDINGS) or run_by(name, value):
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
    if any("{=" in piece for word in head for piece in word.shape if piece):
        opaque(command, "runs code of perl")
    filled = [replaced(word, "{}", "what parallel is given") for word in head]
    if not any("{" in (word.text or "") for word in head):
        filled.append(UnknownWord((None,), "what parallel is given", True, command.start, command.end))
    run_joined(reader, command, filled, "parallel")


def _socat(reader: "Running", command: "Command", word: Word) -> None:
    text = word.text or word.prefix
    if word.text is not None and "!!" in text:
        for part in text.split("!!"):
            _socat(reader, command, Word(part, word.start, word.end))
        return
    kind, _, rest = text.partition(":")
    if kind.upper() in ("EXEC", "SYSTEM", "SHELL"):
        if word.text is None:
            opaque(command, "socat runs a text that is not known")
        else:
            reader.run_derived(rest.partition(",")[0], "socat", command)
    elif kind.upper() in ("OPEN", "CREATE", "FILE", "GOPEN"):
        reader.written.add(Word(rest.partition(",")[0], word.start, word.end))
