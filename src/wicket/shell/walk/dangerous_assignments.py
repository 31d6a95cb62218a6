"""Assignments that change what programs do, by `dangerous_variables`: `PAGER=x`, `BASH_ENV=x`, `LESSOPEN=x`."""

from wicket.shell.catalogue.compiler_variables import expanded_by_make
from wicket.shell.catalogue.dangerous_variables import GIVEN_CHOSEN, GIVEN_NOTHING, PROMPTS, influences, run_by
from wicket.shell.read_result import Assignment, Command
from wicket.shell.refusal import Refused
from wicket.shell.unwrapping.git_settings_that_run import sequence_editor
from wicket.shell.unwrapping.wrapped_commands_and_code import run_filled, run_prefix
from wicket.shell.walk.assignment_words import AssignmentWords

__all__ = ["MAX_CHANGED", "DangerousAssignments"]

# More assignments that change what programs do, and the text is refused.
MAX_CHANGED = 200


class DangerousAssignments(AssignmentWords):
    """Follows what such variables run. Whoever reads simple commands is a subclass."""

    __slots__ = ()

    def influence(self, assignment: Assignment, command: Command, lasting: bool) -> None:
        name = assignment.name
        if not influences(name):
            return
        if lasting:
            self._changed(assignment)
        value = assignment.value.text
        if name.startswith("BASH_FUNC_"):
            self.notes.append("defines a function for other shells")
        elif name in ("BASH_ENV", "ENV") and self.has_written(assignment.value):
            self.notes.append(f"${name} names a file that this text has written")
        if name in PROMPTS:
            if value is not None:
                self.fixed, saved = command.span, self.fixed
                self.expand_text(value, f"${name}")
                self.fixed = saved
            elif assignment.value.reason:
                self.notes.append(f"${name} may run commands, and its value is not known")
        elif run_by(name, value):
            if value is None and assignment.value.outside and not any(assignment.value.shape):
                pass
            elif value is None or expanded_by_make(name, value):
                self.notes.append(f"${name} is run, and its value is not known")
            elif value and (name in GIVEN_NOTHING or name.endswith("PAGER")):
                run_filled(self, command, value, f"${name}", fed=name.endswith("PAGER"))
            elif value:
                run_prefix(self, command, assignment.value, f"${name}", chosen=name in GIVEN_CHOSEN)
                if name == "GIT_SEQUENCE_EDITOR":
                    sequence_editor(command, value)

    def _changed(self, assignment: Assignment) -> None:
        """Remember an assignment for all that follows; the same one again adds nothing."""
        changed = self.state.changed
        for before in changed:
            if before.name == assignment.name and before.value == assignment.value:
                return
        if len(changed) >= MAX_CHANGED:
            raise Refused(f"assigns more than {MAX_CHANGED} variables that change what programs do", assignment.start)
        self.state.changed = (*changed, assignment)
