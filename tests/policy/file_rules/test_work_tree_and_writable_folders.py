"""Tests of `work_tree_and_writable_folders`."""

import json
from pathlib import Path
from typing import Any

import pytest

from policy.judging import command, decide, policy, world
from wicket import Policy
from wicket.policy.evaluation.command_effects import effects
from wicket.policy.file_rules.work_tree_and_writable_folders import in_project, only_writes

# ── where the work is ─────────────────────────────────────────────────────────


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


# ── writing is confined, allowed and asked about by its place ─────────────────

FENCED = policy("allow: tee *", "allow: rm *", files={"write_only_in": [".", "/tmp/x"]})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tee x", "allow"),
        ("tee ../x", "deny"),
        ("tee /tmp/x/y", "allow"),
        ("tee /tmp/y", "deny"),
        ("tee $x", "allow"),
        ("tee $x/../y", "ask"),
        ("x=$(cat y); tee $x", "ask"),
        ("echo x > y", "ask"),  # the write is inside, and echo has no rule
        ("tee x > y", "allow"),
        ("tee x > /y", "deny"),
        ("rm ../x", "deny"),
        ("rm x", "allow"),
        ("tee /dev/null", "allow"),
        ("tee x; hx y", "ask"),  # hx has no rule
    ],
)
def test_where_writing_is_confined(text: str, expected: str) -> None:
    assert decide(FENCED, text) == expected


def test_an_untrusted_fence_only_ever_refuses() -> None:
    from wicket.loaded_policy import Policy
    from wicket.policy.compile import compile_policy
    from wicket.policy.config_model import Config, Files, Origin

    here = Origin("project", 1)
    config = Config()
    config.default_action = "ask"
    config.files = Files(fences=(((".", here),),))
    data, _ = compile_policy(config)
    asked = Policy(data)
    assert [decide(asked, text) for text in ("tee x", "tee /x", "true > x", "true > /x")] == [
        "ask",
        "deny",
        "ask",
        "deny",
    ]


WORKING = policy(
    "allow: sort *",
    "allow: echo *",
    defaults={"action": "pass"},
    files={
        "allow_write": [".", "/tmp"],
        "ask_write": ["~/.bashrc", "**/.git/hooks"],
        "ask_delete_outside": [".", "/tmp", "**/node_modules"],
        "deny_write": ["keep"],
    },
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("echo a > out", "allow"),
        ("sort -o /tmp/x/out in", "allow"),
        ("sort -o ~/out in", "pass"),
        ("cp a b && mkdir -p c/d && touch c/d/e && rm -rf c", "allow"),  # they need no rule there
        ("cp a ~/b", "pass"),
        ("cp a /tmp/../home/ada/b", "pass"),
        ("cp a ../other/b", "pass"),
        ("mv ~/a .", "pass"),  # what is moved away is deleted there
        ("X=1 cp a b", "pass"),
        ("./cp a b", "pass"),
        ("hx a b", "pass"),
        ("echo a > .git/config", "pass"),  # what git keeps for itself
        ("echo a > keep", "deny"),
        ("echo a > $x", "pass"),  # nobody in the text has chosen it
        ("read x; echo a > $x", "ask"),  # it may be what is asked about
        ("echo a >> ~/.bashrc", "ask"),
        ("cp hook .git/hooks/pre-commit", "ask"),
        ("rm -rf .git/hooks", "ask"),
        ("rm -rf ~/other", "ask"),
        ("rm ~/other/file", "pass"),
        ("rm -rf ~/other/node_modules", "pass"),
        ("rm -rf /tmp/x", "allow"),
    ],
)
def test_where_writing_is_allowed_and_what_is_asked_about(text: str, expected: str) -> None:
    assert decide(WORKING, text) == expected


@pytest.mark.parametrize(
    ("text", "allowed", "expected"),
    [
        ("cp a b", {1, 2}, True),
        ("cp a b", set(), False),
        ("cat a", set(), False),
        ("cat a > b", {0, 1}, False),
        ("X=1 touch a", {0}, False),
        ("./touch a", {0, 1}, False),
    ],
)
def test_a_command_that_only_writes_needs_no_rule(text: str, allowed: set[int], expected: bool) -> None:
    one = command(text)
    assert only_writes(one, effects(one), allowed) is expected


# ── what is said of it ────────────────────────────────────────────────────────


def reason(files: dict[str, Any], text: str) -> str:
    policy = Policy.loads(json.dumps({"files": files, "defaults": {"action": "allow"}}))
    return policy.check(text, cwd="/work", env={"HOME": "/home/me"}).reason


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rm -rf /home/me", "it deletes /home/me with all that lies in it; `deny_write: ~/.gnupg (policy:1)`"),
        ("mv /home /old", "it deletes /home with all that lies in it; `deny_write: ~/.gnupg (policy:1)`"),
        ("rm -rf ~/.gnupg", "it deletes /home/me/.gnupg; `deny_write: ~/.gnupg (policy:1)`"),
        ("rm ~/.gnupg/x", "it deletes /home/me/.gnupg/x; `deny_write: ~/.gnupg (policy:1)`"),
    ],
)
def test_a_folder_that_goes_with_a_listed_one_in_it_is_what_the_reason_names(text: str, said: str) -> None:
    assert reason({"deny_write": ["~/.gnupg"]}, text) == said


@pytest.mark.parametrize(
    ("count", "named"),
    [(1, "/a0"), (4, "/a0, /a1, /a2, /a3"), (5, "/a0, /a1, /a2 and 2 more"), (29, "/a0, /a1, /a2 and 26 more")],
)
@pytest.mark.parametrize(("key", "text"), [("ask_delete_outside", "rm -r /x"), ("write_only_in", "touch /x")])
def test_a_reason_names_some_of_a_long_list(key: str, text: str, count: int, named: str) -> None:
    said = reason({key: [f"/a{number}" for number in range(count)]}, text)
    assert said.endswith(f"/x; `{key}: {named} (policy:1)`")
