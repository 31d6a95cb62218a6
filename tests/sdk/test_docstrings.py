"""Whatever style a docstring has, the description and the parameters are found."""

import pytest

from wicket.sdk.docstrings import read

GOOGLE = """Current weather for a city.

    It may rain.

    Args:
        city (str): Where to look,
            anywhere on earth.
        days: How many days

    Returns:
        The weather.

    Raises:
        Nothing: ever.
    """
NUMPY = """Current weather for a city.

    It may rain.

    Parameters
    ----------
    city : str
        Where to look,
        anywhere on earth.
    days : int, optional
        How many days

    Returns
    -------
    str
        The weather.
    """
SPHINX = """Current weather for a city.

    It may rain.

    :param city: Where to look,
        anywhere on earth.
    :param int days: How many days
    :returns: The weather,
        of course.
    """


@pytest.mark.parametrize("docstring", [GOOGLE, NUMPY, SPHINX], ids=["google", "numpy", "sphinx"])
def test_all_three_styles_say_the_same(docstring: str) -> None:
    assert read(docstring) == (
        "Current weather for a city.\n\nIt may rain.",
        {"city": "Where to look, anywhere on earth.", "days": "How many days"},
    )


def test_none_or_one_line() -> None:
    assert read(None) == ("", {})
    assert read("One line.") == ("One line.", {})
    assert read("A note: this is no section.\nArgs:\n\n    odd line\n    x: y") == (
        "A note: this is no section.",
        {"x": "y"},
    )
