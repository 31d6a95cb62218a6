"""Names that `programs` of a policy may not teach: paths, shells and interpreters, and programs that wicket knows."""

from wicket.policy.config.checked_values import quoted
from wicket.shell.catalogue import compiled_catalogue
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.walk.builtin_handlers import HANDLERS

__all__ = ["NAME_CHARACTERS", "refused_name"]

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
