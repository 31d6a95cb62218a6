"""What `set` and `shopt` change."""

import pytest

from shell.reading import argvs, opaque


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("set -- a; set -o pipefail; $1", ["a"]),
        ("set -- a; set -eo pipefail b; $1", ["b"]),
        ("set -- a; set -oo pipefail posix b; $1", ["b"]),
        ("set -- a; set -o; $1", ["a"]),
        ("set -- a; set -; $1", ["a"]),
        ("set -- a; set - b; $1", ["b"]),
        ("set -- a; set +x -- b; $1", ["b"]),
        ("set -- a; set -o nosuch b; $1", ["…"]),
        ("set -- a; set -Z b; $1", ["…"]),
        ("set -- a; set $(y) b; $1", ["…"]),
        ("x=a; unset -n x; ${x:-b}", ["…"]),
    ],
)
def test_options_that_come_before_arguments(text: str, last: list[str]) -> None:
    assert argvs(text)[-1] == last


@pytest.mark.parametrize("text", ["set -k", "set -o keyword", "set +B", "shopt -s xpg_echo", "bash -k -c ls"])
def test_options_by_which_texts_are_read_otherwise(text: str) -> None:
    assert any("otherwise" in reason for reason in opaque(text))
