"""Short ways to say what a reading should give."""

from wicket.shell import Command, World, read


def argvs(text: str, world: World | None = None) -> list[list[str]]:
    """The words of each command, `…` where they are not known."""
    script = read(text, world)
    assert script.refusal is None, script.refusal
    return [[str(word) for word in command.words] for command in script.commands if command.words]


def names(text: str) -> list[str | None]:
    """The names of the commands."""
    script = read(text)
    assert script.refusal is None, script.refusal
    return [command.name for command in script.commands if command.words]


def commands(text: str) -> tuple[Command, ...]:
    """The commands of a text that is not refused."""
    script = read(text)
    assert script.refusal is None, script.refusal
    return script.commands


def opaque(text: str) -> list[str]:
    """All that is said not to be readable."""
    return [reason for command in commands(text) for reason in command.opaque]


def refusal(text: str) -> str:
    """Why a text is refused."""
    script = read(text)
    assert script.refusal is not None
    return script.refusal.reason
