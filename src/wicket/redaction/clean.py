"""Finds what looks like a secret in texts, words and nested values, and puts a mark in its place."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from wicket.redaction.human_passwords import human_passwords
from wicket.redaction.known_tokens_and_random_words import random_words, well_known
from wicket.redaction.printed_and_piped_secrets import (
    ACCOUNT,
    formatted,
    is_digested,
    is_odd_answer,
    is_odd_word,
    is_printed_secret,
    is_short,
    passes_on,
    prints,
    reader_of,
    takes_secret,
    takes_secret_from_stdin,
)
from wicket.redaction.secret_names_and_harmless_values import (
    is_file_of_secrets,
    is_secret_file,
    is_secret_variable,
    refers,
    says_secret,
)
from wicket.redaction.secret_options import in_words
from wicket.redaction.secrets_behind_names_headers_and_parameters import named
from wicket.redaction.secrets_in_calls_structures_and_base64 import encoded, in_decoded, settings, structured
from wicket.redaction.secrets_in_config_lines import config_lines
from wicket.redaction.shell_words_and_assigned_variables import (
    Command,
    Span,
    assigned,
    commands,
    is_read_into,
    merged,
    without,
)

__all__ = ["REDACTED", "Cleaner", "PlainTexts"]


# ── remembers texts in which no secret was found, so that they are not searched again ──

# A record's entry has some forty texts. Most are the names of its fields, and words that stand in every entry. Only
# short texts are remembered, and never one with a secret in it: what this process has in memory may end in a dump of
# it.


MAX_CHARS = 300
MAX_TEXTS = 4096


class PlainTexts:
    """Texts, and lists of them, that were searched in one way or another. Threads may share it."""

    def __init__(self) -> None:
        self._known: set[tuple[object, ...]] = set()

    def has(self, *searched: object) -> bool:
        """Say whether nothing was found here before. `searched` is what was searched, and how."""
        return searched in self._known

    def add(self, chars: int, *searched: object) -> None:
        """Remember that nothing was found in a text of so many characters."""
        if chars > MAX_CHARS:
            return
        if len(self._known) >= MAX_TEXTS:
            self._known = set()  # what is needed often is soon here again
        self._known.add(searched)


# ── finds what looks like a secret in texts, words and nested values, and puts a mark in its place ──

# `known_tokens_and_random_words` knows secrets by how they look, and what nobody would have typed, `human_passwords` by
# how people spell them, `secrets_behind_names_headers_and_parameters` and `secrets_in_config_lines` by what is before
# them (`secret_names_and_harmless_values`), `secrets_in_calls_structures_and_base64` in data and programs, also where
# something hides them, `secret_options` and `secret_operands` by which program is given them,
# `printed_and_piped_secrets` by who reads them, and `shell_words_and_assigned_variables` reads quoted shell text.


REDACTED = "[redacted]"

# Shell text inside of shell text, so deep; what is deeper is still searched as text.
_MAX_DEPTH = 4

# As much as one word of a command can hold; what is longer is searched as text alone, so that it takes no time.
_MAX_SHELL_CHARS = 128 * 1024

# Shorter ones are left where they are found outside of their place: they are parts of ordinary words.
_MIN_CHARS = 4
_LONG_CHARS = 12

# So many are looked for elsewhere, and no longer ones than these: a command has a few.
_MAX_SECRETS = 200
_MAX_CHARS = 10_000

_PART = re.compile(r"[=:;,&\s]+|%3[dD]")
_ODD = re.compile(r"[0-9]|[a-z][A-Z]|[^\w.-]")

_ASSIGNED = re.compile(r"[A-Za-z_][\w-]{0,60}=")

# `.db.password = $p`, `PGPASSWORD=$x`: what is assigned to a name that says so.
_NAMED_VARIABLE = re.compile(
    r"(?<![\w-])([A-Za-z_][\w.-]{1,100})[\"']?\]?[ ]{0,2}[=:|]{1,2}[ ]{0,2}[\"']?\$\{?([A-Za-z_]\w{0,100})"
)

# A variable where a secret belongs: in an address, and in a header.
_VARIABLE = re.compile(r"\$\{?([A-Za-z_]\w{0,100}|[1-9@*])")
_REFERRED = re.compile(
    r"(?:://[^/\s:@'\"]{0,200}:(?=[^/\s'\"]{1,200}@)|\b(?:bearer|basic|token)[ \t]{1,4}|\bauthorization:[ \t]{0,4}"
    r"|-(?:key|token|secret):[ \t]{0,4})"
    r"(\$\{?[A-Za-z_]\w{0,100})",
    re.IGNORECASE,
)

_PLAIN = PlainTexts()


class Cleaner:
    """Cleans what belongs together. When all was seen, `finished` also takes out what was found late."""

    def __init__(self) -> None:
        self.found = False  # whether anything was left out
        self._secrets: dict[str, None] = {}

    def text(self, text: str, *, identifier: bool = False) -> str:
        """Clean a text. An `identifier` may be random, and is no shell text."""
        if _PLAIN.has(text, identifier):
            return text
        spans = merged(_by_name_or_form(text) if identifier else self._in_text(text))
        if not spans:
            _PLAIN.add(len(text), text, identifier)
            return text
        self._remember(text[start:end] for start, end in spans)
        return without(text, spans, REDACTED)

    def words(self, words: Sequence[str]) -> list[str]:
        """Clean the words of a command."""
        return self.pipeline([words])[0]

    def pipeline(self, stages: Sequence[Sequence[str]]) -> list[list[str]]:
        """Clean the words of commands, each of which prints for the next."""
        searched = tuple(map(tuple, stages))
        if _PLAIN.has(searched):
            return [list(words) for words in stages]
        cleaned: list[list[str]] = []
        for number, words in enumerate(stages):
            found: dict[int, list[Span]] = {}
            for index, start, end in (*in_words(words), *formatted(words)):
                if not refers(words[index][start:end]):
                    found.setdefault(index, []).append((start, end))
            for index, span in _in_line(words):
                found.setdefault(index, []).append(span)
            if number + 1 < len(stages) and takes_secret_from_stdin(stages[number + 1]):
                for index in prints(words):
                    if is_printed_secret(words[index]):
                        found.setdefault(index, []).append((0, len(words[index])))
            cleaned.append([self._word(word, found.get(index, ())) for index, word in enumerate(words)])
        if all(words == list(told) for words, told in zip(cleaned, stages, strict=True)):
            _PLAIN.add(sum(len(word) for words in stages for word in words), searched)
        return cleaned

    def variables(self, variables: Mapping[str, str]) -> dict[str, str]:
        """Clean what variables are set to."""
        return {name: self._variable(name, value) for name, value in variables.items()}

    def value(self, value: Any, name: str = "") -> Any:
        """Clean a value as JSON has it. `name` is what it is called."""
        if isinstance(value, str):
            return self._variable(name, value) if name and says_secret(name) else self.text(value)
        if isinstance(value, Mapping):
            return {self.text(str(key)): self.value(each, str(key)) for key, each in value.items()}
        if isinstance(value, list | tuple):
            if value and all(isinstance(each, str) for each in value):
                return self.words(value)
            return [self.value(each, name) for each in value]
        return value

    def finished(self, value: Any) -> Any:
        """Leave out of a value, wherever it stands, what was found anywhere."""
        secrets = sorted(self._secrets, key=len, reverse=True)
        if not secrets:
            return value
        anywhere = [re.escape(each) for each in secrets if len(each) >= _LONG_CHARS]
        apart = [re.escape(each) for each in secrets if len(each) < _LONG_CHARS]
        pattern = "|".join([*anywhere, *([rf"(?<![A-Za-z0-9])(?:{'|'.join(apart)})(?![A-Za-z0-9])"] if apart else [])])
        return _replaced(value, re.compile(pattern))

    # ── finding ──────────────────────────────────────────────────────────────

    def _variable(self, name: str, value: str) -> str:
        if (is_secret_variable(name) or says_secret(name)) and not refers(value):
            self._remember([value])
            return REDACTED
        return self.text(value)

    def _word(self, word: str, known: Sequence[Span]) -> str:
        if not known:
            return self.text(word)
        spans = merged([*known, *self._in_text(word)])
        self._remember(word[start:end] for start, end in spans)
        return without(word, spans, REDACTED)

    def _in_text(self, text: str, depth: int = 0) -> list[Span]:
        if len(text) < _MIN_CHARS:
            return []
        found = [
            *_by_name_or_form(text),
            *random_words(text),
            *human_passwords(text),
            *encoded(text, _tells),
            *in_decoded(text, _by_name_or_form),
        ]
        if (
            depth < _MAX_DEPTH
            and len(text) <= _MAX_SHELL_CHARS
            and (depth or any(blank in text for blank in " \t\n'\"\\$"))
        ):
            found += self._in_shell(text, depth)
            # `alias db='mysql -px'`: what is assigned may be a command.
            if (match := _ASSIGNED.match(text)) is not None and " " in text:
                found += [
                    (match.end() + first, match.end() + last)
                    for first, last in self._in_shell(text[match.end() :], depth + 1)
                ]
        return found

    def _in_shell(self, text: str, depth: int) -> list[Span]:
        found: list[Span] = []
        referred = {name for match in _REFERRED.finditer(text) for name in _VARIABLE.findall(match[1])}
        if "$" in text:
            referred.update(name for to, name in _NAMED_VARIABLE.findall(text) if says_secret(to))
        read = commands(text)
        for command in read:
            words = command.values
            operands, places = command.operands
            for at, start, end in (*in_words(operands), *formatted(operands)):
                index = places[at]
                secret = words[index][start:end]
                referred.update(_VARIABLE.findall(secret))
                if not refers(secret):
                    self._remember([secret])
                    found.append(command.words[index].place((start, end)))
            for word in command.words:
                if not word.is_plain:
                    for span in self._in_text(word.value, depth + 1):
                        self._remember([word.value[slice(*span)]])
                        found.append(word.place(span))
            taken = reader_of(command, read)
            files = any(is_secret_file(words[each]) for each in command.files if each < len(words))
            takes = taken is not None and takes_secret(taken.values)
            if files or takes:
                found += self._printed(command)
                for index in prints(words):
                    referred.update(_VARIABLE.findall(words[index]))
            elif taken is not None and is_digested(taken.values):
                found += self._printed(command, odd=True)
            if command.documents and (files or takes_secret_from_stdin(words) or (takes and passes_on(words))):
                given = [(span, text[slice(*span)]) for span in command.documents]
                found += [span for span, secret in given if is_printed_secret(secret) and is_short(secret)]
            for start, end in command.documents:
                if is_odd_answer(words, text[start:end].strip("\"'")):
                    found.append((start, end))
            if is_digested(words):
                found += [span for span in command.documents if is_odd_word(text[slice(*span)].strip("\"'"))]
            if command.documents and any(
                is_file_of_secrets(words[each]) for each in command.files if each < len(words)
            ):
                for start, end in command.documents:
                    found += [(start + first, start + last) for first, last in settings(text[start:end])]
            for start, end in command.documents:
                found += [(start + first, start + last) for first, last in self._in_text(text[start:end], depth + 1)]
        return found + self._set_before(read, referred)

    def _set_before(self, read: list[Command], referred: set[str]) -> list[Span]:
        """Find what variables are set to that stand where a secret belongs: `P=x; curl -u me:$P`."""
        found = []
        for command in read:
            for word, first in assigned(command, referred):
                if not refers(word.value[first:]):
                    self._remember([word.value[first:]])
                    found.append(word.place((first, len(word.value))))
            if command.documents and is_read_into(command, referred):
                found += command.documents
        return found

    def _printed(self, command: Command, *, odd: bool = False) -> list[Span]:
        words = command.values
        secret = [index for index in prints(words) if index not in command.files and is_printed_secret(words[index])]
        if odd:  # `echo -n me:x | base64`
            secret = [index for index in secret if is_odd_word(words[index])]
        self._remember(words[index] for index in secret)
        return [(command.words[index].start, command.words[index].end) for index in secret]

    def _remember(self, secrets: Iterable[str]) -> None:
        for secret in secrets:
            self.found = True
            whole = secret.strip("\"'\n\t ")
            # `me:x`, `sid=x; theme=dark`, `x%3D`: what is no ordinary word in it may stand elsewhere by itself.
            for plain in (whole, *(part for part in _PART.split(whole[:_MAX_CHARS]) if _is_odd(part))):
                if _MIN_CHARS <= len(plain) <= _MAX_CHARS and len(self._secrets) < _MAX_SECRETS:
                    self._secrets[plain] = None


def _in_line(words: Sequence[str]) -> Iterator[tuple[int, Span]]:
    """Find what a name in one word makes a secret in the next, as in a text: `user me using x`."""
    if sum(map(len, words)) > _MAX_SHELL_CHARS:
        return
    begins = list(accumulate((len(word) + 1 for word in words), initial=0))
    line = " ".join(words)
    for start, end in (*named(line), *config_lines(line)):
        index = bisect_right(begins, start) - 1
        if end <= begins[index] + len(words[index]):
            yield index, (start - begins[index], end - begins[index])


def _by_name_or_form(text: str) -> list[Span]:
    return [*well_known(text), *named(text), *structured(text), *config_lines(text)]


def _tells(text: str) -> bool:
    """Whether what was encoded is an account with its password, or holds a secret."""
    return ACCOUNT.fullmatch(text.strip()) is not None or bool(human_passwords(text) or _by_name_or_form(text))


def _is_odd(part: str) -> bool:
    """Whether a part of a secret is no word or number that stands everywhere."""
    return len(part) > _MIN_CHARS and part.lower() != part.upper() and _ODD.search(part) is not None


def _replaced(value: Any, pattern: re.Pattern[str]) -> Any:
    if isinstance(value, str):
        return pattern.sub(REDACTED, value)
    if isinstance(value, Mapping):
        return {pattern.sub(REDACTED, key): _replaced(each, pattern) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_replaced(each, pattern) for each in value]
    return value
