"""Reads a text and texts within it, line by line; opens and closes what the redirects of a command bring."""

from wicket.shell.grammar.masked_quotes import masked_quotes
from wicket.shell.grammar.parser_and_simple_commands import Parser
from wicket.shell.grammar.quotes_and_backslash_escapes import MAX_DEPTH
from wicket.shell.redirect_kinds import Redirect
from wicket.shell.refusal_and_work_limit import Fuel, Refused
from wicket.shell.state.shell_state_variables_and_functions import MAYBE, State, both
from wicket.shell.state.variable_values_and_attributes import either
from wicket.shell.unknown_values import NOT_ONE, Unknowable
from wicket.shell.walk.builtin_options import name_operand
from wicket.shell.walk.word_and_tilde_expansion import Expansion
from wicket.shell.words import UnknownWord, Word, word_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Node, Parts, RedirectNode
    from wicket.shell.read_result import Command
    from wicket.shell.reader_settings import World

__all__ = ["Redirects"]


# ── reads a text, and texts within texts: where in it, how deep it lies in others, how much work it may be ──

# What parsing takes, for each character of a text within the text.
WORK_OF_CHARACTER = 25
WORK_OF_TEXT = 200

# What other shells read as something else, such as a command behind an `&`.
_BASHISMS = ("&>", "[[", "((", "$'", "<<<", "<(", ">(", "|&", "=(", "function ", "coproc ", "select ")
# What else zsh reads otherwise, `zsh_and_locale_differences` knows.
_NOT_OF_ZSH = ("coproc ",)


class Texts(Expansion):
    """Reads texts, and texts within texts. Whoever follows commands is a subclass."""

    __slots__ = ("commands", "depth", "fuel", "inventory", "text")

    def __init__(self, text: str, world: "World | None") -> None:
        super().__init__({} if world is None else world.variables)
        self.text = text
        self.commands: list[Command] = []
        # All nodes that have to be visited, of every text that was parsed on the way: see `syntax_nodes`.
        self.inventory: list[object] = []
        self.depth = 0
        self.fuel = Fuel() if world is None or world.fuel is None else world.fuel
        self.spend = self.fuel.take
        self.state.traits.fuel = self.fuel
        self.posix = "" if world is None or world.shell == "bash" else world.shell

    def span(self, start: int, end: int) -> tuple[int, int]:
        if self.fixed is not None:
            return self.fixed
        return start + self.shift, end + self.shift

    def enter(self, start: int) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            at, _ = self.span(start, start)
            raise Refused(f"runs itself or another text more than {MAX_DEPTH} deep", at)

    def run_all(self, nodes: "list[Node]") -> None:
        state = self.state
        for node in nodes:
            state.moved = None  # where a `cd` before it led to, that it has succeeded does not say
            self.run(node)

    def run(self, node: "Node") -> None:
        """Walk one command of whatever kind."""
        raise NotImplementedError

    def run_lines(self, nodes: "list[Node]") -> None:
        """Walk a text as bash reads it, line by line: what fails in one line does not keep it from the next."""
        traits = self.state.traits
        outer, names = self.failing, traits.skipped
        self.failing = traits.skipped = None
        end = 0
        for node in nodes:
            if end and _ends_line(self.text[end : node.start]):
                self._skip(names)
            if outer is not None or traits.failglob:
                self.may_fail()
            self.state.moved = None
            self.run(node)
            end = node.end
        self._skip(names)
        self.failing, traits.skipped = outer, names

    def _skip(self, names: set[str] | None) -> None:
        """Doubt what stands on a line behind what may have failed; `names` are those of the line around the text."""
        if self.failing is None:
            return
        state = self.state
        cwd, positional = self.failing
        skipped = state.traits.skipped or ()
        for name in skipped:
            state.variables[name] = Unknowable("an error may have skipped this")
        if names is not None:
            names.update(skipped)
        state.cwd = both(cwd, state.cwd)
        if state.positional is not positional:
            state.positional = [Unknowable("an error may have skipped setting the arguments", many=True)]
        self.failing = state.traits.skipped = None

    def run_text(self, text: str, why: str, extglob: bool = False) -> bool:
        """Read a text that a command would hand to a shell. False: it was not understood, which is noted."""
        self.enter(0)
        self.fuel.take(WORK_OF_TEXT + WORK_OF_CHARACTER * len(text))
        parser = Parser(text, min(self.depth, MAX_DEPTH), extglob)
        refused = ""
        try:
            nodes = parser.parse() if "\0" not in text else []
            self.inventory += parser.inventory
        except Refused as refusal:
            nodes = parser.done
            refused = refusal.reason
        saved = self.text, self.shift, self.fixed
        self.text, self.shift = text, 0
        self.suspect(text)
        self.run_lines(nodes)
        self.text, self.shift, self.fixed = saved
        self.depth -= 1
        if refused:
            self.notes.append(f"{why} is not understood: {refused}")
        return not refused

    def suspect(self, text: str) -> None:
        """Note a text that another shell than bash may read otherwise, if one will read it."""
        if not self.posix:
            return
        bare = masked_quotes(text)
        if any(bashism in bare for bashism in (_NOT_OF_ZSH if self.posix == "zsh" else _BASHISMS)):
            self.notes.append(f"a text that {self.posix} may read otherwise")

    def expand_text(self, text: str, why: str) -> None:
        """Read a text that bash expands as between double quotes, for the commands in it."""
        if "$" not in text and "`" not in text:
            return
        self.enter(0)
        self.fuel.take(WORK_OF_TEXT + WORK_OF_CHARACTER * len(text))
        parser = Parser(text, min(self.depth, MAX_DEPTH))
        try:
            parts = parser.inside(0, len(text))
            self.inventory += parser.inventory
        except Refused as refusal:
            self.notes.append(f"{why} is not understood: {refusal.reason}")
            self.depth -= 1
            return
        saved = self.text, self.shift, self.fixed
        if self.fixed is None:
            self.fixed = (0, len(self.text)) if self.shift == 0 else (self.shift, self.shift + len(self.text))
        self.text, self.shift = text, 0
        self.perhaps(parts)
        self.text, self.shift, self.fixed = saved
        self.depth -= 1


def _ends_line(gap: str) -> bool:
    """Tell whether a line ends between two commands: a continuation is none, unless it stands in a comment."""
    if "\n" not in gap:
        return False
    if "\\\n" not in gap:
        return True
    i = 0
    while i < len(gap):
        if gap[i] == "#" or gap[i] == "\n":
            return True
        i += 2 if gap[i] == "\\" else 1
    return False


# ── redirects: expands their words and here-documents, and opens and closes what they bring, which may fail ──


class Redirects(Texts):
    """Follows redirects. Whoever runs commands is a subclass."""

    __slots__ = ("closed", "handed")

    def __init__(self, text: str, world: "World | None") -> None:
        super().__init__(text, world)
        self.closed = False  # a descriptor that is open from the start may have been closed
        self.handed: tuple[Word, ...] = ()  # what is open for reading around what is being read: see `hand_down`

    def hand_down(self, redirects: "tuple[Redirect, ...]") -> None:
        """Open what redirects bring for all that is run in turn, by whatever descriptor it is read.

        What is handed down is never taken back before the end of the command that opened it: another may have read
        all of it, or nothing.
        """
        opened = [word for redirect in redirects if (word := redirect.brings) is not None]
        if opened:
            self.handed = (*self.handed, *opened)

    def begin(self, redirects: "tuple[Redirect, ...]") -> None:
        """Go on in a state of its own if one of these redirects may fail: then what is done there is not done."""
        for redirect in redirects:
            self.closed = self.closed or redirect.closes
        if any(redirect.may_fail or (self.closed and redirect.body is None) for redirect in redirects):
            self.state = State(self.state)

    def end(self, outer: State) -> None:
        """Take over what was done, or perhaps not, since `begin`."""
        inner, self.state = self.state, outer
        if not inner.is_untouched():
            outer.absorb(inner)
            outer.moved = inner.moved

    def redirect(self, node: "RedirectNode") -> Redirect:
        """Expand one redirect, and a here-document's body."""
        if node.target.text is not None and not node.body:
            made = self._redirect(node)
        else:
            # What a program's redirect assigns (`${x:=y}`), its own process sees, and a builtin's the shell.
            outer = self.state
            self.state = State(outer)
            made = self._redirect(node)
            self.end(outer)
        self.visited.append(node)
        if isinstance(node.descriptor, str):
            name = name_operand(self, node.descriptor)
            if name is not None and not made.closes:
                before, number = self.state.get(name), Unknowable("a descriptor", number=True)
                value = either(before, number, MAYBE) if made.may_fail and before is not False else number
                self.assign(name, value, (made.start, made.end))
        return made

    def _redirect(self, node: "RedirectNode") -> Redirect:
        target = node.target
        start, end = self.span(node.start, node.end)
        if node.body is not None:
            saved = self.text, self.shift, self.fixed
            if node.shift is None:
                self.fixed = start, end
            self.shift += node.shift or 0
            self.text = node.text
            value = self.value(node.body) if node.body else ""
            self.visited.append(node.body)
            self.text, self.shift, self.fixed = saved
            word = Word(self.text[target.start : target.end], *self.span(target.start, target.end))
            return Redirect(node.operator, node.descriptor, word, word_of(value, start, end), start, end)
        if node.operator == "<<<":
            parts: Parts = [target.parts] if isinstance(target.parts, str) else target.parts
            value = target.text if target.text is not None else self.value(parts, True)
            word = word_of(value, *self.span(target.start, target.end))
            body = Word(value + "\n", start, end) if isinstance(value, str) else word
            return Redirect(node.operator, node.descriptor, word, body, start, end)
        made = self.words(target)
        word = made[0] if len(made) == 1 else UnknownWord((None,), NOT_ONE, True, *self.span(target.start, target.end))
        if node.operator == ">&":
            self._expanded_twice(word)
        return Redirect(node.operator, node.descriptor, word, None, start, end)

    def _expanded_twice(self, word: Word) -> None:
        """See a word behind `>&` that is no descriptor: bash takes it for a file, and expands it once more."""
        known = [piece for piece in (*word.shape, *word.instances) if piece]
        if any("$" in piece or "`" in piece or "(" in piece for piece in known):
            self.notes.append("a redirect expands its word twice, which may run commands")
        elif not (word.enumerated or word.number):
            self.notes.append("a redirect expands its word twice, and it is not known")
