"""Explains a verdict: what was said of each command, by which rule, and how an unknown program is taught."""

from wicket.policy.config.sandbox_and_program_entries import refused_name
from wicket.policy.decision import ASK
from wicket.policy.evaluation.command_effects import effects
from wicket.shell.catalogue.compiled_catalogue import entry
from wicket.shell.command_tree_text import depth, describe
from wicket.shell.programs.program_lookup import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.policy.verdict_and_evidence import Evidence, Match, Reason, Verdict
    from wicket.shell.read_result import Command
    from wicket.shell.words import Word

__all__ = ["data", "folded", "lines"]


# ── explains a verdict: each command that was found, its words, and all that was said about it, by whom ──

# `lines` is for people, a line at a time with its kind, so that whoever shows them may colour them; `data` is the same
# for programs.


# What is not known to happen is said where it decides something.
_DOUBTS = ("change", "option", "touch")


class Line:
    """One line. `kind` is allow, ask, deny or pass for what amounts to that; else command, word, note or near."""

    __slots__ = ("depth", "kind", "text")

    def __init__(self, depth: int, kind: str, text: str) -> None:
        self.depth = depth
        self.kind = kind
        self.text = text

    def __str__(self) -> str:
        return "  " * self.depth + self.text


def lines(verdict: "Verdict") -> list[Line]:
    """Draw the tree: a command under what runs it, and below it what is said about it."""
    made: list[Line] = []
    for evidence in verdict.evidence:
        command = evidence.command
        if command is not None:
            at = depth(command)
            made.append(Line(at, "command", describe(command)))
            made += [Line(at + 1, kind, text) for kind, text in _about(evidence, command)]
            made += [Line(at + 1, "note", text) for text in _hint(evidence, command)]
    refusal = verdict.script.refusal
    if refusal is not None:
        decision = str(max((one.decision for one in verdict.evidence if one.command is None), default=ASK))
        made.append(Line(0, decision, f"{decision}: the rest is not understood: {refusal}"))
    return made


def _about(evidence: "Evidence", command: "Command") -> "list[tuple[str, str]]":
    made = [("word", f"`{word}` cannot be known: {word.reason}") for word in command.words if word.text is None]
    made += [("note", f"it {effect}") for effect in effects(command) if effect.kind not in _DOUBTS]
    told = {f"the validator {name} says {decision}" for name, decision, _ in evidence.asked}
    for decision, said, message, fix in folded(evidence):
        if said in told:
            continue
        more = f": {message}" if message else ""
        made.append((str(decision), f"{decision}: {said}{more}" + (f" (suggestion: {fix})" if fix else "")))
    made += [(str(decision), f"{decision}: {found}") for decision, found in _silent(evidence)]
    for name, answer, message in evidence.asked:
        made.append((answer, f"{answer}: the validator {name}" + (f": {message}" if message else "")))
    if evidence.nearest is not None:
        made.append(("near", f"nearest: `{evidence.nearest}`: {evidence.nearest.why}"))
    return made


def _hint(evidence: "Evidence", command: "Command") -> list[str]:
    """Say how to teach the program, if that it is unknown is why it is asked about; or what its entry does not list.

    The latter is said of what is allowed, too: who calls an entry complete should know of what it is not.
    """
    if not command.taught and (not evidence.stranger or evidence.decision < ASK):
        return []

    if evidence.stranger and evidence.decision >= ASK:
        return teaching_hint(command)
    return missing_from_entries(command)


def folded(evidence: "Evidence") -> "list[Reason]":
    """Give the reasons, each once: of those that differ in nothing but a rule, the first, and how many more."""
    first: dict[tuple[str, str, str], Reason] = {}
    count: dict[tuple[str, str, str], int] = {}
    for number, (reason, code) in enumerate(zip(evidence.reasons, evidence.codes, strict=True)):
        decision, said, message, _ = reason
        key = (str(decision), said.partition("; `")[0] if code == "file" else said, message)
        first.setdefault(key, reason)
        count[key] = count.get(key, 0) + 1 + evidence.more.get(number, 0)
    return [_counted(reason, count[key] - 1) for key, reason in first.items()]


def _counted(reason: "Reason", more: int) -> "Reason":
    decision, said, message, fix = reason
    return (decision, f"{said} (and {more} more)", message, fix) if more else reason


def _silent(evidence: "Evidence") -> "list[tuple[str, str]]":
    """List the rules that allow: they give no reason of their own."""
    reasons = [said for _, said, _, _ in evidence.reasons]
    return [
        (match.action, f"`{match}` matches")
        for match in evidence.matches
        if not any(str(match) in reason for reason in reasons)
    ]


def data(verdict: "Verdict") -> "list[dict[str, Any]]":
    """Give the evidence as plain data, one object for each command."""
    return [_evidence(evidence) for evidence in verdict.evidence]


def _evidence(evidence: "Evidence") -> "dict[str, Any]":
    made: dict[str, Any] = {"decision": str(evidence.decision)}
    command = evidence.command
    if command is not None:
        made["command"] = " ".join([str(word) for word in command.words])
        made["span"] = [command.start, command.end]
        made["words"] = [_word(word) for word in command.words]
        made["wrappers"] = list(command.place.wrappers)
        made["effects"] = [str(effect) for effect in effects(command) if effect.kind not in _DOUBTS]
        if hint := _hint(evidence, command):
            made["teach"] = hint
    made["reasons"] = [
        _without_empty(decision=str(decision), code=code, said=said, message=message, fix_suggestion=fix)
        for (decision, said, message, fix), code in zip(evidence.reasons, evidence.codes, strict=True)
    ]
    made["rules"] = [_match(match) for match in evidence.matches]
    if evidence.nearest is not None:
        made["nearest"] = _match(evidence.nearest)
    made["validators"] = [
        _without_empty(name=name, decision=decision, said=said) for name, decision, said in evidence.asked
    ]
    return made


def _word(word: "Word") -> "dict[str, Any]":
    return {"text": word.text} if word.text is not None else {"text": None, "known": str(word), "reason": word.reason}


def _match(match: "Match") -> "dict[str, Any]":
    made: dict[str, Any] = {
        "action": match.action,
        "pattern": match.pattern,
        "file": match.file,
        "line": match.line,
        "sure": match.sure,
    }
    return made | _without_empty(why=match.why, message=match.message, fix_suggestion=match.fix_suggestion)


def _without_empty(**texts: str) -> "dict[str, Any]":
    return {name: text for name, text in texts.items() if text}


# ── what `--explain` says of a command whose program is unknown: how to teach it, or what its entry does not list ──

# What is offered never makes a verdict looser when it is pasted: it says nothing of being complete, which is for a
# person who has looked at the program's manual.


_OF_OPTIONS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
_OF_SUBCOMMANDS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")


def teaching_hint(command: "Command") -> list[str]:
    """Give the lines that begin an entry, with what to do next; or what keeps a program's entries from being enough."""
    if command.taught:
        return [f"{one.file}:{one.line} teaches {one.name}: {one.lacks(command)}" for one in command.taught]
    name = (command.name or "").rpartition("/")[2]
    if refused_name(name):
        return []
    words = command.words[1:]
    lines = _lines(name, words)
    taught = [f"  {_key(name)}: {{usage: '{lines[name]}'}}"]
    if len(lines) > 1:
        taught = [f"  {_key(name)}:", "    usage:", *[f"      {_key(key)}: '{line}'" for key, line in lines.items()]]
    flag = next((item for line in lines.values() for item in line.split() if item[0] == "-" and "=" not in item), "")
    return [
        f"nothing is known of {name}, so its words may be commands and files; `programs` says what they are:",
        "programs:",
        *taught,
        *([f"write `{flag}=WRITE` if {flag} takes the next word as a file to write"] if flag else []),
        "add `complete: true`, in your own wicket.yml, when the entry lists all that the program does",
    ]


def missing_from_entries(command: "Command") -> list[str]:
    """Say what entries that are called complete do not list of a command: so it is one of an unknown program."""
    return [
        f"{one.file}:{one.line} teaches {one.name}: {lacking}, so this is judged as a command of an unknown program"
        for one in command.taught
        if one.complete and (lacking := one.lacks(command))
    ]


def _lines(name: str, words: "tuple[Word, ...]") -> dict[str, str]:
    """Write usage lines that list the options of a command, by the words that it begins with."""
    if not words or not (_is_subcommand(words[0]) and (_ends_options(words) or not _is_program(words[0]))):
        return {name: _usage(words)}
    return {name: "SUB", f"{name} {words[0]}": _usage(words[1:])}


def _is_subcommand(word: "Word") -> bool:
    """Tell whether a word looks like the name of a subcommand."""
    text = str(word)
    return word.reason is None and text[:1].isalpha() and _OF_SUBCOMMANDS.issuperset(text)


def _is_program(word: "Word") -> bool:
    """Tell whether a word is the name of a program that is not only a word of shells: `rm`, and not `exec`."""
    return word.reason is None and entry(plain(str(word))) is not None


def _ends_options(words: "tuple[Word, ...]") -> bool:
    return any(str(word) == "--" for word in words)


def _usage(words: "tuple[Word, ...]") -> str:
    """List the options. What follows `--`, or begins with a program's name, is a command; the rest may be paths."""
    items: list[str] = []
    operand = ""
    for at, word in enumerate(words):
        name, equals, _ = word.prefix.partition("=")
        if str(word) == "--":
            operand = operand or ("COMMAND..." if at + 1 < len(words) else "")
            break
        if name[:1] != "-" or name == "-" or not _OF_OPTIONS.issuperset(name):
            operand = operand or ("COMMAND..." if not items and _is_program(word) else "TOUCH...")
            if operand == "COMMAND...":
                break
        else:
            items.append(f"{name}=TOUCH" if equals else name)
    return " ".join([*dict.fromkeys(items), *([operand] if operand or items else ["TOUCH..."])]).strip()


def _key(name: str) -> str:
    """Write a key of YAML that is a text, whatever it looks like."""
    return name if name[0].isalpha() and name.lower() not in ("true", "false", "null") else f"'{name}'"
