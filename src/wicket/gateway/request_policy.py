"""Which policy the gateway judges by: that of one file, or that which holds in a request's folder.

It is a plain value, so that whoever judges in another process loads the same policy, and loads it again each time:
files may change while the gateway runs.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass

from wicket.loaded_policy import Policy
from wicket.trust_decisions import STORE_NAME

__all__ = ["PolicySource"]


@dataclass(frozen=True, slots=True)
class PolicySource:
    """`config` is the absolute path of a policy file; empty: what holds in the folder counts."""

    config: str = ""

    def load(self, cwd: str) -> Policy | None:
        """Give the policy for a request in a folder; None: there is none.

        Raises:
            PolicyError: it does not load now.
        """
        found = self.any(cwd)
        return found if self.holds(found) else None

    def any(self, cwd: str) -> Policy:
        """Give the policy for a request in a folder; if there is none, the empty one.

        Raises:
            PolicyError: it does not load now.
        """
        return Policy.governed(self.config) if self.config else Policy.discover(cwd)

    def with_rules(self, cwd: str, allowing: Sequence[str]) -> Policy:
        """Give the policy for a request in a folder as it would be if it allowed these patterns as well.

        Raises:
            PolicyError: it does not load now, or would not with them.
        """
        return Policy.with_rules(allowing, cwd, self.config or None)

    def holds(self, policy: Policy) -> bool:
        """Whether there is a file behind what `any` has given. That of trust is always looked at, and is no policy."""
        return bool(self.config) or any(
            state != "absent" and os.path.basename(path) != STORE_NAME for path, state in policy.files
        )
