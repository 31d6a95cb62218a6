"""Calls of functions that the text defines, and files that it writes and then runs."""

from wicket.shell.catalogue.compiled_catalogue import of_all, repositories
from wicket.shell.programs.printed_text_and_settings import of as printed
from wicket.shell.read_result import Command
from wicket.shell.state.shell_state_variables_and_functions import State
from wicket.shell.state.variable_values_and_attributes import Defined
from wicket.shell.unknown_values import GLOB, LOOPED
from wicket.shell.unwrapping.written_files import Written
from wicket.shell.walk.nested_texts_and_redirects import Redirects
from wicket.shell.words import Word, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Function
    from wicket.shell.reader_settings import World
    from wicket.shell.redirect_kinds import Redirect

__all__ = ["FunctionCalls"]


# ── files that a text writes and then runs, or runs before it writes them again ──

# Programs that write files of settings, and those files: parts of their paths, and ends.
_SETTING_PROGRAMS = tuple(of_all("settings_files"))
_WRITTEN_SETTINGS = [file for files in of_all("settings_files").values() for file in files]
_SETTINGS_PARTS = [file[:-1] for file in _WRITTEN_SETTINGS if file[-1] == "*"]
_SETTINGS_FILES = tuple([file for file in _WRITTEN_SETTINGS if file[-1] != "*"])


class WrittenScripts(Redirects):
    """Remembers what is written and what is run. Whoever runs commands is a subclass."""

    __slots__ = ("defines", "early", "looked", "written")

    def __init__(self, text: str, world: "World | None") -> None:
        super().__init__(text, world)
        self.defines: set[str] = set()  # functions of the text, defined in whatever branch or round
        self.written = Written()
        self.looked: dict[str, str | None] = {}  # what was in files that were run so, where the text has written them
        self.early: list[Word | tuple[str, ...]] = []  # files that are run, maybe later than it stands there, or again

    def runs_file(self, file: "Word | tuple[str, ...]") -> None:
        """See a command that runs a file, or one of these names; remember it where it may run later than it stands."""
        place = self.place
        if (
            isinstance(file, tuple)
            and (".curlrc" in file or ".wgetrc" in file)
            and not (place.loop or place.background or place.function)
        ):
            return  # it is read before anything goes into the pipe
        later = place.loop or place.background or place.stdin or place.stdout or place.inside in ("<(", ">(")
        if not (later or "trap" in place.wrappers):
            return
        # What else is not known is said anyway.
        if not isinstance(file, Word) or file.text is not None or file.reason in (GLOB, LOOPED):
            self.early.append(file)

        if self.written.some:
            # What has been written before, and is looked at there.
            names = [file.prefix.rpartition("/")[2]] if isinstance(file, Word) and file.reason is None else []
            for name in names or self.written.named(file if isinstance(file, tuple) else ()):
                word = Word(name, 0, 0)
                self.looked[name] = "" if self.written.only_edited(word) else self.written.spelled(word)

    def spelled(self, command: Command, redirect: "Redirect") -> str | None:
        """Give what a command writes by a redirect, where the text spells that."""
        name = command.name
        if redirect.operator not in (">", ">|") or name not in ("cat", "echo", "printf") or name in self.defines:
            return None
        others = tuple([one for one in command.redirects if one is not redirect])
        return printed(Command(command.words, others, (), command.start, command.end, command.place), None)

    def runs_what_it_writes_later(self) -> bool:
        """Tell whether what such a command runs has been written further down."""
        written = self.written
        if not written.some or not self.early:
            return False
        known = [name for name, text in self.looked.items() if text is not None and self.is_as_looked_at(name, text)]
        for file in self.early:
            if not isinstance(file, Word):
                if written.any_of(file, known) or (written.hooks and not repositories.isdisjoint(file)):
                    return True
            elif written.holds(file) and (file.reason is not None or file.prefix.rpartition("/")[2] not in known):
                return True
        return False

    def is_as_looked_at(self, name: str, text: str) -> bool:
        """Tell whether a file that was run is, at the end of the text, as it was then."""
        word = Word(name, 0, 0)
        return self.written.only_edited(word) if not text else self.written.spelled(word) == text

    def has_written(self, file: Word) -> bool:
        """Tell whether a file that is run may be one that the text has written, or had others write as it says."""
        if self.written.holds(file):
            return True
        if not any(part in file.prefix for part in _SETTINGS_PARTS) and not file.prefix.endswith(_SETTINGS_FILES):
            return False
        self.fuel.take(15 * len(self.commands))
        return any((one.name or "").rpartition("/")[2].startswith(_SETTING_PROGRAMS) for one in self.commands)


# ── calls of functions that the text defines: walks the body with the arguments of a call, and what ends with it ──

WORK_OF_CALL = 200


class FunctionCalls(WrittenScripts):
    """Walks functions. Whoever runs commands is a subclass."""

    __slots__ = ("calling",)

    def __init__(self, text: str, world: "World | None") -> None:
        super().__init__(text, world)
        self.calling: list[Function] = []  # functions being walked

    def call(self, function: Defined, words: tuple[Word, ...] | None, name: str) -> None:
        """Walk a function's body with the arguments of a call; None: it is not called here."""
        node = function.node
        function.called = function.called or not self.imagined  # what only may be called is read by itself, too
        self.fuel.take(WORK_OF_CALL)
        saved = self.text, self.shift, self.fixed, self.place, self.state
        if node in self.calling:
            self.notes.append(f"calls {name} again from within {name}")
            return
        if any("FUNCNEST" in scope.variables for scope in self.state.scopes()):
            self.may_fail()
        self.calling.append(node)
        self.enter(node.start)
        self.text, self.shift, self.fixed = function.text, function.shift, function.fixed
        self.place = self.place.copy()
        self.place.function = name or node.name or ""
        self.place.calls += 1
        self.state = inner = State(self.state)
        inner.locals = {}
        if words is None:
            inner.positional = None
        else:
            inner.positional = [value_of(word) for word in words[1:]]
        self.run(node.body)
        self.visited.append(node)
        self.calling.pop()
        self.text, self.shift, self.fixed, self.place, self.state = saved
        self.depth -= 1
        for local, before in inner.locals.items():
            inner.variables.pop(local, None)
            inner.traits.associative.discard(local)
            if not isinstance(before, bool) and before is not self.state.settled(local):
                inner.variables[local] = before  # it was assigned, and then made local
        inner.positional = self.state.positional  # its arguments were its own, whatever it did to them
        if inner.returned or not function.sure:
            left = self.state.returned
            self.state.absorb(inner, "the function may not have come so far")
            self.state.returned = left
        else:
            self.state.keep(inner)
