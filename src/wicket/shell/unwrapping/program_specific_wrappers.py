"""Programs that run something in a way that the tables cannot say."""

from wicket.shell.catalogue.compiled_catalogue import fact
from wicket.shell.programs import program_lookup, subcommands
from wicket.shell.unwrapping.code_for_interpreters import run_code
from wicket.shell.unwrapping.find_actions_and_tmux_commands import typed
from wicket.shell.unwrapping.shells_interpreters_and_scripts import run_input
from wicket.shell.unwrapping.wrapped_commands_and_shell_texts import opaque, run_joined, run_program, run_text
from wicket.shell.unwrapping.xargs_and_placeholders import replaced
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from wicket.shell.catalogue.option_values_and_parse_result import Line
    from wicket.shell.read_result import Command
    from wicket.shell.unwrapping.walk_interface import Runner

__all__ = ["SPECIAL", "first_commands_of_editor", "passed_on", "socat"]

_ARCHITECTURES = ("linux", "i386", "i486", "i586", "i686", "x86", "amd64", "arm", "aarch", "ppc", "s390", "uname26")

# What parallel replaces stands in braces, and is made of these.
_PLACES = frozenset("0123456789-./#%")
# So many texts hyperfine may make of those that it is given.
_MAX_MEASURED = 256


def _words(reader: "Runner", command: "Command", name: str, line: "Line") -> bool:
    """`watch -x` runs words, not a text. The first operand of `setarch` may be missing."""
    first = line.operands[0].text or "" if line.operands else "linux"
    if line.has("-x") if name == "watch" else not first.startswith(_ARCHITECTURES):
        reader.run_words(tuple(line.operands), name, command)
        return True
    return False


def _flock(reader: "Runner", command: "Command", name: str, line: "Line") -> bool:
    operands = line.operands
    if len(operands) < 2 or operands[1].text not in ("-c", "--command"):
        return False
    run_text(reader, command, operands[2] if len(operands) > 2 else None, name)
    return True


def _ed(reader: "Runner", command: "Command", name: str, line: "Line") -> bool:
    """`ed '!command'` edits what the command prints."""
    if not line.operands or line.operands[0].prefix[:1] != "!":
        return False
    run_text(reader, command, _behind(line.operands[0], 1), name)
    return True


def _filter(reader: "Runner", command: "Command", name: str, line: "Line") -> bool:
    """The first operand of awk and sed is code, unless an option has brought some."""
    if not any(found.kind in ("CODE", "CODEFILE") for found in line.found) and line.operands:
        run_code(reader, command, line.operands[0], name)
    elif line.unsure and not line.found:
        opaque(command, f"{name} is given an option that is not known")
    return True


def _zip(_reader: "Runner", command: "Command", _name: str, _line: "Line") -> bool:
    if any("TT" in word.prefix and word.prefix[:1] == "-" for word in command.words[1:]):
        opaque(command, "zip -TT runs a command")
    return False


def _tar(_reader: "Runner", command: "Command", _name: str, line: "Line") -> bool:
    archive = line.value("-f")
    if archive is not None and ":" in archive.prefix.partition("/")[0]:
        opaque(command, f"tar runs a shell on another machine for {archive}")
    return False


def _chroot(_reader: "Runner", command: "Command", _name: str, line: "Line") -> bool:
    if line.operands and line.operands[0].text != "/":
        opaque(command, "below another root, paths are others")
    return False


def _capsh(reader: "Runner", command: "Command", name: str, line: "Line") -> bool:
    """What stands behind `--` is for a shell; a sign alone starts it anew, with other options."""
    if line.strange or len(line.operands) > line.behind or any(word.text is None for word in command.words):
        opaque(command, f"{name} may start itself or a shell anew")
    elif line.behind or command.words[-1].text == "--":
        shell = Word("bash", command.start, command.end)
        reader.run_words((shell, *line.operands[len(line.operands) - line.behind :]), name, command)
    return True


def _rpm(_reader: "Runner", command: "Command", name: str, line: "Line") -> bool:
    """Macros are expanded in most of what rpm is given, and some of them run commands; a format has none."""
    formats = [found.value for found in line.found if found.name in ("--queryformat", "--qf")]
    for word in command.words[1:]:
        text = "".join([piece or "" for piece in word.shape])
        plain = any(word is one or (one is not None and text.endswith(f"={one.text}")) for one in formats)
        if "%(" in text or ("%" in text and not plain):
            opaque(command, f"{name} expands macros, which may run commands")
            break
    return False


def _bun(reader: "Runner", command: "Command", name: str, line: "Line") -> bool:
    """`bun run x` runs a script of the package, or else a program."""
    if len(line.operands) > 1:
        reader.run_words(tuple(line.operands), name, command)
    return True


def _by_name(reader: "Runner", command: "Command", name: str, line: "Line") -> bool:
    """What has no line of its own is a program of that name: `rtk hg status`."""
    if line.operands and str(line.operands[0]) not in subcommands.harmless_below(name):
        reader.run_words(tuple(line.operands), name, command)
    return True


def _own_scripts(reader: "Runner", command: "Command", name: str, line: "Line") -> bool:
    """See a script that the program has itself: `run env` runs env with the words behind it."""
    words = [word for at, word in enumerate(line.operands) if at == 0 or str(word) != "--"]
    if words and str(words[0]) == "env":
        reader.run_words(tuple(words), name, command)
    elif words and words[0].may_be("env") and any(word.prefix[:1] != "-" for word in words[1:]):
        opaque(command, f"{name} may be told to run env, with the words behind it")
    return False


def _env(_reader: "Runner", _command: "Command", _name: str, line: "Line") -> bool:
    return line.has("-S")  # what it runs has been seen with the option


def _parallel(reader: "Runner", command: "Command", _name: str, line: "Line") -> bool:
    words = line.operands
    marks = [i for i, word in enumerate(words) if word.text in (":::", "::::", ":::+", "::::+")]
    head = list(words[: marks[0]]) if marks else list(words)
    if not head:
        if marks:
            for word in words[marks[0] + 1 :]:
                run_text(reader, command, word, "parallel")
        else:
            run_input(reader, command, "parallel")
        return True
    if any("{=" in piece for word in head for piece in word.shape if piece):
        opaque(command, "runs code of perl")
    filled = [_placed(word) for word in head]
    if not any("{" in (word.text or "") for word in head):
        filled.append(UnknownWord((None,), "what parallel is given", True, command.start, command.end))
    run_joined(reader, command, filled, "parallel")
    return True


def _placed(word: Word) -> Word:
    """Put what is not known in the place of what parallel replaces: `{}`, `{.}`, `{1}`, `{2/.}`."""
    for piece in (word.text or "").split("{")[1:]:
        inside, closed, _ = piece.partition("}")
        if closed and _PLACES.issuperset(inside):
            return replaced(word, "{" + inside + "}", "what parallel is given")
    return word


def _measured(reader: "Runner", command: "Command", name: str, line: "Line") -> bool:
    """Each text that hyperfine runs is run with each value of a parameter in its place."""
    texts = [found.value for found in line.found if found.kind == "RUN" and found.value is not None] + line.operands
    for found in line.found:
        parameter = found.value.text if found.value is not None else None
        if found.name not in ("-L", "--parameter-list") or len(found.values) < 2:
            continue
        values = found.values[1].text
        if parameter is None or values is None or any(word.text is None for word in texts):
            opaque(command, f"{name} runs a text that is not known")
            return False
        mark = "{" + parameter + "}"
        marked = [word for word in texts if mark in (word.text or "")]
        texts += [
            Word((word.text or "").replace(mark, value), word.start, word.end)
            for word in marked
            for value in values.split(",")
        ]
        if len(texts) > _MAX_MEASURED:
            opaque(command, f"{name} runs more texts than are read")
            return False
    for word in texts[len(line.operands) :]:
        run_text(reader, command, word, name)
    return False


def _shell_mode(reader: "Runner", command: "Command", name: str, line: "Line") -> bool:
    """These run words, or a text that a shell reads: by an option, or because it is more than a name."""
    first = line.operands[0].text or "" if line.operands else ""
    if line.has("-c") or (name[:5] == "hatch" and " " in first):
        run_joined(reader, command, [*line.operands], name)
        return line.has("-c")
    return False


def _text_or_words(reader: "Runner", command: "Command", name: str, line: "Line") -> bool:
    """One word is a text that a shell reads, several are a program and its words. Unknown ones may be none."""
    alone = len(line.operands) == 1
    if alone or any(word.reason is not None for word in line.operands[1:]):
        run_joined(reader, command, [*line.operands[:1]], name)
    between = line.value("--pipe")
    if between is not None and between.reason is not None:
        opaque(command, f"{name} may begin another command at any word")
    mark = "|" if between is None else str(between)
    for at, word in enumerate(line.operands[:-1], 1):
        if word.may_be(mark):
            reader.run_words(tuple(line.operands[at:]), name, command)
    return alone


def _watched(reader: "Runner", command: "Command", name: str, line: "Line") -> bool:
    """What nodemon runs goes on behind the value of its option."""
    value = line.value("-x")
    at = next((i for i, word in enumerate(command.words) if word is value), 0)
    if at:
        run_joined(reader, command, [*command.words[at:]], name)
    return False


def _python_module(reader: "Runner", command: "Command", name: str, line: "Line") -> bool:
    """With `-m`, what stands behind it is a module of python with its words, and no program."""
    if not line.has("-m") or not line.operands:
        return False
    python = [Word(text, command.start, command.end) for text in ("python", "-m")]
    reader.run_words((*python, *line.operands), name, command)
    return True


def _compared(reader: "Runner", command: "Command", name: str, line: "Line") -> bool:
    """`hg extdiff` hands its program options of its own."""
    program = line.value("-p")
    options = [found.value for found in line.found if found.name in ("-o", "--option") and found.value is not None]
    if program is not None and options:
        files = UnknownWord((None,), "what is compared", True, command.start, command.end)
        reader.run_words((program, *options, files), name, command)
    return False


def _everywhere(reader: "Runner", command: "Command", name: str, line: "Line") -> bool:
    """With `-all`, no name stands before the command."""
    if not line.has("-all"):
        return False
    reader.run_words(tuple(line.operands), name, command)
    return True


def _script(reader: "Runner", command: "Command", _name: str, line: "Line") -> bool:
    """`script` runs a shell, which reads its standard input, unless it is given a command."""
    if len(line.operands) > 1:
        at = next((i for i, word in enumerate(command.words) if word is line.operands[1]), None)
        if at is None:
            opaque(command, "runs a command that begins somewhere in a word that is not known")
        else:
            reader.run_words(command.words[at:], "script", command)
    elif line.value("-c") is None:
        run_input(reader, command, "script")
    return True


def _scheduled(reader: "Runner", command: "Command", name: str, line: "Line") -> bool:
    if name == "crontab":
        if line.operands:
            opaque(command, "schedules what a file says")
        elif reader.is_fed(command) and not line.found:
            opaque(command, "schedules what it reads")
        return True
    if line.value("-f") is None and not line.has("-l") and not line.has("-c") and not line.has("-d"):
        run_input(reader, command, name)
    return True


def _shell_of_user(reader: "Runner", command: "Command", name: str, line: "Line") -> bool:
    if name == "runuser":
        if line.value("-u") is not None:
            return False
        if (usage := program_lookup.usage(name)) is not None:
            # Without `-u` in front it is su, which takes options behind its operands, too.
            before, line = len(line.found), usage.anywhere.read(command.words[1:])
            if line.value("-u") is not None:
                opaque(command, f"{name} takes options behind the command that it runs")
            for found in line.found[before:]:
                if found.kind == "RUN":
                    run_text(reader, command, found.value, name)
                elif found.kind == "PROGRAM":
                    run_program(reader, command, found.value, name)
    operands = [word for word in line.operands if word.text != "-"]
    if name == "sg":
        rest = [word for word in operands[1:] if word.text != "-c"]
        run_joined(reader, command, rest, name)
        return True
    if line.value("-c") is None:
        if len(operands) > 1:
            opaque(command, "su gives a shell arguments that are not read here")
        elif reader.is_fed(command):
            run_input(reader, command, name)
    return True


def _overridden(_reader: "Runner", command: "Command", name: str, line: "Line") -> bool:
    """A pod may be told anew, behind its name as well, which commands it is made of."""
    if any(word.prefix.startswith("--overrides") for word in line.operands):
        opaque(command, f"runs code of {name}")
    return False


def _built(_reader: "Runner", command: "Command", name: str, line: "Line") -> bool:
    """What builds an image may be fed, and is a list of commands."""
    file = line.value("-f")
    if any(word.text == "-" for word in (*line.operands, *([file] if file is not None else []))):
        opaque(command, f"runs code of {name}")
    return False


# What each of them runs; True: its operands are not what the tables say.
# By the names that the catalogue gives them, under `special`. Each says whether nothing is left to be seen.
SPECIAL: "dict[str, Callable[[Runner, Command, str, Line], bool]]" = {
    "built": _built,
    "bun": _bun,
    "by-name": _by_name,
    "capsh": _capsh,
    "chroot": _chroot,
    "compared": _compared,
    "ed": _ed,
    "env": _env,
    "everywhere": _everywhere,
    "filter": _filter,
    "flock": _flock,
    "measured": _measured,
    "own-scripts": _own_scripts,
    "overridden": _overridden,
    "parallel": _parallel,
    "python-module": _python_module,
    "rpm": _rpm,
    "scheduled": _scheduled,
    "script": _script,
    "shell-mode": _shell_mode,
    "text-or-words": _text_or_words,
    "shell-of-user": _shell_of_user,
    "tar": _tar,
    "typed": typed,
    "watched": _watched,
    "words": _words,
    "zip": _zip,
}


def passed_on(reader: "Runner", command: "Command", name: str) -> None:
    """See what stands behind `--`: options of another program."""
    words = command.words
    at = next((i for i, word in enumerate(words) if word.text == "--"), len(words))
    if at + 1 < len(words):
        other = tuple(Word(text, command.start, command.end) for text in fact("passes_on", name).split())
        reader.run_words((*other, *words[at + 1 :]), name, command)


def socat(reader: "Runner", command: "Command", word: Word) -> None:
    text = word.text or word.prefix
    if word.text is not None and "!!" in text:
        for part in text.split("!!"):
            socat(reader, command, Word(part, word.start, word.end))
        return
    kind, _, rest = text.partition(":")
    if kind.upper() in ("EXEC", "SYSTEM", "SHELL"):
        if word.text is None:
            opaque(command, "socat runs a text that is not known")
        else:
            reader.run_derived(rest.partition(",")[0], "socat", command)
    elif kind.upper() in ("OPEN", "CREATE", "FILE", "GOPEN"):
        reader.written.add(Word(rest.partition(",")[0], word.start, word.end))


def _behind(word: Word, count: int) -> Word:
    """Give a word without its first characters, which are known."""
    if word.text is not None:
        return Word(word.text[count:], word.start, word.end)
    return UnknownWord((word.prefix[count:], *word.shape[1:]), word.reason or "", word.many, word.start, word.end)


def first_commands_of_editor(command: "Command", key: str) -> None:
    """See what an editor or a pager is told to do first. To go to a line, the end or a plain word is harmless."""
    for word in command.words[1:]:
        at = 0 if word.prefix[:1] == "+" else word.prefix.find("+", 2) if _pager_holds_command(word, key) else -1
        if at < 0:
            continue
        said = "!" if word.text is None else word.text[at + 1 :]
        if said in ("", "G", "F") or said.isdigit() or (said[0] == "/" and said[1:].replace(" ", "").isalnum()):
            continue
        opaque(command, f"runs a command of {key}: {word}")


def _pager_holds_command(word: Word, key: str) -> bool:
    """Tell whether a pager may find a command behind its options: `-N+G`."""
    return key in ("less", "more", "most") and word.prefix[:1] == "-" and word.prefix[:2] != "--"
