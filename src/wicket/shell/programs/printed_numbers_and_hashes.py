"""Commands that print a plain token: a number, a hash, a date; or several of them.

A token is letters, digits, dashes and underscores, and begins with no dash. So it is one word, no option and no path to
anywhere else; but it may be missing, when the command fails.
"""

from wicket.shell.catalogue.compiled_catalogue import fact, traits
from wicket.shell.characters import listed
from wicket.shell.programs.process_patterns import may_find_guard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from wicket.shell.read_result import Command

__all__ = [
    "BARE",
    "NUMBER",
    "TOKENS",
    "TOKEN_PRINTERS",
    "is_inert",
    "is_number",
    "kind",
    "names_commit",
    "passes_lines",
]

# What is printed can only be digits; or a token of other characters; or several.
NUMBER, BARE, TOKENS = "number", "bare", "tokens"

# Directives of `date` that make digits, and two with dashes among them. None of them begins like another.
_DIGITS = listed("%s %d %H %M %S %Y %m %j %N %y %u %w %3N %-d %-m")
_DATES = _DIGITS | {"%F", "%G-W%V"}
_LENGTHS = (2, 3, 6)

_CONFIGURED = listed("_NPROCESSORS_ONLN _NPROCESSORS_CONF NPROCESSORS_ONLN PAGE_SIZE PAGESIZE LONG_BIT ARG_MAX")
# `stat -c`: size, times, mode, owner, links.
_STATED = listed("%s %Y %X %Z %a %u %g %h %i")
_REVISION_FLAGS = listed("--short --verify -q --quiet")
_ONE = listed("-1 -n1 --max-count=1")
# Of `rev-list`: which commits, and in what order.
_WHICH = listed("--all --branches --no-merges --merges --first-parent --reverse --topo-order --date-order")

# They print lines that they read.
_PASSING = frozenset(["head", "tail", "sort", "uniq"])

# Of `ps`: identifiers, and of which containers.
_IDENTIFIERS = listed("-q -aq -qa -lq -ql -alq -aql --quiet")
_CONTAINERS = listed("-a --all -l --latest --no-trunc")

# Of `gh`: what it asks about, in which options, and expressions that make numbers of what it knows to be numbers.
_ASKED = listed("pr issue run")
_ASKING = listed(
    """
    --json -q --jq -L --limit -s --state -b --branch -B --base -H --head -R --repo -A --author -a --assignee -l --label
    -e --event -c --commit -u --user --status --search --workflow
    """
)
_ONE_NUMBER = listed(".number .databaseId .[0].number .[0].databaseId .workflowDatabaseId .[0].workflowDatabaseId")
_NUMBERS = listed(".[].number .[].databaseId")

# Between two words, they have expr calculate.
_CALCULATING = frozenset("+-*/%<>=")

# And by these, look at texts.
_MATCHING = frozenset(["match", "substr", "index", "length"])


def passes_lines(command: "Command") -> bool:
    """Tell whether a command prints some of the lines that it reads, as they are: `head -3`, `sort -u`."""
    texts = [word.text for word in command.words]
    return (
        bool(texts)
        and texts[0] in _PASSING
        and not (command.calls or command.redirects or command.assignments)
        and all(text is not None and text[:1] == "-" and text[1:].isalnum() for text in texts[1:])
        and not (texts[0] in ("sort", "uniq") and any("o" in (text or "") or "c" in (text or "") for text in texts[1:]))
        and not (texts[0] in ("head", "tail") and any("v" in (text or "") or "c" in (text or "") for text in texts[1:]))
    )


def kind(command: "Command") -> str:
    """Tell what a command prints: `number`, `bare`, `tokens`, or nothing that is known."""
    name = command.name or ""
    said = fact("prints_token", name)
    if not said or command.calls:
        return ""
    if (command.assignments or command.changed) and "asks-others" in traits(name):
        return ""
    for redirect in command.redirects:
        # What it has to say of its own failure would be no token.
        if redirect.kind != "input" and (redirect.descriptor != 2 or redirect.target.text != "/dev/null"):
            return ""
    texts = [word.text for word in command.words[1:]]
    known = [text for text in texts if text is not None]
    return TOKEN_PRINTERS[said](known) if len(known) == len(texts) else ""


def is_number(command: "Command") -> bool:
    """Tell whether what a command prints can only be a number."""
    words = command.words[1:]
    if command.name == "expr":
        signs = [word.text for word in words[1::2]]
        return (
            len(words) % 2 == 1
            and len(words) > 1
            and not command.calls
            and all(sign in _CALCULATING for sign in signs)
            and all(word.outside or (is_inert(word.text) and word.text not in _MATCHING) for word in words[::2])
        )
    if command.name == "seq":
        return not command.calls and all(word.outside or (word.text or "x").isdigit() for word in words)
    return kind(command) == NUMBER


def is_inert(text: str | None) -> bool:
    """Tell whether a word is known and holds nothing that arithmetic could run."""
    return text is not None and not any(c in text for c in "[$`*?")


def names_commit(text: str) -> bool:
    """Tell whether this is HEAD or one of those before it, and never the name of a file."""
    return text[:4] == "HEAD" and all(c in "~^0123456789" for c in text[4:])


def _is_plain(text: str) -> bool:
    """Tell whether a word is the name of a branch or a commit, and neither an option nor a path in a commit."""
    return text[:1] not in ("", "-", "^") and all(c.isalnum() or c in "_-./~^@{}+" for c in text)


def _count(texts: list[str]) -> str:
    """`wc -l`: of a file that is named, it would print the name."""
    return NUMBER if texts in (["-l"], ["-w"], ["-c"], ["-m"]) else ""


def _open_by(texts: list[str]) -> str:
    """`lsof -ti:3000`: numbers of processes, each on a line of its own."""
    bundles = [text[1:].partition("i")[0] for text in texts if text[:1] == "-"]
    return TOKENS if any("t" in bundle for bundle in bundles) and not any("F" in bundle for bundle in bundles) else ""


def _found_processes(texts: list[str]) -> str:
    """`pgrep -f x`: numbers of processes, unless their names are asked for, or what stands between them.

    Those of all processes, or of all that a user has, are no answer to a question: `pgrep .`, `pgrep -u me`. Nor are
    those that the guard itself may be among.
    """
    flags = [text for text in texts if text[:1] == "-"]
    plain = all(text in ("-f", "-x", "-n", "-o", "-fx", "-i", "-P", "-u", "-U", "-fi", "-if") for text in flags)
    patterns = [text for at, text in enumerate(texts) if text[:1] != "-" and texts[at - 1 : at] not in _OF_USERS]
    everything = any(map(_finds_everything, patterns)) or (not patterns and any([flag] in _OF_USERS for flag in flags))
    return TOKENS if plain and not everything and not may_find_guard(texts) else ""


_OF_USERS = (["-u"], ["-U"])


def _finds_everything(pattern: str) -> bool:
    """Tell whether a pattern of pgrep is met by nearly any name: one of its branches spells nothing."""
    spelled = "".join([part.partition("]")[2] if at else part for at, part in enumerate(pattern.split("["))])
    return any(not any(c.isalnum() for c in branch) for branch in spelled.split("|"))


def _processes_of(texts: list[str]) -> str:
    return TOKENS if all(text in ("-s", "-x") or text[:1] != "-" for text in texts) else ""


def _processors(texts: list[str]) -> str:
    return NUMBER if texts in ([], ["--all"]) else ""


def _matches(texts: list[str]) -> str:
    """`grep -c`: with several files, it would print their names."""
    flags = "".join(text[1:] for text in texts if text[:1] == "-")
    given = [text for text in texts if text[:1] != "-"]
    return NUMBER if "c" in flags and all(c in "cviEFwxPs" for c in flags) and 1 <= len(given) <= 2 else ""


def _date(texts: list[str]) -> str:
    if texts[:1] == ["-u"]:
        texts = texts[1:]
    if len(texts) != 1 or texts[0][:2] != "+%":
        return ""
    rest = texts[0][1:]
    number = True
    while rest:
        directive = ""
        if rest[0] == "%":
            for length in _LENGTHS:
                if rest[:length] in _DATES:
                    directive = rest[:length]
                    break
        if not directive and not (rest[0].isalnum() or rest[0] in "_-"):
            return ""
        number = number and directive in _DIGITS
        rest = rest[len(directive) or 1 :]
    return NUMBER if number else BARE


def _stat(texts: list[str]) -> str:
    return NUMBER if len(texts) == 3 and texts[0] == "-c" and texts[1] in _STATED else ""


def _identity(texts: list[str]) -> str:
    return NUMBER if texts in (["-u"], ["-g"]) else ""


def _configured(texts: list[str]) -> str:
    return NUMBER if len(texts) == 1 and texts[0] in _CONFIGURED else ""


def _terminal(texts: list[str]) -> str:
    return NUMBER if texts in (["cols"], ["lines"], ["colors"]) else ""


def _mask(texts: list[str]) -> str:
    return NUMBER if not texts else ""


def _commits(texts: list[str]) -> str:
    """Give what is printed of commits: their hash, or how many they are."""
    name, rest = texts[:1], texts[1:]
    flags = [text for text in rest if text[:1] == "-"]
    given = [text for text in rest if text[:1] != "-"]
    if not all(map(_is_plain, given)):
        return ""
    if name == ["rev-parse"]:
        # What is no commit, it prints as it stands there, unless it is told to verify it.
        sure = len(given) == 1 and (names_commit(given[0]) or "--verify" in flags)
        return BARE if sure and all(_is_short(flag) or flag in _REVISION_FLAGS for flag in flags) else ""
    if name == ["merge-base"]:
        return BARE if len(given) == 2 and flags in ([], ["--fork-point"]) else ""
    if name == ["rev-list"]:
        if "--count" in flags:
            return NUMBER if all(flag in ("--count", "--no-merges", "--merges", "--all") for flag in flags) else ""
        if len(flags) == 1 and flags[0] in _ONE and given:
            return BARE
        return TOKENS if all(flag in _WHICH or _limits(flag) for flag in flags) else ""
    return ""


def _limits(flag: str) -> bool:
    """`-5`, `-n5`, `--max-count=5`: how many."""
    return flag.removeprefix("--max-count=").removeprefix("-").removeprefix("n").isdigit()


def _sequence(texts: list[str]) -> str:
    return TOKENS if 1 <= len(texts) <= 3 and all(text.isascii() and text.isdigit() for text in texts) else ""


def _container_ids(texts: list[str]) -> str:
    """`ps -q`: identifiers, in hexadecimal."""
    listing = texts[:1] == ["ps"] or texts[:2] in (["container", "ls"], ["compose", "ps"])
    rest = texts[1 if texts[:1] == ["ps"] else 2 :] if listing else []
    composed = texts[:1] == ["compose"]
    quiet = False
    i = 0
    while i < len(rest):
        if rest[i] in _IDENTIFIERS:
            quiet = True
        elif rest[i] in ("-f", "-qf", "-aqf", "--filter") and not composed and i + 1 < len(rest):
            quiet = quiet or "q" in rest[i][:4]
            i += 1
        elif rest[i][:9] != "--filter=" and rest[i] not in _CONTAINERS and not (composed and _is_plain(rest[i])):
            return ""
        i += 1
    return TOKENS if quiet else ""


def _github(texts: list[str]) -> str:
    """`gh pr view --json number -q .number`: gh itself makes sure that these are numbers."""
    if len(texts) < 2 or texts[0] not in _ASKED or texts[1] not in ("view", "list"):
        return ""
    given: dict[str, str] = {}
    i = 2
    while i < len(texts):
        name, equals, value = texts[i].partition("=")
        if name[:1] == "-":
            if name[:2] == "-L" and name[2:].isdigit():
                name, equals = "-L", "="
            if name not in _ASKING:
                return ""
            if not equals:
                i += 1
                value = texts[i] if i < len(texts) else ""
            given[name] = value
        i += 1
    made = given.get("-q") or given.get("--jq") or ""
    if "--json" not in given or ("-q" in given and "--jq" in given):
        return ""
    return NUMBER if made in _ONE_NUMBER else TOKENS if made in _NUMBERS else ""


def _is_short(flag: str) -> bool:
    return flag[:8] == "--short=" and flag[8:].isdigit()


# By the names that the catalogue gives them, under `prints_token`.
TOKEN_PRINTERS: "dict[str, Callable[[list[str]], str]]" = {
    "count": _count,
    "processors": _processors,
    "matches": _matches,
    "date": _date,
    "stat": _stat,
    "identity": _identity,
    "configured": _configured,
    "terminal": _terminal,
    "mask": _mask,
    "commits": _commits,
    "sequence": _sequence,
    "container-ids": _container_ids,
    "numbers-asked": _github,
    "open-by": _open_by,
    "found-processes": _found_processes,
    "processes-of": _processes_of,
}
