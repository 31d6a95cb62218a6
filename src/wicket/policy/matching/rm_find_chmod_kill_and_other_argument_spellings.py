"""Other spellings of a program's arguments that mean the same: modes, signals, sizes, what rm and find delete."""

from wicket.policy.file_rules.listed_path_patterns import normal
from wicket.policy.file_rules.path_resolution_and_links import locate
from wicket.policy.matching.git_commits_or_paths import commits_or_paths, pathspecs_of_whole_tree
from wicket.shell.catalogue.compiled_catalogue import fact, repositories, traits
from wicket.shell.programs.command_synonyms_and_python_modules import NOTHING, synonyms_of
from wicket.shell.programs.process_patterns import GUARD, may_find_guard
from wicket.shell.programs.program_lookup import PROGRAMS, plain
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.unknown_values import GLOB, LOOPED
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Command

    Words = tuple[Word, ...]

__all__ = ["SPELLINGS", "respelled"]


# ── other spellings of what rm and find delete: `rm -r $PWD` is `rm -r .`; tests of find that keep nothing ──

# Why a glob is not only some files.
ALL = "all that lies in the folder"


def plain_paths(command: "Command", world: "World") -> "list[Words]":
    """Give the words of rm with plain names for the folder that the work is in, those above it, and a repository."""
    words = tuple([_plainly(word, command, world) for word in command.words[1:]])
    return [words] if any(one is not two for one, two in zip(words, command.words[1:], strict=True)) else []


def find_without_idle_tests(command: "Command", world: "World") -> "list[Words]":
    """Give the words of find with plain names, and without tests that keep nothing from being deleted.

    Those are the tests behind `-delete`, those that are turned round (`! -name x`), and those of other branches
    (`-name x -o -delete`).
    """
    words = tuple([_plainly(word, command, world) for word in command.words[1:]])
    words = _find_tests_that_restrict(words) if any(str(word) == "-delete" for word in words) else words
    return [words] if words != command.words[1:] else []


def _find_tests_that_restrict(words: "Words") -> "Words":
    texts = [str(word) for word in words]
    at = texts.index("-delete")
    begun = depth = 0  # where the branch begins that deletes
    turned: set[int] = set()
    for number, text in enumerate(texts[:at]):
        depth += (text == "(") - (text == ")")
        if depth == 0 and text in _BRANCHING:
            begun = number + 1
        elif depth == 0 and text in _NEGATING:
            turned.update(range(number, _end_of_find_test(texts, number + 1)))
    first = next((number for number, text in enumerate(texts) if text[:1] in _EXPRESSION), at)
    kept = [word for number, word in enumerate(words[:at]) if number < first or number >= begun]
    if turned:
        kept = [word for number, word in enumerate(words[:at]) if number not in turned and word in kept]
    return (*kept, words[at])


def _end_of_find_test(texts: "list[str]", start: int) -> int:
    """Say where a test ends that begins here: an option with its values, or what stands in parentheses."""
    depth = 0
    for number in range(start, len(texts)):
        depth += (texts[number] == "(") - (texts[number] == ")")
        if depth == 0 and number > start and texts[number][:1] in _EXPRESSION:
            return number + (texts[number] == ")")
    return len(texts)


_BRANCHING = ("-o", "-or", ",")
_NEGATING = ("!", "-not")
# How a word of find begins that is no starting point.
_EXPRESSION = ("-", "(", ")", "!", ",")


def _plainly(word: Word, command: "Command", world: "World") -> Word:
    text = word.text
    here = normal(world.cwd)
    if text is None and (folder := _folder_emptied_by_glob(word)):
        for path in locate(Word(folder, word.start, word.end), command.place, world).paths or ():
            if path == here[: len(path)]:
                return Word(".", word.start, word.end)
        return UnknownWord((None,), ALL, True, word.start, word.end) if folder == "." else word
    if not text or text[:1] == "-":
        return word
    for path in locate(word, command.place, world).paths or ():
        if path == here[: len(path)]:
            return Word("." if path == here else "..", word.start, word.end)
        if path[-1] in repositories and text != path[-1]:
            return Word(path[-1], word.start, word.end)
    return word


def _folder_emptied_by_glob(word: Word) -> str:
    """Give the folder of which a glob is all that lies in it: `*`, `./*`, `x/*/`; empty: it is no such glob."""
    if word.reason not in (GLOB, LOOPED):
        return ""
    before, *behind = word.shape
    if before is None:
        return "." if behind in ([], ["/"]) else ""
    if behind not in ([None], [None, "/"]) or before.rpartition("/")[2] not in ("", "."):
        return ""
    return before.rpartition("/")[0] + "/" if "/" in before else "."


# ── other spellings of modes, sizes, signals and statements: `chmod a+rwx` is 777, `kill -KILL` is -9 ──

_REGEXP = frozenset(["-r", "--regexp"])
_SIGNAL_OPTIONS = frozenset(["-s", "-n", "--signal"])
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
_OF_MODES = frozenset("rwxXstugoa,+=-01234567")

# Commands that a text for nft holds are parted by these.
_NFT_PARTED = {ord(c): "\n" for c in ";{}"}
# What it takes to look at one of them.
_WORK_OF_PART = 200


def mode_in_digits(command: "Command", _world: "World") -> "list[Words]":
    """Give the words of chmod with the mode as three digits: `0777`, `=777` and `a+rwx` are 777."""
    words = command.words
    for at in range(1, len(words)):
        text = words[at].text
        if text is None or (text[:1] == "-" and not (text[1:] and _OF_MODES.issuperset(text))):
            continue
        digits = text.lstrip("+=")
        if digits.isdigit():
            digits = digits.lstrip("0")[-3:].rjust(3, "0")  # whatever stands before them is about other things
        else:
            digits = "000" if _mode_takes_all_rights(text) else _digits_granted_by_mode(text)
        if not digits or digits == text:
            return []
        return [(*words[1:at], Word(digits, words[at].start, words[at].end), *words[at + 1 :])]
    return []


def _mode_takes_all_rights(text: str) -> bool:
    """Tell whether a mode leaves nobody anything: `-rwx`, `a-rwx`, `a=`, `-777`."""
    who = text[: len(text) - len(text.lstrip("ugoa"))]
    rest = text[len(who) :]
    everybody = not who or "a" in who or {*who} >= {*"ugo"}
    return everybody and (rest in ("=", "-777") or (rest[:1] == "-" and {*rest[1:]} >= {*"rw"} and "," not in rest))


def _digits_granted_by_mode(text: str) -> str:
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


def size_of_nothing(command: "Command", _world: "World") -> "list[Words]":
    """Give the words of truncate with the size 0, if little is left of a file: `0K`, `<0`, `-1G`, `/1M`."""
    taken = usage_of(command)
    if taken is None:
        return []
    line = taken.line
    size, like = line.value("-s"), line.value("-r")
    nothing = like is not None and size is None and like.text == "/dev/null"
    if size is not None and size.text is not None:
        text = size.text.strip()
        sign, number = text[:1] if text[:1] in "<>/%+-" else "", text.lstrip("<>/%+- ")
        unit = number.lstrip("0123456789")
        zero = number[:1].isdigit() and not number[: len(number) - len(unit)].strip("0")
        nothing = (zero and sign in ("", "<")) or sign == "/" or (sign == "-" and bool(unit) and not zero)
    if not nothing:
        return []
    start = command.words[0]
    return [(*[Word(text, start.start, start.end) for text in ("-s", "0")], *line.operands)]


def signal_and_guard(command: "Command", world: "World") -> "list[Words]":
    """Give the words of pkill with the signal as a number, and with the guard's name for a pattern that may find it."""
    found = signal_as_number(command, world)
    words = command.words[1:]
    if plain(command.name or "") != "pkill" and not any(word.may_be(name) for word in words for name in _REGEXP):
        return found
    if not may_find_guard([word.prefix for word in words if word.reason is None and word.prefix]):
        return found
    named = [word if word.prefix[:1] == "-" else Word(GUARD, word.start, word.end) for word in words]
    return [*found, tuple(named)]


def signal_as_number(command: "Command", _world: "World") -> "list[Words]":
    """Give the words of kill with the signal as a number, and with numbers of processes behind `--`."""
    words = command.words
    for at in range(1, len(words)):
        text = words[at].text or ""
        option, equals, value = text.partition("=")
        if option in _SIGNAL_OPTIONS and at + 1 < len(words) and not equals:
            value, rest = words[at + 1].text or "", words[at + 2 :]
        elif option in _SIGNAL_OPTIONS:
            rest = words[at + 1 :]
        elif option[:3] == "--s" and "--signal".startswith(option):  # as short as one likes
            following = words[at + 1].text or "" if at + 1 < len(words) else ""
            value, rest = (value, words[at + 1 :]) if equals else (following, words[at + 2 :])
        else:
            value, rest = text[1:] if text[:1] == "-" else "", words[at + 1 :]
            if value[:1] in ("s", "n") and value.upper().removeprefix("SIG") not in _SIGNALS:
                value = value[1:]  # `-sKILL`
        number = value if value.isdigit() else str(_SIGNALS.get(value.upper().removeprefix("SIG"), ""))
        if number:
            before = words[1:at]
            signal = Word(f"-{number}", words[at].start, words[at].end)
            made = [(*before, signal, *rest)]
            return [*made, (signal, *_processes(command, (*before, *rest)))] if _is_kill(command) else made
    return [_processes(command, words[1:])] if _is_kill(command) and len(words) > 1 else []


def _is_kill(command: "Command") -> bool:
    return plain(command.words[0].text or "") == "kill" and command.words[-1].prefix[:2] not in ("-l", "-L")


def _processes(command: "Command", words: "Words") -> "Words":
    """Give the numbers of processes as plain ones, behind `--`: `+1` and `01` are 1."""
    dashes = Word("--", command.start, command.end)
    return (dashes, *[_number(word) for word in words if word.text != "--"])


def _number(word: Word) -> Word:
    text = (word.text or "").strip().lstrip("+")
    digits = text.removeprefix("-")
    if not digits.isdigit():
        return word
    plainly = digits.lstrip("0") or "0"
    return Word(("-" if text[:1] == "-" else "") + plainly, word.start, word.end)


def nft_statements(command: "Command", world: "World") -> "list[Words]":
    """Give each command of a text for nft: `nft 'list ruleset; flush ruleset'`."""
    given = [word for word in command.words[1:] if word.prefix[:1] != "-"]
    if any(word.text is None for word in given):
        return []
    text = " ".join([word.text or "" for word in given])
    made: list[Words] = []
    parts = text.translate(_NFT_PARTED).split("\n")
    world.fuel.take(_WORK_OF_PART * len(parts) + 20 * len(text))
    for part in parts:
        texts = part.replace('"', "").split()
        if texts:
            made.append(tuple([Word(one, given[0].start, given[-1].end) for one in texts]))
    return made


# ── other spellings of a program's words that mean the same: `chmod a+rwx` is 777, `kill -KILL` is -9 ──

# A rule has one spelling, and programs take many: `chmod a+rwx` is `chmod 777`, `rm -r "$PWD"` is `rm -r .`. What is
# made here is matched beside the words themselves.


def respelled(command: "Command", world: "World", cut_short: bool = True) -> "list[Words]":
    """Give the words behind the program in other spellings that mean the same, or may: a name that is `cut_short`."""
    name = plain(command.words[0].text or "")
    how = fact("respelled", name)
    if how:
        return SPELLINGS[how](command, world)
    if "work-tree" in traits(name) and (taken := usage_of(command)) is not None:
        how = fact("respelled", taken.name)
        return SPELLINGS[how](command, world) if how else []
    count = fact("abbreviates", name) if cut_short else ""
    return _subcommands_cut_short(command, name, int(count)) if count else []


def _subcommands_cut_short(command: "Command", name: str, count: int) -> "list[Words]":
    """Take subcommands for any that begin so."""
    words = command.words
    reading = PROGRAMS[words[0].text or ""].reading
    operands = reading.read(words[1:]).operands if reading is not None else []
    made: list[Word] = []
    begun = not operands
    for word in words[1:]:
        begun = begun or word is operands[0]
        if count and begun and word.text is not None and word.text[:1] != "-":
            if "exact-names-first" in traits(name) and word.prefix in (synonyms_of(name) or NOTHING).groups:
                return []  # it is the name of a command, or another name for one
            reason = f"{name} takes it for any command that begins so"
            word = UnknownWord((word.text, None), reason, False, word.start, word.end)
            count -= 1
        made.append(word)
    return [tuple(made)] if any(one is not two for one, two in zip(made, words[1:], strict=True)) else []


def _caseless_words(command: "Command", _world: "World") -> "list[Words]":
    """Small letters and capitals are the same: a rule may be written in either."""
    kinds = "names-kinds" in traits(plain(command.words[0].text or ""))  # everyone writes them in small letters
    cases = (str.lower,) if kinds else (str.lower, str.upper, str.capitalize)
    made: list[Words] = []
    for case in cases:
        words = tuple([_in_case(word, case) for word in command.words[1:]])
        if any(one is not two for one, two in zip(words, command.words[1:], strict=True)):
            made.append(words)
    return made


def _small(command: "Command", _world: "World") -> "list[Words]":
    """Give the words in small letters, as names of settings are compared."""
    words = tuple([_in_case(word, str.lower) for word in command.words[1:]])
    return [words] if words != command.words[1:] else []


def _in_case(word: Word, case: "Callable[[str], str]") -> Word:
    text = word.text
    if text is None or text[:1] == "-" or case(text) == text:
        return word
    return Word(case(text), word.start, word.end)


# By the names that the catalogue gives them, under `respelled`.
SPELLINGS: "dict[str, Callable[[Command, World], list[Words]]]" = {
    "mode": mode_in_digits,
    "size": size_of_nothing,
    "signal": signal_as_number,
    "signal-and-guard": signal_and_guard,
    "caseless": _caseless_words,
    "small-letters": _small,
    "statements": nft_statements,
    "plain-paths": plain_paths,
    "find-tests": find_without_idle_tests,
    "pathspecs": pathspecs_of_whole_tree,
    "commits-or-paths": commits_or_paths,
}
