"""Other spellings of the same, for rules that forbid: flags that amount to others, names that are cut short."""

from wicket.shell.programs import PROGRAMS, plain
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.line import Line
    from wicket.shell.script import Command

__all__ = ["abbreviates", "amounts_to", "respelled"]

_AMOUNTS_TO: dict[str, dict[str, tuple[str, ...]]] = {
    "git push": {"--mirror": ("-f", "--force"), "--prune": ("-d", "--delete")},
    "git branch": {"-D": ("-d", "--delete"), "-M": ("-m", "--move")},
    "git checkout": {"-B": ("-b",)},
    "git switch": {"-C": ("-c", "--create")},
}

# Together with --force, these are the same as one letter in upper case.
_FORCED = {"git branch": (("-d", "-D"), ("-m", "-M"), ("-c", "-C"))}

# They take any beginning of a subcommand's name; of so many words.
_ABBREVIATING = {"npm": 1, "hg": 1, "gem": 1, "ip": 2, "tc": 2, "bridge": 2}


# They are told which signal to send, by a number or by a name.
_SENDING = frozenset(["kill", "pkill", "killall"])
_SIGNAL_OPTIONS = frozenset(["-s", "-n", "--signal"])
# Kinds of things may be written in capitals.
_CASELESS = frozenset(["kubectl", "oc"])
_SIGNALS = {
    "HUP": 1,
    "INT": 2,
    "QUIT": 3,
    "ILL": 4,
    "TRAP": 5,
    "ABRT": 6,
    "BUS": 7,
    "FPE": 8,
    "KILL": 9,
    "USR1": 10,
    "SEGV": 11,
    "USR2": 12,
    "PIPE": 13,
    "ALRM": 14,
    "TERM": 15,
    "CHLD": 17,
    "CONT": 18,
    "STOP": 19,
    "TSTP": 20,
}

# What letters of a mode stand for.
_CLASSES = {"u": 0o700, "g": 0o070, "o": 0o007, "a": 0o777}
_RIGHTS = {"r": 0o444, "w": 0o222, "x": 0o111, "X": 0o111}


def amounts_to(name: str, line: "Line") -> list[tuple[str, ...]]:
    """List the flags that a command line amounts to without spelling them, each by all its names."""
    others = _AMOUNTS_TO.get(name)
    if others is None:
        return []
    made = [others[found.name] for found in line.found if found.name in others]
    if name in _FORCED and line.has("-f"):
        made += [(forced,) for gentle, forced in _FORCED[name] if line.has(gentle)]
    if name == "git push":
        if any(word.prefix[:1] == "+" for word in line.operands):
            made.append(("-f", "--force"))
        if any(word.prefix[:1] == ":" and word.text != ":" for word in line.operands):
            made.append(("-d", "--delete"))
    return made


def abbreviates(program: str) -> bool:
    """Tell whether a word of a program may stand for another one: a subcommand cut short, a mode in letters."""
    return program in _ABBREVIATING or program == "chmod" or program in _CASELESS


def respelled(command: "Command") -> "tuple[Word, ...] | None":
    """Give the words behind the program in another spelling that means the same; None: there is none."""
    words = command.words
    name = plain(words[0].text or "")
    if name == "chmod":
        return _moded(words)
    if name in _SENDING:
        return _signalled(words)
    if name in _CASELESS and any(word.text is not None and word.text.lower() != word.text for word in words[1:]):
        return tuple(
            [word if word.text is None else Word(word.text.lower(), word.start, word.end) for word in words[1:]]
        )
    count = _ABBREVIATING.get(name, 0)
    if not count:
        return None
    reading = PROGRAMS[words[0].text or ""].reading
    operands = reading.read(words[1:]).operands if reading is not None else []
    made: list[Word] = []
    begun = not operands
    for word in words[1:]:
        begun = begun or word is operands[0]
        if count and begun and word.text is not None and word.text[:1] != "-":
            reason = f"{name} takes it for any command that begins so"
            word = UnknownWord((word.text, None), reason, False, word.start, word.end)
            count -= 1
        made.append(word)
    return tuple(made) if any(one is not two for one, two in zip(made, words[1:], strict=True)) else None


def _moded(words: "tuple[Word, ...]") -> "tuple[Word, ...] | None":
    """Give the words of chmod with the mode as three digits: `0777` and `a+rwx` are 777."""
    for at in range(1, len(words)):
        text = words[at].text
        if text is None or text[:1] == "-":
            continue
        digits = text.lstrip("0").rjust(3, "0") if text.isdigit() else _granted(text)
        if not digits or digits == text:
            return None
        return (*words[1:at], Word(digits, words[at].start, words[at].end), *words[at + 1 :])
    return None


def _granted(text: str) -> str:
    """Give the digits of what a mode of letters grants; empty: it is no such mode, or grants nothing."""
    granted = 0
    for clause in text.split(","):
        who = next((clause[:at] for at, letter in enumerate(clause) if letter not in _CLASSES), clause)
        classes = 0
        for letter in who or "a":
            classes |= _CLASSES[letter]
        sign = ""
        for letter in clause[len(who) :]:
            if letter in "+-=":
                sign = letter
                granted &= ~classes if sign == "=" else 0o777
                continue
            rights = _RIGHTS[letter] if letter in _RIGHTS else _copied(granted, letter) if letter in "ugo" else 0
            if not sign or (not rights and letter not in "stugo"):
                return ""
            granted = granted & ~(classes & rights) if sign == "-" else granted | (classes & rights)
    return f"{granted:03o}" if granted else ""


def _copied(granted: int, owner: str) -> int:
    """Give to all what one of the classes is granted."""
    return (granted >> {"u": 6, "g": 3, "o": 0}[owner] & 7) * 0o111


def _signalled(words: "tuple[Word, ...]") -> "tuple[Word, ...] | None":
    """Give the words of kill with the signal as a number: `-KILL`, `-s 9` and `-SIGKILL` are -9."""
    for at in range(1, len(words)):
        text = words[at].text or ""
        option, equals, value = text.partition("=")
        if option in _SIGNAL_OPTIONS and at + 1 < len(words) and not equals:
            value, rest = words[at + 1].text or "", words[at + 2 :]
        elif option in _SIGNAL_OPTIONS:
            rest = words[at + 1 :]
        elif option[:3] == "--s" and "--signal".startswith(option):  # as short as one likes
            value, rest = (value, words[at + 1 :]) if equals else (words[at + 1].text or "", words[at + 2 :])
        else:
            value, rest = text[1:] if text[:1] == "-" else "", words[at + 1 :]
            if value[:1] in ("s", "n") and value.upper().removeprefix("SIG") not in _SIGNALS:
                value = value[1:]  # `-sKILL`
        number = value if value.isdigit() else str(_SIGNALS.get(value.upper().removeprefix("SIG"), ""))
        if number:
            return (*words[1:at], Word(f"-{number}", words[at].start, words[at].end), *rest)
    return None
