"""The page on embedding shows the program that is there, and what it really prints."""

from docs.pages import ROOT, python_blocks
from examples.test_embed_host import SHOWN

PAGE = ROOT / "docs" / "embedding.md"


def test_the_program_on_the_page_is_the_one_that_runs() -> None:
    assert python_blocks(PAGE)[0] == (ROOT / "examples" / "embed_host.py").read_text(encoding="utf-8")


def test_the_page_shows_what_it_prints() -> None:
    assert f"```\n{SHOWN}```" in PAGE.read_text(encoding="utf-8")


def test_every_block_compiles() -> None:
    for block in python_blocks(PAGE):
        compile(f"async def _():\n{_indented(block)}", str(PAGE), "exec")


def _indented(block: str) -> str:
    return "".join(f"    {line}" for line in block.splitlines(keepends=True))
