"""The nodes of the syntax tree, as bash groups them, and a check that the walk has visited every one."""

from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    Part: TypeAlias = "str | Quoted | Double | Parameter | Substitution | Arithmetic | Pattern | Unclear"
    Parts: TypeAlias = list[Part]
    Node: TypeAlias = (
        "Simple | Pipeline | AndOr | Background | Block | If | Loop | For | Case | Function | Coproc | Conditional"
        " | ArithmeticCommand"
    )

__all__ = ["dead", "first_unread"]


# ── the nodes of the syntax tree: commands and words as bash groups them, before anything is expanded ──

# A node knows where it stands: `start` and `end` are offsets into the text that was parsed. A word's parts are plain
# strings (unquoted literal text) and the part classes below. Lists of commands are plain Python lists, however long.


class Quoted:
    """Text that quoting has made literal: `'…'`, `$'…'`, `\\x`, or a double-quoted string without expansions."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class Double:
    """A double-quoted string with expansions in it; its strings are literal.

    `single`: it is one word, as no parameter in it is more than a plain variable.
    """

    __slots__ = ("parts", "single")

    def __init__(self, parts: "Parts", single: bool) -> None:
        self.parts = parts
        self.single = single


class Parameter:
    """`$name` or `${…}`: which parameter, which operator, and the operands still as parts.

    `plain`: it is a variable, and nothing is done to its value.
    """

    __slots__ = ("braced", "end", "indirect", "length", "name", "operands", "operator", "plain", "start", "subscript")

    def __init__(self, name: str, start: int, end: int, plain: bool = False) -> None:
        self.name = name
        self.plain = plain
        self.subscript: Parts | None = None
        self.braced = False  # `${name}`, and not `$name`
        self.indirect = False
        self.length = False
        self.operator = ""
        self.operands: list[Parts] = []
        self.start = start
        self.end = end


class Substitution:
    """Commands inside a word: `$(…)`, backticks, `<(…)` or `>(…)`, as `kind` spells it.

    `text` is None where the body was parsed in place; otherwise it is the text of its own that the body's offsets
    refer to, and `shift` is where that text begins in the surrounding one, or None when it is no verbatim part of it.
    """

    __slots__ = ("body", "end", "kind", "shift", "start", "text")

    def __init__(self, kind: str, body: "list[Node]", start: int, end: int) -> None:
        self.kind = kind
        self.body = body
        self.start = start
        self.end = end
        self.text: str | None = None
        self.shift: int | None = None


class Arithmetic:
    """`$((…))` or `$[…]`."""

    __slots__ = ("end", "parts", "start")

    def __init__(self, parts: "Parts", start: int, end: int) -> None:
        self.parts = parts
        self.start = start
        self.end = end


class Pattern:
    """A parenthesised piece of an extended glob or of a regular expression."""

    __slots__ = ("parts",)

    def __init__(self, parts: "Parts") -> None:
        self.parts = parts


class Unclear:
    """A piece whose value is not worth computing exactly; what runs inside it is in `parts`."""

    __slots__ = ("parts", "reason")

    def __init__(self, reason: str, parts: "Parts") -> None:
        self.reason = reason
        self.parts = parts


class WordNode(Word):
    """One word. `text` is set when nothing of it is to be expanded: then it is the very word that a program receives.

    `parts` is a string when the whole word is unquoted literal text: only such a word can be a reserved word.
    """

    __slots__ = ("assigns", "parts")

    def __init__(self, start: int, end: int, parts: "str | Parts", text: str | None) -> None:
        self.start = start
        self.end = end
        self.parts = parts
        self.text = text
        self.assigns: AssignNode | None = None


class AssignNode:
    """What a word assigns if it stands where an assignment may stand: `name[subscript]+=value`."""

    __slots__ = ("append", "elements", "name", "subscript", "value")

    def __init__(self, name: str, subscript: "Parts | None", append: bool, value: "Parts") -> None:
        self.name = name
        self.subscript = subscript
        self.append = append
        self.value = value
        self.elements: list[WordNode] | None = None  # of `name=(…)`


_NO_WORD = WordNode(0, 0, "", "")


class RedirectNode:
    """One redirect: `descriptor` is a number, a `{name}` without its braces, or None for the operator's own."""

    __slots__ = ("body", "descriptor", "end", "operator", "quoted", "shift", "start", "target", "text")

    def __init__(self, descriptor: int | str | None, operator: str, start: int) -> None:
        self.descriptor = descriptor
        self.operator = operator
        self.start = start
        self.end = start
        self.target = _NO_WORD
        self.body: Parts | None = None  # of a here-document
        self.quoted = False  # the here-document's delimiter was quoted: its body is literal
        self.text = ""  # what the body's offsets refer to
        self.shift: int | None = None  # where that text begins in the surrounding one, if it is verbatim


class Simple:
    """Assignments, words and redirects: what most lines are made of.

    `plain` holds the words once more if nothing of them is to be expanded, however often the command is walked.
    """

    __slots__ = ("assigns", "end", "plain", "redirects", "start", "words")

    def __init__(self, start: int) -> None:
        self.start = start
        self.end = start
        self.assigns: list[WordNode] = []
        self.words: list[WordNode] = []
        self.plain: tuple[WordNode, ...] | None = None
        self.redirects: list[RedirectNode] = []


class Pipeline:
    """`a | b |& c`, with what `!` and `time` say about it. One command alone is a pipeline only if they do."""

    __slots__ = ("commands", "end", "start")

    def __init__(self, commands: "list[Node]", start: int, end: int) -> None:
        self.commands = commands
        self.start = start
        self.end = end


class AndOr:
    """`a && b || c`: `operators[i]` stands before `commands[i + 1]`."""

    __slots__ = ("commands", "end", "operators", "start")

    def __init__(self, commands: "list[Node]", operators: list[str], start: int, end: int) -> None:
        self.commands = commands
        self.operators = operators
        self.start = start
        self.end = end


class Background:
    """`a &`."""

    __slots__ = ("command", "end", "start")

    def __init__(self, command: "Node", start: int, end: int) -> None:
        self.command = command
        self.start = start
        self.end = end


class Compound:
    """What all compound commands share: a place and redirects."""

    __slots__ = ("end", "redirects", "start")

    def __init__(self, start: int) -> None:
        self.start = start
        self.end = start
        self.redirects: list[RedirectNode] = []


class Block(Compound):
    """`{ …; }`, or `( … )` when `subshell`."""

    __slots__ = ("body", "subshell")

    def __init__(self, start: int, body: "list[Node]", subshell: bool) -> None:
        super().__init__(start)
        self.body = body
        self.subshell = subshell


class If(Compound):
    """Conditions and what follows from each; the last has no condition if there is an `else`."""

    __slots__ = ("branches",)

    def __init__(self, start: int) -> None:
        super().__init__(start)
        self.branches: list[tuple[list[Node], list[Node]]] = []


class Repeated(Compound):
    """A compound command that may run more than once, with the names it assigns and the commands it names."""

    __slots__ = ("assigned", "called")

    def __init__(self, start: int) -> None:
        super().__init__(start)
        self.assigned: frozenset[str] = frozenset()
        self.called: frozenset[str] = frozenset()


class Loop(Repeated):
    """`while` or `until`."""

    __slots__ = ("body", "condition", "kind")

    def __init__(self, start: int, kind: str, condition: "list[Node]", body: "list[Node]") -> None:
        super().__init__(start)
        self.kind = kind
        self.condition = condition
        self.body = body


class For(Repeated):
    """`for name in words`, `select name in words`, or `for ((…))`, whose three expressions are `arithmetic`."""

    __slots__ = ("arithmetic", "body", "kind", "name", "words")

    def __init__(self, start: int, kind: str) -> None:
        super().__init__(start)
        self.kind = kind
        self.name = _NO_WORD
        self.words: list[WordNode] | None = None  # None: the positional parameters
        self.arithmetic: Parts | None = None
        self.body: list[Node] = []


class Case(Compound):
    """`case word in pattern) commands ;; esac`."""

    __slots__ = ("clauses", "word")

    def __init__(self, start: int, word: WordNode) -> None:
        super().__init__(start)
        self.word = word
        self.clauses: list[tuple[list[WordNode], list[Node], str]] = []


class Function(Repeated):
    """A function definition; `name` is None when it is not plain text."""

    __slots__ = ("body", "name")

    def __init__(self, start: int, name: str | None, body: "Node") -> None:
        super().__init__(start)
        self.name = name
        self.body = body


class Coproc(Compound):
    """`coproc [name] command`."""

    __slots__ = ("body", "name")

    def __init__(self, start: int, name: str, body: "Node") -> None:
        super().__init__(start)
        self.name = name
        self.body = body


class Conditional(Compound):
    """`[[ … ]]`: the tests in it, each `(operator, words)`, in order."""

    __slots__ = ("tests",)

    def __init__(self, start: int) -> None:
        super().__init__(start)
        self.tests: list[tuple[str, list[WordNode]]] = []


class ArithmeticCommand(Compound):
    """`(( … ))`."""

    __slots__ = ("parts",)

    def __init__(self, start: int, parts: "Parts") -> None:
        super().__init__(start)
        self.parts = parts


# ── checks that the walk has visited every node that was parsed: nothing goes unread ──

# The parser lists every node that bash may run or evaluate: simple commands, substitutions, function bodies, redirects,
# here-documents with expansions, subscripts and arithmetic. The walk notes a node *where it emits the command or
# evaluates the part*. What is listed and was not visited is a fault of the reader: then the text counts as not
# understood, so that such a fault asks a person instead of letting a command pass.
#
# A list of parts (of a subscript, of arithmetic, of a here-document) stands for itself, all else is a node.


_WITH_PLACE = (Simple, Substitution, Function, RedirectNode)


def first_unread(inventory: list[object], visited: list[object]) -> int | None:
    """Give where the first node stands that was not visited; None: all were."""
    if len(inventory) == 1 and len(visited) == 1 and inventory[0] is visited[0]:
        return None
    seen = set(map(id, visited))
    if seen.issuperset(map(id, inventory)):
        return None
    for node in inventory:
        if id(node) not in seen:
            return node.start if isinstance(node, _WITH_PLACE) else 0
    return None


def dead(node: object) -> "Iterator[object]":
    """Give all nodes in a part of the tree that bash does not come to, so that they count as visited."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list | tuple):
            waiting += node
        elif isinstance(node, str) or not hasattr(node, "__slots__"):
            continue
        else:
            for kind in type(node).__mro__:
                waiting += [getattr(node, name, None) for name in getattr(kind, "__slots__", ())]
        yield node
