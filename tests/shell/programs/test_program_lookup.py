"""What is known of programs, by whatever name they are called."""

import pytest

from shell.reading import commands
from wicket.shell.programs.program_lookup import (
    PROGRAMS,
    amounts_to,
    is_known,
    is_of_python,
    plain,
    understands,
    usage,
    usage_of,
)


def test_the_tables_know_a_program_under_any_path() -> None:
    assert plain("/usr/bin/gawk") == "awk"
    assert is_known("/bin/rm")
    assert is_known("python3.12")
    assert not is_known("frobnicate")
    assert usage("frobnicate") is None


def test_a_subcommand_is_found_behind_options() -> None:
    taken = usage_of(commands("kubectl -n prod exec pod -- ls")[0])
    assert taken is not None
    assert taken.name == "kubectl exec"
    taken = usage_of(commands("git -C x diff --output=y")[0])
    assert taken is not None
    assert (taken.name, str(taken.line.value("--output"))) == ("git diff", "y")


def test_equal_options_have_one_meaning() -> None:
    found = usage("rm")
    assert found is not None
    assert found.option("-r") is found.option("--recursive") is found.option("--recu")


def test_names_from_strangers_are_not_kept_without_end() -> None:
    PROGRAMS.clear()
    long = "x" * 101
    assert not PROGRAMS[long].known
    assert long not in PROGRAMS
    assert not any(PROGRAMS[f"stranger{number}"].known for number in range(1500))
    assert len(PROGRAMS) == 500
    assert PROGRAMS["/usr/bin/gawk"].name == "awk"
    assert PROGRAMS["/usr/bin/gawk"] is PROGRAMS["/usr/bin/gawk"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("git log x", True),
        ("git --version", True),
        ("git merge-base a b", True),
        ("git no-such-verb x", False),
        ("cargo test x", True),
        ("cargo no-such-verb x", False),
        ("kubectl exec p -- x", True),
        ("kubectl no-such-verb x", False),
        ("docker no-such-verb x", False),
        ("docker ps x", True),
        ("docker container ls x", True),
        ("docker container no-such-verb x", False),
        ("docker", True),
        ("gh pr create x", True),
        ("gh extension install x", True),
        ("gh extension exec x", False),
        ("kubectl create secret x", True),
        ("git bisect start x", True),
        ("git bisect no-such-verb x", False),
        ("docker volume ls", True),
        ("docker compose up", True),
        ("yarn run x", False),
        ("yarn test", True),
        ("pnpm run x", False),
        ("deno task x", False),
        ("poetry install", True),
        ("poetry no-such-verb x", False),
        ("heroku run:detached x", True),
        ("npm no-such-verb x", False),
        ("aws s3 ls", True),
        ("aws ssm send-command x", False),
        ("wicket check x", True),
        ("no-such-program x", False),
        ("bash x", True),
        ("python3.11 x", True),
        ("virsh dominfo x", True),
        ("virsh 'dominfo x; destroy y'", False),  # a text of its own, and no subcommand
        ("minikube --help", True),
        ("gemini --prompt=x", False),  # it does something without a subcommand
        ("gemini mcp list", True),
    ],
)
def test_a_subcommand_that_is_not_listed_is_not_understood(text: str, expected: bool) -> None:
    assert understands(commands(text)[0]) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("python3 -m pip install x", "pip install x"),
        ("/usr/bin/python3.11 -Im pip install x", "pip install x"),
        ("python -mpip._internal list", "pip list"),
        ("python3 -m IPython -c x", "ipython -c x"),
        ("python3 -m pre_commit run", "pre-commit run"),
        ("python3 -m http.server 80", "http.server 80"),
        ("git-push -f x", "git push -f x"),
        ("/usr/lib/git-core/git-push", "git push"),
        ("python3 x.py -m pip", None),
        ("python3 -c 1 -m pip", None),
        ("python3", None),
        ("git push", None),
        ("git-", None),
        ("php artisan migrate -n", "artisan migrate -n"),
        ("php8.3 -d x=1 /srv/artisan tinker", "artisan tinker"),
        ("php -f artisan tinker", "artisan tinker"),
        ("php -r 1 artisan", None),
        ("php index.php artisan", None),
        ("php", None),
    ],
)
def test_what_a_command_amounts_to(text: str, expected: str | None) -> None:
    made = amounts_to(commands(text)[0])
    assert (None if made is None else " ".join(map(str, made.words))) == expected


def test_which_modules_come_with_python() -> None:
    assert is_of_python(commands("http.server 80")[0])
    assert not is_of_python(commands("coverage run")[0])


@pytest.mark.parametrize("name", ["pip3", "pip3.11", "pip-3.11", "/usr/bin/pip3"])
def test_a_version_is_no_part_of_a_name(name: str) -> None:
    assert plain(name) == "pip"
    assert [plain(other) for other in ("pytest-3", "py.test", "pips3", "3")] == ["pytest", "pytest", "pips3", "3"]


def test_an_option_of_a_subcommand_may_stand_before_it() -> None:
    taken = usage_of(commands("kubectl --overrides=x run y")[0])
    assert taken is not None
    assert taken.line.found[0].kind == "CODE"
    taken = usage_of(commands("git --output=x log")[0])
    assert taken is not None
    assert taken.line.found[0].option is None


def test_which_programs_have_other_spellings() -> None:
    names = ("npm", "ip", "chmod", "/bin/rm", "git", "docker")
    assert [PROGRAMS[name].respelled for name in names] == [True, True, True, True, False, False]


def test_which_programs_fetch_packages() -> None:
    assert [PROGRAMS[name].fetches for name in ("npx", "npm", "/usr/bin/npx", "ls")] == [True, True, True, False]
