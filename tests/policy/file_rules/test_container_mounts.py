"""Tests of `container_mounts`."""

import pytest

from policy.judging import CWD, command, decide, policy, world
from wicket.policy.file_rules.container_mounts import mounted, mounts
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES
from wicket.shell.words import Word


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("docker run img", YES),
        ("docker run -v .:/w img", YES),
        ("docker run -v ./x:/w img", YES),
        (f"docker run -v {CWD}:/w img", YES),
        (f"docker run --volume={CWD}/x:/w:ro img", YES),
        (f"podman run --mount type=bind,src={CWD},dst=/w img", YES),
        ("docker run -v data:/w img", YES),
        ("docker run --mount type=volume,src=data,dst=/w img", YES),
        ("docker run --mount type=tmpfs,dst=/w img", YES),
        ("docker run -v ..:/w img", NO),
        ("docker run -v /:/w img", NO),
        ("docker run -v .:/w -v /srv:/s img", NO),
        ("docker run -v C:/x:/w img", NO),
        ("docker run --mount type=bind,SRC=/srv,dst=/w img", NO),
        ('docker run --mount \'"type=bind","src=/srv"\' img', NO),
        ("docker run --mount type=volume,volume-opt=o=bind,volume-opt=device=/srv,dst=/w img", NO),
        ('docker run -v "$x":/w img', MAYBE),
        ("nerdctl-of-mine run -v /:/w img", MAYBE),
    ],
)
def test_which_folders_a_container_is_handed(text: str, inside: int) -> None:
    assert mounts("inside", command(text), world()) == inside
    assert mounts("outside", command(text), world()) == YES - inside


def word(text: str) -> Word:
    return Word(text, 0, len(text))


def texts(words: list[Word]) -> list[str]:
    return list(map(str, words))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a:/b", ["a"]), ("a", ["a"]), ("type=bind,src=a,dst=/b", ["a"]), ("type=bind,source=a,target=/b", ["a"])],
)
def test_what_a_container_is_handed(text: str, expected: list[str]) -> None:
    assert texts(mounted(word(text))) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("docker run -v $HOME:/h i cat /h/.ssh/id_rsa", "deny"),
        ("docker run -v ~/.ssh:/k i cat /k/id_rsa", "deny"),
        ("docker run -v $HOME/.ssh:/k -w /k i cat id_rsa", "deny"),
        ("docker run -v ~/x:/x i cat /x/../h", "allow"),
        ("docker run --mount type=bind,src=/home/ada,dst=/h i sh -c 'cat /h/.ssh/id_rsa'", "deny"),
        ("podman run -v ./.env:/e i cat /e", "deny"),
        ("docker run -v .:/w bash -c 'cat /w/.env'", "deny"),
        ("docker run -v .:/w --entrypoint cat i /w/.env", "deny"),
        ("docker run -v .:/w i touch /w/a.lock", "deny"),
        ("docker run -v .:/w i touch /w/a.txt", "allow"),
        ("docker run -v .:/w -w /w node npm test", "allow"),
        ("docker run -v .:/w i cat /w/src/a.py", "allow"),
    ],
)
def test_what_lies_under_a_mount_is_what_it_is_here(text: str, expected: str) -> None:
    files = {"deny_read": ["**/.env", "~/.ssh"], "deny_write": ["**/*.lock"]}
    assert decide(policy(files=files, defaults={"action": "allow"}), text) == expected
