"""Reads a command again as if its unknown words were nothing, or a text that stands there.

`find . -exec$x rm y` runs rm if `$x` is empty, and so does `find . ${x:--exec rm} y` if it is not set. The words are
expanded once more for each such supposition, and the command is followed once more with them: all that it does then is
read exactly, by the same code as any other command. These alternatives are listed beside the commands of the text.

Whatever else a word may be is no alternative: see `unknown_words_as_options`.
"""

from wicket.shell.grammar.unvisited_nodes import first_unread
from wicket.shell.programs.unknown_words_as_options import HARMLESS
from wicket.shell.read_result import Command
from wicket.shell.state.standard_input import Input
from wicket.shell.state.variables_and_functions import State
from wicket.shell.unknown_values import GLOB, MAX_INSTANCES, NOT_ONE
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from wicket.shell.grammar.syntax_nodes import RedirectNode, Simple, WordNode
    from wicket.shell.read_result import Assignment
    from wicket.shell.redirect_kinds import Redirect
    from wicket.shell.unknown_values import Shape
    from wicket.shell.walk.simple_commands import SimpleCommands

    # A word of the text, and where the words that it becomes begin and end among those of the command.
    Expanded: TypeAlias = tuple[WordNode, int, int]

__all__ = ["MAX_LOOSE", "MAX_NESTED", "follow", "follow_redirects"]

# No argument makes these do anything else. (After `cd` to an unknown folder, the folder is unknown in any case.)
_UNTOUCHED = HARMLESS - {"shift", "return", "break", "continue"}

# Builtins that do nothing but declare.
_DECLARING = frozenset(["declare", "typeset", "local", "export", "readonly"])

# Of so many words that need not be there, or may be options, each may be supposed to be nothing while others are not.
MAX_LOOSE = 3

# What an alternative runs may have words that are not known, too, and so may what that runs.
MAX_NESTED = 3

_SUPPOSED = "a word that is not known is nothing, or a default of the text"

# So many texts a value is supposed to be: nothing, and then others that it may be.
_TEXTS = MAX_INSTANCES
# From this number on, a word is each of the texts that it was found to be, without being expanded again.
_BY_INSTANCE = 1000

# What it costs to begin to read a command once more; all that is done then takes as much as ever.
_WORK_OF_SUPPOSING = 100


def follow(
    reader: "SimpleCommands", node: "Simple", command: Command, unknown: "Sequence[Expanded]"
) -> "Sequence[State]":
    """List what a simple command becomes under each supposition. Gives the states that this may lead to."""
    if reader.imagined >= MAX_NESTED:
        return ()
    doubted = (command.redirects or command.assignments) and _is_doubted(command)
    exempt = not unknown or _is_exempt(reader, command)
    if exempt and not doubted:
        return ()
    if exempt and _calls(reader, command) and command.stdin is None and not command.assignments:
        # Where its output goes makes no difference to what a function does.
        follow_redirects(reader, node.redirects, command)
        return ()
    loose = [one for one in unknown if not _is_firm(one, command)]
    if not (doubted or loose) and command.name in _DECLARING:
        return ()  # what is assigned keeps what is known of it
    command.crowded = len(loose) > MAX_LOOSE
    states: list[State] = []
    tried = [_spelled(command.words)] if not doubted else []
    suppositions = [(unknown, 0), *_combined(unknown, loose)]
    if any(reader.may_assign(word) for word, _, _ in unknown):
        suppositions += [(unknown, _BY_INSTANCE + number) for number in range(_TEXTS)]
    for chosen, number in suppositions:
        reader.spend(_WORK_OF_SUPPOSING + 10 * len(command.words))
        with _Imagined(reader, number) as inner:
            words = _expanded(reader, node, command, chosen)
            redirects = _redirects(reader, node.redirects, command)
            assignments = reader.assignments(node, False) if node.assigns else ()
            if reader.branched and not number and chosen is unknown:
                suppositions += [(unknown, other) for other in range(1, _TEXTS)]
            if number < 2 and any(
                word.reason not in (None, GLOB) and not (word.firm or word.enumerated) for word in words
            ):
                command.crowded = True  # what is supposed is not known either, so not all that it may be was tried
            if redirects is None or (not doubted and (spelled := _spelled(words)) in tried):
                continue
            if not doubted:
                tried.append(spelled)
            _execute(reader, command, words, redirects, assignments)
        if (loose or doubted) and not inner.is_untouched():
            states.append(inner)
    return states


def follow_redirects(reader: "SimpleCommands", nodes: "list[RedirectNode]", command: Command) -> None:
    """List what the redirects of a compound command become if what is not known of them is nothing, or a default."""
    if reader.imagined >= MAX_NESTED or not _is_doubted(command):
        return
    for number in range(_TEXTS):
        with _Imagined(reader, number):
            redirects = _redirects(reader, nodes, command)
            others = reader.branched
            if redirects is not None:
                _execute(reader, command, (), redirects, ())
        if not others:
            break


class _Imagined:
    """What is done in here, the text may do: it is listed apart, and changes nothing outside.

    What is visited in here is not visited for sure: that part of the inventory is looked through by itself.
    """

    __slots__ = ("_commands", "_inner", "_input", "_inventory", "_notes", "_number", "_reader", "_state", "_visited")

    def __init__(self, reader: "SimpleCommands", number: int) -> None:
        self._reader = reader
        self._number = number

    def __enter__(self) -> State:
        reader = self._reader
        self._commands, self._notes, self._state = reader.commands, reader.notes, reader.state
        self._inventory, self._visited = reader.inventory, reader.visited
        reader.commands, reader.notes, reader.inventory, reader.visited = [], [], [], []
        reader.state = self._inner = inner = State(self._state)
        inner.stdin = self._input = Input(self._state.stdin.value)  # what is read in here, others still have to read
        reader.supposing = self._number
        reader.branched = False
        reader.imagined += 1
        return inner

    def __exit__(self, *_: object) -> None:
        reader = self._reader
        unread = first_unread(reader.inventory, reader.visited) is not None
        for made in reader.commands:
            made.alternative = _SUPPOSED
            if unread:
                made.opaque = (*made.opaque, "a part of it was not read, so that what it runs is not known")
        reader.inventory, reader.visited = self._inventory, self._visited
        if self._inner.stdin is self._input:
            self._inner.stdin = self._state.stdin
        reader.alternatives += reader.commands
        reader.supposing = None
        reader.imagined -= 1
        reader.commands, reader.notes, reader.state = self._commands, self._notes, self._state


def _is_exempt(reader: "SimpleCommands", command: Command) -> bool:
    """Tell whether nothing that its words may be makes a difference to what a command does."""
    words = command.words
    name = words[0].text
    if name is None or name in _UNTOUCHED:
        return name is not None
    if name == "[" or name == "test":
        # Only -v and -R do more than look, if there is a subscript.
        for word in words[1:]:
            for text in word.instances:
                if "[" in text:
                    return False
        return True
    if name == "printf":
        return len(words) > 1 and words[1].text is not None and words[1].text[:1] != "-"
    if _calls(reader, command):
        # The arguments of a function keep what is known of them, as long as there are so many. Those at the end may be
        # any number of others: wherever the function uses one, it may be nothing.
        settled = True
        for word in words:
            settled = settled and not word.many
            if not settled and (word.reason is None or word.instances != ("",)):
                return False
        return True
    return False


def _calls(reader: "SimpleCommands", command: Command) -> bool:
    """Tell whether a command is surely a call of a function of the text."""
    name = command.name
    if name is None or name not in reader.defines:
        return False
    functions = reader.state.function(name)
    return bool(functions) and all(one.sure for one in functions)


def _is_doubted(command: Command) -> bool:
    """Tell whether a redirect or an assignment of a command is not known."""
    for redirect in command.redirects:
        if redirect.target.text is None:
            return True
    return bool(command.words) and any(assignment.value.text is None for assignment in command.assignments)


def _is_firm(one: "Expanded", command: Command) -> bool:
    """Tell whether all that a word becomes is surely there, as so many words, none of them an option."""
    _, begun, end = one
    for word in command.words[begun:end]:
        if not word.firm:
            return False
    return end > begun


def _spelled(words: "Sequence[Word]") -> "list[tuple[str | None, Shape, bool, bool]]":
    """Give what tells words apart: one that is known from another that may be the same, too, or names of files."""
    return [(word.text, word.shape, word.many, word.reason == GLOB) for word in words]


def _combined(unknown: "Sequence[Expanded]", loose: "list[Expanded]") -> "Iterator[tuple[Sequence[Expanded], int]]":
    """Give the words that are nothing while others, which need not be there either, are something."""
    if 1 < len(loose) <= MAX_LOOSE:
        for subset in range(1, (1 << len(loose)) - 1):
            kept = [one for number, one in enumerate(loose) if subset >> number & 1]
            yield [one for one in unknown if one not in kept], 0


def _expanded(
    reader: "SimpleCommands", node: "Simple", command: Command, chosen: "Sequence[Expanded]"
) -> "tuple[Word, ...]":
    """Give a command's words, these expanded once more."""
    words: list[Word] = []
    done = 0
    for word, begun, end in chosen:
        words += command.words[done:begun]
        made = command.words[begun]
        number = (reader.supposing or 0) - _BY_INSTANCE
        if number >= 0 and end == begun + 1 and len(made.instances) > 1:
            # It was assigned when it was expanded before, and would be another now.
            text = made.instances[min(number, len(made.instances) - 1)]
            words += [Word(piece, made.start, made.end) for piece in (text.split() if made.many else [text])]
        elif end == begun + 1 and not made.many and len(made.instances) > 1:
            # One word, which may be one of several texts: those of its parts in all combinations.
            reader.branched = True
            text = made.instances[min(reader.supposing or 0, len(made.instances) - 1)]
            words.append(Word(text, made.start, made.end))
        else:
            words += reader.expanded(node, word, words)
        done = end
    return (*words, *command.words[done:])


def _redirects(
    reader: "SimpleCommands", nodes: "list[RedirectNode]", command: Command
) -> "tuple[Redirect, ...] | None":
    """Give a command's redirects, those that are not known expanded once more; None: bash would run nothing."""
    made: list[Redirect] = []
    for node, redirect in zip(nodes, command.redirects, strict=True):
        if redirect.target.text is None:
            redirect = reader.redirect(node)
        if redirect.target.reason == NOT_ONE or (redirect.target.text == "" and redirect.body is None):
            return None  # it opens no file without a name
        made.append(redirect)
    return tuple(made)


def _execute(
    reader: "SimpleCommands",
    command: Command,
    words: "tuple[Word, ...]",
    redirects: "tuple[Redirect, ...]",
    assignments: "tuple[Assignment, ...]",
) -> None:
    reader.supposing = None  # what is known of the words that are left, and of all that it runs, is as before
    reader.execute(
        Command(words, redirects, assignments, command.start, command.end, command.place, command.changed), True
    )
