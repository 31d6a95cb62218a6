"""What looks like a secret is left out of the record, and nothing else."""

import pytest

from wicket.gateway.redaction import redacted


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("curl -u me https://example.org", "curl -u me https://example.org"),
        ("curl https://me:hunter2@example.org/", "curl [redacted]"),
        ("tool --password=hunter2 x", "tool --password=[redacted] x"),
        ("tool --api-key hunter2 x", "tool --api-key [redacted] x"),
        ("tool --token --verbose x", "tool --token --verbose x"),
        ("env GITHUB_TOKEN=abc ls", "env GITHUB_TOKEN=[redacted] ls"),
        ("env LANG=C ls", "env LANG=C ls"),
        ("tool ghp_0123456789abcdefghijABCDEFGHIJ012345", "tool [redacted]"),
        ("ls --sort=size", "ls --sort=size"),
    ],
)
def test_secrets_are_left_out(words: str, kept: str) -> None:
    assert " ".join(redacted(words.split())) == kept
