"""A pattern as it is matched: a program, a sequence of positions, and flags that may stand anywhere.

Plain tuples, so that a compiled policy can be kept in a file. A pattern is `(program, sequence, flags, exact)`:

    program    ("names", globs), ("star",), ("any", name) or ("var", name, values)
    sequence   ("lit", globs), ("raw", globs), ("here", globs), ("not", globs), ("star",), ("any", name),
               ("path", name, entries), ("var", name, values), ("dash",), ("cmd",), ("opts",), ("vars",)
    flags      ("flag", globs, value, first), ("noflag", globs), ("optional", flags), ("group", name, globs, value),
               ("anywhere", globs), which is a word
    value      None, ("globs", negated, globs), ("element", element) or ("attached",)

`raw` is a word, or a flag, in this very place; `here` a flag. `first`: it stands before every word of the pattern, so
it is an option of the program itself. `exact`: it says where a flag stands, as `--` does; then the words are taken as
they are, whatever is known of the program. `copied_commands` has patterns that are nothing but words in their places.
"""

from wicket.policy.errors import PatternError
from wicket.policy.patterns.copied_commands import copies
from wicket.policy.patterns.definitions import (
    MAX_PATTERNS,
    Unknown,
    bounded,
    program_and_words,
    with_aliases,
    with_variables,
)
from wicket.policy.patterns.tokens import cut, is_flag, plain
from wicket.shell.programs.known_programs import plain as plain_name
from wicket.shell.programs.known_programs import reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from wicket.policy.model import Definitions
    from wicket.policy.patterns.tokens import Glob, Token

    Element: TypeAlias = tuple[Any, ...]
    Pattern: TypeAlias = tuple[Element, tuple[Element, ...], tuple[Element, ...], int]

__all__ = ["check_alias", "check_flag_group", "patterns"]


def patterns(text: str, definitions: "Definitions", allows: bool = False, literal: bool = False) -> "list[Pattern]":
    """Make the patterns that a text stands for; `allows`: in a rule that allows, `literal`: what is quoted is literal.

    Raises:
        PatternError: it is no pattern.
        Unknown: it names what is not defined.
    """
    made: list[Pattern] = []
    for aliased in with_aliases(text, definitions, literal):
        for tokens in with_variables(aliased, definitions, literal):
            # To a rule that forbids, a word behind a flag may be its value even if the flag is known to take none.
            for paired in (False,) if allows else (False, True):
                for spelled in _spelled(tokens, definitions, allows, paired):
                    pattern = _Assembler(definitions, allows, paired).pattern(spelled)
                    if not paired or pattern not in made:
                        made.append(pattern)
                    bounded(made)
    if allows:
        every = [one for tokens in with_aliases(text, definitions, 2) for one in with_variables(tokens, definitions, 2)]
        made = [one for tokens in every for one in copies(tokens, definitions, MAX_PATTERNS - len(made))] + made
    return made


def check_alias(texts: "tuple[str, ...]") -> None:
    """See that an alias stands for something that a pattern can begin with.

    Raises:
        PatternError: it does not.
    """
    for text in texts:
        cut(text)


def check_flag_group(name: str, definitions: "Definitions") -> None:
    """See that a group of flags can be used.

    Raises:
        PatternError: it cannot.
    """
    _Assembler(definitions).flag_group(name)


def _spelled(tokens: "list[Token]", definitions: "Definitions", allows: bool, paired: bool) -> "list[list[Token]]":
    """Spell out what makes several patterns: several words as program, alternatives of two sorts, groups of words."""
    made: list[list[Token]] = [[]]
    knowing = _Assembler(definitions, allows, paired)
    if tokens[0][0] == "word":
        knowing.names = knowing.usages(knowing.program(tokens[0]), tokens[1:])
    for place, token in enumerate(tokens):
        choices: list[list[Token]] = [[token]]
        if place == 0 and token[0] == "word":
            # What is quoted may be several words; and a program may have blanks in its name.
            several = [glob for glob in token[1] if token[3:] != (0,) and " " in "".join(glob).strip()]
            choices += [program_and_words(glob) for glob in several]
        elif token[0] == "word" and not token[2] and (parted := _mixed(token[1])) is not None:
            choices = [[("word", globs, False)] for globs in parted]
            if not allows:
                choices.append([("anywhere", parted[1])])  # a rule that forbids has always meant that
        elif token[0] == "group" and (names := [part[2] for part in token[1] if part[:2] == ("place", "flag")]):
            raise PatternError(f"<flag:{names[0]}> stands in a group", "write it outside of the brackets")
        elif token[0] == "group" and not _only_flags(token[1], knowing):
            # Where words are optional, there are two patterns; without them, their flags must be absent.
            absent = [("not", _parted(part[1])[0]) for part in token[1] if part[0] == "word" and is_flag(part[1][0])]
            choices = [list(token[1]), list(absent)]
        made = [before + choice for before in made for choice in choices]
        bounded(made)
    return made


def _mixed(globs: "tuple[Glob, ...]") -> "tuple[tuple[Glob, ...], ...] | None":
    """Part `-v|verbose` into the flags, which may stand anywhere, and the words, which stand where they are written."""
    flags = tuple(glob for glob in globs if is_flag(glob))
    if not flags or len(flags) == len(globs) or _parted(globs)[1] is not None:
        return None
    return flags, tuple(glob for glob in globs if not is_flag(glob))


def _only_flags(tokens: "tuple[Token, ...]", knowing: "_Assembler") -> bool:
    """Tell whether a group holds flags with their values and nothing else."""
    behind_flag = False
    for at, token in enumerate(tokens):
        if token[0] == "word" and not token[2] and is_flag(token[1][0]):
            follows = tokens[at + 1] if at + 1 < len(tokens) else None
            known = follows is not None and follows[0] == "word" and not knowing.paired
            behind_flag = not (known and follows is not None and knowing.takes_value(token[1], follows) is False)
        elif behind_flag and token[0] in ("word", "star", "not", "maybe", "place", "var"):
            behind_flag = False
        else:
            return False
    return True


def _is_listed(token: "Token") -> bool:
    """Tell whether a placeholder stands for words that are listed, as if they stood there themselves."""
    return bool(token[0] == "var" or token[1] == "path")


def _parted(globs: "tuple[Glob, ...]") -> "tuple[tuple[Glob, ...], Element | None]":
    """Part `--mode=fast|slow` into the flag and its values; what has no value stays as it is."""
    names: list[Glob] = []
    values: list[Glob] = []
    for glob in globs:
        name, equals, rest = glob[0].partition("=")
        if equals and (name[:2] == "--" or len(name) == 2) and name[:1] == "-":
            names.append((name,))
            values.append((rest, *glob[1:]))
        elif values and not is_flag(glob):
            values.append(glob)  # another value of the same flag
        else:
            names.append(glob)
    if not values:
        return globs, None
    distinct = tuple(dict.fromkeys(names))
    if len(distinct) > 1 and (len(set(values)) > 1 or len(names) != len(values)):
        raise PatternError("flags with different values in one word", "write a rule for each")
    return distinct, ("globs", False, tuple(dict.fromkeys(values)))


def _holds_flag(token: "Token") -> bool:
    return token[0] == "word" and not token[2] and any(is_flag(glob) for glob in token[1])


class _Assembler:
    """Puts tokens together: what is a flag, what is its value, what stands where it is written."""

    def __init__(self, definitions: "Definitions", allows: bool = False, paired: bool = False) -> None:
        self.definitions = definitions
        self.allows = allows
        self.paired = paired
        self.placed_flags = False  # of any program, nobody knows what a flag before other words does
        self.flags: list[Element] = []
        self.sequence: list[Element] = []
        self.exact = False
        self.behind_dash = False
        self.ended = False  # the program's own options, as `-m` of python does
        self.names: list[str] = []

    def pattern(self, tokens: "list[Token]") -> "Pattern":
        if not tokens:
            raise PatternError("it may stand for nothing at all", "name the program before the brackets")
        head, rest = tokens[0], tokens[1:]
        program = self.program(head)
        if program == ("star",):
            self.sequence.append(program)  # it stands for several words as well
            self.placed_flags = self.allows and any(_holds_flag(token) for token in rest)
        self.names = self.usages(program, rest)
        self.parts(rest, self.sequence, self.flags, grouped=False)
        if sum(element[0] == "cmd" for element in self.sequence) > 1:
            raise PatternError("<cmd> stands there twice", "a wrapper has one <cmd>")
        return program, tuple(self.sequence), tuple(self.flags), self.exact

    def program(self, token: "Token") -> "Element":
        match token[0]:
            case "word":
                return ("names", token[1])
            case "star":
                return ("star",)
            case "var":
                return token
            case "place" if token[1] not in ("path", "flag", "cmd", "opts", "vars"):
                return ("any", token[1])
        raise PatternError("a pattern begins with the program", "name a program, or write * for any command")

    def usages(self, program: "Element", tokens: "list[Token]") -> list[str]:
        """Find under which names the tables know what this pattern is about: `git push`, then `git`."""
        if program[0] != "names":
            return []
        names = [plain_name(name) for glob in program[1] if (name := plain(glob)) is not None]
        words = [token for token in tokens if token[0] == "word" and not is_flag(token[1][0])]
        subcommands = [text for glob in (words[0][1] if words else ()) if (text := plain(glob)) is not None]
        return [
            name for name in (*(f"{a} {b}" for a in names for b in subcommands), *names) if reading(name) is not None
        ]

    def ends(self, globs: "tuple[Glob, ...]") -> bool:
        """Tell whether what follows a flag is for whatever it runs."""
        for name in self.names:
            known = reading(name)
            for glob in globs:
                option = known.option(plain(glob) or "") if known is not None and known.ends else None
                if option is not None and option.kind in ("CODE", "MODULE"):
                    return True
        return False

    def takes_value(self, globs: "tuple[Glob, ...]", following: "Token") -> bool | None:
        """Say whether a flag takes what follows for its value, if that is known."""
        for name in self.names:
            known = reading(name)
            for glob in globs:
                flag = plain(glob)
                if flag is None or known is None:
                    continue
                option = known.option(flag)
                if option is None and flag[:2] != "--" and not known.single:
                    # Of `-am`, the last one takes it; `-j4` has its own.
                    for at in range(1, len(flag)):
                        option = known.option(f"-{flag[at]}")
                        if option is not None and option.takes and at + 1 < len(flag) and not self.paired:
                            return False
                if option is not None and option.counts and not self.paired:
                    return following[0] != "word" or all((plain(one) or "").isdigit() for one in following[1])
                if option is not None:
                    return option.takes == "="
        return None

    def parts(
        self,
        tokens: "list[Token] | tuple[Token, ...]",
        sequence: "list[Element]",
        flags: "list[Element]",
        grouped: bool,
    ) -> None:
        i = 0
        while i < len(tokens):
            token = tokens[i]
            i += 1
            kind = token[0]
            if kind == "word" and self.placed_flags and not grouped and not self.behind_dash:
                self.exact = True
                sequence.append(("here" if _holds_flag(token) else "raw", token[1]))
            elif kind == "word" and not token[2] and any(is_flag(glob) for glob in token[1]) and not self.behind_dash:
                names, value = _parted(token[1])
                if value is None:
                    following = tokens[i] if i < len(tokens) else None
                    value = self.value(names, following, grouped, last=i + 1 >= len(tokens))
                    i += value is not None
                # Among what a star stands for may be the subcommand; whoever forbids a flag behind it means that, too.
                before = all(one[0] == "star" for one in sequence) if self.allows else not sequence
                flags.append(("flag", names, value, before and not self.ended))
                self.ended = self.ended or self.ends(names)
            elif kind == "word":
                sequence.append(("raw" if self.behind_dash else "lit", token[1]))
            elif kind == "not" and (negated := self.negated(token[1])):
                if _parted(negated)[1] is not None:
                    raise PatternError("a flag with its value is negated", "negate the value: --flag !value")
                flags.append(("noflag", negated))
                if len(negated) < len(token[1]):
                    sequence.append(("not", tuple(glob for glob in token[1] if not is_flag(glob))))
            elif kind == "group":
                inner: list[Element] = []
                self.parts(token[1], sequence, inner, grouped=True)
                flags.append(("optional", tuple(inner)))
            elif kind == "anywhere":
                flags.append(token)
            elif kind == "place":
                self.place(token, sequence, flags)
            elif kind == "maybe":
                raise PatternError("a ? that follows no flag", "write \\? for the character")
            else:
                if kind == "raw":
                    self.exact = True
                if kind == "dash":
                    self.exact = self.behind_dash = True
                sequence.append(token)

    def negated(self, globs: "tuple[Glob, ...]") -> "tuple[Glob, ...]":
        """List the flags that must not be there. To a rule that forbids, `!-x|word` is about words alone."""
        flags = tuple(glob for glob in globs if is_flag(glob))
        return flags if self.allows or len(flags) == len(globs) else ()

    def value(
        self, globs: "tuple[Glob, ...]", following: "Token | None", grouped: bool, last: bool
    ) -> "Element | None":
        """Say what is the value of a flag, if what follows it in the pattern is that."""
        if following is None:
            return None
        takes = self.takes_value(globs, following)
        match following[0]:
            case "maybe":
                return ("attached",)
            case "word" if following[2] or not any(is_flag(glob) for glob in following[1]):
                return None if takes is False else ("globs", False, following[1])
            case "not" if not all(is_flag(glob) for glob in following[1]):
                return None if takes is False else ("globs", True, following[1])
            case "star" if grouped or (not last and takes is not False):
                return ("globs", False, (("", ""),))
            case "var" | "place" if grouped or takes is True or (takes is None and _is_listed(following)):
                element = following if following[0] == "var" else self.placed(following)
                return None if element is None else ("element", element)
        return None

    def placed(self, token: "Token") -> "Element | None":
        """Make the element of a placeholder that stands for one word."""
        _, kind, name = token
        if kind == "path":
            entries = self.definitions.paths.get(name)
            if entries is None:
                raise Unknown(f"<path:{name}> is not defined")
            return ("path", name, entries)
        if kind in ("flag", "cmd", "opts", "vars"):
            return None
        return ("any", kind)

    def place(self, token: "Token", sequence: "list[Element]", flags: "list[Element]") -> None:
        _, kind, name = token
        if kind == "flag":
            flags.append(self.flag_group(name))
        elif kind in ("cmd", "opts", "vars"):
            sequence.append((kind,))
        else:
            element = self.placed(token)
            if element is not None:
                sequence.append(element)

    def flag_group(self, name: str) -> "Element":
        found = self.definitions.flag_groups.get(name)
        if found is None:
            raise PatternError(f"<flag:{name}> is not defined", "define it under definitions.flag_groups")
        tokens = cut(found[0])
        head = tokens[0]
        plain_flags = head[0] == "word" and all(is_flag(glob) and "=" not in glob[0] for glob in head[1])
        if not plain_flags or len(tokens) > 2:
            raise PatternError(f"the flag group {name} is no flag", "write -f|--flag, or -f|--flag with its value")
        value: Element | None = None
        if len(tokens) == 2:
            match tokens[1][0]:
                case "star":
                    value = ("globs", False, (("", ""),))
                case "word":
                    value = ("globs", False, tokens[1][1])
                case "not":
                    value = ("globs", True, tokens[1][1])
                case "maybe":
                    value = ("attached",)
                case _:
                    raise PatternError(f"the flag group {name} has no plain value", "write words, a star or a ?")
        return ("group", name, head[1], value)
