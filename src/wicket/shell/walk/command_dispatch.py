"""Follows a command that would run: builtin, function or program, its input, and what it runs in turn.

Here is what every kind of command needs: standard input, functions, and the texts and words that one command hands to
another.
"""

from wicket.shell.catalogue.dangerous_variables import influences
from wicket.shell.characters import listed
from wicket.shell.dev_and_proc_paths import descriptor
from wicket.shell.programs.printed_text_and_settings import brings
from wicket.shell.read_result import Command
from wicket.shell.refusal_and_work_limit import Spent
from wicket.shell.state.shell_state_variables_and_functions import MAYBE, State
from wicket.shell.state.standard_input_and_glob_options import DESCRIPTOR, Input, origins_of_input
from wicket.shell.state.variable_values_and_attributes import Defined, either
from wicket.shell.unknown_values import Unknowable
from wicket.shell.unwrapping import what_a_program_runs
from wicket.shell.walk.builtin_handlers import HANDLERS
from wicket.shell.walk.builtins_eval_source_exec_alias_hash_and_bind import keeps_redirects
from wicket.shell.walk.function_calls_and_scripts_written_later import FunctionCalls
from wicket.shell.walk.traps import Traps
from wicket.shell.words import Word, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Assignment
    from wicket.shell.reader_settings import World
    from wicket.shell.state.variable_values_and_attributes import Held
    from wicket.shell.unknown_values import Value

# What it takes to follow a command, each of its words, and a call of a function.
WORK_OF_COMMAND = 250
WORK_OF_WORD = 30

# In POSIX mode, no function stands in their way.
SPECIAL_BUILTINS = listed(". : break continue eval exec exit export readonly return set shift source times trap unset")


# What they do, the shell itself does, and may keep.
_IN_THIS_SHELL = frozenset([*HANDLERS, "builtin", "command"])


# They read nothing themselves. What they run reads for itself.
_LEAVE_INPUT = listed(
    """
    . : [ alias bg break builtin cd command continue declare dirs disown echo enable eval exec exit export false fg
    getopts hash jobs kill let local popd printf pushd pwd readonly return set shift shopt source test times trap true
    type typeset ulimit umask unalias unset wait
    """
)


# Other shells lack them, or know more or less of them.
_OF_BASH = listed("builtin declare enable let mapfile popd pushd readarray shopt typeset")


# What these run, the shell itself runs.
_IN_SAME_SHELL = frozenset(["builtin", "command"])


# Where no shell runs them, these are unknown programs. (`cd` and others are programs, too, and do nothing.)
_OF_SHELLS_ALONE = listed(
    """
    . bind builtin caller compgen complete compopt declare dirs disown enable eval exec export help history let local
    logout mapfile popd pushd readarray readonly set shift shopt source suspend times trap typeset unset
    """
)


# What is assigned before them may last.
_MAKE_LAST = SPECIAL_BUILTINS | listed("command builtin declare typeset local")


class Running(FunctionCalls):
    """Follows commands through a text, and remembers what they leave behind."""

    __slots__ = (
        "aliased",
        "alternatives",
        "by",
        "configured_aliases",
        "defined",
        "git_aliases",
        "late",
        "late_next",
        "linked",
        "programs",
        "traps",
        "unwrap",
        "written_to",
    )

    def __init__(self, text: str, world: "World | None") -> None:
        super().__init__(text, world)
        self.unwrap = None if world is None else world.unwrap
        self.programs = None if world is None else world.programs
        self.configured_aliases = None if world is None else world.git_aliases
        self.linked = world is not None and world.linked
        self.home_of = None if world is None else world.home_of
        self.by: Command | None = None  # the command that runs what is being read
        self.alternatives: list[Command] = []  # what commands become if words turn out otherwise
        self.aliased: tuple[str, ...] = ()  # aliases being expanded
        self.defined: list[tuple[int, Defined]] = []  # functions, and how many commands stood before each
        self.written_to: list[Command] = []  # commands that are given what others print: see `_hand_output`
        self.git_aliases: dict[str, list[str]] = {}  # that the text makes, and all they stand for
        self.traps = Traps()
        self.late: dict[str, Held | bool] = {}  # what was assigned behind a trap when the text was read before
        self.late_next = self.state.traits.late  # and now

    def run_derived(
        self,
        text: str,
        why: str,
        command: Command,
        same_shell: bool = False,
        positional: "list[Value] | None" = None,
        extglob: bool = False,
        bash: bool = False,
        fed: bool = False,
    ) -> None:
        """Read a text that `command` runs; what cannot be understood of it makes the command opaque.

        Unless it is the same shell that runs it, variables of this one are not known there: whether they were
        exported is not followed. `fed`: it is given something to read.
        """
        saved, place, fixed, state = self.notes, self.place, self.fixed, self.state
        by, self.by = self.by, command
        self.notes = []
        self.place = place.copy()
        self.fixed = command.span
        if why:
            self.place.wrappers = (*place.wrappers, why)
        posix = self.posix
        if not same_shell:
            self.posix = "" if bash else "sh"
            self.state = state.another_shell()
            self.state.positional = positional
            for assignment in command.assignments:
                self.state.set(assignment.name, value_of(assignment.value))
            self.state.changed = (*command.changed, *_influential(command.assignments))
        if fed:
            self.place.stdin = True
            self.state.stdin = Input(Unknowable("what a program prints"))
        self.run_text(text, "what it runs", extglob)
        if self.notes:
            command.opaque = (*command.opaque, *dict.fromkeys(self.notes))  # once each: many parts may say the same
        self.notes, self.place, self.fixed, self.state, self.posix = saved, place, fixed, state, posix
        self.by = by

    def run_words(
        self,
        words: tuple[Word, ...],
        why: str,
        command: Command,
        functions: bool = False,
        assignments: "tuple[Assignment, ...]" = (),
    ) -> None:
        """Read a command that `command` runs, given as words, with what it puts into its environment."""
        self.enter(0)
        saved = self.place
        self.place = saved.copy()
        self.place.wrappers = (*saved.wrappers, why)
        changed = (*command.changed, *_influential(command.assignments), *_influential(assignments))
        inner = Command(words, (), assignments, command.start, command.end, self.place, changed)
        by, self.by = self.by, command
        outer = self.state
        if command.name not in _IN_SAME_SHELL:
            self.state = State(outer)  # another process: what it does to variables and folders, this shell does not see
            if inner.name in _OF_SHELLS_ALONE:
                inner.opaque = (f"runs a program called {inner.name}, which only a shell has",)
        self.execute(inner, functions)
        self.state = outer
        self.by = by
        self.place = saved
        self.depth -= 1

    def execute(self, command: Command, functions: bool) -> None:
        """List a command whose words are known, and follow what it runs in turn."""
        words = command.words
        fuel = self.fuel
        # As `fuel.take`, without a call: this is done for every command.
        fuel.left -= WORK_OF_COMMAND + WORK_OF_WORD * len(words)
        if fuel.left < 0:
            raise Spent
        self.commands.append(command)
        command.by = self.by
        command.handed = self.handed
        command.input = self.state.stdin
        if self.written.some:
            command.after_writing = "-" if self.written.dashed else "made"
            command.wrote = self.written.spelled_texts()
        place = self.place
        outer = self.state
        if place.cwd is not outer.cwd:
            self.place = place = place.copy()
            place.cwd = outer.cwd
        if command.place.cwd is not outer.cwd:  # what was supposed of its words may have come here before
            command.place = place
        redirects = command.redirects
        if redirects:
            fuel.take(WORK_OF_WORD * len(redirects))
            for redirect in redirects:
                if redirect.writes:
                    self.written.add(redirect.target, place.cwd, self.spelled(command, redirect))
        name = words[0].text if words else None
        if command.assignments:
            lasting = not words or name in SPECIAL_BUILTINS
            for assignment in command.assignments:
                self.influence(assignment, command, lasting)
        if name is not None:
            stdin = outer.stdin
            if redirects:
                self._follow_redirected(command, name, functions)
            else:
                self._follow(command, name, functions)
            if type(stdin.value) is str and name not in _LEAVE_INPUT and _shares_input(command):
                stdin.use()
        elif redirects and command.stdin is not None and _shares_input(command):
            outer.stdin.use()  # `$(< /dev/stdin)`
        if self.notes:
            command.opaque = (*command.opaque, *dict.fromkeys(self.notes))  # once each: many parts may say the same
            self.notes = []

    def _follow_redirected(self, command: Command, name: str, functions: bool) -> None:
        """Follow a command whose redirects give it an input of its own, or may fail."""
        outer = self.state
        stdin, handed = outer.stdin, self.handed
        own = command.stdin is not None
        if own:
            outer.stdin = Input(self.input_of(command))
        self.hand_down(command.redirects)
        if self.defines or name in _IN_THIS_SHELL:
            self.begin(command.redirects)
        self._follow(command, name, functions)
        if self.state is not outer:
            self.end(outer)
        if not keeps_redirects(command):
            self.handed = handed
            if own:
                outer.stdin = stdin

    def _follow(self, command: Command, name: str, functions: bool) -> None:
        """See what a command of this name runs in turn, and does to what comes behind it."""
        called = self.state.function(name) if functions and name in self.defines else ()
        outer = self.state
        if command.assignments:
            # A function and a builtin see them; what follows does not.
            self.state = State(outer)
            for assignment in command.assignments:
                self.state.set(assignment.name, value_of(assignment.value))
            self.state.temporary = frozenset([assignment.name for assignment in command.assignments])
        if called:
            if len(called) > 1:
                self.fuel.take(20 * len(called))
            if name in SPECIAL_BUILTINS:
                called = tuple([function.unsure() for function in called])
            command.calls = all(function.sure for function in called)
            for function in called:
                self.call(function, command.words, name)
        if not command.calls:
            beside = self.state
            if called:
                self.state = State(beside)  # that, or the function
            handler = HANDLERS.get(name)
            if handler is not None:
                if name in _OF_BASH or (
                    name == "printf" and len(command.words) > 1 and command.words[1].may_start("-")
                ):
                    self.bashism(name)
                handler(self, command)
            else:
                what_a_program_runs.follow(self, command, name)
            if called:
                self.end(beside)
                beside.moved = None
        if command.assignments:
            inner, self.state = self.state, outer
            given = {assignment.name: value_of(assignment.value) for assignment in command.assignments}
            for assigned, value in given.items():
                left = inner.variables.pop(assigned, None)
                if left is not value:
                    outer.set(assigned, either(outer.get(assigned), left, MAYBE))  # it may have been exported there
            outer.keep(inner)
            if name in _MAKE_LAST:
                # In POSIX mode, or if that is what they are told.
                for assigned, value in given.items():
                    outer.set(assigned, either(outer.get(assigned), value, MAYBE))
            outer.positional = inner.positional

    def is_builtin(self, name: str) -> bool:
        """Tell whether the shell itself has a command of this name, and follows it."""
        return name in HANDLERS

    def is_fed(self, command: Command) -> bool:
        """Tell whether a command reads something else than what the text is given: its own, or a function's input."""
        return command.place.stdin or command.stdin is not None or self.state.stdin.value is not None

    def origins_of_input(self, command: Command) -> str:
        """Say what is in what standard input brings to a command, as it stands behind a reason."""
        brought = self.input_of(command)
        said = origins_of_input(brought)
        printed_by = self.state.stdin.printed_by
        if command.stdin is None and printed_by and brought is not None and not isinstance(brought, str):
            self.fuel.take(WORK_OF_COMMAND * len(printed_by))
            said = said or brings(printed_by)
        return said

    def input_of(self, command: Command) -> "Value | None":
        """Say what standard input brings to a command: None for whatever it is outside."""
        redirect = command.stdin
        if self.state.traits.trapped and (redirect is None or redirect.body is not None):
            return Unknowable("a trap may have read some of it")
        if redirect is None:
            return self.state.stdin.value
        if redirect.body is not None:
            return value_of(redirect.body)
        if redirect.operator == "<&":
            return Unknowable(DESCRIPTOR)
        if redirect.target.text == "/dev/null":
            return ""
        path = redirect.target.text
        number = descriptor(path or "")
        if number == "0" or path == "/dev/tty":
            return self.state.stdin.value
        # What is not known of a path below these may lead to a descriptor.
        open_before = number or (path is None and redirect.target.prefix.startswith(("/dev/", "/proc/")))
        made = open_before or self.written.holds(redirect.target) or not redirect.target.enumerated
        made = made or any(descriptor(text) or text == "/dev/tty" for text in redirect.target.instances)
        return Unknowable(f"the content of {redirect.target}", outside=not made)


def _shares_input(command: Command) -> bool:
    """Tell whether what a command reads is missing for others: it has no input of its own."""
    redirect = command.stdin
    if command.calls:
        return False
    if redirect is None:
        return True
    path = redirect.target.text
    if redirect.body is not None:
        return False
    return redirect.operator == "<&" or path is None or bool(descriptor(path)) or path.startswith(("/dev/", "/proc/"))


def _influential(assignments: "tuple[Assignment, ...]") -> "list[Assignment]":
    return [assignment for assignment in assignments if influences(assignment.name)]
