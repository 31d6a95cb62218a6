"""The gate between AI agents and a machine."""

__all__ = ["__version__"]

__version__ = "0.1.0"
