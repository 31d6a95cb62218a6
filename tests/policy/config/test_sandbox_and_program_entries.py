"""Tests of `sandbox_and_program_entries`."""

from pathlib import Path

import pytest

from policy.reading import definitions_value, layer_of
from wicket import Policy, policy_files
from wicket.policy.config.sandbox_and_program_entries import refused_name
from wicket.policy.errors import PolicyError
from wicket.sandbox.profile import Profile
from wicket.shell.catalogue.compiled_catalogue import aliases, names
from wicket.shell.walk.builtin_handlers import HANDLERS

# ── sandboxes are read with their paths ───────────────────────────────────────


def test_sandboxes_are_read() -> None:
    layer = layer_of(
        "definitions:\n"
        "  sandbox:\n"
        "    new:\n"
        "      fs: {read: {deny: ['<path:secrets>', ~/x]}, write: {allow: [.], deny: [./.git]}}\n"
        "      network: {allow: false}\n"
        "    old: {fs: {writable: [./out], deny: [./in]}}\n"
        "    empty:\n"
    )
    assert definitions_value(layer.definitions) == {
        "sandboxes": {
            "new": (("/project",), ("/project/.git",), ("<path:secrets>", "/home/me/x"), False),
            "old": (("/project/out",), ("/project/in",), ("/project/in",), True),
            "empty": ((), (), (), True),
        }
    }
    assert [str(warning) for warning in layer.warnings] == [
        "wicket.yml:6: `definitions.sandbox.old.fs.writable` is old; write `write: {allow: […]}`",
        "wicket.yml:6: `definitions.sandbox.old.fs.deny` is old; write `read: {deny: […]}` and `write: {deny: […]}`",
    ]


def test_what_wicket_adds_to_sandboxes_is_read() -> None:
    text = "definitions: {sandbox: {a: {fs: {read: {allow: [lib]}}, unix_sockets: true, env: [NPM_TOKEN]}, b: {}}}\n"
    found = layer_of(text).definitions.sandboxes
    assert {name: (one.read_allow, one.unix_sockets, one.env) for name, one in found.items()} == {
        "a": (("/project/lib",), True, ("NPM_TOKEN",)),
        "b": (None, False, ()),
    }


def test_in_a_persons_own_file_a_sandbox_speaks_of_the_project_that_is_worked_in() -> None:
    text = "definitions: {sandbox: {a: {fs: {write: {allow: [., ~/x], deny: [./y]}}}}}\n"
    found = layer_of(text, "global").definitions.sandboxes["a"]
    assert (found.write_allow, found.write_deny) == ((".", "/home/me/x"), ("y",))


@pytest.mark.parametrize(
    ("limits", "found"),
    [
        ("{memory: 2GB, processes: 64}", ("memory=2147483648", "processes=64")),
        ("{file_size: 512 , open_files: '99', cpu_seconds: 1}", ("file_size=512", "open_files=99", "cpu_seconds=1")),
        ("{memory: 3MB, file_size: 4KB}", ("memory=3145728", "file_size=4096")),
    ],
)
def test_limits_are_read(limits: str, found: tuple[str, ...]) -> None:
    layer = layer_of(f"definitions: {{sandbox: {{a: {{limits: {limits}}}}}}}\n")
    assert (layer.definitions.sandboxes["a"].limits, layer.problems) == (found, [])


@pytest.mark.parametrize(
    "limit", ["memory: 0", "memory: 2TB", "memory: GB", "memory: -1", "memory: [1]", "memory: 1.5GB"]
)
def test_what_is_no_limit_is_said(limit: str) -> None:
    layer = layer_of(f"definitions: {{sandbox: {{a: {{limits: {{{limit}}}}}}}}}\n")
    assert [str(problem) for problem in layer.problems] == [
        "wicket.yml:1: `definitions.sandbox.a.limits.memory` is no limit; write a number above 0, as in `memory: 2GB`"
    ]


def test_only_sizes_have_units() -> None:
    layer = layer_of("definitions: {sandbox: {a: {limits: {processes: 5KB, memroy: 5}}}}\n")
    assert [str(problem) for problem in layer.problems] == [
        "wicket.yml:1: `definitions.sandbox.a.limits` has no key `memroy`; did you mean `memory`?",
        "wicket.yml:1: `definitions.sandbox.a.limits.processes` is no limit; write a number above 0, "
        "as in `processes: 100`",
    ]


def inherited(text: str) -> dict[str, Profile]:
    policy = policy_files.loads(f"definitions: {{sandbox: {{{text}}}}}\n", "/project", {"HOME": "/home/me"})
    compiled = Policy(policy.compiled()).sandboxes
    return {name: Profile.stored(name, fields) for name, fields in compiled.items()}


def test_what_is_inherited_is_added_to() -> None:
    files = "fs: {write: {allow: [.], deny: [./a]}, read: {deny: [~/b]}}"
    base = f"base: {{{files}, network: {{allow: false}}, limits: {{memory: 5}}}}"
    found = inherited(
        f"{base}, c: {{inherit: d, limits: {{memory: 7}}, network: {{allow: true}}}}, "
        "d: {inherit: base, fs: {write: {allow: [./x]}}, unix_sockets: true, env: [N]}"
    )
    assert found["d"] == Profile(
        "d", ("/project", "/project/x"), ("/project/a",), None, ("/home/me/b",), False, True, ("N",), ("memory=5",)
    )
    assert found["c"] == found["d"]._replace(name="c", network=True, limits=("memory=7",))


def test_caches_are_inherited_unless_it_is_said_otherwise() -> None:
    found = inherited("a: {caches: true}, b: {inherit: a}, c: {inherit: a, caches: false}, d: {}")
    assert [found[name].caches for name in "abcd"] == [True, True, False, False]


def test_a_list_of_what_is_read_is_joined() -> None:
    found = inherited("a: {fs: {read: {allow: [./x]}}}, b: {inherit: a, fs: {read: {allow: [./y]}}}, c: {inherit: a}")
    assert [found[name].read_allow for name in "bc"] == [("/project/x", "/project/y"), ("/project/x",)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: {inherit: a}", "sandbox `a` inherits from itself"),
        ("a: {inherit: b}, b: {inherit: a}", "sandbox `b` inherits from itself"),
        ("able: {}, b: {inherit: abel}", "there is no sandbox `abel`"),
    ],
)
def test_what_cannot_be_inherited_is_said(text: str, said: str) -> None:
    with pytest.raises(PolicyError) as caught:
        inherited(text)
    assert said in str(caught.value)


# ── which names cannot be taught ──────────────────────────────────────────────


def test_no_name_that_is_known_can_be_taught() -> None:
    known = [*names(), *aliases, *HANDLERS, "wicket", "eval", "aarch64-linux-gnu-gcc"]
    assert [name for name in known if not refused_name(name)] == []
    assert refused_name("mytool") == ""


# ── `programs` of a policy file ───────────────────────────────────────────────

POLICY = """\
programs:
  option_groups:
    common: -q|--quiet
  mytool:
    usage: '@common -o|--output=WRITE READ...'
    aliases: mt
    examples:
      mytool -o out.txt in.txt: writes out.txt, reads in.txt
  ourdeploy:
    usage:
      ourdeploy: SUB
      ourdeploy run: -e=VALUE COMMAND...
    harmless:
      ourdeploy: status list
    complete: true
"""


def problems(text: str) -> list[str]:
    with pytest.raises(PolicyError) as error:
        policy_files.loads(text, name="wicket.yml")
    return [f"{problem.origin}: {problem.message}" for problem in error.value.problems]


def test_entries_are_compiled_as_those_of_the_catalogue_are() -> None:
    loaded = policy_files.loads(POLICY, name="wicket.yml")
    assert loaded.config.programs == {
        "mytool": (
            {"usage": {"mytool": "-q|--quiet -o|--output=WRITE READ..."}, "aliases": ("mt",), "file": "wicket.yml"}
            | {"line": 4},
        ),
        "ourdeploy": (
            {
                "usage": {"ourdeploy": "SUB", "ourdeploy run": "-e=VALUE COMMAND..."},
                "harmless": {"ourdeploy": "status list"},
                "file": "wicket.yml",
                "line": 9,
                "complete": True,
            },
        ),
    }
    assert loaded.compiled()["programs"] == loaded.config.programs
    assert [(one.command, one.said, one.origin.line) for one in loaded.config.program_examples] == [
        ("mytool -o out.txt in.txt", "writes out.txt, reads in.txt", 8)
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("programs: 1", "wicket.yml:1: `programs` must be a mapping, and is a number"),
        ("programs:\n  x: READ", "wicket.yml:2: the program `x` must be a mapping, and is a text"),
        (
            "programs:\n  x:\n    usage: RAED",
            "wicket.yml:3: the kind `RAED` is not known; did you mean `READ`?",
        ),
        ("programs:\n  x:\n    usage: {x: SUB, x a: RAED}", "wicket.yml:3: the kind `RAED` is not known"),
        (
            "programs:\n  x:\n    loads: y",
            "wicket.yml:2: `x` has no usage line of its own: say how it reads its command line",
        ),
        (
            "programs:\n  option_groups:\n    a: '@b'\n  x: {usage: READ}",
            "wicket.yml:3: there is no group `b`; name it under option_groups",
        ),
        ("programs:\n  option_groups: 1\n  x: {usage: READ}", "wicket.yml:2: `option_groups` must be a mapping"),
        ("programs:\n  ./x: {usage: READ}", "wicket.yml:2: `./x` is a path: teach a program by its name"),
        ("programs:\n  'x y': {usage: READ}", "wicket.yml:2: `x y` is no name of a program"),
        ("programs:\n  '-x': {usage: READ}", "wicket.yml:2: `-x` is no name of a program"),
        ("programs:\n  rm: {usage: READ}", "wicket.yml:2: wicket knows `rm` already: `wicket programs rm` says what"),
        ("programs:\n  gtar: {usage: READ}", "wicket.yml:2: wicket knows `gtar` already"),
        ("programs:\n  git-push: {usage: READ}", "wicket.yml:2: wicket knows `git-push` already"),
        ("programs:\n  bash: {usage: READ}", "wicket.yml:2: `bash` is a shell or an interpreter"),
        ("programs:\n  python3.13: {usage: READ}", "wicket.yml:2: `python3.13` is a shell or an interpreter"),
        ("programs:\n  x:\n    usage: READ\n    aliases: y sh", "wicket.yml:4: `sh` is a shell or an interpreter"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, said: str) -> None:
    assert problems(text)[0].startswith(said)


def test_of_a_name_that_is_none_nothing_else_is_said() -> None:
    assert problems("programs:\n  my tool: {usage: {my tool: SUB}, usge: 1}") == [
        "wicket.yml:2: `my tool` is no name of a program"
    ]


def test_a_flag_that_seems_to_take_a_value_is_warned_of() -> None:
    loaded = policy_files.loads("programs:\n  x:\n    usage: -o WRITE READ...\n", name="wicket.yml")
    (warning,) = loaded.warnings
    assert str(warning).startswith("wicket.yml:3: `-o` is a flag here, and WRITE an operand; write `-o=WRITE` if ")
    assert warning.about == "-o"


def test_what_is_too_much_to_read_is_not_read() -> None:
    groups = "".join(f"    g{number}: '@g{number + 1} @g{number + 1}'\n" for number in range(60))
    text = f"programs:\n  option_groups:\n{groups}    g60: -a\n  x: {{usage: '@g0'}}\n"
    assert problems(text) == ["wicket.yml:64: `programs` is more than 100,000 words, which is too much to read"]


def test_only_a_persons_own_file_calls_an_entry_complete(tmp_path: Path) -> None:
    home, project = tmp_path / "home", tmp_path / "project"
    (home / ".config" / "wicket").mkdir(parents=True)
    (project / ".git").mkdir(parents=True)
    entry = "programs:\n  x:\n    usage: READ\n    complete: true\n"
    environ = {"HOME": str(home), "WICKET_HOME": str(tmp_path / "state")}
    own = home / ".config" / "wicket" / "wicket.yml"
    own.write_text(entry)
    assert policy_files.discover(project, environ).config.programs["x"][0]["complete"] is True
    (project / "wicket.yml").write_text(entry)
    said = [f"{one.message}" for one in policy_files.discover(project, environ).warnings]
    assert "only a person's own file may call an entry complete, and this one about `x` is in another" in said
    # What nobody trusts teaches nothing, and that is said.
    (project / "wicket.yml").write_text("programs:\n  y:\n    usage: READ\n")
    found = policy_files.discover(project, environ)
    assert list(found.config.programs) == ["x"]
    assert [one.message for one in found.warnings] == ["not trusted yet, so wicket ignores its `programs` about y"]


def test_two_files_about_one_program_add_up(tmp_path: Path) -> None:
    (tmp_path / "base.yml").write_text("programs:\n  x: {usage: -a=READ}\n")
    (tmp_path / "wicket.yml").write_text("extends: ./base.yml\nprograms:\n  x: {usage: -b=WRITE}\n")
    entries = policy_files.load(tmp_path / "wicket.yml").config.programs["x"]
    assert [entry["usage"] for entry in entries] == [{"x": "-a=READ"}, {"x": "-b=WRITE"}]


def test_of_a_policy_that_does_not_load_no_entry_is_complete() -> None:
    with pytest.raises(PolicyError) as error:
        policy_files.loads(POLICY + "rules: 1\n", name="wicket.yml")
    assert error.value.remaining is not None
    remaining = error.value.remaining()["programs"]
    assert sorted(remaining) == ["mytool", "ourdeploy"]
    assert "complete" not in remaining["ourdeploy"][0]
