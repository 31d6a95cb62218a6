"""The builtins `cd`, `pushd` and `popd`, and `set` and `shopt`: the folder, arguments and options of the shell."""

from wicket.shell.characters import listed
from wicket.shell.dev_and_proc_paths import is_borrowed, logical
from wicket.shell.state.shell_state_variables_and_functions import both
from wicket.shell.state.variable_values_and_attributes import harmless
from wicket.shell.unknown_values import Unknowable
from wicket.shell.unwrapping.shells_interpreters_and_scripts import OTHER_READING
from wicket.shell.walk.builtin_options import flags_of, operands
from wicket.shell.words import Word, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command
    from wicket.shell.unknown_values import Value
    from wicket.shell.walk.command_dispatch import Running

__all__ = ["cd", "set_builtin", "shopt_builtin"]


# ── the builtins `set` and `shopt`: arguments, and options by which what follows is read or run otherwise ──

# Kept among the variables; no text can name it.
CDABLE = "shopt cdable_vars"


def set_builtin(reader: "Running", command: "Command") -> None:
    _other_reading(reader, command, "Hk", "!={")
    if any(word.text is None or "P" in word.text or word.text == "physical" for word in command.words[1:]):
        reader.state.traits.physical = True
    arguments = _arguments(command.words[1:])
    if arguments is not None:
        reader.state.positional = arguments


def _arguments(words: "tuple[Word, ...]") -> "list[Value] | None":
    """Give the arguments that `set` sets; None: it leaves them as they are."""
    at = 0
    while at < len(words):
        word, text = words[at], words[at].text
        if text is None:
            return [Unknowable(word.reason or "", outside=word.outside, many=True)]
        if text[:1] not in ("-", "+"):
            break
        at += 1
        if text == "--":
            return [value_of(made) for made in words[at:]]
        if text in ("-", "+"):
            return [value_of(made) for made in words[at:]] or None
        for letter in text[1:]:
            name = words[at] if letter == "o" and at < len(words) and words[at].prefix[:1] not in ("-", "+") else None
            if name is not None:
                at += 1
            if letter not in _SET_LETTERS or (name is not None and name.text not in _SET_NAMES):
                return [Unknowable("an option that bash may refuse, and then sets nothing", many=True)]
    return [value_of(made) for made in words[at:]] if at < len(words) else None


# The options of `set`.
_SET_LETTERS = frozenset("abefhkmnoptuvxBCEHPT")

_SET_NAMES = listed(
    """
    allexport braceexpand emacs errexit errtrace functrace hashall histexpand history ignoreeof interactive-comments
    keyword monitor noclobber noexec noglob nolog notify nounset onecmd physical pipefail posix privileged verbose vi
    xtrace
    """
)


def _note_options(reader: "Running", command: "Command") -> None:
    if any(word.text is None or word.text == "failglob" for word in command.words[1:]):
        reader.state.traits.failglob = True
    if any(word.text is None or word.text == "localvar_inherit" for word in command.words[1:]):
        reader.state.traits.inherits = True
    if any(word.text is None or word.text == "nocasematch" for word in command.words[1:]):
        reader.state.traits.blind = True
    _other_reading(reader, command, "", "\\!={$")


def shopt_builtin(reader: "Running", command: "Command") -> None:
    _note_options(reader, command)
    if any(word.text == "cdable_vars" or (word.text is None and not word.outside) for word in command.words[1:]):
        reader.state.set(CDABLE, Unknowable("where cd leads, a variable may say"))


def _other_reading(reader: "Running", command: "Command", letters: str, concerned: str) -> None:
    """Note options by which what follows is read otherwise: `!` may stand for lines of the history, and so on.

    A word that is not known may be any of them, which matters where the text has one of the signs that are `concerned`.
    """
    for word in command.words[1:]:
        text = word.text
        if text is None:
            concerns = any(sign in reader.text for sign in concerned)
            if concerns and not word.outside and word.prefix[:1] in ("", "-", "+"):
                reader.notes.append("may set an option by which what follows is read otherwise")
        elif text == "--":
            break
        elif text in OTHER_READING or _switches(text, letters):
            reader.notes.append(f"sets {text}, by which what follows is read otherwise")


def _switches(text: str, letters: str) -> bool:
    """Tell whether one of these letters is switched on, or braces off."""
    return (text[:1] == "-" and text[:2] != "--" and any(c in text for c in letters)) or (
        text[:1] == "+" and "B" in text
    )


# ── `cd`, `pushd` and `popd`: where they lead, as far as the text says ────────


def _change_folder(reader: "Running", command: "Command") -> None:
    chosen = _is_cd_target_chosen(reader, command)
    for assigned in ("PWD", "OLDPWD"):
        reader.assign(assigned, Unknowable("a directory"), command.span)
    reader.state.set("PWD", Unknowable("the directory may have changed", outside=not chosen))
    _where_cd_leads(reader, command)


def cd(reader: "Running", command: "Command") -> None:
    _change_folder(reader, command)
    if reader.state.get(CDABLE) is not False:
        reader.state.cwd = reader.state.moved = None
    reader.traps.visit(reader.place, reader.state)


def _is_cd_target_chosen(reader: "Running", command: "Command") -> bool:
    """Tell whether `cd` may lead into a folder whose name the text has made up, to calculate with it."""
    words = operands(command)
    if not words:
        return command.name != "cd"
    if not all(word.enumerated for word in words):
        return True
    # Where the first word is nothing, it may be the second that counts.
    for text in [text for word in words for text in word.instances]:
        if text == "-" or not harmless(text) or (text[:1] != "/" and reader.state.is_elsewhere()):
            return True
    return words[0].text is None and not words[0].outside


def _where_cd_leads(reader: "Running", command: "Command") -> None:
    """Say where `cd` leads."""
    state = reader.state
    words = operands(command)
    before = state.cwd
    target = words[0] if words else None
    if command.name != "cd" and "n" in flags_of(command):
        return  # only the list of folders changes
    if command.name == "popd" or (command.name == "pushd" and (not words or _pushd_turns_list(command))):
        state.cwd = state.moved = None
        return
    if target is None:
        home = reader.home()
        path = home if isinstance(home, str) else None
    else:
        path = target.text
    searched = state.get("CDPATH") is not False or (reader.outside.get("CDPATH") and not _is_definite(path or ""))
    climbing = reader.linked and ".." in (path or "").split("/")
    if path is None or path == "-" or before is None or searched or climbing:
        if path is not None and path[:1] == "/" and not is_borrowed(path):
            state.moved = (path,)
        else:
            state.moved = None
        state.cwd = None
        return
    folders = [_join(where, path) for where in before]
    if "/.." in f"/{path}":
        # `..` leads back the way one came. Or, if the shell is told so, out of where a link led to.
        physical = state.traits.physical or "P" in flags_of(command)
        folders = [*map(logical, folders), *(folders if physical else ())]
    if any(map(is_borrowed, folders)):
        state.cwd = state.moved = None
        return
    state.moved = tuple(dict.fromkeys(folders))
    state.cwd = both(before, state.moved)


def _pushd_turns_list(command: "Command") -> bool:
    """Tell whether `pushd` may turn its list of folders: `+1`, `-2`."""
    return any((word.text or "+1")[:1] in "+-" and (word.text or "+1")[1:].isdigit() for word in command.words[1:])


def _is_definite(path: str) -> bool:
    """Tell whether a folder is looked for in one place alone, whatever CDPATH is."""
    return path[:1] == "/" or path.partition("/")[0] in (".", "..")


def _join(where: str, path: str) -> str:
    if path[:1] == "/" or not where:
        return path
    return f"{where.rstrip('/')}/{path}"
