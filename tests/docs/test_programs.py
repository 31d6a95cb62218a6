"""The page about the catalogue of programs says what the code does."""

import re
from pathlib import Path

from docs.pages import ROOT, console_steps, run_console
from wicket.policy_files.catalogue_compiler import check, programs_of
from wicket.policy_files.program_entry_examples_and_check import check_policy
from wicket.shell.catalogue.entry_fields import (
    EFFECTS,
    FIELDS,
    NOTHING,
    TEACHABLE_FIELDS,
    TEACHABLE_KINDS,
    TRAITS,
    UNKNOWN,
    VERBS,
)
from wicket.shell.catalogue.entry_validation import SPELLINGS
from wicket.shell.catalogue.option_parser import Usage
from wicket.shell.words import Word

PATH = ROOT / "docs" / "programs.md"
PAGE = PATH.read_text(encoding="utf-8")


def example() -> str:
    return PAGE.partition("```toml\n")[2].partition("```")[0]


def rows(heading: str) -> dict[str, str]:
    """Give the rows of the table below a heading: the first cell, and the second."""
    part = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    cells = [line.strip("|").split(" | ") for line in part.splitlines() if line.startswith("| `")]
    return {first.strip(): second.strip() for first, second in cells}


def test_the_example_is_right() -> None:
    assert check(example(), "example") == []
    programs = programs_of(example())
    assert sorted(programs) == ["mytool", "ourdeploy"]
    line = Usage(programs["mytool"]["usage"]["mytool"]).read([Word(text, 0, 1) for text in ("-o", "out.txt", "in.txt")])
    assert [(found.name, found.kind, str(found.value)) for found in line.found] == [("-o", "WRITE", "out.txt")]
    assert [str(word) for word in line.operands] == ["in.txt"]


def policies() -> list[str]:
    return re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)


def test_the_policies_are_right() -> None:
    assert [problem for policy in policies() for problem in check_policy(policy, "example")] == []


def test_every_spelling_is_explained() -> None:
    assert [cell.strip("`") for cell in rows("A usage line") if cell[1] == "+"] == sorted(SPELLINGS, key=PAGE.index)


def test_the_commands_do_what_they_show(tmp_path: Path) -> None:
    shown = console_steps(PATH)
    assert shown
    policy, *_ = policies()
    written = (f"cat > ours.yml <<'END'\n{policy}END", "")
    assert run_console([written, *shown], tmp_path)[1:] == shown


def test_every_field_is_explained() -> None:
    named = {name for cell in rows("Fields") for name in re.findall(r"`(\w+)`", cell)}
    assert named == FIELDS


def test_what_a_policy_may_say_is_listed() -> None:
    (listed,) = [line for line in PAGE.split("\n- ") if line.startswith("Entries may have ")]
    named = {*re.findall(r"`([a-z]+)`", listed)}
    assert named == TEACHABLE_FIELDS - {"traits"}


def test_every_kind_that_a_policy_may_use_is_explained() -> None:
    cells = rows("A usage line")
    kinds = {kind: said for cell, said in cells.items() for kind in re.findall(r"`([A-Z]{2,})`", cell)}
    assert set(kinds) == TEACHABLE_KINDS.operands | TEACHABLE_KINDS.values
    assert {kind for kind, said in kinds.items() if said.startswith("operand")} == (
        TEACHABLE_KINDS.operands - TEACHABLE_KINDS.values
    )
    assert {kind for kind, said in kinds.items() if said.startswith("value")} == (
        TEACHABLE_KINDS.values - TEACHABLE_KINDS.operands
    )


def test_every_word_of_an_example_is_explained() -> None:
    said = [text for cell in rows("Examples") for text in re.findall(r"`([^`]+)`", cell)]
    starts = [verb for text in said for verb in (*VERBS, NOTHING, UNKNOWN) if text.startswith(verb)]
    assert sorted(starts) == sorted([*VERBS, NOTHING, UNKNOWN])


def test_every_effect_of_variables_is_explained_as_the_code_does() -> None:
    assert {name.strip("`"): said for name, said in rows("Variables").items()} == EFFECTS


def test_every_trait_is_explained_as_the_code_does() -> None:
    assert {name.strip("`"): said for name, said in rows("Traits").items()} == TRAITS
