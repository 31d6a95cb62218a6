"""Matches the rules of a policy with a command, by all its names and spellings; `rule_lookup_…` finds which to ask."""

from wicket.policy.evaluation.compiled_rule import CompiledRule
from wicket.policy.evaluation.rule_lookup_and_untrusted_budget import RuleLookup
from wicket.policy.matching.flag_and_option_variable_spellings import handed_on, may_be_off
from wicket.policy.matching.lazy_command_views import Context
from wicket.policy.matching.literal_command_match import is_copy, is_program, remember
from wicket.policy.matching.path_patterns import paths_of
from wicket.policy.matching.pattern_match import Matcher
from wicket.policy.matching.positions_and_flags import Captures
from wicket.policy.matching.program_name_match import match_program
from wicket.policy.matching.program_script_and_package_spellings import (
    from_here,
    is_sourced,
    runs_scripts,
    scripts_as_programs,
    some_version,
)
from wicket.policy.matching.rm_find_chmod_kill_and_other_argument_spellings import respelled
from wicket.policy.patterns.compiled_pattern import COPIED, Pattern
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES, bound, is_marked, lies_in_home
from wicket.shell.programs.command_synonyms_and_python_modules import amounts_to, reworded
from wicket.shell.programs.process_numbers import with_numbers
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.read_result import HERE
from wicket.shell.refusal_and_work_limit import Spent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from wicket.policy.matching.lazy_command_views import Named
    from wicket.shell.read_result import Command
    from wicket.shell.words import Word

__all__ = ["WORK_OF_PATTERN", "Rules"]

# What comparing a command with a pattern takes, before its words are looked at.
WORK_OF_PATTERN = 80
# What finding out takes that a rule, by what else it says, is not about a command.
WORK_OF_RULE = 30


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
    if strict and ("/" in text or command.redirects or command.place.cwd != HERE):
        return None  # it may be a file that the rule names in another way
    if sequence[0].fits(word):
        return YES if len(sequence) == 2 and sequence[1].kind == "star" and not flags else None
    return NO if all(flag.kind == "noflag" or (flag.kind == "flag" and flag.value is None) for flag in flags) else None


# What may stand before the first word: options, a toolchain, and what vanishes.
_BEFORE_THE_FIRST = ("", "-", "+")


class Rules(RuleLookup):
    """The rules of a policy, asked in one world."""

    __slots__ = ()

    def matching(
        self, rule: CompiledRule, command: "Command", context: "Context", traced: bool = False
    ) -> "tuple[int, Captures]":
        """Match a rule. `traced`: it matters what placeholders stand for, and which words are spelled."""
        self._world.fuel.take(WORK_OF_RULE)
        if rule.program:
            if context.unknown is None:
                return NO, Captures()
            command, context = context.unknown.command, context.unknown
            if rule.spelled and not self._amounts_to_more(command, context) and not context.spells(rule.spelled):
                return NO, Captures()  # as are most of the rules that any unknown program meets
        level, captures = self._matching(rule, command, context, traced)
        if rule.program and level != YES:
            return NO, captures  # any word of an unknown program may be anything
        if level != NO and rule.to:
            from wicket.policy.matching.localhost_requests import goes_to

            level = min(level, goes_to(rule.to, command, self._world))
        if level != NO and rule.carries:
            from wicket.policy.matching.carried_files_and_secrets import carries

            level = level if carries(rule.carries, command) else NO
        if level != NO and rule.mounts:
            from wicket.policy.file_rules.container_mounts import mounts

            level = min(level, mounts(rule.mounts, command, self._world))
        if level == MAYBE and rule.action == "ask" and context.literal is not None:
            # A glob that no file answers to is the text itself, and that may be none of what the rule is about. A
            # denial does not rely on what lies in the folder at this moment.
            other = reworded(command, context.literal)
            level = min(level, self._best(rule, other, Context(other, self._world), True, False)[0])
        if level == MAYBE and rule.strict and command.vague is not False:
            level = self._with_names(rule, command, level)
        if level != NO and rule.exceptions and self.excepted(rule, command, context):
            level = NO
        return level, captures

    @staticmethod
    def _amounts_to_more(command: "Command", context: "Context") -> bool:
        """Tell whether a command may be matched in other words than those that its views have."""
        if context.amounts_to_more is None:
            program = PROGRAMS[command.name or ""]
            context.amounts_to_more = bool(
                program.renamed or command.assignments or command.changed or runs_scripts(command)
            )
        return context.amounts_to_more

    def _with_names(self, rule: CompiledRule, command: "Command", level: int) -> int:
        """Say how surely a rule matches, where words that are not known are names that a program lists: no options.

        For kill, what is in a file for the number of a process is a number.
        """
        from wicket.policy.file_rules.unknown_words_as_listed_file_names import with_names

        words = with_numbers(command) or with_names(command, self._world)
        if words is None:
            return level
        other = reworded(command, words)
        return min(level, self._best(rule, other, Context(other, self._world), True, False)[0])

    def excepted(self, rule: CompiledRule, command: "Command", context: "Context") -> str:
        """Give the pattern by which a rule is not about a command: of an allow, one that may match; else a sure one."""
        enough = YES if rule.strict else MAYBE
        if rule.strict and PROGRAMS[command.name or ""].disguised and (other := amounts_to(command)) is not None:
            best, _ = self._best(rule, command, context, True, False)
            if best == NO:  # then it is about `other`: `python -m uv sync` is `uv sync`
                command, context = other, Context(other, self._world)
        for one in rule.exceptions:
            level, _ = self._matching(one, command, context)
            if level >= enough and not (rule.strict and self._means_more(one, command)):
                return one.pattern
        return ""

    def _means_more(self, exception: CompiledRule, command: "Command") -> bool:
        """Tell whether a command in other words that mean the same is none that an exception covers."""
        if not PROGRAMS[command.name or ""].respelled:
            return False
        for words in respelled(command, self._world, cut_short=False):
            other = reworded(command, (command.words[0], *words))
            level, _ = self._matching(exception, other, Context(other, self._world))
            if level != YES:
                return True
        return False

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
        if best == NO and (command.assignments or command.changed):
            from wicket.policy.matching.flag_and_option_variable_spellings import with_options_in_variables

            spelled = with_options_in_variables(command)
            if spelled is not None:
                other = reworded(command, spelled)
                best, captured = self._best(rule, other, Context(other, self._world), strict, traced)
        if best == NO and runs_scripts(command) and (rule.is_about_path or not is_sourced(command)):
            for other in scripts_as_programs(command):
                level, captures = self._best(rule, other, Context(other, self._world), strict, traced)
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
        if rule.spelled and not context.spells(rule.spelled):
            return NO, captured  # of a program that is unknown, what only may match does not count
        if not rule.names_paths and len(rule.patterns) == 1:
            level = self.one(rule.patterns[0], command, context, strict, captured, traced, excepting=rule.excepting)
            return level, captured
        for pattern, named in self.patterns_of(rule):
            captures = captured if best == NO else Captures()
            level = self.one(pattern, command, context, strict, captures, traced, named, rule.excepting)
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
        excepting: bool = False,
    ) -> int:
        """Match one pattern, and keep in `captures` what it found. `named` are the paths that it names.

        `excepting`: if it matches, a rule that forbids is not about the command.
        """
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
                matcher = Matcher(view, strict, context.paths(strict), self._world.fuel, excepting)
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
            if best == YES and may_be_off(pattern, command.words):
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

    def wraps(self, command: "Command") -> bool:
        """Tell whether the policy declares a command as a wrapper."""
        return any(match_program(one.program, command, self._world, strict=True) for one in self._wrappers)
