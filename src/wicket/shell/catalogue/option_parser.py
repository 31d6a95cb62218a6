"""Parses a program's options by its usage line: which take a value, what each means, what operands are.

A usage is written as one line of text, and read when the program is first met:

    sort: -o|--output=WRITE --compress-program=PROGRAM -k|--key=VALUE -r READ...

`=` takes a value, attached or in the next word; `?` only an attached one; `#` such a one, or a number in the next word;
`:` makes a flag mean something by itself;
a plain option is a flag. Two kinds joined by a comma take two words. Words in capitals are operands, in order; `...`
repeats. Behind COMMAND or TEXT everything belongs to another command. `+single` is for programs whose long options
have one dash, `+short` where these may be cut short, `+fused` where a word is one option with its value attached,
`+joined` for those whose first word is a bundle of options without a dash, `+first` for those whose options end behind
the first operand, `+ends` for those whose own options end
behind CODE or MODULE. Options end behind `--`, unless that is among them.

What a value, or an operand, is:

    READ WRITE DELETE    a path; EDIT is read and written, MOVE is read and deleted, DIR is a folder, LIST is listed
    TOUCH LOOK           one or more paths, of which it is not known what happens to them; which are read at most
    COMMAND TEXT SUB     a program and its arguments; words that a shell will read; a subcommand with its own line
    RUN PROGRAM          a text for a shell; the name of a program
    PREFIX FED           a text for a shell that is run with more words behind it; that is given something to read
    CODE CODEFILE        a program in another language, as `language_dispatch` knows it; a file that holds one
    SCRIPT MODULE        the file that an interpreter runs if it is given no code; the module that python runs
    CONFIGFILE           a file of settings, some of which are run; SETTINGS may also say what is read and written
    CONFIG CONFIGURED    a setting, some of which are run; one that may say anything
    CONFIGEDIT TRUST     a file of settings that it may also change; says whom it asks instead
    PACKAGE ROOT CD      what is installed for the command; the folder below which, and in which, it is run
    MOUNT BIND           a folder that is handed to others, and by which name; that what it runs finds elsewhere
    UPLOAD UPLOADED      what curl sends: files behind `@` and `<`, and one that may be a glob of its own
    EXTRACT COMPARE      writes, or reads, what an archive names; REMOTE writes what an address names
    WRITES PLUGIN        says in a language of its own what is written; code to load, unless it is a plain word
    INCLUDE GATEWAY      what 7z packs, by a pattern or a list; who runs tests for pytest, unless it is the same python
    PROPERTY UNASKED     `key=value` of a build, where some keys say what it runs; lets an agent run what it likes
    NAMES PASSED         files to write, each behind `=`; options for another program
    REPORTS              files to write, each behind the name of a format: `text:x,json:y`
    CODEGEN JQ           `key=value`, where some keys name programs and files; a program of jq that only prints
    MERGE                a rule of a filter, which may name a file of more rules
    SHELL                when it is done with what it is given, it runs what it reads, as a shell does
    LOCKED INTERPRETER   a path that is written with a file beside it, `.lock`; a program that is run if it is a path
    VALUE                anything else

A flag with a kind (`-delete:DELETE`) acts by itself; on which paths, the operands say.
"""

from wicket.shell.catalogue.option_values_and_parse_result import (
    EXPAND,
    Found,
    Line,
    Option,
    attached_values,
    counted_number,
    expanded_value,
    rest_of_word,
    spill_value,
    spills,
)
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["LOOKING", "Usage"]

# Kinds that do nothing but look. Whatever else there is writes, deletes, executes or says what to execute.
LOOKING = frozenset(
    ["", "VALUE", "READ", "DIR", "CD", "UPLOAD", "UPLOADED", "PAGER", "TOUCH", "LOOK", "LIST", "COMPARE", "JQ"]
)

# Kinds of what is no path.
_NO_PATHS = frozenset(["", "VALUE"])

# Kinds of operands that are run, or say what is.
_HANDED_OVER = frozenset(
    [
        "COMMAND",
        "TEXT",
        "SUB",
        "ASSIGN",
        "RUN",
        "FED",
        "PROGRAM",
        "CODE",
        "CODEFILE",
        "MAKE",
        "SOCAT",
        "NPM",
        "SETTING",
        "PROPERTY",
    ]
)

# Operands behind which nothing is an option of the program any more.
_FINAL = frozenset(["COMMAND", "TEXT", "SUB"])

# What people call an option is remembered for each program; strangers find no room for more than this.
_MAX_BEGUN = 100
_MAX_BEGINNING = 40


_NONE = Option((), "", ())


class Usage:
    """What one line of the tables says."""

    __slots__ = (
        "_anywhere",
        "_before",
        "_begun",
        "_long",
        "_long_single",
        "_repeated",
        "_starts",
        "_text",
        "any_of",
        "deeper",
        "ends",
        "first",
        "fused",
        "hands_over",
        "idle",
        "joined",
        "mounts",
        "only_looks",
        "operands",
        "options",
        "role",
        "short",
        "single",
        "stops",
    )

    def __init__(self, line: str, role: str = "") -> None:
        self._text = line
        self.role = role  # what its operands are, where the line cannot say it: see `operands_that_are_read_or_written`
        self._anywhere: Usage | None = None
        self.options: dict[str, Option] = {}
        self.operands: list[tuple[str, bool]] = []  # kind, and whether it repeats
        self.single = self.joined = self.ends = self.short = self.fused = self.first = False
        for item in line.split():
            if item[0] == "-":
                self._option(item)
            elif item == "+single":
                self.single = True
            elif item == "+short":
                self.short = True
            elif item == "+joined":
                self.joined = True
            elif item == "+fused":
                self.fused = True
            elif item == "+ends":
                self.ends = True
            elif item == "+first":
                self.first = True
            else:
                self.operands.append((item.removesuffix("..."), item.endswith("...")))
        self.stops = any(kind in _FINAL for kind, _ in self.operands)
        self.deeper = bool(self.operands) and self.operands[-1][0] == "SUB"  # a subcommand has a line of its own
        # What an operand is whose number cannot be told.
        kinds = {kind for kind, _ in self.operands}
        # Some are commands or code, or say what is run; or, whatever they are, they are no paths.
        self.hands_over = not _HANDED_OVER.isdisjoint(kinds)
        self.idle = kinds <= _NO_PATHS
        of_options = {kind for option in self.options.values() for kind in option.kinds}
        self.mounts = "MOUNT" in of_options  # what it runs sees folders of this machine by other paths
        self.only_looks = of_options <= LOOKING  # no option does more than that
        kinds |= of_options
        self.any_of = "" if self.stops or kinds <= _NO_PATHS else "READ" if kinds <= LOOKING else "TOUCH"
        # How many stand before the command, at most. (Any number of assignments may; but they are no paths.)
        self._before = next((i for i, (kind, _) in enumerate(self.operands) if kind in _FINAL), 0)
        self._repeated = next((i for i, (_, many) in enumerate(self.operands) if many), None)
        self.idle = self.idle and (self._repeated is not None or not self.any_of)
        self._begun: dict[str, Option | None] = {}  # what was found for beginnings
        self._long = [name for name in self.options if name[:2] == "--"]
        # The longest first: `-fdump-` before `-f`.
        valued = [name for name, option in self.options.items() if self.fused and option.takes and name[:2] != "--"]
        self._starts = sorted(valued, key=len, reverse=True)
        self._long_single = frozenset(name for name in self.options if name[:2] != "--" and len(name) > 2)

    def _option(self, item: str) -> None:
        takes = ""
        kinds: tuple[str, ...] = ()
        for i, c in enumerate(item):
            if c in "=?#:":
                takes = c if c != ":" else ""
                kinds = tuple(item[i + 1 :].split(","))
                item = item[:i]
                break
        option = Option(tuple(item.split("|")), takes, kinds)
        for name in option.names:
            self.options[name] = option

    @property
    def anywhere(self) -> "Usage":
        """The same options where they may stand behind operands, too."""
        if self._anywhere is None:
            options = [item for item in self._text.split() if item[0] in "-+"]
            self._anywhere = Usage(" ".join([*options, "VALUE..."]))
        return self._anywhere

    def option(self, name: str) -> Option | None:
        """Look an option up; a long one by any beginning. Of several that share it, one that does something counts."""
        found = self.options.get(name)
        if found is None and self.short and name[:1] == "-" and len(name) > 2:
            name = "--" + name.lstrip("-")
        if found is None and name[:2] == "--" and len(name) > 2:
            if name in self._begun:
                return self._begun[name]
            found = self._begins(name)
            if len(name) <= _MAX_BEGINNING and len(self._begun) < _MAX_BEGUN:
                self._begun[name] = found
        return found

    def _begins(self, name: str) -> Option | None:
        """Find the long option that is meant by its beginning."""
        if self.single and name[1:] in self.options:
            return self.options[name[1:]]  # one dash or two, it is the same
        if name.startswith(EXPAND) and "--variable" in self.options:
            return self.option("--" + name.removeprefix(EXPAND))
        near = [self.options[full] for full in self._long if full.startswith(name)]
        doing = [option for option in near if option.kind not in LOOKING]
        return (doing or near)[0] if doing or len({id(option) for option in near}) == 1 else None

    def read(self, words: "Sequence[Word]") -> Line:
        """Take the words behind a program's name apart."""
        line = Line()
        i = 0
        end = len(words)
        while i < end:
            word = words[i]
            text = word.text
            if text is None:
                text = word.prefix
                if (not text and not word.no_flag) or spills(word):
                    line.unsure = True
            if text[:1] != "-" or text == "-":
                if self.joined and i == 0 and text and word.text is not None:
                    i = self._joined(line, text, words)
                    continue
                line.operands.append(word)
                i += 1
                if self.stops or self.first:
                    if self._is_assignment(text):
                        continue
                    line.operands += words[i:]
                    break
                continue
            if text == "--" and text not in self.options:
                line.operands += words[i + 1 :]
                line.behind = end - i - 1 if word.text is not None else 0
                break
            if self.fused and text[:2] != "--":
                i = self._one(line, text, word, words, i)
            elif text[:2] == "--" or self.single or text in self._long_single:
                i = self._whole(line, text, word, words, i)
            elif self._long_single and (name := self._fused(text)):
                line.found.append(
                    Found(name, self.options[name], (rest_of_word(word, text[len(name) :].removeprefix("=")),))
                )
                i += 1
            else:
                i = self._bundle(line, text, word, words, i)
            if self.ends and line.found[-1].kind in ("CODE", "MODULE"):
                line.operands += words[i:]
                line.sub, line.own = line.found[-1].value, len(line.found)
                break
        for found in line.found:
            if found.value is not None and found.value.text is None:
                spill_value(line, found.value)
        return line

    def _fused(self, text: str) -> str:
        """Name the option of several letters that a word begins with, if its value is attached: `-MFx`, `-specs=x`."""
        for name in self._long_single:
            if text.startswith(name) and self.options[name].takes == "=":
                return name
        return ""

    def _one(self, line: Line, text: str, word: Word, words: "Sequence[Word]", i: int) -> int:
        """Read a word that is one option: by its name, with a value behind `=`, or with one attached to its name."""
        name, equals, _ = text.partition("=")
        whole = name if equals and self.options.get(name, _NONE).kind != "NAMES" else text
        if whole in self.options and (equals or word.text is not None):
            return self._whole(line, text, word, words, i)
        line.unsure = line.unsure or word.text is None  # a longer one may begin so
        for start in self._starts:
            if text.startswith(start):
                line.found.append(Found(start, self.options[start], (rest_of_word(word, text[len(start) :]),)))
                return i + 1
        line.strange = True
        line.found.append(Found(text, None, ()))
        return i + 1

    def _is_assignment(self, text: str) -> bool:
        return bool(self.operands) and self.operands[0][0] == "ASSIGN" and "=" in text

    def _whole(self, line: Line, text: str, word: Word, words: "Sequence[Word]", i: int) -> int:
        """Read an option that is one name, with `=value` or the words that follow."""
        name, equals, rest = text.partition("=")
        option = self.option(name)
        if option is None:
            line.strange = True
        if equals:
            line.found.append(Found(name, option, (expanded_value(name, rest_of_word(word, rest)),)))
            return i + 1
        if word.text is None:
            line.unsure = True
        if option is not None and option.takes == "=":
            count = len(option.kinds)
            values = tuple(expanded_value(name, value) for value in words[i + 1 : i + 1 + count])
            line.found.append(Found(name, option, values))
            line.unsure = line.unsure or any(map(spills, values))
            return i + 1 + count
        counted = counted_number(option, words, i)
        line.found.append(Found(name, option, counted))
        return i + 1 + len(counted)

    def _joined(self, line: Line, letters: str, words: "Sequence[Word]") -> int:
        """Read options that share the first word without a dash: their values follow it, in the same order."""
        i = 1
        for letter in letters:
            option = self.options.get("-" + letter)
            if option is None:
                line.strange = True
            count = len(option.kinds) if option is not None and option.takes == "=" else 0
            line.found.append(Found("-" + letter, option, tuple(words[i : i + count])))
            i += count
        return i

    def _bundle(self, line: Line, text: str, word: Word, words: "Sequence[Word]", i: int) -> int:
        """Read short options that share a word."""
        for j in range(1, len(text)):
            name = "-" + text[j]
            option = self.options.get(name)
            if option is not None and option.kind == "REST" and text[j + 1 :]:
                line.found.append(Found(name, option, (rest_of_word(word, text[j + 1 :]),)))
                return i + 1  # the command begins in this word
            if option is None or not option.takes:
                if option is None:
                    line.strange = True
                line.found.append(Found(name, option, ()))
                continue
            if j + 1 < len(text) or word.text is None:
                line.found += attached_values(name, option, word, text[j + 1 :])
            elif option.takes == "=":
                count = len(option.kinds)
                values = tuple(words[i + 1 : i + 1 + count])
                line.found.append(Found(name, option, values))
                line.unsure = line.unsure or any(map(spills, values))
                return i + 1 + count
            else:
                counted = counted_number(option, words, i)
                line.found.append(Found(name, option, counted))
                return i + 1 + len(counted)
            return i + 1
        if word.text is None:
            line.unsure = True
        return i + 1

    def kinds(self, operands: "Sequence[Word]") -> "list[tuple[str, Word]]":
        """Say of each operand what it is. A command that stands there is no operand: it is judged for itself."""
        pattern = self.operands
        if self.stops:
            operands = operands[: self._before]
        if len(pattern) == 1 and pattern[0][1]:
            kind = pattern[0][0]
            return [(kind, word) for word in operands]
        count = len(operands)
        repeated = self._repeated
        if repeated is None:
            made = [(kind, word) for (kind, _), word in zip(pattern, operands, strict=False)]
            return made + [(self.any_of, word) for word in operands[len(pattern) :]] if self.any_of else made
        if count <= repeated:
            return [(kind, word) for (kind, _), word in zip(pattern, operands, strict=False)]
        head = pattern[:repeated]
        tail = pattern[repeated + 1 :]
        split = max(len(head), count - len(tail))
        made = [(kind, word) for (kind, _), word in zip(head, operands, strict=False)]
        made += [(pattern[repeated][0], word) for word in operands[len(head) : split]]
        made += [(kind, word) for (kind, _), word in zip(tail, operands[split:], strict=False)]
        return made
