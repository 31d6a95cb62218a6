"""File rules, the same for every program."""

import os
from pathlib import Path

import pytest

from policy.judging import CWD, command, decide, policy, verdict, world
from wicket.policy.file_rules.judge_files import links_of
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
        ("cat $x", "allow"),
        ("cat $x/.env", "ask"),
        ("x=$(cat y); cat $x", "ask"),
        ("read x; cat $x", "ask"),
        ("grep -r x ~", "ask"),
        ("hx ~/.ssh/id", "ask"),
        ("cat a/.env", "deny"),
        ("hx --key='~/.ssh/id'", "ask"),
        ("hx https://h/.env", "allow"),
        ("A=a/.env hx", "ask"),
        ("curl -K list", "ask"),
        ("docker run -v ~:/x i", "ask"),
        ("docker run -v .:/x i", "allow"),
        ("git show HEAD:.env", "ask"),
        ("cat *", "allow"),
        ("cat *env", "ask"),
        ("shopt -s dotglob; cat *", "ask"),
        ("shopt -s nocaseglob; cat .E*", "ask"),
        ("shopt -s $x; cat *", "ask"),
        ("bash -O dotglob -c 'cat *'", "ask"),
        ("GLOBIGNORE=x; cat *", "ask"),
        ("export GLOBIGNORE=x; cat *", "ask"),
        ("shopt -s globstar; cat **/*.py", "allow"),
        ("shopt -s globstar; cat **/.env", "ask"),
        ("find . -name '*.py' -exec cat {} +", "allow"),
        ("find . -name '.e*' -exec cat {} +", "ask"),
        ("find . -type f -exec cat {} +", "ask"),
        ("find . -name '*.py' -exec sh -c 'cat \"$1\"' _ {} +", "allow"),
        ("find . -name '*.py' -exec sh -c 'cat $1' _ {} +", "ask"),
        ("find . -name '*.py' -print0 | xargs -0 cat", "allow"),
        ("find . -name '*.py' -print0 | xargs -0 sh -c 'cat \"$@\"' _", "ask"),
        ("find . -name '*.py' | xargs cat", "allow"),
        ("find ~ | xargs cat", "ask"),
        ("cat list | xargs cat", "ask"),
        ('for f in *.py; do cat "$f"; done', "allow"),
        ("for f in *.py; do cat $f; done", "ask"),
        ('for f in *.py *.md; do cat "$f"; done', "allow"),
        ('for f in *.py .*; do cat "$f"; done', "ask"),
        ('for f in *.py a/*.md; do cat "$f"; done', "ask"),
        ('for f in *.py; do cat "${f/#*/.env}"; done', "ask"),
        ('for f in *.py; do cat "$f$x"; done', "ask"),
        ("ls -R ~", "allow"),
        ("find ~", "allow"),
        ("diff <(ls a) <(ls b)", "allow"),
        ("diff <(cat .env) <(ls b)", "deny"),
        ("cat <(ls)/../../cwd/.env", "ask"),
        ("git rebase -i x", "allow"),
        ("git -C ~/.ssh log", "ask"),
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
        ("git add keep", "allow"),
        ("docker run -v .:/x i", "allow"),
        ("docker run -v /:/x i", "ask"),
        ("hx -r .", "ask"),
        ("hx .", "allow"),
        ("find . -name keep -exec rm {} +", "ask"),
        ("ln -s /etc a/l; find a -exec tee {} +", "ask"),
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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hx x", "allow"),
        ("hx ../x", "ask"),
        ("hx -o /x", "ask"),
        ("hx --out=/x", "ask"),
        ("hx $x", "allow"),
        ("x=$(cat y); hx $x", "ask"),
        ("hx /dev/null", "allow"),
        ("cp x /dev/null", "allow"),
        ("tee >(cat)", "allow"),
        ("kubectl get --raw /healthz", "allow"),
        ("hx https://h/x", "allow"),
        ("A=/x hx", "allow"),
        ("git log -- ../x", "allow"),
        ("git clone h/x ../y", "deny"),
        ("cat ../x", "allow"),
    ],
)
def test_an_unknown_program_may_write_what_it_is_given(text: str, expected: str) -> None:
    assert decide(policy(defaults={"action": "allow"}, files={"write_only_in": ["."]}), text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rm a", "allow"),
        ("rm a.lock", "deny"),
        ("rm -r held", "ask"),
        ("rm -r empty", "allow"),
        ("rm -r he*", "ask"),
        ("rm -r em*", "ask"),  # it may be em.lock
        ("rm -r em*y", "allow"),
        ("cp -r held x", "ask"),
        ("cp -r empty x", "allow"),
        ("mv held x", "ask"),
        ("mv empty x", "allow"),
        ("find empty -exec rm {} +", "allow"),
        ("find held -exec rm {} +", "ask"),
        ("find empty -name '*.lock' -exec rm {} +", "ask"),
        ("rm -r .", "ask"),
        ("cat link", "allow"),
        ("tee l*", "deny"),
        ("tee link", "deny"),
    ],
)
def test_what_is_listed_wherever_it_lies(tmp_path: Path, text: str, expected: str) -> None:
    for name in ("held/x.lock", "held/y", "empty/y", "x.lock"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "link").symlink_to("x.lock")
    asked = policy(defaults={"action": "allow"}, files={"deny_write": ["**/*.lock"]})
    assert decide(asked, text, tmp_path) == expected


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
        ("cat wicket.yml", "allow"),
        ("ls -l wicket.yml", "allow"),
        ("grep deny .claude/settings.json", "allow"),
        ("git add wicket.yml", "allow"),
        ("ln wicket.yml x", "deny"),
        ("cp -l wicket.yml x", "deny"),
        ("cat wicket.yml > .claude/settings.json", "deny"),
        ("sed -i s/a/b/ wicket.yml", "deny"),
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
        ("find . -name '*.json' -exec cp x {} +", "ask"),
        ("find . -name '*.py' -exec cp x {} +", "allow"),
        ("find . -name '*.json' -exec cat {} +", "allow"),
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


def test_a_stream_is_no_file() -> None:
    assert decide(DENY_WRITE, "ls > /dev/null 2>&1") == "allow"
    assert command("ls > /dev/null").redirects[0].writes is False


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
