"""What the README shows is what happens."""

import re
from pathlib import Path

import pytest

from docs.pages import ROOT, console_steps, python_blocks, run_console
from wicket.cli import wicket
from wicket.cli.ext import ext

README = ROOT / "README.md"
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


def test_the_commands_do_what_they_show(tmp_path: Path) -> None:
    [policy] = re.findall(r"```yaml\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    own = tmp_path / ".config" / "wicket"
    own.mkdir(parents=True)
    (own / "wicket.yml").write_text(policy, encoding="utf-8")
    shown = console_steps(README)
    assert shown
    assert run_console(shown, tmp_path) == shown


def test_the_policy_passes_its_own_tests(tmp_path: Path) -> None:
    [policy] = re.findall(r"```yaml\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "policy.yml").write_text(policy, encoding="utf-8")
    [(_, said)] = run_console([("wicket test --config ../policy.yml", "")], tmp_path)
    assert "0 failed" in said


def test_the_python_does_what_it_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("WICKET_HOME", str(tmp_path / "home"))
    said = []
    for block in python_blocks(README):
        exec(compile(block, str(README), "exec"), {})
        said += capsys.readouterr().out.splitlines()
    assert said == ["deny not here"]


def linked(page: Path) -> list[Path]:
    """The pages that a page leads to, and itself."""
    links = re.findall(r"\]\(([^)#]+\.md)[^)]*\)", page.read_text(encoding="utf-8"))
    return [page, *(page.parent / link for link in links if "://" not in link)]


def test_every_verb_is_named_here_and_explained_on_a_page_that_is_linked() -> None:
    text = README.read_text(encoding="utf-8")
    assert [verb for verb in wicket.verbs if f"`wicket {verb}`" not in text] == []
    # What changed is no explanation.
    pages = "".join(page.read_text(encoding="utf-8") for page in linked(README) if page.name != "CHANGELOG.md")
    assert [verb for verb in ext.verbs if not re.search(rf"`(?:wicket )?(?:ext )?{verb}\b", pages)] == []
    others = pages.replace(text, "")
    alone = {"demo"}  # `make run` is how it is started, and the README says the rest
    assert [verb for verb in wicket.verbs if f"wicket {verb}" not in others and verb not in alone] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_make_target_that_is_named_exists(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"(?:^|`)make ([a-z-]+)", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert [target for target in targets if f"\n{target}:" not in makefile] == []


@pytest.mark.parametrize("page", [*(ROOT / "docs").rglob("*.md")], ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_says_at_once_whom_it_is_for(page: Path) -> None:
    title, first, _ = page.read_text(encoding="utf-8").split("\n\n", 2)
    assert (title[:2], first[:4]) == ("# ", "For ")


def test_it_begins_with_one_user_and_five_lines() -> None:
    [lines, *_] = re.findall(r"```sh\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert [line.split("#")[0].strip() for line in lines.splitlines()] == [
        "cd wicket",
        "pipx install '.[all]'",
        "wicket init",
        "wicket verify",
        "claude",
    ]
