"""Conformance: numbered statements about extensions, tried from outside against a program in any language."""
