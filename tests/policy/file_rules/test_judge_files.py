"""File rules, the same for every program."""

from pathlib import Path

import pytest

from policy.judging import command, decide, policy, verdict

DENY_READ = policy(defaults={"action": "allow"}, files={"deny_read": ["~/.ssh", "**/.env"]})
DENY_WRITE = policy(defaults={"action": "allow"}, files={"deny_write": ["/etc", "keep"]})


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


def normal_parts(path: str) -> tuple[str, ...]:
    return tuple(path.strip("/").split("/"))


def test_a_path_through_very_many_folders_is_followed_and_takes_no_time(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*["d"] * 60)
    deep.mkdir(parents=True)
    asked = policy("allow: touch *", defaults={"action": "allow"})
    assert decide(asked, f"touch {deep}/home/x", "/", WICKET_HOME=f"{deep}/home") == "deny"
    assert decide(asked, f"touch {deep}/other/x", "/", WICKET_HOME=f"{deep}/home") == "allow"
    # Its cost grew with the square: this took minutes.
    assert decide(asked, f"touch {'/a' * 100_000}", "/", WICKET_HOME=f"{deep}/home") == "allow"


def test_a_stream_is_no_file() -> None:
    assert decide(DENY_WRITE, "ls > /dev/null 2>&1") == "allow"
    assert command("ls > /dev/null").redirects[0].writes is False


@pytest.mark.parametrize("text", ["tar xf a", "tar xf a -C d", "unzip a.zip -d d", "tar -xzf a.tgz -C /srv/x"])
def test_an_archive_may_hold_what_is_listed_by_its_name(text: str) -> None:
    allowed = {"action": "allow"}
    assert decide(policy(files={"deny_write": ["**/*.lock"]}, defaults=allowed), text) == "ask"
    assert decide(policy(files={"deny_write": ["/etc/x"]}, defaults=allowed), text) == "allow"


@pytest.mark.parametrize("text", ["soelim <<< '.so .env'", "hx <<E\ninclude .env\nE", "echo .env | hx"])
def test_what_a_program_that_nobody_knows_reads_may_name_files(text: str) -> None:
    rules = policy(files={"deny_read": ["**/.env"]}, defaults={"action": "allow"})
    assert decide(rules, text) == "ask"
    assert decide(rules, text.replace(".env", "x.txt")) == "allow"
