"""The builtins of the shell, by name: which function follows each of them."""

from wicket.shell.walk.builtin_declare_and_unset import DECLARING
from wicket.shell.walk.builtins_cd_set_and_shopt import cd
from wicket.shell.walk.builtins_eval_source_exec_alias_hash_and_bind import (
    alias_builtin,
    bind_builtin,
    command_builtin,
    enable_builtin,
    eval_builtin,
    exec_builtin,
    hash_builtin,
    history_builtin,
    source_builtin,
)
from wicket.shell.walk.builtins_read_printf_getopts_and_let import ASSIGNING
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
