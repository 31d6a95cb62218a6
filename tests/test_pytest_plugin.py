"""The fixture is there without an import."""

from collections.abc import Callable

from wicket.sdk import Extension
from wicket.sdk.testing import Client


def test_a_client_is_made_and_closed(extension_client: Callable[..., Client]) -> None:
    ext = Extension("x", "1.0.0")
    ext.tool(lambda: "here", name="t")
    assert extension_client(ext).call_tool("t").text == "here"
