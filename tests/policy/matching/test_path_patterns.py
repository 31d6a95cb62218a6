"""Words as the paths that they lead to, for patterns that name a path."""

from pathlib import Path

import pytest

from policy.judging import command, decide, policy, world
from wicket.policy.matching.path_patterns import PathWords, is_path, normalised, paths_of

GLOBS = [("/etc/shadow",), ("/var/log/", "")]


def forbidden(text: str, cwd: str = "/srv/work") -> "list[str] | None":
    made = command(text)
    found = PathWords(made, world(cwd)).forbidden(made.words[1:], GLOBS)
    return None if found is None else [str(word) for word in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cat x", None),
        ("cat /etc/shadow", None),
        ("cat //etc/./shadow", ["/etc/shadow"]),
        ("cat ../../etc/shadow -n", ["/etc/shadow", "-n"]),
        ("cat --file=../../var/log/x", ["--file=/var/log/x"]),
        ("cat -f../../etc/shadow", ["-f/etc/shadow"]),
        ("cat if=/etc//shadow", ["if=/etc/shadow"]),
        ("cat https://etc/shadow", None),
        ("cat ../../var/log/*", ["/var/log/*"]),
        ("cat ../../var/log/$x", ["/var/log/…"]),
        ("cat /var/log/../x", ["/var/x"]),
    ],
)
def test_words_that_lead_where_a_pattern_points(text: str, expected: list[str] | None) -> None:
    assert forbidden(text) == expected


def test_both_spellings_count_for_who_forbids() -> None:
    made = command("grep shadow shadow")
    found = PathWords(made, world("/etc")).forbidden(made.words[1:], GLOBS)
    assert found is not None
    assert [(word.text, word.also) for word in found] == [("/etc/shadow", "shadow")] * 2


def test_links_lead_there_too() -> None:
    made = command("cat l")
    here = world("/srv", realpath=lambda path: "/etc/shadow" if normalised(path) == "/srv/l" else path)
    assert PathWords(made, here).forbidden(made.words[1:], GLOBS) is not None


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("cat /var/log/x", "allow"),
        ("cat /var/log/a/../x", "allow"),
        ("cat /var/log/../../etc/shadow", "ask"),
        ("cat /var/log/", "allow"),
        ("cat /var/log/$x/../../y", "ask"),
        ("head -c5 /var/log/../y", "ask"),
        ("head --bytes=/var/log/../../y", "ask"),
        ("ls /tmp/", "allow"),
        ("ls /a/../b", "allow"),  # so it is written
        ("/opt/x/tool y", "allow"),
        ("/opt/x/../../bin/rm y", "ask"),
        ("cd /var/log && cat x", "ask"),  # the rule says where it is
    ],
)
def test_who_allows_a_path_does_not_mean_what_leads_out_of_it(command: str, expected: str) -> None:
    asked = policy(
        "allow: cat /var/log/*",
        "allow: head -c5 /var/log/*",
        "allow: head --bytes=/var/log/*",
        "allow: ls /tmp/",
        "allow: ls /a/../b",
        "allow: /opt/x/* *",
        "allow: cd *",
    )
    assert decide(asked, command, "/srv/work") == expected


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("cat src/x", "allow"),
        ("cat src/a/../x", "allow"),
        ("cat src/a..b/x", "allow"),
        ("cat src/../../../etc/shadow", "ask"),
        ("cat src/a/../../x", "ask"),
        ("cat 'src'/'..'/x", "ask"),
        ("cat src/link/../x", "ask"),  # the link leads elsewhere
        ("head --bytes=src/../x", "ask"),
        ("rm -rf ./build/..", "ask"),
        ("rm -rf ./build/x/..", "ask"),
        ("rm -rf ./build/x/../y", "allow"),
        ("ls lib/../x", "allow"),  # so it is written
        ("./scripts/run y", "allow"),
        ("./scripts/../../x y", "ask"),
        ("./a/../tool y", "allow"),
        ("git log origin/main..HEAD", "allow"),
    ],
)
def test_who_allows_what_lies_in_a_folder_does_not_mean_what_leads_out_of_it(
    command: str, expected: str, tmp_path: Path
) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src/link").symlink_to("/usr/share")
    asked = policy(
        "allow: cat src/*",
        "allow: head --bytes=src/*",
        "allow: rm -rf ./build/*",
        "allow: ls lib/../x",
        "allow: ./scripts/* *",
        "allow: ./a/../tool *",
        "allow: git log origin/*",
    )
    assert decide(asked, command, tmp_path.resolve()) == expected


@pytest.fixture
def home(tmp_path: Path) -> Path:
    place = tmp_path.resolve()
    for name in (".ssh", "work/build", "work/src"):
        (place / name).mkdir(parents=True)
    (place / ".ssh/id").write_text("")
    (place / "work/link").symlink_to("../.ssh")
    (place / "work/key").symlink_to("../.ssh/id")
    return place


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("cd ~/.ssh && cat i*", "deny"),
        ("cd ~/.ssh; cat [a-z]d", "deny"),
        ("cat link/*", "deny"),
        ("cat lin?/id", "ask"),
        ("cat ke*", "ask"),
        ("cat $PWD/../.[s]sh/id", "ask"),
        ("cat $PWD/../.ssh/[a-z]d", "deny"),
        ("cat link/../.ss?/id", "ask"),
        ("cat /proc/$$/cwd/../.ssh/id", "ask"),
        ("cat /proc/$$/status", "allow"),
        ("cat src/*.py", "allow"),
        ("cat s*", "allow"),
        ("rm build/*.o", "allow"),
        ("rm ./*.o", "allow"),
        ("rm ../x*", "deny"),
        ("cd && rm x*", "deny"),
    ],
)
def test_globs_lead_where_a_rule_forbids(command: str, expected: str, home: Path) -> None:
    asked = policy("deny: cat ~/.ssh/*", "deny: rm ~/*", defaults={"action": "allow"})
    assert decide(asked, command, home / "work", HOME=str(home)) == expected


@pytest.mark.parametrize("rule", ["deny: cat * ~/.ssh/*", "deny: cat * <path:keys>"])
def test_what_is_redirected_to_a_program_is_read_by_it(rule: str, home: Path) -> None:
    asked = policy(rule, defaults={"action": "allow"}, definitions={"paths": {"keys": [f"{home}/.ssh/**"]}})
    for text, expected in (
        ("cat < ~/.ssh/id", "deny"),
        ("cat - < ../.ssh/id", "deny"),
        ("cat -n 0<> key", "deny"),
        ("cd ~/.ssh && cat /dev/stdin < id", "deny"),
        ('cat < "$x"', "ask"),
        ("cat < x", "allow"),
        ("cat x < /dev/null", "allow"),
        ("cat <<< ~/.ssh/id", "allow"),
        ("cat x > ~/.ssh/new", "allow"),
    ):
        assert decide(asked, text, home / "work", HOME=str(home)) == expected, text


def test_input_is_no_path_of_a_list(home: Path) -> None:
    asked = policy("allow: cat <path:own>", definitions={"paths": {"own": [f"{home}/work/**"]}})
    for text, expected in (("cat - < ~/.ssh/id", "ask"), ("cat x", "allow"), ("cat ./-", "allow")):
        assert decide(asked, text, home / "work", HOME=str(home)) == expected, text


def test_way_up_behind_what_is_not_known_leads_anywhere(home: Path) -> None:
    asked = policy("deny: cat ~/.ssh/id", defaults={"action": "allow"})
    for text, expected in (('cat "$D"/../.ssh/id', "ask"), ('cat "$D"/../x', "allow"), ("cat /*/./.ssh//id", "ask")):
        assert decide(asked, text, home / "work", HOME=str(home)) == expected, text


def test_glob_behind_a_link_and_back_is_no_path_of_a_list(home: Path) -> None:
    asked = policy("allow: cat <path:own>", definitions={"paths": {"own": [f"{home}/work/**"]}})
    for text, expected in (("cat link/../.ss?/id", "ask"), ("cat src/../s*", "allow"), ("cat src/../../.s*", "ask")):
        assert decide(asked, text, home / "work", HOME=str(home)) == expected, text


def test_relative_paths_without_what_changes_nothing() -> None:
    for path, expected in (("a/./b//c/../d", "a/b/d"), ("a/../../b", "../b"), ("./a/../b", "./b"), ("./../b", "../b")):
        assert normalised(path) == expected


def test_what_is_a_path() -> None:
    assert [is_path(glob) for glob in (("/x",), ("--f=/x",), ("a/b",), ("", "/x"), ("https://x",))] == [
        True,
        True,
        False,
        False,
        False,
    ]
    assert paths_of((("lit", (("/x",), ("y",))), ("flag", (("-f",),), ("globs", False, (("/z", ""),)), True))) == [
        ("/x",),
        ("/z", ""),
    ]
    assert normalised("/a//./b/../c") == "/a/c"


def test_no_other_file_is_met() -> None:
    asked = policy("deny: cat /etc/shadow", "deny: rm -rf /*", defaults={"action": "allow"})
    for text in ("cat etc/shadow", "cat ../shadow", "rm -rf build", "rm -rf ./a/b", "cat shadow"):
        assert decide(asked, text, "/srv/work") == "allow", text
    for text in ("cat ../../etc/shadow", "cd / && cat etc/shadow", "cd /etc; cat shadow", "rm -rf /*", "rm -rf /srv"):
        assert decide(asked, text, "/srv/work") in ("deny", "ask"), text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CDPATH=~; cd .ssh; cat id", "ask"),
        ("OLDPWD=~/.ssh; cd -; cat ./id", "ask"),
        ("pushd -n ~/.ssh; popd; cat id", "ask"),
        ("cd ~/.s*; cat id", "ask"),
        ('cd "$dir"; cat id', "allow"),  # a folder that the text has not chosen
        ("CDPATH=~; cd x; cat ../../etc/passwd", "ask"),
        ("CDPATH=~; cat id", "allow"),
    ],
)
def test_a_folder_that_the_text_has_chosen_may_be_any(text: str, expected: str) -> None:
    assert decide(policy("deny: cat ~/.ssh/*", defaults={"action": "allow"}), text) == expected
