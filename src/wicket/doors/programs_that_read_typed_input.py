"""Programs that go on reading what is typed: a shell, an interpreter or a client without a text of its own.

Some agents let the model type into a program that runs, and tell no hook of it. Whatever is allowed by then, what is
typed next was not judged.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.verdict_and_evidence import Verdict
    from wicket.shell.read_result import Command

__all__ = ["object_to_open_input", "reads_on"]


class _Habit:
    """How a program is told what to run: `ends` are options that say it, `values` those that take another word.

    With `reads_on` it reads what is typed all the same. It needs so many `operands` to need nothing else. `whole`: what
    stands behind one dash is one option, and not a letter for each.
    """

    __slots__ = ("ends", "operands", "reads_on", "values", "whole")

    def __init__(
        self, ends: str = "", values: str = "", reads_on: str = "", operands: int = 1, whole: bool = False
    ) -> None:
        self.ends = frozenset(ends.split())
        self.values = frozenset(values.split())
        self.reads_on = frozenset(reads_on.split())
        self.operands = operands
        self.whole = whole


_HELP = "--version --help"
_SHELL = _Habit(f"-c {_HELP}", "-o +o -O +O --rcfile --init-file", "-i -s")
_POWERSHELL = _Habit(
    "-c -f -v -h -Command -File -Version -Help -command -file",
    "-ExecutionPolicy -ep -OutputFormat -InputFormat -WorkingDirectory",
    "-NoExit -noexit -Interactive -i",
    whole=True,
)
_PYTHON = _Habit(f"-c -m -V -h {_HELP}", "-W -X --check-hash-based-pycs", "-i")
_NODE = _Habit(
    f"-e -p -c -v -h --eval --print --check --test --run {_HELP}",
    "-r --require --import --loader -C --conditions",
    "-i --interactive",
)
_TYPESCRIPT = _Habit(f"-e -p -v -h --eval --print --test --check {_HELP}", "-r --require --import --tsconfig", "-i")
_SCRIPT = _Habit(f"-e -E -f -r -v -V -h -c {_HELP}", "-I -r -l -d -C")
_CLIENT = _Habit(
    f"-c -f -l -e -V -h --command --file --list --execute --eval {_HELP}",
    "-d -U -p -P -u -D --dbname --username --host --port --user --database -n -a",
    operands=99,
)
_SSH = _Habit("-V -Q -O -N -f -W", "-B -b -c -D -E -e -F -I -i -J -L -l -m -o -p -R -S -w", operands=2)

_PROGRAMS = {
    "bash sh dash zsh ksh mksh ash fish rbash csh tcsh": _SHELL,
    "pwsh powershell": _POWERSHELL,
    "python python2 python3 pypy pypy3 ipython bpython": _PYTHON,
    "node nodejs": _NODE,
    "ruby perl lua luajit tclsh guile irb ghci iex erl julia R jshell scala groovysh deno bun": _SCRIPT,
    "tsx ts-node": _TYPESCRIPT,
    "php": _Habit(f"-r -f -l -i -m -v -s -w {_HELP}", "-c -d -z", "-a"),
    "sbcl clojure racket ocaml gdb lldb": _SCRIPT,
    "psql mysql mariadb mongosh mongo cqlsh sqlplus ftp sftp lftp": _CLIENT,
    "sqlite3": _Habit(f"-init {_HELP}", "-cmd -separator -nullvalue", operands=2),
    "duckdb": _Habit(f"-c -s -f {_HELP}", "-cmd", operands=2),
    "redis-cli": _Habit(f"--eval --scan --stat {_HELP}", "-h -p -a -n -u -s"),
    "ssh": _SSH,
    "su": _Habit(f"-c --command {_HELP}", "-s --shell -g -G", operands=99),
}
_HABITS = {name: habit for names, habit in _PROGRAMS.items() for name in names.split()}


def object_to_open_input(verdict: "Verdict") -> None:
    """Make a verdict ask about a text that leaves such a program reading."""
    for command in verdict.script.commands:
        if reads_on(command):
            verdict.object(
                f"{_name(command)} goes on reading, and what is typed into it later is not judged", code="not-read"
            )
            return


def reads_on(command: "Command") -> bool:
    """Tell whether a command reads its standard input for what to do, and that is what somebody types."""
    habit = _HABITS.get(_name(command)) or _versioned(_name(command))
    if habit is None or _is_fed(command):
        return False
    operands = 0
    words = [word.text for word in command.words[1:]]
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word is None:  # it may turn out to be nothing
            continue
        if operands or word == "" or word[0] not in "-+" or len(word) == 1:
            operands += word != "-"
            continue
        name = word.partition("=")[0]
        letters = (
            {f"-{letter}" for letter in word[1:]}
            if word[1:2] != "-" and habit is not _CLIENT and not habit.whole
            else {name}
        )
        if habit.reads_on & {name, *letters}:
            return True
        if habit.ends & ({name} if habit.whole else {name, word[:2], *letters}):
            return False
        at += name in habit.values and "=" not in word
    return operands < habit.operands


def _is_fed(command: "Command | None") -> bool:
    """Tell whether a command, or one that runs it, is given something else to read than what is typed."""
    while command is not None:
        if command.place.stdin or (command.stdin is not None and command.stdin.operator != "<&"):
            return True
        command = command.by
    return False


def _name(command: "Command") -> str:
    return (command.name or "").rpartition("/")[2]


def _versioned(name: str) -> _Habit | None:
    """Give the habit of `python3.12` and its like."""
    return _PYTHON if name.startswith("python") and name[6:].replace(".", "").isdigit() else None
