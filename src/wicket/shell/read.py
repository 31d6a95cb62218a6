"""Text becomes a Script; nothing that a text can hold makes this raise."""

from wicket.shell.grammar.parser_and_simple_commands import Parser
from wicket.shell.grammar.syntax_nodes import first_unread
from wicket.shell.read_result import Script
from wicket.shell.refusal_and_work_limit import Refusal, Refused, Spent
from wicket.shell.state.standard_input_and_glob_options import show_hidden_names
from wicket.shell.unknown_values import GLOB, NAMED
from wicket.shell.walk.control_flow import Reader
from wicket.shell.words import UnknownWord

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.reader_settings import World

# Longer texts are refused.
MAX_CHARACTERS = 1_000_000

# From here on, Python's search for cycles would take longer than the reading: a large text makes very many objects,
# and all of them are needed to the end.
LARGE_CHARACTERS = 5_000


def read(text: str, world: "World | None" = None) -> Script:
    """Read a text as bash would."""
    if len(text) < LARGE_CHARACTERS:
        return _read(text, world)
    import gc

    searching = gc.isenabled()
    gc.disable()
    try:
        return _read(text, world)
    finally:
        if searching:
            gc.enable()


def _read(text: str, world: "World | None") -> Script:
    if len(text) > MAX_CHARACTERS:
        return Script(text, (), Refusal(f"longer than {MAX_CHARACTERS} characters", text, MAX_CHARACTERS))
    nul = text.find("\0")
    if nul >= 0:
        return Script(text, (), Refusal("a NUL, which no shell can be given", text, nul))
    parser = Parser(text)
    refusal = None
    if not text.isascii():
        from wicket.shell.grammar.zsh_and_locale_differences import refused_letters

        refusal = refused_letters(text, world)
    if world is not None and world.shell == "zsh":
        from wicket.shell.grammar.zsh_and_locale_differences import refused_for_zsh

        refusal = refusal or refused_for_zsh(text)
    try:
        nodes = parser.parse()
    except Refused as refused:
        nodes = parser.done
        refusal = refusal or Refusal(refused.reason, text, refused.offset)
    except (RecursionError, MemoryError):
        return Script(
            text, (), Refusal("nested too deep or grown too large for the stack and memory that are left", text, 0)
        )
    reader = Reader(text, world)
    reader.inventory += parser.inventory
    try:
        reader.read_all(nodes)
        if reader.late_next or reader.runs_what_it_writes_later():
            again = Reader(text, world)
            again.inventory += parser.inventory
            again.written = reader.written
            again.late = reader.late_next
            reader = again
            reader.read_all(nodes)
        if refusal is None and (unread := first_unread(reader.inventory, reader.visited)) is not None:
            refusal = Refusal("a part of it was not read, so that what it runs is not known", text, unread)
    except Spent as spent:
        at = max([command.end for command in reader.commands[-1:]], default=0)
        refusal = refusal or Refusal(spent.reason, text, at)
    except Refused as refused:
        refusal = refusal or Refusal(refused.reason, text, refused.offset)
    except (RecursionError, MemoryError):
        refusal = refusal or Refusal(
            "nested too deep or grown too large for the stack and memory that are left", text, 0
        )
    if show_hidden_names(text, reader.commands):
        for command in (*reader.commands, *reader.alternatives):
            for word in command.words:
                if isinstance(word, UnknownWord) and word.reason == GLOB:
                    word.reason = NAMED  # of which nobody says that it begins with no dot
    return Script(text, tuple(reader.commands), refusal, tuple(reader.alternatives))
