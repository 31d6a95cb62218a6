"""Reads a text, and texts within texts: where in it, how deep it lies in others, how much work it may be."""

from wicket.shell.grammar.masked_quotes import masked_quotes
from wicket.shell.grammar.parser import Parser
from wicket.shell.grammar.quotes import MAX_DEPTH
from wicket.shell.refusal import Refused
from wicket.shell.state.variables_and_functions import both
from wicket.shell.unknown_values import Unknowable
from wicket.shell.walk.word_expansion import Expansion
from wicket.shell.work_limit import Fuel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Node
    from wicket.shell.read_result import Command
    from wicket.shell.reader_settings import World

# What parsing takes, for each character of a text within the text.
WORK_OF_CHARACTER = 25
WORK_OF_TEXT = 200

# What other shells read as something else, such as a command behind an `&`.
_BASHISMS = ("&>", "[[", "((", "$'", "<<<", "<(", ">(", "|&", "=(", "function ", "coproc ", "select ")
# What else zsh reads otherwise, `zsh_differences` knows.
_NOT_OF_ZSH = ("coproc ",)


class Texts(Expansion):
    """Reads texts, and texts within texts. Whoever follows commands is a subclass."""

    __slots__ = ("commands", "depth", "fuel", "inventory", "text")

    def __init__(self, text: str, world: "World | None") -> None:
        super().__init__({} if world is None else world.variables)
        self.text = text
        self.commands: list[Command] = []
        # All nodes that have to be visited, of every text that was parsed on the way: see `unvisited_nodes`.
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
