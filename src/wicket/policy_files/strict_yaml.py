"""YAML, read strictly: the core schema of YAML 1.2, one document, no key twice, within bounds, with lines.

So `on`, `off`, `yes` and `no` are strings, and JSON is read as what it means in JSON. Anchors may be used, but what
they stand for counts as often as they do. Merge keys (`<<`) and tags of other languages are refused.
"""

import re

import yaml
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    ScalarEvent,
)

from wicket.displayed_text import excerpt
from wicket.policy.config.document_nodes_and_checked_values import Entries, Entry, Items, Node, Scalar
from wicket.policy_files import json_and_document_limits
from wicket.policy_files.json_and_document_limits import MAX_DEPTH, MAX_NODES, Unreadable, checked_text, note

__all__ = ["read"]

_FAST: type = getattr(yaml, "CLoader", yaml.Loader)

_NULL = re.compile(r"null|Null|NULL|~|")
_BOOL = re.compile(r"true|True|TRUE|false|False|FALSE")
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_KINDS = (("null", _NULL), ("bool", _BOOL), ("int", _INT), ("float", _FLOAT))

_CORE = "tag:yaml.org,2002:"
_SCALAR_TAGS = {f"{_CORE}{kind}": kind for kind in ("null", "bool", "int", "float", "str")}
_COLLECTION_TAGS = frozenset({None, "!", f"{_CORE}seq", f"{_CORE}map"})


def read(
    text: str,
    parser: type | None = None,
    noted: list[Unreadable] | None = None,
    lists: frozenset[str] = frozenset(),
) -> Node:
    """Read the one document that `text` holds; an empty text is null.

    Args:
        parser: PyYAML's loader class to read with: the one in C where there is one.
        noted: takes the mistakes after which one can read on. With any of them, the document is good for one thing
            alone: to find what else is wrong.
        lists: keys of the document whose lists add up where they stand twice, which is such a mistake.

    Raises:
        Unreadable: it is no YAML, or beyond the bounds.
    """
    text = checked_text(text)
    document = json_and_document_limits.read(text, noted)
    if document is not None:
        return document
    composer = _Composer(noted, lists)
    try:
        for event in yaml.parse(text, Loader=parser or _FAST):  # type: ignore[no-untyped-call,unused-ignore]
            composer.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        raise Unreadable(line, column, f"this is no YAML: {_sentence(error)}", _hint(error)) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position if isinstance(error.position, int) else 0) + 1
        raise Unreadable(line, 0, "this is no YAML: it holds a control character", "remove it") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise Unreadable(0, 0, f"this is no YAML: {excerpt(str(error))}") from None
    return composer.document or Scalar("null", "", 1)


class _Open:
    """A list or a mapping that has not ended yet."""

    __slots__ = ("anchor", "height", "key", "line", "more", "node", "size")

    def __init__(self, node: Items | Entries, anchor: str | None) -> None:
        self.node = node
        self.anchor = anchor
        self.line = node.line
        self.key: tuple[str | None, int] | None = None  # without a name: its value is dropped
        self.more: str | None = None  # or added to the list that this key has already
        self.size = 1
        self.height = 1


class _Composer:
    """Makes nodes of events, without recursion: what is nested deeply is refused before it grows."""

    def __init__(self, noted: list[Unreadable] | None, lists: frozenset[str]) -> None:
        self._lists = lists
        self.document: Node | None = None
        self._noted = noted
        self._documents = 0
        self._stack: list[_Open] = []
        self._opened = 0
        # What each anchor stands for, how many nodes that are and how deep they nest; None while it is still open.
        self._anchors: dict[str, tuple[Node, int, int] | None] = {}

    def take(self, event: Event) -> None:
        mark = event.start_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        match event:
            case DocumentStartEvent():
                self._documents += 1
                if self._documents > 1:
                    raise Unreadable(line, column, "this holds more than one document", "put each into its own file")
            case ScalarEvent():
                self._scalar(event, line, column)
            case AliasEvent():
                self._alias(event, line, column)
            case CollectionStartEvent():
                self._start(event, line, column)
            case CollectionEndEvent():
                done = self._stack.pop()
                if done.anchor:
                    self._anchors[done.anchor] = (done.node, done.size, done.height)
                self._place(done.node, done.size, done.height, done.line, column)
            case _:
                pass  # where the stream and a document begin and end says nothing more

    def _scalar(self, event: ScalarEvent, line: int, column: int) -> None:
        text = event.value
        if "\0" in text or any("\ud800" <= char <= "\udfff" for char in text):
            said = "a text holds a character that no program can be given"
            note(self._noted, Unreadable(line, column, said, "remove it"))
            text = "?"
        if self._stack and isinstance(self._stack[-1].node, Entries) and self._stack[-1].key is None:
            self._key(event, text, line, column)
            return
        node = Scalar(self._kind(event, line, column), text, line)
        if event.anchor:
            self._anchors[event.anchor] = (node, 1, 1)
        self._place(node, 1, 1, line, column)

    def _key(self, event: ScalarEvent, text: str, line: int, column: int) -> None:
        parent = self._stack[-1]
        assert isinstance(parent.node, Entries)  # noqa: S101 -- for the type checker: `_scalar` has looked
        name: str | None = text
        if text == "<<" and event.implicit[0]:
            note(self._noted, Unreadable(line, column, "merge keys (<<) are not read", "write the keys out"))
            name = None
        elif text in parent.node.entries:
            said = f"the key `{excerpt(text, 60)}` stands here and in line {parent.node.entries[text].line}"
            note(self._noted, Unreadable(line, column, said, "remove one"))
            parent.more = text if len(self._stack) == 1 and text in self._lists else None
            name = None
        if event.anchor:
            self._anchors[event.anchor] = (Scalar("str", text, line), 1, 1)
        parent.key = (name, line)

    def _alias(self, event: AliasEvent, line: int, column: int) -> None:
        name = event.anchor or ""
        known = self._anchors.get(name)
        if name not in self._anchors:
            raise Unreadable(line, column, f"`*{excerpt(name, 60)}` names no anchor", "define it above, with &")
        if known is None:
            raise Unreadable(line, column, f"`*{excerpt(name, 60)}` holds itself", "write out what is meant")
        node, size, height = known
        if self._stack and isinstance(self._stack[-1].node, Entries) and self._stack[-1].key is None:
            raise Unreadable(line, column, "an alias stands where a key is expected", "write the key out")
        self._place(node, size, height, line, column)

    def _start(self, event: CollectionStartEvent, line: int, column: int) -> None:
        if self._stack and isinstance(self._stack[-1].node, Entries) and self._stack[-1].key is None:
            raise Unreadable(line, column, "a key is a list or a mapping", "write a text for it")
        if event.tag not in _COLLECTION_TAGS:
            note(self._noted, _foreign(event.tag, line, column))
        if len(self._stack) >= MAX_DEPTH:
            raise Unreadable(line, column, f"this nests more than {MAX_DEPTH} deep", "make it flatter")
        self._count(line, column)
        if event.anchor:
            self._anchors[event.anchor] = None
        node = Entries({}, line) if isinstance(event, MappingStartEvent) else Items([], line)
        self._stack.append(_Open(node, event.anchor))

    def _place(self, node: Node, size: int, height: int, line: int, column: int) -> None:
        """Put a finished node where it belongs."""
        if not self._stack:
            self.document = node
            return
        self._count(line, column)
        parent = self._stack[-1]
        parent.size += size
        parent.height = max(parent.height, height + 1)
        if parent.size > MAX_NODES:
            raise Unreadable(line, column, f"this holds more than {MAX_NODES} values", "split it into files")
        if len(self._stack) + height > MAX_DEPTH:
            raise Unreadable(line, column, f"this nests more than {MAX_DEPTH} deep", "make it flatter")
        if isinstance(parent.node, Items):
            parent.node.items.append(node)
        elif parent.key is not None:
            name, at = parent.key
            if name is not None:
                parent.node.entries[name] = Entry(at, node)
            elif parent.more is not None and isinstance(node, Items):
                first, known = parent.node.entries[parent.more]
                before = known.items if isinstance(known, Items) else []
                parent.node.entries[parent.more] = Entry(first, Items([*before, *node.items], known.line))
            parent.key = parent.more = None

    def _kind(self, event: ScalarEvent, line: int, column: int) -> str:
        """Say what a scalar is, by the core schema."""
        tag = event.tag
        if tag is None and event.implicit[0]:
            return next((kind for kind, form in _KINDS if form.fullmatch(event.value)), "str")
        if tag is None or tag == "!":
            return "str"
        kind = _SCALAR_TAGS.get(tag)
        if kind is None:
            note(self._noted, _foreign(tag, line, column))
            return "str"
        if kind != "str" and not dict(_KINDS)[kind].fullmatch(event.value):
            said = f"`{excerpt(event.value, 60)}` is no {kind}"
            note(self._noted, Unreadable(line, column, said, "remove the tag before it"))
            return "str"
        return kind

    def _count(self, line: int, column: int) -> None:
        """Bound what is made, whether or not it is ever closed."""
        self._opened += 1
        if self._opened > 2 * MAX_NODES:
            raise Unreadable(line, column, f"this holds more than {MAX_NODES} values", "split it into files")


def _foreign(tag: str | None, line: int, column: int) -> Unreadable:
    return Unreadable(line, column, f"the tag {excerpt(tag or '', 60)} is not known here", "remove it")


def _sentence(error: yaml.MarkedYAMLError) -> str:
    context = f" {error.context}" if error.context else ""
    return excerpt(f"{error.problem or 'it cannot be read'}{context}")


def _hint(error: yaml.MarkedYAMLError) -> str:
    problem = error.problem or ""
    if "mapping values are not allowed" in problem:
        return "put a text with a colon in quotes"
    if "cannot start any token" in problem or "alias" in (error.context or "") or "anchor" in (error.context or ""):
        return "indent with spaces, and put patterns in quotes"
    return "check quotes, brackets and indentation"
