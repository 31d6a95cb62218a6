"""What find runs and writes: the command behind `-exec`, the file behind `-fprint`."""

from wicket.shell.programs.find_command import found_by
from wicket.shell.unknown_values import FOUND
from wicket.shell.unwrapping.wrapped_commands_and_code import opaque, replaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command
    from wicket.shell.unknown_values import Shape
    from wicket.shell.unwrapping.walk_interface import Runner

__all__ = ["find_actions"]


def find_actions(reader: "Runner", command: "Command") -> None:
    words = command.words
    shape: Shape | None = None
    i = 1
    while i < len(words):
        text = words[i].text
        if text in ("-exec", "-execdir", "-ok", "-okdir"):
            j = i + 1
            while j < len(words) and not (
                words[j].text == ";" or (words[j].text == "+" and words[j - 1].text == "{}") or words[j].text == "';'"
            ):
                j += 1
            # Whether a second one is run is up to the first: all that it is given may be anything.
            shape = found_by(words[:i]) if shape is None else (None,)
            found: Shape = ("./", None) if text in ("-execdir", "-okdir") else shape
            inner = [replaced(word, "{}", FOUND, found) for word in words[i + 1 : j]]
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
