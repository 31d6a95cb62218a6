"""File rules, the same for every program."""

import os
from pathlib import Path

import pytest

from policy.judging import CWD, command, decide, policy, verdict, world
from wicket.policy.files import links_of
from wicket.shell.read import read

DENY_READ = policy(defaults={"action": "allow"}, files={"deny_read": ["~/.ssh", "**/.env"]})
DENY_WRITE = policy(defaults={"action": "allow"}, files={"deny_write": ["/etc", "keep"]})
FENCED = policy("allow: tee *", "allow: rm *", files={"write_only_in": [".", "/tmp/x"]})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cat ~/.ssh/id", "deny"),
        ("cat < ~/.ssh/id", "deny"),
        ("cd ~/.ssh; cat id", "deny"),
        ("cat /proc/self/root/home/ada/.ssh/id", "deny"),
        ("cat ~/.s*/id", "ask"),
        ("cat $x", "ask"),
        ("grep -r x ~", "ask"),
        ("hx ~/.ssh/id", "ask"),
        ("cat a/.env", "deny"),
        ("echo x > ~/.ssh/id", "allow"),
        ("cat ~/.sshx", "allow"),
        ("ls ~", "allow"),
    ],
)
def test_what_may_not_be_read(text: str, expected: str) -> None:
    assert decide(DENY_READ, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("echo x > /etc/f", "deny"),
        ("rm -rf /etc", "deny"),
        ("rm -rf /", "deny"),
        ("mv keep x", "deny"),
        ("mv x keep", "deny"),
        ("cp x keep/", "deny"),
        ("cp keep x", "allow"),
        ("rm k*", "ask"),
        ("rm x*", "allow"),
        ("find . -name y -delete", "ask"),
        ("tar xf a", "ask"),
        ("unzip a", "ask"),
        ("patch -p1 < d", "ask"),
        ("git restore keep", "deny"),
        ("git checkout keep", "ask"),
        ("hx keep", "ask"),
        ("cat /etc/hosts", "allow"),
        ("touch x", "allow"),
        ("ln -s /etc l; echo x > l/passwd", "ask"),
        ("ln -s /etc l; echo x > m", "allow"),
    ],
)
def test_what_may_not_be_written(text: str, expected: str) -> None:
    assert decide(DENY_WRITE, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tee x", "allow"),
        ("tee ../x", "deny"),
        ("tee /tmp/x/y", "allow"),
        ("tee /tmp/y", "deny"),
        ("tee $x", "ask"),
        ("echo x > y", "ask"),  # the write is inside, and echo has no rule
        ("tee x > y", "allow"),
        ("tee x > /y", "deny"),
        ("rm ../x", "deny"),
        ("rm x", "allow"),
        ("tee /dev/null", "allow"),
    ],
)
def test_where_writing_is_confined(text: str, expected: str) -> None:
    assert decide(FENCED, text) == expected


def test_the_reason_names_the_file_and_the_entry() -> None:
    found = verdict(DENY_READ, "cat ~/.ssh/id")
    assert found.reason == "it reads /home/ada/.ssh/id; `deny_read: ~/.ssh (policy:1)`"
    assert verdict(DENY_WRITE, "hx keep").reason == "it names keep; `deny_write: keep (policy:1)` may be about that"


def test_links_on_the_disk_are_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "link").symlink_to(tmp_path / "secret")
    asked = policy(defaults={"action": "allow"}, files={"deny_read": [str(tmp_path / "secret")]})
    here = tmp_path / "work"
    assert [decide(asked, text, here) for text in ("cat link/x", "cat link/../secret/x", "cat ./link", "cat x")] == [
        "deny",
        "deny",
        "deny",
        "allow",
    ]


def test_links_that_a_text_makes() -> None:
    script = read('ln -s a b; ln -s /c d/; cd e; ln f g; ln -s x "$y"')
    here = normal_parts(CWD)
    assert links_of(script, world()) == {
        (*here, "b"),
        (*here, "b", "a"),
        (*here, "d"),
        (*here, "d", "c"),
        (*here, "g"),
        (*here, "g", "f"),
        (*here, "e", "g"),
        (*here, "e", "g", "f"),
        (),
    }


def normal_parts(path: str) -> tuple[str, ...]:
    return tuple(path.strip("/").split("/"))


@pytest.fixture
def guarded(tmp_path: Path) -> Path:
    """A project with a policy and an agent's settings, and a home that has wicket's own folder."""
    for name in ("work/wicket.yml", "work/.claude/settings.json", "home/.config/wicket/wicket.yml", "home/state/x"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}")
    os.symlink(tmp_path / "work" / "wicket.yml", tmp_path / "work" / "alias.yml")
    return tmp_path


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("echo x > wicket.yml", "deny"),
        ("cat wicket.yml", "deny"),
        ("echo x > alias.yml", "deny"),
        ("echo x > .claude/settings.json", "deny"),
        ("rm -rf .claude", "ask"),
        ("rm -rf ../work", "ask"),
        ("rm -rf ~/.config", "ask"),
        ("cat $WICKET_HOME/x", "deny"),
        ("cat ~/state/x", "deny"),
        ("hx wicket.yml", "ask"),
        ("echo x > w*.yml", "ask"),
        ('echo x > "$(cat name)"', "ask"),
        ('echo x > "$(cat name).log"', "allow"),
        ("rm -rf build", "allow"),
        ("cat README.md", "allow"),
        ("ls .claude", "allow"),
    ],
)
def test_the_guards_own_files(guarded: Path, text: str, expected: str) -> None:
    asked = policy(defaults={"action": "allow"})
    home = str(guarded / "home")
    assert decide(asked, text, guarded / "work", HOME=home, WICKET_HOME=f"{home}/state") == expected


def test_a_path_through_very_many_folders_is_followed_and_takes_no_time(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*["d"] * 60)
    deep.mkdir(parents=True)
    asked = policy("allow: touch *", defaults={"action": "allow"})
    assert decide(asked, f"touch {deep}/home/x", "/", WICKET_HOME=f"{deep}/home") == "deny"
    assert decide(asked, f"touch {deep}/other/x", "/", WICKET_HOME=f"{deep}/home") == "allow"
    # Its cost grew with the square: this took minutes.
    assert decide(asked, f"touch {'/a' * 100_000}", "/", WICKET_HOME=f"{deep}/home") == "allow"


def test_an_untrusted_fence_only_ever_refuses() -> None:
    from wicket.judge import Policy
    from wicket.policy.compile import compile_policy
    from wicket.policy.model import Config, Files, Origin

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


def test_a_stream_is_no_file() -> None:
    assert decide(DENY_WRITE, "ls > /dev/null 2>&1") == "allow"
    assert command("ls > /dev/null").redirects[0].writes is False
