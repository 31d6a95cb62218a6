"""Values of options that mean more than their kind says."""

import pytest

from shell.reading import commands
from wicket.shell.programs.file_access import acts


def by_options(text: str) -> list[str]:
    return [f"{act.kind} {act.word}" for act in acts(commands(text)[0]) if act.by != "operand"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("curl -F a=@f -F b=c http://x", ["read f"]),
        ("curl -T f http://x", ["read f"]),
        ("curl -T '{f,g}' http://x", ["read None"]),
        ("curl -T - http://x", []),
        ("curl -O http://x/f", ["write f"]),
        ("curl -K f http://x", ["touch None", "read f", "run f"]),
        ("curl -w '%{http_code}' http://x", []),
        ("curl -w '%output{f}x' http://x", ["write None"]),
        ("curl -w @f http://x", ["write None"]),
        ("gcc -fdiagnostics-add-output=sarif:file=f x.c", ["write None"]),
        ("gcc -fuse-ld=gold x.c", []),
        ("gcc -fuse-ld=./gold x.c", ["read ./gold", "run ./gold"]),
        ("gcc -Wl,-Map=f x.c", ["write f"]),
        ("uv venv --python 3.12", []),
        ("uv venv -p ./x", ["run ./x"]),
        ("uv run --python=./x y", ["run ./x"]),
        ("proot -b x:x a", ["touch x:x"]),
        ("proot -b x:y a", ["touch None", "touch x:y"]),
        ("git -c core.worktree=/x status", ["write /x"]),
        ('git -c "core.worktree=$1" status', ["write None"]),
        ("git -c user.name=x status", ["look x"]),
        ("ssh -o 'IdentityFile f' h", ["touch IdentityFile=f"]),
        ("rsync --filter='merge f' a b", ["read f"]),
        ("rsync -f '. f' a b", ["read f"]),
        ("rsync -f ':n- f' a b", ["read f"]),
        ("rsync -f dir-merge_f a b", ["read f"]),
        ("rsync -f ': '\"$x\" a b", ["read None"]),
        ('rsync -f "$x" a b', ["read None"]),
        ("rsync -f '- *.o' a b", []),
        ("jar xf f", ["write None", "read f"]),
        ("jar --create --file f x", ["write f"]),
        ("kubectl kustomize -o f .", ["write f"]),
        ("kubectl get pods -o f", ["look f"]),
        ("ruff check --config f a", ["look f"]),
        ("tar -cf f x", ["write f"]),
        ("tar -tf f", ["read f"]),
        ("tar -cf - x", []),
        ("python3 -c 'print(open(\"f\").read())'", ["read f"]),
    ],
)
def test_what_a_value_amounts_to(text: str, expected: list[str]) -> None:
    assert by_options(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("aws --endpoint-url http://x s3 ls", ["run http://x"]),
        ("aws s3 ls --endpoint-url=http://localhost:4566", []),
        ("kubectl -s https://x get pods", ["run https://x"]),
        ("docker-compose -H tcp://127.0.0.1:2375 ps", []),
        ("aws --endpoint-url 'http://[::1]:4566/x' s3 ls", []),
        ("aws --endpoint-url http://localhost s3 ls", []),
        ("aws --endpoint-url http://127.0.0.1 s3 ls", []),
        ("aws --endpoint-url http://localhost.x s3 ls", ["run http://localhost.x"]),
        ("aws --endpoint-url http://localhost:1@x:2 s3 ls", ["run http://localhost:1@x:2"]),
        ("aws --endpoint-url localhost s3 ls", ["run localhost"]),
    ],
)
def test_whom_a_program_asks_instead(text: str, expected: list[str]) -> None:
    assert by_options(text) == expected
