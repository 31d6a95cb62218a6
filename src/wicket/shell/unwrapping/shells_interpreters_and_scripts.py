"""Shells and interpreters: the text behind `-c`, the script they run, or what they read."""

from wicket.shell.catalogue.compiled_catalogue import entry, repositories, traits
from wicket.shell.catalogue.interpreter_names import SHELLS, language, language_line
from wicket.shell.catalogue.option_parser import Usage
from wicket.shell.characters import listed
from wicket.shell.dev_and_proc_paths import descriptor
from wicket.shell.languages import language_dispatch
from wicket.shell.languages.language_dispatch import MAX_ACCOUNTED
from wicket.shell.programs import program_lookup
from wicket.shell.state.standard_input_and_glob_options import Input
from wicket.shell.unknown_values import GLOB, LOOPED, Unknowable
from wicket.shell.unwrapping.code_for_interpreters import WORK_OF_CODE, look_into_code
from wicket.shell.unwrapping.wrapped_commands_and_shell_texts import opaque, run_prefix
from wicket.shell.unwrapping.written_files import EDITED
from wicket.shell.words import Word, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_values_and_parse_result import Line
    from wicket.shell.read_result import Command
    from wicket.shell.unwrapping.walk_interface import Runner

__all__ = ["OTHER_READING", "STARTUP_FILES", "interpreter", "is_long", "run_input", "run_written", "script", "shell"]


# ── files that a program runs, also those that the text has written before, and programs that run what they read ──

BASH = frozenset(["bash", "rbash"])


def note_other_language(command: "Command", name: str, text: str) -> None:
    """What zsh and its like read otherwise is not known here."""
    if name not in ("zsh", "ksh", "ksh93", "mksh", "yash"):
        return
    if any(c in text for c in "=^#~<({[*?!@$`\\") or "zf_" in text or (name == "zsh" and _is_of_zsh(text)):
        opaque(command, f"{name} may read this text otherwise")


def _is_of_zsh(text: str) -> bool:
    from wicket.shell.grammar.masked_quotes import masked_quotes
    from wicket.shell.grammar.zsh_and_locale_differences import otherwise  # few texts are for zsh

    return otherwise(masked_quotes(text)) >= 0


def script(reader: "Runner", command: "Command", word: Word, name: str) -> None:
    """Look at a file that is run: its content is not read here."""
    reader.runs_file(word)
    if word.text is None:
        what = "what a process substitution prints" if word.prefix == "/dev/fd/" else "a file whose name is not known"
        if not _is_there(word) or reader.written.some:
            opaque(command, f"{name} runs {what}")
        elif word.many:
            run_input(reader, command, name)  # a glob may stand for no file, and then be no word
        return
    if word.text == "-":
        run_input(reader, command, name)
        return
    number = descriptor(word.text)
    if number == "0":
        run_input(reader, command, name)
    elif number:
        opaque(command, f"{name} runs what a descriptor brings")
    if word.text.startswith(("data:", "http:", "https:")):
        opaque(command, f"{name} runs what an address holds")
    elif reader.has_written(word):
        run_written(reader, command, word, name)


def run_written(reader: "Runner", command: "Command", word: Word, name: str = "") -> None:
    """Look at a file that the text has written before: if it spells what is in it, that is read as it is run.

    `name` is the program that runs it; else its first line says that.
    """
    kept = any(name in word.prefix for name in repositories)  # what version control runs is its own
    text = None if kept else reader.written.spelled(word)
    if text is not None and not name:
        name = _by_first_line(text)
    base = program_lookup.plain(name)
    if reader.written.only_edited(word) and base not in SHELLS:
        opaque(command, f"runs {word}, {EDITED}")
    elif text is None or len(text) > MAX_ACCOUNTED:
        opaque(command, f"{name} runs {word}, which this text has written".strip())
    elif base in SHELLS:
        note_other_language(command, base, text)
        command.runs_written = True
        command.written_script = text
        reader.run_derived(text, f"{name} {word}", command, bash=base in BASH)
    elif language(base):
        command.written_script = text
        look_into_code(reader, command, language(base), text, path=word.prefix)
    else:
        opaque(command, f"{name} runs {word}, which this text has written".strip())


def _by_first_line(text: str) -> str:
    """Say which program runs a file, by its first line; without one, the shell does that itself."""
    if text[:2] != "#!":
        return "bash"
    words = text[2:].partition("\n")[0].split()
    if words and words[0].endswith("/env"):
        del words[0]
    return words[0] if len(words) == 1 else ""


def _is_there(word: Word) -> bool:
    """Tell whether a word can only be a file that is there already: one of those that a glob stands for."""
    if word.reason != GLOB and (word.reason != LOOPED or word.many):
        return False
    ending = word.shape[-1] or ""
    return word.prefix[:1] not in ("", "-", "+", "~") and "." in ending and not descriptor(f"{word.prefix}x{ending}")


def run_input(reader: "Runner", command: "Command", name: str) -> None:
    """Look at a program that runs what it reads."""
    name = program_lookup.plain(name) if "/" in name or "." in name else name
    brought = reader.input_of(command)
    if brought is None:
        if command.place.stdin:
            opaque(command, f"{name} runs what a pipe brings")
        return
    if isinstance(brought, str):
        account_for_code(reader, brought)
        if "input-is-no-shell" in traits(name):
            if not ("queries" in traits(name) and language_dispatch.harmless(name, brought)):
                opaque(command, f"runs code of {name}")
            return
        spoken = language(name)
        if spoken:
            if brought:
                look_into_code(reader, command, spoken, brought)
            return
        note_other_language(command, name, brought)
        state = reader.state
        saved, state.stdin = state.stdin, Input(Unknowable("what is left of the text that it reads"))
        handed = reader.handed
        reader.handed = tuple([word for word in handed if value_of(word) != brought])  # all of that text is read here
        reader.run_derived(brought, f"{name} reads", command, bash=name in BASH)
        state.stdin, reader.handed = saved, handed
        return
    opaque(command, f"{name} runs what it reads: {brought.reason}")


def account_for_code(reader: "Runner", code: str) -> None:
    """Account for looking at a program in another language."""
    reader.spend(WORK_OF_CODE * (20 + min(len(code), language_dispatch.MAX_LENGTH)))


# ── shells and interpreters: the text behind `-c`, the file they run, or what they read ──

# Options of shells that are whole words, behind one dash as well as behind two.
_LONG = listed(
    """
    debug debugger dump-po-strings dump-strings help init-file login noediting noprofile norc posix pretty-print
    protected rcfile restricted verbose version wordexp
    """
)
# Of these, the next word is a file that is run first.
STARTUP_FILES = frozenset(["rcfile", "init-file"])
# Options of a shell by which it reads a text otherwise than here: what stands behind a command sets variables for it,
# lines of the history come back, braces stand for themselves, `echo` takes backslashes.
OTHER_READING = listed("histexpand keyword braceexpand xpg_echo extquote localvar_unset")

_usages: dict[str, Usage] = {}


def is_long(option: str) -> bool:
    """Tell whether an option of a shell is one whole word, and no bundle of letters."""
    return option[:2] == "--" or (option[:1] == "-" and option[1:] in _LONG)


def shell(reader: "Runner", command: "Command", name: str) -> None:
    words = command.words
    for assignment in (*command.changed, *command.assignments):
        if assignment.name == "BASHOPTS":
            opaque(command, f"{name} takes options from $BASHOPTS, which are not followed")
        if assignment.name in ("BASH_ENV", "ENV"):
            if reader.has_written(assignment.value):
                opaque(command, f"{name} runs ${assignment.name}, a file that this text has written")
            elif (
                assignment.value.prefix.startswith(("/dev/", "/proc/")) and assignment.value.text != "/dev/null"
            ) or descriptor(assignment.value.prefix):
                opaque(command, f"{name} runs ${assignment.name}: what a descriptor brings")
    i = 1
    given = reads_input = interactive = checks = False
    # By its name, an option may be taken back: `-n +o noexec`.
    named = any(word.prefix[:1] in ("-", "+") and "o" in word.prefix for word in words[1:])
    extglob = failglob = False
    while i < len(words):
        text = words[i].text
        if text is None:
            if not words[i].prefix or words[i].prefix[0] in "-+":
                opaque(command, f"{name} is given an option that is not known")
            break
        if text in ("--", "-"):
            i += 1
            break
        if text[:1] not in ("-", "+") or len(text) < 2:
            break
        i += 1
        if is_long(text):
            if text.lstrip("-") in STARTUP_FILES:
                if i < len(words) and (
                    words[i].text is None or reader.has_written(words[i]) or descriptor(words[i].prefix)
                ):
                    opaque(command, f"{name} runs a file that this text has written or that is not known")
                i += 1
            continue
        if not text[1:].isalnum():
            opaque(command, f"{name} is given a word that may be options or a text: {text}")
        for letter in text[1:]:
            if letter == "c":  # a plus does not take it back
                given = True
            elif letter == "s":
                reads_input = True
            elif letter == "i" and text[0] == "-":
                interactive = True
            elif letter == "n":
                checks = text[0] == "-" and not named
            elif letter in "oO":
                if i < len(words) and words[i].text == "extglob":
                    extglob = text[0] == "-"
                elif i < len(words) and words[i].text == "cdable_vars":
                    opaque(command, f"{name} is told to take names of variables for folders")
                elif i < len(words) and (
                    words[i].text is None or words[i].text in (*OTHER_READING, "nocasematch", "localvar_inherit")
                ):
                    opaque(command, f"{name} is told to read texts otherwise")
                failglob = failglob or (i < len(words) and words[i].text == "failglob")
                i += 1
            elif text[0] + letter in ("-k", "-P", "+B"):
                opaque(command, f"{name} is told to read texts otherwise")
    operands = words[i:]
    if checks and not interactive:
        return  # it reads what it is given, and runs nothing
    if interactive and not given:
        brought = reader.input_of(command)
        if isinstance(brought, str) and "!" in brought:
            opaque(command, f"{name} -i expands its history")
    if given:
        if not operands:
            return
        text_word = operands[0]
        if text_word.text is None:
            opaque(command, f"{name} -c runs a text that is not known: {text_word.reason}")
            return
        note_other_language(command, name, text_word.text)
        positional = [value_of(word) for word in operands[2:]]
        if len(operands) > 1 and operands[1].many:  # it may be no word, or several
            positional = [Unknowable("which arguments these are, is not known", many=True)]
        kept = reader.state.traits.failglob
        reader.state.traits.failglob = kept or failglob
        reader.run_derived(
            text_word.text, f"{name} -c", command, positional=positional, extglob=extglob, bash=name in BASH
        )
        reader.state.traits.failglob = kept
        return
    if operands and not reads_input:
        script(reader, command, operands[0], name)
        known = entry(str(operands[0]))
        if known is not None and known.wrapper:
            # A script that does not lie here is looked up by $PATH, and some programs that run others are scripts.
            reader.run_words(operands, name, command)
        return
    run_input(reader, command, name)


# Settings of php that name code.
_PHP_LOADS = (
    "error_log",  # which is written
    "auto_prepend_file",
    "auto_append_file",
    "extension",
    "ffi.preload",
    "include_path",
    "opcache.preload",
    "sendmail_path",
    "unserialize_callback_func",
    "user_ini",
    "zend_extension",
)


def interpreter(reader: "Runner", command: "Command", spoken: str) -> None:
    usage = _usages.get(spoken)
    if usage is None:
        usage = _usages[spoken] = Usage(language_line(spoken))
    line = usage.read(command.words[1:])
    given = False
    for found in line.found:
        if found.kind == "CODE":
            given = True
            account_for_code(reader, found.value.prefix if found.value is not None else "")
            if found.name in ("-M", "-m", "-r") and _is_module(found.value):
                given = False
                continue
            if found.value is None or found.value.text is None:
                opaque(command, f"runs code of {spoken}")
            else:
                look_into_code(reader, command, spoken, found.value.text, found.name)
        elif found.kind == "CODEFILE":
            given = True
            if found.value is not None:
                script(reader, command, found.value, spoken)
        elif found.kind == "INI" and _loads_code(found.value):
            opaque(command, f"{spoken} is told to load {found.value}")
        elif found.name == "-m" and spoken == "python":
            given = True
            if found.value is not None:
                _module(command, found.value)
        elif found.kind == "PREFIX":
            run_prefix(reader, command, found.value, f"{spoken} {found.name}")
    if spoken in ("perl", "ruby"):
        _in_place(reader, command, line)
        if given and any(_is_opened(word) for word in line.operands):
            opaque(command, f"{spoken} may run or write what it is given to read")
    if _may_bring_code(line):
        opaque(command, f"{spoken} is given an option that is not known, and what may be code")
    if (given or line.operands) and any(found.kind == "SHELL" for found in line.found):
        run_input(reader, command, program_lookup.plain(command.name or ""))  # when it is done with that
    if given:
        return
    if line.unsure and line.operands and line.operands[0].text is None and not line.operands[0].prefix:
        opaque(command, f"{spoken} is given an option that is not known")
        return
    if spoken == "bb" and line.operands and line.operands[0].prefix[:1] in ("(", ""):
        opaque(command, f"runs code of {spoken}")  # its first word may be an expression
    elif spoken == "R" and str(line.operands[0] if line.operands else "") == "CMD":
        _tool_of_r(reader, command, line.operands[1:])
    elif line.operands:
        script(reader, command, line.operands[0], command.name or spoken)
    elif not line.has("-V") and not line.has("--version") and not line.has("-v") and not line.has("-h"):
        run_input(reader, command, program_lookup.plain(command.name or ""))


def _may_bring_code(line: "Line") -> bool:
    """Tell whether an option that is not listed may bring code: its value, or the word behind it, is no plain name."""
    unlisted = [found for found in line.found if found.option is None]
    given = [found.value for found in unlisted if found.value is not None]
    texts = [str(word) for word in (*given, *(line.operands[:1] if unlisted else ()))]
    return any(c in text for text in texts for c in "(;\n")


# Tools that R has itself. `R CMD x` runs any other program by its name.
_TOOLS_OF_R = listed(
    """
    BATCH COMPILE INSTALL LINK REMOVE Rd2pdf Rd2txt Rdconv Rdiff Rprof SHLIB Stangle Sweave build check config
    javareconf rtags texi2dvi texi2pdf
    """
)


def _tool_of_r(reader: "Runner", command: "Command", words: "list[Word]") -> None:
    if words and str(words[0]) not in _TOOLS_OF_R:
        reader.run_words(tuple(words), "R CMD", command)


def _loads_code(setting: Word | None) -> bool:
    """Tell whether a setting of php may name code: several may stand in one, each in a line of its own."""
    if setting is None or not setting.prefix:
        return True
    return "\n" in str(setting) or setting.prefix.lstrip(" \t[]").startswith(_PHP_LOADS)


def _in_place(reader: "Runner", command: "Command", line: "Line") -> None:
    """See what perl and ruby write over, and options of theirs that become part of the code."""
    for found in line.found:
        text = found.value.text if found.value is not None else ""
        if found.name in ("-F", "-V", "-I", "-C", "-x") and not (text or "?").replace("_", "").isalnum():
            if text is None or any(c in text for c in "(){}[];`$@\"'#\n") or found.name == "-V":
                opaque(command, f"perl makes code of {found.name}")
        elif found.name == "-i":
            for word in line.operands:
                reader.written.add(word)


def _is_opened(word: Word) -> bool:
    """Tell whether perl would open a name otherwise than for reading: `rm x|` is a command, `>x` is written."""
    if word.text is None:
        return word.prefix[:1] in ("<", ">", "+", "|") and word.prefix != ""
    text = word.text.strip()
    return text[:1] in ("<", ">", "+", "|") or text[-1:] == "|"


def _is_module(word: Word | None) -> bool:
    """Tell whether this is the plain name of a module, and no code."""
    return word is not None and word.text is not None and word.text.replace("::", "").replace("/", "").isalnum()


# Modules that run what they are given, load objects that run code, or read code from standard input; and packages of
# which each module does.
_RUN_CODE = listed("code doctest imaplib mailcap pdb pickle runpy smtpd timeit")
_PACKAGES_RUN_CODE = listed("_pyrepl asyncio idlelib multiprocessing profiling")


def _module(command: "Command", word: Word) -> None:
    """Modules of python that run what they are given."""
    if word.text is None:
        opaque(command, "runs a module of python that is not known")
    elif word.prefix in _RUN_CODE or word.prefix.partition(".")[0] in _PACKAGES_RUN_CODE:
        opaque(command, f"python -m {word} runs code")
