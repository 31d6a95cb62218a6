"""What git's operands are, commits or files; and what it shows or copies of all that it keeps."""

from wicket.shell.characters import listed
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.unknown_values import GLOB, NAMED
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_parser import Usage
    from wicket.shell.catalogue.option_values_and_parse_result import Line
    from wicket.shell.read_result import Command

    Pair = tuple[str, Word | None]

__all__ = [
    "FOLDER_OPTION",
    "LISTED_BY",
    "MAKES_FILES",
    "PRINTED_FOLDER",
    "REPOSITORY",
    "UNPACKS",
    "WRITES_LISTED",
    "asks_for_branch",
    "gathers",
    "git_operands",
    "lists_kept",
    "lists_settings",
    "names_files",
    "only_asks_for_folders",
    "shown",
]


# ── what git's operands are: commits, or files of the work tree, which are named by patterns of git's own ──

# Why a word is not known that git has printed: `$(git rev-parse --show-toplevel)`.
PRINTED_FOLDER = "the output of git"

# The folder in which a work tree keeps its history, and the option that names another one.
REPOSITORY = ".git"
FOLDER_OPTION = "--git-dir"

# They read what they are given, or note it; the work tree stays as it is.
_LOOKING = frozenset(
    f"git {name}"
    for name in listed(
        """
        add annotate blame cat-file check-attr check-ignore commit describe diff diff-files diff-index diff-tree
        difftool fast-export format-patch grep log ls-files ls-tree range-diff reflog rev-list rev-parse shortlog show
        status whatchanged
        """
    )
)

# They say what there is, and not what is in it; unless one of these has them show changes, or hashes.
_LISTING = {
    "git check-attr": (),
    "git check-ignore": (),
    "git ls-files": ("-s", "--stage", "--format"),
    "git status": ("-v",),
}

# What files that list paths are for: these write what is listed.
WRITES_LISTED = frozenset(["git checkout", "git restore", "git rm", "git stash", "git checkout-index"])

# Options by which names of files are read, beside those that are called so.
LISTED_BY = {"git checkout-index": ("--stdin",)}

# They make files that could be run; of those, these take them out of a patch or an index.
MAKES_FILES = frozenset(["git mv", "git apply", "git am", "git checkout-index", "git init", "git clone", "git bundle"])
UNPACKS = frozenset(["git apply", "git am", "git checkout-index"])

# Behind `--`, they are given paths to write.
_GIVEN_PATHS = frozenset(["git checkout", "git stash"])

# From this operand on, these are given names of branches, tags and commits: no files, if they are no options.
_NAMES_FROM = {"git tag": 0, "git merge": 0, "git push": 1}

# Where settings are kept that are not those of a repository.
_SETTINGS = (("--global", "~/.gitconfig"), ("--system", "/etc/gitconfig"))

# What of stash leaves the files as they are.
STASH_LOOKS = ("list", "show", "drop", "clear", "create", "store")


# They bring the whole work tree from one commit to another, or change it as commits say.
_MOVING = frozenset(
    f"git {name}" for name in listed("pull merge rebase cherry-pick revert mergetool filter-branch lfs sparse-checkout")
)


def subcommand(name: str) -> str:
    """Give the full name of a subcommand, as the tables have it."""
    return f"git {name}"


def git_operands(command: "Command", name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    """Say of each operand what it is. A commit or a path, or a path in a commit: often nobody but git knows."""
    if name in ("git rm", "git mv"):
        pairs = [] if line.has("--cached") else usage.kinds(line.operands)
        return [(kind, _path_of_pathspec(word, NAMED)) for kind, word in pairs]
    if name == "git clone" and len(line.operands) == 1:
        return [("TOUCH", line.operands[0]), ("WRITE", _folder_of_clone(line.operands[0]))]
    if name in ("git diff", "git difftool") and line.has("--no-index"):
        return [("READ", word) for word in line.operands]
    behind = 0  # how many operands stand behind `--`
    for at, word in enumerate(command.words):
        if word.text == "--":
            behind = len(command.words) - at - 1
            break
    made: list[Pair] = []
    if name == "git config" and _sets(line):
        files = [file for option, file in _SETTINGS if line.has(option)]
        made += [("TOUCH", Word(file, command.start, command.end)) for file in files]
    if name == "git init" and not line.operands:
        made += [("WRITE", found.value) for found in line.found if found.kind == "CD"]
    if name in _MOVING:
        made.append(("TOUCH", Word(".", command.start, command.end)))
    # `git stash push -- x` puts back x alone.
    if _rewrites(name, line) and not (behind and name == "git stash" and line.operands[0].text == "push"):
        made.append(("WRITE", Word(".", command.start, command.end)))
    if name in ("git cat-file", "git hash-object") and any(found.name[:3] == "--b" for found in line.found):
        made.append(("READ", None))  # its input names them
    first = len(line.operands) - behind
    looks = name in _LOOKING or (name == "git stash" and first > 0 and line.operands[0].text in STASH_LOOKS)
    for at, (kind, word) in enumerate(usage.kinds(line.operands)):
        if kind == "VALUE" and name not in _LOOKING and name not in WRITES_LISTED:
            if word.text is not None or at < _NAMES_FROM.get(name, at + 1) or word.many or word.prefix[:1] in ("", "-"):
                made.append(("TOUCH", word))
            continue
        path = _path_of_pathspec(word, GLOB if looks else NAMED)
        if name == "git restore" and line.has("-S") and not line.has("-W"):
            made.append(("LOOK", path))
        elif kind != "VALUE":
            made.append((kind, path))
        elif looks:
            lists = name in _LISTING and not any(map(line.has, _LISTING[name]))
            made.append(("LIST" if lists else "LOOK", path))
        else:
            paths = at >= first or (name == "git checkout" and path.text == ".")
            made.append(("WRITE" if paths and name in _GIVEN_PATHS else "TOUCH", path))
            if paths and name == "git stash":
                made.append(("LOOK", path))
    return made


def _folder_of_clone(address: Word) -> Word:
    """Name the folder that git makes for a repository: the last name of its address."""
    if address.text is None:
        return UnknownWord((None,), NAMED, False, address.start, address.end)
    name = address.text.rstrip("/").removesuffix("/.git").replace(":", "/").rpartition("/")[2].removesuffix(".git")
    return Word(name or ".", address.start, address.end)


def _path_of_pathspec(word: Word, reason: str) -> Word:
    """Take the signs off that git gives a meaning in paths: `:/x`, `:(top)x`, `:!x`, and globs."""
    text = word.text
    if text is None:
        return word
    if text[:2] == ":(" and "icase" in text.partition(")")[0]:
        return UnknownWord((None,), NAMED, True, word.start, word.end)
    if reason == NAMED and (text[:2] in (":!", ":^") or (text[:2] == ":(" and "exclude" in text.partition(")")[0])):
        text = "."  # all but that
    elif text[:2] == ":(":
        text = text.partition(")")[2] or "."
    elif text[:1] == ":" and text[1:2] in ("/", "!", "^", ":"):
        text = text[2:] or "."
    marks = [at for at, c in enumerate(text) if c in "*?[]"]
    if not marks:
        return Word(text, word.start, word.end)
    head, tail = text[: marks[0]], text[marks[-1] + 1 :]
    shape = (*([head] if head else []), None, *([tail] if tail else []))
    return UnknownWord(shape, reason, True, word.start, word.end)


def _sets(line: "Line") -> bool:
    """Tell whether `git config` changes a setting, and does not only say what it is."""
    names = [found.name for found in line.found]
    first = line.operands[0].text if line.operands else ""
    if first in ("get", "list") or any(name == "-l" or name.startswith(("--get", "--list")) for name in names):
        return False
    return len(line.operands) > 1 or any(name.startswith(("-e", "--e", "--un", "--re")) for name in names)


def _rewrites(name: str, line: "Line") -> bool:
    """Tell whether git may put back all files that it keeps."""
    if name == "git reset":
        return any(map(line.has, ("--hard", "--merge", "--keep")))
    if name in ("git checkout", "git switch", "git restore"):
        return (any(map(line.has, ("-f", "-p", "--discard-changes"))) and not line.operands) or line.has("--overlay")
    if name == "git checkout-index":
        return line.has("-a")
    if name == "git read-tree":
        return line.has("-u")
    first = line.operands[0].text if line.operands else "push"
    return name == "git stash" and first not in STASH_LOOKS


# By these, git says which branch is checked out, and nothing else.
_BRANCH_QUESTIONS = (
    ["branch", "--show-current"],
    ["rev-parse", "--abbrev-ref", "HEAD"],
    ["symbolic-ref", "--short", "HEAD"],
    ["symbolic-ref", "-q", "--short", "HEAD"],
)


def asks_for_branch(command: "Command") -> bool:
    """Tell whether a command prints the name of the branch that is checked out here, or nothing."""
    if command.name != "git" or command.calls or command.assignments or command.changed:
        return False
    if any(one.descriptor != 2 or str(one.target) != "/dev/null" for one in command.redirects):
        return False
    plain = all(word.reason is None for word in command.words)
    return plain and [word.prefix for word in command.words[1:]] in _BRANCH_QUESTIONS


def lists_kept(command: "Command") -> bool:
    """Tell whether a command that lists files lists only those that are kept: not `ls-files -o`, `status`."""
    texts = [word.prefix for word in command.words[1:]]
    if command.name != "git" or texts[:1] not in (["ls-files"], ["diff"], ["grep"]):
        return False
    others = ("--others", "--no-index", "--untracked", "--no-exclude-standard")
    return not any(text in others or (text[:1] == "-" and text[:2] != "--" and "o" in text) for text in texts[1:])


# By these, git config prints all that is set, or many of it.
_LISTS_SETTINGS = ("-l", "--list", "list", "--get-regexp")


def lists_settings(command: "Command") -> bool:
    """Tell whether a command may print all of git's settings, or many of them."""
    taken = usage_of(command) if command.name == "git" else None
    if taken is None or taken.name != subcommand("config"):
        return False
    return any(word.may_be(one) for word in command.words for one in _LISTS_SETTINGS)


def only_asks_for_folders(command: "Command") -> bool:
    """Tell whether a command is none of git, or one by which git says where its folders are."""
    return command.name != "git" or [word.prefix for word in command.words[1:2]] == ["rev-parse"]


# ── what version control prints or copies of all that it keeps, though no word names it: `diff`, `log -p`, `clone` ──

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
    folders = _folders_entered_by_git(
        [found.value for found in line.found if found.value is not None and found.kind == "CD"]
    )
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


def names_files(name: str, line: "Line") -> bool:
    """Tell whether a command that takes files in names each of them: `git add -f docs/a.md`."""
    return name != subcommand("stash") and bool(line.operands) and not any(map(_is_wide_pathspec, line.operands))


def _is_wide_pathspec(word: Word) -> bool:
    text = word.prefix
    return word.reason is not None or text[:1] == ":" or any(c in text for c in "*?[")


_GATHERING = {
    subcommand("add"): listed("-f --force"),
    subcommand("stage"): listed("-f --force"),
    subcommand("stash"): listed("-a --all"),
}


def _folders_entered_by_git(folders: list[Word]) -> list[Word]:
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


def _options_of_git_subcommand(line: "Line") -> set[str]:
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
    if (
        name in _SHOWING_CHANGES
        and line.found
        and not _SHOWING_CHANGES[name].isdisjoint(_options_of_git_subcommand(line))
    ):
        return True
    if name in _SHOWING_PATCHES or (
        name == subcommand("stash") and line.operands and line.operands[0].text in STASH_LOOKS
    ):
        return bool(line.found) and not _PATCHES.isdisjoint(_options_of_git_subcommand(line))
    if name not in _SHOWING:
        return False
    names = _options_of_git_subcommand(line)
    return not _PATCHES.isdisjoint(names) or _NO_PATCHES.isdisjoint(names)


def _is_folder(word: Word) -> bool:
    """Tell whether a repository is one of this machine: `../x`, `file:///x`."""
    text = word.text or word.prefix
    return text[:1] in ("/", ".", "~") or text.startswith("file:")


def _is_file(word: Word) -> bool:
    """Tell whether a word names a file of a commit: `HEAD:x`."""
    commit, colon, path = (word.text or "").partition(":")
    return bool(commit and colon and path)
