"""What a backslash spells: in `$'…'`, in `echo -e`, in `printf`."""

_SIMPLE = {
    "a": "\a",
    "b": "\b",
    "e": "\x1b",
    "E": "\x1b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "\\": "\\",
    "'": "'",
    '"': '"',
    "?": "?",
}
_OCTAL = frozenset("01234567")
_HEXADECIMAL = frozenset("0123456789abcdefABCDEF")
_LENGTH = {"x": 2, "u": 4, "U": 8}


def ansi_c(text: str) -> str:
    """Decode what stands in `$'…'`. A NUL ends it, as it ends every string of the shell."""
    if "\\" not in text:
        return text
    out: list[str] = []
    i = 0
    end = len(text)
    while i < end:
        j = text.find("\\", i)
        if j < 0:
            out.append(text[i:])
            break
        out.append(text[i:j])
        piece, i = _escape(text, j + 1)
        if piece == "\0":
            break
        out.append(piece)
    return as_text("".join(out))


def printf_format(text: str) -> str | None:
    """Decode the text of printf's format; None where it would print a NUL or stop."""
    if "\\" not in text:
        return text
    if "\\c" in text:
        return None
    out: list[str] = []
    i = 0
    while i < len(text):
        j = text.find("\\", i)
        if j < 0:
            out.append(text[i:])
            break
        out.append(text[i:j])
        piece, i = _escape(text, j + 1)
        if piece == "\0":
            return None
        out.append(piece)
    return as_text("".join(out))


def echo_e(text: str) -> str | None:
    """Decode the operand of `echo -e` or of printf's `%b`; None where it depends on who decodes it."""
    if "\\" not in text:
        return text
    out: list[str] = []
    i = 0
    while True:
        j = text.find("\\", i)
        if j < 0:
            out.append(text[i:])
            return as_text("".join(out))
        out.append(text[i:j])
        following = text[j + 1 : j + 2]
        if following in ("a", "b", "e", "E", "f", "n", "r", "t", "v", "\\", "x", "u", "U"):
            piece, i = _escape(text, j + 1)
        elif following == "0":
            digits, i = _digits(text, j + 2, _OCTAL, 3)
            piece = _byte(int(digits, 8)) if digits else "\0"
        else:
            return None
        if piece == "\0":
            return None
        out.append(piece)


def as_text(text: str) -> str:
    """Read bytes that were spelled one by one (kept as lone surrogates) as UTF-8."""
    if text.isascii() or not any("\udc00" <= c <= "\udcff" for c in text):
        return text
    raw = b"".join(
        bytes([ord(c) - 0xDC00]) if "\udc00" <= c <= "\udcff" else c.encode("utf-8", "surrogatepass") for c in text
    )
    return raw.decode("utf-8", "surrogateescape")


def _escape(text: str, i: int) -> tuple[str, int]:
    """Decode one escape, from behind its backslash."""
    c = text[i : i + 1]
    if c in _SIMPLE:
        return _SIMPLE[c], i + 1
    if c in _OCTAL and c:
        digits, i = _digits(text, i, _OCTAL, 3)
        return _byte(int(digits, 8)), i
    if c in _LENGTH and c:
        digits, end = _digits(text, i + 1, _HEXADECIMAL, _LENGTH[c])
        if not digits:
            return "\\" + c, i + 1
        code = int(digits, 16)
        if c == "x":
            return _byte(code), end
        return (chr(code) if code < 0x110000 else "\ufffd"), end
    if c == "c" and i + 1 < len(text):
        return _byte(ord(text[i + 1].upper()) & 0x1F if text[i + 1] != "?" else 0x7F), i + 2
    return "\\" + c, i + 1


def _digits(text: str, i: int, allowed: frozenset[str], most: int) -> tuple[str, int]:
    j = i
    while j < len(text) and j - i < most and text[j] in allowed:
        j += 1
    return text[i:j], j


def _byte(code: int) -> str:
    """Keep a byte that is no ASCII apart until its neighbours are known."""
    code %= 256
    return chr(code) if code < 0x80 else chr(0xDC00 + code)
