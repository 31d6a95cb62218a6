"""The protocol pages: every statement is cited, the diagrams are the tables, the conversations are the transcripts."""

import re

import msgspec
import protocol_pages
import pytest
import scoreboard

from wicket.wire.errors import Fault

CITATION = re.compile(r"\b([RGZP]-[HSDK][0-9]+)\b")
PREFIX = {"runok": "R-", "gevals": "G-", "zot": "Z-", "sudo_proxy": "P-"}


@pytest.mark.parametrize("protocol", protocol_pages.TABLES)
def test_the_generated_parts_are_up_to_date(protocol: str) -> None:
    page = protocol_pages.page_of(protocol).read_text(encoding="utf-8")
    assert protocol_pages.render(protocol, page) == page


@pytest.mark.parametrize("protocol", protocol_pages.TABLES)
def test_a_page_has_a_diagram_and_conversations(protocol: str) -> None:
    page = protocol_pages.page_of(protocol).read_text(encoding="utf-8")
    assert page.count("<!-- states -->") == 1
    assert page.count("<!-- transcript: ") >= 2


@pytest.mark.parametrize("protocol", protocol_pages.TABLES)
def test_every_statement_is_cited_and_every_citation_is_a_statement(protocol: str) -> None:
    page = protocol_pages.page_of(protocol).read_text(encoding="utf-8")
    cited = {id for id in CITATION.findall(page) if id.startswith(PREFIX[protocol])}
    known = {statement.id for statement in scoreboard.load() if statement.id.startswith(PREFIX[protocol])}
    assert (sorted(known - cited), sorted(cited - known)) == ([], [])


def test_a_diagram_shares_arrows_and_names_messages_as_the_wire_does() -> None:
    assert protocol_pages.diagram(protocol_pages.TABLES["runok"]) == (
        "```mermaid\n"
        "stateDiagram-v2\n"
        "    [*] --> ASKING\n"
        "    ASKING --> ASKED: validate_command, (unreadable)\n"
        "    ASKED --> ANSWERED: command_validated, failed, refused\n"
        "    ANSWERED --> [*]\n"
        "```\n"
    )


@pytest.mark.parametrize("protocol", protocol_pages.TABLES)
def test_a_page_knows_every_message_and_every_field(protocol: str) -> None:
    page = protocol_pages.page_of(protocol).read_text(encoding="utf-8")
    known = set(re.findall(r"[A-Za-z_]+", " ".join(re.findall(r"`([^`]*)`", page))))
    kinds = {kind for row in protocol_pages.TABLES[protocol].values() for kind in row if kind is not Fault}
    assert sorted(set().union(*(names(kind) for kind in kinds)) - known) == []


def names(kind: type) -> set[str]:
    """What a message is called on the wire, its fields, and theirs."""
    found = {str(kind.__struct_config__.tag)} if kind.__struct_config__.tag else set()  # type: ignore[attr-defined]
    for field in msgspec.structs.fields(kind):
        found.add(field.encode_name)
        for part in (field.type, *getattr(field.type, "__args__", ())):
            for inner in (part, *getattr(part, "__args__", ())):
                if isinstance(inner, type) and issubclass(inner, msgspec.Struct):
                    found |= names(inner)
    return found
