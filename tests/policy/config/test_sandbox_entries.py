"""Sandboxes are read with their paths."""

from policy.reading import definitions_value, layer_of


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
