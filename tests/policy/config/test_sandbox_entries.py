"""Sandboxes are read with their paths."""

import pytest

from policy.reading import definitions_value, layer_of
from wicket import Policy, policy_files
from wicket.policy.errors import PolicyError
from wicket.sandbox.profile import Profile


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
