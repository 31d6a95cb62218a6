"""A gate to try: it says what to try, does what it says, and leaves nothing behind."""

import socket
from pathlib import Path

from e2e.demo_gate import gate


async def test_what_it_prints_and_what_it_leaves(tmp_path: Path) -> None:
    async with gate(tmp_path) as opened:
        assert len(opened.proposed) == 3
        assert opened.link == opened.lines[-1]
        assert opened.link.startswith("http://127.0.0.1:")
        assert opened.left_behind() != []
        assert await opened.stop() == 0
        assert opened.left_behind() == []


async def test_two_at_once_and_a_taken_port(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        async with (
            gate(tmp_path / "one", ("--port", port)) as first,
            gate(tmp_path / "two", ("--port", port)) as second,
        ):
            assert first.link.partition("#")[0] != second.link.partition("#")[0]
            assert (await first.stop(), await second.stop()) == (0, 0)
