"""docs/mcp.md: its settings start a server, its program prints what it says, and its tables are the schemas."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from docs.pages import ROOT, python_blocks, text_blocks
from machine import WAIT_S, Machine
from wicket.mcp.tool_definitions import NAMES, OFFERS

PAGE = ROOT / "docs" / "mcp.md"
START = ROOT / "docs" / "getting-started.md"


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    machine = Machine(tmp_path)
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "wicket").write_text(f'#!/bin/sh\nexec {sys.executable} -m wicket "$@"\n')
    (programs / "wicket").chmod(0o755)
    return machine.environ | {"PATH": f"{programs}:{machine.environ['PATH']}"}


def settings() -> list[dict[str, Any]]:
    found = [json.loads(block)["mcpServers"]["wicket"] for page in (PAGE, START) for block in blocks(page, "json")]
    (toml,) = blocks(PAGE, "toml")
    return [*found, tomllib.loads(toml)["mcp_servers"]["wicket"]]


async def test_the_settings_start_the_server(environ: dict[str, str]) -> None:
    given = settings()
    assert len(given) == 3
    assert {(each["command"], *each["args"]) for each in given} == {("wicket", "mcp")}
    parameters = StdioServerParameters(command=given[0]["command"], args=given[0]["args"], env=environ)
    async with Client(stdio_client(parameters)) as client:
        assert tuple(tool.name for tool in (await client.list_tools()).tools) == NAMES


def test_the_program_prints_what_the_page_says(environ: dict[str, str], tmp_path: Path) -> None:
    (program,) = python_blocks(PAGE)
    (printed,) = text_blocks(PAGE)
    # The client gives its server few variables; these decide where it looks.
    program = program.replace('args=["mcp"])', f'args=["mcp"], env={environ!r})')
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environ,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=True,
    )
    assert done.stdout == printed


def test_the_tables_are_the_schemas() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for offer in OFFERS:
        (row,) = [line for line in text.splitlines() if line.startswith(f"| `{offer.name}` |")]
        _, _, takes, gives, _ = (cell.strip() for cell in row.split("|"))
        assert re.findall(r"`(\w+)`", takes) == list(offer.takes["properties"])
        assert re.findall(r"`(\w+)`", gives)[: len(offer.gives["properties"])] == list(offer.gives["properties"])
