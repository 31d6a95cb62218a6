"""Small programs of awk and sed that are shown to do nothing but compute and print.

Each judge understands a part of its language and says no to everything else: a `True` is sure, a `False` is not.
Those of perl, ruby and SQL are in `perl_ruby_and_sql`, those of python and node in files of their own.
"""

from wicket.shell.characters import listed
from wicket.shell.languages import perl_ruby_and_sql

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.code_effects import Account

__all__ = ["account", "harmless", "reads"]

# Longer programs are not looked at.
MAX_LENGTH = 10_000
MAX_ACCOUNTED = 20_000

_OF_NODE = frozenset(["node", "tsx", "ts-node", "bun", "deno", "bun -e", "deno eval"])


def harmless(language: str, text: str) -> bool:
    """Tell whether a program surely neither runs, nor writes, nor reads any file of its own choice."""
    if len(text) > MAX_LENGTH:
        return False
    if language == "awk":
        return all(_awk(text, reading) for reading in (_READINGS if "[" in text else _READINGS[:1]))
    if language == "sed":
        return all(_sed(text, reading) for reading in (_READINGS if "[" in text else _READINGS[:1]))
    if language in ("python", "node"):
        return reads(language, text) == []
    return perl_ruby_and_sql.harmless(language, text)


def reads(language: str, text: str) -> list[str] | None:
    """Name the files that a program reads; None: it may do more than that."""
    if language == "python":
        from wicket.shell.languages.python_only_reading import files_of

        return files_of(text) if len(text) <= MAX_LENGTH else None
    if language == "node":
        from wicket.shell.languages.javascript_only_reading import files_of

        return files_of(text) if len(text) <= MAX_LENGTH else None
    return [] if harmless(language, text) else None


def account(language: str, text: str, folder: str = ".") -> "Account | None":
    """Give an account of what a program does, be it more than computing; None: that cannot be told.

    `folder` is where the program lies.
    """
    if len(text) > MAX_ACCOUNTED:
        return None
    if language == "python":
        from wicket.shell.languages import python_effects

        done = python_effects.account_of(text)
    elif language in _OF_NODE:
        from wicket.shell.languages import javascript_effects

        done = javascript_effects.account_of(text, folder)
    else:
        return None
    if done is not None and done.talks:
        done.only_fetches = not done.finds and not _may_send(text)
    return done


# By one of these names, code that talks to other machines does more than fetch, or has something to send that the line
# does not spell: other methods than GET, connections that are no requests, files, the environment, its input.
_SENDING = listed(
    """
    post put patch delete upload method send sendall sendto sendfile sendbeacon files body socket socketio net tls dgram
    dns ws websocket websockets http2 grpc pycurl env environ environb getenv dotenv stdin argv input fileinput open
    load read_text read_bytes read_csv read_json read_excel readfile readfilesync
    """
)
_SENDING_TEXTS = ("request(", "(data=", ",data=", ", data=", "import(", "\\")
_NO_NAMES = {code: " " for code in range(128) if not (chr(code).isalnum() or chr(code) == "_")}
_QUOTING = dict.fromkeys(map(ord, "'\"` \t\n"), " ")


def _may_send(text: str) -> bool:
    """Tell whether code that talks to other machines may do more there than fetch; an escape may spell anything."""
    text = text.lower().replace("\\n", " ").replace("json.load(", " ")
    if not text.isascii() or any(part in text for part in _SENDING_TEXTS):
        return True
    # An address that is spelled out names nothing.
    pieces = [
        piece
        for piece in text.translate(_QUOTING).split()
        if not piece.startswith(("http://", "https://")) or any(c in piece for c in "{(,;+")
    ]
    return not _SENDING.isdisjoint(" ".join(pieces).translate(_NO_NAMES).split())


# Implementations differ in where a bracket of a regular expression ends, and whether it hides the delimiter at all:
# the characters that are skipped behind `[`, or None. A program has to be harmless in every reading.
_READINGS: tuple[tuple[str, ...] | None, ...] = (("^]", "]"), (), None)


def _bracket_end(text: str, i: int, reading: tuple[str, ...]) -> int:
    """Give the offset of the `]` that closes the bracket at `i`, or -1."""
    if text.find("]", i) < 0:
        return -1
    i += 1
    for skipped in reading:
        if text.startswith(skipped, i):
            i += len(skipped)
            break
    while i < len(text) and text[i] not in "]\n":
        if text[i] == "[" and text[i + 1 : i + 2] in (":", ".", "="):
            close = text.find(text[i + 1] + "]", i + 2)
            i = close + 1 if close >= 0 else i
        i += 1
    return i if i < len(text) and text[i] == "]" else -1


# ── awk ──────────────────────────────────────────────────────────────────────

_AWK_RUNS = listed("system getline close fflush extension include load ARGV ARGC SYMTAB FUNCTAB PROCINFO")
_AWK_STREAMS = ('"/dev/stdout"', '"/dev/stderr"', '"/dev/null"')

# Keywords of one awk, and names in another, where a slash behind them divides.
_AWK_DOUBTFUL = listed("case switch default")

# A slash behind these begins a regular expression.
_AWK_KEYWORDS = listed("print printf in return if while for else do case exit delete switch default next BEGIN END")


def _awk(text: str, reading: tuple[str, ...] | None) -> bool:
    """No pipe, no `system`, no `getline`, no `@`, and no `>` in a print statement."""
    i = 0
    end = len(text)
    operand = False  # whether a slash would divide
    printing = False
    depth = 0
    open_for: list[bool] = []  # for each parenthesis, whether it stands behind `if` and its like
    word = last = ""
    while i < end:
        c = text[i]
        if c == '"':
            i += 1
            while i < end and text[i] != '"':
                i += 2 if text[i] == "\\" else 1
            if i >= end:
                return False
            operand = True
        elif c == "/" and not operand:
            i = _awk_expression(text, i + 1, reading)
            if i < 0:
                return False
            operand = True
        elif c == "#":
            newline = text.find("\n", i)
            i = end if newline < 0 else newline
            continue
        elif c.isalpha() or c == "_":
            start = i
            while i < end and (text[i].isalnum() or text[i] == "_"):
                i += 1
            word = last = text[start:i]
            if word in _AWK_RUNS or word in _AWK_DOUBTFUL:
                return False
            if word in ("print", "printf"):
                printing = True
                depth = 0
            operand = word not in _AWK_KEYWORDS
            continue
        elif c == "|":
            if text[i + 1 : i + 2] != "|":
                return False
            i += 1
            operand = False
        elif c == "\\" and text[i + 1 : i + 2] == "\n":
            i += 2
            continue
        elif c == ">" and printing and depth <= 0:
            i = _awk_stream(text, i)
            if i < 0:
                return False
            operand = True
            continue
        elif c in "@\\":
            return False
        elif c == "\n" and last in (",", "|", "&", "?", ":"):
            pass  # the statement goes on
        elif c in ";}\n":
            printing = False
            operand = False
        elif c in "([":
            open_for.append(c == "(" and last in ("if", "while", "for", "switch"))
            depth += 1
            operand = False
        elif c in ")]":
            depth -= 1
            operand = not (open_for.pop() if open_for else False)
        elif c in " \t\r":
            i += 1
            continue
        elif c in "+-" and text[i + 1 : i + 2] == c:
            i += 1  # behind an operand it belongs to that
        else:
            operand = c.isdigit() or c == "."
        last = c
        i += 1
    return True


def _awk_stream(text: str, i: int) -> int:
    """Step over `> "/dev/stderr"` and its like, at the end of a statement; -1 for any other file."""
    i += 2 if text.startswith(">>", i) else 1
    while text[i : i + 1] in (" ", "\t"):
        i += 1
    stream = next((stream for stream in _AWK_STREAMS if text.startswith(stream, i)), "")
    i += len(stream)
    behind = text[i:].lstrip(" \t")[:1]
    return i if stream and (not behind or behind in ";}\n") else -1


def _awk_expression(text: str, i: int, reading: tuple[str, ...] | None) -> int:
    """Step over a regular expression; give the offset of the slash that closes it, or -1."""
    while i < len(text) and text[i] != "/":
        if text[i] == "\n":
            return -1
        if text[i] == "[" and reading is not None:
            close = _bracket_end(text, i, reading)
            if close < 0:
                reading = None  # nor does any other bracket end
            else:
                i = close
        i += 2 if text[i] == "\\" else 1
    return i if i < len(text) else -1


# ── sed ──────────────────────────────────────────────────────────────────────

_SED_PLAIN = frozenset("=dDgGhHlnNpPqQxzF{}")
_SED_FLAGS = frozenset("gpiImM0123456789")

# What an offset becomes where sed would complain about the whole program, and run nothing.
_REJECTED = -2


def _sed(text: str, reading: tuple[str, ...] | None) -> bool:
    """Only commands that edit the stream: not `e`, `w`, `W`, `r`, `R`, nor the flags `e` and `w` of `s`."""
    i = 0
    end = len(text)
    while i < end:
        c = text[i]
        if c in " \t\n;":
            i += 1
            continue
        if c == "#":
            newline = text.find("\n", i)
            i = end if newline < 0 else newline
            continue
        i = _sed_address(text, i, reading)
        if i < 0:
            return i == _REJECTED
        c = text[i : i + 1]
        if c == "s" or c == "y":
            i = _sed_substitution(text, i + 1, c == "s", reading)
            if i < 0:
                return i == _REJECTED
        elif c and c in "aic":
            while i < end and text[i] != "\n":
                i += 2 if text[i] == "\\" else 1
        elif c and c in ":btT":
            i = _sed_label(text, i + 1)
            if i < 0:
                return False
        elif c and c in _SED_PLAIN:
            i += 1
            while i < end and text[i] in " \t0123456789":
                i += 1
            if i < end and text[i] not in "\n;}" and c not in "{}":
                return False
        else:
            return False
    return True


def _sed_label(text: str, i: int) -> int:
    """Step over a label: a plain name with nothing behind it but the end of the command."""
    while text[i : i + 1] in (" ", "\t"):
        i += 1
    while text[i : i + 1].isalnum() or text[i : i + 1] == "_":
        i += 1
    while text[i : i + 1] in (" ", "\t"):
        i += 1
    return i if i >= len(text) or text[i] in "\n;}" else -1


def _sed_address(text: str, i: int, reading: tuple[str, ...] | None) -> int:
    """Step over addresses; below zero for what is not understood."""
    end = len(text)
    while i < end:
        c = text[i]
        if c in "0123456789$,+~! \t":
            i += 1
        elif c == "/" or c == "\\":
            if c == "\\":
                i += 1
            i = _sed_pattern(text, i + 1, text[i : i + 1], reading)
            if i < 0:
                return i
            while text[i : i + 1] in ("I", "M"):
                i += 1
        else:
            return i
    return -1


def _sed_pattern(text: str, i: int, delimiter: str, reading: tuple[str, ...] | None) -> int:
    """Step over what stands between delimiters; give the offset behind the closing one."""
    # Beyond ASCII, the locale decides whether a character or its first byte delimits.
    if not delimiter or delimiter in "\n\\" or not delimiter.isascii():
        return -1
    end = len(text)
    while i < end and text[i] != delimiter:
        if text[i] == "[" and reading is not None:
            close = _bracket_end(text, i, reading)
            if close < 0:
                reading = None  # nor does any other bracket end
            else:
                i = close
        i += 2 if text[i] == "\\" else 1
    return i + 1 if i < end else -1


def _sed_substitution(text: str, i: int, flags: bool, reading: tuple[str, ...] | None) -> int:
    delimiter = text[i : i + 1]
    i = _sed_pattern(text, i + 1, delimiter, reading)
    if i < 0:
        return i
    i = _sed_pattern(text, i, delimiter, None)
    if i < 0:
        return i
    while i < len(text) and (text[i] in " \t" or (flags and text[i] in _SED_FLAGS)):
        i += 1
    if i >= len(text) or text[i] in "\n;}#":
        return i
    return -1 if text[i] in "ew\\\r" else _REJECTED
