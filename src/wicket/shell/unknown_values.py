"""Values that only running a text would tell: why, which texts they may be, what they are made of."""

from wicket.shell.characters import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Protocol, TypeAlias

    class Spelled(Protocol):
        """What may be one of several texts: a value or a word."""

        @property
        def instances(self) -> tuple[str, ...]: ...

        @property
        def enumerated(self) -> bool: ...

    Shape: TypeAlias = tuple[str | None, ...]
    Value: TypeAlias = "str | Unknowable"

__all__ = [
    "BRANCH",
    "CALCULATED",
    "CHILD",
    "FOUND",
    "FOUND_ALL",
    "FOUND_BY_FD",
    "GLOB",
    "INHERITED_PATH",
    "KEPT",
    "LENGTH",
    "LOOPED",
    "MADE",
    "MAX_INSTANCES",
    "MAX_VALUE_LENGTH",
    "NAMED",
    "NEVER_EMPTY",
    "NOTHING_MADE",
    "NOT_ASSIGNED",
    "NOT_ONE",
    "OF_FILES",
    "OF_SECRETS",
    "PID_FILE",
    "PIPED",
    "PROCESSES",
    "SETTINGS",
    "SPLITTING",
    "UNCALLED",
    "XARGS",
    "Unknowable",
    "both",
    "changed",
    "concatenate",
    "is_called_secret",
    "is_of_secret",
    "joined_instances",
    "origins",
]


# ── what a value is made of, beside why it is not known: what is in files, a variable that is called a secret ──

# It stands at the end of the reason, and stays there when a value is made of others: `$1`, `${a[0]}`, a loop's
# variable, what `read` reads, the output of `base64`.


OF_FILES = ", made of files"
OF_SECRETS = ", made of a secret"

NOT_ASSIGNED = " is not assigned in this text"
# The PATH that a text is run with. It begins at the root.
INHERITED_PATH = f"$PATH{NOT_ASSIGNED}"

# How variables are called that hold secrets.
_SECRET = listed("TOKEN SECRET PASSWORD PASSWD PASSPHRASE CREDENTIAL API_KEY APIKEY ACCESS_KEY PRIVATE_KEY")


def is_of_secret(reason: str) -> bool:
    """Tell whether a value that is not known for this reason is a secret, or is made of one."""
    if OF_SECRETS in reason:
        return True
    if reason[:1] != "$" or not reason.endswith(NOT_ASSIGNED):
        return False
    return is_called_secret(reason.partition(" ")[0])


def is_called_secret(name: str) -> bool:
    """Tell whether a variable is called so that it holds a secret."""
    upper = name.upper()
    return any(part in upper for part in _SECRET)


def origins(reasons: "Iterable[str | None]") -> str:
    """Give what stands behind the reason for a value that is made of others, for these reasons."""
    files = secrets = ""
    for reason in reasons:
        if reason:
            if OF_FILES in reason:
                files = OF_FILES
            if is_of_secret(reason):
                secrets = OF_SECRETS
    return files + secrets


# ── all texts that values may be together, each of which may be one of several: `pre-$a-$b` ──

# So many texts are kept of a value that may be one or another.
MAX_INSTANCES = 4


def joined_instances(values: "Sequence[str | Spelled]") -> tuple[tuple[str, ...], bool]:
    """Say which texts several values may be together, and whether these are all that the text could choose."""
    if len(values) == 1 and not isinstance(values[0], str):
        return values[0].instances, values[0].enumerated
    enumerated = True
    # Mostly, each of them is one text.
    pieces: list[str] = []
    for value in values:
        if type(value) is str:
            pieces.append(value)
            continue
        instances = value.instances  # type: ignore[union-attr]  # no other kind of value is a text
        if len(instances) != 1:
            break
        enumerated = enumerated and value.enumerated  # type: ignore[union-attr]
        pieces.append(instances[0])
    else:
        return ("".join(pieces),), enumerated
    made = [""]
    enumerated = True
    for value in values:
        if isinstance(value, str):
            made = [text + value for text in made]
            continue
        enumerated = enumerated and value.enumerated
        made = [text + instance for text in made for instance in value.instances]
        if len(made) > MAX_INSTANCES:
            made, enumerated = made[:MAX_INSTANCES], False
    return tuple(made), enumerated


# ── values that only running a text would tell: why, which texts they may be, and how they are put together ──

# Why the names of files are not known.
GLOB = "a glob: the names of files"

# The same for names that a program makes of others.
NAMED = "a glob, or what a program makes of a name"

# And for one of the files that a glob stands for, in a loop; for one that find finds, and for all of them. No link is
# followed on the way to these.
LOOPED = "one of the files that a glob stands for"

FOUND = "a file that find finds"

FOUND_ALL = "the files that find finds"

# And for those that version control keeps, or has changed.
KEPT = "the files that version control keeps"

# What fd hands to the command that it is told to run.
FOUND_BY_FD = "what fd finds"

# A new file or folder; or nothing, if it could not be made.
MADE = "what mktemp has made"

# Names that xargs hands over, and nobody in the text has printed.
XARGS = "what xargs reads"

# What lies in a file of such a name: for kill, the number of a process; for all others, any text.
PID_FILE = "what is in a file for the number of a process"

# Numbers of processes that were looked up by a pattern.
PROCESSES = "numbers of processes that were looked up"

# What a program prints for the shell to evaluate, as `brew shellenv` does.
SETTINGS = "the settings that a program prints"

# The name of a pipe from or to another command of the text.
PIPED = "a process substitution"

# Why it is not known which file a redirect opens.
NOT_ONE = "not one word"

# What version control prints when it is asked which branch is checked out: a name, or nothing.
BRANCH = "the branch that is checked out"

# The number of a process that the shell itself has started.
CHILD = "$! is set by the shell"

NAMES_OF_FILES = frozenset([GLOB, NAMED, LOOPED, FOUND, FOUND_ALL, MADE])

# Reasons that say what a value is as a whole, and nothing any more of what is made of it.
_OF_A_WHOLE = NAMES_OF_FILES | {BRANCH, CHILD, PIPED, PROCESSES, SETTINGS}


def both(one: str, other: str) -> str:
    """Give one reason for two. That something is the name of a file says nothing of what stands beside it."""
    if not one or (one in _OF_A_WHOLE and other and other != one):
        return other if other not in NAMES_OF_FILES or not one else "made of names of files"
    return one


def changed(reason: str) -> str:
    """Give the reason for what is made of something that is not known."""
    return f"made of {reason}" if reason in _OF_A_WHOLE or reason.startswith(PID_FILE) else reason


# Why nothing is known of a variable in a function that the text defines and does not call.
UNCALLED = "this function is not called here"

# Why values are not known that are numbers, and never nothing.
CALCULATED, LENGTH = "the result of arithmetic", "a length"

NEVER_EMPTY = frozenset([CALCULATED, LENGTH, *[f"${name} is set by the shell" for name in "?$#"]])

# Nor are names of files that are there, and pipes.
NEVER_NOTHING = NEVER_EMPTY | {GLOB, NAMED, LOOPED, FOUND, PIPED}

NOTHING = ("",)


class Unknowable:
    """A value that cannot be known: of a variable, of a substitution, of standard input.

    `outside` is for what comes from beyond the text (the environment, arguments): whoever wrote the text did not
    choose it. `number` is for what can only be digits, wherever it comes from. `inert` is for what arithmetic can run
    nothing of, be it chosen or not. `many` is for an argument that may have been several, or none. `bare` is for what
    can only be tokens, or nothing; `several` for more than one of them, or of numbers, each on a line of its own.

    `instances` are texts that it may be: what `${x:-…}` brings, what a branch assigns, nothing at all. `enumerated`:
    whoever wrote the text could choose only among these, and all else comes from outside.
    """

    __slots__ = (
        "bare",
        "enumerated",
        "inert",
        "instances",
        "is_blank",
        "many",
        "number",
        "outside",
        "reason",
        "several",
        "shape",
    )

    def __init__(
        self,
        reason: str,
        shape: "Shape" = (None,),
        number: bool = False,
        outside: bool = False,
        many: bool = False,
        inert: bool = False,
        bare: bool = False,
        several: bool = False,
        instances: tuple[str, ...] | None = None,
        enumerated: bool = False,
    ) -> None:
        self.reason = reason
        self.shape = shape
        self.several = several
        self.number = number
        self.outside = outside
        self.many = many
        # Arithmetic expands what stands in a subscript. Of a value from outside, only the pieces that the text itself
        # has put beside it count: those with a `$` or a backtick.
        self.inert = inert or number or (outside and (shape == (None,) or not any(map(_expands, shape))))
        self.bare = bare
        self.enumerated = enumerated or outside or number
        # Whether nobody has said which texts it may be: then it may be nothing, beside what is known of it.
        self.is_blank = instances is None and reason not in NEVER_NOTHING
        self.instances: tuple[str, ...]
        if instances is not None:
            self.instances = instances
        elif shape == (None,):  # as most are
            self.instances = NOTHING if self.is_blank else ()
        else:
            self.instances = instances_of_shape(reason, shape)


def instances_of_shape(reason: str, shape: "Shape") -> tuple[str, ...]:
    """Say what a value is if what is not known of it is nothing; none for what is never nothing."""
    if reason in NEVER_NOTHING:
        return ()
    return ("".join([piece for piece in shape if piece]),)


# Behind something else, what mktemp has made is no file by itself; all of it may be missing, how it begins as well.
NOTHING_MADE = Unknowable(changed(MADE))

# `x=$x$x` doubles a value each time it stands there. No longer than a text may be, it is known; then no more.
MAX_VALUE_LENGTH = 1_000_000

# What makes several words of a value that is not quoted.
SPLITTING = " \t\n*?["


def concatenate(values: "list[Value]") -> "Value":
    """Put values together, keeping what is known of them."""
    if len(values) == 1:
        return values[0]
    if sum([len(v) if isinstance(v, str) else _known_length(v) for v in values]) > MAX_VALUE_LENGTH:
        return Unknowable(f"longer than {MAX_VALUE_LENGTH} characters")
    pieces: list[str | None] = []
    reason = ""
    number = outside = inert = bare = True
    unknown = 0
    for value in values:
        if isinstance(value, str):
            if value:
                number = number and value.isdigit()
                inert = inert and not ("[" in value or _expands(value))
                bare = bare and not any(c in value for c in SPLITTING)
                if pieces and pieces[-1] is not None:
                    pieces[-1] += value
                else:
                    pieces.append(value)
            continue
        if pieces and value.reason == MADE:
            value = NOTHING_MADE
        reason = both(reason, value.reason)
        unknown += 1
        number = number and value.number and not value.several
        outside = outside and value.outside
        inert = inert and value.inert
        bare = bare and value.bare and not value.several
        for piece in value.shape:
            if pieces and pieces[-1] is None and piece is None:
                continue
            if pieces and pieces[-1] is not None and piece is not None:
                pieces[-1] += piece
            else:
                pieces.append(piece)
    if not reason:
        return (pieces[0] or "") if pieces else ""
    if unknown > 1:
        reason = _with_origins(reason, values)
    instances, enumerated = joined_instances(values)
    return Unknowable(
        reason, tuple(pieces), number, outside, inert=inert, bare=bare, instances=instances, enumerated=enumerated
    )


def _with_origins(reason: str, values: "list[Value]") -> str:
    """Give the reason for values that stand side by side: it says what each of them is made of."""
    found = origins([value.reason for value in values if not isinstance(value, str)])
    return reason if found == origins([reason]) else reason + found


def _expands(piece: str | None) -> bool:
    """Tell whether a piece holds something that a shell would expand, were it read once more."""
    return piece is not None and ("$" in piece or "`" in piece)


def _known_length(value: "Unknowable") -> int:
    return sum([len(piece) for piece in value.shape if piece is not None])
