"""Git's settings and aliases that run something: `-c key=value`, `GIT_CONFIG_KEY_0`, `ext::`, and settings files.

Which settings are run, the entry of the program says.
"""

from wicket.shell.catalogue.compiled_catalogue import fact
from wicket.shell.characters import listed
from wicket.shell.unwrapping.wrapped_commands_and_shell_texts import opaque, run_filled, run_prefix
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_values_and_parse_result import Found, Line
    from wicket.shell.read_result import Assignment, Command
    from wicket.shell.unwrapping.walk_interface import Runner

__all__ = ["addresses_and_aliases", "git_alias", "option_config", "setting", "settings_of_environment"]


def setting(reader: "Runner", command: "Command", program: str, key: Word, value: Word) -> None:
    """See a setting that is run: an alias, a pager, a helper."""
    if key.text is None:
        opaque(command, f"{program} is given a setting that is not known")
        return
    lowered = key.text.lower()
    if lowered.startswith("alias."):
        if value.text is None:
            opaque(command, f"{program}'s alias is not known: {value.reason}")
            return
        text = _alias_text(program, value.text)
        known = reader.git_aliases.setdefault(lowered[6:].removesuffix(".command"), [])
        if text not in known:
            known.append(text)
        reader.run_derived(text, f"{program} alias", command)
    elif _is_run(lowered, program):
        if value.text is None:
            opaque(command, f"{program} runs {key.text}, which is not known: {value.reason}")
        elif lowered.startswith(("include", "url.", "protocol.")) or lowered.endswith((".vcs", "core.hookspath")):
            opaque(command, f"{program} is told to trust {key.text}")
        elif value.text.lower() not in ("true", "false", "", "0", "1", "cat"):
            text, why = value.text.removeprefix("!"), f"{program} {key.text}"
            if lowered.startswith("pager.") or _is_one(lowered, "settings_fed", program):
                run_filled(reader, command, text, why, fed=True)
            else:
                chosen = _is_one(lowered, "settings_given_chosen", program)
                run_prefix(reader, command, Word(text, value.start, value.end), why, chosen=chosen)
            if lowered == "sequence.editor":
                sequence_editor(command, text)
    elif lowered == "rebase.instructionformat":
        if value.reason is not None or "%n" in value.prefix or "\n" in value.prefix:
            opaque(command, f"{program} is told what a rebase runs")
    elif lowered == "clean.requireforce":
        if (value.text or "no").lower() not in ("true", "yes", "on", "1"):
            opaque(command, f"{program} is told to delete files without being forced to")
    elif lowered == "init.templatedir":
        if str(value):
            opaque(command, f"{program} takes the hooks of a new repository from {value}")
    elif lowered == "core.worktree":
        opaque(command, f"{program} is told by core.worktree which folder to overwrite")
    elif lowered.startswith("remote.") and lowered.endswith((".push", ".mirror")):
        opaque(command, f"{program} is told by {key.text} what to overwrite")


def _is_run(key: str, program: str) -> bool:
    last = key.rpartition(".")[2]
    return last in fact("settings_that_run", program).split() or key.startswith(
        ("pager.", "include", "url.", "protocol.")
    )


def _is_one(key: str, field: str, program: str) -> bool:
    """Tell whether a setting is one of those that a field of the program's entry lists."""
    return key.endswith(tuple([f".{name}" for name in fact(field, program).split()]))


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


def git_alias(reader: "Runner", command: "Command", program: str, operands: "list[Word]") -> None:
    """See what aliases of the text make of a subcommand that has no other meaning."""
    name = str(operands[0]).lower()
    for text in (*reader.git_aliases.get(name, ()), *_configured(reader, command, program, operands[0])):
        rest = operands[1:]
        if any(word.text is None for word in rest):
            made = tuple(Word(piece, command.start, command.end) for piece in _cut_by_git(text) or text.split())
            reader.run_words((*made, *rest), f"{program} alias", command)
        else:
            reader.run_derived(text + "".join([_quoted(word.prefix) for word in rest]), f"{program} alias", command)


def _configured(reader: "Runner", command: "Command", program: str, word: Word) -> list[str]:
    """List what an alias of settings files stands for, each as a text for a shell."""
    if reader.configured_aliases is None or word.text is None:
        return []
    found = reader.configured_aliases(word.text, command)
    if found is None:
        opaque(command, f"{program}'s settings may have an alias {word.text}, and they are not understood")
        return []
    return [_alias_text(program, value) for value in found]


def _alias_text(program: str, value: str) -> str:
    """Write what an alias stands for as a text for a shell."""
    return value[1:] if value[:1] == "!" else program + _for_shell(value)


def _for_shell(text: str) -> str:
    """Write an alias as words for a shell, behind a blank; what would be refused stays as it is."""
    words = _cut_by_git(text)
    return " " + text if words is None else "".join(map(_quoted, words))


def _cut_by_git(text: str) -> list[str] | None:
    """Cut an alias into words: in double quotes, a backslash takes any character. None: it would be refused."""
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


def option_config(reader: "Runner", command: "Command", name: str, found: "Found", _line: "Line") -> None:
    if found.value is None:
        return
    program = name.partition(" ")[0]
    text = found.value.text
    if text is None:
        key, equals, value = found.value.prefix.partition("=")
        if not equals:
            opaque(command, f"{program} is given a setting that is not known")
            return
        shape = (value, *found.value.shape[1:]) if value else found.value.shape[1:]
        unknown_value = UnknownWord(shape, found.value.reason or "", False, found.value.start, found.value.end)
        setting(reader, command, program, Word(key, 0, 0), unknown_value)
        return
    key, _, value = text.partition("=")
    if found.name == "--config-env":
        unknown = UnknownWord((None,), f"${value}", False, command.start, command.end)
        setting(reader, command, program, Word(key, 0, 0), unknown)
        return
    setting(reader, command, program, Word(key, 0, 0), Word(value, found.value.start, found.value.end))


def settings_of_environment(
    reader: "Runner", command: "Command", program: str, assigned: "tuple[Assignment, ...]"
) -> None:
    """See settings that are taken from GIT_CONFIG_KEY_0, GIT_CONFIG_VALUE_0 and so on."""
    given = {assignment.name: assignment.value for assignment in assigned if assignment.name.startswith("GIT_CONFIG_")}
    for name, key in given.items():
        if name.startswith("GIT_CONFIG_KEY_"):
            unknown = UnknownWord((None,), "it is not assigned in this text", False, command.start, command.end)
            setting(reader, command, program, key, given.get("GIT_CONFIG_VALUE_" + name[15:], unknown))
            named = str(key).lower()
            if named.startswith("remote.") and named.endswith((".url", ".pushurl")):
                opaque(command, f"{program} is told by a variable where to push")
    for assignment in assigned:
        if assignment.name == "GIT_TEMPLATE_DIR":
            setting(reader, command, program, Word("init.templateDir", command.start, command.end), assignment.value)
    if "GIT_CONFIG_COUNT" in given and not any(name.startswith("GIT_CONFIG_KEY_") for name in given):
        opaque(command, f"{program} takes settings from the environment, and they are not known")


def addresses_and_aliases(reader: "Runner", command: "Command", name: str, line: "Line") -> None:
    """Find what a program that keeps a work tree runs by an address or an alias."""
    program, blank, _ = name.partition(" ")
    for word in command.words:
        if "ext::" in (word.text or str(word)):
            opaque(command, f"{program} runs what an address names")
            break
    if not blank and line.operands:
        git_alias(reader, command, program, line.operands)
