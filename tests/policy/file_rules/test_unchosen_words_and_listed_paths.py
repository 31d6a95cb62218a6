"""Tests of `unchosen_words_and_listed_paths`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy.judging import decide as decide_of_words_from_outside
from policy.judging import policy, verdict, world
from wicket.policy.file_rules.unchosen_words_and_listed_paths import meets, met_by
from wicket.shell.words import UnknownWord

LISTED = policy(
    defaults={"action": "allow"},
    files={"deny_read": [".env", ".env.local", "/etc/shadow"], "deny_write": ["/etc", "*.pem"]},
)


FENCED = policy("allow: * *", files={"write_only_in": [".", "/tmp"]})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cat $x", "allow"),
        ("cat $x/a.txt", "allow"),
        ("cat $x/.env", "ask"),
        ("cat $x/.env.local", "ask"),
        ("cat /etc/$x", "ask"),
        ("cat $x/../y", "ask"),
        ("x=$(cat y); cat $x", "ask"),
        ("read x; cat $x", "ask"),
        ("cat ${x:-y}", "ask"),
        ("echo a > $x.pem", "ask"),
        ("echo a > $x/etc/y", "ask"),
        ('cat "$(git rev-parse --show-toplevel)/a.txt"', "allow"),
        ('x=$(git rev-parse --git-dir); ls "$x/hooks"', "allow"),
        ('cat "$(git rev-parse --show-toplevel)/.env"', "ask"),
        ('GIT_DIR=/etc git rev-parse; cat "$(git rev-parse --git-dir)/y"', "ask"),
        ('export GIT_DIR=/etc; cat "$(git rev-parse --git-dir)/y"', "ask"),
        ('declare -x GIT_DIR=/etc; cat "$(git rev-parse --git-dir)/y"', "ask"),
        ('cat "$(GIT_DIR=/etc git rev-parse --git-dir)/y"', "ask"),
        ('cat "$(env GIT_DIR=/etc git rev-parse --git-dir)/y"', "ask"),
        ('git() { echo /etc; }; cat "$(git rev-parse --git-dir)/y"', "ask"),
        ('git config core.worktree /etc; cat "$(git rev-parse --show-toplevel)/y"', "ask"),
        ('cd /etc; cat "$(git rev-parse --show-toplevel)/y"', "ask"),
        ('rm "$(git rev-parse --show-toplevel)/y"', "ask"),
        ("rm $x", "ask"),
        ("chmod 600 $x", "ask"),
        ("find . -name '*.ts' | xargs cat", "allow"),
        ("grep -rl a src | sort | xargs sed -i s/a/b/", "allow"),
        ("grep -rl a /etc | xargs sed -i s/a/b/", "ask"),
        ("cat list | xargs cat", "ask"),
        ("git diff --name-only -- src | xargs cat", "allow"),
        ("git diff -- src | xargs cat", "ask"),
        ("(echo /etc/shadow; find src -name '*.ts') | xargs cat", "ask"),
        ("{ echo /etc/shadow; find src -name '*.ts'; } | xargs cat", "ask"),
        ("find src -name '*.ts' | sed s/x/y/ | xargs cat", "ask"),
        ("find src -name '*.ts' | grep -o e.* | xargs cat", "ask"),
        ("find src -name '*.ts' | xargs rm", "ask"),
        ("cat $(find src -name '*.ts')", "allow"),
        ("cat $(git ls-files src)", "allow"),
        ("x=$(ls src/a); cat $x", "allow"),
        ("for f in $(git diff --name-only -- src); do cat $f; done", "allow"),
        ("find src -name '*.ts' | sort | while read -r f; do cat \"$f\"; done", "allow"),
        ('ls src/*.md | head -3 | while read f; do cat "$f"; done', "allow"),
        ('ls *.md | while read f; do grep -m 1 x "$f" || echo none; done', "allow"),
        ('for f in $(ls *.md | head -3); do cat "$f"; done', "allow"),
        ('ls src | while read -r f; do wc -l "src/$f"; done', "allow"),
        ("for f in $(ls src); do cat src/$f; done", "allow"),
        ('ls -a . | while read f; do cat "/etc/$f"; done', "ask"),
        ("ls .env | xargs cat", "ask"),
        ("ls /etc/shadow | xargs cat", "ask"),
        ('ls .env | while read f; do cat "$f"; done', "ask"),
        ("cat $(ls .env.local)", "ask"),
        ('ls /etc | while read f; do cat "/etc/$f"; done', "ask"),
        ('ls -d etc/shadow | while read f; do cat "/$f"; done', "ask"),
        ('ls c/shadow | while read f; do cat "/et$f"; done', "ask"),
        ('ls src | while read f; do echo a > "/etc/$f"; done', "ask"),
        ('ls src | while read f; do cp a "/etc/$f"; done', "ask"),
        ('ls src | while read f; do rm "src/$f"; done', "ask"),
        ("ls src | xargs -I{} cat src/{}", "allow"),
        ("ls src | xargs cat", "allow"),
        ("ls .env src | xargs cat", "ask"),
        ("ls src | xargs -I{} cat /etc/{}", "ask"),
        ("ls src | xargs -I{} cp a /etc/{}", "ask"),
        ("ls shadow | xargs -I{} cat /etc/{}", "ask"),
        ("ls src | xargs -I{} rm src/{}", "ask"),
        ('cat list | while read f; do cat "src/$f"; done', "ask"),
        ('touch -- -e.md; ls *.md | while read f; do grep x "$f"; done', "ask"),
        ("cat $(cat list)", "ask"),
        ("cat $(ls) $(cat list)", "ask"),
        ("cat $(ls | grep -o e.*)", "ask"),
        ("cat $(find /etc)", "ask"),
        ("for f in /etc/shadow $(ls); do cat $f; done", "ask"),
        ("cat list | while read f; do cat $f; done", "ask"),
        ("ls | while read f; do read f < list; cat $f; done", "ask"),
        ("ls | while read f; do cat /etc/$f; done", "ask"),
        ("touch 'a /etc/shadow'; cat $(ls)", "ask"),
        ("echo a > 'a /etc/shadow'; cat $(ls)", "ask"),
        ("frob; cat $(ls)", "ask"),
        ("ls() { echo /etc/shadow; }; cat $(ls)", "ask"),
        ("rm $(find src -name '*.ts')", "ask"),
        ("find src -name '*.ts' | while read f; do rm \"$f\"; done", "ask"),
        ("find src -name '*.ts' | xargs -I{} cat /etc/{}", "ask"),
    ],
)
def test_they_meet_a_listed_path_by_what_is_known_of_them(text: str, expected: str) -> None:
    found = verdict(LISTED, text)
    assert str(found.decision) == expected, found.reason


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("echo a >> $GITHUB_OUTPUT", "allow"),
        ('echo a >> "$x/y"', "allow"),
        ("mkdir -p src/$x/$y", "allow"),
        ("echo a > /opt/$x", "deny"),
        ("echo a > $x/../y", "ask"),
        ("x=$(cat y); echo a > $x", "ask"),
        ("echo a > ${x:-/opt/y}", "ask"),
        ("rm -r $x", "ask"),
        ("mv a $x", "ask"),
    ],
)
def test_they_lie_where_what_is_known_of_them_lies(text: str, expected: str) -> None:
    assert decide_of_words_from_outside(FENCED, text) == expected


ENTRIES = tuple(
    (entry, "here")
    for entry in ("/etc/shadow", "~/.ssh", "/**/.env", "/**/.env.!(*md)", "/**/*.pem", "/proc/*/environ", "a/b", "/**")
)
PIECES = st.sampled_from(
    ["", "/", ".", "..", "/etc/", "shadow", "s", ".env", ".env.", "x.pem", ".ssh", "*", "a/", "/b"]
)


@given(st.lists(st.one_of(st.none(), PIECES), min_size=1, max_size=5))
def test_a_list_is_met_where_its_entries_are(pieces: list[str | None]) -> None:
    word = UnknownWord((*pieces, None), "it is not assigned in this text", False, 0, 0)
    assert list(met_by(word, ENTRIES, world())) == [one for one in ENTRIES if meets(word, one[0], world())]
