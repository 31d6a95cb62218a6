"""A verdict always ends: what is too much to follow is asked about, and ordinary texts never come near that."""

import re
from pathlib import Path

import pytest

from policy.judging import CWD, ENVIRON, decide, policy, verdict, world
from wicket.loaded_policy import Policy
from wicket.policy.evaluation.evaluate import conclude, examine
from wicket.policy.machine_view import World
from wicket.shell.read import read
from wicket.shell.reader_settings import World as ShellWorld
from wicket.shell.refusal_and_work_limit import JUDGING, READING, TOO_MUCH, Fuel

ENDLESS = "f() { a && f; a && unset -f f; }; f; f; f; f"
NAMES = tuple(f"file{number}.txt" for number in range(5_000))

LISTS = {
    "files": {
        "deny_read": ["/etc/shadow", "~/.ssh", ".env*", "**/*.pem", "/var/lib/**/x"],
        "deny_write": ["/etc", "~/.bashrc", "**/.git/**", "**/*.lock"],
    }
}


def used(asked: Policy, text: str, here: World) -> int:
    """Judge a text, and say how many units that took; all that there are if it was too much."""
    script = read(text, ShellWorld(here.environ, fuel=here.fuel))
    read_for = READING - here.fuel.left
    found = conclude(asked._data, script, examine(asked._data, script, here))
    if TOO_MUCH in found.reason or any(
        TOO_MUCH in said for one in found.evidence if one.command for _, said, _, _ in one.reasons
    ):
        return READING + JUDGING
    return read_for + READING - read_for + JUDGING - here.fuel.left


def test_what_does_not_end_is_asked_about() -> None:
    found = verdict(policy("allow: a", "allow: unset *"), ENDLESS)
    assert (str(found.decision), found.reason[:30]) == ("ask", "the text is too much to follow")


@pytest.mark.parametrize(
    ("text", "expected"),
    [(ENDLESS, "deny"), ("a (", "deny"), ("a; )", "deny"), ("rm " + "$x " * 30_000, "deny"), ("a", "allow")],
    ids=["endless", "refused", "refused behind a command", "too much for the rules", "plain"],
)
def test_where_nothing_is_allowed_by_default_it_is_denied(text: str, expected: str) -> None:
    rules = ("allow: a", "allow: unset *", "allow: rm *", "ask: rm * x * y * z *")
    assert decide(policy(*rules, defaults={"action": "deny"}), text) == expected


def test_what_was_found_before_it_became_too_much_counts() -> None:
    asked = policy("deny: rm *", "allow: a", "allow: find *", "ask: find * x * y * z *")
    assert decide(asked, f"rm x; {ENDLESS}") == "deny"
    assert decide(asked, "rm x; find " + "$x " * 30_000) == "deny"
    assert decide(asked, "find " + "$x " * 30_000) == "ask"


def test_what_the_rules_cannot_follow_is_said() -> None:
    found = verdict(policy("allow: find *", "ask: find * x * y * z *"), "find " + "$x " * 30_000)
    assert "the text is too much to follow" in [said for one in found.evidence for _, said, _, _ in one.reasons]


def test_a_folder_is_listed_once() -> None:
    listed: list[str] = []

    def names(folder: str) -> tuple[str, ...]:
        listed.append(folder)
        return NAMES if folder == CWD else ()

    def links(folder: str) -> tuple[str, ...]:
        listed.append(folder)
        return NAMES[:50]

    here = world(names=names, links=links, kind=lambda _: "folder")
    asked = policy("deny: rm -rf *", "allow: ls *", **LISTS)
    assert used(asked, "ls " + "* " * 400 + "; rm *.txt; cat *.pem *.txt", here) < (READING + JUDGING) // 2
    assert listed.count(CWD) == 2  # its names, and its links


def test_each_question_is_put_to_the_disk_once() -> None:
    asked: list[str] = []

    def kind(path: str) -> str:
        asked.append(path)
        return "file"

    here = world(kind=kind)
    assert [here.kind("/a"), here.kind("/a"), here.kind("/b")] == ["file"] * 3
    assert asked == ["/a", "/b"]


@pytest.mark.parametrize(
    "text",
    [
        "ls " + "* " * 50_000,
        "cp " + " ".join(f"*.a{number}" for number in range(9_000)) + " /tmp",
        "find " + "$x " * 33_000,
        "ls " + ">$a " * 25_000,
        "rm *.txt;" * 11_000,
        "".join(f"deploy 'ls x; ls y{number}' ls rmm;" for number in range(2_000)),
        "find $x $y -name $z -exec rm {} \\;;" * 2_700,
    ],
    ids=[
        "one glob",
        "globs",
        "unknown words",
        "redirects",
        "commands",
        "commands among words",
        "commands of find",
    ],
)
def test_what_is_much_is_not_followed_to_its_end(text: str) -> None:
    here = world(names=lambda _: NAMES, links=lambda _: NAMES[:50], kind=lambda _: "folder")
    asked = policy("deny: rm -rf *", "deny: find * -delete *", "ask: ls * a * b *", "deny: deploy * x", **LISTS)
    assert used(asked, text, here) == READING + JUDGING


# ── what never runs out ──────────────────────────────────────────────────────

ORDINARY = r"""
git log --oneline --since=yesterday | grep -v "$x" | sort -u > out{i}.txt
for f in *.txt; do cp "$f" /tmp/x/; done
say() { printf '%s\n' "$*" >> "$log"; }; say "step {i}"
if [ -f "$root/Makefile" ]; then (cd "$root" && make -j4 all) || exit 1; fi
rm -rf build/*.o *.tmp
find . -name '*.py' -not -path './x/*' -exec grep -l foo {} \; | xargs sed -i 's/a/b/g'
python3 -c 'import json,sys; print(json.load(sys.stdin)["a"])' < x{i}.json
docker run --rm -v "$PWD:/w" -e A={i} img sh -c 'make test && make lint'
curl -fsSL "https://example.com/$v/x.tgz" | tar xz -C /opt/y{i}
deploy --to "$env" --hook 'echo done; ls x' file{i}.yml
while read -r line; do case $line in error*) echo "$line" >&2;; *) :;; esac; done < "$log"
x=$(date +%s); y=$((x + {i})); echo "${y:-none} ${x%.*}"
ls * d*/*.txt f?le*.txt "$a" $b
git add -A && git commit -m "change {i}: $x" && git push origin main
npm ci && npm run build -- --prod
ssh host{i} "cd /srv && git pull && systemctl restart app"
cat a{i} b{i} | awk '{print $1}' | tr a-z A-Z | tee -a log{i}
trap 'rm -f "$tmp"' EXIT; tmp=$(mktemp); cat "$tmp"
""".strip().split("\n")

PRESETS = Policy.loads("{extends: ['wicket:read-only', 'wicket:destructive'], defaults: {action: ask}}")


def folder() -> World:
    return World(
        CWD,
        ENVIRON,
        names=lambda path: NAMES if path == CWD else None,
        links=lambda path: NAMES[:50] if path == CWD else (),
        fuel=Fuel(),
    )


def five_hundred(lines: list[str]) -> str:
    """Make a text of about 500 commands: what pipes, lists and functions join are several."""
    made: list[str] = []
    count = 0
    while count < 500:
        line = lines[len(made) % len(lines)].replace("{i}", str(len(made)))
        made.append(line)
        count += 1 + len(re.findall(r"\|\|?|&&|;|\$\(|-exec|sh -c", line))
    return "\n".join(made) + "\n"


@pytest.mark.parametrize(
    "asked", [PRESETS, policy("deny: rm -rf *", "allow: * --help", **LISTS)], ids=["presets", "lists"]
)
def test_five_hundred_commands_never_run_out(asked: Policy) -> None:
    assert used(asked, five_hundred(ORDINARY), folder()) < (READING + JUDGING) // 2


@pytest.mark.parametrize("line", ORDINARY)
def test_nor_do_five_hundred_of_one_kind(line: str) -> None:
    assert used(PRESETS, five_hundred([line]), folder()) < READING + JUDGING


@pytest.mark.parametrize("program", ["cat", "python3 -", "deploy", "psql", "tee x", "bash -s"])
@pytest.mark.parametrize("quoted", ["'E'", "E"])
def test_nor_does_one_long_here_document(program: str, quoted: str) -> None:
    line = "the quick brown fox; rm -rf x $i jumps over 'a' lazy dog: it is late, and they have a long way to go home\n"
    text = f"{program} <<{quoted}\n{line * 900}E\n"
    asked = policy("deny: rm -rf *", defaults={"action": "allow"})
    assert len(text) > 90_000
    assert used(asked, text, folder()) < READING + JUDGING


def test_the_real_folder_is_listed_once(tmp_path: Path) -> None:
    for number in range(200):
        (tmp_path / f"file{number}").touch()
    asked = policy("allow: ls *", **LISTS)
    assert decide(asked, "ls " + "* " * 400, tmp_path) == "allow"
