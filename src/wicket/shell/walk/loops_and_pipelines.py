"""Walks loops, lists and pipelines: `for`, `while`, `a && b`, `a | b`, `a &`."""

from wicket.shell.characters import is_name
from wicket.shell.grammar.syntax_nodes import (
    AndOr,
    Background,
    Pipeline,
    Simple,
)
from wicket.shell.programs import printed_text_and_settings
from wicket.shell.programs.find_and_globs_that_programs_expand import printed_names
from wicket.shell.programs.printed_text_and_settings import MAX_COMMANDS
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.read_result import Command
from wicket.shell.refusal_and_work_limit import READING, Refused
from wicket.shell.state.shell_state_variables_and_functions import MAYBE, State
from wicket.shell.state.standard_input_and_glob_options import Input
from wicket.shell.state.variable_values_and_attributes import either, harmless, is_number, is_outside
from wicket.shell.unknown_values import GLOB, LOOPED, MADE, Unknowable, origins
from wicket.shell.walk.builtin_handlers import HANDLERS
from wicket.shell.walk.simple_commands_and_assignments import SimpleCommands
from wicket.shell.words import Word, word_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Compound, For, Loop, Node, Repeated
    from wicket.shell.reader_settings import World
    from wicket.shell.state.variable_values_and_attributes import Held
    from wicket.shell.unknown_values import Shape, Value

__all__ = ["Pipelines"]


# ── loops: what one round assigns, the next one sees ──────────────────────────

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
            worse = {
                name for name in names & set(before) if _round_leaves_worse(before[name], inner.variables.get(name, ""))
            }
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
        if words and (names := _shape_of_looped_names(words)):
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


def _shape_of_looped_names(words: list[Word]) -> "Shape | None":
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


def _round_leaves_worse(before: "Value", after: "Held") -> bool:
    """Tell whether a round leaves something more dangerous than was assumed at its start."""
    if isinstance(before, str):
        return True
    return (
        (before.number and not is_number(after))
        or (before.outside and not is_outside(after))
        or (before.inert and not harmless(after))
    )


# ── walks lists and pipelines: `a && b`, `a | b`, `a &`, and what one part prints for the next ──


def _is_of_the_shell(commands: "list[Node]") -> bool:
    """Tell whether a command is one that only the shell itself could measure."""
    for command in commands:
        if type(command) is Simple and command.words and not command.assigns:
            return command.words[0].text is None or command.words[0].text in HANDLERS
    return True


class Pipelines(Loops):
    """Walks commands that are joined by an operator. Whoever walks all of a text is a subclass."""

    __slots__ = ()

    def _hand_output(self) -> None:
        """Hand what the text prints to whatever it may be written to: `>(x)`, a coprocess.

        Which command writes there is not followed: it may be any, `exec > >(x)` has them all do so.
        """
        self.fuel.take(10 * len(self.commands))
        printed: list[Word] = []
        for command in self.commands:
            printed += printed_text_and_settings.passed_on(command)
        if printed:
            for command in self.written_to:
                command.handed = (*command.handed, *printed)

    def and_or(self, node: AndOr) -> None:
        outer = self.state
        outer.take_moved()
        self.run(node.commands[0])
        inner = State(outer)
        moved = outer.take_moved()
        uncertain = False
        for operator, command in zip(node.operators, node.commands[1:], strict=True):
            if operator == "||" and not uncertain:
                # From here on, what stands before may or may not have run.
                uncertain = True
                before, inner = inner, State(outer)
                inner.absorb(before)
            if uncertain:
                self.state = State(inner)
                self.run(command)
                inner.absorb(self.state)
                continue
            if moved is not None:
                inner.cwd = moved  # it has succeeded
            self.state = inner
            self.run(command)
            moved = inner.take_moved()
        self.state = outer
        outer.absorb(inner)

    def pipeline(self, node: Pipeline) -> None:
        commands = node.commands
        if self.posix and self.text.startswith("time", node.start) and _is_of_the_shell(commands[:1]):
            self.bashism("time")
        if len(commands) == 1:
            self.run(commands[0])
            self.state.moved = None  # behind `!`, what goes on has failed
            return
        saved_place, saved_state = self.place, self.state
        place = saved_place
        last = len(commands) - 1
        stdin, handed = saved_state.stdin, self.handed
        first = len(self.commands)
        for i, command in enumerate(commands):
            if i < 2 or i == last:  # all in between stand alike
                place = saved_place.copy()
                place.stdin = i > 0 or saved_place.stdin
                place.stdout = i < last or saved_place.stdout
                place.subshell = True
            self.place = place
            self.state = State(saved_state)
            self.state.stdin = stdin
            before, given = len(self.commands), stdin.value
            self.run(command)
            if i == last:
                self.state.stdin = saved_state.stdin
                saved_state.absorb(self.state)
                break
            # Of more than so many, one may print anything.
            kept = self.commands[max(first, len(self.commands) - MAX_COMMANDS - 1) :]
            stdin = Input(self._printed(command, len(self.commands) - before, given), kept)
            self._hand_on(before, stdin)
        self.place, self.state, self.handed = saved_place, saved_state, handed

    def _hand_on(self, before: int, stdin: Input) -> None:
        """Hand to all further parts of a pipe what one part prints: each may pass on what it reads."""
        made = self.commands[before:]
        self.fuel.take(10 * len(made))
        passed: list[Word] = []
        if type(stdin.value) is not str:
            for command in made:
                passed += printed_text_and_settings.passed_on(command)
        elif made:
            passed.append(Word(stdin.value, *made[0].span))
        if passed:
            self.handed = (*self.handed, *passed)

    def _printed(self, node: "Node", made: int, stdin: "Value | None") -> "Value":
        """Say what a part of a pipe that ran `made` commands, with this input, brings to the next one."""
        command = self.commands[-1] if made else None
        if command is not None and made == 1:
            printed = printed_text_and_settings.of(command, stdin) if type(node) is Simple else None
            found = printed_names(command) if printed is None and command.name == "find" else printed
            if found is not None:
                return found
        name = command.name if command is not None else None
        return PROGRAMS[name].prints if name else Unknowable("what a command prints")

    def background(self, node: Background) -> None:
        saved_place, saved_state = self.place, self.state
        self.place = saved_place.copy()
        self.place.background = True
        self.place.subshell = True
        self.state = State(saved_state)
        self.run(node.command)
        self.place, self.state = saved_place, saved_state
