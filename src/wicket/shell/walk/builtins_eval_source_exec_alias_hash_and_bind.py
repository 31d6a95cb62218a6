"""The builtins `eval`, `source`, `exec`, `command`, `alias`, `hash`, `enable`, `bind`, `complete` and `history`."""

from wicket.shell.characters import RESERVED
from wicket.shell.dev_and_proc_paths import descriptor
from wicket.shell.state.shell_state_variables_and_functions import State
from wicket.shell.state.standard_input_and_glob_options import Input
from wicket.shell.unknown_values import SETTINGS, Unknowable
from wicket.shell.walk.builtin_options import flags_of, operands, option
from wicket.shell.words import UnknownWord, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Parts, Simple
    from wicket.shell.read_result import Command
    from wicket.shell.unknown_values import Value
    from wicket.shell.walk.command_dispatch import Running

__all__ = [
    "alias_builtin",
    "alias_of",
    "bind_builtin",
    "command_builtin",
    "enable_builtin",
    "eval_builtin",
    "exec_builtin",
    "execute_alias",
    "hash_builtin",
    "history_builtin",
    "keeps_redirects",
    "source_builtin",
]


# ── the builtins `eval`, `source` and `.`: texts and files that the shell itself runs ──


def eval_builtin(reader: "Running", command: "Command") -> None:
    words = command.words[1:]
    if words and words[0].text == "--":
        words = words[1:]
    texts = [word.text for word in words]
    if len(words) == 1 and words[0].reason == SETTINGS and words[0].shape == (None,):
        reader.state.forget("a program may have set it")
        return
    if None in texts:
        reason = next(word.reason for word in words if word.text is None)
        command.opaque = (*command.opaque, f"evaluates a text that is not known: {reason}")
        reader.state.forget("eval may have assigned it")
        return
    reader.run_derived(" ".join(text for text in texts if text is not None), "eval", command, same_shell=True)


def source_builtin(reader: "Running", command: "Command") -> None:
    words = command.words[1:]
    if words and words[0].text == "--":
        words = words[1:]
    if words:
        path = words[0]
        reader.runs_file(path)
        number = descriptor(path.text or path.prefix)
        if command.name == "source" and (number == "0" or reader.has_written(path)):
            # A shell without it goes on as if the file were missing. Here it is known what then is not defined.
            reader.bashism("source")
        if number == "0":
            given = reader.state.positional
            if len(words) > 1:
                reader.state.positional = [value_of(word) for word in words[1:]]
            _run_input(reader, command)
            if len(words) > 1:
                reader.state.positional = given
        elif number or path.prefix.startswith("/dev/fd/"):
            command.opaque = (*command.opaque, "runs what a descriptor or a process substitution brings")
        elif path.text is None and (path.many or path.shape == (None,)):
            command.opaque = (*command.opaque, f"runs a file whose name is not known: {path.reason}")
        elif reader.has_written(path):
            text = reader.written.spelled(path)
            if text is None or len(words) > 1:
                command.opaque = (*command.opaque, f"runs {path}, which this text has written")
            else:
                command.runs_written = True
                reader.run_derived(text, command.name or "", command, same_shell=True)
    reader.state.forget("a file that was read in may have assigned it")


def _run_input(reader: "Running", command: "Command") -> None:
    stdin = reader.input_of(command)
    if isinstance(stdin, str):
        reader.run_derived(stdin, command.name or "", command, same_shell=True)
    else:
        reason = stdin.reason if stdin is not None else "standard input"
        command.opaque = (*command.opaque, f"runs what it reads: {reason}")


# ── the builtins `exec`, `command` and `builtin`: commands that they run, and redirects that stay behind them ──


def command_builtin(reader: "Running", command: "Command") -> None:
    words = command.words[1:]
    while words and words[0].text is not None and words[0].text[:1] == "-" and len(words[0].text) > 1:
        text = words[0].text
        words = words[1:]
        if text == "--":
            break
        if text.strip("p") != "-":
            return  # it looks a command up, or fails for an option that it does not have
    if words:
        reader.run_words(words, command.name or "command", command)
        if command.stdin is not None and keeps_redirects(command):
            reader.state.stdin = Input(reader.input_of(command))


def exec_builtin(reader: "Running", command: "Command") -> None:
    words = operands(command, "a")
    if words:
        if any(word.many for word in command.words[1 : len(command.words) - len(words)]):
            command.opaque = (*command.opaque, "exec is given words that are not known")  # and that may be missing
        outer = reader.state
        if flags_of(command).strip("cla"):
            reader.state = State(outer)  # with any other option, it fails
        reader.run_words(tuple(words), "exec", command)
        if reader.state is not outer:
            reader.end(outer)
        if command.stdin is not None:
            # Where it fails, its redirects stay.
            reader.state.stdin = Input(Unknowable("what exec has opened, if it failed"))
    elif command.stdin is not None:
        reader.state.stdin = Input(reader.input_of(command))  # for everything that follows


# They run a builtin as if it stood there alone, and each other.
_CALLING = frozenset(["builtin", "command"])


def keeps_redirects(command: "Command") -> bool:
    """Tell whether the redirects of a command stay: those of `exec` without a command, also behind `command`s."""
    if command.name in _CALLING:
        texts = (word.text for word in command.words[1:] if (word.text or "")[:1] != "-")
        return next((text for text in texts if text not in _CALLING), None) == "exec"
    return command.name == "exec"


# ── aliases: the builtin `alias`, and what an alias makes of a command, which is read beside the command itself ──


def alias_of(reader: "Running", name: "str | Parts") -> "Value | None":
    """Say what an alias stands for, unless it is being expanded."""
    return reader.state.traits.aliases.get(name) if isinstance(name, str) and name not in reader.aliased else None


def execute_alias(reader: "Running", node: "Simple", value: "Value", rest: str, command: "Command") -> None:
    """Read what an alias makes of the `rest`, and the command: whether aliases are expanded is not followed."""
    outer = reader.state
    if isinstance(value, str):
        name = command.words[0].text or ""
        saved = reader.aliased
        reader.aliased = (*saved, name)
        following = node.words[1].parts if len(node.words) > 1 else None
        if "<<" in value:
            reader.notes.append("a here-document in an alias, whose text comes from somewhere else")
        if value[-1:] in (" ", "\t") and type(following) is str and following in outer.traits.aliases:
            reader.notes.append("an alias behind an alias")
        reader.state = State(outer)
        reader.run_derived(value + rest, f"alias {name}", command, same_shell=True)
        reader.end(outer)
        reader.aliased = saved
    else:
        reader.notes.append("an alias whose text is not known")
    reader.state = State(outer)
    reader.execute(command, True)
    reader.end(outer)
    outer.moved = None


def alias_builtin(reader: "Running", command: "Command") -> None:
    for word in command.words[1:]:
        name, equals, value = (word.text or word.prefix).partition("=")
        if word.text is None:
            if equals:
                reader.state.traits.aliases[name] = Unknowable(word.reason or "")
            command.opaque = (*command.opaque, "defines an alias that is not known")
        elif equals:
            if name in RESERVED or not name.strip():
                command.opaque = (*command.opaque, "gives a reserved word another meaning")
            reader.state.traits.aliases[name] = value
            reader.traps.define(reader, name)


# ── the builtins `hash` and `enable`: names that stand for another program, or for another builtin ──


def enable_builtin(_reader: "Running", command: "Command") -> None:
    flags = flags_of(command)
    if "f" in flags or any(word.text is None for word in command.words):
        command.opaque = (*command.opaque, "loads a builtin from a file")
    elif "n" in flags or "d" in flags:
        command.opaque = (*command.opaque, "switches builtins off, so that what follows does something else")


def hash_builtin(reader: "Running", command: "Command") -> None:
    path = option(command, "p")
    if path is None:
        return
    for word in operands(command, "p"):
        if word.reason is not None:
            command.opaque = (*command.opaque, "gives a command another program, and which is not known")
        else:
            name = str(word)
            hashed = reader.state.traits.hashed
            file = path.text if path.text is not None else Unknowable(path.reason or "")
            if hashed.get(name, file) != file:  # it may have been given another one, if words are what they may be
                file = Unknowable("hash may have given it another program")
            hashed[name] = file


# ── the builtins `bind`, `complete`, `compgen`, `fc` and `history`: what runs at a key, or again ──


def bind_builtin(reader: "Running", command: "Command") -> None:
    """See what runs when somebody presses a key, if anybody does."""
    outer = reader.state
    reader.state = State(outer)
    _bound(reader, command)
    reader.end(outer)


def _bound(reader: "Running", command: "Command") -> None:
    for letters in ("x", "C"):
        text = option(command, letters, "xCFfmqruASPXWo")
        if text is None:
            continue
        if text.text is None:
            command.opaque = (*command.opaque, f"may run a text that is not known: {text.reason}")
        else:
            run = text.text.partition(":")[2].strip(" \"'") if command.name == "bind" else text.text
            reader.run_derived(run, command.name or "", command, same_shell=True)
    for letter in ("F", "W"):
        text = option(command, letter, "xCFfmqruASPXWo")
        if command.name in ("complete", "compgen", "compopt") and text is not None:
            if text.text is None:
                command.opaque = (*command.opaque, f"may run a text that is not known: {text.reason}")
            elif letter == "W":
                if "<(" in text.text or ">(" in text.text:
                    command.opaque = (*command.opaque, "expands a list of words in which a process substitution stands")
                reader.expand_text(text.text, "a list of words")
            else:
                completed = UnknownWord((None,), "what is completed", True, command.start, command.end)
                for function in reader.state.function(text.text):
                    reader.call(function, (command.words[0], completed), text.text)


def history_builtin(_reader: "Running", command: "Command") -> None:
    if command.name == "fc" and "l" not in flags_of(command):
        command.opaque = (*command.opaque, "runs commands of the history")
    elif command.name == "history" and "s" in flags_of(command):
        command.opaque = (*command.opaque, "puts a command into the history")
