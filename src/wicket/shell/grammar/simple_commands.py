"""Parses simple commands: assignments, words and redirects, and the names that a builtin assigns."""

from wicket.shell.characters import listed
from wicket.shell.grammar.compound_commands import Compounds
from wicket.shell.grammar.lexer import EOF, WORD
from wicket.shell.grammar.redirects import REDIRECT_STARTS
from wicket.shell.grammar.syntax_nodes import (
    Function,
    Simple,
    WordNode,
)
from wicket.shell.refusal import Refused

__all__ = ["SimpleCommands"]

# Builtins whose arguments may be `name=(…)`.
_DECLARE = listed("declare typeset local export readonly alias eval let")
# Builtins that assign the variables they are given.
_ASSIGNING = listed("read declare typeset local export readonly printf mapfile readarray getopts unset let wait")


class SimpleCommands(Compounds):
    """Reads what most lines are made of. The parser is a subclass."""

    __slots__ = ()

    def _simple(self) -> "Simple | Function":
        node = Simple(self.at)
        words = node.words
        late = False  # a redirect stands behind something else
        plain = True
        while True:
            kind = self.kind
            if kind == WORD:
                word = self.word
                if late and word.assigns is not None and word.assigns.elements is not None:
                    raise Refused("no array may stand behind a redirect", word.start)
                if not words:
                    if word.assigns is not None:
                        node.assigns.append(word)
                        self.assigned.append(word.assigns.name)
                        node.end = word.end
                        self.advance()
                        continue
                    self.subscripts = False
                    self.assignable = type(word.parts) is str and word.parts in _DECLARE
                if word.text is None:
                    plain = False
                words.append(word)
                if self.text[self.pos] == " ":
                    self.plain_words(words)
                node.end = words[-1].end
                self.advance()
                if self.kind == "(" and len(words) == 1 and not (node.assigns or node.redirects):
                    return self._function(word)
            elif kind in REDIRECT_STARTS:
                late = late or bool(words or node.assigns)
                redirect = self._redirect()
                node.redirects.append(redirect)
                node.end = redirect.end
            elif kind == "(":
                raise Refused("( may not stand here", self.at)
            else:
                name = words[0].text if words else None
                if name is not None:
                    self.called.append(name)
                    if name in _ASSIGNING:
                        self._assigns(words)
                    elif name == "shopt":
                        self._shopt(node)
                if plain:
                    node.plain = tuple(words)
                self.inventory.append(node)
                return node

    def _assigns(self, words: "list[WordNode]") -> None:
        """Note the names that a builtin assigns."""
        for word in words[1:]:
            if word.assigns is not None:
                self.assigned.append(word.assigns.name)
            elif word.text is not None:
                self.assigned.append(word.text)

    def _shopt(self, node: Simple) -> None:
        """See extended globs being switched on, which changes how the lines that follow are read.

        Only a plain `shopt -s extglob` outside all control flow counts: elsewhere, what follows is read as if it were
        off, and a pattern that needs it is refused.
        """
        texts = [word.text for word in node.words]
        if "extglob" in texts[1:]:
            self.extglob_next = "-s" in texts and self.depth == 0 and self.kind in ("\n", ";", EOF)
            if self.kind == "\n":
                self.extglob = self.extglob_next
