"""A file is read with all that it extends, and every file that was looked at is known."""

from pathlib import Path

import pytest

from policy_files.places import Person, commit
from wicket.policy_files.extends_references_and_checkouts import GitReference, obtain
from wicket.policy_files.file_and_extends_reader import MAX_DEPTH, PRESETS, Reading
from wicket.policy_files.file_digest_and_permissions import ABSENT, state

FILE = ("file",)


def read(person: Person, name: str = "wicket.yml", **settings: bool) -> Reading:
    reading = Reading(str(person.home), str(person.state), protocols=FILE, **settings)  # type: ignore[arg-type]
    reading.file(str(person.project / name))
    return reading


def order(reading: Reading) -> list[str]:
    return [Path(layer.place.shown).name for layer in reading.layers]


def problems(person: Person, reading: Reading) -> list[str]:
    return person.shown(tuple(problem for layer in reading.layers for problem in layer.problems))


def test_what_is_extended_lies_below_and_a_diamond_is_read_once(person: Person) -> None:
    person.put(
        {
            "wicket.yml": "extends: [./a.yml, sub/b.yml]\n",
            "a.yml": "extends: [./c.yml]\n",
            "sub/b.yml": f"extends: [{person.project}/c.yml, ./d.yml]\n",
            "c.yml": "rules: []\n",
            "sub/d.yml": "rules: []\n",
        }
    )
    reading = read(person)
    assert order(reading) == ["c.yml", "a.yml", "d.yml", "b.yml", "wicket.yml"]
    assert (reading.root.place.shown, problems(person, reading)) == (str(person.project / "wicket.yml"), [])
    assert reading.inputs == {
        str(person.project / name): state(str(person.project / name))
        for name in ("wicket.yml", "a.yml", "sub/b.yml", "c.yml", "sub/d.yml")
    }


def test_a_cycle_is_refused(person: Person) -> None:
    person.put({"wicket.yml": "extends: [./a.yml]\n", "a.yml": "extends: [./b.yml]\n", "b.yml": "extends: [./a.yml]\n"})
    assert problems(person, read(person)) == [
        "/home/project/b.yml:1: `./a.yml` extends itself in the end; remove one of the entries that lead there"
    ]


def test_depth_is_bounded(person: Person) -> None:
    person.put({f"f{n}.yml": f"extends: [./f{n + 1}.yml]\n" for n in range(MAX_DEPTH + 1)})
    person.put({"wicket.yml": "extends: [./f1.yml]\n", f"f{MAX_DEPTH}.yml": "rules: []\n"})
    assert problems(person, read(person)) == []
    person.put({"wicket.yml": "extends: [./f0.yml]\n"})
    assert problems(person, read(person)) == [
        f"/home/project/f{MAX_DEPTH - 1}.yml:1: `./f{MAX_DEPTH}.yml` is more than {MAX_DEPTH} files deep; "
        "extend it from a file nearer by"
    ]


SHIPPED = sorted(path.stem for path in Path(PRESETS).glob("*.yml"))


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("./gone.yml", "`./gone.yml`: /home/project/gone.yml is not there; check the path"),
        (
            "../up.yml",
            "`../up.yml`: this leads out of the folder of this file; "
            "write an absolute path, or put the file beside this one",
        ),
        (
            "wicket:nothing",
            f"`wicket:nothing`: there is no such preset; there are {', '.join(SHIPPED)}",
        ),
        ("github:o/r@v1", "`github:o/r@v1`: this has not been fetched; run `wicket policy update`"),
    ],
)
def test_what_cannot_be_extended_is_a_problem_at_its_line(person: Person, entry: str, said: str) -> None:
    person.write(wicket_yml=f"rules: []\nextends:\n- '{entry}'\n")
    assert problems(person, read(person)) == [f"/home/project/wicket.yml:3: {said}"]


@pytest.mark.parametrize(
    ("make", "said"),
    [
        ("mkdir", "wicket.yml: the file is a folder; look at it, or name another"),
        (b"a: \xff\n", "wicket.yml:1: this is no UTF-8; save it as UTF-8"),
        (b"a: [\n", "wicket.yml:2: this is no YAML: did not find expected node content "
            "while parsing a flow node (column 1); check quotes, brackets and indentation"),
        (b"x" * (4 * 1024 * 1024 + 1), "wicket.yml: this is larger than 4194304 bytes; "
            "split it into files, with `extends`"),
        (None, "wicket.yml: the file is not there; look at it, or name another"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_is_a_problem(person: Person, make: bytes | str | None, said: str) -> None:
    path = person.project / "wicket.yml"
    if make == "mkdir":
        path.mkdir()
    elif isinstance(make, bytes):
        path.write_bytes(make)
    assert problems(person, read(person)) == [f"/home/project/{said}"]


def test_shipped_presets_are_marked_and_bring_no_tests(person: Person) -> None:
    person.write(wicket_yml="extends: ['wicket:read-only']\n")
    reading = read(person)
    preset = reading.layers[0]
    assert reading.shipped == {f"{PRESETS}/read-only.yml"}
    assert (preset.place.shown, str(preset.rules[0].origin)) == (
        "preset wicket:read-only",
        "preset wicket:read-only:10",
    )
    assert {rule.tests for rule in preset.rules} == {()}


def test_what_a_type_executes_is_an_input_whether_it_is_there_or_not(person: Person) -> None:
    person.put(
        {
            "wicket.yml": "types: {A: {executor: ./checks/a.sh}, B: {executor: python3 checks/b.py --x=c.json}}\n",
            "checks/a.sh": "#!/bin/sh\n",
            "c.json": "{}",
        }
    )
    known = {Path(path).name: found for path, found in read(person).inputs.items()}
    assert set(known) == {"wicket.yml", "a.sh", "b.py", "c.json"}
    assert (known["b.py"], known["a.sh"].split()[0]) == (ABSENT, "own")


def test_what_is_extended_for_tests_counts_when_it_is_tested(person: Person) -> None:
    person.put({"wicket.yml": "tests: {extends: [./t.yml, ./gone.yml]}\n", "t.yml": "rules: []\n"})
    plain, testing = read(person), read(person, testing=True)
    assert (order(plain), problems(person, plain)) == (["wicket.yml"], [])
    assert order(testing) == ["t.yml", "wicket.yml"]
    assert problems(person, testing) == [
        "/home/project/wicket.yml:1: `./gone.yml`: /home/project/gone.yml is not there; check the path"
    ]
    assert plain.inputs == testing.inputs


def test_a_runok_file_is_lenient_and_a_text_lies_in_a_folder(person: Person) -> None:
    person.put({"runok.yml": "zzz: 1\n", "more.yml": "zzz: 1\n"})
    assert [bool(layer.problems) for layer in read(person, "runok.yml").layers] == [False]
    reading = Reading(str(person.home), "")
    reading.text("extends: [./more.yml]\n", str(person.project), "text")
    assert order(reading) == ["more.yml", "text"]
    reading = Reading("", "")
    reading.text("extends: ['github:o/r@v1', x.yml]\n", None, "text")
    assert [str(problem) for problem in reading.root.problems] == [
        "text:1: `github:o/r@v1`: this has not been fetched; run `wicket policy update`",
        "text:1: `x.yml`: this is relative, and the policy lies in no folder; write an absolute path",
    ]


def test_git_is_served_from_what_was_fetched_and_pinned(person: Person, tmp_path: Path) -> None:
    work = tmp_path / "work"
    first = commit(
        work,
        {
            "wicket.yml": "extends: [./sub/a.yml]\nrules:\n- allow: one\n  tests: [{allow: one}]\n",
            "sub/a.yml": "extends: [../b.yml]\ntypes: {T: {executor: ./run.sh}}\n",
            "sub/run.sh": "#!/bin/sh\n",
            "b.yml": "extends: [/etc/passwd, ../x.yml]\n",
        },
    )
    url = f"file://{work}"
    person.write(wicket_yml=f"extends: ['{url}@main']\n")
    missing = read(person)
    assert problems(person, missing)[0].endswith("this has not been fetched; run `wicket policy update`")
    assert missing.fetches == {f"{url}@main": GitReference(url, ".", "main")}
    obtained, tree = obtain(str(person.state), url, "main", {"PATH": "/usr/bin:/bin"}, FILE)
    assert obtained == first
    person.put({"wicket.lock": f'"{url}@main": {first}\n'})
    reading = read(person)
    assert order(reading)[-1] == "wicket.yml"
    assert [layer.place.shown.rpartition("/")[2] for layer in reading.layers] == [
        f"{first[:12]}:b.yml",
        "a.yml",
        "work@main",
        "wicket.yml",
    ]
    assert [rule.tests for layer in reading.layers for rule in layer.rules] == [()]
    assert [message.split(": ", 1)[1] for message in problems(person, reading)] == [
        "`/etc/passwd`: a fetched file names a file of this machine; it may name files beside it",
        "`../x.yml`: this leads out of the repository; write an absolute path, or put the file beside this one",
    ]
    assert reading.layers[1].types["T"].folder == f"{tree}/sub"
    assert reading.inputs[f"{tree}/sub/run.sh"].startswith("own ")
    assert reading.inputs[str(person.project / "wicket.lock")].startswith("own ")


def test_a_commit_needs_no_pin(person: Person, tmp_path: Path) -> None:
    first = commit(tmp_path / "work", {"base.yml": "rules: [{allow: x}]\n"})
    url = f"file://{tmp_path}/work"
    obtain(str(person.state), url, first, {"PATH": "/usr/bin:/bin"}, FILE)
    person.write(wicket_yml=f"extends: ['{url}@{first}']\n")
    (said,) = problems(person, read(person))
    assert said.endswith("the repository has no such file; looked for wicket.yml, wicket.yaml, runok.yml, runok.yaml")


@pytest.mark.parametrize("lock", ["[1]", "a: [", "x: nothing\n", "\xff"])
def test_a_lock_that_pins_nothing_pins_nothing(person: Person, lock: str) -> None:
    person.put({"wicket.yml": "extends: ['github:o/r']\n", "wicket.lock": lock})
    (said,) = problems(person, read(person))
    assert said.endswith("this has not been fetched; run `wicket policy update`")


def test_the_home_of_a_preset_is_that_of_whoever_extends_it(person: Person) -> None:
    reading = Reading(str(person.home), str(person.state), protocols=FILE)
    reading.text("extends: ['wicket:secrets']", None, "policy")
    assert [layer.place.home for layer in reading.presets] == [""]  # it waits for the check
    reading = Reading(str(person.home), str(person.state), protocols=FILE)
    reading.text("extends: ['wicket:secrets']", str(person.project), "policy")
    assert [layer.place.home for layer in reading.presets] == [str(person.home)]
