"""Whether what commands print is made of what is in files: `$(jq -r .a x.json)`, `$(cat x | base64)`, `$(< x)`.

Names, sizes and digests of files are not what is in them. What a program prints of what it fetched, or of a text that
stands there, is none of a file either.
"""

from wicket.shell.characters import listed
from wicket.shell.programs.file_access import acts
from wicket.shell.programs.git_shown_contents import shown
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.value_origins import OF_FILES, OF_SECRETS, is_of_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from wicket.shell.read_result import Command
    from wicket.shell.words import Word

__all__ = ["OF_FILES", "brings", "printed_origins", "prints_files"]

# They read files, and print no more of them than a name, a number or a digest.
_SUMMING_UP = listed(
    """
    wc sha1sum sha224sum sha256sum sha384sum sha512sum md5sum b2sum b3sum cksum sum shasum md5 stat du df ls file find
    fd realpath readlink basename dirname test [ which lsof pgrep date uname id touch mkdir cp mv rm ln chmod cmp
    """
)

# What lies there is made anew for whoever reads it.
_RANDOM = ("/dev/", "/proc/sys/kernel/random/")

# Of so many commands, each is looked at; among more, one may read a file.
MAX_COMMANDS = 20


def prints_files(commands: "Sequence[Command]") -> bool:
    """Tell whether commands whose output is taken read a file, and may print what is in it."""
    return len(commands) > MAX_COMMANDS or any(map(_reads_file, commands))


def printed_origins(commands: "Sequence[Command]") -> str:
    """Say what is in the output of commands, as it stands behind a reason: what is in files, a secret."""
    secret = any(command.name in _PASSING and any(map(is_of_secret, _given(command))) for command in commands)
    return (OF_FILES if prints_files(commands) else "") + (OF_SECRETS if secret else "")


def brings(commands: "Sequence[Command]") -> str:
    """Say the same of a pipe, where the last command is the one whose output counts."""
    return printed_origins(commands) if commands and not _sums_up(commands[-1]) else ""


def _given(command: "Command") -> "list[str]":
    """List why words of a command, and texts that it reads, are not known."""
    words = [*command.words[1:], *[redirect.body for redirect in command.redirects if redirect.body is not None]]
    return [reason for word in words for reason in word.reasons]


# What these are given, or read, they print, as it is or in another form.
_PASSING = listed("echo printf cat tee base64 base32 basenc xxd od hexdump rev tr sed cut fold head tail paste jq gzip")


def _reads_file(command: "Command") -> bool:
    if any(redirect.operator == "<" and _is_file(redirect.target) for redirect in command.redirects):
        return not _sums_up(command)
    if not command.name or _sums_up(command):
        return False
    if any(account.reads or account.unknown_read for account in command.code):
        return True
    spoken = PROGRAMS[command.name].spoken  # it reads its script, and what that does is not known
    for act in acts(command):
        if act.kind == "read" and not (spoken and act.by == "operand") and (act.word is None or _is_file(act.word)):
            return True
    taken = usage_of(command) if "work-tree" in PROGRAMS[command.name].traits else None
    return taken is not None and bool(shown(command, taken.name, taken.line))


def _sums_up(command: "Command") -> bool:
    return bool(command.words) and PROGRAMS[command.name or ""].name in _SUMMING_UP


def _is_file(word: "Word") -> bool:
    return str(word) != "-" and not word.prefix.startswith(_RANDOM)
