"""The demo's extension: a tool, a guard and a validator in one file."""

from wicket.sdk import Extension, ask, deny

import random  # isort: skip -- the SDK comes first: from here on, nothing but the protocol reaches standard output

ext = Extension("doorkeeper", "1.0.0")


@ext.tool
def dice(sides: int = 6) -> str:
    """Roll a die.

    Args:
        sides: how many sides it has
    """
    return f"{random.randint(1, sides)}"  # noqa: S311 -- it is a die


@ext.intercept("tool_call")
def guard(call):  # type: ignore[no-untyped-def]  # as authors write it, without types
    """Keep production out of every command."""
    if "production" in str(call.args.get("command", "")):
        return deny("the doorkeeper lets nothing through that speaks of production")
    return None


@ext.validator
def downloads(command):  # type: ignore[no-untyped-def]  # as authors write it, without types
    """Have a person look at what is sent anywhere."""
    if command.flags.get("X", "GET") != "GET" or "d" in command.flags or "data" in command.flags:
        return ask("this sends something away")
    return None


if __name__ == "__main__":
    ext.run()
