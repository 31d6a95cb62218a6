"""The builtins of the shell, by name: which function follows each of them."""

from wicket.shell.walk.aliases import alias_builtin
from wicket.shell.walk.builtin_bind_complete_and_history import bind_builtin, history_builtin
from wicket.shell.walk.builtin_cd import cd
from wicket.shell.walk.builtin_declare_and_unset import DECLARING
from wicket.shell.walk.builtin_eval_and_source import eval_builtin, source_builtin
from wicket.shell.walk.builtin_exec_and_command import command_builtin, exec_builtin
from wicket.shell.walk.builtin_hash_and_enable import enable_builtin, hash_builtin
from wicket.shell.walk.builtin_printf_getopts_let_and_shift import ASSIGNING
from wicket.shell.walk.traps import trap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.walk.builtin_options import Handler

__all__ = ["HANDLERS"]


HANDLERS: "dict[str, Handler]" = {
    **ASSIGNING,
    **DECLARING,
    "cd": cd,
    "pushd": cd,
    "popd": cd,
    "eval": eval_builtin,
    "source": source_builtin,
    ".": source_builtin,
    "command": command_builtin,
    "builtin": command_builtin,
    "exec": exec_builtin,
    "trap": trap,
    "alias": alias_builtin,
    "bind": bind_builtin,
    "complete": bind_builtin,
    "compgen": bind_builtin,
    "enable": enable_builtin,
    "hash": hash_builtin,
    "fc": history_builtin,
    "history": history_builtin,
}
