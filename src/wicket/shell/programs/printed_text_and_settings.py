"""What a command prints, where its words tell; and settings that are printed to be evaluated."""

from wicket.shell.catalogue.compiled_catalogue import entry, fact
from wicket.shell.characters import listed
from wicket.shell.grammar.quotes_and_backslash_escapes import echo_e, printf_format
from wicket.shell.programs.file_access import acts
from wicket.shell.programs.git_operands_and_shown_contents import lists_settings, shown
from wicket.shell.programs.printed_numbers_and_hashes import is_inert, is_number, names_commit
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.unknown_values import MADE, OF_FILES, OF_SECRETS, Unknowable, is_of_secret
from wicket.shell.words import UnknownWord

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from wicket.shell.read_result import Command
    from wicket.shell.unknown_values import Value
    from wicket.shell.words import Word

__all__ = ["prints_settings"]


# ── What a command prints, where its words tell; and whether that is made of what is in files: `$(jq -r .a x.json)` ──

# Longer texts are not worth computing.
MAX_LENGTH = 200_000

# What these print can be told from their words.
_PRINTING = frozenset(["echo", "printf", "cat", ":", "true"])


def of(command: "Command", stdin: "Value | None") -> str | None:
    """Tell what a command prints; None when that is not known."""
    if not command.words or command.words[0].text not in _PRINTING or command.calls or command.opaque:
        return None
    if any(redirect.descriptor == 1 or redirect.operator[0] == "&" for redirect in command.redirects):
        return None
    texts = [word.text for word in command.words]
    if None in texts:
        return None
    words = [text for text in texts if text is not None]
    name = words[0]
    if name == "echo":
        return _echo(words[1:])
    if name == "printf":
        return printf(words[1:])
    if name == "cat" and words[1:] in ([], ["-"]):
        redirect = command.stdin
        if redirect is not None:
            return redirect.body.text if redirect.body is not None else None
        return stdin if isinstance(stdin, str) else None
    if name in (":", "true"):
        return ""
    return None


def passed_on(command: "Command") -> "list[Word]":
    """Give what may be in the output of a command: what echo and printf are given, and what others read."""
    if command.name in ("echo", "printf"):
        shape: list[str | None] = []
        for word in command.words[1:]:
            shape += [*word.shape, " "]
        return [UnknownWord(tuple(shape), "what is printed", False, *command.span)] if shape else []
    if not command.redirects:
        return []
    return [brought for redirect in command.redirects if (brought := redirect.brings) is not None]


def is_pwd(command: "Command") -> bool:
    """Tell whether a command prints the folder that it runs in, as the shell calls it."""
    return [word.text for word in command.words] == ["pwd"] and not command.calls and not command.redirects


def made(command: "Command", folder: str) -> "Unknowable | None":
    """Tell how the name begins of what mktemp makes, in this folder if it is told no other."""
    if command.name != "mktemp" or command.calls or command.assignments:
        return None
    for redirect in command.redirects:
        if redirect.descriptor != 2 or redirect.target.text != "/dev/null":
            return None
    given = [word.text for word in command.words[1:] if word.text not in ("-d", "-q", "-dq", "-qd", "--directory")]
    begins = f"{folder}/tmp."  # noqa: S108
    if given:
        template = given[0] or ""
        begins = template.rstrip("X")
        if len(given) > 1 or template[:1] != "/" or len(template) < len(begins) + 3 or "XXX" in begins:
            return None
    return Unknowable(MADE, (begins, None), outside=True)


def leave_number(first: "Command", second: "Command", piped: bool) -> bool:
    """Tell whether a number is all that two commands print: `wc -l < x | tr -d ' '`, `grep -c x y || true`."""
    # What it has to say of its own failure would be no number.
    if not is_number(first) or any(redirect.kind != "input" for redirect in first.redirects):
        return False
    if not piped:
        return of(second, None) == ""
    words = [word.text for word in second.words]
    trims = len(words) == 3 and words[:2] == ["tr", "-d"] and words[2] is not None
    return trims and not second.calls and not second.redirects


def is_told(command: "Command") -> bool:
    """Tell whether what a command prints is nothing that whoever wrote the text has chosen."""
    texts = [word.text for word in command.words[1:]]
    if command.calls or not all(is_inert(text) for text in texts):
        return False
    name = command.name or ""
    known = entry(name)
    said = {} if known is None else known.facts("tells")
    if name in said:
        return name != "date" or not any((text or "")[:1] == "+" for text in texts)
    asked = said.get(f"{name} {texts[0]}", "").split() if texts else []
    # What it does not know, it may print as it stands there.
    return bool(asked) and all(
        text in asked or names_commit(text or "") or f"{(text or '').partition('=')[0]}=" in asked for text in texts[1:]
    )


def _echo(words: list[str]) -> str | None:
    """Shells differ about escapes and about -e: only what all of them print alike is known."""
    end = "\n"
    if words[:1] == ["-n"]:
        end = ""
        words = words[1:]
    text = " ".join(words)
    if "\\" in text or (words and words[0][:1] == "-"):
        return None
    return text + end


def printf(words: list[str]) -> str | None:
    if words[:1] == ["--"]:
        words = words[1:]
    if not words or words[0][:1] == "-":
        return None
    template = words[0]
    if any(escape in template for escape in ("\\x", "\\u", "\\U", "\\e", "\\E", "\\c")):
        return None  # not every printf knows these
    arguments = words[1:]
    out: list[str] = []
    while True:
        before = len(arguments)
        made, arguments = _once(template, arguments)
        if made is None:
            return None
        out.append(made)
        if not arguments or len(arguments) == before:
            text = "".join(out)
            return text if len(text) <= MAX_LENGTH else None
        if len(out) > 1000:
            return None


def _once(template: str, arguments: list[str]) -> tuple[str | None, list[str]]:
    out: list[str] = []
    used = 0
    i = 0
    while i < len(template):
        j = i
        while j < len(template) and template[j] not in "%":
            j += 1
        literal = printf_format(template[i:j])
        if literal is None:
            return None, arguments
        out.append(literal)
        if j >= len(template):
            break
        directive = template[j + 1 : j + 2]
        argument = arguments[used] if used < len(arguments) else ""
        if directive == "%":
            out.append("%")
        elif directive == "s":
            out.append(argument)
            used += 1
        elif directive == "b":
            decoded = echo_e(argument)
            if decoded is None:
                return None, arguments
            out.append(decoded)
            used += 1
        elif directive == "d" and _is_decimal(argument):
            out.append(argument or "0")
            used += 1
        else:
            return None, arguments
        i = j + 2
    return "".join(out), arguments[used:]


def _is_decimal(text: str) -> bool:
    """Tell whether a number is printed as it stands there: no other base, and not too large."""
    return not text or (text.isascii() and text.isdigit() and len(text) < 18 and (text[0] != "0" or text == "0"))


def first_line(value: "Value | None") -> "Value | None":
    """Give the first line of what standard input brings."""
    if isinstance(value, str):
        return value.partition("\n")[0]
    if value is None:
        return Unknowable("what is read", outside=True)
    return value


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
    """Tell whether commands whose output is taken read a file, and may print what is in it.

    What a program prints is also taken for what is kept somewhere if it is then put into another form, so that it fits
    into one word; and what lists all settings.
    """
    return len(commands) > MAX_COMMANDS or any(map(_reads_file, commands)) or _prints_what_is_kept(commands)


# What puts the output of others into another form, and what of that is nothing that is kept: a name, a time, a number.
_ENCODING = listed("base64 base32 basenc xxd od hexdump gzip bzip2 xz zstd")
_TOLD = listed("echo printf date hostname whoami uname id uuidgen seq shuf pwd curl wget openssl true : cd which")


def _prints_what_is_kept(commands: "Sequence[Command]") -> bool:
    names = [PROGRAMS[command.name or ""].name for command in commands]
    if not _ENCODING.isdisjoint(names):
        return any(name not in _ENCODING and name not in _PASSING and name not in _TOLD for name in names)
    return any(map(lists_settings, commands))


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


# ── programs that print settings for the shell that started them, to be evaluated: `eval "$(brew shellenv)"` ──

# What is evaluated so is the program's own, as a file is that is sourced. The catalogue names them; whoever prints
# anything else, or what the text chooses, is none.


# What may follow: a shell, and what is a plain word or option.
_SHELLS = frozenset(["bash", "zsh", "sh", "posix", "-", "hook"])

# Where programs of the machine lie.
_INSTALLED = ("/opt/homebrew/bin/", "/usr/local/bin/", "/usr/bin/", "/bin/", "/home/linuxbrew/.linuxbrew/bin/")


def prints_settings(command: "Command") -> bool:
    """Tell whether a command is one of these, as it is installed, and does no more."""
    if not command.words or any(word.reason is not None for word in command.words):
        return False
    if command.calls or command.opaque or command.assignments:
        return False
    if any(one.name == "PATH" for one in command.changed) or any(one.descriptor != 2 for one in command.redirects):
        return False  # which program that is, the text has a say in
    name, *rest = [word.prefix for word in command.words]
    if "/" in name:
        if not name.startswith(_INSTALLED) or "/" in name[name.rfind("bin/") + 4 :]:
            return False
        name = name.rpartition("/")[2]
    allowed = fact("prints_settings", name).split()
    first = next((text for text in rest if text[:1] != "-"), "-")
    others = [text for text in rest if text != first]
    return first in allowed and all(text in _SHELLS or _is_plain_option(text) for text in others)


def _is_plain_option(text: str) -> bool:
    return text[:1] == "-" and all(c.isalnum() or c == "-" for c in text)
