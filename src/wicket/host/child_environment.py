"""The environment of a child process: all of ours but what looks like a secret, unless it was asked for.

A variable looks like a secret by the words of its name (`GITHUB_TOKEN`, `DB_PASSWORD`, `OPENAI_API_KEY`) or
by its value (a URL with a password in it, a private key, a token with a well-known beginning). What only says
*where* or *which* is none, and passes: profiles, regions, contexts, paths to files, sockets of agents. A
child runs as the same user and could read those files anyway; without `AWS_PROFILE`, `KUBECONFIG` or
`SSH_AUTH_SOCK` most tools just stop working.

It errs on the side of withholding. Whoever misses a variable finds its name in the list of those withheld,
and can name it in the manifest or in the operator's file. This keeps a careless extension from spilling a key
into a log; it is no wall against a hostile one.
"""

from collections.abc import Collection, Mapping
from functools import cache

from wicket.redaction.secret_names_and_harmless_values import is_secret_variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

__all__ = ["for_child", "looks_secret"]

# Meant for this very process by whoever started it: a child that used them would speak in our name.
_OURS_ALONE = frozenset(
    {
        "JOURNAL_STREAM",
        "LISTEN_FDNAMES",
        "LISTEN_FDS",
        "LISTEN_PID",
        "NOTIFY_SOCKET",
        "WATCHDOG_PID",
        "WATCHDOG_USEC",
    }
)

# With this an extension could approve its own requests: no manifest can ask for it.
_NEVER = frozenset({"WICKET_APPROVER_TOKEN"})

# The record knows more of them (`redaction.known_tokens_and_random_words`); these are for hooks, which must start in no
# time. Every repetition that something must follow has a bound: the search stays linear in the value.
_OF_A_URL = r"://[^/\s:@]{0,200}:[^/\s@]{1,2000}@"
_OF_ITSELF = r"""
      -----BEGIN\ [A-Z ]{0,30}PRIVATE\ KEY               # PEM, also inside of JSON
    | \b(?: (?:AKIA|ASIA)[A-Z0-9]{16}\b                  # AWS
          | gh[pousr]_[A-Za-z0-9]{30}                    # GitHub
          | github_pat_[A-Za-z0-9_]{30}
          | glpat-[A-Za-z0-9_-]{16}                      # GitLab
          | sk-[A-Za-z0-9_-]{20}                         # OpenAI, Anthropic
          | sk_live_[A-Za-z0-9]{16}                      # Stripe
          | xox[abprs]-[A-Za-z0-9-]{10}                  # Slack
          | hf_[A-Za-z0-9]{30}                           # Hugging Face
          | npm_[A-Za-z0-9]{30}                          # a registry's token
          | eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8}  # a JSON web token
      )
    """

# One of these is in each of them.
# fmt: off
_TELLS = (
    "PRIVATE KEY", "AKIA", "ASIA", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "sk-", "sk_live_",
    "xox", "hf_", "npm_", "eyJ",
)
# fmt: on

# Shorter than any of the above: most values are not worth the search.
_MIN_SECRET_CHARS = 15


def for_child(
    outer: Mapping[str, str],
    *,
    named: Collection[str] = (),
    extra: Mapping[str, str] | None = None,
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Give a child's environment, and the names of what was withheld from it, sorted.

    `named` are the variables that a manifest or the operator asks for: they pass although they look like
    secrets. `extra` is set on top, whatever it looks like: somebody wrote it for this child.
    """
    env: dict[str, str] = {}
    withheld: list[str] = []
    for name, value in outer.items():
        if name in _NEVER or (name not in named and (name in _OURS_ALONE or looks_secret(name, value))):
            withheld.append(name)
        else:
            env[name] = value
    if extra:
        env |= extra
    return env, tuple(sorted(set(withheld) - env.keys()))


def looks_secret(name: str, value: str = "") -> bool:
    """Whether a variable looks like a secret, by its name or by its value."""
    return is_secret_variable(name) or _is_secret_value(value)


def _is_secret_value(value: str) -> bool:
    if "://" in value and "@" in value and _expressions()[0].search(value):
        return True
    if len(value) < _MIN_SECRET_CHARS or not any(tell in value for tell in _TELLS):
        return False
    return _expressions()[1].search(value) is not None


@cache
def _expressions() -> "tuple[re.Pattern[str], re.Pattern[str]]":
    """Compile them when a value may be one, which few are: whatever starts a command waits for it."""
    import re

    return re.compile(_OF_A_URL), re.compile(_OF_ITSELF, re.VERBOSE)
