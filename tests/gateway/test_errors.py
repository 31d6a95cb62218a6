"""Every error of the gateway is one that a person can act on."""

from wicket.errors import WicketError
from wicket.gateway import errors


def test_all_belong_to_one_family() -> None:
    for name in errors.__all__:
        kind = getattr(errors, name)
        assert issubclass(kind, errors.GatewayError)
        assert issubclass(kind, WicketError)
