import pytest

import wicket
from wicket.policy.patterns.shell_syntax_in_patterns import shell_syntax


@pytest.mark.parametrize(
    ("pattern", "word"),
    [
        ("cd x && make", "&&"),
        ("a || b", "||"),
        ("make &", "&"),
        ("a ; b", ";"),
        ("make > out", ">"),
        ("make >>out", ">>out"),
        ("make 2>&1", "2>&1"),
        ("make &> out", "&>"),
        ("cat < in", "<"),
        ("cat <<< text", "<<<"),
        ("CI=1 make", "CI=1"),
        ("Bash(npm test:*)", "Bash(npm"),
        ("time make *", "time"),
        ("for * in *", "for"),
        ("cat {a,b}", "{a,b}"),
        ("cat x{1..3}.txt", "x{1..3}.txt"),
        ("$(rm *)", "$(rm"),
        ("echo $(rm *)", "$(rm"),
        ("echo `rm`", "`rm`"),
        ("sudo rm *; ls", "*;"),
    ],
)
def test_shell_syntax_is_found(pattern: str, word: str) -> None:
    found = shell_syntax(pattern)
    assert found is not None
    assert found[0] == word


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "git log *",
        "curl <flag:method> *",
        "kill <pid>",
        "sudo [<opts>] <cmd>",
        "sh -c 'a && b > c'",
        'awk "$1 > 2"',
        "pip install 'x>=1'",
        "find * -exec rm {} ;",
        "find * -exec rm {} \\;",
        "echo \\> \\&\\&",
        "dd if=x of=y",
        "npm run lint|test *",
        "tool --a=b",
        "open 'http://h/?a=1&b=2'",
        "/usr/bin/time make *",
        "make time",
        "cat '{a,b}'",
        "cat \\{a,b}",
        "xargs -I {} rm {}",
        "echo '$(rm)' \\$(x",
        "echo 'a;'",
    ],
)
def test_what_is_quoted_or_means_something_in_a_pattern_is_not(pattern: str) -> None:
    assert shell_syntax(pattern) is None


def test_a_rule_with_it_is_a_warning() -> None:
    policy = wicket.Policy.loads("rules:\n  - deny: 'cd x && make'\n  - allow: ls\n")
    assert [str(warning) for warning in policy.warnings] == [
        "policy:2: in the pattern 'cd x && make', `&&` is a word, and no shell syntax; "
        "a rule is about one command; write a rule for each"
    ]
    assert str(policy.check("ls").decision) == "allow"


@pytest.mark.parametrize("name", ["read-only", "destructive", "secrets", "definitions"])
def test_the_presets_have_none(name: str) -> None:
    assert wicket.Policy.loads(f"extends: ['wicket:{name}']").warnings == ()
