"""Requirements of a version have one form."""

import pytest

from wicket.policy.config.version_requirements import is_requirement


@pytest.mark.parametrize(
    "text", ["0.3", ">=0.3.1", ">=0.3, <1", "^1.2.3-rc.1+build", "~1", "=1.0.0", "*", "1.*", "0.3.x", " > 1 "]
)
def test_these_are_requirements(text: str) -> None:
    assert is_requirement(text)


@pytest.mark.parametrize("text", ["", "latest", "v1", ">=", "1.2.3.4", "01.2", "1,", "=>1", "1..2", "1.2.3-", "1" * 40])
def test_these_are_not(text: str) -> None:
    assert not is_requirement(text)
