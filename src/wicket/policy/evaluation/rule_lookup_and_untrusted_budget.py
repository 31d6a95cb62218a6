"""Finds the rules that may be about a command, and how much work untrusted ones among them may be."""

from wicket.policy.evaluation.compiled_rule import FORBIDDEN_PATHS, SPELLED_PATHS, CompiledRule
from wicket.policy.matching.path_patterns import normalised
from wicket.policy.matching.program_script_and_package_spellings import (
    from_here,
    names_in,
    runs_scripts,
    scripts_as_programs,
    with_input,
)
from wicket.policy.patterns.compiled_pattern import Pattern
from wicket.shell.catalogue.compiled_catalogue import variable_families
from wicket.shell.languages.language_dispatch import MAX_LENGTH
from wicket.shell.programs.command_synonyms_and_python_modules import (
    NOTHING,
    amounts_to,
    concerns,
    reworded,
    synonyms,
    synonyms_of,
)
from wicket.shell.programs.program_lookup import PROGRAMS, Program, plain, without_ending
from wicket.shell.read_result import HERE
from wicket.shell.refusal_and_work_limit import JUDGING, Fuel, Spent
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.policy.evaluation.compiled_rule import IndexEntry, RuleIndex, StoredRules
    from wicket.policy.evaluation.rule_conditions import ConditionalRules
    from wicket.policy.machine_view import World
    from wicket.policy.matching.lazy_command_views import Context, Named
    from wicket.policy.matching.positions_and_flags import Captures
    from wicket.shell.read_result import Command

__all__ = ["MAX_OF_STRANGERS", "TOO_MANY", "WORK_OF_COMMAND", "WORK_OF_WORD", "Budget", "RuleLookup"]


# ── how much work a verdict may spend on rules that nobody trusts: they have a budget of their own ──

# They use up nothing that others need. Whoever writes more of them than can be looked at has a person asked.


# So many times a verdict looks at rules of files that nobody trusts; a condition counts for ten. Who would have us do
# more wants us to be late.
MAX_OF_STRANGERS = 100_000

TOO_MANY = "there are too many rules that nobody trusts to be looked at for all of this"

# What judging a command takes, beside what the rules about it take; and each of its words.
WORK_OF_COMMAND = 250
WORK_OF_WORD = 95
# And reading a program in another language takes, for each character.
WORK_OF_CODE = 20


class Budget:
    """What rules that nobody trusts may spend. While one is looked at, the world takes from that."""

    __slots__ = ("_fuel", "_patience", "_strangers", "_world")

    def __init__(self, world: "World") -> None:
        self._world = world
        self._fuel = world.fuel
        self._strangers: Fuel | None = None  # once there are such rules
        self._patience = MAX_OF_STRANGERS

    def begin(self, rule: "CompiledRule") -> bool:
        """Begin to look at a rule that nobody trusts; say whether there is work left for it."""
        self._patience -= 10 if rule.when else 1
        if self._patience < 0:
            return False
        self._strangers = self._world.fuel = self._strangers or Fuel(4 * JUDGING)
        return True

    def end(self) -> None:
        """Go on with what others may spend."""
        self._world.fuel = self._fuel

    def give_up(self) -> None:
        """Spend nothing more on rules that nobody trusts."""
        self._patience = -1

    def level(
        self, rules: "ConditionalRules", rule: "CompiledRule", command: "Command", context: "Context", *, runs: bool
    ) -> "tuple[int, Captures, str] | None":
        """Ask a rule that nobody trusts how surely it matches; None: there is no work left for it."""
        if not self.begin(rule):
            return None
        try:
            return rules.level(rule, command, context, runs=runs)
        except Spent:
            self.give_up()
            return None
        finally:
            self.end()


# ── finds the rules that may be about a command: by its program, its words, and what does the same by another name ──

# An index by program and first word finds the few that may be about a command.


# In so few words, a subcommand is found wherever it stands.
_FEW = 6


class RuleLookup:
    """Finds rules by an index of programs and words. `Rules` of `rule_match` compares them."""

    __slots__ = (
        "_bound",
        "_ordinary",
        "_others",
        "_rules",
        "_spare",
        "_strict",
        "_strict_globs",
        "_thoroughly",
        "_unknown",
        "_world",
        "_wrappers",
    )

    def __init__(self, policy: "dict[str, Any]", world: "World", *, thoroughly: bool = False) -> None:
        """Take a policy in which what is stored has names.

        With `thoroughly`, rules that only may allow are looked at as well: they decide nothing, but explain.
        """
        self._thoroughly = thoroughly
        self._rules: StoredRules = policy["rules"]
        self._ordinary: RuleIndex
        self._unknown: RuleIndex  # of rules that are about unknown programs
        self._ordinary, self._unknown = policy["indexes"]
        self._wrappers: tuple[Pattern, ...] = policy["wrappers"]
        self._strict: frozenset[str] = policy["strict"]  # names of programs that a rule forbids or asks about
        self._strict_globs = bool(policy["strict_globs"])
        # Of each command: what does the same by another name that a rule may forbid, and whether that is sure.
        self._others: dict[int, tuple[Command, list[tuple[Command, bool]]]] = {}
        # Of rules that name a path: their patterns in this home, each with the paths that it names.
        self._bound: dict[int, list[tuple[Pattern, Named | None]]] = {}
        self._world = world
        self._spare = Fuel() if thoroughly else world.fuel  # explaining takes nothing from what judging may be

    def about(self, command: "Command", *, guessed: bool = False) -> list[CompiledRule]:
        """Find the rules that may be about a command, by its program and its words, as they stand in the policy.

        `guessed`: that a text is a command is a guess. Of a program that nobody knows, `can send a message` would be
        one, so rules about unknown programs are none.
        """
        words = command.words
        program = PROGRAMS[words[0].text or ""]
        if program.weighty and len(words) > 1:
            self._world.fuel.take(extra_work(program, words))
        asked = (self._ordinary,) if guessed or not self._meets_unknown(command) else (self._ordinary, self._unknown)
        found = self._about(words, program, asked)
        if program.renamed:
            found += self._renamed(command, program, asked)
        if (self._strict_globs or program.name in self._strict) and (
            command.redirects or command.place.cwd != HERE or "/" in "".join([word.prefix for word in words[1:]])
        ):
            found += self._led(command, asked)
        if runs_scripts(command):
            for script in scripts_as_programs(command):
                found += self._forbidding(script.words, asked)
        if not found:
            return []  # of most commands, nothing is said
        if len(found) > 1:
            found = sorted(set(found))
        rules = self._rules
        return [rules[number] for number in found]

    def _meets_unknown(self, command: "Command") -> bool:
        """Tell whether rules about unknown programs may be about a command, if there are any."""
        if not any(self._unknown):
            return False
        from wicket.policy.matching.program_script_and_package_spellings import unknown_program

        return unknown_program(command) is not None

    def _renamed(self, command: "Command", program: Program, asked: "tuple[RuleIndex, ...]") -> list[int]:
        """Find the rules that may forbid a command by another name than its own."""
        found: list[int] = []
        other = amounts_to(command) if program.disguised else None
        while other is not None:  # `coverage run -m pip` is `python -m pip` is `pip`
            found += self._forbidding(other.words, asked)
            if (amounting := PROGRAMS[other.name or ""]).aliased:
                found += self._respelled(other, amounting, asked)
            other = amounts_to(other)
        if program.aliased:
            found += self._respelled(command, program, asked)
        return found

    def _led(self, command: "Command", asked: "tuple[RuleIndex, ...]") -> list[int]:
        """Find the rules that may forbid a command by files that it names in another way, or reads from its input."""
        words = command.words
        others = (from_here(command, self._world), with_input(command))
        led = [(words[0], *other) for other in others if other is not None]
        return [number for other in led for number in self._forbidding(other, asked)]

    def _respelled(self, command: "Command", program: Program, asked: "tuple[RuleIndex, ...]") -> list[int]:
        """Find the rules that may forbid a command by one of its other names, and keep those names."""
        kept: list[tuple[Command, bool]] = []
        self._others[id(command)] = command, kept  # as long as it is kept, no other has its id
        known = synonyms_of(program.aliased) or NOTHING
        found: list[int] = []
        if not self._strict_globs and known.names.isdisjoint(self._strict):
            return found
        given = _with_options(command)
        if not concerns(given, known):
            return found
        self._world.fuel.take(60 * len(given))
        for words, sure in synonyms(given, program.aliased, _first_operand(given, program)):
            self._world.fuel.take(60 + 20 * len(words))
            numbers = self._forbidding(words, asked)
            if numbers:
                kept.append((reworded(command, words), sure))
                found += numbers
        return found

    def _forbidding(self, words: "tuple[Word, ...]", asked: "tuple[RuleIndex, ...]") -> list[int]:
        """Find the rules that may forbid what another command amounts to."""
        found = self._about(words, PROGRAMS[words[0].text or ""], asked, whole=True)
        return [number for number in found if self._rules[number].strict]

    def _about(
        self, words: "tuple[Word, ...]", program: Program, asked: "tuple[RuleIndex, ...]", whole: bool = False
    ) -> list[int]:
        text = words[0].text
        base, known = text or "", program.name
        if program.by_path:
            base = base.rstrip("/").rpartition("/")[2]
            program = PROGRAMS[base]
            known = program.name
        # By its names, among the rules for any program, and by the names with a star.
        names = (base, "") if known == base else dict.fromkeys((base, known, without_ending(base), ""))
        entries = [index[name] for index, _ in asked for name in names if name in index]
        for _, globs in asked:
            if globs:
                entries += _by_globs(globs, text, base)
        found: list[int] = []
        texts: set[str] | None = None
        for general, special, more_than_allow in entries:
            found += general
            if not special:
                continue
            if texts is None:
                texts = _texts(words)
                for path in [text for text in texts if "/" in text]:
                    short = normalised(path)
                    whole_path = short if path[0] == "/" else normalised(f"{self._world.cwd}/{path}")
                    texts |= {short, short.removeprefix("./"), whole_path}
                if program.fetches:
                    texts |= names_in(texts)
                if not whole and program.respelled:
                    texts.add("")  # any word may be short for the one that a rule wants
            if "" in texts:
                if self._thoroughly:
                    for numbers in special.values():
                        found += numbers
                    continue
                found += more_than_allow
            if len(special) < len(texts):
                for word, numbers in special.items():
                    if word in texts:
                        found += numbers
            else:
                for word in texts:
                    found += special.get(word, ())
        return found

    def _for_program(self, name: str) -> list[CompiledRule]:
        """List the rules that are about a program, whatever words they want."""
        base = name.rstrip("/").rpartition("/")[2]
        found: set[int] = set()
        for key in {base, plain(base)}:
            for index, _ in (self._ordinary, self._unknown):
                general, special, _ = index.get(key, ((), {}, ()))
                found.update(general)
                for numbers in special.values():
                    found.update(numbers)
        return [self._rules[number] for number in sorted(found)]


def _by_globs(globs: "dict[str, IndexEntry]", text: "str | None", base: str) -> "list[IndexEntry]":
    """Find the rules whose program has a star in its name, by what it begins with.

    A bare name may be found in a folder that a rule forbids, and Windows takes PIP.EXE for pip.
    """
    if text is None:
        return list(globs.values())
    keys = {base[:1], plain(base)[:1], without_ending(base)[:1], FORBIDDEN_PATHS}
    if "/" in text:
        keys.add(SPELLED_PATHS)
    return [globs[key] for key in keys if key in globs]


def _with_options(command: "Command") -> "tuple[Word, ...]":
    """Give the words of a command, and the options that a variable adds to them."""
    words = command.words
    for assignment in (*command.changed, *command.assignments):
        if assignment.name.startswith(variable_families["arguments"]):
            value = assignment.value
            words += tuple([Word(text, value.start, value.end) for text in (value.text or "").split()])
    return words


def _first_operand(words: "tuple[Word, ...]", program: Program) -> int:
    """Say where options and their values end, if the tables know that; it matters where there are many."""
    if len(words) > _FEW and program.reading is not None and program.reading.deeper:
        operands = program.reading.read(words[1:]).operands
        return next((at for at, word in enumerate(words) if operands and word is operands[0]), 1)
    return 1


def _texts(words: "tuple[Word, ...]") -> set[str]:
    """The texts that a command's words may be for a pattern; an empty one where a word is not known."""
    texts = {word.text or "" for word in words[1:]}
    texts.update([text.partition("=")[2] or text for text in texts if "=" in text])
    return texts


def extra_work(program: "Program", words: "tuple[Word, ...]") -> int:
    """Say how much more a program takes whose words are code, or options that are found by how they begin."""
    if program.spoken:
        return WORK_OF_CODE * sum([20 + min(len(word.prefix), MAX_LENGTH) for word in words])
    return 5 * WORK_OF_WORD * len(words)
