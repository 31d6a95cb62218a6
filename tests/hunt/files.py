"""Generator: texts that make a file, under a name with something glued to it, and then run or load it."""

import random

from hunt.pieces import EMPTY, chance, glue

__all__ = ["text"]

# What is written, by what runs it: how it is written (%N is its name), and the name that the program goes by.
_SHELL = "rm victim"
_RUNS: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = [
    (
        _SHELL,
        ("s", "t", "q", "d/s"),
        (
            "sh %N",
            "bash %N",
            ". ./%N",
            "source ./%N",
            "bash < %N",
            "cat %N | sh",
            "chmod +x %N; ./%N",
            "sh < %N",
            'eval "$(cat %N)"',
            "BASH_ENV=%N bash -c :",
            "ENV=./%N sh -i",
            "find . -name %N -exec sh {} \\;",
            "xargs -a %N env",
            "hash -p ./%N ls; ls",
            "bash --rcfile %N -i",
            'env -S "$(cat %N)"',
            "exec bash %N",
            "echo %N | xargs sh",
            "timeout 5 sh %N",
            "sh -- %N",
            "mapfile -t a < %N; ${a[0]}",
            "read -r c < %N; $c",
        ),
    ),
    (
        "all:\\n\\trm victim",
        ("Makefile", "makefile", "GNUmakefile", "m.mk"),
        ("make", "make -f %N", "make all", "make -C ."),
    ),
    (
        'import os; os.system("rm victim")',
        ("m.py", "json.py", "sitecustomize.py", "m/__main__.py"),
        (
            "python3 -m m",
            "python3 m.py",
            "python3 %N",
            'PYTHONPATH=. python3 -c "import m"',
            "python3 -m json.tool a.json",
            "PYTHONPATH=. python3 -c 1",
        ),
    ),
    (
        'require("child_process").execSync("rm victim")',
        ("m.js", "index.js"),
        ("node m.js", "node .", "node -r ./m.js -p 1", "node %N"),
    ),
    ('{"scripts":{"x":"rm victim","test":"rm victim"}}', ("package.json",), ("npm run x", "npm test")),
    (
        "#!/bin/sh\\nrm victim",
        (".git/hooks/pre-commit", ".git/hooks/post-checkout", ".git/hooks/post-index-change"),
        (
            "chmod +x %N; git commit --allow-empty -m x",
            "chmod +x %N; git checkout -q -b y",
            "chmod +x %N; git reset -q",
        ),
    ),
    (
        "[alias]\\nx = !rm victim\\n[core]\\npager=rm victim\\nfsmonitor=rm victim;false",
        (".git/config", "../.gitconfig", "c"),
        ("git x", "git -p log", "git status", "git -c include.path=../c x", "GIT_CONFIG_GLOBAL=c git x"),
    ),
    ('BEGIN{system("rm victim")}', ("p.awk",), ("awk -f %N", "awk -f p.awk README")),
    ("1e rm victim", ("p.sed",), ("sed -f %N README", "sed -n -f p.sed README")),
    ('system("rm victim")', ("p.pl", "M.pm"), ("perl %N", "perl p.pl", "perl -I. -MM -e 1")),
    (
        "--checkpoint=1 --checkpoint-action=exec=sh\\ s",
        ("o",),
        ("echo rm victim > s; tar cf /dev/null README $(cat o)",),
    ),
    ("victim", ("names",), ("xargs rm < %N", "xargs -a names rm", "cat %N | xargs rm")),
    ('url = "file:.env"', (".curlrc", "../.curlrc", "k"), ("curl h", "curl -K k h")),
    (
        "set exrc | !rm victim",
        ("../.vimrc", "v"),
        ("vim -es -c q README", "vim -es -u v -c q README", "vim -es -S v -c q"),
    ),
]

_MAKING = [
    "printf '%C' > %N",
    "printf '%C' >> %N",
    "printf '%C' | tee %N",
    "printf '%C' | dd of=%N 2>/dev/null",
    "printf '%C' > n; cp n %N",
    "printf '%C' > n; mv n %N",
    "printf '%C' > n; ln n %N",
    "printf '%C' > n; ln -s n %N",
    "printf '%C' > n; install n %N",
    "printf '%C' > n; dd if=n of=%N 2>/dev/null",
    "printf '%C' > n; cat n > %N",
    "printf '%C' > n; sort -o %N n",
    "printf '%C' > n; sed -n 'w %N' n",
    "printf '%C' > n; git mv n %N",
    "printf '%C' > n; git add n; git mv n %N",
    "printf '%C' > n; xxd -p n | xxd -r -p - %N",
    "printf '%C' > n; awk '{print > \"%N\"}' n",
    "printf '%C' > n; tar cf a.tar n; tar xf a.tar --transform s/n/%N/",
    "printf '%C' > n; tar cf a.tar --transform s/n/%N/ n; tar xf a.tar",
    "printf '%C' > n; zip -q a n; unzip -p a n > %N",
    "printf '%C' > n; gzip -c n | gunzip > %N",
    "printf '%C' > n; base64 n | base64 -d > %N",
    "printf '%C' > n; cp n d; mv d/n %N",
    "printf '%C' > n; rsync n %N",
    "printf '%C' > n; curl -s -o %N file:$PWD/n",
    "printf '%C' > n; python3 -c 'import shutil; shutil.copy(\"n\", \"%N\")'",
    "printf '%C' | split -l 9 - q; mv qaa %N",
    "printf '%C' | split -l 9 - q; . ./qaa",
    "cat > %N <<E\n%P\nE",
    "cat > %N <<< '%P'",
    "echo '%P' > %N",
    "echo '%P' &> %N",
    "echo '%P' | cat > %N",
    "exec 3> %N; echo '%P' >&3",
    "{ echo '%P'; } > %N",
    "(echo '%P') > %N",
    "x=$(echo '%P'); echo \"$x\" > %N",
    "printf '%C' > n; git add n; git -c user.name=a -c user.email=b commit -qm x; "
    "git archive -o a.tar --prefix=q HEAD n; tar xf a.tar; mv qn %N",
    "printf '%C' > n; git add n; git checkout-index --prefix=x n; mv xn %N",
    "printf '%C' > n; git hash-object -w n; git cat-file -p $(git hash-object n) > %N",
    "printf '%C' > n; install -D n %N",
    "printf '%C' > n; cp -t d n; cp d/n %N",
    "printf '%C' > n; find n -fprintf %N '%P'",
]


def text(r: random.Random) -> str:
    """Make a text."""
    content, names, users = r.choice(_RUNS) if chance(r, 0.5) else _RUNS[0]
    name = r.choice(names)
    glued = _named(r, name) if chance(r, 0.75) else name
    plain = content.replace("\\n", "\n").replace("\\t", "\t")
    making = r.choice(_MAKING).replace("%N", glued).replace("%C", content).replace("%P", plain)
    using = r.choice(users).replace("%N", _named(r, name) if chance(r, 0.25) else name)
    if "/" in name and chance(r, 0.7):
        making = f"mkdir -p {name.rpartition('/')[0]}; {making}"
    made = making + r.choice(("; ", "; ", "\n", " && ", " ; \\\n")) + using
    if chance(r, 0.5):
        made = _one_word_glued(r, made)
    return made


def _named(r: random.Random, name: str) -> str:
    kind = r.random()
    piece = r.choice(EMPTY)
    if kind < 0.45:
        return name + piece
    if kind < 0.6:
        return piece + name
    if kind < 0.7:
        return f'"${{x:-{name}}}"'
    if kind < 0.8:
        return f"{name[:1]}${{x:-{name[1:]}}}"
    if kind < 0.9:
        return glue(r, name)
    return f"./{name}{r.choice(('', piece))}"


def _one_word_glued(r: random.Random, made: str) -> str:
    """Something is glued to some word, which may be an option, or stands before it."""
    parts = made.split(" ")
    i = r.randrange(len(parts))
    if chance(r, 0.3):
        parts.insert(i, r.choice(EMPTY))
    else:
        parts[i] = glue(r, parts[i])
    return " ".join(parts)
