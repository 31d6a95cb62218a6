"""Files and variables that make programs run something without being told."""

import pytest

from shell.reading import names, opaque


@pytest.mark.parametrize(
    "text",
    [
        "cat y > m.py; python3 -m m",
        "cat y > json.py; python3 -c 'import json'",
        "cat y > __main__.py; python3 .",
        "echo x > index.js; node .",
        "sed -i s/a/b/ README; sh README",
        "perl -i -pe s/a/b/ README; sh README",
        "echo x | split - p; sh paa",
        "echo x > f; tar cf a.tar f; tar xf a.tar --transform s/f/g/; sh g",
        "echo x > x.sh; make x; ./x",
        "echo x > ~/.config/git/config; git x",
        "echo x > git-x; git --exec-path=. x",
        "echo x > p; patch < p; sh README",
        "echo x | patch; sh README",
        "echo x > c; ssh -F c host",
        "echo x > a.c; cc a.c; ./a.out",
        "echo x > s; gzip s; gunzip s.gz; sh s",
        "while t; do sh s; cat y > s; done",
        "sh s & cat y > s",
        "trap 'sh s' EXIT; cat y > s",
        "{ sh s; } | cat y > s",
        "echo x > f; PYTHONPATH=. python3 -c 1",
        "echo x > ls; PATH=.:. ls",
        "echo x > f; MAKEFILES=f make",
        "echo x > f; GIT_CONFIG_GLOBAL=f git x",
        "TAR_OPTIONS=--checkpoint-action=exec=x tar cf a b",
        "PERL5OPT=-Mx perl y.pl",
        "GIT_CONFIG_PARAMETERS=x git y",
        "GIT_CONFIG_COUNT=1 git y",
        "LESS=+!x less y",
    ],
)
def test_what_a_text_wrote_and_runs_is_said(text: str) -> None:
    assert opaque(text)


@pytest.mark.parametrize(
    "text",
    [
        "chmod +x run.sh && ./run.sh",
        "touch x && ./x",
        "npm ls > deps.json; npm test",
        "python3 gen.py > data.py",
        "NODE_OPTIONS=--max-old-space-size=4096 npm run build",
        "GIT_CONFIG_GLOBAL=/dev/null git log",
        "tar xzf src.tgz && cd src && ./configure",
        "CC=clang make",
        "echo x > notes.txt; python3 --version",
    ],
)
def test_what_others_wrote_is_a_program_like_any_other(text: str) -> None:
    assert opaque(text) == []


def test_settings_in_the_environment_are_read() -> None:
    given = "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='!rm y'"
    assert "rm" in names(f"{given} git x")
    assert "rm" in names(f"export {given}; git x")
    assert "rm" in names(f"env {given} git x")


@pytest.mark.parametrize(
    "text", ["SHELL=../bin/rm script -c x", "CC='rm x;' make", "make CC=rm", "make 'CFLAGS=;rm x'"]
)
def test_programs_that_variables_name_are_found(text: str) -> None:
    assert any(name is not None and name.rpartition("/")[2] == "rm" for name in names(text))


@pytest.mark.parametrize(
    "text",
    [
        "cp x ssh; PATH=$PWD:$PATH git fetch",
        "ln -s /bin/x cc; export PATH=.:$PATH; make a.o",
        "cp x z; LD_PRELOAD=./z ls",
        "echo x > as; COMPILER_PATH=. gcc -c a.c",
        "echo x > as; gcc -B. -c a.c",
        "echo x > q; gcc @q a.c",
        "echo x > d/cli-plugins/docker-zz; docker zz",
        "echo x > node_modules/.bin/zz; npx zz",
        "cd .git/hooks; echo x > pre-commit; cd ../..; git commit -m x",
        "echo x > ~/.profile; sh -l -c :",
        "git commit -m 'x'; sh .git/COMMIT_EDITMSG",
        "git config a.b c; . .git/config",
    ],
)
def test_what_the_text_has_written_is_found_by_others(text: str) -> None:
    assert opaque(text)


@pytest.mark.parametrize(
    "text",
    [
        "echo x > notes.txt; PATH=$PWD/bin:$PATH git status",
        "echo x > README; PATH=$PWD:$PATH git add README",
        "echo x > a.c; gcc -c a.c",
        "echo x > a.txt; npx eslint .",
        "cd sub; echo x > a.txt; cd ..; git commit -m x",
        "git commit -m x; cat .git/COMMIT_EDITMSG",
        "bash .git/hooks/pre-commit",
    ],
)
def test_other_files_are_not(text: str) -> None:
    assert opaque(text) == []
