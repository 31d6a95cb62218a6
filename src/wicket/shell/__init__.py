"""What a command line would do, as bash would read it: every command, or why it cannot be known.

`read` is the whole of it. Nothing is executed and nothing is looked up: the world outside the text is one argument.

The rooms, from the text to what is known of it:

    grammar      text becomes nodes
    walk         nodes become every command that would run
    state        what the text has done so far: variables, functions, folders, files
    unwrapping   what a command runs in turn
    programs     what a command reads, writes, deletes and prints
    catalogue    what is known of programs, as tables
    languages    small programs in other languages

Beside them stands what all of them speak of: `words`, `unknown_values`, `read_result`, `redirect_kinds`,
`code_effects`, `refusal_and_work_limit`, `reader_settings`.
"""

from wicket.shell.read import read
from wicket.shell.read_result import Assignment, Command, Place, Script
from wicket.shell.reader_settings import World
from wicket.shell.redirect_kinds import Redirect
from wicket.shell.refusal_and_work_limit import Refusal
from wicket.shell.words import Word

__all__ = ["Assignment", "Command", "Place", "Redirect", "Refusal", "Script", "Word", "World", "read"]
