"""`$(…)`, backticks, `<(…)` and `>(…)`: the commands in them, and what they print, as far as that is known."""

from wicket.shell.catalogue.compiled_catalogue import traits
from wicket.shell.grammar.syntax_nodes import AndOr, Pipeline, Simple
from wicket.shell.programs import printed_text_and_settings
from wicket.shell.programs.git_operands_and_shown_contents import asks_for_branch
from wicket.shell.programs.printed_numbers_and_hashes import TOKENS, is_number, kind, passes_lines
from wicket.shell.programs.printed_text_and_settings import printed_origins, prints_settings
from wicket.shell.programs.process_numbers import prints_process_numbers, shows_process_number
from wicket.shell.read_result import HERE
from wicket.shell.state.shell_state_variables_and_functions import State
from wicket.shell.state.standard_input_and_glob_options import Input
from wicket.shell.unknown_values import BRANCH, LOOPED, PID_FILE, PIPED, PROCESSES, SETTINGS, Unknowable
from wicket.shell.walk.command_dispatch import Running
from wicket.shell.walk.parameter_operators import cut_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Node, Substitution
    from wicket.shell.read_result import Command, Place
    from wicket.shell.unknown_values import Value


def _tells_folder(name: str) -> bool:
    """Tell whether a program may print where it runs."""
    return name == "pwd" or "work-tree" in traits(name)


class Substitutions(Running):
    """Follows what stands within words."""

    __slots__ = ()

    def substitute(self, node: "Substitution") -> "Value":
        if self.supposing is not None and (known := self.outputs.get(id(node))) is not None:
            # Its commands were listed when the word was expanded before.
            supposed = self.supposed(known[1])
            return supposed if isinstance(supposed, str | Unknowable) else ""
        value = self._substitute(node)
        self.outputs[id(node)] = node, value
        return value

    def _substitute(self, node: "Substitution") -> "Value":
        self.enter(node.start)
        saved = self.text, self.shift, self.fixed, self.place, self.state, self.notes
        if node.text is not None:
            if node.shift is None:
                self.fixed = self.span(node.start, node.end)
            self.shift += node.shift or 0
            self.text = node.text
        self.place = place = self.place.copy()
        place.inside = node.kind
        place.subshell = True
        place.stdin = place.stdout = False
        self.state = State(self.state)
        stdin = self.state.stdin.value
        if node.kind == ">(":
            self.state.stdin = Input(Unknowable("what is written to >(…)"))
            place.stdin = True
        before = len(self.commands)
        self.run_all(node.body)
        self.visited.append(node)
        made = self.commands[before:]
        self.text, self.shift, self.fixed, self.place, self.state, self.notes = saved
        self.depth -= 1
        if node.kind == "<(":
            return Unknowable(PIPED, ("/dev/fd/", None))
        if node.kind == ">(":
            self.written_to += made
            return Unknowable(PIPED, ("/dev/fd/", None))
        if not made:
            return "" if not node.body else Unknowable("the output of a command")
        if self._is_talked_into():
            return Unknowable(f"{_output_of(made)}, and of what else runs there")
        if len(made) == 1 and type(node.body[0]) is Simple and len(node.body) == 1:
            printed = printed_text_and_settings.of(made[0], stdin)
            if (
                printed is None
                and self.state.cwd == HERE
                and self.state.get("PWD") is False
                and printed_text_and_settings.is_pwd(made[0])
            ):
                printed = self.outside.get("PWD")
            if printed is not None:
                return printed.rstrip("\n")
            if prints_settings(made[0]) and _stands_there(made[0], place):
                return Unknowable(SETTINGS, outside=True)
            if made[0].name == "mktemp" and self.state.get("TMPDIR") is False:
                new = printed_text_and_settings.made(made[0], self.outside.get("TMPDIR") or "/tmp")  # noqa: S108
                if new is not None:
                    return new
            if asks_for_branch(made[0]) and _stands_there(made[0], place) and not _names_plus(self.commands[:before]):
                return Unknowable(BRANCH, outside=True)
            if made[0].name == "basename" and _stands_there(made[0], place):
                name = _base_name(made[0])
                if name is not None:
                    return name
        last = made[-1]
        number = outside = bare = several = False
        if len(node.body) == 1 and _prints_alone(node.body[0]) and _stands_there(last, place):
            number = is_number(last)
            outside = number or (
                printed_text_and_settings.is_told(last)
                and not (_tells_folder(last.name or "") and self.state.is_elsewhere())
            )
            printed_kind = kind(last)
            if not printed_kind and len(made) == 2 and _are_two(node.body[0]) and passes_lines(last):
                printed_kind = TOKENS if type(node.body[0]) is Pipeline and kind(made[0]) else ""
            if not printed_kind and _is_pipeline(node.body[0], len(made)) and prints_process_numbers(made):
                return Unknowable(PROCESSES, bare=True, several=True)
            if len(made) == 1 and shows_process_number(last) and not self.written.holds(last.words[1]):
                return Unknowable(f"{PID_FILE}{printed_origins(made)}")
            bare = printed_kind != ""
            several = printed_kind == TOKENS or last.name == "seq"  # each on a line of its own
            if any(assignment.name == "PATH" for assignment in (*last.changed, *last.assignments)):
                number = bare = False  # which program that is, the text has a say in
        if not number and len(made) == 2 and len(node.body) == 1 and _are_two(node.body[0]):
            piped = type(node.body[0]) is Pipeline
            told = "|&" in (self.text if node.text is None else node.text)  # of its failure, too
            number = outside = not told and printed_text_and_settings.leave_number(made[0], last, piped)
        said = f"the output of {last.name or 'a command'}" if number or bare or outside else _output_of(made)
        return Unknowable(said, number=number, outside=outside, bare=bare, several=several)

    def _is_talked_into(self) -> bool:
        """Tell whether something else may print there: a trap, an alias, the trace of commands."""
        traits = self.state.traits
        return traits.trapped or bool(traits.aliases) or self.state.get("BASH_XTRACEFD") is not False


def _base_name(command: "Command") -> Unknowable | None:
    """Give what basename prints of one of the files that a glob stands for; None: that is not for sure."""
    words = command.words[1:]
    if not 1 <= len(words) <= 2 or words[0].reason != LOOPED or words[0].many:
        return None
    if (
        command.redirects
        or command.calls
        or any(one.name == "PATH" for one in (*command.changed, *command.assignments))
    ):
        return None  # which program that is, the text has a say in
    held = Unknowable(LOOPED, words[0].shape, outside=words[0].outside)
    cut = cut_name("##", held, ["*/"])
    if cut is None or len(words) == 1:
        return None if cut is None else Unknowable(LOOPED, cut, outside=held.outside)
    ending = words[1]
    name = None if ending.reason is not None else cut_name("%", Unknowable(LOOPED, cut), [ending.prefix])
    return None if name is None else Unknowable(LOOPED, name, outside=held.outside)


def _names_plus(before: "list[Command]") -> bool:
    """Tell whether the text itself may have made a branch that is called as a forced refspec is spelled: `+main`."""
    return any(
        word.prefix[:1] == "+" or word.reason is not None
        for command in before
        if "work-tree" in traits(command.name or "")
        for word in command.words[1:]
    )


def _output_of(made: "list[Command]") -> str:
    """Say what the output of commands is, and whether what is in files, or a secret, is part of it."""
    return f"the output of {made[-1].name or 'a command'}{printed_origins(made)}"


def _are_two(node: "Node") -> bool:
    """Tell whether it is `a | b` or `a || b`, of two plain commands."""
    if isinstance(node, Pipeline) or (isinstance(node, AndOr) and node.operators == ["||"]):
        return [type(one) for one in node.commands] == [Simple, Simple]
    return False


def _is_pipeline(node: "Node", length: int) -> bool:
    """Tell whether it is one plain command, or so many of them in a row."""
    return type(node) is Simple or (
        type(node) is Pipeline and [type(one) for one in node.commands] == [Simple] * length
    )


def _stands_there(last: "Command", place: "Place") -> bool:
    """Tell whether a command stands in the substitution itself. Of those that it calls or runs, all print."""
    return last.place.wrappers == place.wrappers and last.place.calls == place.calls


def _prints_alone(node: "Node") -> bool:
    """Tell whether the last command found in it is the only one whose output leaves it."""
    return type(node.commands[-1] if type(node) is Pipeline else node) is Simple
