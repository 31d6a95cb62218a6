"""Git's settings that name something to run, aliases among them: those of the text, and those of settings files."""

from wicket.shell.characters import listed
from wicket.shell.unwrapping.nested_texts import opaque, run_filled, run_prefix
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.script import Command
    from wicket.shell.unwrapping.runner import Runner

__all__ = ["git_alias", "setting"]

# Configuration of git that names something to run.
_GIT_RUNS = listed(
    """
    pager editor sshcommand askpass fsmonitor hookspath external textconv command driver cmd path helper
    program clean smudge process uploadpack receivepack proxycommand gitproxy sendmailcmd tocmd cccmd
    trustexitcode browser viewer vcs alternaterefscommand packobjectshook sequence.editor defaultkeycommand
    difffilter tunnel recentobjectshook smtpserver headercmd httpd update
    """
)


# Of those, the text may choose the words that these are given.
_GIT_CHOSEN = (".sshcommand", ".gitproxy", ".external", ".cmd", ".command", ".uploadpack", ".receivepack", ".textconv")
# And these are given something to read; all others, more words.
_GIT_FEEDS = (".pager", ".difffilter", ".clean", ".smudge", ".process")


def setting(reader: "Runner", command: "Command", key: Word, value: Word) -> None:
    """See a setting of git that is run: an alias, a pager, a helper."""
    if key.text is None:
        opaque(command, "git is given a setting that is not known")
        return
    lowered = key.text.lower()
    if lowered.startswith("alias."):
        if value.text is None:
            opaque(command, f"git's alias is not known: {value.reason}")
            return
        text = _alias_text(value.text)
        known = reader.git_aliases.setdefault(lowered[6:].removesuffix(".command"), [])
        if text not in known:
            known.append(text)
        reader.run_derived(text, "git alias", command)
    elif lowered.rpartition(".")[2] in _GIT_RUNS or lowered.startswith(("pager.", "include", "url.", "protocol.")):
        if value.text is None:
            opaque(command, f"git runs {key.text}, which is not known: {value.reason}")
        elif lowered.startswith(("include", "url.", "protocol.")) or lowered.endswith((".vcs", "core.hookspath")):
            opaque(command, f"git is told to trust {key.text}")
        elif value.text.lower() not in ("true", "false", "", "0", "1", "cat"):
            text, why = value.text.removeprefix("!"), f"git {key.text}"
            if lowered.startswith("pager.") or lowered.endswith(_GIT_FEEDS):
                run_filled(reader, command, text, why, fed=True)
            else:
                chosen = lowered.endswith(_GIT_CHOSEN)
                run_prefix(reader, command, Word(text, value.start, value.end), why, chosen=chosen)
            if lowered == "sequence.editor":
                sequence_editor(command, text)
    elif lowered == "rebase.instructionformat":
        if value.reason is not None or "%n" in value.prefix or "\n" in value.prefix:
            opaque(command, "git is told what a rebase runs")
    elif lowered == "clean.requireforce":
        if (value.text or "no").lower() not in ("true", "yes", "on", "1"):
            opaque(command, "git is told to delete files without being forced to")
    elif lowered == "core.worktree":
        opaque(command, "git is told by core.worktree which folder to overwrite")
    elif lowered.startswith("remote.") and lowered.endswith((".push", ".mirror")):
        opaque(command, f"git is told by {key.text} what to overwrite")


def sequence_editor(command: "Command", text: str) -> None:
    """See who edits the list of what a rebase does. Commands are run from there, so that only a few may."""
    words = text.split()
    plain = words[0].rpartition("/")[2] if words else ""
    harmless = plain in _LIST_EDITORS or (
        plain == "sed" and len(words) == 3 and words[1] == "-i" and _changes_pick(words[2])
    )
    if not harmless:
        opaque(command, f"{plain} may write what a rebase runs")


def _changes_pick(script: str) -> bool:
    """Tell whether a program of sed only makes other words of `pick`: `2,$s/^pick/squash/`."""
    script = script.strip("'\"")
    _, found, rest = script.partition("s/")
    pieces = rest.split("/")
    return (
        bool(found)
        and len(pieces) == 3
        and pieces[0].strip("^ ") in ("pick", "p")
        and pieces[1].strip() in _OTHER_PICKS
        and pieces[2] in ("", "g")
        and all(c in "0123456789,$" for c in script.partition("s/")[0])
    )


_LIST_EDITORS = listed("true : cat vim vi nvim nano emacs code subl hx micro")
_OTHER_PICKS = listed("squash fixup edit drop reword s f e d r")


def git_alias(reader: "Runner", command: "Command", operands: "list[Word]") -> None:
    """See what aliases of the text make of a command of git that has no other meaning."""
    name = str(operands[0]).lower()
    for text in (*reader.git_aliases.get(name, ()), *_configured(reader, command, operands[0])):
        rest = operands[1:]
        if any(word.text is None for word in rest):
            made = tuple(Word(piece, command.start, command.end) for piece in _cut_by_git(text) or text.split())
            reader.run_words((*made, *rest), "git alias", command)
        else:
            reader.run_derived(text + "".join([_quoted(word.prefix) for word in rest]), "git alias", command)


def _configured(reader: "Runner", command: "Command", word: Word) -> list[str]:
    """List what an alias of git's settings stands for, each as a text for a shell."""
    if reader.configured_aliases is None or word.text is None:
        return []
    found = reader.configured_aliases(word.text, command)
    if found is None:
        opaque(command, f"git's settings may have an alias {word.text}, and they are not understood")
        return []
    return [_alias_text(value) for value in found]


def _alias_text(value: str) -> str:
    """Write what an alias of git stands for as a text for a shell."""
    return value[1:] if value[:1] == "!" else "git" + _for_shell(value)


def _for_shell(text: str) -> str:
    """Write an alias of git as words for a shell, behind a blank; what git would refuse stays as it is."""
    words = _cut_by_git(text)
    return " " + text if words is None else "".join(map(_quoted, words))


def _cut_by_git(text: str) -> list[str] | None:
    """Cut an alias into words as git does: in double quotes, a backslash takes any character. None: git refuses it."""
    words: list[str] = []
    word: str | None = None
    quote = ""
    i = 0
    while i < len(text):
        c = text[i]
        if not quote and c in " \t\n\v\f\r":
            words += [word] if word is not None else []
            word = None
        elif (not quote and c in "'\"") or c == quote:
            word = word or ""
            quote = "" if quote else c
        else:
            if c == "\\" and quote != "'":
                i += 1
                c = text[i : i + 1]
            word = (word or "") + c
        i += 1
    words += [word] if word is not None else []
    return None if quote else words


def _quoted(text: str) -> str:
    """Write a word for a shell, behind a blank."""
    return " '" + text.replace("'", "'\\''") + "'"
