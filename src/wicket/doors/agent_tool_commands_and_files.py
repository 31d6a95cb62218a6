"""An agent's own tools as a table: which run commands, which touch files, and so what there is to judge of a call."""

from wicket.doors.file_tools import accesses, patched_files
from wicket.doors.hook_input_fields import command, folder, text, texts, whole
from wicket.doors.mcp_names import double_underscores
from wicket.doors.tool_call import ToolCall
from wicket.policy.decision import ASK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wicket.doors.file_tools import FileTools

__all__ = ["AgentTools"]


class AgentTools:
    """The tools of one agent.

    `shells` run the text under the key `command`, in the folder that `workdir` names, if they have such a key.
    `patches` name files in a text under a key. `typing` types into a program that runs. `commandless` have something
    else under a key that looks like a command. `split` finds the server and the tool in a name; if it is `sure` that
    such a tool is a server's, a command among its arguments is its own affair.
    """

    __slots__ = ("_command", "_commandless", "_files", "_patches", "_shells", "_split", "_sure", "_typing", "_workdir")

    def __init__(
        self,
        shells: tuple[str, ...],
        files: "FileTools",
        *,
        command: str = "command",
        workdir: str = "",
        patches: "Mapping[str, str] | None" = None,
        typing: tuple[str, ...] = (),
        commandless: tuple[str, ...] = (),
        split: "Callable[[str], list[tuple[str, str]]]" = double_underscores,
        sure: bool = True,
    ) -> None:
        self._shells = shells
        self._files = files
        self._command = command
        self._workdir = workdir
        self._patches = patches or {}
        self._typing = typing
        self._commandless = commandless
        self._split = split
        self._sure = sure

    @property
    def judged(self) -> tuple[str, ...]:
        """The tools of which there is more to judge than their names."""
        return (*self._shells, *self._files, *self._patches)

    def call(self, tool: str, given: object, cwd: str, environ: "Mapping[str, str]") -> ToolCall:
        """Say what there is to judge of a call, in an agent that works in the folder `cwd`.

        Raises:
            ValueError: the call lacks what it needs, or its folder is none.
        """
        if not tool:
            raise ValueError("no tool is named")
        call = ToolCall(tool, folder(cwd))
        if tool in self._shells:
            call.commands = self._commands(given, tool)
            if self._workdir and isinstance(given, dict):
                call.cwd = folder(text(given, self._workdir), call.cwd)
        elif tool in self._files:
            call.accesses = tuple(accesses(tool, self._files, given, environ))
        elif tool in self._patches:
            patch = given.get(self._patches[tool]) if isinstance(given, dict) else given
            call.accesses = tuple(patched_files(patch, tool, environ.get("HOME", "")))
        elif tool in self._typing:
            call.objection = ASK, "what is typed into a program that runs cannot be judged"
        elif tool not in self._commandless:
            call.servers = tuple(self._split(tool))
            if not (call.servers and self._sure):
                from wicket.doors.unknown_tools import mentioned_files, runs

                if what := runs(tool, given):
                    call.objection = ASK, f"wicket does not know the tool {tool[:100]}, and it is given {what}"
                call.mentioned = tuple(mentioned_files(given, environ.get("HOME", "")))
        return call

    def _commands(self, given: object, tool: str) -> tuple[str, ...]:
        if self._command != "commands":
            return (command(given, tool, self._command),)
        if not isinstance(given, dict):
            raise ValueError(f"the call of {tool} has no commands")
        found = texts(given, self._command, tool)
        for each in found:
            whole(each)
        return tuple(found)
