"""A glob that no file answers to stays as it is written: bash hands it over as a plain word.

That is looked up only for a text of one command: what others do in between could change the answer.
"""

from wicket.policy.file_rules.path_component_match import name_matches
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Script

__all__ = ["settled"]

# What comparing a name takes.
WORK_OF_NAME = 60

_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.,:=@%+-?*")


def settled(script: "Script", world: "World") -> "tuple[Word, ...] | None":
    """Give a command's words with the text in the place of each glob in the working folder that no file answers to.

    None: there is no such word. A rule that allows may rely on it; one that denies need not.
    """
    command = script.commands[0]
    if None not in [word.text for word in command.words] or command.place.cwd != ("",):
        return None
    words = list(command.words)
    names: tuple[str, ...] | None = None
    world.fuel.take(40 * len(words))
    answered: dict[str, bool] = {}
    for number, word in enumerate(words):
        if word.text is not None or word.reason is None or not word.reason.startswith("a glob"):
            continue
        text = script.text[word.start : word.end]
        if not _PLAIN.issuperset(text):
            continue
        if names is None:
            names = world.names(world.cwd)
            if names is None:
                return None
        if text not in answered:
            world.fuel.take(WORK_OF_NAME * len(names) + len(text))
            answered[text] = any(name_matches(text, name) for name in names)
        if not answered[text]:
            words[number] = Word(text, word.start, word.end)
    return tuple(words) if names is not None else None
