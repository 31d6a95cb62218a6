"""Makes of a command what a validator is asked about: flags, positional words, environment, directory.

A command line does not say which of its flags take a value. Of some programs that is known (`takes_value`, or
whoever asks brings the knowledge along): there, bundles (`-sX POST`) and fused values (`-XPOST`) are taken apart as the
program itself would. For all others the rule is:

- a flag takes the next word as its value, unless that begins with a dash;
- `--name=value` and, with a single letter, `-n=value` bring theirs along;
- any other word that begins with one dash is a flag under the name that is written there;
- `--` ends the flags, and a dash alone is positional;
- of a flag that is given twice the last counts.
"""

import os
import shlex
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from wicket.host import child_environment, runok_command_subject
from wicket.shell.catalogue.compiled_catalogue import fact
from wicket.wire.runok.messages import Subject

__all__ = ["TakesValue", "flags_and_args", "subject_of", "takes_value"]

# Of such a program every flag is known: what takes no value is not listed.
_ALL_OTHERS = "*"


def takes_value(program: str, flag: str) -> bool | None:
    """Whether a flag, written with its dashes, takes a value. None: that is not known."""
    if flag in fact("valued_flags", program).split():
        return True
    plain = fact("plain_flags", program)
    if plain != _ALL_OTHERS:
        return False if flag in plain.split() else None
    return False if flag.startswith("--") or len(flag) == 2 else None


# Whether this flag (dashes included) of this program takes a value. None: that is not known.
TakesValue = Callable[[str, str], bool | None]


def subject_of(
    program: str,
    words: Sequence[str],
    *,
    cwd: str,
    text: str | None = None,
    env: Mapping[str, str] | None = None,
    assignments: Mapping[str, str] | None = None,
    names: Collection[str] | None = None,
    takes_value: TakesValue = runok_command_subject.takes_value,
) -> Subject:
    """Make the subject of a question from a program and the words after it.

    `text` is the whole line as it was entered, also when this command is only a part of it; where there never was a
    text, one is made that reads as exactly these words. `env` is the environment in which the command would run, of
    which a validator sees all but what looks like a secret, or exactly `names` if the type has a list of its own. On
    top come the command's `assignments`: they are part of what is asked about.
    """
    flags, args = flags_and_args(program, words, takes_value)
    return Subject(
        command=os.path.basename(program.rstrip("/")) or program,
        flags=flags,
        args=args,
        raw_command_line=shlex.join([program, *words]) if text is None else text,
        env=_shown(env or {}, names) | dict(assignments or {}),
        cwd=os.path.abspath(cwd),
    )


def flags_and_args(
    program: str, words: Sequence[str], takes_value: TakesValue
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Part the words after a program into flags, without their dashes, and positional words."""
    reading = _Reading(os.path.basename(program), takes_value, list(words))
    while reading.left:
        reading.take()
    return reading.flags, tuple(reading.args)


@dataclass(slots=True)
class _Reading:
    program: str
    takes_value: TakesValue
    words: list[str]
    at: int = 0
    flags: dict[str, str] = field(default_factory=dict)
    args: list[str] = field(default_factory=list)

    @property
    def left(self) -> bool:
        return self.at < len(self.words)

    def take(self) -> None:
        word = self.words[self.at]
        self.at += 1
        name, equals, value = word.partition("=")
        if word == "--":
            self.args += self.words[self.at :]
            self.at = len(self.words)
        elif not word.startswith("-") or not name.strip("-"):
            self.args.append(word)
        elif word.startswith("--"):
            self.put(name.lstrip("-"), value if equals else self.value_of(word))
        else:
            self.take_short(word)

    def take_short(self, word: str) -> None:
        """Take a word that begins with a single dash."""
        if self.takes_value(self.program, word) is not None:  # known as it stands, like find's -name
            self.put(word[1:], self.value_of(word))
            return
        known = self.takes_value(self.program, word[:2])
        if known is None:
            letter, equals, value = word[1:].partition("=")
            if equals and len(letter) == 1:
                self.put(letter, value)
            else:
                self.put(word[1:], self.value_of(word))
            return
        for at, letter in enumerate(word[1:], 2):
            fused = word[at:]
            if self.takes_value(self.program, f"-{letter}"):
                self.put(letter, fused or self.next_word())
                return
            self.put(letter, "")

    def put(self, name: str, value: str) -> None:
        self.flags.pop(name, None)  # the last counts, and stands where it was given
        self.flags[name] = value

    def value_of(self, flag: str) -> str:
        """Take the next word if that is the flag's value."""
        known = self.takes_value(self.program, flag)
        if known is None:
            known = self.left and not self.words[self.at].startswith("-")
        return self.next_word() if known else ""

    def next_word(self) -> str:
        if not self.left:
            return ""
        self.at += 1
        return self.words[self.at - 1]


def _shown(env: Mapping[str, str], names: Collection[str] | None) -> dict[str, str]:
    if names is not None:
        env = {name: value for name, value in env.items() if name in names}
    shown, _ = child_environment.for_child(env, named=names or ())
    # Whatever bytes a variable holds, the question can be asked.
    return {_writable(name): _writable(value) for name, value in shown.items()}


def _writable(text: str) -> str:
    return text if text.isascii() else text.encode(errors="replace").decode()
