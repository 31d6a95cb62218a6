"""What a command line would do, as bash would read it: every command, or why it cannot be known.

`read` is the whole of it. Nothing is executed and nothing is looked up: the world outside the text is one argument.
"""

from wicket.shell.read import read
from wicket.shell.refusal import Refusal
from wicket.shell.script import Assignment, Command, Place, Redirect, Script
from wicket.shell.words import Word
from wicket.shell.world import World

__all__ = ["Assignment", "Command", "Place", "Redirect", "Refusal", "Script", "Word", "World", "read"]
