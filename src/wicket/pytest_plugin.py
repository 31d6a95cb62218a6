"""For pytest: a fixture that makes clients of extensions, and says goodbye to them when the test is over.

pytest loads this at every start, with or without extensions to test, so nothing else of wicket is imported before the
fixture is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from wicket.sdk.extension import Extension
    from wicket.sdk.testing import Client

__all__ = ["extension_client"]


@pytest.fixture
def extension_client() -> Iterator[Callable[..., Client]]:
    """Make a client of an extension, or of the file that it is written in: `extension_client("weather.py")`."""
    from wicket.sdk.testing import Client

    clients: list[Client] = []

    def make(extension: Extension | str | Path, **options: Any) -> Client:
        clients.append(Client(extension, **options))
        return clients[-1]

    yield make
    for client in clients:
        client.close()
