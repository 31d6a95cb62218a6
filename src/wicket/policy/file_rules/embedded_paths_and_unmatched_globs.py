"""Paths inside words (`--key=x`, `@x`, `a:b`), and globs that no file answers to, which stay as they are written."""

from wicket.policy.file_rules.listed_path_patterns import name_matches
from wicket.shell.unknown_values import GLOB
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Script

__all__ = ["paths_in", "quoted_in", "settled", "words_in"]


# ── finds paths inside words of unknown programs: `--key=x`, `@x`, `-fx`, `a:b`, quoted pieces ──

# What parts the paths in a word.
_MARKS = "=:,@#"
# Stands for what is not known of a word, and in no text: no file has it in its name.
_HOLE = "\0"
# A word that holds more of them may hold anything.
_MAX_PIECES = 64
# So many marks are looked at in prose; one text has many, and few paths.
_MAX_MARKS = 400
# What parts the words of a text for a shell, and what stands for any characters there.
_PARTED = {ord(c): " " for c in "\t\r\n;|&()<>`'\"\\{},"}
_GLOBBED = {ord(c): "*" for c in "?[]"}


def paths_in(word: Word) -> "list[Word]":
    """Give what in a word may be a path, for programs of which nothing else is known: `--key=x`, `@x`, `-fx`, `a:b`."""
    text = word.text
    if text is None:
        return [word] if not word.bare else _bare_paths_in(word)
    if "|" in text and text.count("|") <= _MAX_PIECES:
        # `concat:a|b`, `[f=x]a|[f=y]b`: paths one beside the other, each perhaps with options before it.
        parts = [Word(piece.rpartition("]")[2], word.start, word.end) for piece in text.split("|")]
        return [word, *[path for part in parts for path in paths_in(part)]]
    if "://" in text:
        text = _without_addresses(_local(text))
    pieces = [text] if text[:1] != "-" else [text[2:]] if text[:2] != "--" and len(text) > 3 else []
    marks = [mark for mark in _MARKS if mark in text]
    if marks:
        if sum(map(text.count, marks)) > _MAX_MARKS:
            return [UnknownWord((None,), "it may hold any path", False, word.start, word.end)]
        pieces += [piece for mark in marks for piece in text.split(mark)]
        pieces += "".join([marks[0] if c in _MARKS else c for c in text]).split(marks[0])
        pieces += [piece.partition(" ")[0] for piece in pieces if " " in piece]  # `src=x dest=y`
        if len(marks) > 1 and len({*pieces}) > _MAX_MARKS:
            return [UnknownWord((None,), "it may hold any path", False, word.start, word.end)]
    return [Word(piece, word.start, word.end) for piece in dict.fromkeys(pieces) if piece and piece[0] != "-"]


def _bare_paths_in(word: Word) -> "list[Word]":
    """Give what may be a path in a word that has tokens in it which are not known: `--key=…`, `a:…`, `…:b`."""
    whole = Word("".join([_HOLE if piece is None else piece for piece in word.shape]), word.start, word.end)
    if word.prefix[:1] == "-" and word.prefix[:2] != "--":
        return [UnknownWord((None,), word.reason or "", word.many, word.start, word.end)]
    made: list[Word] = []
    for path in paths_in(whole):
        text = path.text or ""
        if _HOLE in text:
            pieces: list[str | None] = []
            for number, piece in enumerate(text.split(_HOLE)):
                pieces += [None] if number else []
                pieces += [piece] if piece else []
            path = UnknownWord(tuple(pieces), word.reason or "", word.many, word.start, word.end, bare=True)
        made.append(path)
    return made


def quoted_in(word: Word) -> "list[Word]":
    """Give what stands in quotes within a word: it may be code, and that a path."""
    text = word.text
    if text is None or ("'" not in text and '"' not in text):
        return []
    return [Word(piece, word.start, word.end) for piece in text.replace("'", '"').split('"')[1::2] if piece]


def words_in(word: Word) -> "list[Word]":
    """Give what may be paths in a text that a shell may read: each of its words, as far as it is known."""
    made: list[Word] = []
    text = (word.text or word.prefix).replace("${HOME}", "~").replace("$HOME", "~")
    for piece in dict.fromkeys(text.translate(_PARTED).split()):
        if not any(c in piece for c in "*?["):
            made += paths_in(Word(piece, word.start, word.end))
        elif piece.strip("*?"):  # a star alone is a sign in prose
            pieces = piece.translate(_GLOBBED).split("*")
            shape = [part for known in pieces for part in (None, known)][1:]
            made.append(UnknownWord(tuple([part for part in shape if part != ""]), GLOB, False, word.start, word.end))
    return made


def _local(text: str) -> str:
    """Give a path for the address of a file that is no whole path: `file://x` is x to some programs."""
    for scheme in ("fileb://", "file://"):
        if scheme in text and scheme + "/" not in text:
            text = text.replace(scheme, "")
    return text


def _without_addresses(text: str) -> str:
    """Leave out addresses of other machines."""
    for _ in range(_MAX_PIECES):
        at = text.find("://")
        start = at
        while start > 0 and (text[start - 1].isalnum() or text[start - 1] in "+.-"):
            start -= 1
        if at < 1 or start == at or text[at + 3 : at + 4] in ("", "/", "."):
            break  # no machine is named
        end = text.find(",", at)
        text = text[:start] + (text[end + 1 :] if end >= 0 else "")
    return text


# ── A glob that no file answers to stays as it is written: bash hands it over as a plain word ──

# That is looked up only for a text of one command: what others do in between could change the answer.


# What comparing a name takes.
WORK_OF_NAME = 60

_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.,:=@%+-?*")


def settled(script: "Script", world: "World") -> "tuple[Word, ...] | None":
    """Give a command's words with the text in the place of each glob in the working folder that no file answers to.

    None: there is no such word. A rule that allows may rely on it; one that denies need not.
    """
    command = script.commands[0]
    if None not in [word.text for word in command.words] or command.place.cwd != ("",):
        return None
    words = list(command.words)
    names: tuple[str, ...] | None = None
    world.fuel.take(40 * len(words))
    answered: dict[str, bool] = {}
    for number, word in enumerate(words):
        if word.text is not None or word.reason is None or not word.reason.startswith("a glob"):
            continue
        text = script.text[word.start : word.end]
        if not _PLAIN.issuperset(text):
            continue
        if names is None:
            names = world.names(world.cwd)
            if names is None:
                return None
        if text not in answered:
            world.fuel.take(WORK_OF_NAME * len(names) + len(text))
            answered[text] = any(name_matches(text, name) for name in names)
        if not answered[text]:
            words[number] = Word(text, word.start, word.end)
    return tuple(words) if names is not None else None
