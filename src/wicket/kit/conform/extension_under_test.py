"""What every check has at hand: a way to start the extension, and what was learned of it."""

from dataclasses import dataclass

from wicket.kit.conform.statement import Skipped
from wicket.kit.extension_process import Talk
from wicket.kit.extension_target import Protocol, Target

__all__ = ["PATIENCE_S", "Trial"]

# How long an answer may take before it counts as none.
PATIENCE_S = 5.0


@dataclass(slots=True)
class Trial:
    """One extension under one protocol, and what earlier checks have learned of it.

    `dead` says why there is no point in waiting for it again. One that `waits` for `hello_ack` before it registers, and
    one that is `unready` for ever, are waited for once.
    """

    target: Target
    protocol: Protocol
    patience: float = PATIENCE_S
    dead: str = ""
    waits: bool = False
    unready: bool = False

    def go_on(self) -> None:
        """Do nothing if there is a point in going on.

        Raises:
            Skipped: it is known to say nothing.
        """
        if self.dead:
            raise Skipped(self.dead)

    def talk(self, *args: str) -> Talk:
        """Start the extension anew."""
        argv = (*self.target.argv(self.protocol), *args)
        return Talk(argv, self.target.cwd, self.target.environ(self.protocol), name=self.target.name)
