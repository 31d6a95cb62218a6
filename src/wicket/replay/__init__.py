"""Judges the past by a policy: what agents ran by their own histories, and what the gateway has recorded."""
