"""Notes in an `Annotated` are gathered, ours and those of other packages."""

from types import SimpleNamespace

from wicket.sdk import Field
from wicket.sdk.parameter_fields import gather


def test_a_field_says_everything() -> None:
    field = Field("how many", name="count", ge=1, le=7)
    assert gather((field,)) == ("count", "how many", {"ge": 1, "le": 7})


def test_plain_strings_and_strangers_are_understood() -> None:
    stranger = SimpleNamespace(gt=3, name="not a wire name")
    documented = SimpleNamespace(documentation="from another package")
    assert gather(("described", stranger, 7)) == ("", "described", {"gt": 3})
    assert gather((documented, Field(min_length=2))) == ("", "from another package", {"min_length": 2})
    assert gather(()) == ("", "", {})
