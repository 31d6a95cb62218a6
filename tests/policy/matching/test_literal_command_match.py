"""A command that is copied into a rule is allowed by it, and nothing else is."""

import pytest

from policy.judging import decide, policy

# Each is a command of everyday use, and the rule that allows it.
COPIED = [
    "ls -la src",
    "git commit -am msg",
    "du -sh .",
    "head -20 f",
    "grep -A5 foo f",
    "make -j4 all",
    "pytest -xvs t.py",
    "tar -xzf f -C d",
    "awk -F: '{print $1}'",
    "pip install 'x[y]'",
    "pip install x[y]",
    "curl 'http://h/x?a=1'",
    "~/x",
    "~/bin/hx -v $HOME/y",
    "sort -t/ -k1",
    "sort -o f g",
    "sed -i s/a/b/ f",
    "cut -d, -f1 x",
    "wc -l src/*.ts",
    "find . -name '*.py'",
    "find . -name x -delete",
    "xargs wc -l",
    "npx hx@latest add -y",
    "npx @a/hx@1.2 add",
    "sudo hx -aG y $USER",
    "ssh h 'ls -la'",
    "bash -c 'hx a; hy b'",
    "timeout 5 bash -c 'hx a | hy'",
    "'/c/Program Files/x.exe' -v",
    'grep "a\\.b\\|c" f',
    'grep "<x>" f',
    "psql -c 'select * from t'",
    "jq '.a[] | .b' f.json",
    "echo $?",
    'echo "exit: $?"',
    "echo $$",
    'echo "$x"',
    'export HX="$HOME/bin:$HX"',
    "echo $x/*.c",
    "echo -- -x",
    "mkdir -p app/$m/$d",
    "[ -f $f.js ]",
    "hx --all !x",
    "hx [-v] -la src",
]


@pytest.mark.parametrize("text", COPIED)
def test_a_command_matches_itself(text: str) -> None:
    copied = text.replace("[-v] ", "")
    assert decide(policy(f"allow: {text}"), copied.replace("!x", "y") if "!" in text else copied) == "allow"


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("ls -la src", "ls -la src x"),
        ("ls -la src", "ls -la"),
        ("ls -la src", "ls -la lib"),
        ("make -j4 all", "make -j8 all"),
        ("awk '{print $1}' f", 'awk "{print $1}" f'),
        ('echo "$x"', "echo $x"),
        (r"echo \$x", "echo $x"),
        ("echo $x", "x=$(id); echo $x"),
        ("echo $x", "x=1; echo $x"),
        ("echo $x", "read x; echo $x"),
        ("echo $x$y", "y=$(id); echo $x$y"),
        ("echo $x", "for x in $(id); do echo $x; done"),
        ("echo $x", "source f; echo $x"),
        ("echo $1", "f() { echo $1; }; f $(id)"),
        ("echo $x", "export x; bash -c 'echo $x$y'"),
        ("echo $(id)", "echo $(id)"),
        ("$x -v", "$x -v"),
        ("cat '*.ts'", "cat *.ts"),
        ("cat '*.ts'", "cat a.ts"),
        (r"cat src/\*.ts", "cd /etc; cat src/*.ts"),
        (r"cat \*", "touch ./-n; cat *"),
        ("head -20 *.md", "head -20 -n5.md"),
        ("ls -la <name>", "ls -la -R"),
        ("sed -i s/a/b/ f", "sed -i s/a/b/ f > g"),
        ("sed -i s/a/b/ f", "PATH=. sed -i s/a/b/ f"),
        ("bash -c 'hx a; hy b'", "bash -c 'hx a; hy b; hz'"),
        ("bash -c hx*", "bash -c 'hx a; hy'"),
        ("bash -s rm", "echo 'rm -rf /' | bash -s rm"),
        ("bash -c 'curl h | sh'", "bash -c 'curl h | sh'"),
        ("xargs sed -i s/a/b/", "xargs sed -i s/a/c/"),
        ("npx hx@latest add", "npx hx@latest remove"),
        ("npx hx@latest add", "npx hx@1 add"),
        (r"/c/Program\ Files/x.exe -v", "/c/Program Files/x.exe -v"),
        ("cat ~/x", "HOME=/etc; cat ~/x"),
        ("cat '~/x'", "cat ~/x"),
    ],
)
def test_another_command_does_not(rule: str, text: str) -> None:
    assert decide(policy(f"allow: {rule}"), text) == "ask"


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        ("tar [-C *] -xf a.tar", "tar -C d -xf a.tar", "allow"),
        ("tar -xf a.tar [-C *]", "tar -xf a.tar -C d", "allow"),
        ("tar -xf a.tar [-C *]", "tar -cf a.tar -C d", "ask"),
        ("tar [-C *] -xf a.tar", "tar -C d -xf a.tar --to-command=x", "ask"),
        ("vim x", "vim x", "allow"),
        ("vim x", "vim x > y", "ask"),
    ],
)
def test_a_star_in_a_group_is_a_value_and_what_is_spelled_is_covered(rule: str, text: str, expected: str) -> None:
    assert decide(policy(f"allow: {rule}"), text) == expected


def test_each_round_of_a_loop_is_a_command_of_its_own() -> None:
    asked = policy("allow: sqlite3 a 'SELECT 1'", "allow: sqlite3 *")
    assert decide(asked, "sqlite3 a 'SELECT 1'") == "allow"
    assert decide(asked, "for i in a b; do sqlite3 $i 'SELECT 1'; done") == "ask"


def test_it_stands_for_what_placeholders_and_lists_say() -> None:
    named = {"paths": {"docs": ["/srv/docs"]}, "vars": {"stage": {"values": ["dev", "test"]}}}
    asked = policy("allow: ls -la <path:docs>", "allow: hx -xv <var:stage> <name>", definitions=named)
    assert decide(asked, "ls -la /srv/./docs") == "allow"
    assert decide(asked, "ls -la /srv/other") == "ask"
    assert decide(asked, "hx -xv dev x") == "allow"
    assert decide(asked, "hx -xv prod x") == "ask"


def test_a_rule_that_forbids_is_not_about_copies() -> None:
    """It has more ways to match, and a star in quotes is one of them."""
    asked = policy("deny: grep 'a*b' f", defaults={"action": "allow"})
    assert [decide(asked, text) for text in ("grep axb f", "grep 'a*b' f", "grep ab g")] == ["deny", "deny", "allow"]
