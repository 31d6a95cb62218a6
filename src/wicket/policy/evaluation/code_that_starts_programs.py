"""Tells whether a text of code may start programs whose names it does not spell, or run code that it makes.

It goes by the names of what languages have for that. Code that hides even these is not recognised: what must not happen
in any way has to be held by a sandbox.
"""

from wicket.shell.catalogue.interpreter_names import language
from wicket.shell.characters import listed

__all__ = ["may_start_any"]

# In any language: a name that is common to several means much the same in all of them.
_NAMES = listed(
    """
    system popen Popen popen2 popen3 popen4 subprocess posix_spawn posix_spawnp spawn spawnSync spawnl spawnle spawnlp
    spawnlpe spawnv spawnve spawnvp spawnvpe execl execle execlp execlpe execv execve execvp execvpe exec execSync
    execFile execFileSync getoutput getstatusoutput startfile child_process create_subprocess_exec
    create_subprocess_shell pty pexpect ctypes cffi dlopen syscall eval Function vm __import__ __builtins__ builtins
    importlib import_module runpy run_path run_module getattr attrgetter methodcaller shell_exec passthru proc_open
    pcntl_exec qx IPC Open3 instance_eval class_eval public_send const_get Command Bun Deno
    """
)

# In some: elsewhere they are ordinary.
_OF_LANGUAGES = {
    "lua": listed("execute load loadstring loadfile dofile"),
    "tclsh": listed("open source"),
    "R": listed("system2 shell parse"),
    "Rscript": listed("system2 shell parse"),
    "julia": listed("run include"),
    "elixir": listed("cmd Port Code"),
    "erl": listed("cmd open_port"),
    "ruby": listed("send load require_relative"),
    "perl": listed("do require"),
    "awk": listed("getline"),
}

# Between these, such languages write a command.
_BACKTICKS = listed("perl ruby php julia")
# What they open may be a command, behind or before a bar; and awk prints into one.
_BARS = listed("perl ruby awk gawk mawk nawk sed")

_OF_NAMES = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_APART = {code: " " for code in range(128) if chr(code) not in _OF_NAMES}


def may_start_any(text: str, program: str) -> bool:
    """Tell it of a text that is code for a program."""
    name = language(program) or program
    if not _NAMES.isdisjoint(names := text.translate(_APART).split()):
        return True
    if not _OF_LANGUAGES.get(name, frozenset()).isdisjoint(names):
        return True
    if name in _BACKTICKS and ("`" in text or "%x" in text):
        return True
    return name in _BARS and "|" in text.replace("||", "")
