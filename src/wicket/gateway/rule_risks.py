"""What speaks against a rule: a secret in it, a line that cannot be written, or other code that it lets run."""

from collections.abc import Sequence

from wicket.gateway.request_environment import DEFAULT_PATH
from wicket.gateway.request_types import AdmittedRequest
from wicket.gateway.rule_from_command import exact_pattern
from wicket.redaction.clean import Cleaner
from wicket.shell.catalogue.compiled_catalogue import entry
from wicket.shell.programs.program_lookup import plain

__all__ = ["can_be_written", "holds_secret", "risks_of", "runs_other_code"]

# What programs of these families load is settings, and not what they are there to run.
_LOADS_SETTINGS = frozenset(
    ("cloud", "code_hosting", "databases", "docker", "documents", "git", "kubernetes", "network")
)

_SYSTEM_FOLDERS = frozenset(DEFAULT_PATH.split(":"))

# More would be another command.
MAX_PATTERN_CHARS = 2_000


def can_be_written(argv: Sequence[str]) -> bool:
    """Tell whether a command can stand in a policy file, on a line that a person can read."""
    text = exact_pattern(argv)
    return len(text) <= MAX_PATTERN_CHARS and text.isprintable() and all(argv)


def runs_other_code(argv: Sequence[str]) -> bool:
    """Tell whether a program is there to run something else: code, a shell's text, another command, a package."""
    folder, slash, name = argv[0].rpartition("/")
    if slash and folder not in _SYSTEM_FOLDERS:
        return True
    known = entry(plain(name))
    if known is None:
        return False
    loads = known.loads and known.family not in _LOADS_SETTINGS
    return known.interpreter or known.shell or known.wrapper or bool(loads)


def holds_secret(admitted: AdmittedRequest) -> bool:
    """Tell whether a request holds what looks like a secret."""
    cleaner = Cleaner()
    pipeline = cleaner.pipeline(admitted.pipeline)
    variables = cleaner.variables(dict(admitted.env))
    return pipeline != [list(stage) for stage in admitted.pipeline] or variables != dict(admitted.env)


def risks_of(stages: Sequence[Sequence[str]], *, widened: bool) -> tuple[str, ...]:
    """Say what a rule for these commands lets through besides them."""
    risks = []
    if widened:
        risks.append("it covers any file, except those that `files` protects")
    risks += [
        f"`{stage[0]}` runs what lies there, and that may change"
        for stage in dict.fromkeys(map(tuple, stages))
        if runs_other_code(stage)
    ]
    return tuple(dict.fromkeys(risks))
