"""What docs/console.md says is so."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from docs.pages import ROOT
from wicket.cli.serve import serve
from wicket.loaded_policy import Policy
from wicket.web.assets import assets
from wicket.web.http_application import MAX_BODY_BYTES
from wicket.web.http_server import PORT
from wicket.web.webhook_notice import settings

PAGE = (ROOT / "docs" / "console.md").read_text(encoding="utf-8")
FILES = {path: asset.content.decode() for path, asset in assets().items()}


def test_the_operators_example_is_understood(tmp_path: Path) -> None:
    [example] = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    folder = tmp_path / "wicket"
    folder.mkdir()
    (folder / "wicket.yml").write_text(example)
    policy = Policy.discover("/", {"XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path)})
    found = settings(policy.operator)
    assert (found.webhook, found.public_url) == ("https://ntfy.example/my-topic", "https://gate.example")


def test_the_options_are_there() -> None:
    usage = CliRunner().invoke(serve, ["--help"]).output
    assert {option for option in re.findall(r"`(--[a-z-]+)`", PAGE) if option not in usage} == set()
    assert f"127.0.0.1:{PORT}/#token=" in PAGE
    assert str(PORT) in usage


def test_the_keys_are_those_of_the_page() -> None:
    named = set(re.findall(r"`(.)`", PAGE[PAGE.index("| key |") : PAGE.index("## Being told")]))
    assert named == {"j", "k", "a", "d", "s", "w", "t", "c", "1", "5", "?"}
    [help] = re.findall(r"const HELP = (.*?);\n", FILES["/page/main.js"], re.DOTALL)
    shown = set("".join(re.findall(r'\["([^"]+)", "', help)).replace(" ", "").replace("…", ""))
    assert named == shown


def test_the_numbers_are_those_of_the_code() -> None:
    assert f"{round(sum(map(len, (text.encode() for text in FILES.values()))) / 1000)} kB in all" in PAGE
    assert "const LONG = 1500;" in FILES["/page/queue.js"]
    assert "const ARM_MS = 500;" in FILES["/page/queue.js"]
    assert f"{MAX_BODY_BYTES // 1024} KiB" in PAGE


@pytest.mark.parametrize("picture", ["console.png", "console-phone.png"])
def test_the_pictures_are_shown_and_small(picture: str) -> None:
    assert (ROOT / "docs" / picture).stat().st_size < 80_000
    assert f"]({picture})" in PAGE
    assert f"](docs/{picture})" in (ROOT / "README.md").read_text(encoding="utf-8")
