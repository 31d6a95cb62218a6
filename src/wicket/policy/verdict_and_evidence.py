"""The verdict on a text, with its evidence: which command, which rule, from where, and what could not be known."""

from wicket.policy.decision import ALLOW, ASK, Decision

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from wicket.shell.read_result import Command, Script

    # The decision, what is said for it, the message of its rule, and that rule's fix suggestion.
    Reason: TypeAlias = tuple[Decision, str, str, str]

__all__ = ["NO_RULE", "Evidence", "Match", "Verdict", "of_the_whole"]

# How a reason begins that says that it is left to the default; the command's name follows.
NO_RULE = "no rule covers "


class Match:
    """A rule that spoke about a command. `sure`: it matches, whatever the unknown words turn out to be."""

    __slots__ = ("action", "file", "fix_suggestion", "line", "message", "pattern", "sure", "why")

    def __init__(
        self,
        action: str,
        pattern: str,
        file: str,
        line: int,
        *,
        sure: bool = True,
        message: str = "",
        fix_suggestion: str = "",
        why: str = "",
    ) -> None:
        self.action = action
        self.pattern = pattern
        self.file = file
        self.line = line
        self.sure = sure
        self.message = message
        self.fix_suggestion = fix_suggestion
        self.why = why  # what else there is to say: a condition that failed, a sandbox that nothing enforces

    @property
    def place(self) -> str:
        """Where the rule stands."""
        return f"{self.file}:{self.line}" if self.line else self.file

    @property
    def ships(self) -> bool:
        """Whether it came with wicket, as a preset or for its own protection."""
        return self.file == "built in" or self.file.startswith("preset ")

    def __str__(self) -> str:
        return f"{self.action}: {self.pattern} ({self.place})"


class Evidence:
    """What was found about one command. `reasons` are the parts of the decision, each with what it amounts to.

    `codes` has a code for each of them, which stays the same when sentences change: `rule` (an ask or deny matches),
    `no-rule`, `unknown-word` (for a word is not known, a rule may match, or an option may be given), `file` (a file
    rule), `unknown-file`, `guard` (wicket's own files), `redirect`, `effect` (what else the words do not say),
    `variable`, `code`, `written` (it runs what this text has written), `hidden-command`, `not-read`,
    `unknown-program`, `other-shell` (it looks like PowerShell or cmd.exe), `condition`, `sandbox`, `not-on-path`,
    `too-much`, `validator`, `no-rule-needed`; and of a whole text or call, with no command: `not-understood`,
    `no-command`, `no-folder`, `not-judged`.
    """

    __slots__ = (
        "asked",
        "codes",
        "command",
        "decision",
        "left",
        "matches",
        "more",
        "nearest",
        "reasons",
        "sandboxes",
        "spoken",
        "stranger",
        "troubles",
        "validators",
    )

    def __init__(self, command: "Command | None") -> None:
        self.command = command
        self.decision: Decision = ALLOW
        self.matches: list[Match] = []
        self.nearest: Match | None = None  # the rule that came closest and did not match
        self.reasons: list[Reason] = []
        self.codes: list[str] = []
        self.more: dict[int, int] = {}  # by the number of a reason: of how many others the same could be said
        self.spoken = False  # a rule decided, and not the default
        self.stranger = False  # it is asked about as its program is unknown; looked at only to explain
        self.sandboxes: tuple[str, ...] = ()  # those that rules about it name, where whoever asks contains commands
        self.left: int | None = None  # the number of the reason that leaves it to the default
        self.validators: list[str] = []  # types that are to be asked about this command
        self.asked: list[tuple[str, str, str]] = []  # those that were: name, decision, message
        self.troubles: list[str] = []  # what went wrong with them, as verbose mode says it

    def add(self, decision: Decision, said: str, message: str = "", fix_suggestion: str = "", *, code: str) -> None:
        """Add a part of the decision; the strictest counts."""
        self.reasons.append((decision, said, message, fix_suggestion))
        self.codes.append(code)
        if decision is not self.decision and decision > self.decision:
            self.decision = decision

    def decisive(self) -> "Reason":
        """Give the part by which the decision is explained: rule, message and suggestion of one and the same.

        Of several rules that say the same, the last one is nearest to the person who wrote it.
        """
        found = self.reasons[0]
        for reason in reversed(self.reasons):
            decision, _, message, _ = reason
            if decision is self.decision:
                found = reason
                if message:
                    break
        return found

    def suppose(self, supposed: str, most: Decision) -> None:
        """Let it count for something that may be: it is no stricter than `most`, and no validator is asked."""
        self.reasons = [
            (min(decision, most), f"if {supposed}: {said}", message, fix)
            for decision, said, message, fix in self.reasons
        ]
        self.decision = min(self.decision, most)
        self.validators = []
        self.left = None

    def lift(self, said: str) -> None:
        """Put an allowance in the place of what was left to the default; all other reasons stand."""
        if self.left is not None:
            self.reasons[self.left] = (ALLOW, said, "", "")
            self.codes[self.left] = "validator"
            self.decision = ALLOW
            for decision, _, _, _ in self.reasons:
                if decision > self.decision:
                    self.decision = decision


def of_the_whole(decision: Decision, said: str, fix_suggestion: str = "", *, code: str) -> Evidence:
    """Give evidence of no command in particular: of a text as a whole, or of a call of a tool."""
    evidence = Evidence(None)
    evidence.add(decision, said, "", fix_suggestion, code=code)
    return evidence


class Verdict:
    """`decision`, the `reason` for it in a sentence, what to do instead, and the `evidence` for each command.

    `sandboxes` are those that it has to run in, all at once, if it runs; only where whoever asks contains commands.
    """

    __slots__ = ("decision", "evidence", "fix_suggestion", "reason", "sandboxes", "script")

    def __init__(
        self, decision: Decision, reason: str, fix_suggestion: str, evidence: tuple[Evidence, ...], script: "Script"
    ) -> None:
        self.decision = decision
        self.reason = reason
        self.fix_suggestion = fix_suggestion
        self.evidence = evidence
        self.script = script
        self.sandboxes: tuple[str, ...] = ()

    def object(self, said: str, *, code: str) -> None:
        """Ask, for a reason that lies in no command of it."""
        self.decision, self.reason, self.fix_suggestion = ASK, said, ""
        self.evidence = (of_the_whole(ASK, said, code=code),)

    def __repr__(self) -> str:
        return f"<Verdict {self.decision}{f': {self.reason}' if self.reason else ''}>"
