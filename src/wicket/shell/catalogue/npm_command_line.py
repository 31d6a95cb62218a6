"""How npm and npx read their command lines: every setting is an option, in any place, cut short.

See `option_parser` for how a line reads. An option that npm does not know takes no value, but a flag takes `true` and
`false`.
"""

from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from wicket.shell.catalogue.option_parser import Usage
    from wicket.shell.catalogue.option_values_and_parse_result import Found, Line

__all__ = ["as_written", "behind_command", "plainly"]

# Behind what may be short for several settings.
_SEVERAL = "…"


def plainly(usage: "Usage", words: "Sequence[Word]") -> "Sequence[Word]":
    """Give the words with settings by their own names, and without what answers a flag: `npm --yes true exec x`."""
    if not any(word.prefix[:1] == "-" for word in words):
        return words
    made: list[Word] = []
    flag = False
    for at, word in enumerate(words):
        text = word.text or ""
        if flag and text in ("true", "false"):
            flag = False
            continue
        if text[:1] == "-" and len(text) > 1 and "=" not in text:
            if not text.strip("-"):
                return [*made, Word("--", word.start, word.end), *words[at + 1 :]]
            word = _by_name(usage, word, text)
            option = usage.option(word.text or "")
            flag = option is None or option.takes != "="
        else:
            flag = False
        made.append(word)
    return made


def _by_name(usage: "Usage", word: "Word", text: str) -> "Word":
    """Name a setting as the tables do. What may be short for several of them is none, and takes no value.

    What is short for several may be short for one in another version of npm: that is not known.
    """
    name = "--" + text.lstrip("-")
    if text in usage.options or name in usage.options:
        return word if text in usage.options else Word(name, word.start, word.end)
    letter = "-" + text.lstrip("-")
    if letter in usage.options:
        return Word(letter, word.start, word.end)
    meant = {id(option) for full, option in usage.options.items() if full.startswith(name)}
    return word if len(meant) < 2 else Word(text + _SEVERAL, word.start, word.end)


def as_written(operands: "list[Word]") -> "list[Word]":
    """Give the words of the command that is run as they stand there: what is short for npm is not so for others."""
    return [
        Word(str(word).removesuffix(_SEVERAL), word.start, word.end)
        if word.reason is None and word.prefix[:1] == "-" and word.prefix.endswith(_SEVERAL)
        else word
        for word in operands
    ]


def behind_command(usage: "Usage", line: "Line") -> "list[Found]":
    """Find settings behind the command that npm is to run: unless `--` stands before it, they are still npm's own."""
    if not usage.stops or len(line.operands) < 2 or line.behind == len(line.operands):
        return []
    return [one for one in usage.anywhere.read(line.operands).found if one.option is not None and one.option.acts]
