"""Programs that take what lies in folders and carry it away: they copy, serve, publish or deploy it.

Which files that are, no word of theirs says; whoever may not read one may not carry it away either.
"""

from wicket.shell.catalogue.compiled_catalogue import entry
from wicket.shell.words import Word

__all__ = ["Carrier", "carried_by", "carriers_of", "command_meant", "uploaded"]

# Behind them, as many words at most are looked at: a subcommand stands among the first ones.
_FIRST = 6


class Carrier:
    """A command that takes what lies in folders.

    How: `all` of it, the `project` as far as the program's own rules go, the `context` that an image is built of; or
    `nothing`, where other commands of the program do.
    `here`: of the folder that it runs in, unless an operand or an option names another one.
    """

    __slots__ = ("flags", "here", "how", "marks", "named_by", "needs", "operands", "words")

    def __init__(self, begins: list[str], takes: list[str]) -> None:
        self.words = [word for word in begins if word[0] != "-"]
        self.needs = frozenset(self.words)
        self.flags = [word for word in begins if word[0] == "-"]
        self.how = takes[0]
        self.marks = frozenset(takes)
        self.here = "here" in takes
        self.operands = "*" in takes
        self.named_by = [name for item in takes if item[0] == "-" for name in item.split("|")]


_made: "dict[str, list[Carrier]]" = {}


def _uploaders(name: str) -> "list[Carrier]":
    """Give a program's commands that take what lies in folders."""
    made = _made.get(name)
    if made is None:
        known = entry(name)
        made = _made[name] = carriers_of({} if known is None else known.uploads)
    return made


def carriers_of(lines: "dict[str, str]") -> "list[Carrier]":
    """Read what an entry says of such commands: `compose build` comes before `build`."""
    made = [Carrier(begins.split()[1:], takes.split()) for begins, takes in lines.items()]
    made.sort(key=lambda carrier: -len(carrier.words))
    return made


def uploaded(words: tuple[Word, ...], name: str) -> tuple[str, list[Word]]:
    """Say what a command carries away: how much, and of which folders. An empty text: nothing."""
    return carried_by(_uploaders(name), words)


def carried_by(carriers: "list[Carrier]", words: tuple[Word, ...]) -> tuple[str, list[Word]]:
    """Say the same, by what is known of the program's commands."""
    meant = command_meant(carriers, words)
    if meant is None:
        return "", []
    carrier, before, behind = meant
    if carrier.how == "nothing":
        return "", []
    given = _options(words)
    taken = [*before, *behind, *_attached(words)]
    named = (carrier.operands and behind) or any(_has(given, flag) for flag in carrier.named_by)
    if carrier.here and not named:
        taken.append(Word(".", words[0].start, words[0].end))
    return carrier.how, taken


def command_meant(
    carriers: "list[Carrier]", words: tuple[Word, ...]
) -> "tuple[Carrier, list[Word], list[Word]] | None":
    """Find the command among these that a line is, and the words before and behind it that are no options."""
    plain = [word for word in words[1:] if word.prefix[:1] != "-"]
    texts = [word.text for word in plain[:_FIRST]]
    if not any(carrier.needs.issubset(texts) for carrier in carriers):
        return None  # of most lines, that is all
    given = _options(words)
    for carrier in carriers:
        at = _found(carrier.words, texts)
        if at is not None and all(_has(given, flag) for flag in carrier.flags):
            return carrier, plain[:at], plain[at + len(carrier.words) :]
    return None


def _options(words: tuple[Word, ...]) -> list[str]:
    return [word.text or word.prefix for word in words[1:] if word.prefix[:1] == "-"]


def _found(wanted: list[str], texts: "list[str | None]") -> int | None:
    """Say where the words of a subcommand stand; options before them may have values."""
    count = len(wanted)
    return next((at for at in range(len(texts) + 1 - count) if texts[at : at + count] == wanted), None)


def _has(given: list[str], flag: str) -> bool:
    """Tell whether an option is there: by itself, with a value behind `=`, or with one attached to its letter."""
    return any(
        text == flag or text.startswith(f"{flag}=") or (len(flag) == 2 and text[:2] == flag and flag[1] != "-")
        for text in given
    )


def _attached(words: tuple[Word, ...]) -> list[Word]:
    """Give what is attached to options: `--from-file=x`, `--from-file=key=x`."""
    made: list[Word] = []
    for word in words[1:]:
        option, equals, value = (word.text or "").partition("=")
        if equals and option[:1] == "-":
            made += [Word(text, word.start, word.end) for text in {value, value.rpartition("=")[2]} if text]
    return made
