"""Reads `definitions.sandbox` and `programs` of a policy file: sandboxes, and what is taught of programs."""

from collections.abc import Iterable, Mapping
from typing import Any

from wicket.policy.config.absolute_paths import rebased
from wicket.policy.config.document_nodes_and_checked_values import (
    Entries,
    Entry,
    Form,
    Node,
    meant,
    plain,
    quoted,
)
from wicket.policy.config_model import Origin, ProgramExample, Sandbox
from wicket.policy.errors import Problem
from wicket.shell.catalogue import compiled_catalogue
from wicket.shell.catalogue.entry_expansion import MAX_WORDS, made_of, size_of
from wicket.shell.catalogue.entry_validation import doubts_about, wrong_groups, wrong_with
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.walk.builtin_handlers import HANDLERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.config.merge_and_untrusted_files import Merged

__all__ = ["SANDBOX_KEYS", "check_sandbox_name", "check_sandboxes", "program_entries", "refused_name", "sandbox_entry"]


# ── Reads `definitions.sandbox`: what each preset lets be written, read and reached, and checks the names of presets ──

SANDBOX_KEYS = ("fs", "network", "unix_sockets", "caches", "env", "limits", "inherit")

# What can be limited, and whether it is a size.
LIMITS = {"memory": True, "processes": False, "open_files": False, "file_size": True, "cpu_seconds": False}
_UNITS = {"": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30}
_MAX_DIGITS = 15


def sandbox_entry(form: Form, node: Node, line: int, what: str, folder: str, home: str) -> Sandbox:
    """Read one preset; what is relative in it leads from `folder`."""
    found = Sandbox(form.origin(line))
    for key, (at, value) in form.mapping(node, line, f"`{what}`", SANDBOX_KEYS).items():
        if key == "fs":
            _file_system(form, value, at, f"{what}.fs", found, folder, home)
        elif key == "network":
            for where, allowed in form.mapping(value, at, f"`{what}.network`", ("allow",), strict=True).values():
                found.network = form.truth(allowed, where, f"`{what}.network.allow`") is not False
                found.said |= {"network"}
        elif key == "unix_sockets":
            found.unix_sockets = form.truth(value, at, f"`{what}.unix_sockets`") is True
            found.said |= {"unix_sockets"}
        elif key == "caches":
            found.caches = form.truth(value, at, f"`{what}.caches`") is True
            found.said |= {"caches"}
        elif key == "env":
            found.env = tuple(text for text, _ in form.texts(value, at, f"`{what}.env`", one=True))
        elif key == "limits":
            found.limits = _limits(form, value, at, f"{what}.limits")
        elif key == "inherit":
            found.inherit = form.text(value, at, f"`{what}.inherit`") or ""
    return found


def _limits(form: Form, node: Node, line: int, what: str) -> tuple[str, ...]:
    found = []
    for key, (at, value) in form.mapping(node, line, f"`{what}`", tuple(LIMITS), strict=True).items():
        if key not in LIMITS:
            continue
        said = plain(value)
        text = str(said).strip() if isinstance(said, str | int) else ""
        digits = text.rstrip("KMGB")
        unit = _UNITS.get(text[len(digits) :]) if LIMITS[key] else _UNITS[""] if digits == text else None
        if not digits.isascii() or not digits.isdigit() or len(digits) > _MAX_DIGITS or unit is None or not int(digits):
            example = "2GB" if LIMITS[key] else "100"
            form.problem(at, f"`{what}.{key}` is no limit", f"write a number above 0, as in `{key}: {example}`")
        else:
            found.append(f"{key}={int(digits) * unit}")
    return tuple(found)


def _file_system(form: Form, node: Node, line: int, what: str, found: Sandbox, folder: str, home: str) -> None:
    def paths(at: int, value: Node, name: str) -> tuple[str, ...]:
        texts = form.texts(value, at, f"`{what}.{name}`", one=True)
        return tuple(text if text.startswith("<path:") else rebased(text, folder, home) for text, _ in texts)

    # Even in a runok.yml: a misspelt key here would leave open what somebody wanted closed.
    parts = form.mapping(node, line, f"`{what}`", ("read", "write", "writable", "deny"), strict=True)

    def within(key: str, names: tuple[str, ...]) -> Mapping[str, Entry]:
        if key not in parts:
            return {}
        at, value = parts[key]
        return form.mapping(value, at, f"`{what}.{key}`", names, strict=True)

    reading, writing = within("read", ("deny", "allow")), within("write", ("allow", "deny"))
    if "allow" in reading:
        found.read_allow = paths(*reading["allow"], "read.allow")
    if "deny" in reading:
        found.read_deny = paths(*reading["deny"], "read.deny")
    if "allow" in writing:
        found.write_allow = paths(*writing["allow"], "write.allow")
    if "deny" in writing:
        found.write_deny = paths(*writing["deny"], "write.deny")
    if "writable" in parts:
        form.warn(parts["writable"].line, f"`{what}.writable` is old", "write `write: {allow: […]}`")
        found.write_allow = (*found.write_allow, *paths(*parts["writable"], "writable"))
    for path in (*found.write_allow, *(found.read_allow or ())):
        if "*" in path or "?" in path:
            hint = "list folders and files; a pattern can stand where it denies"
            form.problem(line, f"{quoted(path)} is a pattern, and `{what}` allows it", hint)
    if "deny" in parts:
        form.warn(parts["deny"].line, f"`{what}.deny` is old", "write `read: {deny: […]}` and `write: {deny: […]}`")
        denied = paths(*parts["deny"], "deny")
        found.read_deny = (*found.read_deny, *denied)
        found.write_deny = (*found.write_deny, *denied)


def check_sandbox_name(merged: "Merged", name: str, origin: Origin) -> None:
    """Say so if no preset has that name."""
    known = merged.config.scopes[0].sandboxes
    if name not in known:
        hint = meant(name, known) or "declare it under `definitions.sandbox`"
        merged.problems.append(Problem(origin, f"there is no sandbox {quoted(name)}", hint))


def check_sandboxes(merged: "Merged") -> None:
    """Put path lists in the place of their names."""
    scope = merged.config.scopes[0]

    def written_out(preset: Sandbox, paths: Iterable[str]) -> tuple[str, ...]:
        found: list[str] = []
        for path in paths:
            name = path.removeprefix("<path:").removesuffix(">") if path.startswith("<path:") else None
            if name is not None and name not in scope.paths:
                message = f"there are no paths called {quoted(name)}: that part of the sandbox denies nothing"
                merged.warnings.append(
                    Problem(
                        preset.origin, message, meant(name, scope.paths) or "declare them under `definitions.paths`"
                    )
                )
            found += [path] if name is None else scope.paths.get(name, ())
        return tuple(dict.fromkeys(found))

    for name in scope.sandboxes:
        _take_over(merged, name, [])
    for preset in scope.sandboxes.values():
        if any(path.startswith("<path:") for path in (*preset.write_allow, *(preset.read_allow or ()))):
            merged.problems.append(
                Problem(preset.origin, "a path list can be named where a sandbox denies, not where it allows")
            )
        preset.write_deny = written_out(preset, preset.write_deny)
        preset.read_deny = written_out(preset, preset.read_deny)


def _take_over(merged: "Merged", name: str, below: list[str]) -> None:
    """Add what a preset inherits; `below` are those that inherit from it."""
    known = merged.config.scopes[0].sandboxes
    preset = known[name]
    if not preset.inherit:
        return
    if preset.inherit in (name, *below):
        merged.problems.append(Problem(preset.origin, f"sandbox {quoted(name)} inherits from itself"))
    elif preset.inherit not in known:
        check_sandbox_name(merged, preset.inherit, preset.origin)
    else:
        _take_over(merged, preset.inherit, [name, *below])
        known[name] = _inheriting(preset, known[preset.inherit])
    known[name].inherit = ""


def _inheriting(preset: Sandbox, other: Sandbox) -> Sandbox:
    """Join a preset and what it inherits: lists grow, and what it says itself counts."""
    said = {limit.partition("=")[0] for limit in preset.limits}
    either = None if preset.read_allow is None is other.read_allow else (other.read_allow or ())
    return Sandbox(
        preset.origin,
        (*other.write_allow, *preset.write_allow),
        (*other.write_deny, *preset.write_deny),
        (*other.read_deny, *preset.read_deny),
        preset.network if "network" in preset.said else other.network,
        None if either is None else (*either, *(preset.read_allow or ())),
        preset.unix_sockets if "unix_sockets" in preset.said else other.unix_sockets,
        (*other.env, *preset.env),
        (*(limit for limit in other.limits if limit.partition("=")[0] not in said), *preset.limits),
        caches=preset.caches if "caches" in preset.said else other.caches,
    )


# ── Names that `programs` of a policy may not teach: paths, shells and interpreters, and programs that wicket knows ──

NAME_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+@")


def refused_name(name: str) -> str:
    """Say why nobody may teach a program of this name; empty: anybody may."""
    if "/" in name:
        return f"{quoted(name)} is a path: teach a program by its name"
    if not name or name[0] in "-+." or not NAME_CHARACTERS.issuperset(name):
        return f"{quoted(name)} is no name of a program"
    program = PROGRAMS[name]
    if program.spoken or program.name in compiled_catalogue.shells:
        return f"{quoted(name)} is a shell or an interpreter, and what it runs is read as that: it cannot be taught"
    known = program.known or compiled_catalogue.entry(program.name) is not None or program.aliased != ""
    if known or program.name != name or program.disguised or name in HANDLERS:
        return f"wicket knows {quoted(name)} already: `wicket programs {name}` says what; it cannot be taught anew"
    return ""


# ── reads `programs` of a policy file: what it teaches of programs that wicket does not know ──

_GROUPS = "option_groups"


class TaughtEntries:
    """What a file teaches: entries as they are compiled, by name, and their examples."""

    __slots__ = ("examples", "programs")

    def __init__(self) -> None:
        self.programs: dict[str, dict[str, Any]] = {}
        self.examples: list[ProgramExample] = []


def program_entries(form: Form, node: Node, line: int, *, own: bool) -> TaughtEntries:
    """Read `programs`. `own`: it is the person's own file, which may call an entry complete."""
    taught = TaughtEntries()
    listed = form.mapping(node, line, "`programs`")
    groups: dict[str, Any] = {}
    if _GROUPS in listed:
        at, declared = listed[_GROUPS]
        form.mapping(declared, at, f"`{_GROUPS}`")
        found = plain(declared)
        groups = found if isinstance(found, dict) else {}
        wrong = list(wrong_groups(groups))
        for keys, word, message in wrong:
            form.problem(_line(declared, keys, at), message, about=word)
        if wrong:
            return taught
    words = 0
    for name, (at, declared) in listed.items():
        if name == _GROUPS:
            continue
        before = len(form.problems)
        if said := refused_name(name):
            form.problem(at, said)
            if not NAME_CHARACTERS.issuperset(name):
                continue  # nothing of the entry can be about such a name
        form.mapping(declared, at, f"the program {quoted(name)}")
        entry = plain(declared)
        if not isinstance(entry, dict):
            entry = {}
        words += size_of(entry, groups)
        if words > MAX_WORDS:
            form.problem(at, f"`programs` is more than {MAX_WORDS:,} words, which is too much to read")
            return taught
        for keys, word, message in wrong_with(name, entry, groups, taught=True):
            form.problem(_line(declared, keys, at), message, about=word)
        others = entry.get("aliases")
        for other in others.split() if isinstance(others, str) else ():
            if said := refused_name(other):
                form.problem(_line(declared, ("aliases",), at), said)
        if "complete" in entry and not own:
            said = (
                f"only a person's own file may call an entry complete, and this one about {quoted(name)} is in another"
            )
            form.problem(
                _line(declared, ("complete",), at), said, "remove `complete`: what the entry says counts without it"
            )
        if len(form.problems) == before:
            for keys, word, message in doubts_about(name, entry, groups):
                form.warn(_line(declared, keys, at), message, about=word)
            taught.programs[name] = _stored(name, entry, groups, form.origin(at).file, at)
            for command, told in entry.get("examples", {}).items():
                where = form.origin(_line(declared, ("examples", command), at))
                taught.examples.append(ProgramExample(command, told, where))
    return taught


def _stored(name: str, entry: dict[str, Any], groups: dict[str, str], file: str, line: int) -> dict[str, Any]:
    made = made_of(name, entry, groups)
    made.pop("wrapper", None)  # its usage lines say so
    return made | {"file": file, "line": line} | ({"complete": True} if "complete" in entry else {})


def _line(node: Node, keys: tuple[str, ...], line: int) -> int:
    """Give the line of what these keys lead to; of what is not there, that of what it would stand in."""
    for key in keys:
        if not isinstance(node, Entries) or key not in node.entries:
            break
        line, node = node.entries[key]
    return line
