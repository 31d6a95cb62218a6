"""The one base of everything wicket raises on purpose: an error knows how a program that meets it ends."""

__all__ = ["WicketError"]


class WicketError(Exception):
    """Something a person can act on. `str()` is the sentence to show them."""

    exit_code = 1

    @property
    def sentences(self) -> tuple[str, ...]:
        """What to show a person, a line for each."""
        return (str(self),)
