"""Which branches a push writes, for rules that name a branch.

A rule has one spelling of a branch, and a refspec has many: `HEAD:main`, `+refs/heads/main`, `:main`, or none at all
where the work tree says what is pushed. A rule that forbids meets each branch as if it were pushed alone.
"""

from wicket.policy.matching.git_config_and_head import CheckedOut, Repository, changes_mapping
from wicket.shell.catalogue.compiled_catalogue import fact, traits
from wicket.shell.programs.command_synonyms_and_python_modules import reworded
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.unknown_values import BRANCH
from wicket.shell.words import BranchWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World
    from wicket.policy.patterns.compiled_pattern import Pattern
    from wicket.policy.patterns.pattern_tokenizer import Glob
    from wicket.shell.catalogue.option_values_and_parse_result import Line
    from wicket.shell.read_result import Command

    Words = tuple[Word, ...]

__all__ = ["Pushes", "is_about_branches", "pushes", "with_head"]

_HEAD = frozenset(["HEAD", "@"])


def is_about_branches(pattern: "Pattern") -> bool:
    """Tell whether a pattern that allows a push says of a branch what a refspec could get around.

    Who writes a colon means refspecs as they are spelled.
    """
    if any(flag.kind == "noflag" for flag in pattern.flags):
        return True
    sequence = pattern.sequence
    if len(sequence) == 3 and sequence[-1].kind == "lit" and all(_is_name(glob) for glob in sequence[-1].globs):
        return True  # settings may say that a branch has another name at the other end
    return any(
        element.kind == "not" or (element.kind in ("lit", "raw") and any(_is_loose(glob) for glob in element.globs))
        for element in sequence
    )


def _is_loose(glob: "Glob") -> bool:
    return len(glob) > 1 and not any(":" in piece for piece in glob)


def _is_name(glob: "Glob") -> bool:
    """Tell whether a text of a pattern is a branch, and not another spelling of one."""
    return glob[0] not in _HEAD and not glob[0].startswith(("+", "heads/")) and not any(":" in piece for piece in glob)


def with_head(command: "Command", world: "World") -> "Command":
    """Give a push of the branch that is checked out as a push of `HEAD`: `push origin "$(… branch --show-current)"`.

    Its name has to be seen: one with a plus would be a push by force.
    """
    found = pushes(command, world)
    if found is None or not found.has_plain_head():
        return command
    specs = {id(word) for word in found.operands[1:] if word.reason == BRANCH and word.shape == (None,)}
    words = [Word("HEAD", word.start, word.end) if id(word) in specs else word for word in command.words]
    return reworded(command, tuple(words)) if specs else command


_HEADS = "refs/heads/"

# They push all branches, or delete those that are no longer here.
_ALL = ("--all", "--branches", "--mirror", "--prune")

# What looking at a branch in one of its spellings takes.
_WORK_OF_SPELLING = 400

_NOT_KNOWN = "which branch is pushed is not known"
_LATER = "which branch is checked out by then is not known"


class _Target:
    """A branch that is written."""

    __slots__ = ("deleted", "forced", "name")

    def __init__(self, name: Word, *, forced: bool = False, deleted: bool = False) -> None:
        self.name = name
        self.forced = forced
        self.deleted = deleted


class Pushes(CheckedOut):
    """The branches that one command pushes."""

    __slots__ = ("_plain", "_targets")

    def __init__(self, command: "Command", line: "Line", world: "World", elsewhere: list[str]) -> None:
        super().__init__(command, line, world, elsewhere)
        self._targets: list[_Target] | None = None
        self._plain: list[Word] | None = None  # the words without refspecs

    @property
    def operands(self) -> list[Word]:
        return self._line.operands

    def has_plain_head(self) -> bool:
        """Tell whether the name of the branch that is checked out is seen, and begins with no sign of a refspec."""
        heads, _ = self._heads()
        return bool(heads) and all(head and head[0] != "+" for head in heads)

    @property
    def targets(self) -> list[_Target]:
        if self._targets is None:
            self._world.fuel.take(200 + 50 * len(self._line.operands))
            found = {(one.name, one.forced, one.deleted): one for one in self._find()}
            self._targets = list(found.values())
        return self._targets

    def forbidden(self) -> "list[Words]":
        """Give the words behind the program for each branch alone, in each way in which a rule may spell it."""
        return [words for target in self.targets for words in self._spelled(target, every=True)]

    def each(self) -> "list[list[Words]]":
        """Give for each branch the words of a push of it alone: as the name, and as the whole reference."""
        return [self._spelled(target, every=False) for target in self.targets]

    def surely(self) -> "Words | None":
        """Give the words with plain names for the branches that are pushed under their own names, as far as that is
        sure. None: nothing is to be changed.
        """
        operands = self._line.operands
        made: dict[int, Word] = {}
        for word in operands[1:]:
            source, colon, to = str(word).partition(":")
            if word.reason is not None or source[:1] == "+" or not source:
                continue
            if source in _HEAD:
                heads, sure = self._heads()
                if not sure or not heads[0]:
                    continue
                source = heads[0]
            source = source.removeprefix(_HEADS)
            if source != str(word) and (not colon or to.removeprefix(_HEADS) == source):
                made[id(word)] = Word(source, word.start, word.end)
        return tuple([made.get(id(word), word) for word in self._command.words[1:]]) if made else None

    # ── which branches ───────────────────────────────────────────────────────

    def _find(self) -> list[_Target]:
        line = self._line
        if any(map(line.has, _ALL)):
            return [self._any()]
        specs = line.operands[1:]
        if not specs:
            return [] if line.has("--tags") else self._bare()
        if line.has("-d"):
            return [_Target(_short(word), deleted=True) for word in specs]
        made: list[_Target] = []
        tagged = False
        for word in specs:
            if tagged or (word.reason is None and word.may_be("tag")):
                tagged = not tagged  # `tag v1` is one refspec
                continue
            made += self._of(word)
        return made

    def _any(self, reason: str = _NOT_KNOWN) -> _Target:
        return _Target(self._unknown((None,), reason))

    def _unknown(self, shape: "tuple[str | None, ...]", reason: str) -> Word:
        start = self._command.words[0]
        return BranchWord(shape, reason, start.start, start.end)

    def _of(self, word: Word) -> list[_Target]:
        """List the branches of one refspec."""
        if word.reason is not None:
            return [self._unknown_spec(word)]
        text = str(word)
        forced = text[:1] == "+"
        text = text.removeprefix("+")
        if text[:1] == "^" or not str(word):
            return []  # it takes branches out; or is none, and is refused
        source, colon, to = text.partition(":")
        if text == ":":
            return [self._any()]  # those that are there already
        if colon:
            if not to:
                return []
            return [self._target(to, word, forced, deleted=not source)]
        if source in _HEAD:
            return self._current(forced)
        return [self._target(source, word, forced), *self._mapped(source, forced)]

    def _target(self, name: str, word: Word, forced: bool, deleted: bool = False) -> _Target:
        if "*" in name:
            first, _, last = name.removeprefix(_HEADS).partition("*")
            shape = (None,) if first.startswith("refs/") else (first, None, last)
            made = self._unknown(tuple([piece for piece in shape if piece != ""]), _NOT_KNOWN)
            return _Target(made, forced=forced)
        return _Target(_short(Word(name, word.start, word.end)), forced=forced, deleted=deleted)

    def _unknown_spec(self, word: Word) -> _Target:
        """See what is known of where a refspec leads of which not all is known."""
        shape = word.shape
        forced = word.prefix[:1] == "+"
        at = next((i for i in range(len(shape) - 1, -1, -1) if ":" in (shape[i] or "")), None)
        if at is not None:
            rest = ((shape[at] or "").rpartition(":")[2].removeprefix(_HEADS), *shape[at + 1 :])
            pieces = tuple([piece for piece in rest if piece != ""])
            if pieces and None not in pieces:
                return _Target(_short(Word("".join(map(str, pieces)), word.start, word.end)), forced=forced)
            return _Target(self._unknown(pieces or (None,), word.reason or ""), forced=forced)
        # What comes from outside the text is taken for a name; what the text has put there may lead anywhere.
        if not (word.outside or word.bare or word.number) or word.many:
            return self._any(word.reason or "")
        first = word.prefix.removeprefix("+").removeprefix(_HEADS)
        pieces = tuple([piece for piece in (first, *shape[1 if word.prefix else 0 :]) if piece != ""])
        return _Target(self._unknown(pieces, word.reason or ""), forced=forced)

    # ── what the work tree says ──────────────────────────────────────────────

    def _current(self, forced: bool = False) -> list[_Target]:
        """Give the branch that is checked out."""
        heads, sure = self._heads()
        if not sure:
            names = [self._unknown((head,), _LATER) if head else self._unknown((None,), _NOT_KNOWN) for head in heads]
            return [_Target(name, forced=forced) for name in names]
        start = self._command.words[0]
        made = [_Target(Word(head, start.start, start.end), forced=forced) for head in heads if head]
        for found in self._repositories():
            if found is not None:
                made += [target for head in heads for target in self._other_name(found, head, forced)]
        return made

    def _bare(self) -> list[_Target]:
        """Find what is pushed where no refspec says it."""
        made: list[_Target] = []
        for found in self._repositories():
            if found is None or found.settings is None or found.branch is None:
                return [self._any()]
            made += self._default(found)
        return made

    def _default(self, found: Repository) -> list[_Target]:
        heads, _ = self._heads()
        for head in heads:
            remote = self._remote(found, head)
            if found.is_old(remote) or _is_true(found.last(f"remote.{remote}.mirror")):
                return [self._any()]
            specs = found.all(f"remote.{remote}.push")
            if specs:
                start = self._command.words[0]
                words = [Word(spec, start.start, start.end) for spec in specs]
                return [target for word in words for target in self._of(word)]
            default = found.last("push.default").lower() or "simple"
            if default == "nothing":
                return []
            if default in ("upstream", "tracking"):
                return self._upstream(found, heads)
            if default not in ("simple", "current"):
                return [self._any()]
        return self._current()

    def _upstream(self, found: Repository, heads: list[str]) -> list[_Target]:
        start = self._command.words[0]
        merged = [(head, found.last(f"branch.{head}.merge")) for head in heads]
        if any(not name for _, name in merged):
            return [self._any()] if len(heads) > 1 else self._current()
        if len(heads) > 1:
            return [_Target(self._unknown((name.removeprefix(_HEADS),), _LATER)) for _, name in merged]
        return [_Target(_short(Word(name, start.start, start.end))) for _, name in merged]

    def _mapped(self, source: str, forced: bool) -> list[_Target]:
        """Find where a branch is pushed to, if settings say that its name is another one there."""
        made: list[_Target] = []
        if changes_mapping(self._world.script, self._command):
            return [self._any()]
        name = str(_short(Word(source, 0, 0)))
        for found in self._repositories():
            if found is None:
                continue  # it is pushed under its name, as nearly always
            remote = str(self._line.operands[0])
            if found.settings is None or found.is_old(remote):
                return [self._any()]
            made += self._other_name(found, name, forced)
            for spec in found.all(f"remote.{remote}.push"):
                here, colon, _ = spec.removeprefix("+").partition(":")
                if colon and ("*" in here or str(_short(Word(here, 0, 0))) == name):
                    made += self._of(Word(spec, 0, 0))
            if found.last("push.default").lower() in ("upstream", "tracking"):
                to = found.last(f"branch.{name}.merge")
                made += [_Target(_short(Word(to, 0, 0)), forced=forced)] if to else []
        return made

    def _other_name(self, found: Repository, name: str, forced: bool = False) -> list[_Target]:
        """Give the branch that is pushed if a name is a symbolic reference to another one."""
        start = self._command.words[0]
        other = found.leads_to(name)
        return [_Target(Word(other, start.start, start.end), forced=forced)] if other else []

    def _remote(self, found: Repository, head: str) -> str:
        if self._line.operands:
            return str(self._line.operands[0])
        named = self._line.value("--repo")
        remotes = found.remotes()
        return (
            (str(named) if named is not None else "")
            or found.last(f"branch.{head}.pushremote")
            or found.last("remote.pushdefault")
            or found.last(f"branch.{head}.remote")
            or (remotes[0] if len(remotes) == 1 else "origin")
        )

    # ── how rules may spell it ───────────────────────────────────────────────

    def _spelled(self, target: _Target, *, every: bool) -> "list[Words]":
        name = target.name
        spelled = [name]
        if name.reason is None and not str(name).startswith("refs/"):
            plain = str(name)
            spelled.append(_like(name, _HEADS + plain))
            if every:
                spelled += [_like(name, f"{plain}:{plain}"), _like(name, f"HEAD:{plain}")]
                spelled += [_like(name, f"+{plain}")] if target.forced or self._line.has("-f") else []
                spelled += [_like(name, f":{plain}")] if target.deleted else []
        made = [self._words(target, one) for one in spelled]
        if every and (target.forced or target.deleted or self._line.found[self._line.own :]):
            made.append(self._words(target, name, plain=True))
        return made

    def _words(self, target: _Target, name: Word, plain: bool = False) -> "Words":
        """Give the words of a push of a branch alone; `plain`: and whatever else is said, as a rule without a star."""
        line = self._line
        if self._plain is None:
            specs = {id(word) for word in line.operands[1:]}
            self._plain = [word for word in self._command.words[1:] if id(word) not in specs]
        self._world.fuel.take(_WORK_OF_SPELLING + 5 * len(self._plain))
        made: list[Word] = []
        for word in self._plain:
            if plain and any(one is line.sub for one in made) and not any(word is one for one in line.operands):
                continue
            made.append(word)
            if word is line.sub and not plain:
                made += [_like(word, "--force")] if target.forced else []
                made += [_like(word, "--delete")] if target.deleted else []
        if not line.operands:
            found = next((one for one in self._repositories() if one is not None), None)
            heads, sure = self._heads()
            known = found is not None and found.settings is not None and sure
            remote = self._remote(found, heads[0]) if found is not None and known else ""
            made.append(_like(name, remote) if remote else self._unknown((None,), _NOT_KNOWN))
        return (*made, name)


def pushes(command: "Command", world: "World") -> Pushes | None:
    """See what a command pushes; None: it is no push."""
    taken = usage_of(command)
    if taken is None or "pushes-branches" not in traits(taken.name):
        return None
    elsewhere = fact("elsewhere_with", taken.name.partition(" ")[0]).split()
    return Pushes(command, taken.line, world, elsewhere)


def _short(word: Word) -> Word:
    """Give the name of a branch for its reference."""
    if word.reason is not None:
        return word
    text = str(word)
    for start in (_HEADS, "heads/"):
        if text.startswith(start) and len(text) > len(start):
            return _like(word, text[len(start) :])
    return word


def _like(word: Word, text: str) -> Word:
    return Word(text, word.start, word.end)


def _is_true(value: str) -> bool:
    return value.lower() not in ("", "false", "no", "off", "0")
