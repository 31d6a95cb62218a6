"""What the calls of `fs` and `child_process` do in a program of JavaScript: files, and processes that are started."""

from wicket.shell.characters import listed
from wicket.shell.code_effects import CodeNotUnderstood
from wicket.shell.languages.javascript_name_lists import DELETING, LISTING, OF_PROCESS, READING, WRITING
from wicket.shell.languages.javascript_path_values import UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.code_effects import Account
    from wicket.shell.languages.javascript_path_values import Paths
    from wicket.shell.unknown_values import Shape

__all__ = ["Calls"]

# What may be said of a process beside its words.
_PLAIN_OPTIONS = listed("stdio encoding timeout maxBuffer windowsHide")


class Calls:
    """Notes in an account what the calls of one program do."""

    def __init__(self, paths: "Paths", done: "Account") -> None:
        self.code = paths.code
        self.paths = paths
        self.done = done

    def of_module(self, module: str, function: str, at: int) -> None:
        """See a call of a function of `fs` or `child_process`, with its parenthesis."""
        if self.code.sign(at) != "(":
            raise CodeNotUnderstood
        given = self.paths.arguments(at)
        first = given[0] if given else UNKNOWN
        if module == "child_process":
            self.starts(function, at, given)
        elif module == "process":
            if function not in OF_PROCESS - {"env"}:
                raise CodeNotUnderstood
        elif function in READING:
            self.notes_read(first)
        elif function in LISTING:
            self.done.listed += [first] if first != UNKNOWN else []
        elif function in WRITING:
            self.notes_write(first)
        elif function in ("copyFileSync", "copyFile", "cpSync", "cp"):
            self.notes_read(first)
            self.notes_write(given[1] if len(given) > 1 else UNKNOWN)
        elif function in DELETING or function in ("renameSync", "rename"):
            self.runs(DELETING.get(function, "mv"), given[: 1 if function in DELETING else 2])
        else:
            raise CodeNotUnderstood

    def notes_read(self, shape: "Shape") -> None:
        if shape == UNKNOWN:
            self.done.unknown_read = True
        else:
            self.done.reads.append(shape)

    def notes_write(self, shape: "Shape") -> None:
        if shape[0] is None:
            raise CodeNotUnderstood
        self.done.writes.append(shape)

    def runs(self, program: str, given: "list[Shape]") -> None:
        texts = [shape[0] for shape in given if len(shape) == 1 and shape[0]]
        if not texts or len(texts) != len(given):
            raise CodeNotUnderstood
        self.done.commands.append((*program.split(), *[f"./{one}" if one[:1] == "-" else one for one in texts if one]))

    def starts(self, function: str, at: int, given: "list[Shape]") -> None:
        parts = self.code.parts(at, self.code.pairs[at])
        first = given[0] if given else UNKNOWN
        if len(first) != 1 or not first[0]:
            raise CodeNotUnderstood
        rest = parts[1:]
        words: list[str] = []
        if function in ("spawn", "spawnSync", "execFile", "execFileSync"):
            if rest and self.code.sign(rest[0][0]) == "[":
                words = self.words(*rest[0])
                rest = rest[1:]
        elif function not in ("exec", "execSync"):
            raise CodeNotUnderstood
        for start, end in rest:
            self.option(start, end)
        if function in ("exec", "execSync"):
            self.done.texts.append(first[0])
        else:
            self.done.commands.append((first[0], *words))

    def words(self, start: int, end: int) -> "list[str]":
        """Give the words of a list that stands there, and nothing beside it."""
        if self.code.pairs[start] != end - 1:
            raise CodeNotUnderstood
        words: list[str] = []
        for inner in self.code.parts(start, self.code.pairs[start]):
            shape = self.paths.shape(*inner)
            if len(shape) != 1 or shape[0] is None:
                raise CodeNotUnderstood
            words.append(shape[0])
        return words

    def option(self, start: int, end: int) -> None:
        """See what is said of a process beside its words: an object of plain options, or a function."""
        if self.code.function_end(start) == end:
            return
        if self.code.sign(start) != "{" or self.code.pairs[start] != end - 1:
            raise CodeNotUnderstood
        for key, _ in self.code.parts(start, end - 1):
            if self.code.name(key) not in _PLAIN_OPTIONS or self.code.sign(key + 1) not in (":", ",", "}"):
                raise CodeNotUnderstood
