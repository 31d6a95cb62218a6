"""Globs that no file answers to stay as they are written."""

import pytest

from policy.judging import world
from wicket.policy.file_rules.unmatched_globs import WORK_OF_NAME, settled
from wicket.shell.read import read
from wicket.shell.work_limit import Spent


def words(text: str, *names: str) -> list[str | None] | None:
    found = settled(read(text), world(names=lambda _: names))
    return None if found is None else [word.text for word in found]


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("hx *.x", (), ["hx", "*.x"]),
        ("hx *.x", ("a.x",), ["hx", None]),
        ("hx *.x b?", ("a.x",), ["hx", None, "b?"]),
        ("hx a", (), None),
        ("hx $x", (), None),
        ("hx [ab]", (), None),  # more than stars and question marks is not read here
        ("hx d/*.x", (), None),
        ("cd d; hx *.x", (), None),
        ("hx --include=*.x", ("a",), ["hx", "--include=*.x"]),
    ],
)
def test_what_no_file_answers_to(text: str, names: tuple[str, ...], expected: list[str | None] | None) -> None:
    assert words(text, *names) == expected


def test_a_folder_that_cannot_be_read_settles_nothing() -> None:
    assert settled(read("hx *.x"), world(names=lambda _: None)) is None


def test_looking_names_up_takes_from_the_fuel() -> None:
    here = world(names=lambda _: [f"a{number}" for number in range(5_000)])
    before = here.fuel.left
    settled(read("hx " + "*.x " * 100), here)
    once = before - here.fuel.left  # the same glob is looked up once
    assert 5_000 * WORK_OF_NAME < once < 2 * 5_000 * WORK_OF_NAME
    with pytest.raises(Spent):
        settled(read("hx " + " ".join(f"*.{number}" for number in range(500))), here)


def test_a_rule_that_allows_may_rely_on_it(tmp_path) -> None:  # type: ignore[no-untyped-def]
    from policy.judging import decide, policy

    asked = policy("allow: grep --include=*.md x .")
    assert decide(asked, "grep --include=*.md x .", tmp_path) == "allow"
    (tmp_path / "--include=a.md").write_text("")
    assert decide(asked, "grep --include=*.md x .", tmp_path) == "ask"
