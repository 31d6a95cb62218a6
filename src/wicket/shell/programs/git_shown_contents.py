"""What version control prints or copies of all that it keeps, though no word names it: `diff`, `log -p`, `clone`."""

from wicket.shell.characters import listed
from wicket.shell.programs.git_operands import FOLDER_OPTION, REPOSITORY, STASH_LOOKS, subcommand
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_parse_result import Line
    from wicket.shell.read_result import Command

__all__ = ["gathers", "shown"]

# They print what commits hold, or copy it: all of it, or what has changed.
_SHOWING = frozenset(
    subcommand(name)
    for name in listed(
        """
        diff difftool show whatchanged format-patch grep archive bundle fast-export diff-tree diff-index diff-files
        range-diff request-pull send-email checkout-index read-tree merge-tree pack-objects http-backend instaweb
        """
    )
)

# They take all of it from the folders that they are given.
_TAKING = frozenset(subcommand(name) for name in listed("clone upload-pack upload-archive daemon"))

# They print what has changed only if they are told to.
_SHOWING_PATCHES = frozenset(
    [subcommand("log"), subcommand("reflog"), subcommand("bisect view"), subcommand("bisect visualize")]
)

# And these, if they are told to go through it, or to show it.
_SHOWING_CHANGES = {
    **dict.fromkeys(
        [subcommand(name) for name in listed("add stage stash checkout reset restore")],
        listed("-p --patch -i --interactive"),
    ),
    subcommand("commit"): listed("-p --patch --interactive -v --verbose"),
    subcommand("status"): listed("-v --verbose"),
    subcommand("rebase"): listed("--show-current-patch"),
    subcommand("am"): listed("--show-current-patch"),
}

_NO_PATCHES = listed(
    """
    --stat --shortstat --numstat --dirstat --summary --name-only --name-status --no-patch -s
    --quiet -q --check --raw -l -L --files-with-matches --files-without-match -c --count
    """
)

_PATCHES = listed(
    """
    -p -u --patch --patch-with-stat --patch-with-raw -U -W -G -S --word-diff --color-words --cc -m -c --binary
    --remerge-diff --diff-merges --dd
    """
)


def shown(command: "Command", name: str, line: "Line") -> list[Word]:
    """Name the work trees of which it prints or copies, of all that it keeps, what no word names."""
    if name in _TAKING:
        given = line.operands[:1] if name == subcommand("clone") else line.operands
        paths = [(word, (word.text or "").removeprefix("file://")) for word in given]
        taken = [Word(path, word.start, word.end) for word, path in paths if path and ":" not in path]
        return taken or ([] if name == subcommand("clone") else [Word(".", command.start, command.end)])
    if not _shows_all(name, line) or (line.behind and not any(map(_is_wide, line.operands[-line.behind :]))):
        return []
    folders = _entered([found.value for found in line.found if found.value is not None and found.kind == "CD"])
    kept = [found.value for found in line.found if found.name == FOLDER_OPTION]
    for assignment in (*command.changed, *command.assignments):
        if assignment.name == "GIT_DIR":
            kept.append(assignment.value)
        elif assignment.name == "GIT_INDEX_FILE":
            folders.append(UnknownWord((None,), "what another index lists", False, command.start, command.end))
    for word in kept:
        if word is not None and word.text is not None:
            folders.append(Word(word.text.rstrip("/").removesuffix(REPOSITORY) or ".", word.start, word.end))
    return folders or [Word(".", command.start, command.end)]


def gathers(name: str, line: "Line") -> bool:
    """Tell whether a command takes in what it was told to leave alone, to show it later."""
    wanted = _GATHERING.get(name)
    return wanted is not None and bool(line.found) and not wanted.isdisjoint(line.names())


_GATHERING = {
    subcommand("add"): listed("-f --force"),
    subcommand("stage"): listed("-f --force"),
    subcommand("stash"): listed("-a --all"),
}


def _entered(folders: list[Word]) -> list[Word]:
    """Say where a command is told to go, one step after another."""
    if len(folders) < 2 or any(word.text is None for word in folders):
        return folders
    path = ""
    for word in folders:
        path = f"{path}/{word.text}" if path and (word.text or "")[:1] != "/" else word.text or path
    return [Word(path, folders[0].start, folders[-1].end)]


def _is_wide(word: Word) -> bool:
    """Tell whether a pathspec may name more than one folder below this one, or a file in it."""
    text = word.text
    return text is None or text[:1] in (".", ":", "/", "~") or any(c in text for c in "*?[") or ".." in text.split("/")


def _told(line: "Line") -> set[str]:
    """Give the options of the subcommand; before it, `-c` and `-p` are the program's own and mean something else."""
    own = line.found[line.own :]
    return {name for found in own for name in (found.option.names if found.option else (found.name,))}


def _shows_all(name: str, line: "Line") -> bool:
    if name == subcommand("worktree add"):
        return True
    if name == subcommand("show") and line.operands and all(_is_file(word) for word in line.operands):
        return False
    if name == subcommand("push"):
        return bool(line.operands) and _is_folder(line.operands[0])
    if name in _SHOWING_CHANGES and line.found and not _SHOWING_CHANGES[name].isdisjoint(_told(line)):
        return True
    if name in _SHOWING_PATCHES or (
        name == subcommand("stash") and line.operands and line.operands[0].text in STASH_LOOKS
    ):
        return bool(line.found) and not _PATCHES.isdisjoint(_told(line))
    if name not in _SHOWING:
        return False
    names = _told(line)
    return not _PATCHES.isdisjoint(names) or _NO_PATCHES.isdisjoint(names)


def _is_folder(word: Word) -> bool:
    """Tell whether a repository is one of this machine: `../x`, `file:///x`."""
    text = word.text or word.prefix
    return text[:1] in ("/", ".", "~") or text.startswith("file:")


def _is_file(word: Word) -> bool:
    """Tell whether a word names a file of a commit: `HEAD:x`."""
    commit, colon, path = (word.text or "").partition(":")
    return bool(commit and colon and path)
