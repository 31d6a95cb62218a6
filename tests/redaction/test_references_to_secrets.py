"""What only refers to a secret is none."""

import pytest

from wicket.redaction.references_to_secrets import refers


@pytest.mark.parametrize(
    "value",
    [
        *(
            "",
            " ",
            "$X",
            "${X}",
            "${X:-}",
            "$(cat key)",
            "`cat key`",
            "$USER:$PASSWORD",
            "{{ token }}",
            "${{ secrets.X }}",
        ),
        *(
            "<token>",
            "[redacted]",
            "***",
            "xxx",
            "*",
            "...",
            "%s",
            "%(password)s",
            "%PASSWORD%",
            "@/run/key",
            "@key.txt",
        ),
        *(
            "true",
            "False",
            "none",
            "null",
            "str",
            "changeme",
            "your-api-key",
            "os.environ['X']",
            "process.env.X",
            "op://a/b",
        ),
    ],
)
def test_it_refers(value: str) -> None:
    assert refers(value)


@pytest.mark.parametrize("value", ["hunter2", "a$b", "p@ss", "%hunter2", "$X-hunter2", "s3cr3t!", "0123", "xxy", "é"])
def test_it_is_one(value: str) -> None:
    assert not refers(value)
