"""Here-documents: learns where each ends, and cuts its body out of the lines that follow."""

from wicket.shell.grammar.dollar_expansions import Dollars
from wicket.shell.grammar.syntax_nodes import Parameter, Quoted, WordNode
from wicket.shell.refusal_and_work_limit import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Parts, RedirectNode

__all__ = ["HereDocuments"]


class HereDocuments(Dollars):
    """Reads from the lines behind the one that announced it. The lexer is a subclass."""

    __slots__ = ("pending", "pos")

    def __init__(self, text: str, depth: int = 0, extglob: bool = False) -> None:
        super().__init__(text, depth, extglob)
        self.pos = 0  # where the next token is looked for
        self.pending: list[RedirectNode] = []  # here-documents whose bodies follow the line

    def delimiter(self, node: "RedirectNode", word: WordNode) -> None:
        """Learn where the here-document will end, and that its body follows the line."""
        pieces = []
        parts: Parts = [word.parts] if isinstance(word.parts, str) else word.parts
        for part in parts:
            if type(part) is str:
                pieces.append(part)
            elif type(part) is Quoted:
                node.quoted = True
                pieces.append(part.text)
            elif type(part) is Parameter and self.text[part.start + 1] != "{":
                pieces.append(self.text[part.start : part.end])
            else:
                raise Refused("an expansion in the delimiter of a here-document", word.start)
        if "$'" in self.text[word.start : word.end] or '$"' in self.text[word.start : word.end]:
            raise Refused("$'…' in the delimiter of a here-document", word.start)
        node.text = "".join(pieces)
        if "\n" in node.text or "\r" in node.text:
            raise Refused("a newline in the delimiter of a here-document", word.start)
        if not node.text and self.depth:
            # Bash writes a substitution anew and reads that; these quotes are lost on the way, and so is what they say.
            raise Refused("an empty delimiter of a here-document within a substitution", word.start)
        self.pending.append(node)

    def gather(self) -> None:
        """Cut out the bodies of the here-documents that the line just ended has announced."""
        pending, self.pending = self.pending, []
        for node in pending:
            self._cut(node)

    def _cut(self, node: "RedirectNode") -> None:
        text = self.text
        end = self.size
        delimiter = node.text
        stripped = node.operator == "<<-"
        start = i = self.pos
        lines = []
        verbatim = not stripped
        while True:
            if i >= end:
                if self.depth:
                    raise Refused("a here-document is never ended", start)
                break
            j = text.find("\n", i)
            if j < 0:
                j = end
            line = text[i:j]
            i = j + 1
            if not node.quoted and line[-1:] == "\\":
                pieces = []
                while line[-1:] == "\\" and (len(line) - len(line.rstrip("\\"))) % 2 and i <= end:
                    pieces.append(line[:-1])
                    j = text.find("\n", i)
                    if j < 0:
                        j = end
                    line = text[i:j]
                    i = j + 1
                if pieces:
                    verbatim = False
                    line = "".join(pieces) + line
            if line == delimiter:
                break  # even where tabs are stripped, it may begin with one
            if stripped:
                line = line.lstrip("\t")
                if line == delimiter:
                    break
            lines.append(line)
        self.pos = min(i, end)
        lines.append("")
        node.text = "\n".join(lines)
        node.shift = start if verbatim else None
        if node.quoted or not ("$" in node.text or "`" in node.text or "\\" in node.text):
            node.body = [node.text]
            return
        node.body = self.document(node.text, start if verbatim else None, start)
        self.inventory.append(node.body)

    def document(self, text: str, shift: int | None, start: int) -> "Parts":
        """Read a here-document's body for what expands in it."""
        self.enter(start)
        inner = type(self)(text, self.depth, self.extglob)
        inner.inventory = self.inventory
        try:
            parts = inner.inside(0, len(text), "$`\\")
        except Refused as refused:
            raise Refused(refused.reason, start if shift is None else start + refused.offset) from None
        self.depth -= 1
        return parts
