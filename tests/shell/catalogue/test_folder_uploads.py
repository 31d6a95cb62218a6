"""Programs that carry away what lies in folders."""

from pathlib import Path

import pytest

from policy.judging import command, decide, policy
from shell.tables import entries
from wicket.shell.catalogue.folder_uploads import uploaded
from wicket.shell.programs.program_lookup import PROGRAMS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("aws s3 sync . s3://x", ("all", [".", "s3://x"])),
        ("aws --region x s3 sync a b", ("all", ["x", "a", "b"])),
        ("aws s3 ls", ("", [])),
        ("aws s3 cp a b --rec", ("all", ["a", "b"])),
        ("serve", ("all", ["."])),
        ("serve dist", ("all", ["dist"])),
        ("http.server 8000", ("all", ["8000", "."])),
        ("http.server -d public", ("all", ["public"])),
        ("http.server --directory=public", ("all", ["public"])),
        ("php -S localhost:80", ("all", ["localhost:80", "."])),
        ("php -S localhost:80 -t public", ("all", ["localhost:80", "public"])),
        ("php x.php", ("", [])),
        ("kubectl create configmap x --from-file=k=a", ("all", ["configmap", "x", "a", "k=a"])),
        ("docker build -t x .", ("context", ["x", "."])),
        ("docker compose build", ("context", ["."])),
        ("docker ps", ("", [])),
        ("npm publish", ("project", ["."])),
        ("npm publish x.tgz", ("project", ["x.tgz"])),
        ("npm test", ("", [])),
        ("netlify deploy -dpublic", ("project", [])),
        ("gh repo create x --source=. --push", ("project", ["x", "."])),
        ("gh repo create x", ("", [])),
    ],
)
def test_what_is_carried(text: str, expected: tuple[str, list[str]]) -> None:
    made = command(text)
    how, folders = uploaded(made.words, made.name or "")
    assert (how, sorted(map(str, folders))) == (expected[0], sorted(expected[1]))


def test_every_program_of_the_table_is_looked_up_by_the_name_that_it_goes_by() -> None:
    carrying = [name for name, found in entries().items() if found.uploads]
    assert len(carrying) > 80
    assert [name for name in carrying if not PROGRAMS[name].carries] == []


@pytest.mark.parametrize(
    ("text", "before", "with_it", "ignored"),
    [
        ("npm publish", "allow", "ask", "ask"),
        ("vercel --prod", "allow", "ask", "ask"),
        ("docker build .", "allow", "ask", "allow"),
        ("docker build -t x sub", "allow", "allow", "allow"),
        ("docker compose build", "allow", "ask", "allow"),
        ("npm test", "allow", "allow", "allow"),
        ("aws s3 sync sub s3://x", "allow", "allow", "allow"),
        ("tar c .", "ask", "ask", "ask"),
    ],
)
def test_a_project_is_asked_about_if_the_file_is_there(
    tmp_path: Path, text: str, before: str, with_it: str, ignored: str
) -> None:
    (tmp_path / "sub").mkdir()
    asked = policy(defaults={"action": "allow"}, files={"deny_read": [".env"]})
    found = [decide(asked, text, tmp_path)]
    (tmp_path / ".env").touch()
    found.append(decide(asked, text, tmp_path))
    (tmp_path / ".dockerignore").touch()
    found.append(decide(asked, text, tmp_path))
    assert found == [before, with_it, ignored]


def test_what_is_listed_anywhere_is_seen_right_there(tmp_path: Path) -> None:
    asked = policy(defaults={"action": "allow"}, files={"deny_read": ["**/*.pem", "keys/**"]})
    assert decide(asked, "npm publish", tmp_path) == "allow"
    (tmp_path / "x.pem").touch()
    assert decide(asked, "npm publish", tmp_path) == "ask"
    (tmp_path / "x.pem").unlink()
    (tmp_path / "keys").mkdir()
    assert decide(asked, "npm publish", tmp_path) == "ask"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("aws s3 sync s3://x .", "ask"),
        ("aws s3 sync . s3://x", "allow"),
        ("rclone copy x:y sub", "allow"),
        ("rclone copy x:y .", "ask"),
    ],
)
def test_what_is_brought_lies_in_the_last_folder(text: str, expected: str) -> None:
    asked = policy(defaults={"action": "allow"}, files={"deny_write": ["config.toml"]})
    assert decide(asked, text) == expected
