"""The builtins `set` and `shopt`: arguments, and options by which what follows is read or run otherwise."""

from wicket.shell.characters import listed
from wicket.shell.unknown_values import Unknowable
from wicket.shell.unwrapping.shells_and_interpreters import OTHER_READING
from wicket.shell.words import Word, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command
    from wicket.shell.unknown_values import Value
    from wicket.shell.walk.command_dispatch import Running

__all__ = ["CDABLE", "set_builtin", "shopt_builtin"]

# Kept among the variables; no text can name it.
CDABLE = "shopt cdable_vars"


def set_builtin(reader: "Running", command: "Command") -> None:
    _other_reading(reader, command, "Hk", "!={")
    if any(word.text is None or "P" in word.text or word.text == "physical" for word in command.words[1:]):
        reader.state.traits.physical = True
    arguments = _arguments(command.words[1:])
    if arguments is not None:
        reader.state.positional = arguments


def _arguments(words: "tuple[Word, ...]") -> "list[Value] | None":
    """Give the arguments that `set` sets; None: it leaves them as they are."""
    at = 0
    while at < len(words):
        word, text = words[at], words[at].text
        if text is None:
            return [Unknowable(word.reason or "", outside=word.outside, many=True)]
        if text[:1] not in ("-", "+"):
            break
        at += 1
        if text == "--":
            return [value_of(made) for made in words[at:]]
        if text in ("-", "+"):
            return [value_of(made) for made in words[at:]] or None
        for letter in text[1:]:
            name = words[at] if letter == "o" and at < len(words) and words[at].prefix[:1] not in ("-", "+") else None
            if name is not None:
                at += 1
            if letter not in _SET_LETTERS or (name is not None and name.text not in _SET_NAMES):
                return [Unknowable("an option that bash may refuse, and then sets nothing", many=True)]
    return [value_of(made) for made in words[at:]] if at < len(words) else None


# The options of `set`.
_SET_LETTERS = frozenset("abefhkmnoptuvxBCEHPT")

_SET_NAMES = listed(
    """
    allexport braceexpand emacs errexit errtrace functrace hashall histexpand history ignoreeof interactive-comments
    keyword monitor noclobber noexec noglob nolog notify nounset onecmd physical pipefail posix privileged verbose vi
    xtrace
    """
)


def _note_options(reader: "Running", command: "Command") -> None:
    if any(word.text is None or word.text == "failglob" for word in command.words[1:]):
        reader.state.traits.failglob = True
    if any(word.text is None or word.text == "localvar_inherit" for word in command.words[1:]):
        reader.state.traits.inherits = True
    if any(word.text is None or word.text == "nocasematch" for word in command.words[1:]):
        reader.state.traits.blind = True
    _other_reading(reader, command, "", "\\!={$")


def shopt_builtin(reader: "Running", command: "Command") -> None:
    _note_options(reader, command)
    if any(word.text == "cdable_vars" or (word.text is None and not word.outside) for word in command.words[1:]):
        reader.state.set(CDABLE, Unknowable("where cd leads, a variable may say"))


def _other_reading(reader: "Running", command: "Command", letters: str, concerned: str) -> None:
    """Note options by which what follows is read otherwise: `!` may stand for lines of the history, and so on.

    A word that is not known may be any of them, which matters where the text has one of the signs that are `concerned`.
    """
    for word in command.words[1:]:
        text = word.text
        if text is None:
            concerns = any(sign in reader.text for sign in concerned)
            if concerns and not word.outside and word.prefix[:1] in ("", "-", "+"):
                reader.notes.append("may set an option by which what follows is read otherwise")
        elif text == "--":
            break
        elif text in OTHER_READING or _switches(text, letters):
            reader.notes.append(f"sets {text}, by which what follows is read otherwise")


def _switches(text: str, letters: str) -> bool:
    """Tell whether one of these letters is switched on, or braces off."""
    return (text[:1] == "-" and text[:2] != "--" and any(c in text for c in letters)) or (
        text[:1] == "+" and "B" in text
    )
