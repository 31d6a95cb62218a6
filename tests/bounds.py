"""How long a test waits for what must come.

It is the bound of a failure and never what a test takes: generous, so that a machine with ten times the work finishes.
What a test says took too long is compared with what it would take if it were wrong, not with a fast machine.
"""

import os

__all__ = ["BOUND_S", "SOON_S"]

# Tests that are meant to fail (test_claims.py) wait for less.
BOUND_S = float(os.environ.get("WICKET_TEST_BOUND_S", "120"))

# What must come "at once" comes within this: less than the minute for which the wrong program of a test would sleep.
SOON_S = 40.0
