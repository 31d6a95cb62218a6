"""What is known of names anywhere in a text: functions, aliases, attributes, references, and what traps may change."""

from wicket.shell.work_limit import UNBOUNDED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Function
    from wicket.shell.state.values_of_variables import Held
    from wicket.shell.state.variables_and_functions import State
    from wicket.shell.unknown_values import Value

__all__ = ["Defined", "Traits"]


class Defined:
    """A function of the text, and what its offsets refer to."""

    __slots__ = ("called", "fixed", "node", "shift", "sure", "text")

    def __init__(
        self, node: "Function", text: str, shift: int, fixed: tuple[int, int] | None, sure: bool = True
    ) -> None:
        self.node = node
        self.text = text
        self.shift = shift
        self.fixed = fixed
        self.sure = sure  # it is defined whatever happens, so that nothing else of that name runs
        self.called = False

    def unsure(self) -> "Defined":
        """The same function where it may not be defined."""
        self.called = True
        return Defined(self.node, self.text, self.shift, self.fixed, False)


class Traits:
    """What else is known of names, wherever in the text they stand: it is never forgotten, only doubted."""

    __slots__ = (
        "aliases",
        "arrays",
        "associative",
        "attributes",
        "blind",
        "failglob",
        "fixed",
        "foreign",
        "frozen",
        "fuel",
        "hashed",
        "inherits",
        "keyed",
        "late",
        "loaded",
        "physical",
        "references",
        "shifting",
        "skipped",
        "spoiled",
        "trapped",
        "unsure",
        "volatile",
    )

    def __init__(self) -> None:
        self.fuel = UNBOUNDED  # until a reader brings its own
        self.foreign: State | None = None  # of the shell that started the one that has these
        self.aliases: dict[str, Value] = {}
        self.arrays: set[str] = set()  # names that may have held several values: a text becomes the first of them
        self.associative: set[str] = set()  # arrays whose subscripts are keys for sure, and not calculated
        self.keyed: set[str] = set()  # arrays whose subscripts may be keys, so that their elements stand in no order
        self.attributes: dict[str, str] = {}  # letters of `declare` that change what a name is given: i, l, u, c
        self.unsure: set[str] = set()  # names that may have lost their attributes again, or never had them
        self.references: dict[str, list[Value]] = {}  # names that stand for others, and all they ever stood for
        self.loaded: set[str] = set()  # names whose value arithmetic would run, if it came across them
        self.volatile: set[str] = set()  # names that a trap may assign at any time; "*" for all
        self.frozen: set[str] = set()  # names that are read-only, so that assigning them fails
        self.fixed: set[str] = set()  # functions of which one may stay, whatever else is called so
        self.hashed: dict[str, Value] = {}  # commands, and the files that are run in their place
        self.inherits = False  # a local variable may begin with the value outside
        self.physical = False  # `cd` may follow links before it climbs
        self.spoiled: set[str] = set()  # names that the shell may not set any more, or another shell does not
        self.trapped = False  # a trap has been set
        self.blind = False  # case makes no difference to patterns
        self.failglob = False  # a glob that stands for no file is an error
        self.skipped: set[str] | None = None  # names assigned on a line behind what may fail
        self.shifting = False  # a trap may set the arguments at any time
        self.late: dict[str, Held | bool] = {}  # what is assigned behind a trap, which may see it
