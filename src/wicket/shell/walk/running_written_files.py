"""Files that a text writes and then runs, or runs before it writes them again."""

from wicket.shell.catalogue.compiled_catalogue import of_all, repositories
from wicket.shell.programs.printed_text import of as printed
from wicket.shell.read_result import Command
from wicket.shell.unknown_values import GLOB, LOOPED
from wicket.shell.unwrapping.written_files import Written
from wicket.shell.walk.redirects import Redirects
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.reader_settings import World
    from wicket.shell.redirect_kinds import Redirect

__all__ = ["WrittenScripts"]

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
