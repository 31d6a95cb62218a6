"""Runs extensions, and knows where they live."""
