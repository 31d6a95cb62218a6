"""Parses a pattern: a program, a sequence of positions, and flags that may stand anywhere.

Made here of plain tuples, so that a compiled policy can be kept in a file; `compiled_pattern` has the names of their
places, and gives a pattern by them. `literal_command_patterns` has patterns that are nothing but words in their places.
"""

from wicket.policy.errors import PatternError
from wicket.policy.patterns.alternatives_and_definitions import (
    MAX_PATTERNS,
    Unknown,
    bounded,
    flag_and_values,
    has_value,
    spelled_out,
    with_aliases,
    with_variables,
)
from wicket.policy.patterns.compiled_pattern import Element
from wicket.policy.patterns.literal_command_patterns import copies
from wicket.policy.patterns.pattern_tokenizer import Token, cut, is_flag, plain
from wicket.shell.programs.program_lookup import plain as plain_name
from wicket.shell.programs.program_lookup import reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.config_model import Definitions
    from wicket.policy.patterns.compiled_pattern import StoredElement, StoredPattern
    from wicket.policy.patterns.pattern_tokenizer import Glob

__all__ = ["check_alias", "check_flag_group", "patterns"]


def patterns(
    text: str, definitions: "Definitions", allows: bool = False, literal: bool = False
) -> "list[StoredPattern]":
    """Make the patterns that a text stands for; `allows`: in a rule that allows, `literal`: what is quoted is literal.

    Raises:
        PatternError: it is no pattern.
        Unknown: it names what is not defined.
    """
    made: list[StoredPattern] = []
    for aliased in with_aliases(text, definitions, literal):
        for tokens in with_variables(aliased, definitions, literal):
            # To a rule that forbids, a word behind a flag may be its value even if the flag is known to take none.
            for paired in (False,) if allows else (False, True):
                for spelled in spelled_out(tokens, allows, Assembler(definitions, allows, paired)):
                    pattern = Assembler(definitions, allows, paired).pattern(spelled)
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
    Assembler(definitions).flag_group(name)


def _is_listed(token: "Token") -> bool:
    """Tell whether a placeholder stands for words that are listed, as if they stood there themselves."""
    return token.kind == "var" or token.name == "path"


def _element(token: "Token") -> "StoredElement":
    """Make the element of a token that stands for the same."""
    match token.kind:
        case "raw" | "not":
            return (token.kind, token.globs)
        case "var":
            return ("var", token.name, token.values)
        case _:
            return (token.kind,)


def _holds_flag(token: "Token") -> bool:
    return token.kind == "word" and not token.quoted and any(is_flag(glob) for glob in token.globs)


class Assembler:
    """Puts tokens together: what is a flag, what is its value, what stands where it is written."""

    def __init__(self, definitions: "Definitions", allows: bool = False, paired: bool = False) -> None:
        self.definitions = definitions
        self.allows = allows
        self.paired = paired
        self.placed_flags = False  # what a flag before other words does is not known of any program
        self.flags: list[StoredElement] = []
        self.sequence: list[StoredElement] = []
        self.exact = False
        self.behind_dash = False
        self.ended = False  # the program's own options, as `-m` of python does
        self.names: list[str] = []

    def pattern(self, tokens: "list[Token]") -> "StoredPattern":
        if not tokens:
            raise PatternError("it may stand for nothing at all", "name the program before the brackets")
        head, rest = tokens[0], tokens[1:]
        program = self.program(head)
        if program == ("star",):
            self.sequence.append(program)  # it stands for several words as well
            self.placed_flags = self.allows and any(_holds_flag(token) for token in rest)
        self.names = self.usages(program, rest)
        self.parts(rest, self.sequence, self.flags, grouped=False)
        if self.sequence.count(("cmd",)) > 1:
            raise PatternError("<cmd> stands there twice", "a wrapper has one <cmd>")
        return program, tuple(self.sequence), tuple(self.flags), self.exact

    def program(self, token: "Token") -> "StoredElement":
        match token.kind:
            case "word":
                return ("names", token.globs)
            case "star":
                return ("star",)
            case "var":
                return _element(token)
            case "place" if token.name not in ("path", "flag", "cmd", "opts", "vars"):
                return ("any", token.name)
        raise PatternError("a pattern begins with the program", "name a program, or write * for any command")

    def usages(self, stored: "StoredElement", tokens: "list[Token]") -> list[str]:
        """Find under which names the tables know what this pattern is about: `hg push`, then `hg`."""
        program = Element(stored)
        if program.kind != "names":
            return []
        names = [plain_name(name) for glob in program.globs if (name := plain(glob)) is not None]
        words = [token.globs for token in tokens if token.kind == "word" and not is_flag(token.globs[0])]
        subcommands = [text for glob in (words[0] if words else ()) if (text := plain(glob)) is not None]
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
                    return following.kind != "word" or all((plain(one) or "").isdigit() for one in following.globs)
                if option is not None:
                    return option.takes == "="
        return None

    def parts(
        self,
        tokens: "list[Token] | tuple[Token, ...]",
        sequence: "list[StoredElement]",
        flags: "list[StoredElement]",
        grouped: bool,
    ) -> None:
        i = 0
        while i < len(tokens):
            token = tokens[i]
            i += 1
            kind, globs = token.kind, token.globs
            if kind == "word" and self.placed_flags and not grouped and not self.behind_dash:
                self.exact = True
                sequence.append(("here" if _holds_flag(token) else "raw", globs))
            elif _holds_flag(token) and not self.behind_dash:
                names, value = flag_and_values(globs)
                if value is None:
                    following = tokens[i] if i < len(tokens) else None
                    value = self.value(names, following, grouped, last=i + 1 >= len(tokens))
                    i += value is not None
                # Among what a star stands for may be the subcommand; whoever forbids a flag behind it means that, too.
                before = all(one == ("star",) for one in sequence) if self.allows else not sequence
                flags.append(("flag", names, value, before and not self.ended))
                self.ended = self.ended or self.ends(names)
            elif kind == "word":
                sequence.append(("raw" if self.behind_dash else "lit", globs))
            elif kind == "not" and (negated := self.negated(globs)):
                if has_value(negated):
                    raise PatternError("a flag with its value is negated", "negate the value: --flag !value")
                flags.append(("noflag", negated))
                if len(negated) < len(globs):
                    sequence.append(("not", tuple(glob for glob in globs if not is_flag(glob))))
            elif kind == "group":
                inner: list[StoredElement] = []
                self.parts(token.tokens, sequence, inner, grouped=True)
                flags.append(("optional", tuple(inner)))
            elif kind == "anywhere":
                flags.append(("anywhere", globs))
            elif kind == "place":
                self.place(token, sequence, flags)
            elif kind == "maybe":
                raise PatternError("a ? that follows no flag", "write \\? for the character")
            else:
                if kind == "raw":
                    self.exact = True
                if kind == "dash":
                    self.exact = self.behind_dash = True
                sequence.append(_element(token))

    def negated(self, globs: "tuple[Glob, ...]") -> "tuple[Glob, ...]":
        """List the flags that must not be there. To a rule that forbids, `!-x|word` is about words alone."""
        flags = tuple(glob for glob in globs if is_flag(glob))
        return flags if self.allows or len(flags) == len(globs) else ()

    def value(
        self, globs: "tuple[Glob, ...]", following: "Token | None", grouped: bool, last: bool
    ) -> "StoredElement | None":
        """Say what is the value of a flag, if what follows it in the pattern is that."""
        if following is None:
            return None
        takes = self.takes_value(globs, following)
        match following.kind:
            case "maybe":
                return ("attached",)
            case "word" if following.quoted or not any(is_flag(glob) for glob in following.globs):
                return None if takes is False else ("globs", False, following.globs)
            case "not" if not all(is_flag(glob) for glob in following.globs):
                return None if takes is False else ("globs", True, following.globs)
            case "star" if grouped or (not last and takes is not False):
                return ("globs", False, (("", ""),))
            case "var" | "place" if grouped or takes is True or (takes is None and _is_listed(following)):
                element = _element(following) if following.kind == "var" else self.placed(following)
                return None if element is None else ("element", element)
        return None

    def placed(self, token: "Token") -> "StoredElement | None":
        """Make the element of a placeholder that stands for one word."""
        if token.name == "path":
            entries = self.definitions.paths.get(token.argument)
            if entries is None:
                raise Unknown(f"<path:{token.argument}> is not defined")
            return ("path", token.argument, entries)
        if token.name in ("flag", "cmd", "opts", "vars"):
            return None
        return ("any", token.name)

    def place(self, token: "Token", sequence: "list[StoredElement]", flags: "list[StoredElement]") -> None:
        if token.name == "flag":
            flags.append(self.flag_group(token.argument))
        elif token.name in ("cmd", "opts", "vars"):
            sequence.append((token.name,))
        else:
            element = self.placed(token)
            if element is not None:
                sequence.append(element)

    def flag_group(self, name: str) -> "StoredElement":
        found = self.definitions.flag_groups.get(name)
        if found is None:
            raise PatternError(f"<flag:{name}> is not defined", "define it under definitions.flag_groups")
        text, _ = found
        head, *rest = cut(text)
        plain_flags = head.kind == "word" and all(is_flag(glob) and "=" not in glob[0] for glob in head.globs)
        if not plain_flags or len(rest) > 1:
            raise PatternError(f"the flag group {name} is no flag", "write -f|--flag, or -f|--flag with its value")
        value: StoredElement | None = None
        for following in rest:
            match following.kind:
                case "star":
                    value = ("globs", False, (("", ""),))
                case "word":
                    value = ("globs", False, following.globs)
                case "not":
                    value = ("globs", True, following.globs)
                case "maybe":
                    value = ("attached",)
                case _:
                    raise PatternError(f"the flag group {name} has no plain value", "write words, a star or a ?")
        return ("group", name, head.globs, value)
