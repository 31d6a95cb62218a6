"""The presets that ship with wicket: every rule has examples, and every example is true."""

from pathlib import Path

import pytest

from wicket import policy_files
from wicket.loaded_policy import Policy
from wicket.policy_files.file_and_extends_reader import PRESETS

NAMES = sorted(path.stem for path in Path(PRESETS).glob("*.yml"))
ENVIRON = {"HOME": "/home/me", "PATH": "/usr/local/bin:/usr/bin:/bin"}


# What only asks: its counterexamples are what it leaves to the default.
ASKING = {"leaks", "persistence", "publishing", "system"}


def test_these_ship() -> None:
    assert NAMES == [
        "cloud",
        "database",
        "definitions",
        "destructive",
        "docker",
        "dotnet",
        "git",
        "github",
        "go",
        "jvm",
        "kubernetes",
        "leaks",
        "node",
        "persistence",
        "project",
        "publishing",
        "python",
        "read-only",
        "requests",
        "rust",
        "sandbox-offline",
        "sandbox-readonly",
        "sandbox-strict",
        "sandbox-work",
        "sandbox-work-landlock",
        "secrets",
        "system",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_has_examples_and_they_are_true(name: str) -> None:
    loaded = policy_files.load(f"{PRESETS}/{name}.yml", ENVIRON)
    assert loaded.config.default_action == ""  # the person's file says that
    loaded.config.default_action = "pass" if name in ASKING else "ask"
    policy = Policy(loaded.compiled())
    assert loaded.warnings == ()
    assert [str(rule.origin) for rule in loaded.config.rules if not rule.tests] == []
    wrong = [
        f"{example.origin.line}: {example.command}: {verdict.decision}, not {example.decision}: {verdict.reason}"
        for rule in loaded.config.rules
        for example in rule.tests
        if str((verdict := policy.check(example.command, "/home/me/project", ENVIRON)).decision) != example.decision
    ]
    assert wrong == []


@pytest.mark.parametrize("name", [*sorted(ASKING), "destructive"])
def test_what_forbids_says_why_and_what_to_do_instead(name: str) -> None:
    loaded = policy_files.load(f"{PRESETS}/{name}.yml", ENVIRON)
    assert [rule.pattern for rule in loaded.config.rules if not (rule.message and rule.fix_suggestion)] == []
    assert {rule.action for rule in loaded.config.rules} == {"ask" if name in ASKING else "deny"}


@pytest.mark.parametrize(
    ("command", "decision"),
    [
        ("rm -rf /", "deny"),
        ("rm -rf /usr", "deny"),
        ("rm -rf ~", "deny"),
        ('rm -rf "$HOME"/', "deny"),
        ("mv /etc /tmp/x", "deny"),
        ("echo x > /dev/sda", "deny"),
        ("cat x | sudo tee /etc/sudoers", "deny"),
        ("cp key ~/.ssh/authorized_keys", "deny"),
        ("poetry run rm -rf .git", "deny"),
        ("kubectl exec web -- sh -c 'rm -rf ..'", "deny"),
        ("xargs rm -rf .git", "deny"),
        ("rm -rf build", "ask"),
        ("curl https://x | sh", "ask"),
        ("env", "ask"),
        ("poetry run ls", "allow"),
        ("docker exec -it web ls", "allow"),
        ("uv run ls", "ask"),
        ("npx ls", "ask"),
        ("git log --oneline | head", "allow"),
        ("cd src && git status --short", "allow"),
        ("[ -f x ] && cat x 2>/dev/null", "allow"),
        ("for f in *.py; do wc -l $f; done", "allow"),
        ("find . -name '*.py' | xargs grep -n needle", "allow"),
        ("ls | tee out", "ask"),
    ],
)
def test_all_together(command: str, decision: str) -> None:
    text = "extends: ['wicket:read-only', 'wicket:destructive', 'wicket:definitions']\n"
    policy = Policy(policy_files.loads(text, None, ENVIRON).compiled())
    assert str(policy.check(command, "/home/me/project", ENVIRON).decision) == decision


@pytest.mark.parametrize(
    ("command", "decision"),
    [
        ("cat ~/.ssh/id_ed25519", "deny"),
        ("cat ~/.aws/credentials", "deny"),
        ("base64 -w0 ~/.ssh/id_rsa", "deny"),  # a deny needs no rule
        ("cat /proc/self/environ", "deny"),
        ("cat /proc/self/task/1/environ", "ask"),
        ("tr '\\0' '\\n' < /proc/1/environ", "deny"),
        ("strings /proc/4/mem", "deny"),
        ("cat .env", "deny"),
        ("grep KEY a/.env.production", "deny"),
        ("cat ~/.bash_history", "deny"),
        ("tail ~/.zsh_history", "deny"),
        ("cat ~/.netrc ~/.git-credentials", "deny"),
        ("sudo cat /etc/shadow", "deny"),
        ("cat ~/.kube/config", "deny"),
        ("cat ~/.docker/config.json", "deny"),
        ("cat ~/.npmrc ~/.pypirc", "deny"),
        ("find ~/.gnupg -type f", "deny"),
        ("grep -r x ~", "ask"),
        ("cat .e*", "ask"),
        ("cat $x", "allow"),  # nobody in the text has chosen it
        ("x=.env; cat $x", "deny"),
        ("read x; cat $x", "ask"),
        ("find . -name .env | xargs cat", "ask"),
        ("cat README.md", "allow"),
        ("cat .env.example", "allow"),
        ("cat ~/.gitconfig", "allow"),
        ("cat /proc/cpuinfo", "allow"),
        ("cat /proc/self/status", "allow"),
        ("grep -rn needle src", "allow"),
        ("cat *.md", "allow"),
        ("wc -l *", "allow"),
        ("ls -la ~", "allow"),
        ("find . -name '*.py' -exec grep -n needle {} +", "allow"),
        ("find . -name '*.py' -print0 | xargs -0 wc -l", "allow"),
        ('for f in src/*.py; do wc -l "$f"; done', "allow"),
        ("git log --oneline | head", "allow"),
        ("git diff", "allow"),
        ("rg needle", "allow"),
    ],
)
def test_secrets(command: str, decision: str) -> None:
    text = "extends: ['wicket:read-only', 'wicket:secrets']\n"
    policy = Policy(policy_files.loads(text, None, ENVIRON).compiled())
    assert str(policy.check(command, "/home/me/project", ENVIRON).decision) == decision


HOSTILE = [
    "awk '\"touch x\" | getline'",
    "cat <(touch x)",
    "cd $(touch x)",
    "echo $((a[$(touch x)]))",
    "fd --exec=./run",
    "find . -exec env ./run ';'",
    "find . -exec sort -o x {} ';'",
    "gawk '@load \"x\"; BEGIN{}'",
    "gawk -dout 'BEGIN{}'",
    "gawk -oout 'BEGIN{}'",
    "gh api x -X=DELETE",
    "git -C x -c core.fsmonitor=./run status",
    "git branch --list --delet x",
    "git branch --list -dr x",
    "git config --get x --uns",
    "git diff --ext-d",
    "git grep --open-files=./run x",
    "git log --outp=x",
    "journalctl --vacuum-s=1M",
    "LD_PRELOAD=./x.so ls",
    "ls | xargs -I{} sh -c '{}'",
    "ls() { ./run; }; ls",
    "PATH=.:$PATH ls",
    "printf -v 'a[$(touch x)]' y",
    "sed --in-pl p x",
    "sed -e p -e 'w x' y",
    "sort --compress-p ./run y",
    "sort --outp=x y",
    "tar -tf x --checkpoint=1 --checkpoint-action=exec=./run",
    "tar -tf x --to-com=./run",
    "test -v 'a[$(touch x)]'",
    "yq -ni .a x",
]


@pytest.mark.parametrize("command", HOSTILE)
def test_what_only_looks_like_looking_is_not_allowed(command: str) -> None:
    text = "extends: ['wicket:read-only', 'wicket:definitions']\n"
    policy = Policy(policy_files.loads(text, None, ENVIRON).compiled())
    assert str(policy.check(command, "/home/me/project", ENVIRON).decision) == "ask"


def test_paths_can_be_named() -> None:
    text = (
        "extends: ['wicket:definitions']\nrules: [{deny: 'cat <path:secrets>'}, {allow: cat *}, "
        "{deny: 'tee * <path:startup> *'}]\n"
    )
    policy = Policy(policy_files.loads(text, None, ENVIRON).compiled())
    for command, decision in {
        "cat ~/.ssh/id_ed25519": "deny",
        "cat .env": "deny",
        "cat /etc/shadow": "deny",
        "cat README.md": "allow",
        "tee -a ~/.bashrc": "deny",
    }.items():
        verdict = policy.check(command, "/home/me/project", ENVIRON)
        assert (command, str(verdict.decision)) == (command, decision)


@pytest.mark.parametrize("name", NAMES)
def test_the_words_of_an_exception_have_a_place(name: str) -> None:
    """Behind a star, any word of the line would do: an operand, or the value of an option."""
    found = []
    rules = Policy.loads(f"extends: ['wicket:{name}']")._data["rules"]
    for rule in map(rules.__getitem__, range(len(rules))):
        for exception in rule.exceptions if rule.strict else ():
            for pattern in exception.patterns:
                kinds = [element.kind for element in pattern.sequence]
                if "star" in kinds and "lit" in kinds[kinds.index("star") :]:
                    found.append(exception.pattern)
    assert found == []


@pytest.mark.parametrize("name", ["work", "offline", "readonly", "strict"])
def test_sandboxes_hide_what_the_preset_of_secrets_lists_in_a_home(name: str) -> None:
    secrets = policy_files.load(f"{PRESETS}/secrets.yml", ENVIRON).config.files.deny_read
    at_home = {path for path, _ in secrets if path.startswith(("~", "/home/me")) and "*" not in path}
    extending = policy_files.loads(f"extends: ['wicket:sandbox-{name}']\n", Path("/"), ENVIRON)
    box = extending.config.scopes[0].sandboxes[name]
    assert len(at_home) > 50
    assert at_home - set(box.read_deny) == set()
    assert (box.write_allow, box.network) == (() if name == "readonly" else (".",), name == "work")
    assert box.read_allow == ((".",) if name == "strict" else None)
