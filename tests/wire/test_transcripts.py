"""Every transcript replays at both ends byte for byte, and together they walk every path of every table."""

from pathlib import Path
from typing import Any

import pytest

from pair import PROTOCOLS, Pair, read_transcript, transcripts
from wicket.wire import gevals, runok, sudo_proxy, zot
from wicket.wire.conversation import Table, word
from wicket.wire.errors import Fault

TABLES: dict[str, Table[Any]] = {
    "runok": runok.NEXT,
    "gevals": gevals.NEXT,
    "zot": zot.NEXT,
    "sudo_proxy": sudo_proxy.NEXT,
}
ALL = [(protocol, path) for protocol in PROTOCOLS for path in transcripts(protocol)]


def replay(protocol: str, path: Path) -> Pair:
    pair = Pair(protocol)
    for line in read_transcript(path):
        pair.play(line)
    pair.finish()
    return pair


@pytest.mark.parametrize(("protocol", "path"), ALL, ids=[f"{protocol}-{path.stem}" for protocol, path in ALL])
def test_a_transcript_replays(protocol: str, path: Path) -> None:
    assert replay(protocol, path).lines > 0


@pytest.mark.parametrize("protocol", TABLES)
def test_the_transcripts_walk_every_path_of_the_table(protocol: str) -> None:
    walked = {step for path in transcripts(protocol) for step in replay(protocol, path).steps}
    listed = {
        (state, kind, following)
        for state, row in TABLES[protocol].items()
        for kind, following in row.items()
        if kind is not Fault
    }
    missing = sorted(f"{state} --{word(kind)}--> {following}" for state, kind, following in listed - walked)
    assert missing == []
    assert walked <= listed
