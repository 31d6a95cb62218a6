"""Tools of Claude Code: which of them run commands, and which read or write files by themselves."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.doors.file_tools import FileTools

__all__ = ["FILES", "JUDGED", "SHELLS"]

# Their `command` is a text for bash: Monitor runs one in the background, and has the agent told what it prints.
SHELLS = ("Bash", "Monitor")

FILES: "FileTools" = {
    "Read": ("read", ("file_path",)),
    "NotebookRead": ("read", ("notebook_path",)),
    "Grep": ("search", ("path",)),
    "Glob": ("list", ("path",)),
    "LS": ("list", ("path",)),
    "Write": ("write", ("file_path",)),
    "Edit": ("write", ("file_path",)),
    "MultiEdit": ("write", ("file_path",)),
    "NotebookEdit": ("write", ("notebook_path",)),
}

# Whatever goes wrong while one of these is judged is no reason to let it pass.
JUDGED = (*SHELLS, "PowerShell", "Skill", *FILES)
