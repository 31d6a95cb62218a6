"""Which branches the commands of a text check out, so that a later push may push them."""

from wicket.shell.catalogue.compiled_catalogue import dashed, fact, repositories, traits
from wicket.shell.programs.program_lookup import usage_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command, Script

__all__ = ["changes_mapping", "checked_out"]


def checked_out(script: "Script | None", command: "Command") -> list[str] | None:
    """List the branches that other commands of the text may check out. None: any may be."""
    if script is None:
        return []
    made: list[str] = []
    for other in script.commands:
        given = [*other.words[1:], *[redirect.target for redirect in other.redirects]]
        if any(_is_in_repository(str(word)) for word in given):
            return None  # what lies there says which one it is
        if other is command:
            continue
        name = (other.name or "").rpartition("/")[2]
        words = [str(word) for word in other.words[1:]]
        if not set(fact("checks_out", name).split()).isdisjoint(words):
            return None
        if "work-tree" not in traits(name) and not name.startswith(dashed):
            continue
        taken = usage_of(other)
        told = traits(taken.name) if taken is not None else frozenset()
        if "switches-branch" not in told and "keeps-branch" not in told:
            return None
        if "switches-branch" not in told:
            continue
        for word in other.words[2:]:
            text = str(word)
            if word.reason is not None or text == "-" or "@{" in text:
                return None
            if text[:1] != "-":
                made += [text, *([text.partition("/")[2]] if "/" in text else [])]
    return made


def _is_in_repository(text: str) -> bool:
    """Tell whether a word names the folder of a repository, or something in it."""
    return any(one in text and (one in text.split("/") or f"{one}/" in text) for one in repositories)


def changes_mapping(script: "Script | None", command: "Command") -> bool:
    """Tell whether a command of the text, or the push itself, sets under which name a branch is pushed."""
    for one in (command, *(script.commands if script is not None else ())):
        if any(assignment.name.startswith("GIT_CONFIG") for assignment in (*one.changed, *one.assignments)):
            return True
        name = (one.name or "").rpartition("/")[2]
        if "work-tree" in traits(name) and any(_is_mapping(str(word)) for word in one.words[1:]):
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
