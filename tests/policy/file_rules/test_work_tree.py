"""Where the work is."""

from pathlib import Path

from policy.judging import decide, policy, world
from wicket.policy.file_rules.work_tree import in_project


def test_the_work_tree_is_where_git_is_and_never_the_home(tmp_path: Path) -> None:
    top = tmp_path / "home" / "project"
    (top / ".git").mkdir(parents=True)
    (top / "src").mkdir()
    home = str(tmp_path / "home")
    asked = policy(files={"allow_write": ["."]}, defaults={"action": "pass"})
    assert decide(asked, "touch ../README.md", top / "src", HOME=home) == "allow"
    assert decide(asked, "touch ../../x", top / "src", HOME=home) == "pass"
    (tmp_path / "home" / ".git").mkdir()
    assert decide(asked, "touch x", home, HOME=home) == "pass"
    assert decide(asked, "touch x", tmp_path, HOME=home) == "pass"
    (tmp_path / "home" / "plain").mkdir()
    assert decide(asked, "touch ../x", tmp_path / "home" / "plain", HOME=home) == "pass"


def test_what_is_relative_lies_in_the_work_tree() -> None:
    entries = ((".", "here"), ("build", "here"), ("/tmp", "here"), ("~/x", "here"))
    assert in_project(
        entries, world("/srv/app/src", kind=lambda path: "folder" if path == "/srv/app/.git" else "")
    ) == [
        "/tmp",
        "~/x",
        "/srv/app/.",
        "/srv/app/build",
    ]
    assert in_project(entries, world("/home/ada")) == ["/tmp", "~/x"]
