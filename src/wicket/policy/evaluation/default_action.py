"""What becomes of a command that no allow rule is sure of: it may need none, or another covers it; else, the default.

A rule that allows a command also covers what this one runs, if it spells that.
"""

from wicket.policy.decision import ALLOW, BY_WORD, PASS
from wicket.policy.file_rules.file_effect import SCRIPT
from wicket.policy.file_rules.judge_files import WORK_OF_PLACE
from wicket.policy.file_rules.path_resolution_and_links import locate
from wicket.policy.file_rules.work_tree_and_writable_folders import in_project
from wicket.policy.matching.literal_command_match import spells
from wicket.policy.patterns.globs_of_words_and_home_folder import YES
from wicket.policy.verdict_and_evidence import NO_RULE
from wicket.shell.catalogue.compiled_catalogue import traits
from wicket.shell.characters import listed
from wicket.shell.programs.subcommands import full_name
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Set
    from typing import Any

    from wicket.policy.decision import Decision
    from wicket.policy.evaluation.rule_match import Rules
    from wicket.policy.file_rules.file_effect import Effect
    from wicket.policy.machine_view import World
    from wicket.policy.matching.positions_and_flags import Captures
    from wicket.policy.verdict_and_evidence import Evidence
    from wicket.shell.read_result import Command, Script

__all__ = ["DefaultAction", "is_taught_all"]

# They change nothing outside of the shell that runs the text.
_NEED_NO_RULE = listed(": true false read break continue return shift local")

# What these run is run by a shell; what others run is a program, even if a shell has a word that is called so.
_HAVE_BUILTINS = listed("command builtin eval trap source . bash sh dash zsh ksh")

_BUILTINS = listed(
    """
    alias bg bind builtin caller cd command compgen complete compopt declare dirs disown echo enable eval exec exit
    export fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray
    readonly return set shift shopt source suspend test times trap type typeset ulimit umask unalias unset wait . : [
    [[ true false
    """
)


# The work tree, as a list of folders names it.
_PROJECT = ((".", ""),)

_EFFECT_CODES = {"change": "variable", "option": "unknown-word"}


class DefaultAction:
    """What holds where no rule decides, for the commands of one script."""

    __slots__ = ("copied", "default", "require", "rules", "running", "script", "spelled", "told", "whole", "world")

    def __init__(
        self, policy: "dict[str, Any]", script: "Script", world: "World", rules: "Rules", running: "Set[int]"
    ) -> None:
        self.script = script
        self.world = world
        self.rules = rules
        self.running = running
        self.default: Decision = BY_WORD[policy["default"]]
        self.require: tuple[str, tuple[str, ...]] | None = policy["require"]  # `require_command_in_path`, if it is on
        # For each command that runs another one: the rule that allows it, and what that spells.
        self.spelled: dict[int, tuple[str, Captures]] = {}
        # Rules that spell every word of a command, by where it stands, if it has unknown words.
        self.copied: dict[tuple[int, int], tuple[str, Captures]] = {}
        self.told: set[int] = set()  # commands whose code a rule means, whatever it is
        self.whole: set[int] = set()  # commands of which a rule spells every word

    def decide(self, command: "Command", name: str, evidence: "Evidence") -> None:
        """Decide about a command that no allow rule is sure of."""
        if evidence.spoken and evidence.decision is not ALLOW:
            return
        if name in _NEED_NO_RULE and _is_builtin(command, name):
            evidence.add(ALLOW, f"{name} needs no rule", code="no-rule-needed")
            return
        runs = id(command) in self.running
        if command.alternative and command.by is None and command.span in self.copied:
            # Whoever wrote that rule knew as little what the words turn out to be.
            evidence.spoken = True
            rule, captures = self.copied[command.span]
            evidence.add(ALLOW, f"`{rule}` spells it", code="rule")
            if runs:
                self.spelled[id(command)] = rule, captures
            return
        spelled = self.spelled.get(id(command.by)) if command.by is not None else None
        if spelled is not None:
            rule, captures = spelled
            if spells(captures, command):
                evidence.spoken = True
                evidence.add(ALLOW, f"`{rule}` spells it", code="rule")
                if runs:
                    self.spelled[id(command)] = spelled
                return
        if runs:
            base = name.rpartition("/")[2]
            # Of what a policy teaches of it, one may run something where the wrapper that is declared does not match.
            if ("transparent" in traits(base) and not command.runs_written) or (
                self.rules.wraps(command) and (not command.taught or is_taught_all(command))
            ):
                evidence.add(ALLOW, f"what {base} runs is judged", code="no-rule-needed")
                return
        if command.by is not None and id(command.by) in self.told:
            evidence.add(ALLOW, "a rule covers the code that runs it", code="rule")
            return
        if self.require is not None and self.missing(name, self.require, evidence):
            return
        evidence.left = len(evidence.reasons)
        called = full_name(command)
        evidence.add(self.default, f"{NO_RULE}`{called}`" if called else f"{NO_RULE}it", code="no-rule")

    def not_covered(
        self, listed: "list[Effect]", judged: set[int], named: "list[Word]", redirects_read: bool, evidence: "Evidence"
    ) -> None:
        """Leave to the default what an allow does not cover. A rule that spells every word covers operands, too."""
        command = evidence.command
        spelled = command.words if command is not None and id(command) in self.whole else ()
        for number, effect in enumerate(listed):
            if not effect.own or number in judged or (effect.by == "redirect" and redirects_read):
                continue
            if any(word.text == effect.by for word in named):
                continue
            if effect.kind == "load" and self.is_of_project(effect, command):
                continue
            if effect.by == "operand" and effect.word is not None and any(effect.word is word for word in spelled):
                continue
            code = _EFFECT_CODES.get(effect.kind, "redirect" if effect.by == "redirect" else "effect")
            evidence.add(self.default, f"it {effect}" if effect.kind != "change" else str(effect), code=code)

    def is_of_project(self, effect: "Effect", command: "Command | None") -> bool:
        """Tell whether what is loaded surely lies in the work tree, or is a script that a rule for interpreters means.

        Where the rest is left to the agent (`pass`), scripts from elsewhere are among the rest.
        """
        if effect.by == SCRIPT and self.default is not PASS:
            return True
        if effect.word is None or command is None:
            return False
        word = effect.word
        if word.reason is None and word.prefix[:1] == "~" and word.prefix[1:2] in ("", "/"):
            word = Word(self.world.home + word.prefix[1:], word.start, word.end)
        self.world.fuel.take(WORK_OF_PLACE)
        where = locate(word, command.place, self.world)
        return where.surely_within(in_project(_PROJECT, self.world), self.world) == YES

    def missing(self, name: str, require: "tuple[str, tuple[str, ...]]", evidence: "Evidence") -> bool:
        """See to `require_command_in_path`."""
        action, ignored = require
        if "/" in name or name in ignored or self.world.which(name) is not None:
            return False
        # What is not read here may define functions.
        if name in _BUILTINS or any(other.name in ("source", ".", "eval") for other in self.script.commands):
            return False
        evidence.add(BY_WORD[action], f"there is no program {name} on the PATH", code="not-on-path")
        return True


def is_taught_all(command: "Command") -> bool:
    """Tell whether what a policy teaches of the program is all that the command does."""
    from wicket.shell.programs.taught_programs import is_understood

    return is_understood(command)


def _is_builtin(command: "Command", name: str) -> bool:
    """Tell whether a shell runs this by itself; `true` and `false` are the same everywhere."""
    by = command.by
    return by is None or name in ("true", "false") or (by.name or "").rpartition("/")[2] in _HAVE_BUILTINS
