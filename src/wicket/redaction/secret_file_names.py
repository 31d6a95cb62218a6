"""Tells by their names which files hold secrets: `.vault_pass`, `secrets.yaml`."""

import re

from wicket.redaction.secret_names import says_secret

__all__ = ["is_file_of_secrets", "is_secret_file"]

# A file whose name says that it holds a secret, and is not the text of a program: `/run/secrets/db`, `.vault_pass`.
_FILE = re.compile(r"(?:.*/)?\.?(?P<name>[\w-]+?)(?:\.(?P<ending>txt|key|pass|passwd|pw|secrets?|token|tmp|conf))?")

_KEPT_IN = re.compile(
    r"(?:.*/)?\.?(?:secrets|credentials)/[^/.]+|/etc/(?:sasl_passwd|exim4/passwd\.client)|.*/\.?netrc"
    r"|(?:.*/)?(?:userlist\.txt|\.?htpasswd|auth\.txt|wallet\.txt|seed\.txt|mnemonic\.txt|swarm\.key|(?:chap|pap)-secrets)"
)

_SETTINGS = re.compile(
    r"(?:.*/)?\.?(?P<name>[\w-]+?)(?:\.\w+)?\.(?:ya?ml|json|env|toml|ini|properties|conf|cfg|tfvars|xml)"
)

_ENDINGS = frozenset(("pass", "passwd", "pw", "secret", "secrets", "token"))


def is_secret_file(path: str) -> bool:
    """Whether the name of a file says that there is nothing but a secret in it."""
    if _KEPT_IN.fullmatch(path) is not None:
        return True
    match = _FILE.fullmatch(path)
    if match is None or "$" in path:
        return False
    name = match["name"]
    return match["ending"] in _ENDINGS or says_secret(name) or name.startswith(("passwd-", "pgpass"))


def is_file_of_secrets(path: str) -> bool:
    """Whether the name of a file says that all its settings are secret: `secrets.yaml`."""
    match = _SETTINGS.fullmatch(path)
    return match is not None and says_secret(match["name"])
