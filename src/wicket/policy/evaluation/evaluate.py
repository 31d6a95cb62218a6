"""Judges every command of a script: rules first, then what the command does beside its words.

What no rule covers is left to `defaults.action`. What is not known or not understood is asked about,
whatever the default; where nothing is allowed that no rule allows, it is denied.
"""

from wicket.policy.decision import ALLOW, ASK, BY_WORD, PASS, Decision, unsure
from wicket.policy.evaluation import cel_conditions
from wicket.policy.evaluation.ask_about_code_and_unreadable_commands import (
    ask_about_code,
    ask_about_unreadable,
    ask_if_meant_for_another,
    has_signs,
    names_code,
    said_of_refused,
)
from wicket.policy.evaluation.command_effects import OF_CODE, effects
from wicket.policy.evaluation.compiled_rule import with_names
from wicket.policy.evaluation.default_action import DefaultAction
from wicket.policy.evaluation.hidden_commands_in_arguments_and_code import hidden_inside
from wicket.policy.evaluation.program_names_in_texts import Remembered
from wicket.policy.evaluation.rule_conditions import ConditionalRules
from wicket.policy.evaluation.rule_lookup_and_untrusted_budget import TOO_MANY, WORK_OF_COMMAND, WORK_OF_WORD
from wicket.policy.file_rules.embedded_paths_and_unmatched_globs import settled
from wicket.policy.file_rules.judge_files import judge_files
from wicket.policy.file_rules.path_resolution_and_links import links_of
from wicket.policy.file_rules.work_tree_and_writable_folders import only_writes
from wicket.policy.matching.lazy_command_views import Context
from wicket.policy.matching.positions_and_flags import Captures
from wicket.policy.patterns.globs_of_words_and_home_folder import NO, YES
from wicket.policy.verdict_and_evidence import Evidence, Match, Verdict, of_the_whole
from wicket.shell.programs.command_synonyms_and_python_modules import reworded
from wicket.shell.programs.copied_downloaded_emptied_and_backed_up_files import as_truncate
from wicket.shell.programs.powershell_and_cmd import may_be_meant
from wicket.shell.programs.program_lookup import is_known, summary
from wicket.shell.programs.subcommands import lacks_subcommand
from wicket.shell.programs.words_that_may_be_options_or_missing import chosen_option
from wicket.shell.read_result import Command
from wicket.shell.refusal_and_work_limit import TOO_MUCH, Spent
from wicket.shell.unknown_values import BRANCH
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.policy.evaluation.compiled_rule import CompiledRule
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Script

__all__ = ["conclude", "examine"]

_NONE: frozenset[int] = frozenset()


def examine(policy: "dict[str, Any]", script: "Script", world: "World", *, explaining: bool = False) -> list[Evidence]:
    """Judge every command by the rules, the file rules and what is known of programs. Validators come later.

    With `explaining`, the evidence also names the rule that came nearest and did not match, and says why it did not.
    """
    return _Examiner(policy, script, world, explaining=explaining).all()


def conclude(policy: "dict[str, Any]", script: "Script", found: list[Evidence]) -> Verdict:
    """Put what was found together: the strictest counts."""
    decision = ALLOW
    reason = fix = ""
    whole = _of_the_whole_text(policy, script)
    if whole is not None:
        decision = whole.decision
        ((_, reason, _, fix),) = whole.reasons
    for evidence in found:
        if evidence.decision is not decision and evidence.decision > decision:
            decision = evidence.decision
            _, said, message, fix = evidence.decisive()
            reason = message or said
    if decision is ALLOW and not reason:
        reason = "every command in it is allowed"
    verdict = Verdict(decision, reason, fix, (*found, whole) if whole is not None else tuple(found), script)
    if policy.get("contained"):
        from wicket.policy.evaluation.sandboxes_of_commands import sandboxes_of

        verdict.sandboxes = sandboxes_of(policy["default_sandbox"], found)
    return verdict


def _of_the_whole_text(policy: "dict[str, Any]", script: "Script") -> Evidence | None:
    """Say what is to be said of no command in particular: that the text is not understood, or has none."""
    refusal = script.refusal
    if refusal is None and script.commands:
        return None
    if refusal is None:
        decision = ALLOW if script.only_compares() else BY_WORD[policy["default"]]
        return of_the_whole(decision, "there is no command in it", code="no-command")
    decision = unsure(policy["default"])
    if refusal.reason == TOO_MUCH:
        reason = f"the text is {TOO_MUCH}, from line {refusal.line}, column {refusal.column} on"
        return of_the_whole(decision, reason, code="too-much")
    other, fix = said_of_refused(script)
    if other:
        return of_the_whole(decision, other, fix, code="other-shell")
    return of_the_whole(decision, f"the text is not understood: {refusal}", code="not-understood")


def _as_head(command: "Command", world: "World") -> "Command":
    """Give a command as it is judged: the branch that is checked out is `HEAD` to a push."""
    for word in command.words:
        if word.reason == BRANCH:
            from wicket.policy.matching.pushed_branches import with_head

            return with_head(command, world)
    return command


class _Examiner:
    def __init__(self, policy: "dict[str, Any]", script: "Script", world: "World", *, explaining: bool = False) -> None:
        self.policy = policy = with_names(policy)
        self.script = script
        self.world = world
        world.script = script
        self.explaining = explaining
        # Something is forbidden that a command could be made to run.
        self.hides = self.policy["hides"] or self.policy["default"] != "allow"
        self.quiet = not (explaining or policy["types"])  # where no rule is about a command, nobody else is asked
        self.rules = ConditionalRules(policy, script, world, thoroughly=explaining)
        self.unsure = unsure(policy["default"])
        every = (*script.commands, *script.alternatives) if script.alternatives else script.commands
        self.alone = len(script.commands) == 1
        self.running = {id(command.by) for command in every if command.by is not None} if len(every) > 1 else _NONE
        self.no_rule = DefaultAction(policy, script, world, self.rules, self.running)
        self.fuel = world.fuel
        self.fuel.refill()
        self.remembered: Remembered | None = None  # what has been looked at for hidden commands, once anything was

    def all(self) -> list[Evidence]:
        found: list[Evidence] = []
        try:
            self.links: set[tuple[str, ...]] = links_of(self.script, self.world)
            signs = has_signs(self.script)
            for command in self.script.commands:
                evidence = Evidence(command)
                found.append(evidence)
                self.judge(_as_head(command, self.world), evidence)
                if may_be_meant(command, signs):
                    ask_if_meant_for_another(command, self.script, evidence, self.unsure)
            # What a validator may still allow has to be allowed whatever the words turn out to be.
            if self.script.alternatives and (self.policy["types"] or all(one.decision < ASK for one in found)):
                found += self.otherwise()
            self.fuel.take(0)  # a condition keeps to itself what went wrong
        except Spent:
            # What was found counts, and for the rest this.
            if not found:
                found.append(Evidence(None))
            found[-1].add(self.unsure, f"the text is {TOO_MUCH}", code="too-much")
        return found

    def otherwise(self) -> list[Evidence]:
        """Judge what commands become if words turn out to be nothing, or a default: it may be, so it is asked about."""
        for command in self.script.alternatives:
            if command.words and not (command.assignments or command.redirects) and lacks_subcommand(command):
                continue
            evidence = Evidence(command)
            self.judge(command, evidence)
            if evidence.decision >= ASK:
                evidence.suppose(command.alternative, self.unsure)
                return [evidence]
        return []

    # ── one command ──────────────────────────────────────────────────────────

    def judge(self, command: "Command", evidence: Evidence) -> None:
        named: list[Word] = []
        redirects_read = False
        words = command.words
        fuel = self.fuel
        # As `fuel.take`, without a call: this is done for every command.
        fuel.left -= WORK_OF_COMMAND + WORK_OF_WORD * (len(words) + len(command.redirects) + len(command.changed))
        if fuel.left < 0:
            raise Spent
        if not (words or command.redirects or command.opaque):
            return  # it assigns, and what that changes is seen to where something is run
        if command.redirects or len(words) == 3:
            self.ask_about_emptied(command, evidence)
        if words and not command.calls:
            name = words[0].text
            if name is None:
                evidence.add(self.unsure, f"the program cannot be known: {words[0].reason}", code="unknown-program")
            elif (about := self.rules.about(command)) or not self.quiet:
                named, redirects_read = self.by_rules(about, command, name, evidence)
            else:
                self.no_rule.decide(command, name, evidence)
                self.look_inside(command, name, evidence)
        if command.by is not None and (spelled := self.no_rule.spelled.get(id(command.by))):
            _, captures = spelled
            if captures.copied:
                named += [word for word in words if any(word is one for one in captures.named)]
        if command.opaque:
            any_code = self.no_rule.default is ALLOW and not self.policy["hides"]
            passes = self.no_rule.default is PASS and not any(match.action != "allow" for match in evidence.matches)
            ask_about_unreadable(command, evidence, named, self.unsure, fuel, any_code=any_code, passes=passes)
        # What a policy teaches of a program may be opaque; that it is an unknown program stays as it is.
        if (not command.opaque or command.taught) and (
            command.vague is not False
            and self.hides
            and (chosen := chosen_option(command)) is not None
            and summary(command).runs
            and not self.gives_names(command)
        ):
            evidence.add(
                self.unsure,
                f"a word of it is not known, and may be an option by which it runs commands: {chosen.reason}",
                code="unknown-word",
            )
            evidence.stranger = self.explaining and not is_known(command.name or "")
        listed = effects(command)
        if command.code:
            if names_code(named):
                # A rule that names the option means whatever code there is; what is forbidden stays so.
                self.no_rule.told.add(id(command))
                listed = [effect for effect in listed if effect.by != OF_CODE]
            else:
                ask_about_code(command, evidence, self.policy, self.rules, self.world, self.memory(), self.unsure)
        if listed:
            before = len(evidence.reasons)
            judged = judge_files(self.policy, listed, command, self.world, evidence, self.links)
            if self.explaining and words and not is_known(command.name or ""):
                doubts = tuple(
                    f"it {one}" for one in listed if one.kind == "touch" and one.word and not one.word.reason
                )
                evidence.stranger |= any(said.startswith(doubts) for _, said, _, _ in evidence.reasons[before:])
            self.no_rule.not_covered(listed, judged, named, redirects_read, evidence)
            if evidence.left is not None and not command.opaque and only_writes(command, listed, judged):
                evidence.lift("`files.allow_write` covers what it writes")
        if self.policy["contained"] and self.policy["unknown_sandbox"] and evidence.decision is ASK:
            from wicket.policy.evaluation.sandboxes_of_commands import contain

            contain(evidence, self.policy, self.rules, self.world, self.memory)

    def by_rules(
        self, about: "list[CompiledRule]", command: "Command", name: str, evidence: Evidence
    ) -> tuple[list[Word], bool]:
        """Ask the rules. Gives the words that allow rules spell, and whether one looks at redirects."""
        named: list[Word] = []
        redirects_read = False
        runs = id(command) in self.running
        context = self.rules.context(command)
        if self.alone:
            context.literal = settled(self.script, self.world)
        allowed = False
        for rule in about:
            when = rule.when
            if rule.scope:
                said = self.rules.level_of_stranger(rule, command, context, runs=runs)
                if said is None:  # all that follow are of strangers, too
                    evidence.add(self.unsure, TOO_MANY, code="too-much")
                    break
                level, captures, why = said
            else:
                level, captures, why = self.rules.level(rule, command, context, runs=runs)
            if level == NO:
                if why and self.explaining:
                    evidence.nearest = rule.match(why, sure=False)
                continue
            found = rule.match(why, sure=level == YES)
            # What only may match, and what nobody trusts, can tighten: it does not speak in the place of the default.
            evidence.spoken = evidence.spoken or (level == YES and rule.scope == 0)
            if not rule.strict:
                if why:
                    evidence.matches.append(found)
                    evidence.add(ASK, f"`{found}`: {why}", code="condition")
                elif level != YES:
                    found.why = context.doubt()
                    evidence.nearest = found
                elif (rule.sandbox or self.policy["default_sandbox"]) and not self.policy["contained"]:
                    found.why = "it names a sandbox, and nothing enforces one"
                    evidence.matches.append(found)
                    evidence.add(ASK, f"`{found}`: {found.why}", rule.message, code="sandbox")
                else:
                    allowed = True
                    evidence.matches.append(found)
                    if rule.sandbox:
                        evidence.sandboxes += (rule.sandbox,)
                    named += captures.named
                    redirects_read = redirects_read or (bool(when) and "redirects" in cel_conditions.reads(when))
                    if runs:
                        self.no_rule.spelled[id(command)] = str(found), captures
                    if captures.copied:
                        self.no_rule.whole.add(id(command))
                        if not command.alternative and any(word.reasons for word in command.words):
                            self.no_rule.copied[command.span] = str(found), captures
            else:
                evidence.matches.append(found)
                if rule.sandbox:
                    evidence.sandboxes += (rule.sandbox,)
                self.strict(found, BY_WORD[rule.action], level, evidence, context)
            if rule.validators:
                evidence.validators += [one for one in rule.validators if one not in evidence.validators]
        if self.explaining and evidence.nearest is None:
            missed = self.rules.nearest(command, context, at_least=1 if evidence.matches else 0)
            if missed is not None:
                rule, why = missed
                evidence.nearest = rule.match(why, sure=False)
        if self.policy["types"]:
            self.ask_types(command, context, evidence)
        if not allowed:
            self.no_rule.decide(command, name, evidence)
        self.look_inside(command, name, evidence)
        return named, redirects_read

    def ask_about_emptied(self, command: "Command", evidence: Evidence) -> None:
        """Ask about a file that is emptied, if a rule asks about truncating it. What is denied is truncate alone."""
        emptied = as_truncate(command)
        if emptied is None:
            return
        other = reworded(command, emptied)
        context = self.rules.context(other)
        for rule in self.rules.about(other):
            if rule.action == "ask" and not rule.scope and self.rules.level(rule, other, context, runs=False)[0] == YES:
                found = rule.match("", sure=True)
                evidence.matches.append(found)
                self.strict(found, ASK, YES, evidence, context)

    def look_inside(self, command: "Command", name: str, evidence: Evidence) -> None:
        """Ask about a command among what an unknown program is given, if a rule is about it."""
        if evidence.decision >= ASK:
            return
        runs = id(command) in self.running
        inside = hidden_inside(command, self.policy, self.rules, self.world, self.memory, runs=runs)
        if inside:
            evidence.add(self.unsure, f"{name} may run {inside}", code="hidden-command")
            evidence.stranger = self.explaining and not is_known(name)

    def gives_names(self, command: "Command") -> bool:
        """Tell whether all that is not known of a command are names of files which another one lists: `$(find src)`.

        A program of which nothing is known may run what it is given, whoever has chosen that.
        """
        from wicket.policy.file_rules.unknown_words_as_listed_file_names import names_no_option

        return is_known(command.name or "") and names_no_option(command, self.world)

    def memory(self) -> Remembered:
        if self.remembered is None:
            self.remembered = Remembered(self.script.text)
        return self.remembered

    def strict(self, found: Match, decision: Decision, level: int, evidence: Evidence, context: Context) -> None:
        if level == YES:
            # Nobody has written what stands for a file that does not load: that is said, and no rule is named.
            said = f"`{found}` matches" if found.line or found.pattern != "*" or not found.message else found.message
            evidence.add(decision, said, found.message, found.fix_suggestion, code="rule")
        else:
            unknown = min(decision, self.unsure)
            said = f"`{found}` may match: {found.why or context.doubt()}"
            evidence.add(unknown, said, "", found.fix_suggestion, code="unknown-word")

    def ask_types(self, command: "Command", context: Context, evidence: Evidence) -> None:
        """Note the validators that are to be asked about this command."""
        for name, kind in self.policy["types"].items():
            if name in evidence.validators:
                continue
            if kind.commands is None or any(
                self.rules.one(bound, command, context, True, Captures(), named=named)
                for bound, named in [self.rules.in_home(pattern, True) for pattern in kind.commands]
            ):
                evidence.validators.append(name)
