"""Looks for commands in all that one command is given: its words, its variables, texts and code.

`hidden_commands_in_arguments_and_code` says when, and where such a command may begin.
"""

from wicket.policy.decision import ASK
from wicket.policy.evaluation.command_effects import effects
from wicket.policy.evaluation.program_names_in_texts import (
    GAP,
    MAX_ARGUMENTS,
    MAX_PLACES,
    MAX_READ,
    NAMES_ONLY,
    UNQUOTED,
    WORK_OF_CHARACTER,
    WORK_OF_TEXT,
    NamesInTexts,
    shortened,
)
from wicket.policy.file_rules.judge_files import judge_files
from wicket.policy.matching.program_script_and_package_spellings import is_sourced
from wicket.policy.patterns.globs_of_words_and_home_folder import matches
from wicket.policy.verdict_and_evidence import Evidence
from wicket.shell.catalogue.interpreter_names import SHELLS, language
from wicket.shell.characters import listed
from wicket.shell.grammar.quotes_and_backslash_escapes import ansi_c
from wicket.shell.programs.program_lookup import is_known, plain
from wicket.shell.read import read
from wicket.shell.read_result import Command
from wicket.shell.unknown_values import GLOB, SETTINGS
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from wicket.policy.file_rules.file_effect import Effect

__all__ = ["Search", "SearchInUnreadCode"]

WORK_OF_PARSING = 20

# A shorter word stands for nothing else than itself.
_SHORTEST = 6

# What parts a variable from what stands for it.
_OPERATORS = dict.fromkeys(map(ord, "-+=?"), " ")

# What makes more of a text than one plain word.
_SHELL = frozenset(" \t\n;|&$`\\'\"{(<")

# By these, interpreters take code.
_CODE_OPTIONS = listed("-e -c -E -x -r --eval --exec --execute --expression --expr --command --code --script eval")

# They run scripts of a project, which may have names in parts.
_OF_PROJECTS = frozenset(["yarn", "pnpm", "bun"])


# Builtins whose names are everyday words or signs.
_PLAIN_WORDS = listed(". : [ source set test type read time")


def _files_it_stands_in(command: "Command") -> "list[str]":
    """Give the texts of files that the text has written and runs, this command among what they say: it was judged."""
    found: list[str] = []
    by = command.by
    while by is not None:
        found.append(by.written_script)
        by = by.by
    return found


class Search(NamesInTexts):
    """Looks at all that one command is given."""

    def found(self, handed: "tuple[Word, ...]", spelled: "list[Word]") -> str:
        words = self.command.words
        # A file that is sourced is none of the programs that are called so: `. ~/.cargo/env`.
        sourced = is_sourced(self.command) and len(words) > 1 and words[1].reason is None and "/" in words[1].prefix
        for at in range(1 + sourced, len(words)):
            word = words[at]
            self.fuel.take(20 + len(spelled))
            if any(word is one for one in spelled) or (at <= 2 and self.names_script(word)):
                continue
            said = self.looked_at(word, at) or self.started(at) or self.written(word, at) or self.code(at)
            if said:
                return said
        for given in self.beside():
            said = self.looked_at(given, len(words)) or self.written(given, len(words))
            if said:
                return said
        return self.found_in_handed(handed) or self.found_in_files()

    def names_script(self, word: Word) -> bool:
        """Tell whether a word is the name of a script of the project, in parts: `yarn setup:local:env`."""
        text = word.prefix if word.reason is None else ""
        plain_name = ":" in text and all(c.isalnum() or c in ":_-." for c in text) and text[0].isalnum()
        return plain_name and plain(self.command.name or "") in _OF_PROJECTS

    def found_in_handed(self, handed: "tuple[Word, ...]") -> str:
        """Look at what others have opened. It is the same for many commands, and mostly plain."""
        plain_ones, end = self.remembered.plain, len(self.command.words)
        for given in handed:
            self.fuel.take(2)
            if id(given) in plain_ones:
                continue
            places = self.places
            said = self.looked_at(given, end) or self.written(given, end)
            if said:
                return said
            if self.places == places:
                plain_ones.add(id(given))
        return ""

    def found_in_files(self) -> str:
        """Look at what the text has written into files: a program that nobody knows may run what lies there."""
        plain_ones, end = self.remembered.plain, len(self.command.words)
        if not self.command.wrote:
            return ""
        run = _files_it_stands_in(self.command)
        for text in self.command.wrote:
            self.fuel.take(2)
            if id(text) in plain_ones or text in run:
                continue
            places = self.places
            self.fuel.take(WORK_OF_TEXT + WORK_OF_CHARACTER * len(text))
            if self.named_in(text, end):
                return f"what this text has written into a file before, {shortened(text)!r}"
            if self.places == places:
                plain_ones.add(id(text))
        return ""

    def beside(self) -> "Iterator[Word]":
        """Give what a program is given beside its words: its environment, and what its redirects bring."""
        for assignment in self.command.assignments:
            yield assignment.value
        for redirect in self.command.redirects:
            if redirect.brings is not None:
                yield redirect.brings

    def written(self, word: Word, place: int) -> str:
        """Look at a word that is not known as it is written: `${x:-rm y}`, `<(echo rm y)`."""
        if word.text is not None or (word.start, word.end) == self.last:  # of one pair of braces come many words
            return ""
        if word.reason == SETTINGS:
            return ""  # who prints them is a command of the text
        self.last = (word.start, word.end)
        text = self.remembered.part(self.last)
        self.fuel.take(WORK_OF_TEXT + WORK_OF_CHARACTER * len(text))
        places = self.places
        said = self.named_in(text.translate(_OPERATORS) if "${" in text else text, place)
        if not said and self.places == places:
            self.remembered.plain.add(self.last)
        return said

    def code(self, at: int) -> str:
        """Say whether a word is code for the program itself, which may do anything: `-e 'delete("x")'`."""
        before, text = self.command.words[at - 1].text or "", self.command.words[at].text or ""
        if not self.hides or "(" not in text:
            return ""
        option, equals, value = text.partition("=")
        if equals and option in _CODE_OPTIONS:
            text = value
        elif at == 1 or before not in _CODE_OPTIONS:
            return ""
        if any(is_known(word.text or "") for word in self.command.words[1 : at - 1][:MAX_PLACES]):
            return ""  # it is for that one, which has been looked at
        return f"`{shortened(text)}` as code"

    # ── one text ─────────────────────────────────────────────────────────────

    def looked_at(self, word: Word, place: int) -> str:
        """Say what a word may run. `place`: which one of the command's words it is."""
        text = (
            word.text if word.text is not None else "".join([GAP if piece is None else piece for piece in word.shape])
        )
        self.fuel.take(WORK_OF_TEXT + WORK_OF_CHARACTER * len(text))
        if not text.isascii():
            text = "".join([c if c.isascii() or c.isalnum() else " " for c in text])
        said = self.named_in(text, place)
        if not said and GAP in text:
            said = self.named_in(text.replace(GAP, ""), place)  # what is not known may be nothing
        if not said and "\\" in text:
            said = self.named_in(_decoded_escapes(text), place)  # as JSON and many others write characters
        if said:
            return said
        if any(c in _SHELL for c in text[:MAX_READ]):
            return f"`{shortened(text)}`, which may be what a rule is about" if self.shell_finds(text, place) else ""
        if not _SHORTEST <= len(text) <= MAX_READ:
            return ""
        from wicket.policy.evaluation.base64_and_hex_text import unpacked

        for plain_text in unpacked(text):
            if said := self.named_in(plain_text, len(self.command.words)):
                return said
        return ""

    # ── as a shell would read it ─────────────────────────────────────────────

    def shell_finds(self, text: str, place: int) -> bool:
        """Tell whether a shell would run what a rule is about, or what cannot be known."""
        for value in _texts_within_word(text):
            if not any(c in _SHELL for c in value):
                continue
            self.unread -= len(value)
            if self.unread < 0:
                return any(c in value for c in "$`\\")
            for inner in self.read(value.replace(GAP, "${_}")):
                if not inner.words:
                    continue
                if inner.words[0].text is None:
                    if self.hides and GAP not in value and self.may_be_named(inner.words[0]):
                        return True
                elif (self.hides and (inner.opaque or inner.code)) or self.denied((*inner.words, *self.behind(place))):
                    return True
        return False

    def read(self, text: str) -> "tuple[Command, ...]":
        """List the commands that a shell would run."""
        self.fuel.take(WORK_OF_TEXT + WORK_OF_PARSING * len(text))
        found = read(text, self.inner).commands
        self.fuel.take(0)  # what was too much for the reader is too much here
        return found

    def may_be_named(self, word: Word) -> bool:
        """Tell whether a program that is not known may be one that a rule is about."""
        text = "".join([GAP if piece is None else piece for piece in word.shape]).rpartition("/")[2]
        if text == GAP:
            return word.reason != GLOB  # a star alone is a sign in prose
        shape = tuple(text.split(GAP))
        if word.reason == GLOB and "/" in word.prefix and not shape[0]:
            # `src/*.ts` are files; of rules about programs, those count that say how a name ends.
            ends = [*self.names, *[glob[-1] for glob in self.globs if glob[-1]]]
            return any(end.endswith(shape[-1]) for end in ends)
        return any(matches(shape, name) for name in self.names) or any(
            shape[0].startswith(glob[0]) or glob[0].startswith(shape[0]) for glob in self.globs
        )

    def started(self, at: int) -> str:
        """Say whether a word is a program that is known to run, with what stands behind it, what cannot be read."""
        words = self.command.words
        name = words[at].text or ""
        fed = self.command.place.stdin or self.command.stdin is not None
        if not is_known(name) or name in _PLAIN_WORDS:
            return ""
        if at + 1 == len(words) and not (fed and (plain(name) in SHELLS or language(plain(name)))):
            return ""
        self.places -= 1
        if words[at + 1 : at + 2] and words[at + 1].text == "--":
            words = (*words[: at + 1], *words[at + 2 :])  # which the program may keep for itself
        text = " ".join([_quoted(word) for word in words[at : at + MAX_ARGUMENTS]])
        self.unread -= len(text)
        if self.places < 0 or self.unread < 0:
            return f"`{name}`, and more than is looked at"
        for inner in self.read(f"fetch | {text}" if fed else text):
            if name == "eval" and any(" is not understood: " in reason for reason in inner.opaque):
                continue  # it is no text for a shell, and none would run it
            if self.hides and (inner.opaque or inner.code):
                return f"`{name}`: {(*inner.opaque, 'it is given code')[0]}"
            if inner.words and inner.words[0].text is not None and self.denied(inner.words):
                return f"`{inner.name}`, which a rule is about"
            if self.deletes(inner):
                return f"`{inner.name}`, and a file rule is about what that deletes or changes"
        return ""

    def denied(self, words: "tuple[Word, ...]") -> bool:
        """Tell whether a rule, or a file rule, may forbid a command. The same one is found in many ways."""
        if any(word.reason is not None or word.also for word in words):
            return self._is_denied(words)
        key = (self.command.place.fields(), *[word.prefix for word in words])
        known = self.remembered.denied.get(key)
        if known is None:
            known = self.remembered.denied[key] = self._is_denied(words)
        return known

    def _is_denied(self, words: "tuple[Word, ...]") -> bool:
        if super().denied(words):
            return True
        start, end = self.command.span
        return len(words) > 1 and self.deletes(Command(words, (), (), start, end, self.command.place))

    def deletes(self, inner: Command) -> bool:
        """Tell whether a command deletes or changes folders that a file rule is about, or what lies in them.

        That a stranger names such a folder says little: it is `rm -r ~` that says more than `~`.
        """
        changing = [one for one in effects(inner) if one.kind == "delete" or (one.kind == "write" and one.recursive)]
        named = [one for one in changing if one.word is not None and one.word.reason is None]
        return any(self.is_guarded(one, inner) for one in named)

    def is_guarded(self, effect: "Effect", inner: Command) -> bool:
        """Tell whether a file rule is about a change of a file. The same words are those of many commands."""
        key = (inner.place.cwd, effect.kind, effect.recursive, str(effect.word))
        known = self.remembered.guarded.get(key)
        if known is None:
            found = Evidence(inner)
            judge_files(self.policy, [effect], inner, self.world, found, set())
            known = self.remembered.guarded[key] = found.decision >= ASK
        return known


class SearchInUnreadCode(Search):
    """Looks at what is known to be code.

    A name that a rule is about is enough, however the code puts its words; and if it starts programs by names that it
    may build, each may be one that a rule is about.
    """

    def named_in(self, text: str, place: int) -> str:
        if self.mentions(text.translate(NAMES_ONLY)) or self.mentions(text.translate(UNQUOTED)):
            return f"`{shortened(text)}`, which names what a rule is about"
        from wicket.policy.evaluation.code_that_starts_programs import may_start_any  # where code runs contained

        if may_start_any(text, plain((self.command.name or "").rpartition("/")[2])):
            return f"`{shortened(text)}`, which may start any program"
        return ""

    def found_in_handed(self, handed: "tuple[Word, ...]") -> str:
        """Look at what others have opened, also where nobody else has found anything in it."""
        end = len(self.command.words)
        return next((said for given in handed if (said := self.looked_at(given, end) or self.written(given, end))), "")

    def code(self, at: int) -> str:
        return ""


def _texts_within_word(text: str) -> "list[str]":
    """Give the parts of a word that may be texts of their own: all of it, or the value of an option."""
    name, equals, value = text.partition("=")
    if text[:2] == "--":
        return [value] if equals else []
    if text[:1] == "-":
        return [text[2:], value] if equals else [text[2:]]
    return [text, value] if equals and not any(c in _SHELL for c in name) else [text]


def _decoded_escapes(text: str) -> str:
    """Decode escaped characters; that of a NUL would end the text for a shell, and does not here."""
    for nul in ("\\u0000", "\\x00", "\\0"):
        text = text.replace(nul, " ")
    return ansi_c(text)


def _quoted(word: Word) -> str:
    return '"$_"' if word.text is None else "'" + word.text.replace("'", "'\\''") + "'"
