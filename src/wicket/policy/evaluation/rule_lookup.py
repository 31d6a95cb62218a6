"""Which rules of a policy speak about a command, and how surely.

An index by program and first word finds the few that may be about a command;
its best pattern counts.
"""

from wicket.policy.evaluation.compiled_rule import CompiledRule
from wicket.policy.evaluation.untrusted_rules_budget import extra_work
from wicket.policy.matching.command_context import Context
from wicket.policy.matching.flag_match import Captures
from wicket.policy.matching.flags_after_double_dash import handed_on
from wicket.policy.matching.literal_command_match import is_copy, is_program, remember
from wicket.policy.matching.negated_flags import may_be_off
from wicket.policy.matching.package_versions import names_in, some_version
from wicket.policy.matching.path_patterns import normalised, paths_of
from wicket.policy.matching.pattern_match import Matcher
from wicket.policy.matching.program_name_match import match_program
from wicket.policy.matching.relative_paths_and_input import from_here, with_input
from wicket.policy.patterns.compiled_pattern import Pattern
from wicket.policy.patterns.globs import MAYBE, NO, YES, any_of
from wicket.policy.patterns.home_folder import bound, is_marked, lies_in_home
from wicket.policy.patterns.literal_command_patterns import COPIED
from wicket.shell.catalogue.compiled_catalogue import variable_families
from wicket.shell.catalogue.synonym_tables import NOTHING, synonyms_of
from wicket.shell.programs.command_synonyms import concerns, synonyms
from wicket.shell.programs.program_lookup import PROGRAMS, Program, amounts_to, plain, reworded
from wicket.shell.read_result import HERE
from wicket.shell.words import Word
from wicket.shell.work_limit import Fuel, Spent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from wicket.policy.evaluation.compiled_rule import IndexEntry, StoredRules
    from wicket.policy.machine_view import World
    from wicket.policy.matching.command_context import Named
    from wicket.shell.read_result import Command

__all__ = ["Rules"]

# What comparing a command with a pattern takes, before its words are looked at.
WORK_OF_PATTERN = 80

# In so few words, a subcommand is found wherever it stands.
_FEW = 6


class Rules:
    """The rules of a policy, asked in one world."""

    __slots__ = (
        "_bound",
        "_general",
        "_index",
        "_others",
        "_rules",
        "_spare",
        "_strict",
        "_strict_globs",
        "_thoroughly",
        "_world",
        "_wrappers",
    )

    def __init__(self, policy: "dict[str, Any]", world: "World", *, thoroughly: bool = False) -> None:
        """Take a policy in which what is stored has names.

        With `thoroughly`, rules that only may allow are looked at as well: they decide nothing, but explain.
        """
        self._thoroughly = thoroughly
        self._rules: StoredRules = policy["rules"]
        self._index: dict[str, IndexEntry] = policy["index"]
        self._general = self._index.get("")  # of rules for any program
        self._wrappers: tuple[Pattern, ...] = policy["wrappers"]
        self._strict: frozenset[str] = policy["strict"]  # names of programs that a rule forbids or asks about
        self._strict_globs = bool(policy["strict_globs"])
        # Of each command: what does the same by another name that a rule may forbid, and whether that is sure.
        self._others: dict[int, tuple[Command, list[tuple[Command, bool]]]] = {}
        # Of rules that name a path: their patterns in this home, each with the paths that it names.
        self._bound: dict[int, list[tuple[Pattern, Named | None]]] = {}
        self._world = world
        self._spare = Fuel() if thoroughly else world.fuel  # explaining takes nothing from what judging may be

    def about(self, command: "Command") -> list[CompiledRule]:
        """Find the rules that may be about a command, by its program and its words, as they stand in the policy."""
        words = command.words
        program = PROGRAMS[words[0].text or ""]
        if program.weighty and len(words) > 1:
            self._world.fuel.take(extra_work(program, words))
        found = self._about(words, program)
        if program.renamed:
            found += self._renamed(command, program)
        if (self._strict_globs or program.name in self._strict) and (
            command.redirects or command.place.cwd != HERE or "/" in "".join([word.prefix for word in words[1:]])
        ):
            found += self._led(command)
        if not found:
            return []  # of most commands, nothing is said
        if len(found) > 1:
            found = sorted(set(found))
        rules = self._rules
        return [rules[number] for number in found]

    def _renamed(self, command: "Command", program: Program) -> list[int]:
        """Find the rules that may forbid a command by another name than its own."""
        found: list[int] = []
        if program.disguised and (other := amounts_to(command)) is not None:
            found += self._forbidding(other.words)
        if program.aliased:
            found += self._respelled(command, program)
        return found

    def _led(self, command: "Command") -> list[int]:
        """Find the rules that may forbid a command by files that it names in another way, or reads from its input."""
        words = command.words
        others = (from_here(command, self._world), with_input(command))
        return [number for other in others if other is not None for number in self._forbidding((words[0], *other))]

    def _respelled(self, command: "Command", program: Program) -> list[int]:
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
            numbers = self._forbidding(words)
            if numbers:
                kept.append((reworded(command, words), sure))
                found += numbers
        return found

    def _forbidding(self, words: "tuple[Word, ...]") -> list[int]:
        """Find the rules that may forbid what another command amounts to."""
        found = self._about(words, PROGRAMS[words[0].text or ""], whole=True)
        return [number for number in found if self._rules[number].strict]

    def _about(self, words: "tuple[Word, ...]", program: Program, whole: bool = False) -> list[int]:
        base, known = words[0].text or "", program.name
        if program.by_path:
            base = base.rstrip("/").rpartition("/")[2]
            program = PROGRAMS[base]
            known = program.name
        named = self._index.get(base)
        if named is None and known == base and self._general is None:
            return []
        found: list[int] = []
        texts: set[str] | None = None
        for entry in (named, self._index.get(known) if known != base else None, self._general):
            if entry is None:
                continue
            general, special, more_than_allow = entry
            found += general
            if not special:
                continue
            if texts is None:
                texts = _texts(words)
                for text in [text for text in texts if "/" in text]:
                    short = normalised(text)
                    whole_path = short if text[0] == "/" else normalised(f"{self._world.cwd}/{text}")
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
                for text in texts:
                    found += special.get(text, ())
        return found

    def matching(
        self, rule: CompiledRule, command: "Command", context: "Context", traced: bool = False
    ) -> "tuple[int, Captures]":
        """Match a rule. `traced`: it matters what placeholders stand for, and which words are spelled."""
        level, captures = self._matching(rule, command, context, traced)
        if level != NO and rule.to:
            from wicket.policy.matching.localhost_requests import goes_to

            level = min(level, goes_to(rule.to, command))
        if level != NO and rule.carries:
            from wicket.policy.matching.file_contents_in_words import carries_files

            level = level if carries_files(command) else NO
        if level != NO and rule.exceptions and self.excepted(rule, command, context):
            level = NO
        return level, captures

    def excepted(self, rule: CompiledRule, command: "Command", context: "Context") -> str:
        """Give the pattern by which a rule is not about a command: of an allow, one that may match; else a sure one."""
        enough = YES if rule.strict else MAYBE
        if rule.strict and PROGRAMS[command.name or ""].disguised and (other := amounts_to(command)) is not None:
            best, _ = self._best(rule, command, context, True, False)
            if best == NO:  # then it is about `other`: `python -m uv sync` is `uv sync`
                command, context = other, Context(other, self._world)
        for one in rule.exceptions:
            level, _ = self._matching(one, command, context)
            if level >= enough:
                return one.pattern
        return ""

    def _matching(
        self, rule: CompiledRule, command: "Command", context: "Context", traced: bool = False
    ) -> "tuple[int, Captures]":
        strict = rule.strict
        best, captured = self._best(rule, command, context, strict, traced)
        if not strict or best == YES:
            return best, captured
        program = PROGRAMS[command.name or ""]
        if program.disguised and (other := amounts_to(command)) is not None:
            level, captures = self._matching(rule, other, Context(other, self._world), traced)
            if level > best:
                best, captured = level, captures
        if program.aliased:
            if id(command) not in self._others:
                self.about(command)
            _, others = self._others[id(command)]
            for other, sure in others:
                level, captures = self._best(rule, other, Context(other, self._world), strict, traced)
                level = level if sure else min(MAYBE, level)
                if level > best:
                    best, captured = level, captures
        return best, captured

    def _best(
        self, rule: CompiledRule, command: "Command", context: "Context", strict: bool, traced: bool
    ) -> "tuple[int, Captures]":
        """Match each pattern of a rule; the best one counts."""
        best, captured = NO, Captures()
        if not rule.names_paths and len(rule.patterns) == 1:
            return self.one(rule.patterns[0], command, context, strict, captured, traced), captured
        for pattern, named in self.patterns_of(rule):
            captures = captured if best == NO else Captures()
            level = self.one(pattern, command, context, strict, captures, traced, named)
            if level > best:
                best, captured = level, captures
                if level == YES:
                    break
        return best, captured

    def patterns_of(self, rule: CompiledRule) -> "Iterable[tuple[Pattern, Named | None]]":
        """Give the patterns of a rule as they are asked in this home, each with the paths that it names."""
        if not rule.names_paths:
            return [(pattern, None) for pattern in rule.patterns]
        found = self._bound.get(id(rule))
        if found is None:
            found = self._bound[id(rule)] = [self.in_home(pattern, rule.strict) for pattern in rule.patterns]
        return found

    def in_home(self, pattern: "Pattern", strict: bool) -> "tuple[Pattern, Named | None]":
        """Put the home into a pattern, and list the paths that it names."""
        self._world.fuel.take(WORK_OF_PATTERN)
        made = Pattern(bound(pattern.stored, self._world, strict)) if is_marked(pattern.stored) else pattern
        _, sequence, flags, _ = made.stored
        globs = paths_of((sequence, flags), strict)
        return made, (globs, [glob for glob in globs if lies_in_home(glob, self._world)]) if globs else None

    def one(
        self,
        pattern: "Pattern",
        command: "Command",
        context: "Context",
        strict: bool,
        captures: Captures,
        traced: bool = False,
        named: "Named | None" = None,
    ) -> int:
        """Match one pattern, and keep in `captures` what it found. `named` are the paths that it names."""
        self._world.fuel.take(WORK_OF_PATTERN)
        program = pattern.program
        level = match_program(program, command, self._world, strict=strict)
        if pattern.kind == COPIED:
            if (level == NO and not is_program(program.globs, command, context)) or not is_copy(
                pattern, command, context
            ):
                return NO
            remember(captures, pattern, command, context)
            return YES
        if level == NO:
            return NO
        soon = _by_first_word(pattern, command, strict) if named is None else None
        if soon == NO:
            return NO
        if (soon == YES and not traced) or pattern.any_words:
            best = level
        else:
            best = NO
            for view in context.views(strict, pattern.kind, named):
                matcher = Matcher(view, strict, context.paths(strict), self._world.fuel)
                found = min(level, matcher.match(pattern.sequence, pattern.flags))
                if found > best:
                    best = found
                    if traced:
                        matcher.trace()
                    captures.take(matcher.captures)
                    if best == level:
                        break  # no other view can do better
        if not strict and soon != YES:
            best = min(level, self._in_other_words(pattern, context, best, captures))
            if best == YES and pattern.flags and may_be_off(pattern, command.words):
                best = MAYBE
        if best:
            if program.kind in ("any", "var"):
                captures.vars[program.name] = command.words[0]
            captures.named.append(command.words[0])
        return best

    def _in_other_words(self, pattern: "Pattern", context: "Context", best: int, captures: Captures) -> int:
        """Say how surely an allow covers a command, by what its words mean and not by how they are spelled."""

        def level(words: "tuple[Word, ...]", spelled: "Word | None" = None, name: str = "") -> int:
            view = context.with_words(words, pattern.kind)
            matcher = Matcher(view, False, context.paths(False), self._world.fuel)
            found = matcher.match(pattern.sequence, pattern.flags)
            if found and best == NO:
                matcher.trace()
                captures.take(matcher.captures)
                captures.named += [spelled] if spelled is not None else []
                captures.texts += [name] if name else []
            return found

        excludes = bool(best) and any(flag.kind == "noflag" for flag in pattern.flags)
        if excludes and not pattern.kind and (words := handed_on(context.command)) is not None:
            best = min(best, level(words))
        if best and any(element.kind == "not" for element in pattern.sequence):
            # What is excluded is excluded by whatever path leads there.
            relative = from_here(context.command, self._world)
            best = min(best, level(relative)) if relative is not None else best
        if best == NO and (versioned := some_version(context.command)) is not None:
            return level(*versioned)
        pushed = context.pushed
        if pushed is None:
            return best
        from wicket.policy.matching.pushed_branches import is_about_branches

        if best and is_about_branches(pattern):
            # What a star or a negation swallows of a refspec may name another branch: `topic/x:main`.
            # And whoever excludes a branch means each spelling of it.
            count = min if any(element.kind == "not" for element in pattern.sequence) else max
            return min([best, *[count(map(level, spellings)) for spellings in pushed.each()]])
        if best == NO and (words := pushed.surely()) is not None:
            best = level(words)
            if best and is_about_branches(pattern):
                best = min([best, *[max(map(level, spellings)) for spellings in pushed.each()]])
        return best

    def nearest(self, command: "Command", context: "Context", at_least: int) -> "tuple[CompiledRule, str] | None":
        """Find the rule for this program that lacks the least, and what that is."""
        from wicket.policy.matching.near_misses import near_miss

        most = at_least
        best: tuple[CompiledRule, str] | None = None
        judging, self._world.fuel = self._world.fuel, self._spare
        try:
            for rule in self._for_program(command.words[0].text or ""):
                strict = rule.strict
                for pattern, named in self.patterns_of(rule):
                    if pattern.kind == COPIED:
                        continue
                    if match_program(pattern.program, command, self._world, strict=strict) == NO:
                        continue
                    for view in context.views(strict, pattern.kind, named):
                        found = near_miss(pattern, view, strict, context.paths(strict), self._spare)
                        if found is None:
                            continue
                        score, why = found
                        if score >= most:  # of equals the last: one's own come after presets
                            most, best = score, (rule, why)
        except Spent:
            pass  # the nearest of those that were looked at
        finally:
            self._world.fuel = judging
        return best

    def _for_program(self, name: str) -> list[CompiledRule]:
        """List the rules that are about a program, whatever words they want."""
        base = name.rstrip("/").rpartition("/")[2]
        found: set[int] = set()
        for key in {base, plain(base)}:
            general, special, _ = self._index.get(key, ((), {}, ()))
            found.update(general)
            for numbers in special.values():
                found.update(numbers)
        return [self._rules[number] for number in sorted(found)]

    def wraps(self, command: "Command") -> bool:
        """Tell whether the policy declares a command as a wrapper."""
        return any(match_program(one.program, command, self._world, strict=True) for one in self._wrappers)


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


def _by_first_word(pattern: "Pattern", command: "Command", strict: bool) -> int | None:
    """Match a command by the word that stands right behind its program, where that decides. None: it does not.

    However its words are looked at, that one is the first.
    """
    sequence, flags = pattern.sequence, pattern.flags
    words = command.words
    if len(words) < 2 or not sequence or sequence[0].kind != "lit":
        return None
    word = words[1]
    text = word.text
    if text is None or text[:1] in _BEFORE_THE_FIRST:
        return None
    program = PROGRAMS[words[0].text or ""]
    if program.respelled or program.fetches or (program.reading is not None and program.reading.joined):
        return None
    wanted = sequence[0].globs
    if strict and ("/" in text or command.redirects or command.place.cwd != HERE):
        return None  # it may be a file that the rule names in another way
    if (text,) in wanted or any_of(wanted, word):
        return YES if len(sequence) == 2 and sequence[1].kind == "star" and not flags else None
    return NO if all(flag.kind == "noflag" or (flag.kind == "flag" and flag.value is None) for flag in flags) else None


# What may stand before the first word: options, a toolchain, and what vanishes.
_BEFORE_THE_FIRST = ("", "-", "+")
