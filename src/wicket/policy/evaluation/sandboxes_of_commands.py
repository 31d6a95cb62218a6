"""The sandboxes that a text runs in: those that rules name, and one for what is not known, instead of asking."""

from wicket.policy.decision import ALLOW, ASK
from wicket.policy.evaluation.hidden_commands_in_arguments_and_code import hidden_in_unread_code
from wicket.shell.catalogue.interpreter_names import SHELLS, language
from wicket.shell.characters import listed
from wicket.shell.programs.program_lookup import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from wicket.policy.evaluation.program_names_in_texts import Remembered
    from wicket.policy.evaluation.rule_match import Rules
    from wicket.policy.machine_view import World
    from wicket.policy.verdict_and_evidence import Evidence
    from wicket.shell.read_result import Command

__all__ = ["contain", "sandboxes_of"]


# ── What is not known runs in a sandbox instead of being asked about, where the policy says so and whoever asks
# contains ──

# A sandbox holds what a program does to this machine. It does not hold what a rule forbids (`deny: frob push`), so
#
# - a command that a deny or ask rule is about, surely or perhaps, stays as it is;
# - unread code, and a program that the text itself has made, run contained if nothing that they are given names what a
#   rule is about, and if they run here: what `ssh` runs elsewhere is in no sandbox;
# - where it is not known which commands run (`eval "$x"`, `$x`), any rule may be about them. They run contained only
#   under a policy that forbids nothing.


_OF_PROGRAMS = ("code", "written")
_OF_COMMANDS = ("not-read", "unknown-program", "unknown-word")

# They run what they run as their own children, here.
_RUN_HERE = SHELLS | listed(
    """
    builtin chronic command env eval exec find ionice make nice nohup npx pipenv pnpm poetry setsid source stdbuf time
    timeout trap uv uvx watch xargs yarn .
    """
)

# Interpreters of their own kind, and two that talk to programs outside of the sandbox.
_MORE_LANGUAGES = listed("awk bun deno gawk mawk nawk sed")
_TALK_TO_OTHERS = listed("mongosh osascript")

# A file that a shell runs is a text of commands, and it is not known which.
_SHELL_FILES = (".sh", ".bash", ".zsh", ".ksh")


def contain(
    evidence: "Evidence", policy: "dict[str, Any]", rules: "Rules", world: "World", memory: "Callable[[], Remembered]"
) -> None:
    """Let a command run in the sandbox for what is not known, if that is all that speaks against it."""
    command = evidence.command
    if evidence.decision is not ASK or command is None or not _is_free(evidence, command, policy, rules, world, memory):
        return
    name = policy["unknown_sandbox"]
    evidence.reasons = [
        (ALLOW, f"{said}; it runs in sandbox {name}", "", "") if decision is ASK else (decision, said, message, fix)
        for decision, said, message, fix in evidence.reasons
    ]
    evidence.decision = max((decision for decision, _, _, _ in evidence.reasons), default=ALLOW)
    if not evidence.sandboxes and policy["default_sandbox"]:
        evidence.sandboxes = (policy["default_sandbox"],)
    evidence.sandboxes += (name,)


def _is_free(
    evidence: "Evidence",
    command: "Command",
    policy: "dict[str, Any]",
    rules: "Rules",
    world: "World",
    memory: "Callable[[], Remembered]",
) -> bool:
    """Tell whether no rule is about a command, and all that is asked about is that something is not known."""
    codes = {
        code for code, (decision, _, _, _) in zip(evidence.codes, evidence.reasons, strict=True) if decision is ASK
    }
    if any(match.action != "allow" for match in evidence.matches):
        return False
    if not all(wrapper.partition(" ")[0] in _RUN_HERE for wrapper in command.place.wrappers):
        return False
    if not policy["hides"]:
        name = command.name
        return codes <= {*_OF_PROGRAMS, *_OF_COMMANDS} and (name is None or name in _RUN_HERE or _is_program(name))
    if not codes <= {*_OF_PROGRAMS} or not _is_program(command.name):
        return False
    is_of_text = bool(command.after_writing) or "written" in codes
    return not hidden_in_unread_code(command, policy, rules, world, memory(), is_of_text=is_of_text)


def _is_program(called: str | None) -> bool:
    """Tell whether a program runs here, and what it runs is no text of commands."""
    if called is None:
        return False
    name = plain(called.rpartition("/")[2])
    if language(name) or name in _MORE_LANGUAGES:
        return name not in _TALK_TO_OTHERS
    return "/" in called and name not in SHELLS and not name.endswith(_SHELL_FILES)


# ── which sandboxes a text runs in: those of all its commands at once, for they run in one shell ──

# What the shell does by itself needs no rule, and so no sandbox either.
_NO_RULE = "no-rule-needed"


def sandboxes_of(default: str, found: "Sequence[Evidence]") -> tuple[str, ...]:
    """Give the sandboxes that rules name, and the default one for commands whose rules name none.

    It also holds for what no rule is about, and for a text in which no command could be told: a person may have said
    yes to it.
    """
    names: dict[str, None] = {}
    for evidence in found:
        if evidence.sandboxes:
            names.update(dict.fromkeys(evidence.sandboxes))
        elif default and (evidence.matches or any(code != _NO_RULE for code in evidence.codes)):
            names[default] = None
    return tuple(names) or ((default,) if default else ())
