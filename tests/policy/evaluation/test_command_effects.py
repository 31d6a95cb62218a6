"""What a command does beside being run."""

import pytest

from policy.judging import command, decide, policy
from wicket.policy.evaluation.command_effects import effects
from wicket.policy.file_rules.file_effect import Effect
from wicket.shell.read import read
from wicket.shell.read_result import Command

# What is its own act is marked with a star.
EFFECTS = [
    ("ls x", ["list x"]),
    ('docker logs "$c"', []),
    ('gh pr view "$c"', ["option None a word that is not known*"]),
    ("docker logs", []),
    ("gh pr", ["touch pr"]),
    ("ls > f", ["write f redirect*"]),
    ("ls 2>&1 > /dev/null < in", ["read in redirect"]),
    ("ls &> f", ["write f redirect*"]),
    ("rm a b", ["delete a", "delete b"]),
    ("IFS= read -r x", []),
    ("IFS= ls", ["change None IFS*"]),
    ("cp a b", ["read a", "write b", "write b/a"]),
    ("tee f", ["write f"]),
    ("tee /dev/stderr", []),
    ("curl -o f h", ["write f -o*"]),
    ("curl -o /dev/null h", []),
    ("curl -w '%output{f}' h", ["write None -w*"]),
    ("curl -w '%{http_code}' h", []),
    ("curl file:///etc/passwd", ["read /etc/passwd"]),
    ("sort -o f g", ["write f -o*", "read g"]),
    ("sed -i s/a/b/ f", ["read f", "write f -i*"]),
    ("perl -pi -e s/a/b/ f", ["read f", "write f -i*"]),
    ("find d -delete", ["delete d -delete*"]),
    ("find -delete", ["delete . -delete*"]),
    ("find d -fprint f", ["write f -fprint*", "list d"]),
    ("tar xf a", ["write . -x*", "read a -f"]),
    ("tar xf a -C b", ["write b -x*", "read a -f", "look b"]),
    ("tar xPf a -C b", ["write None -x*", "read a -f", "look b"]),
    ("tar tf a", ["read a -f"]),
    ("tar cf a b -C d", ["write a -f*", "read b", "look d", "read d/b"]),
    ("git diff --output=f", ["write f --output*", "look ."]),
    ("git show HEAD:f", ["look HEAD:f", "look HEAD", "look f"]),
    ("git restore f", ["write f"]),
    ("git checkout -- f", ["write f"]),
    ("git odd f", ["touch odd", "touch f"]),
    ("unzip a", ["read a", "write ."]),
    ("unzip -l a", ["read a"]),
    ("pigz a", ["read a", "write a", "write a.gz"]),
    ("unar a", ["read a", "write None"]),
    ("sftp h:a", ["write .", "write ./a"]),
    ("git -C $x log y", ["look y", "look …", "look None", "option None a word that is not known*"]),
    ("patch", ["write None"]),
    ("dd if=a of=b", ["read a", "write b"]),
    ("uniq a b", ["read a", "write b*"]),
    ("make -f m", ["read m -f", "run m -f*"]),
    ("make -f -", ["read - -f", "run - -f*"]),
    ("python -m pytest --junitxml=f", ["write f --junitxml*"]),
    ("python f", ["read f"]),
    ("docker run -v /a:/b i", ["touch /a -v"]),
    ("docker run --mount type=bind,src=/a,dst=/b i", ["touch /a --mount"]),
    ("docker run -v $x:/b i", ["touch …:/b -v", "option None a word that is not known*"]),
    ("docker run -v", []),
    ("kubectl --odd=f get", ["touch f"]),
    ("kubectl get --odd f", ["look f", "touch f"]),
    ("cat --odd=f g", ["read g", "touch f"]),
    ("gcc -Xf g", ["read g", "touch g"]),
    ("curl --odd f", ["touch f"]),
    ("nice --odd=f ls", ["touch f"]),
    ("echo --odd=f g", ["touch f"]),
    ("hx f", ["touch f"]),
    ("hx --key=f @g -kh -v", ["touch f", "touch @g", "touch g"]),
    ("hx a=b:c,d", [f"touch {x}" for x in ("a=b:c,d", "a", "b:c,d", "a=b", "c,d", "a=b:c", "d", "b", "c")]),
    ("hx 'load(\".env\")'", ['touch load(".env")', "touch .env its text"]),
    ("hx https://h/x", []),
    ("hx --url=https://h/x,f", ["touch f"]),
    ("hx file:///f", ["touch file:///f", "touch file", "touch ///f"]),
    ("hx ://x", ["touch ://x", "touch //x"]),
    ("A=.env hx", ["touch .env A"]),
    ("HISTFILE=a/b bash", ["touch a/b HISTFILE", "change None HISTFILE*"]),
    ("hx -k/a", ["touch /a"]),
    ("A=1 hx", []),
    ("PATH=x hx", ["change None PATH*"]),
    ("LD_PRELOAD=x hx", ["change None LD_PRELOAD*"]),
    ("PAGER=x hx", []),  # what it names is read as a command
    ("PAGER=$x hx", ["change None PAGER*"]),
    ("CC=gcc make", []),
    ("RUSTFLAGS='-C linker=x' cargo build", ["change None RUSTFLAGS*"]),
    ("CARGO_TERM_COLOR=never cargo build", []),
    ("sort $x", ["read …", "option None a word that is not known*"]),
    ("sort -- $x", ["read …"]),
    ("cat $x", ["read …"]),
    ("git $x", ["touch …", "option None a word that is not known*"]),
    ("true x", []),
]  # fmt: skip


def beside_its_name(command: Command) -> list[Effect]:
    """Give what a command does, but for that its own file is read."""
    return [effect for effect in effects(command) if effect.word is not command.words[0]]


def shown(text: str) -> list[str]:
    return [
        " ".join([effect.kind, str(effect.word), *([effect.by] if effect.by != "operand" else [])]) + "*" * effect.own
        for effect in beside_its_name(read(text).commands[0])
    ]


@pytest.mark.parametrize(
    ("text", "read_too"),
    [("hx f", True), ("./.env", True), ("/bin/cat f", True), ("valgrind .env", True)]
    + [(text, False) for text in ("cat f", "source f", ". f", "command hx", "eval hx")],
)
def test_what_runs_a_file_reads_it(text: str, read_too: bool) -> None:
    last = read(text).commands[-1 if "valgrind" in text else 0]
    kinds = [(effect.kind, effect.by) for effect in effects(last) if effect.word is last.words[0]]
    assert kinds == ([("look", "operand")] if read_too else [])


@pytest.mark.parametrize(("text", "expected"), EFFECTS, ids=[text for text, _ in EFFECTS])
def test_what_it_does(text: str, expected: list[str]) -> None:
    assert shown(text) == expected


def test_what_is_copied_is_written_elsewhere_by_the_same_names() -> None:
    made = [(effect.kind, str(effect.word)) for effect in effects(command("cp -r a b"))]
    assert made == [("read", "a"), ("copy", "a"), ("write", "b"), ("write", "b/a")]


def test_it_can_be_said() -> None:
    said = [
        str(effect)
        for text in ("ls > f", "curl -o f h", "rm a", "PATH=x hx", "make -f m")
        for effect in beside_its_name(command(text))
    ]
    assert said == [
        "writes f by redirect",
        "writes f through -o",
        "deletes a",
        "PATH changes what programs do",
        "reads m through -f",
        "executes m through -f",
    ]  # fmt: skip


def test_a_function_of_the_text_is_no_program() -> None:
    listed = [effect.by for one in read("rm() { :; }; rm y > x").commands for effect in effects(one)]
    assert listed == ["redirect"]


def test_what_is_said_of_something_names_no_file() -> None:
    said = [str(one.word) for one in effects(command('gh pr create --title a --body "what $x brings"')) if one.word]
    assert not [word for word in said if "brings" in word]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("source /a", ["read /a"]),
        (". -- /a /b", ["read /a", "touch /b"]),
        ("./source /a", ["touch /a"]),
        ("node a.js --env-file=b c", ["read b --env-file", "run b --env-file*", "read a.js"]),
        ("node a.js --env-file b", ["read b --env-file", "run b --env-file*", "read a.js"]),
        ("node a.js -- --env-file=b", ["read a.js"]),
        ("bash f x", ["read f"]),
        ("bash -c 'ls' f", []),
    ],
)
def test_what_shells_and_code_do(text: str, expected: list[str]) -> None:
    assert shown(text) == expected


def test_each_word_of_a_text_that_a_stranger_is_given_may_be_a_path() -> None:
    made = effects(command("fzf --preview 'cat .env <${HOME}/x | b*c *'"))
    assert [str(effect.word) for effect in made if effect.by == "its text"] == ["cat", ".env", "~/x", "b…c"]
    prose = effects(command("gh pr create --body 'cat .env'"))
    assert [effect for effect in prose if effect.by == "its text"] == []


def test_what_stands_in_braces_of_tex_may_be_a_path() -> None:
    made = effects(command(r"pdflatex '\input{.env}'"))
    assert ".env" in [str(effect.word) for effect in made if effect.by == "its text"]
    globs = effects(command("prettier --write '**/*.{ts,tsx}'"))
    assert [effect for effect in globs if effect.by == "its text"] == []


def test_a_program_that_takes_no_operand_is_given_one() -> None:
    assert shown("terraform console -varfile") == ["touch arfile"]


@pytest.mark.parametrize("maker", ["python3 -m venv", "uv venv", "virtualenv", "python -m virtualenv"])
def test_a_virtual_environment_that_is_cleared_is_deleted_first(maker: str) -> None:
    asked = policy("deny: rm *", files={"deny_write": [".git/hooks/**"]}, defaults={"action": "allow"})
    assert decide(asked, f"{maker} .venv") == "allow"
    assert decide(asked, f"{maker} --clear .venv") == "ask"  # as `rm -r .venv`, which it may amount to
    by_files = policy(files={"deny_write": [".git/hooks/**"]}, defaults={"action": "allow"})
    assert decide(by_files, f"{maker} --clear .venv") == "allow"
    assert decide(by_files, f"{maker} .git/hooks") == "deny"
    assert decide(by_files, f"{maker} --clear .git") == "ask"
