"""What a program runs in turn: the command behind `sudo`, the text behind `sh -c`, the code behind `python -c`."""

from wicket.shell import languages, programs
from wicket.shell.characters import listed
from wicket.shell.interpreters import INTERPRETERS, SHELLS, language
from wicket.shell.usage import Usage
from wicket.shell.words import Unknowable, UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from wicket.shell.reader import Reader
    from wicket.shell.script import Command
    from wicket.shell.usage import Found, Line

__all__ = ["follow", "unknown"]

# Kinds that need to be followed; a usage without any of them is not taken apart.
_FOLLOWED = listed(
    """
    RUN PROGRAM CODE CODEFILE COMMAND TEXT SUB REST EXEC SPLIT SSH CONFIG CHECKPOINT APTOPTION EDITOR
    EXTERNAL PAGER MAKE SETTING SOCAT STRATEGY MODULE
    """
)
_WRITING = frozenset(["WRITE", "EDIT", "DD", "ARCHIVE"])

# Configuration of git that names something to run.
_GIT_RUNS = (
    "pager",
    "editor",
    "sshcommand",
    "askpass",
    "fsmonitor",
    "hookspath",
    "external",
    "textconv",
    "command",
    "driver",
    "cmd",
    "path",
    "helper",
    "program",
    "clean",
    "smudge",
    "process",
    "uploadpack",
    "receivepack",
    "proxycommand",
    "gitproxy",
    "sendmailcmd",
    "tocmd",
    "cccmd",
    "trustexitcode",
    "browser",
    "viewer",
    "vcs",
    "alternaterefscommand",
    "packobjectshook",
    "sequence.editor",
)

_usages: dict[str, Usage] = {}
_followed: dict[str, int] = {}


def follow(reader: "Reader", command: "Command", name: str) -> None:
    """Find what the program `name` runs, and remember what it writes."""
    key = programs.plain(name)
    if "/" in name and reader.written and reader.wrote(command.words[0]):
        _opaque(command, f"runs {name}, which this text has written")
    if reader.unwrap is not None:
        for inner in reader.unwrap(command):
            if isinstance(inner, str):
                reader.run_derived(inner, key, command)
            else:
                reader.run_words(inner, key, command)
    if key in SHELLS:
        _shell(reader, command, key)
        return
    spoken = language(key)
    if spoken:
        _interpreter(reader, command, spoken)
        return
    if key == "find":
        _find(reader, command)
        return
    followed = _followed.get(key)
    if followed is None:
        followed = _followed[key] = _follows(key)
    if not followed:
        return
    if followed & 2:
        for act in programs.acts(command):
            if act.kind == "write" and act.word is not None:
                reader.written.append(act.word)
    if followed & 1:
        _table(reader, command)


def _follows(key: str) -> int:
    """Say whether a program's line has to be taken apart: 1 for what it runs, 2 for what it writes."""
    usage = programs.usage(key)
    if usage is None:
        return 0
    kinds = {kind for kind, _ in usage.operands}
    for option in usage.options.values():
        kinds.update(option.kinds)
    return bool(kinds & _FOLLOWED) + 2 * bool(kinds & _WRITING)


def unknown(reader: "Reader", command: "Command") -> None:
    """A command whose name is not known may be anything, also nothing: then the next word is the command."""
    # The name stays None, which is all that can be said.


def _opaque(command: "Command", reason: str) -> None:
    if reason not in command.opaque:
        command.opaque = (*command.opaque, reason)


def _text(reader: "Reader", command: "Command", word: Word | None, why: str) -> None:
    """Read a word that a shell will read."""
    if word is None:
        return
    if word.text is None:
        _opaque(command, f"{why} runs a text that is not known: {word.reason}")
    else:
        reader.run_derived(word.text, why, command)


def _joined(reader: "Reader", command: "Command", words: list[Word], why: str) -> None:
    """Read words that are joined with blanks and handed to a shell."""
    if not words:
        return
    if any(word.text is None for word in words):
        if words[0].text is not None and not any(c in words[0].text for c in " ;&|<>()$`\\\"'\n"):
            # The command is known even if its arguments are not.
            reader.run_words(tuple(words), why, command)
        if any(word.text is None and not word.reason == "a glob: the names of files" for word in words):
            _opaque(command, f"{why} runs a text that is not known")
        return
    reader.run_derived(" ".join(word.text or "" for word in words), why, command)


def _program(reader: "Reader", command: "Command", word: Word | None, why: str) -> None:
    """Read a word that names a program; what it will be given is not known."""
    if word is None:
        return
    if word.text is not None and any(c in word.text for c in " \t\n;|&"):
        reader.run_derived(word.text, why, command)
        return
    arguments = UnknownWord((None,), f"what {why} gives it", True, command.start, command.end)
    reader.run_words((word, arguments), why, command)


def _code(reader: "Reader", command: "Command", word: Word | None, spoken: str) -> None:
    if word is None:
        return
    if word.text is None or not languages.harmless(spoken, word.text):
        _opaque(command, f"runs code of {spoken}")


# ── shells and interpreters ──────────────────────────────────────────────────


def _shell(reader: "Reader", command: "Command", name: str) -> None:
    words = command.words
    i = 1
    given = reads_input = False
    extglob = False
    while i < len(words):
        text = words[i].text
        if text is None:
            if not words[i].prefix or words[i].prefix[0] in "-+":
                _opaque(command, f"{name} is given an option that is not known")
            break
        if text in ("--", "-"):
            i += 1
            break
        if text[:1] not in ("-", "+") or len(text) < 2:
            break
        i += 1
        if text[:2] == "--":
            if text in ("--rcfile", "--init-file"):
                if i < len(words) and (
                    words[i].text is None or reader.wrote(words[i]) or "/dev/fd/" in words[i].prefix
                ):
                    _opaque(command, f"{name} runs a file that this text has written or that is not known")
                i += 1
            continue
        for letter in text[1:]:
            if letter == "c" and text[0] == "-":
                given = True
            elif letter == "s" and text[0] == "-":
                reads_input = True
            elif letter in "oO":
                if i < len(words) and words[i].text == "extglob":
                    extglob = text[0] == "-"
                i += 1
    operands = words[i:]
    if given:
        if not operands:
            return
        text_word = operands[0]
        if text_word.text is None:
            _opaque(command, f"{name} -c runs a text that is not known: {text_word.reason}")
            return
        _other_language(command, name, text_word.text)
        positional = [_value(word) for word in operands[2:]]
        reader.run_derived(text_word.text, f"{name} -c", command, positional=positional, extglob=extglob)
        return
    if operands and not reads_input:
        _script(reader, command, operands[0], name)
        return
    _input(reader, command, name)


def _other_language(command: "Command", name: str, text: str) -> None:
    """What zsh and its like read otherwise is not known here."""
    if name in ("zsh", "ksh", "ksh93", "mksh", "yash") and any(c in text for c in "=^#~<({[*?!@$`\\"):
        _opaque(command, f"{name} may read this text otherwise")


def _value(word: Word) -> "str | Unknowable":
    if word.text is not None:
        return word.text
    return Unknowable(word.reason or "", word.shape, many=word.many)


def _script(reader: "Reader", command: "Command", word: Word, name: str) -> None:
    """Look at a file that is run: its content is not read here."""
    if word.text in ("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "-"):
        _input(reader, command, name)
    elif word.text is None:
        what = "what a process substitution prints" if word.prefix == "/dev/fd/" else "a file whose name is not known"
        _opaque(command, f"{name} runs {what}")
    elif word.text.startswith(("/dev/fd/", "/proc/")):
        _opaque(command, f"{name} runs what a descriptor brings")
    elif reader.wrote(word):
        _opaque(command, f"{name} runs {word.text}, which this text has written")


def _input(reader: "Reader", command: "Command", name: str) -> None:
    """Look at a program that runs what it reads."""
    brought = reader.input_of(command)
    if brought is None:
        if command.place.stdin:
            _opaque(command, f"{name} runs what a pipe brings")
        return
    if isinstance(brought, str):
        spoken = language(name)
        if spoken:
            if brought and not languages.harmless(spoken, brought):
                _opaque(command, f"runs code of {spoken}")
            return
        _other_language(command, name, brought)
        saved, reader.stdin = reader.stdin, brought
        reader.run_derived(brought, f"{name} reads", command)
        reader.stdin = saved
        return
    _opaque(command, f"{name} runs what it reads: {brought.reason}")


def _interpreter(reader: "Reader", command: "Command", spoken: str) -> None:
    usage = _usages.get(spoken)
    if usage is None:
        usage = _usages[spoken] = Usage(INTERPRETERS[spoken])
    line = usage.read(command.words[1:])
    given = False
    for found in line.found:
        if found.kind == "CODE":
            given = True
            if found.name in ("-M", "-m", "-r") and found.value is not None:
                if found.value.text is not None and found.value.text.replace("::", "").replace("/", "").isalnum():
                    given = False
                    continue
            if found.value is None or found.value.text is None or not languages.harmless(spoken, found.value.text):
                _opaque(command, f"runs code of {spoken}")
        elif found.kind == "CODEFILE":
            given = True
            if found.value is not None:
                _script(reader, command, found.value, spoken)
        elif found.name == "-m" and spoken == "python":
            given = True
            if found.value is not None:
                _module(reader, command, found.value)
    if given:
        return
    if line.unsure and line.operands and line.operands[0].text is None and not line.operands[0].prefix:
        _opaque(command, f"{spoken} is given an option that is not known")
        return
    if line.operands:
        _script(reader, command, line.operands[0], command.name or spoken)
    elif not line.has("-V") and not line.has("--version") and not line.has("-v") and not line.has("-h"):
        _input(reader, command, programs.plain(command.name or ""))


def _module(reader: "Reader", command: "Command", word: Word) -> None:
    """Modules of python that run what they are given."""
    if word.text is None:
        _opaque(command, "runs a module of python that is not known")
    elif word.text in ("timeit", "trace", "pdb", "cProfile", "profile", "code", "runpy", "doctest"):
        _opaque(command, f"python -m {word.text} runs code")


# ── find ─────────────────────────────────────────────────────────────────────


def _find(reader: "Reader", command: "Command") -> None:
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
            inner = [_replaced(word, "{}", "a file that find finds") for word in words[i + 1 : j]]
            if inner:
                reader.run_words(tuple(inner), f"find {text}", command)
            i = j
        elif text in ("-fprint", "-fprint0", "-fls", "-fprintf") and i + 1 < len(words):
            reader.written.append(words[i + 1])
        i += 1


def _replaced(word: Word, mark: str, reason: str) -> Word:
    """Make a word with a placeholder in it unknowable where the placeholder stands."""
    if word.text is None or not mark or mark not in word.text:
        return word
    shape: list[str | None] = []
    for i, piece in enumerate(word.text.split(mark)):
        if i and not (shape and shape[-1] is None):
            shape.append(None)
        if piece:
            shape.append(piece)
    return UnknownWord(tuple(shape), reason, False, word.start, word.end)


# ── the tables ───────────────────────────────────────────────────────────────


def _table(reader: "Reader", command: "Command") -> None:
    taken = programs.usage_of(command)
    if taken is None:
        return
    name, usage, line = taken
    for found in line.found:
        handler = _OPTIONS.get(found.kind)
        if handler is not None:
            handler(reader, command, name, found, line)
    if name == "watch" and line.has("-x"):
        reader.run_words(tuple(line.operands), name, command)
        return
    if name == "env" and line.has("-S"):
        return
    if name == "parallel":
        _parallel(reader, command, line)
        return
    if name in ("at", "batch", "crontab"):
        _scheduled(reader, command, name, line)
        return
    if name == "flock" and len(line.operands) > 1 and line.operands[1].text in ("-c", "--command"):
        _text(reader, command, line.operands[2] if len(line.operands) > 2 else None, name)
        return
    if name in ("su", "sg", "runuser") and _shell_of_user(reader, command, name, line):
        return
    if name in ("awk", "sed"):
        if not any(found.kind in ("CODE", "CODEFILE") for found in line.found) and line.operands:
            _code(reader, command, line.operands[0], name)
        elif line.unsure and not line.found:
            _opaque(command, f"{name} is given an option that is not known")
        return
    _operands(reader, command, name, usage, line)


def _operands(reader: "Reader", command: "Command", name: str, usage: Usage, line: "Line") -> None:
    operands = list(line.operands)
    for kind, many in usage.operands:
        if kind == "COMMAND" or kind == "TEXT":
            if operands and (operands[0].text or operands[0].prefix)[:1] == "-" and operands is not line.operands:
                operands = usage.read(operands).operands
            if kind == "TEXT":
                _joined(reader, command, operands, name)
                if not operands and name == "ssh" and command.place.stdin:
                    _input(reader, command, name)
            elif operands:
                _command(reader, command, name, operands, line)
            return
        if kind == "ASSIGN":
            while operands and "=" in (operands[0].text or operands[0].prefix):
                _environment(reader, command, operands.pop(0))
            continue
        taken = operands if many else operands[:1]
        operands = [] if many else operands[1:]
        for word in taken:
            if kind == "RUN":
                _text(reader, command, word, name)
            elif kind == "CODE":
                _code(reader, command, word, name)
            elif kind == "CODEFILE":
                _script(reader, command, word, name)
            elif kind == "MAKE" and (word.text or word.prefix).partition("=")[0].strip(":?+") in (
                "SHELL",
                ".SHELLFLAGS",
            ):
                _program(reader, command, Word((word.text or "").partition("=")[2], word.start, word.end), "make")
            elif kind == "MAKE" and word.text is not None and ("$(" in word.text or "`" in word.text):
                _opaque(command, "make expands a text that may run commands")
            elif kind == "SOCAT":
                _socat(reader, command, word)
        if kind == "SETTING":
            pair = (*taken, *operands)
            if len(pair) > 1 and pair[0].text in ("set", "--add"):
                pair = pair[1:]
            if len(pair) > 1:
                _setting(reader, command, pair[0], pair[1])
            return


def _command(reader: "Reader", command: "Command", name: str, operands: list[Word], line: "Line") -> None:
    words = tuple(operands)
    if name == "xargs":
        mark = line.value("-I") or line.value("-i")
        if mark is not None or line.has("-i"):
            text = (mark.text if mark is not None else "{}") or "{}"
            words = tuple(_replaced(word, text, "what xargs reads") for word in words)
        else:
            words = (*words, UnknownWord((None,), "what xargs reads", True, command.start, command.end))
    elif name == "entr" and line.has("-s"):
        _joined(reader, command, operands, name)
        return
    elif name == "mise exec" or name == "mise x":
        pass
    reader.run_words(words, name, command)


def _environment(reader: "Reader", command: "Command", word: Word) -> None:
    """See a variable that `env` or `sudo` sets for what it runs."""
    from wicket.shell.script import Assignment

    name, _, value = (word.text or word.prefix).partition("=")
    if word.text is None:
        shape = (value, *word.shape[1:]) if value else word.shape[1:]
        made: Word = UnknownWord(shape or (None,), word.reason or "", False, word.start, word.end)
    else:
        made = Word(value, word.start, word.end)
    saved = reader.state.changed
    reader.influence(Assignment(name, made, False, word.start, word.end), command, True)
    del saved


def _scheduled(reader: "Reader", command: "Command", name: str, line: "Line") -> None:
    if name == "crontab":
        if line.operands:
            _opaque(command, "schedules what a file says")
        return
    if line.value("-f") is None and not line.has("-l") and not line.has("-c") and not line.has("-d"):
        _input(reader, command, name)


def _shell_of_user(reader: "Reader", command: "Command", name: str, line: "Line") -> bool:
    if name == "runuser":
        return line.value("-c") is not None or line.value("-u") is None
    operands = [word for word in line.operands if word.text != "-"]
    if name == "sg":
        rest = [word for word in operands[1:] if word.text != "-c"]
        _joined(reader, command, rest, name)
        return True
    if line.value("-c") is None:
        if len(operands) > 1:
            _opaque(command, "su gives a shell arguments that are not read here")
        elif command.place.stdin or command.stdin is not None:
            _input(reader, command, name)
    return True


def _parallel(reader: "Reader", command: "Command", line: "Line") -> None:
    words = line.operands
    marks = [i for i, word in enumerate(words) if word.text in (":::", "::::", ":::+", "::::+")]
    head = list(words[: marks[0]]) if marks else list(words)
    if not head:
        if marks:
            for word in words[marks[0] + 1 :]:
                _text(reader, command, word, "parallel")
        else:
            _input(reader, command, "parallel")
        return
    filled = [_replaced(word, "{}", "what parallel is given") for word in head]
    if not any("{" in (word.text or "") for word in head):
        filled.append(UnknownWord((None,), "what parallel is given", True, command.start, command.end))
    _joined(reader, command, filled, "parallel")


def _socat(reader: "Reader", command: "Command", word: Word) -> None:
    text = word.text or word.prefix
    kind, _, rest = text.partition(":")
    if kind.upper() in ("EXEC", "SYSTEM", "SHELL"):
        if word.text is None:
            _opaque(command, "socat runs a text that is not known")
        else:
            reader.run_derived(rest.partition(",")[0], "socat", command)
    elif kind.upper() in ("OPEN", "CREATE", "FILE", "GOPEN"):
        reader.written.append(Word(rest.partition(",")[0], word.start, word.end))


def _setting(reader: "Reader", command: "Command", key: Word, value: Word) -> None:
    """See a setting of git that is run: an alias, a pager, a helper."""
    if key.text is None:
        _opaque(command, "git is given a setting that is not known")
        return
    lowered = key.text.lower()
    if lowered.startswith("alias."):
        if value.text is None:
            _opaque(command, f"git's alias is not known: {value.reason}")
        elif value.text[:1] == "!":
            reader.run_derived(value.text[1:], "git alias", command)
        else:
            reader.run_derived("git " + value.text, "git alias", command)
    elif lowered.rpartition(".")[2] in _GIT_RUNS or lowered.startswith(("pager.", "include", "url.", "protocol.")):
        if value.text is None:
            _opaque(command, f"git runs {key.text}, which is not known: {value.reason}")
        elif lowered.startswith(("include", "url.", "protocol.")) or lowered == "core.hookspath":
            _opaque(command, f"git is told to trust {key.text}")
        elif value.text.lower() not in ("true", "false", "", "0", "1", "cat"):
            reader.run_derived(value.text.removeprefix("!"), f"git {key.text}", command)


# ── options ──────────────────────────────────────────────────────────────────


def _option_run(reader: "Reader", command: "Command", name: str, found: "Found", line: "Line") -> None:
    _text(reader, command, found.value, f"{name} {found.name}")


def _option_program(reader: "Reader", command: "Command", name: str, found: "Found", line: "Line") -> None:
    _program(reader, command, found.value, f"{name} {found.name}")


def _option_code(reader: "Reader", command: "Command", name: str, found: "Found", line: "Line") -> None:
    if found.value is None:
        _opaque(command, f"runs code of {name}")
    else:
        _code(reader, command, found.value, name)


def _option_codefile(reader: "Reader", command: "Command", name: str, found: "Found", line: "Line") -> None:
    if found.value is not None:
        _script(reader, command, found.value, name)


def _option_rest(reader: "Reader", command: "Command", name: str, found: "Found", line: "Line") -> None:
    """Everything behind this flag is a command."""
    words = command.words
    for i, word in enumerate(words):
        if word.text == found.name or (word.text or "").startswith(found.name + "="):
            rest = list(words[i + 1 :])
            for j, inner in enumerate(rest):
                if inner.text == ";":
                    rest = rest[:j]
                    break
            filled = [_replaced(inner, "{}", f"what {name} finds") for inner in rest]
            if name == "fd" and not any("{" in (inner.text or "") for inner in rest):
                filled.append(UnknownWord((None,), "what fd finds", True, command.start, command.end))
            if name == "cmake":
                reader.run_words(tuple(filled), "cmake -E", command)
            elif filled:
                reader.run_words(tuple(filled), f"{name} {found.name}", command)
            return
    # It stands in a bundle: what follows is the rest of the line.
    if line.operands:
        reader.run_words(tuple(line.operands), f"{name} {found.name}", command)


def _option_split(reader: "Reader", command: "Command", name: str, found: "Found", line: "Line") -> None:
    """`env -S 'a b' c` runs `a b c`."""
    if found.value is None:
        return
    if found.value.text is None or any(word.text is None for word in line.operands):
        _opaque(command, "env -S runs a text that is not known")
        return
    rest = "".join(" '" + (word.text or "").replace("'", "'\\''") + "'" for word in line.operands)
    text = found.value.text.lstrip()
    if "\\" in text:
        _opaque(command, "env -S reads backslashes its own way")
    reader.run_derived("env " + text + rest, "env -S", command)


def _option_ssh(reader: "Reader", command: "Command", name: str, found: "Found", line: "Line") -> None:
    if found.value is None:
        return
    if found.value.text is None:
        if "command" in found.value.prefix.lower() or not found.value.prefix:
            _opaque(command, "ssh is given an option that is not known")
        return
    key, _, value = found.value.text.replace(" ", "=", 1).partition("=")
    if key.lower() in ("proxycommand", "localcommand", "knownhostscommand", "remotecommand", "proxyusefdpass"):
        reader.run_derived(value, f"ssh {key}", command)
    elif key.lower() in ("include", "pkcs11provider", "securitykeyprovider", "match"):
        _opaque(command, f"ssh is given {key}")


def _option_config(reader: "Reader", command: "Command", name: str, found: "Found", line: "Line") -> None:
    if found.value is None:
        return
    if name.startswith("cargo"):
        _opaque(command, "cargo is given a configuration")
        return
    text = found.value.text
    if text is None:
        key, equals, value = found.value.prefix.partition("=")
        if not equals:
            _opaque(command, "git is given a setting that is not known")
            return
        shape = (value, *found.value.shape[1:]) if value else found.value.shape[1:]
        unknown_value = UnknownWord(shape, found.value.reason or "", False, found.value.start, found.value.end)
        _setting(reader, command, Word(key, 0, 0), unknown_value)
        return
    key, _, value = text.partition("=")
    if found.name == "--config-env":
        _setting(reader, command, Word(key, 0, 0), UnknownWord((None,), f"${value}", False, command.start, command.end))
        return
    _setting(reader, command, Word(key, 0, 0), Word(value, found.value.start, found.value.end))
    if key.lower().startswith("alias.") and value[:1] != "!" and value:
        # The alias takes the words behind it.
        words = command.words
        name = key.partition(".")[2]
        for i, word in enumerate(words):
            if word.text == name:
                rest = [inner for inner in words[i + 1 :]]
                made = tuple(Word(piece, word.start, word.end) for piece in ("git", *value.split()))
                reader.run_words((*made, *rest), "git alias", command)
                break


def _option_checkpoint(reader: "Reader", command: "Command", name: str, found: "Found", line: "Line") -> None:
    if found.value is None:
        return
    if found.value.text is None:
        if found.value.may_start("exec=") or not found.value.prefix:
            _opaque(command, "tar runs a text that is not known")
    elif found.value.text.startswith("exec="):
        reader.run_derived(found.value.text[5:], "tar --checkpoint-action", command)


def _option_apt(reader: "Reader", command: "Command", name: str, found: "Found", line: "Line") -> None:
    text = found.value.text if found.value is not None else None
    if text is None:
        _opaque(command, "apt is given an option that is not known")
        return
    key, _, value = text.partition("=")
    if "invoke" in key.lower() or key.lower().startswith(("dpkg::", "dir::bin", "apt::update::")):
        if value.startswith("/") or " " in value or "invoke" in key.lower():
            reader.run_derived(value, f"apt {key}", command)


def _option_opaque(reader: "Reader", command: "Command", name: str, found: "Found", line: "Line") -> None:
    _opaque(command, f"{name} {found.name} runs what a setting names")


_OPTIONS: "dict[str, Callable[[Reader, Command, str, Found, Line], None]]" = {
    "RUN": _option_run,
    "PROGRAM": _option_program,
    "CODE": _option_code,
    "CODEFILE": _option_codefile,
    "REST": _option_rest,
    "SPLIT": _option_split,
    "SSH": _option_ssh,
    "CONFIG": _option_config,
    "CHECKPOINT": _option_checkpoint,
    "APTOPTION": _option_apt,
    "EXTERNAL": _option_opaque,
}
