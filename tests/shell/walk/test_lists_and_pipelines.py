"""Lists and pipelines are walked as bash runs them."""

import pytest

from wicket.shell import read


@pytest.mark.parametrize(
    "text",
    [
        "tee >(tool) <<< 'rm x'",
        "echo 'rm x' > >(tool)",
        "exec > >(tool); echo rm x",
        "{ echo a; printf 'rm x'; } > >(cat | tool)",
        "coproc tool; echo 'rm x' >&${COPROC[1]}",
        "f() { echo 'rm x'; }; f > >(tool)",
    ],
)
def test_what_is_printed_is_handed_to_whatever_it_may_be_written_to(text: str) -> None:
    tools = [command for command in read(text).commands if command.name == "tool"]
    assert tools
    for tool in tools:
        assert any("rm" in str(piece) for word in tool.handed for piece in word.shape)
