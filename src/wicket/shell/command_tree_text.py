"""Draws a script for people: each command under what leads to it."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command, Script


def draw(script: "Script") -> str:
    """Give one line for each command, deeper where something else runs it."""
    lines = []
    for command in script.commands:
        at = depth(command)
        lines.append("  " * at + describe(command))
        lines += ["  " * (at + 1) + f"! {reason}" for reason in command.opaque]
    if script.refusal is not None:
        lines.append(f"refused: {script.refusal}")
    return "\n".join(lines)


def depth(command: "Command") -> int:
    """Say how many things lead to a command."""
    place = command.place
    return len(place.wrappers) + bool(place.inside) + bool(place.function) + bool(place.loop)


def describe(command: "Command") -> str:
    """Say a command and its place in one line."""
    said = [f"{assignment.name}={assignment.value}" for assignment in command.assignments]
    said += [str(word) if word.text is None or word.text.isprintable() else repr(word.text) for word in command.words]
    said += [f"{redirect.operator}{redirect.target}" for redirect in command.redirects]
    place = command.place
    notes = []
    if command.calls:
        notes.append("a function")
    elif command.words and command.words[0].text is None:
        notes.append(f"unknowable: {command.words[0].reason}")
    if place.wrappers:
        notes.append("by " + ", ".join(place.wrappers))
    if place.inside:
        notes.append(f"in {place.inside}")
    if place.function:
        notes.append(f"in {place.function}()")
    if place.loop:
        notes.append(f"in {place.loop}")
    if place.stdin or place.stdout:
        notes.append("piped")
    if place.background:
        notes.append("in the background")
    return " ".join(said) + (f"   ({'; '.join(notes)})" if notes else "")
