"""One command hands something to another: a text for a shell, a program's name, code of another language."""

from wicket.shell import languages
from wicket.shell.words import GLOB, UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.running import Running
    from wicket.shell.script import Command
    from wicket.shell.words import Shape

__all__ = ["opaque", "replaced", "run_code", "run_joined", "run_program", "run_text"]


def opaque(command: "Command", reason: str) -> None:
    if reason not in command.opaque:
        command.opaque = (*command.opaque, reason)


def run_text(reader: "Running", command: "Command", word: Word | None, why: str) -> None:
    """Read a word that a shell will read."""
    if word is None:
        return
    if word.text is None:
        opaque(command, f"{why} runs a text that is not known: {word.reason}")
    else:
        reader.run_derived(word.text, why, command)


def run_joined(reader: "Running", command: "Command", words: list[Word], why: str) -> None:
    """Read words that are joined with blanks and handed to a shell."""
    if not words:
        return
    if any(word.text is None for word in words):
        if words[0].text is not None and not any(c in words[0].text for c in " ;&|<>()$`\\\"'\n"):
            # The command is known even if its arguments are not.
            reader.run_words(tuple(words), why, command)
        if any(word.text is None and word.reason != GLOB for word in words):
            opaque(command, f"{why} runs a text that is not known")
        return
    reader.run_derived(" ".join(word.text or "" for word in words), why, command)


def run_program(reader: "Running", command: "Command", word: Word | None, why: str) -> None:
    """Read a word that names a program; what it will be given is not known."""
    if word is None:
        return
    if word.text is not None and any(c in word.text for c in " \t\n;|&"):
        reader.run_derived(word.text, why, command)
        return
    arguments = UnknownWord((None,), f"what {why} gives it", True, command.start, command.end)
    reader.run_words((word, arguments), why, command)


def run_code(command: "Command", word: Word | None, spoken: str) -> None:
    if word is None:
        return
    text = word.text
    if text is None and word.number and len(word.shape) > 1:
        # Of a number, one will do. What else stands in a hole is not understood.
        text = "".join("1" if piece is None else piece for piece in word.shape)
    if text is None or not languages.harmless(spoken, text):
        opaque(command, f"runs code of {spoken}")


def replaced(word: Word, mark: str, reason: str, brought: "Shape" = (None,)) -> Word:
    """Put what is known of the text that a placeholder stands for in its place."""
    if word.text is None or not mark or mark not in word.text:
        return word
    shape: list[str | None] = []
    for i, piece in enumerate(word.text.split(mark)):
        for part in (*(brought if i else ()), *([piece] if piece else ())):
            if part is not None and shape and shape[-1] is not None:
                shape[-1] += part
            elif part is not None or not (shape and shape[-1] is None):
                shape.append(part)
    return UnknownWord(tuple(shape), reason, False, word.start, word.end)
