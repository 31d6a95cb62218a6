"""Judges every command of a script: rules first, then what the command does beside its words.

What no rule speaks about is left to `defaults.action`. What is not understood is asked about, whatever the default.
"""

from wicket.policy import condition
from wicket.policy.context import Context
from wicket.policy.decision import ALLOW, ASK, DENY, PASS, Decision
from wicket.policy.effects import Effect, effects
from wicket.policy.fileglobs import settled
from wicket.policy.files import judge_files
from wicket.policy.globs import MAYBE, NO, YES, matches, word_matches
from wicket.policy.match import Captures, Matcher
from wicket.policy.paths import locate
from wicket.policy.verdict import Evidence, Match, Verdict
from wicket.shell.characters import listed
from wicket.shell.programs import is_known, plain
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.policy.elements import Element, Pattern
    from wicket.policy.world import World
    from wicket.shell.script import Command, Script

__all__ = ["conclude", "examine"]

# They change nothing outside of the shell that runs the text.
_NEED_NO_RULE = frozenset([":", "true", "false", "read", "break", "continue", "return", "shift", "local"])

# They only say how another command is run, not as whom, where or on what: what they run is judged.
_TRANSPARENT = listed(
    """
    command builtin exec eval env nice ionice nohup timeout time stdbuf setsid chrt taskset xargs bash sh dash
    zsh ksh busybox wicket
    """
)
_SYSTEM_FOLDERS = ("/bin", "/usr/bin", "/usr/local/bin", "/sbin", "/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin")

# Options that hand over a program in another language; a rule that names one covers it.
_CODE_FLAGS = frozenset(["-c", "-e", "-E", "-p", "-r", "--eval", "--print", "--expression"])
_CODE = "runs code of "

_ANYTHING = (("star",),)

_DECISIONS = {"allow": ALLOW, "ask": ASK, "deny": DENY, "pass": PASS}


def examine(policy: "dict[str, Any]", script: "Script", world: "World", *, explaining: bool = False) -> list[Evidence]:
    """Judge every command by the rules, the file rules and what is known of programs. Validators come later.

    With `explaining`, the evidence also names the rule that came nearest and did not match, and says why it did not.
    """
    return _Examiner(policy, script, world, explaining=explaining).all()


def conclude(policy: "dict[str, Any]", script: "Script", found: list[Evidence]) -> Verdict:
    """Put what was found together: the strictest counts."""
    decision = ALLOW
    reason = fix = ""
    if script.refusal is not None:
        decision, reason = ASK, f"the text is not understood: {script.refusal}"
    elif not any(one.command is not None for one in found):
        decision = _DECISIONS[policy["default"]]
        reason = "there is no command in it"
    for evidence in found:
        for part, said, message, suggestion in evidence.reasons:
            if part > decision or (part == decision and message and not fix and part is not ALLOW):
                decision, reason, fix = part, message or said, suggestion
    if decision is ALLOW and not reason:
        reason = "every command in it is allowed"
    return Verdict(decision, reason, fix, tuple(found), script)


class _Examiner:
    def __init__(self, policy: "dict[str, Any]", script: "Script", world: "World", *, explaining: bool = False) -> None:
        self.policy = policy
        self.script = script
        self.world = world
        self.explaining = explaining
        self.default: Decision = _DECISIONS[policy["default"]]
        self.running = {id(command.by) for command in script.commands if command.by is not None}
        self.alone = len(script.commands) == 1
        # For each command that runs another one: the rule that allows it, and what that spells.
        self.spelled: dict[int, tuple[str, Captures]] = {}

    def all(self) -> list[Evidence]:
        return [self.judge(command) for command in self.script.commands]

    # ── one command ──────────────────────────────────────────────────────────

    def judge(self, command: "Command") -> Evidence:
        evidence = Evidence(command)
        named: list[Word] = []
        redirects_read = False
        words = command.words
        if words and not command.calls:
            name = words[0].text
            if name is None:
                evidence.add(ASK, f"the program cannot be known: {words[0].reason}")
            else:
                named, redirects_read = self.by_rules(command, name, evidence)
        self.opaque(command, evidence, named)
        listed = effects(command)
        if listed:
            judged = judge_files(self.policy, listed, command, self.world, evidence)
            self.not_covered(listed, judged, named, redirects_read, evidence)
        return evidence

    def by_rules(self, command: "Command", name: str, evidence: Evidence) -> tuple[list[Word], bool]:
        """Ask the rules. Gives the words that allow rules spell, and whether one looks at redirects."""
        named: list[Word] = []
        redirects_read = False
        numbers = self.candidates(name, command.words)
        if not numbers and not self.policy["types"] and not self.explaining:
            self.unmatched(command, name, evidence)
            self.hidden(command, name, evidence)
            return named, redirects_read
        context = Context(command, self.world)
        if self.alone:
            context.literal = settled(self.script, self.world)
        allowed = False
        for number in numbers:
            rule = self.policy["rules"][number]
            level, captures = self.matching(rule, command, context)
            if level == NO:
                continue
            action, when = rule[0], rule[2]
            why = ""
            if when:
                try:
                    level = min(level, condition.decide(when, *context.data(self.policy, rule[10], captures)))
                except condition.Failed as error:
                    level, why = MAYBE, f"its condition came to no answer: {error}"
                if level == NO:
                    if self.explaining:
                        evidence.nearest = _match(rule, False, f"its condition does not hold: {when}")
                    continue
            found = _match(rule, level == YES, why)
            if action == "allow":
                if why:
                    evidence.matches.append(found)
                    evidence.add(ASK, f"`{found}`: {why}")
                elif level != YES:
                    found.why = "a word of the command is not known"
                    evidence.nearest = found
                elif rule[5] or self.policy["default_sandbox"]:
                    found.why = "it names a sandbox, and nothing enforces one"
                    evidence.matches.append(found)
                    evidence.add(ASK, f"`{found}`: {found.why}", rule[3])
                else:
                    allowed = True
                    evidence.matches.append(found)
                    named += captures.named
                    redirects_read = redirects_read or "redirects" in condition.reads(when)
                    if id(command) in self.running:
                        self.spelled[id(command)] = str(found), captures
            else:
                evidence.matches.append(found)
                self.strict(found, _DECISIONS[action], level, evidence)
            evidence.validators += [one for one in rule[6] if one not in evidence.validators]
        evidence.spoken = bool(evidence.matches)
        if self.explaining and evidence.nearest is None:
            evidence.nearest = self.nearest(command, name, context, at_least=1 if evidence.matches else 0)
        self.ask_types(command, context, evidence)
        if not allowed:
            self.unmatched(command, name, evidence)
        self.hidden(command, name, evidence)
        return named, redirects_read

    def strict(self, found: Match, decision: Decision, level: int, evidence: Evidence) -> None:
        if level == YES:
            evidence.add(decision, f"`{found}` matches", found.message, found.fix_suggestion)
        else:
            doubt = found.why or "a word of it is not known"
            evidence.add(ASK, f"`{found}` may match: {doubt}", "", found.fix_suggestion)

    def unmatched(self, command: "Command", name: str, evidence: Evidence) -> None:
        """Decide about a command that no allow rule is sure of."""
        if evidence.matches and evidence.decision is not ALLOW:
            return
        base = name.rpartition("/")[2]
        if name in _NEED_NO_RULE:
            evidence.add(ALLOW, f"{name} needs no rule")
            return
        spelled = self.spelled.get(id(command.by))
        if spelled is not None and _spells(spelled[1], command.words[0]):
            evidence.spoken = True
            evidence.add(ALLOW, f"`{spelled[0]}` spells it")
            if id(command) in self.running:
                self.spelled[id(command)] = spelled
            return
        if id(command) in self.running and (base in _TRANSPARENT or self.declared(command)):
            evidence.add(ALLOW, f"what {base} runs is judged")
            return
        if self.missing(command, name, evidence):
            return
        evidence.left = len(evidence.reasons)
        evidence.add(self.default, "no rule speaks about it")

    def missing(self, command: "Command", name: str, evidence: Evidence) -> bool:
        """See to `require_command_in_path`."""
        required = self.policy["require"]
        if required is None or "/" in name or name in required[1] or self.world.which(name) is not None:
            return False
        if any(other.name in ("source", ".", "eval") for other in self.script.commands) or name in _BUILTINS:
            return False
        evidence.add(_DECISIONS[required[0]], f"there is no program {name} on the PATH")
        return True

    def nearest(self, command: "Command", name: str, context: Context, at_least: int) -> Match | None:
        """Find the rule for this program that lacks the least, for those who want to know why it did not match."""
        from wicket.policy.nearest import near_miss

        most = at_least
        best: Match | None = None
        for number in self.about(name):
            rule = self.policy["rules"][number]
            strict = rule[0] != "allow"
            for pattern in rule[1]:
                if self.program(pattern[0], command, strict) == NO:
                    continue
                for view in context.views(strict, pattern[3]):
                    found = near_miss(pattern, view, strict, context.paths(strict))
                    if found is not None and found[0] >= most:  # of equals the last: one's own come after presets
                        most, best = found[0], _match(rule, False, found[1])
        return best

    def about(self, name: str) -> list[int]:
        """List the rules that are about a program, whatever words they want."""
        base = name.rstrip("/").rpartition("/")[2]
        found: set[int] = set()
        for key in {base, plain(base)}:
            general, special, _ = self.policy["index"].get(key, ((), {}, ()))
            found.update(general)
            for numbers in special.values():
                found.update(numbers)
        return sorted(found)

    # ── matching ─────────────────────────────────────────────────────────────

    def candidates(self, name: str, words: tuple[Word, ...]) -> list[int]:
        """Find the rules that may be about a command, by its program and its words."""
        base = name.rstrip("/").rpartition("/")[2]
        index = self.policy["index"]
        found: list[int] = []
        texts: set[str] | None = None
        known = plain(base)
        for key in (base, "") if known == base else (base, known, ""):
            entry = index.get(key)
            if entry is None:
                continue
            found += entry[0]
            special = entry[1]
            if not special:
                continue
            if texts is None:
                texts = _texts(words)
            if "" in texts:
                if self.explaining:
                    for numbers in special.values():
                        found += numbers
                    continue
                found += entry[2]
            if len(special) < len(texts):
                for word, numbers in special.items():
                    if word in texts:
                        found += numbers
            else:
                for text in texts:
                    found += special.get(text, ())
        return sorted(set(found)) if len(found) > 1 else found

    def matching(self, rule: "tuple[Any, ...]", command: "Command", context: Context) -> tuple[int, Captures]:
        """Match a rule: its best pattern counts."""
        strict = rule[0] != "allow"
        # What placeholders stand for, and which words are spelled, matters to conditions and to commands within.
        traced = bool(rule[2]) or id(command) in self.running
        best, captured = NO, Captures()
        for pattern in rule[1]:
            level = self.one(pattern, command, context, strict, captured if best == NO else Captures(), traced)
            if level > best:
                best = level
                if level == YES:
                    break
        return best, captured

    def one(
        self,
        pattern: "Pattern",
        command: "Command",
        context: Context,
        strict: bool,
        captures: Captures,
        traced: bool,
    ) -> int:
        """Match one pattern, and keep in `captures` what it found."""
        level = self.program(pattern[0], command, strict)
        if level == NO:
            return NO
        if pattern[1] == _ANYTHING and not pattern[2]:
            best = level
        else:
            best = NO
            for view in context.views(strict, pattern[3]):
                matcher = Matcher(view, strict, context.paths(strict))
                found = min(level, matcher.match(pattern))
                if found > best:
                    best = found
                    if traced:
                        matcher.trace()
                    captures.take(matcher.captures)
        if best:
            if pattern[0][0] in ("any", "var"):
                captures.vars[pattern[0][1]] = command.words[0]
            captures.named.append(command.words[0])
        return best

    def program(self, program: "Element", command: "Command", strict: bool) -> int:
        word = command.words[0]
        name = word.text or ""
        if program[0] in ("star", "any"):
            return YES
        if program[0] == "names":
            globs = program[1]
        else:
            best = NO
            for kind, text in program[2]:
                if kind == "path":
                    best = max(
                        best, locate(word, command.place, self.world).within(text, self.world) if "/" in name else NO
                    )
                else:
                    best = max(best, word_matches(text, word))
            return best
        base = name.rpartition("/")[2]
        for glob in globs:
            if matches(glob, name):
                return YES
            spelled = glob[0] if len(glob) == 1 else ""
            if "/" not in "".join(glob):
                if base != name and matches(glob, base):
                    if strict or self.is_system(name, base):
                        return YES
                elif strict and spelled and plain(name) == spelled:
                    return YES
            elif strict and spelled and "/" not in name and self.same_file(self.world.which(name), spelled):
                return YES
        return NO

    def is_system(self, path: str, base: str) -> bool:
        """Tell whether a path is the very file that PATH would find, in a folder of the system."""
        found = self.world.which(base)
        if found is None or found.rpartition("/")[0] not in _SYSTEM_FOLDERS or not path.startswith("/"):
            return False
        return self.same_file(found, path)

    def same_file(self, one: str | None, other: str) -> bool:
        return one is not None and self.world.realpath(one) == self.world.realpath(other)

    def declared(self, command: "Command") -> bool:
        """Tell whether the policy declares a command as a wrapper."""
        return any(self.program(pattern[0], command, True) for pattern in self.policy["wrappers"])

    def ask_types(self, command: "Command", context: Context, evidence: Evidence) -> None:
        """Note the validators that are to be asked about this command."""
        for name, kind in self.policy["types"].items():
            if name in evidence.validators:
                continue
            patterns = kind[3]
            if patterns is None or any(
                self.one(pattern, command, context, True, Captures(), False) for pattern in patterns
            ):
                evidence.validators.append(name)

    # ── what the rules do not see ────────────────────────────────────────────

    def hidden(self, command: "Command", name: str, evidence: Evidence) -> None:
        """Look for a command among the words of a program that nobody knows: it may run it."""
        words = command.words
        if len(words) < 2 or evidence.decision >= ASK or id(command) in self.running or is_known(name):
            return
        strict = self.policy["strict"]
        for at in range(1, min(len(words), 64)):
            text = words[at].text
            if text is None:
                continue
            inner = [Word(piece, words[at].start, words[at].end) for piece in text.split()] if " " in text else []
            first = (inner[0].text or "") if inner else text
            if first.rpartition("/")[2] not in strict:
                continue
            if self.denied((*inner, *words[at + 1 :]) if inner else words[at:], command):
                evidence.add(ASK, f"{name} may run `{text}`, which a rule is about")
                return

    def denied(self, words: tuple[Word, ...], within: "Command") -> bool:
        from wicket.shell.script import Command

        command = Command(words, (), (), within.start, within.end, within.place)
        context = Context(command, self.world)
        for number in self.candidates(words[0].text or "", words):
            rule = self.policy["rules"][number]
            if rule[0] != "allow" and self.matching(rule, command, context)[0]:
                return True
        return False

    def opaque(self, command: "Command", evidence: Evidence, named: list[Word]) -> None:
        """Ask about what a command runs and nobody can read."""
        for reason in command.opaque:
            if reason.startswith(_CODE):
                if any(word.text in _CODE_FLAGS for word in named):
                    continue
                if self.default is ALLOW and not self.policy["hides"]:
                    continue
            evidence.add(ASK, f"it {reason}" if reason.startswith("runs ") else reason)

    def not_covered(
        self, listed: list[Effect], judged: set[int], named: list[Word], redirects_read: bool, evidence: Evidence
    ) -> None:
        """Leave to the default what an allow does not cover."""
        for number, effect in enumerate(listed):
            if not effect.own or number in judged or (effect.by == "redirect" and redirects_read):
                continue
            if any(word.text == effect.by for word in named):
                continue
            evidence.add(self.default, f"it {effect}" if effect.kind != "change" else str(effect))


_BUILTINS = listed(
    """
    alias bg bind builtin caller cd command compgen complete compopt declare dirs disown echo enable eval exec
    exit export fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read
    readarray readonly return set shift shopt source suspend test times trap type typeset ulimit umask unalias
    unset wait . : [ [[ true false
    """
)


def _match(rule: "tuple[Any, ...]", sure: bool, why: str) -> Match:
    return Match(rule[0], rule[7], rule[8], rule[9], sure=sure, message=rule[3], fix_suggestion=rule[4], why=why)


def _spells(captures: Captures, program: Word) -> bool:
    """Tell whether a rule spells the program that its command runs, as a word or at the beginning of a text."""
    return any(word is program for word in captures.named) or any(
        text == program.text or text.startswith(f"{program.text} ") for text in captures.texts
    )


def _texts(words: tuple[Word, ...]) -> set[str]:
    """The texts that a command's words may be for a pattern; an empty one where a word is not known."""
    texts = {word.text or "" for word in words[1:]}
    texts.update([text.partition("=")[2] or text for text in texts if "=" in text])
    return texts
