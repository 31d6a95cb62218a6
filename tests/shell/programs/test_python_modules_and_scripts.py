"""What a command amounts to by a module or a script."""

import pytest

from shell.reading import commands
from wicket.shell import read
from wicket.shell.programs.python_modules_and_scripts import amounts_to, is_of_python, runs_at_last


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
