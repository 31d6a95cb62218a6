"""A command in other words that mean the same: synonyms, `python -m pip` for pip, `x-push` for `x push`."""

from sys import stdlib_module_names

from wicket.shell.catalogue import compiled_catalogue
from wicket.shell.catalogue.compiled_catalogue import dashed, traits
from wicket.shell.characters import listed
from wicket.shell.grammar.quotes_and_backslash_escapes import MAX_DEPTH
from wicket.shell.programs.program_lookup import PROGRAMS, plain, reading, scripts_of
from wicket.shell.programs.subcommands import Invocation, usage_of
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.shell.read_result import Command

__all__ = [
    "NOTHING",
    "Synonyms",
    "amounts_to",
    "concerns",
    "is_of_python",
    "module_of",
    "reworded",
    "runs_at_last",
    "synonyms",
    "synonyms_of",
]


# ── A command in other words that mean the same, for rules that forbid ────────

# `Synonyms` is what the catalogue says of a program, `synonyms` what that makes of a command.


class Amount:
    """What a command amounts to, and which words and options it must have for that.

    Words and options may stand in any order. `*x`: some word ends so; `*x*`: some word holds it. A `?` in what it
    amounts to is an unknown word. `sure`: it does the same and perhaps more; otherwise, it may.
    """

    __slots__ = ("exact", "flags", "globs", "program", "sure", "words")

    def __init__(self, wanted: str, other: str, sure: bool) -> None:
        items = wanted.split()
        self.sure = sure
        self.flags = [item for item in items if item[0] == "-"]
        self.globs = [item[1:] for item in items if item[0] == "*"]
        self.exact = [item for item in items if item[0] not in "-*"]
        self.program, *self.words = other.split()


class Synonyms:
    """All that is known of one program: its families, names that are the same, and what amounts to something else."""

    __slots__ = ("amounts", "families", "groups", "names", "needless", "scripts")

    def __init__(self, stored: "dict[str, Any]") -> None:
        self.names: frozenset[str] = frozenset(stored.get("names", ()))  # of all that a command of it may amount to
        # Each of beginnings that stand for one another.
        self.families: list[tuple[tuple[str, ...], ...]] = stored.get("families", [])
        self.groups: dict[str, list[tuple[list[str], list[list[str]]]]] = {}  # by the first word: a name, all names
        self.amounts: dict[str, list[Amount]] = {}  # by the first word that is wanted
        self.needless: str = stored.get("needless", "")  # a word that can be left out
        self.scripts: str = stored.get("script_command", "")  # so can this one, before the name of a script
        for names in stored.get("synonyms", ()):
            group = [one.split() for one in names]
            for one in group:
                self.groups.setdefault(one[0], []).append((one, group))
        for wanted, other, sure in stored.get("amounts", ()):
            amount = Amount(wanted, other, sure)
            self.amounts.setdefault("".join(amount.exact[:1]), []).append(amount)


NOTHING = Synonyms({})

_made: "dict[str, Synonyms]" = {}


def synonyms_of(name: str) -> Synonyms | None:
    """Give what does the same as a program; None: nothing does."""
    made = _made.get(name)
    if made is None and (stored := compiled_catalogue.synonyms(name)) is not None:
        made = _made[name] = Synonyms(stored)
    return made


# Subcommands stand among the first words that are no options; these may have values, which look like words.
_FIRST = 5

# A word of so many letters behind one dash is the name of an option.
_LONG_BUNDLE = 5

# A long option that is cut short has more letters than this with its dashes; fewer may stand for several.
_SHORTEST = 4

# More spellings than this nobody needs.
_MAX = 256

# What yarn and its like do themselves is no script.
_NO_SCRIPTS = listed(
    "add install i remove rm un uninstall update up upgrade info init link list publish pack audit exec dlx x config"
)


def synonyms(words: tuple[Word, ...], name: str, start: int = 1) -> "list[tuple[tuple[Word, ...], bool]]":
    """Give other spellings of a command, by all its words; and whether each surely does what this one does.

    `name` is that of the program, without its folder. Before `start`, there are only options and their values.
    """
    known = synonyms_of(name)
    if known is None or not concerns(words, known):
        return []
    own: tuple[str, ...] = (name,)
    prefixes: tuple[tuple[str, ...], ...] = (own,)
    if known.families:
        texts = (name, *[word.text for word in words[1:_FIRST]])
        begun = [(one, family) for family in known.families for one in family if texts[: len(one)] == one]
        if begun:
            own, prefixes = begun[0]
            known = (synonyms_of(prefixes[0][0]) if len(prefixes[0]) == 1 else None) or NOTHING
    rest = words[len(own) :]
    places = _places(rest, max(0, start - len(own)))
    made = [(_begun(words, prefix, rest), True) for prefix in prefixes if prefix != own]
    others = _respelled(rest, places, known, "names-kinds" in traits(prefixes[0][0]))
    for prefix in prefixes:  # the name that most rules have comes first, should there be too many
        made += [(_begun(words, prefix, other), True) for other in others]
    firsts = {"", *[rest[at].text or "" for at in places]}
    for amount in [one for first in firsts for one in known.amounts.get(first, ())]:
        taken = _taken(rest, places, amount)
        if taken is None:
            continue
        if amount.program == prefixes[0][0]:
            changed = _put(rest, taken, amount.words)
            made += [(_begun(words, prefix, changed), amount.sure) for prefix in prefixes]
        else:
            left = tuple(word for at, word in enumerate(rest) if at not in taken)
            made.append((_begun(words, (amount.program, *amount.words), left), amount.sure))
    return made[:_MAX]


def concerns(words: tuple[Word, ...], known: Synonyms) -> bool:
    """Tell soon of most commands that there is no other name for them."""
    if known.families or known.needless or known.scripts or "" in known.amounts:
        return True
    for word in words:  # noqa: SIM110 -- every verdict comes by here
        if word.text in known.groups or word.text in known.amounts:
            return True
    return False


def _begun(words: tuple[Word, ...], texts: tuple[str, ...], rest: tuple[Word, ...]) -> tuple[Word, ...]:
    return (*[_word(text, words[0]) for text in texts], *rest)


def _word(text: str, place: Word) -> Word:
    """Make a word that stands in the place of another."""
    if text == "?":
        return UnknownWord((None,), "what it amounts to", False, place.start, place.end)
    return Word(text, place.start, place.end)


def _places(rest: tuple[Word, ...], start: int) -> list[int]:
    """Say where the first words stand that are no options."""
    found: list[int] = []
    for at in range(start, len(rest)):
        if rest[at].prefix[:1] != "-":
            found.append(at)
            if len(found) == _FIRST:
                break
    return found


def _put(rest: tuple[Word, ...], gone: list[int], texts: list[str]) -> tuple[Word, ...]:
    """Put texts in the place of some words, where the first of them stood."""
    put = [_word(text, rest[gone[0]]) for text in texts]
    behind = [word for at, word in enumerate(rest) if at > gone[0] and at not in gone]
    return (*rest[: gone[0]], *put, *behind)


def _respelled(rest: tuple[Word, ...], places: list[int], known: Synonyms, kinds: bool) -> list[tuple[Word, ...]]:
    """Give the words behind the program with other names of the subcommand. `kinds`: they name kinds of things."""
    texts = [rest[at].text or "" for at in places]
    made = _by_groups(rest, places, known)
    if len(places) > 1:
        for other in _named_kinds(rest, places, known, kinds):
            made += [other, *_by_groups(other, _places(other, places[0]), known)]
    if known.needless and texts:
        made.append(_with_or_without(rest, known.needless, places, texts))
    if known.scripts and texts and texts[texts[0] == known.scripts :][:1] not in ([], [""]):
        name = texts[texts[0] == known.scripts]
        if name not in _NO_SCRIPTS:
            made.append(_with_or_without(rest, known.scripts, places, texts))
    return made


def _by_groups(rest: tuple[Word, ...], places: list[int], known: Synonyms) -> list[tuple[Word, ...]]:
    """Give the words with each name of a group in the place of another one."""
    texts = [rest[at].text or "" for at in places]
    made: list[tuple[Word, ...]] = []
    for n, text in enumerate(texts):
        for own, group in known.groups.get(text, ()):
            if texts[n : n + len(own)] == own:
                made += [_put(rest, places[n : n + len(own)], other) for other in group if other != own]
    return made


def _named_kinds(rest: tuple[Word, ...], places: list[int], known: Synonyms, kinds: bool) -> list[tuple[Word, ...]]:
    """Give the words with one kind of things: of several (`pods,secrets`), with a name (`pod/x ns/y`), or a version."""
    made: dict[str, tuple[Word, ...]] = {}  # each kind once, so that there are no more than are known
    at = places[1]
    # Elsewhere, only one name may stand there: `secret/x`.
    for one in (rest[at].text or "").split(",") if kinds else [rest[at].text or ""]:
        kind, slash, name = one.partition("/")
        plain = kind.lower().partition(".")[0] if kinds else kind
        if plain in known.groups and rest[at].text != plain:
            made[plain] = _put(rest, [at], [plain, *([name] if slash else [])])
    for later in range(at + 1, len(rest)) if kinds else ():
        kind, slash, name = (rest[later].text or "").partition("/")
        plain = kind.lower().partition(".")[0]
        if slash and plain in known.groups and plain not in made:
            made[plain] = _put(rest, [at, later], [plain, name])
    return [*made.values()]


def _with_or_without(rest: tuple[Word, ...], word: str, places: list[int], texts: list[str]) -> tuple[Word, ...]:
    """Leave out a word that is not needed, or put it in."""
    if word in texts:
        return _put(rest, [places[texts.index(word)]], [])
    return _put(rest, places[:1], [word, texts[0] or "?"])


def _taken(rest: tuple[Word, ...], places: list[int], amount: Amount) -> list[int] | None:
    """Say where the words stand that a line of the table wants; None: they are not all there."""
    texts = [rest[at].text or "" for at in places]
    count = len(amount.exact)
    at = next((n for n in range(len(texts) + 1 - count) if texts[n : n + count] == amount.exact), None)
    if at is None or not all(_has(rest, flag) for flag in amount.flags):
        return None
    taken = places[at : at + count]
    others = [word.text or "" for i, word in enumerate(rest) if i not in taken and word.prefix[:1] != "-"]
    return taken if all(any(_fits(text, glob) for text in others) for glob in amount.globs) else None


def _fits(text: str, glob: str) -> bool:
    """Tell whether a text ends as it should, or holds what it should: `-`, `mutation*`."""
    return glob[:-1] in text if glob[-1:] == "*" else text.endswith(glob)


def _has(rest: tuple[Word, ...], flag: str) -> bool:
    """Tell whether an option is there, with one dash or two: `-destroy`; or with a value, `-X|--method=DELETE`."""
    names, equals, value = flag.partition("=")
    for at, word in enumerate(rest):
        text = word.text or word.prefix
        following = rest[at + 1].text if at + 1 < len(rest) else ""
        for name in names.split("|"):
            if not equals:
                given_name = text.partition("=")[0]
                if given_name in (name, f"-{name}") or _bundles(text, name) or _cuts_short(given_name, name):
                    return True
                continue
            given = _value(text, name, following)
            if given is None or given.upper() == value:
                return True
    return False


def _cuts_short(text: str, name: str) -> bool:
    """Tell whether an option is a long one cut short, as many programs take it: `--cle` for `--clear`."""
    return text[:2] == "--" and len(text) > _SHORTEST and name.startswith(text)


def _bundles(text: str, name: str) -> bool:
    """Tell whether an option of one letter stands in a bundle, as in `rpm -Uvh`; not beside those that only ask."""
    letters = text[1:]
    return (
        len(name) == 2 and text[:1] == "-" and name[1] in letters and letters.isalpha() and len(letters) < _LONG_BUNDLE
    ) and not {"q", "V"} & {*letters}


def _value(text: str, name: str, following: str | None) -> str | None:
    """Give the value of an option if a word is it: behind `=`, attached, in a bundle, or the next word."""
    if text == name:
        return following
    if text.startswith(f"{name}="):
        return text[len(name) + 1 :]
    if len(name) == 2 and text[:1] == "-" != text[1:2] and name[1] in text:
        return text.partition(name[1])[2].removeprefix("=") or following  # `-iX DELETE`
    return ""


# ── commands that amount to another: `python -m pip` is pip, `coverage run x` is `python x`, `x-push` is `x push` ──

# Modules of python whose programs have names of their own.
_MODULES = {"IPython": "ipython", "py.test": "pytest", "_pytest": "pytest"}


def module_of(command: "Command") -> "Command | None":
    """Give the command that `python -m` or a program that runs python amounts to, if the tables know it."""
    made = amounts_to(command)
    return made if made is not None and reading(made.name or "") is not None else None


def amounts_to(command: "Command") -> "Command | None":
    """Give another command that this one amounts to: `pip` for `python -m pip`, `x push` for `x-push`."""
    words = command.words
    program = PROGRAMS[words[0].text or ""]
    if not program.disguised or command.disguises > MAX_DEPTH:
        return None  # whoever follows what it runs refuses what is nested so deep
    names: tuple[str, ...]
    taken = usage_of(command) if len(words) > 1 else None
    if taken is not None and "runs-python" in traits(taken.name):
        names = ("python", "-m") if any(found.kind == "MODULE" for found in taken.line.found) else ("python",)
        rest = tuple(taken.line.operands)
        if not rest:
            return None
    elif program.spoken:
        if taken is not None and (scripts := scripts_of(program.spoken)):
            return _of_script(command, taken, scripts)
        if taken is None or not taken.line.found or taken.line.found[-1].kind != "MODULE":
            return None
        module = taken.line.found[-1].value
        if module is None or module.text is None:
            return None
        names = (_script_of(module.text),)
        rest = tuple(taken.line.operands)
    elif not program.name.startswith(dashed):
        return None
    else:
        first, _, second = program.name.partition("-")
        names, rest = (first, second), words[1:]
    begun = tuple(Word(name, words[0].start, words[0].end) for name in names)
    made = reworded(command, (*begun, *rest))
    made.disguises = command.disguises + 1
    return made


def runs_at_last(command: "Command") -> "Command | None":
    """Give what a command amounts to when all is said: `pip` for `coverage run -m pip`."""
    made = amounts_to(command)
    while made is not None and (other := amounts_to(made)) is not None:
        made = other
    return made


def _of_script(command: "Command", taken: "Invocation", scripts: tuple[str, ...]) -> "Command | None":
    """Give the program that an interpreter runs by its script, unless it is given other code: `php ./artisan`."""
    given = next((found for found in taken.line.found if found.kind in ("CODE", "CODEFILE")), None)
    words = list(taken.line.operands)
    if given is not None:
        words = [given.value, *words] if given.kind == "CODEFILE" and given.value is not None else []
    if not words:
        return None
    script, *rest = words
    name = str(script).rpartition("/")[2]
    return reworded(command, (Word(name, script.start, script.end), *rest)) if name in scripts else None


def reworded(command: "Command", words: tuple[Word, ...]) -> "Command":
    """Give a command with other words."""
    from wicket.shell.read_result import Command

    return Command(
        words, command.redirects, command.assignments, command.start, command.end, command.place, command.changed
    )


def _script_of(module: str) -> str:
    """Give the name of the program that a module of python is installed as."""
    top = module.partition(".")[0]
    if top in stdlib_module_names:
        return module
    return plain(_MODULES.get(module) or _MODULES.get(top) or top.replace("_", "-"))


def is_of_python(command: "Command") -> bool:
    """Tell whether what `amounts_to` gave is a module that comes with python."""
    return (command.name or "").partition(".")[0] in stdlib_module_names
