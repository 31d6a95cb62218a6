"""Tests of `command_synonyms_and_python_modules`."""

from pathlib import Path

import pytest

from policy.judging import command
from shell.reading import commands
from wicket.policy_files.catalogue_compiler import read_all, synonyms_by_name
from wicket.shell import read
from wicket.shell.catalogue import compiled_catalogue
from wicket.shell.programs.command_synonyms_and_python_modules import (
    NOTHING,
    Synonyms,
    amounts_to,
    is_of_python,
    runs_at_last,
    synonyms,
    synonyms_of,
)
from wicket.shell.programs.program_lookup import PROGRAMS

# ── A command in other words that mean the same ───────────────────────────────


def spellings(text: str) -> list[tuple[str, bool]]:
    words = command(text).words
    return [(" ".join(map(str, other)), sure) for other, sure in synonyms(words, PROGRAMS[str(words[0])].aliased)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("helm -n x delete y", ["uninstall", "del", "un"]),
        ("svn ci -m x", ["commit"]),
        ("cargo t", ["test"]),
    ],
)
def test_a_subcommand_by_its_other_names(text: str, expected: list[str]) -> None:
    words = text.split()
    own = next(name for name in ("delete", "ci", "t") if name in words)
    made = [text.replace(f" {own}", f" {name}") for name in expected]
    assert [one for one, sure in spellings(text) if sure and one.startswith(words[0] + " ")] == made


@pytest.mark.parametrize(
    ("text", "other", "sure"),
    [
        ("docker container rm x", "docker rm x", True),
        ("docker rm x", "docker container rm x", True),
        ("docker --debug container run x", "docker --debug run x", True),
        ("docker ps -a", "docker container ls -a", True),
        ("docker image remove x", "docker rmi x", True),
        ("podman image rm x", "podman rmi x", True),
        ("docker-compose -f x down", "docker compose -f x down", True),
        ("docker compose down", "docker-compose down", True),
        ("tofu destroy", "terraform destroy", True),
        ("terragrunt run-all destroy", "terraform destroy", True),
        ("terraform -chdir=x apply -destroy y", "terraform -chdir=x destroy -destroy y", True),
        ("tofu apply --destroy", "terraform destroy --destroy", True),
        ("terraform plan -destroy -out=p", "terraform destroy -destroy -out=p", False),
        ("k3s kubectl delete x", "kubectl delete x", True),
        ("oc get secret/x", "kubectl get secrets x", True),
        ("kubectl replace --force -f x", "kubectl delete --force -f x", False),
        ("sudoedit x", "sudo -e x", True),
        ("git send-pack --force o x", "git push --force o x", True),
        ("hub push -f", "git push -f", True),
        ("uv pip install x", "pip install x", True),
        ("/usr/bin/apt-get purge x", "apt remove x", True),
        ("apt install x-", "apt remove x-", False),
        ("yarn deploy", "yarn run deploy", True),
        ("yarn run deploy", "yarn deploy", True),
        ("service nginx stop", "systemctl stop nginx", True),
        ("gh api -XDELETE repos/x/y", "gh … delete -XDELETE repos/x/y", False),
        ("gh api --method DELETE repos/x/y", "gh … delete --method DELETE repos/x/y", False),
        ("gh api -iX delete repos/x/y", "gh … delete -iX delete repos/x/y", False),
        ("gh api -X $m repos/x/y", "gh … delete -X … repos/x/y", False),
        ("gh api --method=delete repos/x/y", "gh … delete --method=delete repos/x/y", False),
        ("gh api graphql -f query=mutation{x}", "gh … delete -f query=mutation{x}", False),
        ("aws s3 sync --delete a b", "aws s3 rm --delete a b", False),
    ],
)
def test_the_same_by_another_name(text: str, other: str, sure: bool) -> None:
    assert (other, sure) in spellings(text)


@pytest.mark.parametrize(
    "text",
    [
        "git push",
        "git remote -v",
        "terraform",
        "aws s3 ls",
        "systemctl disable x",
        "hub pull",
        "gh api repos/x/y",
        "gh api -X POST repos/x/y",
        "gh api graphql -f query={x}",
        "yarn install",
        "service nginx status",
        "ls -la",
        "npm doctor test.unit",
        "npm doctor x,test",
        "docker",
    ],
)
def test_what_has_no_other_name_that_forbids_more(text: str) -> None:
    program = text.split()[0]
    rest = text.removeprefix(program)
    families = (synonyms_of(program) or NOTHING).families
    prefixes = [" ".join(prefix) for family in families for prefix in family]
    assert {one for one, _ in spellings(text)} <= {prefix + rest for prefix in prefixes}


def test_a_long_line_has_a_bounded_number_of_spellings() -> None:
    assert len(spellings("kubectl " + "secret/x " * 50)) <= 64
    kinds = "pods,deploy,svc,ns,cm,nodes,sts,ds,rs,ing,pv,pvc,sa,cj,jobs,crds,secrets"
    assert len(spellings(f"kubectl delete {kinds} x")) <= 256


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kubectl delete pods,ns x", "kubectl delete namespaces x"),
        ("kubectl delete pods,NS x", "kubectl delete ns x"),
        ("kubectl delete pod/x ns/y", "kubectl delete ns y"),
        ("kubectl delete pod/a pod/b pod/c pod/d pod/e ns/y", "kubectl delete namespace y pod/b pod/c pod/d pod/e"),
        ("kubectl delete namespaces.v1. x", "kubectl delete ns x"),
        ("kubectl get po,svc,deploy,cm,sa,ing,rs,ds,secrets", "kubectl get secret"),
        ("oc delete pods,pvc x", "kubectl delete persistentvolumeclaims x"),
    ],
)
def test_several_kinds_of_things(text: str, expected: str) -> None:
    assert (expected, True) in spellings(text)


def known(name: str) -> Synonyms:
    return synonyms_of(name) or NOTHING


def test_each_name_of_a_group_knows_the_others() -> None:
    groups = known("docker").groups
    assert (["rm"], [["rm"], ["container", "rm"], ["container", "remove"]]) in groups["rm"]
    assert [own for own, _ in groups["image"] if own[1] == "rm"] == [["image", "rm"]]
    assert known("podman").groups == groups


def test_no_name_stands_in_two_groups_of_a_program() -> None:
    for name in synonyms_by_name(read_all(Path(compiled_catalogue.__file__).parent)):
        groups = known(name).groups
        for own in [own for listed in groups.values() for own, _ in listed]:
            assert sum(one == own for one, _ in groups[own[0]]) == 1, (name, own)


def test_what_a_program_may_amount_to() -> None:
    assert known("tofu").names == {"terraform", "tofu", "opentofu", "terragrunt", "tf"}
    assert {"git", "gh"} <= known("gh").names
    assert known("sudoedit").names == {"sudoedit", "sudo"}


def test_a_line_says_what_is_wanted() -> None:
    (amount,) = known("terraform").amounts["plan"]
    assert (amount.exact, amount.flags, amount.globs) == (["plan"], ["-destroy", "-out"], [])
    assert (amount.program, amount.words, amount.sure) == ("terraform", ["destroy"], False)
    (amount,) = known("sudoedit").amounts[""]
    assert (amount.exact, amount.program, amount.words, amount.sure) == ([], "sudo", ["-e"], True)


def test_programs_know_that_others_do_the_same() -> None:
    found = [PROGRAMS[name].aliased for name in ("/usr/bin/tofu", "sudoedit", "pip3", "ls")]
    assert found == ["tofu", "sudoedit", "pip", ""]


# ── what a command amounts to by a module or a script ─────────────────────────


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
        ("coverage run -m pip list", "python -m pip list"),
        ("coverage run --branch -p a.py -m b", "python a.py -m b"),
        ("coverage report -m", None),
        ("coverage run", None),
        ("python3 -m coverage run -m pip", "coverage run -m pip"),
        ("python3 -m cProfile -o a -m b c", "cProfile -o a -m b c"),
        ("cProfile -o a -m b c", "python -m b c"),
        ("trace -m --module b", "python -m b"),
        ("trace -t a.py -m", "python a.py -m"),
        ("kernprof -lv a.py", "python a.py"),
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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("python3 -m coverage run -m pip list", "pip list"),
        ("coverage run a.py", "python a.py"),
        ("python3 -m cProfile -m coverage run -m timeit x", "timeit x"),
        ("pip list", None),
    ],
)
def test_what_it_amounts_to_at_last(text: str, expected: str | None) -> None:
    made = runs_at_last(commands(text)[0])
    assert (None if made is None else " ".join(map(str, made.words))) == expected


@pytest.mark.parametrize("unit", ["python -m ", "coverage run -m ", "python -m cProfile -m "])
def test_what_is_nested_too_deep_is_refused(unit: str) -> None:
    assert read(unit * 10 + "x").refusal is None
    assert "deep" in str(read(unit * 2000 + "x").refusal)


def test_which_modules_come_with_python() -> None:
    assert is_of_python(commands("http.server 80")[0])
    assert not is_of_python(commands("coverage run")[0])
