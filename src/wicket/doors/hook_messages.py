"""What a hook and a running gateway say to each other: one question, and the answer that the hook then gives.

    question    "WKH1", its length, then five texts: version, words, folder, environment, what the agent said
    answer      "WKH1", its kind, its length, and what it says

Lengths and kinds are four bytes, the highest first; each text of a question has its length before it. Words and
variables end with a zero byte each. `native/wicket-hook.c` speaks the same.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = [
    "ALONE",
    "ANSWER",
    "HEADER_BYTES",
    "MAGIC",
    "MAX_ANSWER_BYTES",
    "MAX_QUESTION_BYTES",
    "OTHER_VERSION",
    "REFUSED",
    "WAIT",
    "Malformed",
    "Question",
    "answer",
    "length_of",
    "message",
    "question",
    "read_answer",
    "read_header",
    "read_question",
    "version_of",
]

MAGIC = b"WKH1"

# The kinds of answers. WAIT says for how many seconds a person is waited for; another answer follows it. ALONE leaves
# the call to a hook that judges by itself.
ANSWER, WAIT, ALONE, OTHER_VERSION, REFUSED = 1, 2, 3, 4, 5

# Before a question: the mark and its length. Before an answer: the kind stands between them.
QUESTION_HEADER_BYTES = 8
HEADER_BYTES = 12

# A question has to fit into the queue to a process that judges. Whoever has more to say judges by itself.
MAX_QUESTION_BYTES = 4 * 1024 * 1024
MAX_ANSWER_BYTES = 4 * 1024 * 1024

_FIELDS = 5


class Malformed(ValueError):
    """It is no such message."""


class Question:
    """What a hook was started with, and what it was told."""

    __slots__ = ("cwd", "data", "environ", "version", "words")

    def __init__(
        self, version: str, words: "Sequence[str]", cwd: str, environ: "Mapping[str, str]", data: bytes
    ) -> None:
        self.version = version
        self.words = words
        self.cwd = cwd
        self.environ = environ
        self.data = data


def question(version: str, words: "Sequence[str]", cwd: str, environ: "Mapping[bytes, bytes]", data: bytes) -> bytes:
    """Spell a question."""
    told = (
        version.encode(),
        b"".join([_bytes(word) + b"\0" for word in words]),
        _bytes(cwd),
        b"".join([name + b"=" + value + b"\0" for name, value in environ.items()]),
        data,
    )
    body = b"".join([len(each).to_bytes(4, "big") + each for each in told])
    return MAGIC + len(body).to_bytes(4, "big") + body


def length_of(head: bytes | bytearray) -> int:
    """Say how long a question is that begins so, its header included.

    Raises:
        Malformed: it is none, or too long.
    """
    if head[:4] != MAGIC:
        raise Malformed("it is no question of a hook")
    length = int.from_bytes(head[4:8], "big")
    if length > MAX_QUESTION_BYTES:
        raise Malformed("it is too long")
    return QUESTION_HEADER_BYTES + length


def version_of(whole: bytes | bytearray) -> bytes:
    """Say which version of wicket asks.

    Raises:
        Malformed: it does not say so.
    """
    end = QUESTION_HEADER_BYTES + 4 + int.from_bytes(whole[QUESTION_HEADER_BYTES : QUESTION_HEADER_BYTES + 4], "big")
    if end > len(whole):
        raise Malformed("a part of it is longer than the whole")
    return bytes(whole[QUESTION_HEADER_BYTES + 4 : end])


def read_question(whole: bytes) -> Question:
    """Take a question apart.

    Raises:
        Malformed: it is none.
    """
    if length_of(whole) != len(whole):
        raise Malformed("its length is wrong")
    told = []
    at = QUESTION_HEADER_BYTES
    for _ in range(_FIELDS):
        end = at + 4 + int.from_bytes(whole[at : at + 4], "big")
        if end > len(whole) or at + 4 > len(whole):
            raise Malformed("a part of it is longer than the whole")
        told.append(whole[at + 4 : end])
        at = end
    if at != len(whole):
        raise Malformed("something stands behind it")
    version, words, cwd, variables, data = told
    # As Python does, the first one counts.
    environ = dict([each.split("=", 1) for each in reversed(_listed(variables)) if "=" in each])
    return Question(_text(version), _listed(words), _text(cwd), environ, data)


def message(kind: int, said: bytes) -> bytes:
    """Spell an answer of a kind."""
    return MAGIC + kind.to_bytes(4, "big") + len(said).to_bytes(4, "big") + said


def answer(code: int, out: bytes, err: bytes) -> bytes:
    """Spell what a hook is to print on both streams, and its exit code."""
    return message(ANSWER, code.to_bytes(4, "big") + len(out).to_bytes(4, "big") + out + err)


def read_header(head: bytes) -> tuple[int, int]:
    """Say of which kind an answer is that begins so, and how many bytes follow.

    Raises:
        Malformed: it is none, or too long.
    """
    kind, length = int.from_bytes(head[4:8], "big"), int.from_bytes(head[8:12], "big")
    if head[:4] != MAGIC or len(head) != HEADER_BYTES or not ANSWER <= kind <= REFUSED or length > MAX_ANSWER_BYTES:
        raise Malformed("it is no answer of a gateway")
    return kind, length


def read_answer(said: bytes) -> tuple[int, bytes, bytes]:
    """Give the exit code, and what is to be printed on both streams.

    Raises:
        Malformed: it says something else.
    """
    code, length = int.from_bytes(said[:4], "big"), int.from_bytes(said[4:8], "big")
    if len(said) < 8 or code > 255 or length > len(said) - 8:
        raise Malformed("it is no answer of a gateway")
    return code, said[8 : 8 + length], said[8 + length :]


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogateescape")


def _text(data: bytes) -> str:
    return data.decode(errors="surrogateescape")


def _listed(data: bytes) -> list[str]:
    if data and not data.endswith(b"\0"):
        raise Malformed("a list has no end")
    return _text(data).split("\0")[:-1]
