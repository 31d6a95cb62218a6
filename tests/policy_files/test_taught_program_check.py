"""`programs` of a policy file, checked by itself."""

import pytest

from wicket.policy_files.taught_program_check import check_policy


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("programs:\n  x: {usage: READ}\n", []),
        ("rules: []\n", ["w.yml:1:1: it teaches nothing, as it has no `programs`"]),
        ("programs: [\n", ["w.yml:2:1: "]),
        ("programs:\n  x:\n    usage: '-v  -o=OUT'\n", ["w.yml:3:17: the kind `OUT` is not known; there are READ, "]),
        ("programs:\n  x:\n    usage: |\n      -v\n      RAED\n", ["w.yml:5:7: the kind `RAED` is not known; "]),
        ("programs:\n  rm: {usage: READ}\n", ["w.yml:2:3: wicket knows `rm` already: "]),
        ("programs:\n  x: {usage: -o WRITE READ}\n", ["w.yml:2:14: `-o` is a flag here, and WRITE an operand; "]),
        (
            "programs:\n  x:\n    usage: READ\n    examples:\n      x a: reads a\n      x b: nothing\n",
            ["w.yml:6:7: `x b` is read as: reads b"],
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, said: list[str]) -> None:
    found = [str(problem) for problem in check_policy(text, "w.yml")]
    assert [one[: len(start)] for one, start in zip(found, said, strict=True)] == said
