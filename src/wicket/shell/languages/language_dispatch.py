"""Asks the module of a language about a program: whether it is harmless, what it reads, what it does.

Those of awk and sed are in `awk_and_sed`, of perl, ruby and SQL in `perl_ruby_and_sql`, of PHP in `php` and
`php`, of python and node in files of their own.
"""

from wicket.shell.characters import listed
from wicket.shell.languages import awk_and_sed, perl_ruby_and_sql

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.code_effects import Account

__all__ = ["account", "harmless", "reads"]

# Longer programs are not looked at.
MAX_LENGTH = 10_000
MAX_ACCOUNTED = 20_000

_OF_NODE = frozenset(["node", "tsx", "ts-node", "bun", "deno", "bun -e", "deno eval"])

_OF_PHP = frozenset(["php", "artisan tinker"])


def harmless(language: str, text: str) -> bool:
    """Tell whether a program surely neither runs, nor writes, nor reads any file of its own choice."""
    if len(text) > MAX_LENGTH:
        return False
    if language == "awk":
        return awk_and_sed.harmless_awk(text)
    if language == "sed":
        return awk_and_sed.harmless_sed(text)
    if language in ("python", "node"):
        return reads(language, text) == []
    if language == "php":
        from wicket.shell.languages import php

        return php.harmless(text)
    return perl_ruby_and_sql.harmless(language, text)


def reads(language: str, text: str) -> list[str] | None:
    """Name the files that a program reads; None: it may do more than that."""
    if language == "python":
        from wicket.shell.languages.python_only_reading import files_of

        return files_of(text) if len(text) <= MAX_LENGTH else None
    if language == "node":
        from wicket.shell.languages.javascript_only_reading import files_of

        return files_of(text) if len(text) <= MAX_LENGTH else None
    return [] if harmless(language, text) else None


def account(language: str, text: str, folder: str = ".") -> "Account | None":
    """Give an account of what a program does, be it more than computing; None: that cannot be told.

    `folder` is where the program lies.
    """
    if len(text) > MAX_ACCOUNTED:
        return None
    if language == "python":
        from wicket.shell.languages import python_effects

        done = python_effects.account_of(text)
    elif language in _OF_NODE:
        from wicket.shell.languages import javascript_effects

        done = javascript_effects.account_of(text, folder)
    elif language in _OF_PHP:
        from wicket.shell.languages import php

        done = php.account_of(text)
    else:
        return None
    if done is not None and done.talks:
        done.only_fetches = not done.finds and not _may_send(text)
    return done


# By one of these names, code that talks to other machines does more than fetch, or has something to send that the line
# does not spell: other methods than GET, connections that are no requests, files, the environment, its input.
_SENDING = listed(
    """
    post put patch delete upload method send sendall sendto sendfile sendbeacon files body socket socketio net tls dgram
    dns ws websocket websockets http2 grpc pycurl env environ environb getenv dotenv stdin argv input fileinput open
    load read_text read_bytes read_csv read_json read_excel readfile readfilesync
    """
)
_SENDING_TEXTS = ("request(", "(data=", ",data=", ", data=", "import(", "\\")
_NO_NAMES = {code: " " for code in range(128) if not (chr(code).isalnum() or chr(code) == "_")}
_QUOTING = dict.fromkeys(map(ord, "'\"` \t\n"), " ")


def _may_send(text: str) -> bool:
    """Tell whether code that talks to other machines may do more there than fetch; an escape may spell anything."""
    text = text.lower().replace("\\n", " ").replace("json.load(", " ")
    if not text.isascii() or any(part in text for part in _SENDING_TEXTS):
        return True
    # An address that is spelled out names nothing.
    pieces = [
        piece
        for piece in text.translate(_QUOTING).split()
        if not piece.startswith(("http://", "https://")) or any(c in piece for c in "{(,;+")
    ]
    return not _SENDING.isdisjoint(" ".join(pieces).translate(_NO_NAMES).split())
