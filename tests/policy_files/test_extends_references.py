"""An entry of `extends` names a preset, a file, or a file in a git repository."""

import pytest

from wicket.policy_files.extends_references import (
    FileReference,
    GitReference,
    PresetReference,
    Reference,
    UnreadableReference,
    parse,
)

SHA = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("wicket:read-only", PresetReference("read-only")),
        ("./more.yml", FileReference("/project/more.yml")),
        ("sub/../more.yml", FileReference("/project/more.yml")),
        ("/etc/wicket/x.yml", FileReference("/etc/wicket/x.yml")),
        ("~/x.yml", FileReference("/home/me/x.yml")),
        ("github:owner/repo", GitReference("https://github.com/owner/repo", ".", "")),
        ("github:owner/repo@v1", GitReference("https://github.com/owner/repo", ".", "v1")),
        ("github:o/r.x/sub/base.yml@feature/x", GitReference("https://github.com/o/r.x", "sub/base.yml", "feature/x")),
        (f"github:o/r/base@{SHA}", GitReference("https://github.com/o/r", "base", SHA)),
        ("https://example.com/a/b.git", GitReference("https://example.com/a/b.git", ".", "")),
        ("https://example.com/a/b.git@v1", GitReference("https://example.com/a/b.git", ".", "v1")),
        ("https://me@example.com/a@v1", GitReference("https://me@example.com/a", ".", "v1")),
        ("git@example.com:a/b.git@main", GitReference("git@example.com:a/b.git", ".", "main")),
        ("ssh://git@example.com/a", GitReference("ssh://git@example.com/a", ".", "")),
    ],
)
def test_an_entry_names_one_thing(text: str, reference: Reference) -> None:
    assert parse(text, "/project", "/home/me") == reference


def test_a_commit_fixes_itself() -> None:
    assert [GitReference("u", ".", ref).is_fixed for ref in (SHA, SHA[:12], "v1", "")] == [True, False, False, False]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("wicket:../x", "this is no name of a preset"),
        ("wicket:", "this is no name of a preset"),
        ("github:owner", "this names no repository"),
        ("github:o/..", "this names no repository"),
        ("github:o/r/../../x", "this names no repository"),
        ("http://example.com/a", "this is no address to fetch from"),
        ("file:///etc/x", "this is no address to fetch from"),
        ("ext::sh -c evil://", "this is no proper address"),
        ("https://-evil/x", "this is no address to fetch from"),
        ("../up.yml", "this leads out of the folder of this file"),
        ("a/../../up.yml", "this leads out of the folder of this file"),
    ],
)
def test_what_names_nothing_is_refused(text: str, message: str) -> None:
    with pytest.raises(UnreadableReference) as caught:
        parse(text, "/project", "/home/me")
    assert str(caught.value) == message
    assert caught.value.hint


def test_without_a_folder_or_a_home_nothing_is_relative_to_them() -> None:
    with pytest.raises(UnreadableReference, match="this is relative, and the policy lies in no folder"):
        parse("x.yml", None, "")
    with pytest.raises(UnreadableReference, match="it is unknown where ~ is"):
        parse("~/x.yml", "/project", "")


def test_a_fetched_file_names_files_of_its_repository_alone() -> None:
    assert parse("../b.yml", "sub", "/home/me", fetched=True) == FileReference("b.yml")
    for text in ("/etc/x.yml", "~/x.yml"):
        with pytest.raises(UnreadableReference, match="a fetched file names a file of this machine"):
            parse(text, "sub", "/home/me", fetched=True)
    with pytest.raises(UnreadableReference, match="this leads out of the repository"):
        parse("../../b.yml", "sub", "/home/me", fetched=True)
