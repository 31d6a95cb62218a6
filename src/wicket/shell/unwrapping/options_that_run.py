"""Options that carry something to run, by the kind that the tables give them."""

from wicket.shell.catalogue.compiled_catalogue import traits
from wicket.shell.characters import listed
from wicket.shell.dev_and_proc_paths import descriptor
from wicket.shell.programs.program_lookup import is_known
from wicket.shell.unwrapping.build_tool_settings_and_make_variables import (
    cmake_tool,
    option_cmake,
    option_codegen,
    option_gateway,
    option_linker,
    option_property,
)
from wicket.shell.unwrapping.code_for_interpreters import run_code
from wicket.shell.unwrapping.git_settings_that_run import option_config
from wicket.shell.unwrapping.shells_interpreters_and_scripts import script
from wicket.shell.unwrapping.wrapped_commands_and_shell_texts import (
    opaque,
    run_filled,
    run_prefix,
    run_program,
    run_text,
)
from wicket.shell.unwrapping.xargs_and_placeholders import replaced
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from wicket.shell.catalogue.option_values_and_parse_result import Found, Line
    from wicket.shell.read_result import Command
    from wicket.shell.unwrapping.walk_interface import Runner

__all__ = ["OPTIONS"]

_AWK_SAYS = listed("version v help usage posix traditional compat lint copyright interactive posix_space re-interval")


def _option_run(reader: "Runner", command: "Command", name: str, found: "Found", _line: "Line") -> None:
    why = f"{name} {found.name}"
    before = len(reader.commands)
    run_text(reader, command, found.value, why)
    # `cmd="rm x"`: to a shell it assigns, and to a program that takes it apart by itself it may be a command.
    for made in reader.commands[before:]:
        for assignment in made.assignments if not made.words else ():
            if is_known(assignment.value.prefix.partition(" ")[0]):
                run_text(reader, command, assignment.value, why)


def _option_fed(reader: "Runner", command: "Command", name: str, found: "Found", _line: "Line") -> None:
    run_text(reader, command, found.value, f"{name} {found.name}", fed=True)


def _option_prefix(reader: "Runner", command: "Command", name: str, found: "Found", line: "Line") -> None:
    """See a command that is given more words: most often files, or an address."""
    why = f"{name} {found.name}"
    if "gives-each-operand" in traits(name) and line.operands:
        for test in line.operands:
            if found.value is not None and not found.value.prefix.strip():
                run_text(reader, command, test, why)  # it may be a command by itself
            run_prefix(reader, command, found.value, why, [test])
        return
    given = line.operands if "gives-operands" in traits(name) else None
    run_prefix(reader, command, found.value, why, given, chosen="gives-chosen-name" in traits(name))


def _option_program(reader: "Runner", command: "Command", name: str, found: "Found", _line: "Line") -> None:
    run_program(reader, command, found.value, f"{name} {found.name}")


def _option_package(reader: "Runner", command: "Command", name: str, found: "Found", _line: "Line") -> None:
    """See a package that is fetched and installed: it is given no words."""
    if found.value is not None:
        reader.run_words((found.value,), f"{name} {found.name}", command)


def _option_code(reader: "Runner", command: "Command", name: str, found: "Found", _line: "Line") -> None:
    if found.value is None:
        opaque(command, f"runs code of {name}")
    else:
        run_code(reader, command, found.value, name, found.name)


def _option_codefile(reader: "Runner", command: "Command", name: str, found: "Found", _line: "Line") -> None:
    if found.value is not None:
        script(reader, command, found.value, name)


def _option_configfile(reader: "Runner", command: "Command", name: str, found: "Found", _line: "Line") -> None:
    """A file of settings, some of which are run."""
    value = found.value
    if value is not None and (
        reader.written.holds(value) or value.prefix == "/dev/fd/" or descriptor(value.text or "")
    ):
        opaque(command, f"{name} is configured by {found.value}, which this text has written")


def _option_rest(reader: "Runner", command: "Command", name: str, found: "Found", line: "Line") -> None:
    """Everything behind this flag is a command."""
    words = command.words
    attached = found.value.text if found.value is not None else None
    for i, word in enumerate(words):
        text = word.text or ""
        begins = attached is not None and text[:1] == "-" and text.endswith((found.name[-1] + attached, "=" + attached))
        if text == found.name or begins:
            rest = [*([found.value] if begins and found.value is not None else []), *words[i + 1 :]]
            for j, inner in enumerate(rest):
                if inner.text == ";":
                    rest = rest[:j]
                    break
            filled = [replaced(inner, "{}", f"what {name} finds") for inner in rest]
            if name == "fd" and not any("{" in (inner.text or "") for inner in rest):
                filled.append(UnknownWord((None,), "what fd finds", True, command.start, command.end))
            if name == "cmake":
                reader.run_words(cmake_tool(filled), "cmake -E", command)
            elif len(filled) == 1 and " " in (filled[0].text or ""):
                run_text(reader, command, filled[0], f"{name} {found.name}")  # a text for a shell
            elif filled:
                reader.run_words(tuple(filled), f"{name} {found.name}", command)
            return
    # It stands in a bundle: what follows is the rest of the line.
    if line.operands:
        reader.run_words(tuple(line.operands), f"{name} {found.name}", command)


def _option_piped(reader: "Runner", command: "Command", name: str, found: "Found", _line: "Line") -> None:
    """A file to write, or `|` and a command."""
    if found.value is None:
        return
    if found.value.text is None and not found.value.prefix and not found.value.outside:
        opaque(command, f"{name} {found.name} may run what it is given")
    elif found.value.prefix[:1] in ("|", "!"):
        if found.value.text is None:
            opaque(command, f"{name} {found.name} runs a text that is not known")
        else:
            reader.run_derived(found.value.text[1:], f"{name} {found.name}", command)


def _option_unit(reader: "Runner", command: "Command", name: str, found: "Found", _line: "Line") -> None:
    """See a property of a unit that is run: ExecStartPre and its like."""
    if found.value is None:
        return
    key, _, value = (found.value.text or found.value.prefix).partition("=")
    if key.startswith("Exec") or not key:
        if found.value.text is None:
            opaque(command, f"{name} is given a property that is not known")
        else:
            reader.run_derived(value.lstrip("-@+!:|"), f"{name} {key}", command)
    elif key.startswith(("Root", "Bind", "MountImages", "ExtensionDirectories")):
        opaque(command, f"{name} runs it where paths are others, by {key}")


def _option_split(reader: "Runner", command: "Command", _name: str, found: "Found", line: "Line") -> None:
    """`env -S 'a b' c` runs `a b c`."""
    if found.value is None:
        return
    if found.value.text is None or any(word.text is None for word in line.operands):
        opaque(command, "env -S runs a text that is not known")
        return
    rest = "".join(" '" + (word.text or "").replace("'", "'\\''") + "'" for word in line.operands)
    text = found.value.text.lstrip()
    if "\\" in text:
        opaque(command, "env -S reads backslashes its own way")
    reader.run_derived("env " + text + rest, "env -S", command)


def _option_ssh(reader: "Runner", command: "Command", _name: str, found: "Found", _line: "Line") -> None:
    if found.value is None:
        return
    if found.value.text is None:
        if "command" in found.value.prefix.lower() or not found.value.prefix:
            opaque(command, "ssh is given an option that is not known")
        return
    text = found.value.text.strip().replace('"', "").replace("'", "")
    end = next((i for i, c in enumerate(text) if not c.isalnum()), len(text))
    key, value = text[:end], text[end:].lstrip(" \t=")
    if key.lower() in (
        "proxycommand",
        "localcommand",
        "knownhostscommand",
        "remotecommand",
        "proxyusefdpass",
        "xauthlocation",
    ):
        run_filled(reader, command, value, f"ssh {key}")
    elif key.lower() in ("include", "pkcs11provider", "securitykeyprovider", "match"):
        opaque(command, f"ssh is given {key}")


def _option_commas(reader: "Runner", command: "Command", name: str, found: "Found", _line: "Line") -> None:
    """Read a command whose words are parted by commas."""
    word = found.value
    if word is None:
        return
    if word.text is None:
        opaque(command, f"{name} {found.name} runs what is not known: {word.reason}")
        return
    words = [Word(text, word.start, word.end) for text in word.text.split(",")]
    more = UnknownWord((None,), f"what {name} gives it", True, word.start, word.end)
    reader.run_words((*words, more), f"{name} {found.name}", command)


def _option_configured(_reader: "Runner", command: "Command", name: str, found: "Found", _line: "Line") -> None:
    if found.value is not None:
        opaque(command, f"{name.partition(' ')[0]} is given a configuration")


def _option_checkpoint(reader: "Runner", command: "Command", _name: str, found: "Found", _line: "Line") -> None:
    if found.value is None:
        return
    if found.value.text is None:
        if found.value.may_start("exec=") or not found.value.prefix:
            opaque(command, "tar runs a text that is not known")
    elif found.value.text.startswith("exec="):
        text = found.value.text[5:]
        if text[:1] in ("'", '"') and text[-1:] == text[:1] and len(text) > 1:
            text = text[1:-1]  # tar takes quotes away
        reader.run_derived(text, "tar --checkpoint-action", command)


def _option_apt(reader: "Runner", command: "Command", _name: str, found: "Found", _line: "Line") -> None:
    text = found.value.text if found.value is not None else None
    if text is None:
        opaque(command, "apt is given an option that is not known")
        return
    key, _, value = text.removeprefix("=").partition("=")
    hook = "invoke" in key.lower() or "hooks" in key.lower()
    if key.lower().startswith("dir::bin::methods"):
        opaque(command, "apt runs what it finds in a folder")
    if (
        hook
        or any(part in key.lower().replace("-", "") for part in ("autodetect", "binary", "solver"))
        or (key.lower().startswith(("dpkg::", "apt::update::")) and ("/" in value or " " in value))
        or key.lower().startswith("dir::bin")
    ):
        reader.run_derived(value, f"apt {key}", command)


def _option_define(_reader: "Runner", command: "Command", name: str, found: "Found", _line: "Line") -> None:
    """A macro: a plain word, or what may run commands."""
    text = found.value.text if found.value is not None else ""
    if text is None or any(part in text for part in ("(", "cmd", "builtin", "indir", "include")):
        opaque(command, f"{name} {found.name} defines what may run commands")


def _option_plugin(reader: "Runner", command: "Command", name: str, found: "Found", _line: "Line") -> None:
    """A plain word is something of the program's own; anything else names a file that it runs."""
    if found.value is not None and not (found.value.text or "").isalpha():
        run_program(reader, command, found.value, f"{name} {found.name}")


def _option_awk(_reader: "Runner", command: "Command", _name: str, found: "Found", _line: "Line") -> None:
    """`-W version` and the like say something; `-W exec` and `-W source=…` run something."""
    if found.value is None or found.value.text not in _AWK_SAYS:
        opaque(command, "awk is given -W, which may run code")


def _option_opaque(_reader: "Runner", command: "Command", name: str, found: "Found", _line: "Line") -> None:
    opaque(command, f"{name} {found.name} runs what a setting names")


def _option_unasked(_reader: "Runner", command: "Command", name: str, found: "Found", _line: "Line") -> None:
    opaque(command, f"{name.partition(' ')[0]} {found.name} may let it run commands without asking")


def _option_root(_reader: "Runner", command: "Command", name: str, found: "Found", _line: "Line") -> None:
    if found.value is not None and found.value.text != "/":
        opaque(command, f"{name} runs it below another root, where paths are others")


OPTIONS: "dict[str, Callable[[Runner, Command, str, Found, Line], None]]" = {
    "RUN": _option_run,
    "PREFIX": _option_prefix,
    "FED": _option_fed,
    "PROGRAM": _option_program,
    "PACKAGE": _option_package,
    "CODE": _option_code,
    "CODEFILE": _option_codefile,
    "REST": _option_rest,
    "SPLIT": _option_split,
    "SSH": _option_ssh,
    "CONFIG": option_config,
    "CONFIGURED": _option_configured,
    "CHECKPOINT": _option_checkpoint,
    "APTOPTION": _option_apt,
    "EXTERNAL": _option_opaque,
    "GATEWAY": option_gateway,
    "LINKER": option_linker,
    "AWK": _option_awk,
    "CONFIGFILE": _option_configfile,
    "CONFIGEDIT": _option_configfile,
    "SETTINGS": _option_configfile,
    "DEFINE": _option_define,
    "PLUGIN": _option_plugin,
    "PROPERTY": option_property,
    "CODEGEN": option_codegen,
    "COMMAS": _option_commas,
    "ROOT": _option_root,
    "CMAKE": option_cmake,
    "UNASKED": _option_unasked,
    "UNIT": _option_unit,
    "PIPED": _option_piped,
}
