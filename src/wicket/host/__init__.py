"""Runs extensions: processes in any language that talk over their pipes, none of which may harm its host.

`child` is one process done right; everything above it speaks a protocol and leaves processes to it.
"""
