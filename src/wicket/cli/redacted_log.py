"""Log lines of the gateway, without what looks like a secret: they end in a journal, which is a record as well."""

import logging

from wicket.redaction.clean import Cleaner

__all__ = ["clean_log_lines", "cleaned"]


def cleaned(text: str) -> str:
    """Leave out of a text what looks like a secret."""
    cleaner = Cleaner()
    found: str = cleaner.finished(cleaner.text(text))
    return found


def clean_log_lines() -> None:
    """Clean what goes to standard error from now on, tracebacks included."""
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(_Clean())


class _Clean(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return cleaned(super().format(record))
