"""Words are expanded: quotes go, variables and tildes become their values, the rest is unknowable."""

from wicket.shell.characters import is_name
from wicket.shell.grammar.syntax_nodes import Arithmetic, Double, Parameter, Pattern, Quoted, Substitution, Unclear
from wicket.shell.unknown_values import Unknowable, concatenate
from wicket.shell.walk import brace_expansion_and_globs
from wicket.shell.walk.brace_expansion_and_globs import hides_braces, makes_names
from wicket.shell.walk.parameter_lookup import Lookup
from wicket.shell.walk.parameter_operators import Chosen, all_single
from wicket.shell.walk.word_splitting import Fields, quoted_word
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Part, Parts, WordNode
    from wicket.shell.unknown_values import Value

__all__ = ["Tildes"]


# ── tildes: `~/x`, `~user`, `~+`, and those behind the colons of an assignment ──


class Tildes(Lookup):
    """Says what tildes stand for. Whoever expands words is a subclass."""

    __slots__ = ()

    def _tilde(self, part: str, fields: Fields, last: bool) -> None:
        """Expand tildes where a word begins, or behind the equals sign and the colons of what looks as if it assigned.

        It need not assign: in `dd if=~/x` it is the folder, too.
        """
        marks = "=:" if is_name(part.partition("=")[0]) else ""
        for i, piece in enumerate(self._tildes(part, marks, True, last)):
            if i % 2:
                fields.value(piece, True)
            elif isinstance(piece, str):
                fields.literal(piece, False)

    def _tildes(self, text: str, marks: str, first: bool, last: bool) -> "list[Value]":
        """Cut a text at its tildes, and put what they stand for in between; `first` and `last` are of its word."""
        made: list[Value] = []
        start = 0
        for i, c in enumerate(text):
            if c == "~" and i >= start and (text[i - 1] in marks if i else first):
                ends = [at for mark in ("/", ":") if (mark == "/" or marks) and (at := text.find(mark, i)) >= 0]
                end = min(ends, default=len(text))
                whole = last or end < len(text)
                made.append(text[start:i])
                made.append(self._home(text[i:end]) if whole else Unknowable("a tilde before something else"))
                start = end
        return [*made, text[start:]]

    def home(self) -> "Value":
        """Say what `~` stands for."""
        return self._home("~")

    def _home(self, user: str) -> "Value":
        if user == "~":
            held = self._held("HOME")
            return held if isinstance(held, str | Unknowable) else Unknowable("a home directory", outside=True)
        if user == "~+":
            folder = self.state.get("PWD")
            if folder is False and self.state.cwd == ("",) and "PWD" in self.outside:
                return self.outside["PWD"]
            # What the text itself has put there, its writer has chosen.
            chosen = folder is not False and not (isinstance(folder, Unknowable) and folder.outside)
            return Unknowable("a directory", outside=not chosen)
        if user == "~-":
            return Unknowable("a directory", outside=self.state.get("OLDPWD") is False)
        if user == "~root":
            return "/root"
        if "[" in user or "*" in user or "?" in user or "{" in user:
            return user
        found = self.home_of(user[1:]) if self.home_of is not None else None
        return found or Unknowable("a home directory", outside=True)


# ── Words are expanded: quotes go, variables that the text has assigned become their values, the rest is unknowable ──

# What a value cannot tell is kept as a shape: `"$HOME/.ssh"` is anything, then `/.ssh`. Commands that stand inside a
# word are found on the way, whether or not its value can be known.


_UNSPLIT = Unknowable("a splitting that is not known")
_SOME_MISSING = Unknowable("words of which some may be missing", many=True)
# Beside others that say what they are: it may also be no word at all.
_MAYBE_NONE = Unknowable("words of which some may be missing", many=True, outside=True)


class Expansion(Tildes):
    """Expands words. Whoever runs commands is a subclass."""

    __slots__ = ()

    # ── words ────────────────────────────────────────────────────────────────

    def words(self, node: "WordNode") -> list[Word]:
        """Expand one word to the words that a program would receive."""
        start, end = self.span(node.start, node.end) if self.fixed or self.shift else (node.start, node.end)
        if node.text is not None:
            return [Word(node.text, start, end)]
        parts: Parts = [node.parts] if isinstance(node.parts, str) else node.parts
        if len(parts) == 1 and type(parts[0]) is Double:
            word = self._quoted(parts[0], start, end)
            if word is not None:
                return [word]
        spelled = [parts]
        for part in parts:
            if isinstance(part, str) and "{" in part:
                try:
                    spelled = brace_expansion_and_globs.expand(parts, self.state.traits.fuel)
                    others = len(spelled) > 1 or spelled[0] != parts
                    if others:
                        self.bashism("braces")
                    if others and (hides_braces(parts) or any(map(makes_names, spelled))):
                        self.value(parts)
                        return [UnknownWord((None,), "braces that make other names", True, start, end)]
                except brace_expansion_and_globs.TooMany:
                    self.value(parts)
                    return [UnknownWord((None,), "braces that stand for too many words", True, start, end)]
                break
        if len(parts) > 1 and any(isinstance(part, str) and "$" in part for part in parts):
            # Beside a dollar that stands for itself, bash does not split what it expands.
            self.value(parts)
            return [UnknownWord((None,), "a dollar beside an expansion", True, start, end)]
        found: list[Word] = []
        for spelling in spelled:
            fields = Fields(self.separators(), start, end)
            self._walk(spelling, fields, True)
            found += fields.done()
        if len(found) > 10:
            self.spend(20 * len(found))
        return found

    def _quoted(self, node: Double, start: int, end: int) -> Word | None:
        """Expand a word that is one double-quoted string, as most are; None: something in it may be several words."""
        parts = node.parts
        if not node.single:
            for part in parts:
                if type(part) is Parameter and self._is_list(part):
                    return None
        return quoted_word([part if type(part) is str else self._part(part) for part in parts], start, end)

    def separators(self) -> str | None:
        """The characters that split what an expansion brings; None when they are not known."""
        held = self.state.get("IFS")
        if held is False or held is None:
            return " \t\n"
        return held if isinstance(held, str) and held.isascii() else None

    def _walk(self, parts: "Parts", fields: Fields, first: bool) -> None:
        for part in parts:
            kind = type(part)
            if isinstance(part, str):
                if "~" in part and first:
                    self._tilde(part, fields, part is parts[-1])
                else:
                    fields.literal(part, False)
            elif isinstance(part, Quoted):
                fields.literal(part.text, True)
            elif isinstance(part, Double):
                self._double(part.parts, fields, len(parts) == 1)
            elif isinstance(part, Parameter):
                self._parameter(part, fields, len(parts) == 1)
            elif isinstance(part, Arithmetic):
                fields.value(self.arithmetic(part.parts), False)
            elif isinstance(part, Substitution):
                value = self.substitute(part)
                fields.value(value, part.kind in ("<(", ">("))
            elif kind is Pattern:
                self.value(part.parts)
                fields.glob()
            else:
                self.may_fail()
                self.value(part.parts)
                self.visited.append(part.parts)
                if self.supposing is None:
                    fields.value(Unknowable("not worth computing"), False)
            first = False

    def _parameter(self, node: Parameter, fields: Fields, alone: bool) -> None:
        found = self.parameter(node)
        if isinstance(found, Chosen):
            first = True
            for part in found.parts:
                if isinstance(part, str) and not (first and part[0] == "~"):
                    fields.value(part, False)  # it is split, as all that an expansion brings
                else:
                    self._walk([part], fields, first)
                first = False
        elif isinstance(found, list):
            if len(found) > 1 and self._is_cut_oddly(found):
                found = [Unknowable("words between which there may be empty ones", many=True)]
            elif len(found) > 1 and not alone and not all_single(found):
                found = [_SOME_MISSING]
            for i, value in enumerate(found):
                if i:
                    fields.cut()
                fields.value(value, False)
        else:
            fields.value(found, False)

    def _is_cut_oddly(self, found: "list[Value]") -> bool:
        """Tell whether several values that are split by something else than blanks may leave empty words."""
        separators = self.separators()
        if separators is None or separators == " \t\n":
            return False
        return any(not isinstance(value, str) or not value or any(c in value for c in separators) for value in found)

    def _double(self, parts: "Parts", fields: Fields, alone: bool) -> None:
        present = fields.begun
        nothing = doubtful = listed = False  # a list of nothing is there, and all else may be nothing, or is
        fields.literal("", True)
        for part in parts:
            if isinstance(part, str):
                fields.literal(part, True)
                present = True
            elif isinstance(part, Parameter) and self._is_list(part):
                found = self.parameter(part)
                listed = True
                if isinstance(found, list):
                    if len(found) > 1 and not (alone and len(parts) == 1) and not all_single(found):
                        found = [_SOME_MISSING]
                    for i, value in enumerate(found):
                        if i:
                            fields.cut()
                        fields.value(value, True)
                    present = present or bool(found)
                    nothing = nothing or not found
                elif isinstance(found, Unknowable):
                    fields.value(found, False)
                    doubtful = True
                elif isinstance(found, Chosen) and self._holds_list(found.parts):
                    if self.supposing is not None:
                        # All of it is supposed, so how many words it becomes is known.
                        self._double(found.parts, fields, False)
                        present = present or fields.begun
                        continue
                    self.value(found.parts)
                    fields.value(_SOME_MISSING, False)
                    doubtful = True
                else:
                    fields.value(self._one(found), True)
                    doubtful = True
            else:
                value = self._part(part)
                fields.value(value, True)
                present = present or (isinstance(value, str) and value != "")
                doubtful = doubtful or isinstance(value, Unknowable)
        if present or not listed:
            return
        if nothing and not doubtful:
            fields.retract()
        elif doubtful:
            fields.value(_MAYBE_NONE, False)

    def _is_list(self, node: Parameter) -> bool:
        """Tell whether this becomes several words even between double quotes."""
        if node.plain or node.length:
            return False
        if node.name == "@" or node.subscript == ["@"] or node.operator == "names":
            return True
        return bool(node.operands) and any(map(self._holds_list, node.operands))

    def _holds_list(self, parts: "Parts") -> bool:
        """Tell whether something in the operand of `${x:-…}` becomes several words."""
        for part in parts:
            if isinstance(part, Parameter):
                if self._is_list(part):
                    return True
            elif isinstance(part, Double) and self._holds_list(part.parts):
                return True
        return False

    # ── values ───────────────────────────────────────────────────────────────

    def value(self, parts: "Parts", tilde: bool = False, colons: bool = False) -> "Value":
        """Expand without splitting, as in double quotes or behind `name=`: there tildes count, and behind `colons`."""
        values: list[Value] = []
        if len(parts) > 1:
            self.spend(10 * len(parts))
        for i, part in enumerate(parts):
            if tilde and isinstance(part, str) and "~" in part and (i == 0 or colons):
                values += self._tildes(part, ":" if colons else "", i == 0, i == len(parts) - 1)
            else:
                values.append(self._part(part))
        return concatenate(values)

    def _part(self, part: "Part") -> "Value":
        if type(part) is str:
            return part
        if type(part) is Parameter:
            found = self.parameter(part)
            return found if type(found) is Unknowable or type(found) is str else self._one(found)
        if isinstance(part, Quoted):
            return part.text
        if isinstance(part, Substitution):
            return self.substitute(part)
        if isinstance(part, Arithmetic):
            return self.arithmetic(part.parts)
        if isinstance(part, Double):
            return self.value(part.parts)
        if isinstance(part, Pattern):
            self.value(part.parts)
            return Unknowable("a pattern")
        assert isinstance(part, Unclear)  # noqa: S101 — for who reads the types: no other kind of part is left
        self.may_fail()
        self.visited.append(part.parts)
        return concatenate(["", self.value(part.parts), _UNSPLIT])

    def _one(self, found: "Value | list[Value] | Chosen") -> "Value":
        if type(found) is str or type(found) is Unknowable:
            return found
        if isinstance(found, Chosen):
            if found.parts and isinstance(found.parts[0], str) and found.parts[0][0] == "~":
                return Unknowable("a tilde, which stands for itself or a folder")
            return self.value(found.parts)
        if isinstance(found, list):
            if self.separators() != " \t\n" or not all_single(found):
                return Unknowable("how they are joined is not known")
            joined: list[Value] = []
            for i, value in enumerate(found):
                if i:
                    joined.append(" ")
                joined.append(value)
            return concatenate(joined)
        return found
