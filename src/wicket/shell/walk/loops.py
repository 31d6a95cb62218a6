"""Loops: what one round assigns, the next one sees."""

from wicket.shell.characters import is_name
from wicket.shell.read_result import Command
from wicket.shell.refusal import Refused
from wicket.shell.state.values_of_variables import either, harmless, is_number, is_outside
from wicket.shell.state.variables_and_functions import MAYBE, State
from wicket.shell.unknown_values import GLOB, LOOPED, MADE, Unknowable
from wicket.shell.value_origins import origins
from wicket.shell.walk.simple_commands import SimpleCommands
from wicket.shell.words import Word, word_of
from wicket.shell.work_limit import READING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Compound, For, Loop, Node, Repeated
    from wicket.shell.reader_settings import World
    from wicket.shell.state.values_of_variables import Held
    from wicket.shell.unknown_values import Shape, Value

# A loop over a known list of at most so many words is walked once for each.
MAX_UNROLLED = 12

_ROUND = "a round of the loop before may have assigned it"


_OUTPUT = "the output of "


class Rounds:
    """What was found about the rounds of a loop."""

    __slots__ = ("assigned", "moved", "node", "shifted", "suspect")

    def __init__(self, node: "Repeated") -> None:
        self.node = node  # kept, so that its id is nobody else's
        self.assigned: set[str] = set()  # names, beside those that its text spells
        self.suspect: set[str] = set()  # names that a round may leave with something dangerous
        self.moved = False  # a round may leave another folder to the next
        self.shifted = False  # a round may leave other arguments to the next


class Loops(SimpleCommands):
    """Walks what runs any number of times."""

    __slots__ = ("rounds",)

    def __init__(self, text: str, world: "World | None") -> None:
        super().__init__(text, world)
        self.rounds: dict[int, Rounds] = {}  # by the id of a loop's node

    def noted(self, node: "Compound") -> None:
        if self.notes:
            start, end = self.span(node.start, node.end)
            self.execute(Command((), (), (), start, end, self.place, self.state.changed), False)

    def loop(self, node: "Loop") -> None:
        self._repeat(node, node.kind, [*node.condition, *node.body])

    def _repeat(self, node: "Repeated", kind: str, nodes: "list[Node]") -> None:
        """Walk what runs any number of times: what one round assigns, the next one sees.

        The names it assigns by their spelling are known beforehand, so one walk is enough, unless the walk finds
        others, or finds that what looked harmless is not. What it found is remembered: a loop inside a loop, or in a
        function that is called often, is tried anew once and not each time.
        """
        saved_place, outer = self.place, self.state
        self.place = saved_place.copy()
        self.place.loop = kind
        # How many there are before the first round.
        commands, definitions, alternatives = len(self.commands), len(self.defined), len(self.alternatives)
        visited, inventory = len(self.visited), len(self.inventory)
        found = self.rounds.get(id(node))
        if found is None:
            found = self.rounds[id(node)] = Rounds(node)
        names = self._assigned_by(node) | found.assigned
        suspect = found.suspect
        for attempt in range(4):
            self.state = inner = State(outer)
            self.fuel.take(100 + 60 * len(names))
            before: dict[str, Value] = {}
            for name in names:
                held = outer.get(name)
                before[name] = either(held, held if name not in suspect else Unknowable(""), _ROUND)
                if isinstance(before[name], str):
                    before[name] = Unknowable(
                        _ROUND, number=is_number(held), outside=is_outside(held), inert=harmless(held)
                    )
            inner.variables.update(before)
            if found.moved:
                inner.cwd = None
            if found.shifted:
                inner.positional = [Unknowable(_ROUND, many=True)]
            given = inner.positional
            self.run_all(nodes)
            fresh = set(inner.variables) - names
            worse = {name for name in names & set(before) if _worse(before[name], inner.variables.get(name, ""))}
            moved = inner.cwd != outer.cwd and not found.moved
            unsettled = inner.positional is not given and not found.shifted
            if not fresh and not worse - suspect and not moved and not unsettled:
                break
            found.moved = found.moved or moved
            found.shifted = found.shifted or unsettled
            found.assigned |= fresh
            if inner.poisoned:
                outer.forget(inner.poisoned)
            names = names | fresh
            suspect |= worse
            if attempt == 2:
                suspect |= names
            for function, defined in inner.functions.items():
                outer.functions.setdefault(function, defined)
            del self.commands[commands:], self.defined[definitions:], self.alternatives[alternatives:]
            del self.visited[visited:], self.inventory[inventory:]  # what this round visited, is forgotten with it
        else:
            at, _ = self.span(node.start, node.start)
            raise Refused("a loop whose rounds differ too much", at)
        self.place, self.state = saved_place, outer
        outer.absorb(inner)

    def _assigned_by(self, node: "Repeated") -> set[str]:
        """Gather the names that a loop assigns, in the functions it calls as well."""
        names = set(node.assigned)
        seen: set[str] = set()
        waiting = list(node.called)
        while waiting:
            name = waiting.pop()
            if name in seen:
                continue
            seen.add(name)
            self.fuel.take(20)
            for function in self.state.function(name):
                names |= function.node.assigned
                waiting += function.node.called
        return {name for name in names if is_name(name)}

    def for_(self, node: "For") -> None:
        if node.arithmetic is not None:
            self.arithmetic(node.arithmetic)
            self.noted(node)
            self._repeat(node, "for", node.body)
            return
        words: list[Word] | None = None
        if node.words is not None:
            words = []
            for word in node.words:
                words += self.words(word)
        elif (arguments := self.state.arguments) is not None:
            words = [word_of(value, node.start, node.end) for value in arguments]
        self.noted(node)
        name = node.name.text or ""
        if node.kind == "for" and words and len(words) <= MAX_UNROLLED and self._affordable(node):
            texts = [word.text for word in words]
            if None not in texts:
                self._unroll(node, name, [text for text in texts if text is not None])
                return
        for made in words or []:
            if made.text is not None:
                self.bound_value(name, made.text, self.span(node.start, node.end))
        before = self.state.get(name)
        chosen = self._any_of(words)
        if node.kind == "select":
            chosen = Unknowable(chosen.reason, outside=chosen.outside, inert=chosen.inert)  # or none of them
        self.assign(name, chosen, self.span(node.start, node.end))
        if node.kind == "select":
            outside = is_outside(self.state.stdin.value)
            self.assign("REPLY", Unknowable("what is read", outside=outside), self.span(node.start, node.end))
            self.state.stdin.use()
        self._repeat(node, node.kind, node.body)
        if not words or all(made.many for made in words):
            self.state.set(name, either(before, self.state.get(name), MAYBE))  # there may have been no round

    def _any_of(self, words: list[Word] | None) -> Unknowable:
        """Say what a loop's variable may be."""
        numbers = bool(words) and all(word.text is not None and word.text.isdigit() for word in words or [])
        outside = all(is_outside(word.text) if word.text is not None else word.outside for word in words or [])
        inert = all(harmless(word.text) if word.text is not None else word.outside for word in words or [])
        if words and (names := _names_of(words)):
            return Unknowable(LOOPED, names, outside=outside, inert=inert)
        # What is split has pieces of which it is not known how they begin or end.
        split = any((word.many and word.reason != GLOB) or word.reason == MADE for word in words or [])
        shape: Shape = (None,) if split else _common([word.shape for word in words or []])
        if shape == (None,) and any(piece for word in words or [] for piece in word.shape):
            outside = False  # the text has a part in it
        # Each word that is split off from tokens is one.
        bare = bool(words) and all(word.bare and word.shape == (None,) for word in words or [])
        said = f"it differs from round to round{origins([word.reason for word in words or []])}"
        if words and len(words) == 1 and words[0].shape == (None,) and (words[0].reason or "").startswith(_OUTPUT):
            said = words[0].reason or ""  # each is a piece of that, and of nothing else
        return Unknowable(said, shape, number=numbers, outside=outside, inert=inert, bare=bare)

    def _affordable(self, node: "For") -> bool:
        return node.end - node.start < 4_000 and self.fuel.left > READING // 2

    def _unroll(self, node: "For", name: str, texts: list[str]) -> None:
        """Walk a loop over known words once for each of them."""
        saved_place, outer = self.place, self.state
        self.place = saved_place.copy()
        self.place.loop = node.kind
        self.state = inner = State(outer)
        for i, text in enumerate(texts):
            self.fuel.take(100)
            if i:
                merged = State(outer)
                merged.absorb(inner)
                self.state = inner = merged
            self.assign(name, text, self.span(node.start, node.end))
            self.run_all(node.body)
        self.place, self.state = saved_place, outer
        outer.absorb(inner)


def _names_of(words: list[Word]) -> "Shape | None":
    """Say what the names have in common that globs in one and the same folder stand for."""
    if any(word.reason != GLOB for word in words):
        return None
    if len(words) == 1:
        *pieces, last = words[0].shape[1:] or ("",)
        # A slash at the end says that it is a folder.
        return words[0].shape if not any("/" in (piece or "") for piece in (*pieces, (last or "")[:-1])) else None
    folders = {word.prefix.rpartition("/")[0] for word in words}
    hidden = any(word.prefix.rpartition("/")[2][:1] == "." for word in words)
    if len(folders) > 1 or hidden or any("/" in (piece or "") for word in words for piece in word.shape[1:]):
        return None
    folder = folders.pop()
    return (f"{folder}/", None) if folder else (None,)


def _common(shapes: "list[Shape]") -> "Shape":
    """Give a shape that all of these fit: how they all begin, and how they all end."""
    begun = _shared([shape[0] or "" for shape in shapes])
    # What is counted as a beginning is no end as well.
    rests = [(shape[0] or "")[len(begun) :] if len(shape) == 1 else shape[-1] or "" for shape in shapes]
    ended = _shared([rest[::-1] for rest in rests])[::-1]
    return (*([begun] if begun else []), None, *([ended] if ended else []))


def _shared(texts: list[str]) -> str:
    """Give the beginning that all texts share."""
    first, last = (min(texts), max(texts)) if texts else ("", "")
    for i, c in enumerate(first):
        if last[i] != c:
            return first[:i]
    return first


def _worse(before: "Value", after: "Held") -> bool:
    """Tell whether a round leaves something more dangerous than was assumed at its start."""
    if isinstance(before, str):
        return True
    return (
        (before.number and not is_number(after))
        or (before.outside and not is_outside(after))
        or (before.inert and not harmless(after))
    )
