"""The gate between AI agents and a machine."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.client import Client

__all__ = ["Client", "__version__"]

__version__ = "0.1.0"

# Loaded when they are asked for: `import wicket` costs nothing.
_LAZY = {"Client": "wicket.client"}


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LAZY[name]), name)
