"""The catalogue, as it is loaded."""

import marshal
from pathlib import Path

import pytest

from wicket.policy.matching.rm_find_chmod_kill_and_other_argument_spellings import SPELLINGS
from wicket.policy_files.catalogue_compiler import compiled, read_all
from wicket.shell.catalogue import compiled_catalogue
from wicket.shell.catalogue.compiled_catalogue import entry, line, names
from wicket.shell.catalogue.entry_fields import TRAITS
from wicket.shell.catalogue.interpreter_names import language
from wicket.shell.programs.operands_that_are_read_or_written import ROLES
from wicket.shell.programs.printed_numbers_and_hashes import TOKEN_PRINTERS
from wicket.shell.programs.program_lookup import usage
from wicket.shell.unwrapping.program_specific_wrappers import SPECIAL

FOLDER = Path(compiled_catalogue.__file__).parent


def parts(data: bytes) -> tuple[object, list[dict[str, object]]]:
    """Take a compiled catalogue apart: its other names, what it says of each program, and what does the same."""
    size = 4 + int.from_bytes(data[:4], "little")
    head = marshal.loads(data[4:size])
    return head, [
        {name: marshal.loads(data[size + begin : size + end]) for name, (begin, end) in head.pop(places).items()}
        for places in ("entries", "synonyms")
    ]


def test_what_is_compiled_is_what_the_files_say() -> None:
    stored, made = (
        parts(data) for data in ((FOLDER / compiled_catalogue.COMPILED).read_bytes(), compiled(read_all(FOLDER)))
    )
    assert stored == made, "a file has changed: run make"


def test_an_entry_has_every_field() -> None:
    found = entry("docker")
    assert found is not None
    assert found.usage["docker run"].endswith("COMMAND...")
    assert "ps" in found.harmless["docker"]
    assert "compose.yaml" in entry("docker-compose").loads  # type: ignore[union-attr]
    assert "logs" in found.names_only
    assert (found.wrapper, found.prose, found.interpreter, found.shell) == (True, False, False, False)
    assert entry("docker") is found  # loaded once


@pytest.mark.parametrize(
    ("name", "known"), [("sort", True), ("git diff", True), ("git nonesuch", False), ("python", False), ("", False)]
)
def test_a_line_is_found_by_the_words_that_a_command_begins_with(name: str, known: bool) -> None:
    assert (line(name) is not None) is known


def test_other_names() -> None:
    assert compiled_catalogue.aliases["gawk"] == "awk"
    assert compiled_catalogue.dialects["pypy"] == "python"
    assert {"pip", "gcc"} <= compiled_catalogue.versioned
    assert {"bash", "zsh"} <= compiled_catalogue.shells
    assert compiled_catalogue.dashed == ("git-",)
    assert compiled_catalogue.repositories == {".git"}
    assert compiled_catalogue.of_all("repository") == {"git": (".git",)}
    assert len(names()) > 600
    assert set(compiled_catalogue.aliases.values()) <= set(names())


def test_traits_and_facts_belong_to_a_program_or_to_one_of_its_commands() -> None:
    assert "moves" in compiled_catalogue.traits("git mv")
    assert "moves" not in compiled_catalogue.traits("git")
    assert compiled_catalogue.traits("nonesuch x") == frozenset()
    assert (compiled_catalogue.fact("operands", "kubectl cp"), compiled_catalogue.fact("operands", "kubectl")) == (
        "copied",
        "",
    )
    assert compiled_catalogue.fact("hands_on", "nonesuch") == ""


def test_the_functions_that_entries_name_are_there() -> None:
    programs = read_all(FOLDER)
    for field, functions in (("operands", ROLES), ("special", SPECIAL)):
        said = {command: word for one in programs.values() for command, word in one.get(field, {}).items()}
        assert set(said.values()) == set(functions)
        named = [command for command in said if not command.endswith(" *")]  # a star stands for any subcommand
        assert [command for command in named if usage(command) is None and not language(command)] == []

    for field, functions_of in (("prints_token", set(TOKEN_PRINTERS)), ("respelled", set(SPELLINGS))):
        assert {word for one in programs.values() for word in one.get(field, {}).values()} == functions_of


def test_every_trait_is_used_and_every_used_one_is_known() -> None:
    used = {trait for name in names() if (found := entry(name)) for some in found.traits.values() for trait in some}
    assert used == set(TRAITS)


def test_without_the_compiled_file_nothing_is_guessed(tmp_path: Path) -> None:
    copy = tmp_path / "compiled_catalogue.py"
    copy.write_text((FOLDER / "compiled_catalogue.py").read_text(encoding="utf-8"))
    import importlib.util

    spec = importlib.util.spec_from_file_location("lonely_entries", copy)
    assert spec is not None
    assert spec.loader is not None
    with pytest.raises(ImportError, match="the catalogue of programs was not compiled"):
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
