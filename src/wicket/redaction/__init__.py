"""What looks like a secret in a text, in words of a command, or in a variable: found, and put out of sight. Pure.

`forms` knows secrets by how they look, `names` by what they are called, `named` finds both in texts, `programs` knows
which options and operands of programs hold one, `random_words` what nobody would have typed. `shell_words` reads quoted
shell text, and `cleaning` puts it all together.
"""

from wicket.redaction.cleaning import REDACTED, Cleaner

__all__ = ["REDACTED", "Cleaner"]
