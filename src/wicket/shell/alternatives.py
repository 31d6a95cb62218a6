"""What a command becomes if its words that are not known turn out to be nothing, or a text that stands there.

`find . -exec$x rm y` runs rm if `$x` is empty, and so does `find . ${x:--exec rm} y` if it is not set. The words are
expanded once more for each such supposition, and the command is followed once more with them: all that it does then is
read exactly, by the same code as any other command. These alternatives are listed beside the commands of the text.

Whatever else a word may be is no alternative: see `gate`.
"""

from wicket.shell.script import Command
from wicket.shell.state import State
from wicket.shell.words import NOT_ONE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from typing import TypeAlias

    from wicket.shell.nodes import Simple, WordNode
    from wicket.shell.simple import SimpleCommands
    from wicket.shell.words import Word

    # A word of the text, and where the words that it becomes begin and end among those of the command.
    Expanded: TypeAlias = tuple[WordNode, int, int]

__all__ = ["MAX_LOOSE", "follow"]

# Of so many words that need not be there, or may be options, each may be supposed to be nothing while others are not.
MAX_LOOSE = 3

_SUPPOSED = "a word that is not known is nothing, or a default of the text"

# What it costs to read a command once more; what it runs is read once more, too.
_WORK_OF_READING = 4_000


def follow(
    reader: "SimpleCommands", node: "Simple", command: Command, unknown: "list[Expanded]"
) -> "list[State]":
    """List what a command becomes under each supposition. Gives the states that this may lead to."""
    doubted = _is_doubted(command)
    if reader.imagined or not (unknown or doubted):
        return []
    loose = [one for one in unknown if not _is_firm(one, command)]
    commands, notes, state = reader.commands, reader.notes, reader.state
    states: list[State] = []
    reader.branched = False
    for chosen, number in _suppositions(reader, unknown, loose):
        reader.spend(_WORK_OF_READING + 200 * len(command.words))
        reader.commands, reader.notes = [], []
        reader.state = inner = State(state)
        reader.supposing = number
        reader.imagined = True
        _again(reader, node, command, chosen)
        reader.imagined = False
        for made in reader.commands:
            made.alternative = _SUPPOSED
        reader.alternatives += reader.commands
        reader.state = state
        if (loose or doubted) and not inner.is_untouched():
            states.append(inner)
    reader.commands, reader.notes = commands, notes
    return states


def _is_doubted(command: Command) -> bool:
    """Tell whether a redirect or an assignment of a command is not known."""
    for redirect in command.redirects:
        if redirect.target.text is None or (redirect.body is not None and redirect.body.text is None):
            return True
    return bool(command.words) and any(assignment.value.text is None for assignment in command.assignments)


def _is_firm(one: "Expanded", command: Command) -> bool:
    """Tell whether all that a word becomes is surely there, as so many words, none of them an option."""
    _, begun, end = one
    return end > begun and all([word.firm for word in command.words[begun:end]])


def _suppositions(
    reader: "SimpleCommands", unknown: "list[Expanded]", loose: "list[Expanded]"
) -> "Iterator[tuple[list[Expanded], int]]":
    """Give the words that are supposed to be one of the texts that they may be, and which."""
    yield unknown, 0
    if reader.branched:
        yield unknown, 1
        yield unknown, 2
    if loose and len(loose) < len(unknown):
        yield loose, 0
    if 1 < len(loose) <= MAX_LOOSE:
        for subset in range(1, (1 << len(loose)) - 1):
            yield [one for number, one in enumerate(loose) if subset >> number & 1], 0


def _again(reader: "SimpleCommands", node: "Simple", command: Command, chosen: "list[Expanded]") -> None:
    """Expand a command once more, with these words supposed to be known, and follow it."""
    words: list[Word] = []
    done = 0
    for word, begun, end in chosen:
        words += command.words[done:begun]
        words += reader.expanded(node, word, words)
        done = end
    words += command.words[done:]
    redirects = tuple([reader.redirect(redirect) for redirect in node.redirects])
    assignments = reader.assignments(node, False) if node.assigns else ()
    reader.supposing = None  # what is known of the words that are left, and of all that it runs, is as before
    if any([redirect.target.reason == NOT_ONE or redirect.target.text == "" for redirect in redirects]):
        return  # bash opens no file without a name, and runs nothing
    again = Command(
        tuple(words), redirects, assignments, command.start, command.end, command.place, command.changed
    )
    reader.execute(again, False)
