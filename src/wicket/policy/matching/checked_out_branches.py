"""Which branches the commands of a text check out, so that a later `git push` may push them."""

from wicket.shell.characters import listed
from wicket.shell.programs.known_programs import usage_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.script import Command, Script

__all__ = ["changes_mapping", "checked_out"]

# They leave the same branch checked out.
_STAYING = frozenset(
    f"git {name}"
    for name in listed(
        """
        add blame cat-file cherry-pick clean commit describe diff fetch for-each-ref grep log ls-files ls-remote
        ls-tree merge merge-base mv pull push reflog remote reset restore rev-list rev-parse revert rm shortlog show
        stage stash status tag version whatchanged worktree
        """
    )
)
# They check out another one, and name it.
_SWITCHING = frozenset(["git checkout", "git switch", "git branch", "git rebase"])
# By these, programs beside git do.
_ALSO_SWITCHING = {"gh": listed("checkout co develop clone sync fork"), "hub": listed("checkout"), "glab": listed("mr")}


def checked_out(script: "Script | None", command: "Command") -> list[str] | None:
    """List the branches that other commands of the text may check out. None: any may be."""
    if script is None:
        return []
    made: list[str] = []
    for other in script.commands:
        given = [*other.words[1:], *[redirect.target for redirect in other.redirects]]
        if any(_is_git_folder(str(word)) for word in given):
            return None  # what lies there says which one it is
        if other is command:
            continue
        name = (other.name or "").rpartition("/")[2]
        words = [str(word) for word in other.words[1:]]
        if name in _ALSO_SWITCHING and not _ALSO_SWITCHING[name].isdisjoint(words):
            return None
        if name != "git" and not name.startswith("git-"):
            continue
        taken = usage_of(other)
        if taken is None or (taken.name not in _SWITCHING and taken.name not in _STAYING):
            return None
        if taken.name not in _SWITCHING:
            continue
        for word in other.words[2:]:
            text = str(word)
            if word.reason is not None or text == "-" or "@{" in text:
                return None
            if text[:1] != "-":
                made += [text, *([text.partition("/")[2]] if "/" in text else [])]
    return made


def _is_git_folder(text: str) -> bool:
    """Tell whether a word names what git keeps of a repository, or something in it."""
    return ".git" in text and (".git" in text.split("/") or ".git/" in text)


def changes_mapping(script: "Script | None", command: "Command") -> bool:
    """Tell whether a command of the text, or the push itself, sets under which name a branch is pushed."""
    for one in (command, *(script.commands if script is not None else ())):
        if any(assignment.name.startswith("GIT_CONFIG") for assignment in (*one.changed, *one.assignments)):
            return True
        if (one.name or "").rpartition("/")[2] == "git" and any(_is_mapping(str(word)) for word in one.words[1:]):
            return True
    return False


def _is_mapping(text: str) -> bool:
    key = text.partition("=")[0].lower()
    return (
        key.startswith(("push.default", "include"))
        or key == "symbolic-ref"
        or (key.startswith("remote.") and key.endswith((".push", ".mirror")))
        or (key.startswith("branch.") and key.endswith(".merge"))
    )
