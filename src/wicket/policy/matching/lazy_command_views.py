"""One command, looked at in the ways that rules need: each made when it is first asked for."""

from wicket.policy.file_rules.path_resolution_and_links import locate
from wicket.policy.matching.flag_and_option_variable_spellings import handed_on
from wicket.policy.matching.path_patterns import PathWords
from wicket.policy.matching.positions_and_flags import View
from wicket.policy.matching.program_script_and_package_spellings import any_version, from_here, with_input
from wicket.policy.matching.rm_find_chmod_kill_and_other_argument_spellings import respelled
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES
from wicket.shell.programs.command_synonyms_and_python_modules import reworded
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from wicket.policy.machine_view import World
    from wicket.policy.matching.flag_match import Paths
    from wicket.policy.matching.pushed_branches import Pushes
    from wicket.policy.patterns.compiled_pattern import Element
    from wicket.policy.patterns.pattern_tokenizer import Glob
    from wicket.shell.read_result import Command

    Named = tuple[list[Glob], list[Glob]]

__all__ = ["Context"]


# What looking at a word in one of the ways takes.
WORK_OF_VIEW = 30


class Context:
    """The views of a command's words, and where they point."""

    __slots__ = (
        "_known",
        "_known_made",
        "_paths",
        "_pushed",
        "_respelled",
        "_spelled",
        "_unknown",
        "_written",
        "amounts_to_more",
        "command",
        "literal",
        "source",
        "world",
    )

    def __init__(self, command: "Command", world: "World") -> None:
        self.command = command
        self.world = world
        self.literal: tuple[Word, ...] | None = None  # the words that a rule which allows may go by
        self.source = ""  # the text in which the words stand, where they do
        self._written: View | None = None
        self._known: View | None = None
        self._paths: PathWords | None = None
        self._pushed: Pushes | Literal[False] | None = False
        self._known_made = False
        self._unknown: Context | Literal[False] | None = False
        self._respelled: list[View] | None = None  # the same in other words
        self._spelled: tuple[list[Word], set[str]] | None = None
        self.amounts_to_more: bool | None = None  # rules that forbid are also about other words; None: nobody has asked

    @property
    def written(self) -> View:
        if self._written is None:
            self.world.fuel.take(WORK_OF_VIEW * (2 + len(self.command.words)))
            self._written = View.written(self.command.words[1:], self.command)
        return self._written

    @property
    def known(self) -> View | None:
        if not self._known_made:
            self.world.fuel.take(2 * WORK_OF_VIEW * (2 + len(self.command.words)))
            known = self._known = View.understood(self.command)
            if known is not None and (known.behind or known.joined or known.refuses):
                self.written.behind = known.behind
                self.written.joined = known.joined
                self.written.refuses = known.refuses
            self._known_made = True
        return self._known

    def views(self, strict: bool, exact: int, named: "Named | None" = None) -> list[View]:
        """Give the views that a pattern is matched against: for a strict rule, every one that there is.

        `named` are the paths that the pattern names, and those of them that lie in the home: the words that lead there
        are seen so, however they are spelled.
        """
        if named is None:
            return self._views(strict, exact)
        if self._paths is None:
            self._paths = PathWords(self.command, self.world)
        globs, home = named
        words = self.command.words[1:]
        if strict:
            led = self._paths.forbidden(words, globs)
            views = self._views(strict, exact) + (self._other(led) if led is not None else [])
            if (read := with_input(self.command)) is not None:
                views = views + self._other(self._paths.forbidden(read, globs) or read)
            return views
        if self.literal is not None:
            kept = self._paths.allowed(self.literal[1:], globs, home)
            return [View.written(kept if kept is not None else self.literal[1:])]
        kept = self._paths.allowed(words, globs, home)
        if kept is None:
            return self._views(strict, exact)
        return [self.with_words(kept, exact)]

    def _views(self, strict: bool, exact: int) -> list[View]:
        if self.literal is not None and not strict:
            return [View.written(self.literal[1:])]
        known = self.known
        if not strict:
            return [self.written if known is None or exact else known]
        views = [self.written] if known is None else [known, self.written]
        self.world.fuel.take(40 + 2 * len(self.command.words))
        if self._respelled is None:
            others = [*respelled(self.command, self.world), *any_version(self.command)]
            if self.pushed is not None:
                others += self.pushed.forbidden()
            if (handed := handed_on(self.command)) is not None:
                others = [*others, handed]
            if (relative := from_here(self.command, self.world)) is not None:
                others = [*others, relative]
            if (read := with_input(self.command)) is not None:
                others = [*others, read]
            self._respelled = [view for words in others for view in self._other(words)]
        return views + self._respelled

    def spells(self, elements: "tuple[Element, ...]") -> bool:
        """Tell whether each of these elements fits some word for sure, in whatever view of a rule that forbids."""
        if self._spelled is None:
            # Of a word of which nothing is known, nothing is sure.
            found = [item for view in self._views(True, 0) for item in view.items if isinstance(item, Word)]
            spelled = [word for word in found if any(word.shape)]
            texts = {word.prefix for word in spelled if word.reason is None}
            texts.update([word.also for word in spelled if word.also is not None])
            self._spelled = spelled, texts
        words, texts = self._spelled
        self.world.fuel.take(len(elements) * len(words))
        for element in elements:
            if element.texts.isdisjoint(texts) and not any(element.fits(word) == YES for word in words):
                return False
        return True

    def _other(self, words: "tuple[Word, ...]") -> list[View]:
        """Give the views of the command with other words behind the program."""
        other = reworded(self.command, (self.command.words[0], *words))
        known, written = View.understood(other), View.written(words, other)
        return [written] if known is None else [known, written]

    @property
    def pushed(self) -> "Pushes | None":
        """What is pushed, if the command may push branches."""
        if self._pushed is False:
            self._pushed = None
            traits = PROGRAMS[self.command.name or ""].traits
            if "work-tree" in traits and any(word.may_be("push") for word in self.command.words):
                from wicket.policy.matching.pushed_branches import pushes  # most commands are none

                self._pushed = pushes(self.command, self.world)
        return self._pushed or None

    @property
    def unknown(self) -> "Context | None":
        """The same for the unknown program that a command is, or runs; None: there is none."""
        if self._unknown is False:
            from wicket.policy.matching.program_script_and_package_spellings import (
                unknown_program,  # few policies have such rules
            )

            other = unknown_program(self.command)
            self._unknown = None if other is None else self if other is self.command else Context(other, self.world)
        return self._unknown

    def with_words(self, words: "tuple[Word, ...]", exact: int) -> View:
        """Give the view that a rule which allows has of the command with other words behind the program."""
        other = reworded(self.command, (self.command.words[0], *words))
        known = None if exact else View.understood(other)
        return View.written(words, other) if known is None else known

    def doubt(self) -> str:
        """Say why a rule only may match."""
        doubts = (self.known or self.written).doubts
        if doubts and all(word.text is not None for word in self.command.words):
            (flag, _), *_ = doubts
            return f"{flag.names[-1]} may take the next word"
        if self.pushed is not None and all(word.reason is None for word in self.command.words):
            return "which branches it pushes is not known"
        return "a word of it is not known"

    def paths(self, strict: bool) -> "Paths":
        """Give what answers whether a word is a path of a list: a listed one; below it only where `/**` says so."""

        def answer(word: "Word", entries: tuple[str, ...]) -> int:
            if not strict and str(word) == "-":
                return NO  # it is what is redirected, wherever that lies
            location = locate(word, self.command.place, self.world)
            if not strict:
                return location.surely_within(entries, self.world, exactly=True)
            if location.paths is None:
                return MAYBE if entries else NO
            return max([location.within(entry, self.world, exactly=True) for entry in entries], default=NO)

        return answer
