"""What a child sees of our environment: all but what looks like a secret, unless that was asked for by name.

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

from wicket.redaction.forms import looks_like_a_secret
from wicket.redaction.names import is_secret_variable

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
    return is_secret_variable(name) or looks_like_a_secret(value)
