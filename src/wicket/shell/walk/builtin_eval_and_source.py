"""The builtins `eval`, `source` and `.`: texts and files that the shell itself runs."""

from wicket.shell.dev_and_proc_paths import descriptor
from wicket.shell.unknown_values import SETTINGS
from wicket.shell.words import value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command
    from wicket.shell.walk.command_dispatch import Running

__all__ = ["eval_builtin", "source_builtin"]


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
