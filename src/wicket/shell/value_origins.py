"""What a value is made of, beside why it is not known: what is in files, a variable that is called a secret.

It stands at the end of the reason, and stays there when a value is made of others: `$1`, `${a[0]}`, a loop's variable,
what `read` reads, the output of `base64`.
"""

from wicket.shell.characters import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["NOT_ASSIGNED", "OF_FILES", "OF_SECRETS", "is_of_secret", "origins"]

OF_FILES = ", made of files"
OF_SECRETS = ", made of a secret"

NOT_ASSIGNED = " is not assigned in this text"

# How variables are called that hold secrets.
_SECRET = listed("TOKEN SECRET PASSWORD PASSWD PASSPHRASE CREDENTIAL API_KEY APIKEY ACCESS_KEY PRIVATE_KEY")


def is_of_secret(reason: str) -> bool:
    """Tell whether a value that is not known for this reason is a secret, or is made of one."""
    if OF_SECRETS in reason:
        return True
    if reason[:1] != "$" or not reason.endswith(NOT_ASSIGNED):
        return False
    name = reason.partition(" ")[0].upper()
    return any(part in name for part in _SECRET)


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
