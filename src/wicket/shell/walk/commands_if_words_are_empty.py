"""Reads a command again as if its unknown words were nothing, or a text that stands there.

`find . -exec$x rm y` runs rm if `$x` is empty, and so does `find . ${x:--exec rm} y` if it is not set. The words are
expanded once more for each such supposition, and the command is followed once more with them: all that it does then is
read exactly, by the same code as any other command. These alternatives are listed beside the commands of the text.

Whatever else a word may be is no alternative: see `words_that_may_be_options_or_missing`.
"""

from wicket.shell.grammar.syntax_nodes import first_unread
from wicket.shell.programs.program_lookup import HARMLESS
from wicket.shell.read_result import Command
from wicket.shell.state.shell_state_variables_and_functions import State
from wicket.shell.state.standard_input_and_glob_options import Input
from wicket.shell.unknown_values import GLOB, MAX_INSTANCES, NOT_ONE
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from wicket.shell.grammar.syntax_nodes import RedirectNode, Simple, WordNode
    from wicket.shell.read_result import Assignment
    from wicket.shell.redirect_kinds import Redirect
    from wicket.shell.unknown_values import Shape
    from wicket.shell.walk.simple_commands_and_assignments import SimpleCommands

    # A word of the text, and where the words that it becomes begin and end among those of the command.
    Expanded: TypeAlias = tuple[WordNode, int, int]

__all__ = ["MAX_COMBINED", "MAX_NESTED", "follow", "follow_redirects"]

# No argument makes these do anything else. (After `cd` to an unknown folder, the folder is unknown in any case.)
_UNTOUCHED = HARMLESS - {"shift", "return", "break", "continue"}

# Builtins that do nothing but declare.
_DECLARING = frozenset(["declare", "typeset", "local", "export", "readonly"])

# In so many combinations the words of a command are supposed to be what they may be.
MAX_COMBINED = 12

# What an alternative runs may have words that are not known, too, and so may what that runs.
MAX_NESTED = 3

_SUPPOSED = "a word that is not known is nothing, or a default of the text"

# So many texts a value is supposed to be: nothing, and then others that it may be.
_TEXTS = MAX_INSTANCES

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
    states: list[State] = []
    tried = [_spelled(command.words)] if not doubted else []
    combinations, numbers = _combinations(reader, node, command, unknown, loose)
    for words in combinations:
        for number in numbers:
            if not doubted:
                if (spelled := _spelled(words)) in tried:
                    continue
                tried.append(spelled)
            reader.spend(_WORK_OF_SUPPOSING + 10 * len(command.words))
            with _Imagined(reader, number) as inner:
                redirects = _redirects(reader, node.redirects, command)
                assignments = reader.assignments(node, False) if node.assigns else ()
                if redirects is None:
                    continue
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
        reader.branched = 0
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


def _combinations(
    reader: "SimpleCommands", node: "Simple", command: Command, unknown: "Sequence[Expanded]", loose: "list[Expanded]"
) -> "tuple[list[tuple[Word, ...]], Sequence[int]]":
    """Give what the words of a command may be together, and the numbers of the texts that its redirects may name.

    Each word is supposed to be each of its texts, whatever the others are. Where that is too much, some are left out,
    and `crowded` says so.
    """
    if len(unknown) > MAX_COMBINED:
        # Too many to be looked at one by one: all of them are supposed to be nothing, or their first text.
        command.crowded = True
        words: list[Word] = []
        done = 0
        with _Imagined(reader, 0):
            for word, begun, end in unknown:
                words += command.words[done:begun]
                words += reader.expanded(node, word, words)
                done = end
        return [(*words, *command.words[done:])], range(_TEXTS) if node.redirects or node.assigns else (0,)
    choices = [_choices(reader, node, command, one, one in loose) for one in unknown]
    numbers: Sequence[int] = (0,)
    if node.redirects or node.assigns:
        with _Imagined(reader, 0):
            _redirects(reader, node.redirects, command)
            if node.assigns:
                reader.assignments(node, False)
            if reader.branched:
                numbers = range(_TEXTS)
    count = len(numbers)
    for texts in choices:
        count *= len(texts)
    picked: list[tuple[tuple[Word, ...], ...]] = [()]
    if count <= MAX_COMBINED:
        for texts in choices:
            picked = [(*before, text) for before in picked for text in texts]
    else:
        command.crowded = True
        most = max(len(texts) for texts in choices)
        picked = [tuple([texts[min(at, len(texts) - 1)] for texts in choices]) for at in range(most)]
    return [_joined(command, unknown, texts) for texts in picked], numbers


def _joined(
    command: Command, unknown: "Sequence[Expanded]", texts: "tuple[tuple[Word, ...], ...]"
) -> "tuple[Word, ...]":
    """Give the words of a command, these in the place of those that are not known."""
    words: list[Word] = []
    done = 0
    for (_, begun, end), text in zip(unknown, texts, strict=True):
        words += command.words[done:begun]
        words += text
        done = end
    return (*words, *command.words[done:])


def _choices(
    reader: "SimpleCommands", node: "Simple", command: Command, one: "Expanded", loose: bool
) -> "list[tuple[Word, ...]]":
    """Give the words that a word of the text may become: if it is nothing, and if it is one of its texts."""
    word, begun, end = one
    made = command.words[begun] if end > begun else None
    found: list[tuple[Word, ...]] = []
    if made is not None and end == begun + 1 and not made.many and len(made.instances) > 1:
        # One word, which may be one of several texts: those of its parts in all combinations.
        found = [(Word(text, made.start, made.end),) for text in made.instances]
    else:
        for number in range(_TEXTS):
            with _Imagined(reader, number):
                expanded = tuple(reader.expanded(node, word, list(command.words[:begun])))
                others = reader.branched
            if others > 1 and not number:
                command.crowded = True  # its parts are supposed to be their first texts, or their second ones
            if number < 2 and any(
                piece.reason not in (None, GLOB) and not (piece.firm or piece.enumerated) for piece in expanded
            ):
                command.crowded = True  # what is supposed is not known either, so not all that it may be was tried
            found.append(expanded)
            if not others:
                break
        if made is not None and end == begun + 1 and len(made.instances) > 1:
            # Where expanding it assigns a variable, it would be another now.
            for text in made.instances if reader.may_assign(word) else ():
                found.append(tuple([Word(piece, made.start, made.end) for piece in text.split()]))
    if loose:
        found.append(command.words[begun:end])  # while others are something, it need not be
    distinct: list[tuple[Word, ...]] = []
    spelled: list[object] = []
    for words in found:
        if (said := _spelled(words)) not in spelled:
            spelled.append(said)
            distinct.append(words)
    return distinct


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
