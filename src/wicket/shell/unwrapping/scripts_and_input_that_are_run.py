"""Files that a program runs, also those that the text has written before, and programs that run what they read."""

from wicket.shell.catalogue.compiled_catalogue import repositories, traits
from wicket.shell.catalogue.interpreter_names import SHELLS, language
from wicket.shell.dev_and_proc_paths import descriptor
from wicket.shell.languages import language_dispatch
from wicket.shell.languages.language_dispatch import MAX_ACCOUNTED
from wicket.shell.programs import program_lookup
from wicket.shell.state.standard_input import Input
from wicket.shell.unknown_values import GLOB, LOOPED, Unknowable
from wicket.shell.unwrapping.wrapped_commands_and_code import WORK_OF_CODE, look_into_code, opaque
from wicket.shell.unwrapping.written_files import EDITED
from wicket.shell.words import Word, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command
    from wicket.shell.unwrapping.walk_interface import Runner

__all__ = ["BASH", "account_for_code", "note_other_language", "run_input", "run_written", "script"]

BASH = frozenset(["bash", "rbash"])


def note_other_language(command: "Command", name: str, text: str) -> None:
    """What zsh and its like read otherwise is not known here."""
    if name not in ("zsh", "ksh", "ksh93", "mksh", "yash"):
        return
    if any(c in text for c in "=^#~<({[*?!@$`\\") or "zf_" in text or (name == "zsh" and _is_of_zsh(text)):
        opaque(command, f"{name} may read this text otherwise")


def _is_of_zsh(text: str) -> bool:
    from wicket.shell.grammar.masked_quotes import masked_quotes
    from wicket.shell.grammar.zsh_differences import otherwise  # few texts are for zsh

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
        reader.run_derived(text, f"{name} {word}", command, bash=base in BASH)
    elif language(base):
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
