"""Walks what was parsed the way bash would run it, and lists every command on the way.

Nothing is executed. Where bash would take one of several ways, all are walked; where it would look outside the text,
the value is unknowable. A state follows the walk, so that a variable, a function, an alias or a directory that the
text sets up is known further down, or known to be uncertain.
"""

from wicket.shell import builtins, output, unwrapping
from wicket.shell.characters import is_name
from wicket.shell.expansion import Expansion
from wicket.shell.influence import INFLUENTIAL, PROMPTS, run_by
from wicket.shell.nodes import (
    AndOr,
    ArithmeticCommand,
    Background,
    Block,
    Case,
    Conditional,
    Coproc,
    For,
    Function,
    If,
    Loop,
    Pipeline,
    Simple,
)
from wicket.shell.parser import Parser
from wicket.shell.quoting import MAX_DEPTH
from wicket.shell.refusal import Refused
from wicket.shell.script import Assignment, Command, Place, Redirect
from wicket.shell.state import Defined, State, either, harmless, is_number
from wicket.shell.words import Unknowable, UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.nodes import Compound, Node, RedirectNode, Repeated, Substitution, WordNode
    from wicket.shell.state import Held
    from wicket.shell.words import Value
    from wicket.shell.world import World

# A text that runs more commands than this is refused; so is one whose functions, loops and evaluated strings make
# much more of it than it is long.
MAX_COMMANDS = 50_000
MAX_REPLAYED = 5_000

# A loop over a known list of at most so many words is walked once for each.
MAX_UNROLLED = 12


class Reader(Expansion):
    """One text being read."""

    __slots__ = (
        "aliased",
        "commands",
        "defined",
        "depth",
        "fixed",
        "place",
        "replayed",
        "replaying",
        "shift",
        "stdin",
        "text",
        "unwrap",
        "written",
    )

    def __init__(self, text: str, world: "World | None") -> None:
        super().__init__({} if world is None else world.variables)
        self.unwrap = None if world is None else world.unwrap
        self.text = text
        self.shift = 0  # from offsets of the text being read to offsets of the whole
        self.fixed: tuple[int, int] | None = None  # set where the text being read is no part of the whole
        self.commands: list[Command] = []
        self.place = Place()
        self.stdin: Value | None = None  # what standard input brings; None: whatever it is outside
        self.depth = 0
        self.replaying = 0
        self.replayed = 0
        self.aliased: tuple[str, ...] = ()  # aliases being expanded
        self.defined: list[tuple[int, Defined]] = []  # functions, and how many commands stood before each
        self.written: list[Word] = []  # files that the text has written

    def span(self, start: int, end: int) -> tuple[int, int]:
        if self.fixed is not None:
            return self.fixed
        return start + self.shift, end + self.shift

    # ── going deeper ─────────────────────────────────────────────────────────

    def enter(self, start: int) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Refused(f"runs itself or another text more than {MAX_DEPTH} deep", self.span(start, start)[0])

    def read_all(self, nodes: "list[Node]") -> None:
        """Read the whole text, and then the functions that nothing in it calls."""
        try:
            self.run_all(nodes)
        finally:
            self._uncalled()

    def _uncalled(self) -> None:
        added = 0
        for index, function in list(self.defined):
            if function.called:
                continue
            before = len(self.commands)
            self.state = State()
            self.state.forget("this function is not called here")
            self.place = Place()
            self.call(function, None, "")
            made = self.commands[before:]
            del self.commands[before:]
            at = index + added
            self.commands[at:at] = made
            added += len(made)

    def run_all(self, nodes: "list[Node]") -> None:
        for node in nodes:
            self.run(node)

    def run(self, node: "Node") -> None:
        """Walk one command of whatever kind."""
        if type(node) is Simple:
            self.simple(node)
        else:
            _RUN[type(node)](self, node)

    def run_text(self, text: str, why: str, extglob: bool = False) -> bool:
        """Read a text that a command would hand to a shell. False: it was not understood, which is noted."""
        self.enter(0)
        parser = Parser(text, min(self.depth, MAX_DEPTH), extglob)
        refused = ""
        try:
            nodes = parser.parse() if "\0" not in text else []
        except Refused as refusal:
            nodes = parser.done
            refused = refusal.reason
        saved = self.text, self.shift, self.fixed
        self.replaying += 1
        self.text, self.shift = text, 0
        self.run_all(nodes)
        self.replaying -= 1
        self.text, self.shift, self.fixed = saved
        self.depth -= 1
        if refused:
            self.notes.append(f"{why} is not understood: {refused}")
        return not refused

    def run_derived(
        self,
        text: str,
        why: str,
        command: Command,
        same_shell: bool = False,
        positional: "list[Value] | None" = None,
        extglob: bool = False,
    ) -> None:
        """Read a text that `command` runs; what cannot be understood of it makes the command opaque.

        Unless it is the same shell that runs it, variables of this one are not known there: whether they were
        exported is not followed.
        """
        saved, place, fixed, state = self.notes, self.place, self.fixed, self.state
        self.notes = []
        self.place = place.copy()
        self.fixed = command.span
        if why:
            self.place.wrappers = (*place.wrappers, why)
        if not same_shell:
            self.state = state.another_shell()
            self.state.positional = positional
            for assignment in command.assignments:
                self.state.set(assignment.name, _value(assignment.value))
        self.run_text(text, "what it runs", extglob)
        if self.notes:
            command.opaque = (*command.opaque, *self.notes)
        self.notes, self.place, self.fixed, self.state = saved, place, fixed, state

    def run_words(self, words: tuple[Word, ...], why: str, command: Command, functions: bool = False) -> None:
        """Read a command that `command` runs, given as words."""
        self.enter(0)
        saved = self.place
        self.place = saved.copy()
        self.place.wrappers = (*saved.wrappers, why)
        inner = Command(words, (), (), command.start, command.end, self.place, self.state.changed)
        self.execute(inner, functions)
        self.place = saved
        self.depth -= 1

    def expand_text(self, text: str, why: str) -> None:
        """Read a text that bash expands as between double quotes, for the commands in it."""
        if "$" not in text and "`" not in text:
            return
        self.enter(0)
        parser = Parser(text, min(self.depth, MAX_DEPTH))
        try:
            parts = parser.inside(0, len(text))
        except Refused as refusal:
            self.notes.append(f"{why} is not understood: {refusal.reason}")
            self.depth -= 1
            return
        saved = self.text, self.shift, self.fixed
        if self.fixed is None:
            self.fixed = (0, len(self.text)) if self.shift == 0 else (self.shift, self.shift + len(self.text))
        self.text, self.shift = text, 0
        self.replaying += 1
        self.value(parts)
        self.replaying -= 1
        self.text, self.shift, self.fixed = saved
        self.depth -= 1

    # ── substitutions ────────────────────────────────────────────────────────

    def substitute(self, node: "Substitution") -> "Value":
        self.enter(node.start)
        saved = self.text, self.shift, self.fixed, self.place, self.state, self.notes, self.stdin
        if node.text is not None:
            if node.shift is None:
                self.fixed = self.span(node.start, node.end)
            self.shift += node.shift or 0
            self.text = node.text
        self.place = place = self.place.copy()
        place.inside = node.kind
        place.subshell = True
        place.stdin = place.stdout = False
        if node.kind == ">(":
            self.stdin = Unknowable("what is written to >(…)")
            place.stdin = True
        self.state = State(self.state)
        before = len(self.commands)
        self.run_all(node.body)
        made = self.commands[before:]
        self.text, self.shift, self.fixed, self.place, self.state, self.notes, self.stdin = saved
        self.depth -= 1
        if node.kind == "<(":
            return Unknowable("a process substitution", ("/dev/fd/", None))
        if node.kind == ">(":
            return Unknowable("a process substitution", ("/dev/fd/", None))
        if not made:
            return "" if not node.body else Unknowable("the output of a command")
        if len(made) == 1 and type(node.body[0]) is Simple and len(node.body) == 1:
            printed = output.of(made[0], self.stdin)
            if printed is not None:
                return printed.rstrip("\n")
        last = made[-1].name
        return Unknowable(f"the output of {last or 'a command'}", number=output.is_number(made[-1]))

    # ── simple commands ──────────────────────────────────────────────────────

    def simple(self, node: Simple) -> None:
        """Expand a simple command and see what it does."""
        words: list[Word] = []
        fixed = self.fixed
        shift = self.shift
        for word in node.words:
            text = word.text
            if text is not None and fixed is None:
                words.append(Word(text, word.start + shift, word.end + shift))
            elif word.assigns is not None and words and words[0].text in _DECLARING:
                words += self._declared(word)
            else:
                words += self.words(word)
        redirects = tuple([self.redirect(redirect) for redirect in node.redirects]) if node.redirects else ()
        state = self.state
        if node.assigns:
            assignments = tuple([self.assignment(word, not words) for word in node.assigns])
        else:
            assignments = ()
        start, end = (node.start + shift, node.end + shift) if fixed is None else fixed
        command = Command(tuple(words), redirects, assignments, start, end, self.place, state.changed)
        if state.aliases and node.words and type(node.words[0].parts) is str:
            if self._alias(node, node.words[0].parts, command):
                return
        self.execute(command, True)

    def execute(self, command: Command, functions: bool) -> None:
        """List a command whose words are known, and follow what it runs in turn."""
        commands = self.commands
        commands.append(command)
        if len(commands) > MAX_COMMANDS:
            raise Refused(f"more than {MAX_COMMANDS} commands", command.start)
        if self.replaying:
            self.replayed += 1
            if self.replayed > MAX_REPLAYED:
                raise Refused("its functions, loops or evaluated texts run too many commands", command.start)
        place = self.place
        if place.cwd is not self.state.cwd:
            self.place = place = place.copy()
            place.cwd = self.state.cwd
            command.place = place
        if command.redirects:
            for redirect in command.redirects:
                if redirect.writes:
                    self.written.append(redirect.target)
        if command.assignments:
            self._influences(command, not command.words)
        words = command.words
        if words:
            name = words[0].text
            if name is None:
                unwrapping.unknown(self, command)
            else:
                called = self.state.function(name) if functions else ()
                if called:
                    command.calls = all(function.sure for function in called)
                    for function in called:
                        self.call(function, words, name)
                if not command.calls:
                    handler = builtins.HANDLERS.get(name)
                    if handler is not None:
                        handler(self, command)
                    else:
                        unwrapping.follow(self, command, name)
        if self.notes:
            command.opaque = (*command.opaque, *self.notes)
            self.notes = []

    def _declared(self, word: "WordNode") -> list[Word]:
        """Expand an argument of `declare` and its like, which is not split where it assigns."""
        assigns = word.assigns
        assert assigns is not None
        start, end = self.span(word.start, word.end)
        prefix = assigns.name + ("+=" if assigns.append else "=")
        if assigns.elements is not None:
            values: list[Value] = []
            for element in assigns.elements:
                if element.assigns is not None and element.assigns.subscript is not None:
                    self.subscript(element.assigns.subscript)
                    values.append(self.value(element.assigns.value, True))
                else:
                    values += [_value(made) for made in self.words(element)]
            self.state.set(assigns.name, values if not assigns.append else Unknowable("an array"))
            return [UnknownWord((prefix + "(", None, ")"), "an array", False, start, end)]
        if assigns.subscript is not None:
            self.subscript(assigns.subscript)
            self.value(assigns.value, True)
            return [UnknownWord((assigns.name + "[", None), "an element of an array", False, start, end)]
        value = self.value(assigns.value, True)
        if isinstance(value, str):
            return [Word(prefix + value, start, end)]
        first = value.shape[0]
        shape = (prefix + first, *value.shape[1:]) if first is not None else (prefix, *value.shape)
        return [UnknownWord(shape, value.reason, False, start, end)]

    def assignment(self, word: "WordNode", lasting: bool) -> Assignment:
        """Expand one assignment; `lasting` if it stands alone, so that what follows sees it."""
        assigns = word.assigns
        assert assigns is not None
        start, end = self.span(word.start, word.end)
        name = assigns.name
        state = self.state
        if assigns.elements is not None:
            values: list[Value] = []
            keyed = False
            for element in assigns.elements:
                if element.assigns is not None and element.assigns.subscript is not None and not element.assigns.name:
                    keyed = True
                    self.subscript(element.assigns.subscript)
                    values.append(self.value(element.assigns.value, True))
                else:
                    values += [_value(made) for made in self.words(element)]
            words = tuple(_word(value, start, end) for value in values)
            if lasting:
                held = state.get(name)
                if keyed:
                    state.set(name, Unknowable("an array with keys"))
                elif assigns.append:
                    state.set(name, [*held, *values] if isinstance(held, list) else Unknowable("an array"))
                else:
                    state.set(name, values)
            return Assignment(name, Word("", start, end), assigns.append, start, end, words)
        if assigns.subscript is not None:
            subscript = self.subscript(assigns.subscript)
            value = self.value(assigns.value, True)
            if lasting:
                self._assign_element(name, subscript, value, assigns.append)
            return Assignment(name, _word(value, start, end), assigns.append, start, end, ())
        value = self.value(assigns.value, True)
        if assigns.append:
            held = state.get(name)
            if isinstance(held, str) and isinstance(value, str):
                value = held + value
            else:
                value = Unknowable("what was appended to is not known")
        if lasting:
            state.set(name, value)
        return Assignment(name, _word(value, start, end), assigns.append, start, end)

    def _assign_element(self, name: str, subscript: "Value", value: "Value", append: bool) -> None:
        held = self.state.get(name)
        if (
            isinstance(held, list | bool | None)
            and isinstance(subscript, str)
            and subscript.isdigit()
            and int(subscript) == len(held or [])
            and not append
        ):
            self.state.set(name, [*(held or []), value])
        else:
            self.state.set(name, Unknowable("an array whose elements were assigned one by one"))

    def _influences(self, command: Command, lasting: bool) -> None:
        """See assignments that change what programs do, and those whose values are run."""
        for assignment in command.assignments:
            self.influence(assignment, command, lasting)

    def influence(self, assignment: Assignment, command: Command, lasting: bool) -> None:
        name = assignment.name
        if name not in INFLUENTIAL and name[:3] != "LD_" and name[:4] != "GIT_":
            return
        if lasting:
            self.state.changed = (*self.state.changed, assignment)
        value = assignment.value.text
        if name in PROMPTS:
            if value is not None:
                self.fixed, saved = command.span, self.fixed
                self.expand_text(value, f"${name}")
                self.fixed = saved
            elif assignment.value.reason:
                self.notes.append(f"${name} may run commands, and its value is not known")
        elif run_by(name):
            if value is None:
                self.notes.append(f"${name} is run, and its value is not known")
            elif value:
                self.run_derived(value, f"${name}", command)

    def redirect(self, node: "RedirectNode") -> Redirect:
        """Expand one redirect, and a here-document's body."""
        target = node.target
        assert target is not None
        start, end = self.span(node.start, node.end)
        if node.body is not None:
            saved = self.text, self.shift, self.fixed
            if node.shift is None:
                self.fixed = start, end
            self.shift += node.shift or 0
            self.text = node.text
            value = self.value(node.body) if node.body else ""
            self.text, self.shift, self.fixed = saved
            word = Word(self.text[target.start : target.end], *self.span(target.start, target.end))
            return Redirect(node.operator, node.descriptor, word, _word(value, start, end), start, end)
        if node.operator == "<<<":
            parts = [target.parts] if isinstance(target.parts, str) else target.parts
            value = target.text if target.text is not None else self.value(parts, True)
            word = _word(value, *self.span(target.start, target.end))
            body = Word(value + "\n", start, end) if isinstance(value, str) else word
            return Redirect(node.operator, node.descriptor, word, body, start, end)
        made = self.words(target)
        if len(made) == 1:
            word = made[0]
        else:
            word = UnknownWord((None,), "not one word", True, *self.span(target.start, target.end))
        if isinstance(node.descriptor, str):
            self.state.set(node.descriptor.partition("[")[0], Unknowable("a descriptor", number=True))
        return Redirect(node.operator, node.descriptor, word, None, start, end)

    def input_of(self, command: Command) -> "Value | None":
        """Say what standard input brings to a command: None for whatever it is outside."""
        redirect = command.stdin
        if redirect is None:
            return self.stdin
        if redirect.body is not None:
            return _value(redirect.body)
        if redirect.operator == "<&":
            return Unknowable("what a descriptor brings")
        if redirect.target.text == "/dev/null":
            return ""
        if redirect.target.text in ("/dev/stdin", "/dev/tty"):
            return self.stdin
        return Unknowable(f"the content of {redirect.target}", outside=not self.wrote(redirect.target))

    def wrote(self, path: Word) -> bool:
        """Tell whether the text has written a file of that name before."""
        if path.text is None:
            return bool(self.written)
        name = path.text.removeprefix("./")
        for word in self.written:
            if word.text is not None:
                if word.text.removeprefix("./") == name or word.text.rpartition("/")[2] == name.rpartition("/")[2]:
                    return True
            elif len(word.shape) > 1 and (word.may_be(path.text) or word.may_be(name)):
                return True
        return False

    def _alias(self, node: Simple, name: str, command: Command) -> bool:
        """Read a command whose name is an alias. True: the alias is all there is to it."""
        value = self.state.aliases.get(name)
        if value is None or name in self.aliased:
            return False
        if not isinstance(value, str):
            self.notes.append("an alias whose text is not known")
            return False
        rest = self.text[node.words[0].end : node.end]
        saved = self.aliased
        self.aliased = (*saved, name)
        if value[-1:] in (" ", "\t") and len(node.words) > 1 and node.words[1].parts in self.state.aliases:
            self.notes.append("an alias behind an alias")
        self.commands.append(command)
        command.opaque = tuple(self.notes)
        self.notes = []
        self.run_derived(value + rest, f"alias {name}", command, same_shell=True)
        self.aliased = saved
        return True

    # ── functions ────────────────────────────────────────────────────────────

    def call(self, function: Defined, words: tuple[Word, ...] | None, name: str) -> None:
        """Walk a function's body with the arguments of a call; None: it is not called here."""
        node = function.node
        function.called = True
        saved = self.text, self.shift, self.fixed, self.place, self.state
        if name and name in self.place.function.split(" in "):
            self.notes.append(f"calls {name} again from within {name}")
            return
        self.enter(node.start)
        self.replaying += 1
        self.text, self.shift, self.fixed = function.text, function.shift, function.fixed
        self.place = self.place.copy()
        self.place.function = (name or node.name or "") + (f" in {saved[3].function}" if saved[3].function else "")
        self.state = inner = State(self.state)
        inner.locals = set()
        if words is None:
            inner.positional = None
        else:
            inner.positional = [_value(word) for word in words[1:]]
        self.run(node.body)
        self.text, self.shift, self.fixed, self.place, self.state = saved
        self.replaying -= 1
        self.depth -= 1
        for local in inner.locals:
            inner.variables.pop(local, None)
        if inner.returned:
            inner.returned = False
            self.state.absorb(inner, "the function may have returned before")
        else:
            self.state.keep(inner)

    def function(self, node: Function) -> None:
        defined = Defined(node, self.text, self.shift, self.fixed)
        if node.name is None or "$" in node.name:
            self._bare(node, "defines a function whose name is not known")
            return
        self.state.functions[node.name] = (defined,)
        self.defined.append((len(self.commands), defined))

    # ── lists and pipelines ──────────────────────────────────────────────────

    def and_or(self, node: AndOr) -> None:
        outer = self.state
        outer.moved = None
        self.run(node.commands[0])
        self.state = inner = State(outer)
        moved = outer.moved
        uncertain = False
        for operator, command in zip(node.operators, node.commands[1:], strict=True):
            uncertain = uncertain or operator == "||"
            if uncertain:
                # What stands before this, may or may not have run.
                merged = State(outer)
                merged.absorb(inner)
                self.state = inner = merged
            elif moved is not None:
                inner.cwd = moved  # it has succeeded
            inner.moved = None
            self.run(command)
            moved = inner.moved
        self.state = outer
        outer.absorb(inner)

    def pipeline(self, node: Pipeline) -> None:
        commands = node.commands
        if len(commands) == 1:
            self.run(commands[0])
            return
        saved_place, saved_state, saved_stdin = self.place, self.state, self.stdin
        last = len(commands) - 1
        for i, command in enumerate(commands):
            self.place = place = saved_place.copy()
            place.stdin = i > 0 or saved_place.stdin
            place.stdout = i < last or saved_place.stdout
            place.subshell = True
            self.state = State(saved_state)
            before = len(self.commands)
            self.run(command)
            made = self.commands[before:]
            if i == last:
                saved_state.absorb(self.state)
                break
            printed = None
            if len(made) == 1 and type(command) is Simple:
                printed = output.of(made[0], self.stdin)
            if printed is not None:
                self.stdin = printed
            else:
                name = made[-1].name if made else ""
                self.stdin = Unknowable(f"what {name or 'a command'} prints")
        self.place, self.state, self.stdin = saved_place, saved_state, saved_stdin

    def background(self, node: Background) -> None:
        saved_place, saved_state = self.place, self.state
        self.place = saved_place.copy()
        self.place.background = True
        self.place.subshell = True
        self.state = State(saved_state)
        self.run(node.command)
        self.place, self.state = saved_place, saved_state

    # ── compound commands ────────────────────────────────────────────────────

    def _bare(self, node: "Compound | Function", note: str = "") -> None:
        """List what a compound command itself does: its redirects, or something in it that cannot be read."""
        redirects = tuple([self.redirect(redirect) for redirect in node.redirects]) if node.redirects else ()
        start, end = self.span(node.start, node.end)
        command = Command((), redirects, (), start, end, self.place, self.state.changed)
        if note:
            self.notes.append(note)
        self.execute(command, False)
        if redirects:
            self.stdin = self.input_of(command)

    def compound(self, node: "Compound") -> None:
        """Walk a compound command with its redirects."""
        saved = self.stdin
        if node.redirects:
            self._bare(node)
        _COMPOUND[type(node)](self, node)
        self.stdin = saved

    def _noted(self, node: "Compound") -> None:
        if self.notes:
            start, end = self.span(node.start, node.end)
            self.execute(Command((), (), (), start, end, self.place, self.state.changed), False)

    def block(self, node: Block) -> None:
        if not node.subshell:
            self.run_all(node.body)
            return
        saved_place, saved_state = self.place, self.state
        self.place = saved_place.copy()
        self.place.subshell = True
        self.state = State(saved_state)
        self.run_all(node.body)
        self.place, self.state = saved_place, saved_state

    def _branch(self, nodes: "list[Node]") -> State:
        """Walk commands that may or may not run; give their state without absorbing it."""
        outer = self.state
        self.state = inner = State(outer)
        self.run_all(nodes)
        self.state = outer
        return inner

    def if_(self, node: If) -> None:
        states = []
        outer = self.state
        for i, (condition, body) in enumerate(node.branches):
            if i == 0:
                self.run_all(condition)
            elif condition:
                # The conditions before this one have run, at least in part.
                states.append(self._branch(condition))
            states.append(self._branch(body))
        for state in states:
            outer.absorb(state)

    def loop(self, node: Loop) -> None:
        self._repeat(node, node.kind, [*node.condition, *node.body])

    def _repeat(self, node: "Repeated", kind: str, nodes: "list[Node]") -> None:
        """Walk what runs any number of times: what one round assigns, the next one sees.

        The names it assigns by their spelling are known beforehand, so one walk is enough, unless the walk finds
        others, or finds that what looked harmless is not.
        """
        saved_place, outer = self.place, self.state
        self.place = saved_place.copy()
        self.place.loop = kind
        marks = len(self.commands), len(self.defined), len(self.written)
        names = self._assigned_by(node)
        suspect: set[str] = set()
        for attempt in range(4):
            self.state = inner = State(outer)
            before: dict[str, Value] = {}
            for name in names:
                held = outer.get(name)
                before[name] = either(held, held if name not in suspect else Unknowable(""), _ROUND)
                if isinstance(before[name], str):
                    before[name] = Unknowable(_ROUND, number=is_number(held), outside=harmless(held))
            inner.variables.update(before)
            if outer.cwd is not None and attempt:
                inner.cwd = None
            self.replaying += attempt > 0
            self.run_all(nodes)
            self.replaying -= attempt > 0
            fresh = set(inner.variables) - names
            worse = {name for name in names & set(before) if _worse(before[name], inner.variables.get(name, ""))}
            moved = inner.cwd != outer.cwd and not attempt
            if not fresh and not worse - suspect and not moved:
                break
            if inner.poisoned:
                outer.forget(inner.poisoned)
            names = names | fresh
            suspect |= worse
            if attempt == 2:
                suspect |= names
            for function, defined in inner.functions.items():
                outer.functions.setdefault(function, defined)
            del self.commands[marks[0] :], self.defined[marks[1] :], self.written[marks[2] :]
        else:
            raise Refused("a loop whose rounds differ too much", self.span(node.start, node.start)[0])
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
            for function in self.state.function(name):
                names |= function.node.assigned
                waiting += function.node.called
        return {name for name in names if is_name(name)}

    def for_(self, node: For) -> None:
        if node.arithmetic is not None:
            self.arithmetic(node.arithmetic)
            self._noted(node)
            self._repeat(node, "for", node.body)
            return
        words: list[Word] | None = None
        if node.words is not None:
            words = []
            for word in node.words:
                words += self.words(word)
        elif self.state.positional is not None:
            words = [_word(value, node.start, node.end) for value in self.state.positional]
        self._noted(node)
        assert node.name is not None
        name = node.name.text or ""
        if node.kind == "for" and words is not None and len(words) <= MAX_UNROLLED and self._affordable(node):
            texts = [word.text for word in words]
            if None not in texts:
                self._unroll(node, name, [text for text in texts if text is not None])
                return
        self.state.set(name, self._any_of(words))
        self._repeat(node, node.kind, node.body)

    def _any_of(self, words: list[Word] | None) -> Unknowable:
        """Say what a loop's variable may be."""
        numbers = bool(words) and all(word.text is not None and word.text.isdigit() for word in words or [])
        outside = all(word.text is not None or word.reason == "a glob: the names of files" for word in words or [])
        prefixes = {word.prefix[:1] for word in words or []}
        shape: tuple[str | None, ...] = (None,)
        if len(prefixes) == 1:
            shape = (prefixes.pop(), None) if prefixes != {""} else (None,)
        return Unknowable("it differs from round to round", shape, number=numbers, outside=outside)

    def _affordable(self, node: For) -> bool:
        return node.end - node.start < 4_000 and self.replayed < MAX_REPLAYED // 4

    def _unroll(self, node: For, name: str, texts: list[str]) -> None:
        """Walk a loop over known words once for each of them."""
        saved_place, outer = self.place, self.state
        self.place = saved_place.copy()
        self.place.loop = node.kind
        self.state = inner = State(outer)
        for i, text in enumerate(texts):
            if i:
                self.replaying += 1
                merged = State(outer)
                merged.absorb(inner)
                self.state = inner = merged
            self.state.set(name, text)
            self.run_all(node.body)
            if i:
                self.replaying -= 1
        self.place, self.state = saved_place, outer
        outer.absorb(inner)

    def case(self, node: Case) -> None:
        parts = [node.word.parts] if isinstance(node.word.parts, str) else node.word.parts
        self.value(parts, True)
        self._noted(node)
        states = []
        for patterns, body, _ in node.clauses:
            for pattern in patterns:
                if pattern.text is None:
                    self.value([pattern.parts] if isinstance(pattern.parts, str) else pattern.parts)
            self._noted(node)
            if any(end != ";;" for _, _, end in node.clauses):
                for state in states:
                    self.state.absorb(state)
            states.append(self._branch(body))
        for state in states:
            self.state.absorb(state)

    def coproc(self, node: Coproc) -> None:
        saved_place, saved_state = self.place, self.state
        saved_state.set(node.name, Unknowable("a coprocess"))
        self.place = saved_place.copy()
        self.place.background = self.place.subshell = True
        self.place.stdin = self.place.stdout = True
        self.state = State(saved_state)
        saved_stdin, self.stdin = self.stdin, Unknowable("what is written to a coprocess")
        self.run(node.body)
        self.place, self.state, self.stdin = saved_place, saved_state, saved_stdin

    def conditional(self, node: Conditional) -> None:
        for operator, words in node.tests:
            values = [
                word.text
                if word.text is not None
                else self.value([word.parts] if isinstance(word.parts, str) else word.parts, True)
                for word in words
            ]
            if operator in ("-eq", "-ne", "-lt", "-le", "-gt", "-ge"):
                for value in values:
                    self.calculate(value)
                    if isinstance(value, str):
                        self.expand_text(value, "a number")
            elif operator in ("-v", "-R"):
                builtins.name_operand(self, values[0])
            elif operator == "=~":
                self.state.set("BASH_REMATCH", Unknowable("what a regular expression matched"))
        self._noted(node)

    def arithmetic_command(self, node: ArithmeticCommand) -> None:
        self.arithmetic(node.parts)
        self._noted(node)


def _value(word: Word) -> "Value":
    if word.text is not None:
        return word.text
    return Unknowable(word.reason or "", word.shape, many=word.many)


def _word(value: "Value", start: int, end: int) -> Word:
    if isinstance(value, str):
        return Word(value, start, end)
    return UnknownWord(value.shape, value.reason, value.many, start, end)


def _worse(before: "Value", after: "Held") -> bool:
    """Tell whether a round leaves something more dangerous to calculate with than was assumed at its start."""
    if isinstance(before, str):
        return True
    return (before.number and not is_number(after)) or ((before.outside or before.number) and not harmless(after))


_ROUND = "a round of the loop before may have assigned it"

_DECLARING = frozenset(["declare", "typeset", "local", "export", "readonly", "alias", "eval", "let"])

_COMPOUND = {
    Block: Reader.block,
    If: Reader.if_,
    Loop: Reader.loop,
    For: Reader.for_,
    Case: Reader.case,
    Conditional: Reader.conditional,
    ArithmeticCommand: Reader.arithmetic_command,
}

_RUN = {
    AndOr: Reader.and_or,
    Pipeline: Reader.pipeline,
    Background: Reader.background,
    Function: Reader.function,
    Coproc: Reader.coproc,
    **dict.fromkeys(_COMPOUND, Reader.compound),
}
