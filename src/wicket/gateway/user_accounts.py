"""Users by their numbers: what they are called, and where they live. Some have no account, as in a container."""

import pwd

__all__ = ["NO_HOME", "home_of", "user_name"]

# Where one without an account lives: nothing there is theirs.
NO_HOME = "/"


def user_name(uid: int) -> str:
    """Name a user, for the record."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"uid {uid}"


def home_of(uid: int) -> str:
    """Name a user's home."""
    try:
        return pwd.getpwuid(uid).pw_dir
    except KeyError:
        return NO_HOME
