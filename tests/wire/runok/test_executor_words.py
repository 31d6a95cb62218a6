"""An executor is split as a shell would split it, and real shells are the judges."""

import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.errors import WicketError
from wicket.wire.runok.executor_words import UnreadableExecutor, split

SPLIT = {
    "./checks/env_guard.sh": ("./checks/env_guard.sh",),
    "deno run --allow-net ./checks/url_check.ts": ("deno", "run", "--allow-net", "./checks/url_check.ts"),
    "  python3\t-u \n x.py ": ("python3", "-u", "x.py"),
    "a 'b  c' \"d  e\" f\\ g": ("a", "b  c", "d  e", "f g"),
    "a''b\"\"c '' \"\"": ("abc", "", ""),
    r"""a "b\"c\\d\$e\`f\g" '\n'""": ("a", r"""b"c\d$e`f\g""", r"\n"),
    r"\a\'\"\\": ("a'\"\\",),
    "a\\\nb \\\n c": ("ab", "c"),
    'a "b\\\nc" "d\ne"': ("a", "bc", "d\ne"),
    "a # a comment 'with\nb#c # another": ("a", "b#c"),
    "a $HOME ~ * `b` $(c) {d,e} | f; g > h &": (
        *("a", "$HOME", "~", "*", "`b`", "$(c)"),
        *("{d,e}", "|", "f;", "g", ">", "h", "&"),
    ),
}

UNREADABLE = {
    "": "the executor is empty: name the program to start",
    " \t\n": "the executor is empty: name the program to start",
    "# only a comment": "the executor is empty: name the program to start",
    "'' x": "the executor's first word is empty: name the program to start",
    "sh -c 'echo": "the executor has a single quote that is not closed: 'echo",
    'sh -c "echo\\"': 'the executor has a double quote that is not closed: "echo\\"',
    'a "b\\': 'the executor has a double quote that is not closed: "b\\',
    "a b\\": "the executor ends in a backslash: remove it, or write two",
    "a\0b": "the executor contains a NUL character: remove it",
}


@pytest.mark.rule("R-H1")
@pytest.mark.parametrize(("executor", "words"), SPLIT.items(), ids=ascii)
def test_words_are_split_as_a_shell_would(executor: str, words: tuple[str, ...]) -> None:
    assert split(executor) == words


@pytest.mark.rule("R-H2")
@pytest.mark.parametrize(("executor", "sentence"), UNREADABLE.items(), ids=ascii)
def test_what_cannot_be_split_is_an_error_with_a_name(executor: str, sentence: str) -> None:
    with pytest.raises(UnreadableExecutor) as caught:
        split(executor)
    assert str(caught.value) == sentence
    assert isinstance(caught.value, WicketError)


@pytest.mark.rule("R-H1")
def test_a_real_shell_splits_the_same() -> None:
    """Only texts without what a shell would expand, and of one line; the words come back with NULs after them."""
    texts = [text for text in SPLIT if not text.startswith(("a $HOME", "a #", "  python3"))]
    script = "".join(f"printf '%s\\0' {text}\nprintf '\\0\\0'\n" for text in texts)
    out = subprocess.run([shutil.which("sh") or "sh", "-c", script], capture_output=True, check=True, text=True).stdout
    # An empty word looks like a separator: the texts are compared as the whole stream of what was printed.
    assert out == "".join("".join(f"{word}\0" for word in split(text)) + "\0\0" for text in texts)


@given(st.text(st.sampled_from("ab '\"\\#\n\t$")))
def test_splitting_ends_with_words_or_with_the_error(text: str) -> None:
    try:
        words = split(text)
    except UnreadableExecutor:
        return
    assert words[0]
    quoted = " ".join("'" + word.replace("'", "'\\''") + "'" for word in words)
    assert split(quoted) == words
