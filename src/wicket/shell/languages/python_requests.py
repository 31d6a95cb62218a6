"""Requests that a program of Python makes by `requests` or `httpx`, if each of them is one plain call.

`requests.put(url, json=data)` is what `curl -X PUT -d … url` is, and it is judged as that.
"""

from wicket.shell.characters import listed
from wicket.shell.code_effects import Request
from wicket.shell.languages.python_syntax_tree import is_string, keyword_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.shell.languages.python_names_and_imports import Names

__all__ = ["requests_of"]

_METHODS = listed("get head options post put patch delete")
# What else the modules give that is no request: errors, and names of numbers.
_PLAIN = listed(
    """
    exceptions codes RequestException ConnectionError HTTPError Timeout ReadTimeout ConnectTimeout ConnectError
    HTTPStatusError RequestError TimeoutException JSONDecodeError TooManyRedirects Response __version__
    """
)
_PLAIN_KEYWORDS = listed("timeout verify allow_redirects follow_redirects stream")
_BODIES = listed("json data content")
_CREDENTIALS = frozenset(["auth", "cookies"])
_SENDING_KEYWORDS = _BODIES | _CREDENTIALS | {"params", "headers"}
_OF_CREDENTIALS = ("auth", "token", "key", "secret", "cookie", "session", "password")
# By these names, a program gets hold of what no text spells out.
_FINDING = listed("environ environb getenv argv stdin input fileinput getpass")
_DEEPEST = 6


def requests_of(nodes: "list[Any]", names: "Names") -> "list[Request] | None":
    """List all requests; None: the modules are used in another way, too, or what they are given is not told."""
    finds = names.done.finds or bool(names.strange - names.requesting) or any(map(_finds, nodes))
    made: list[Request] = []
    seen: set[int] = set()
    for node in nodes:
        kind = type(node).__name__
        if kind == "Call" and _is_of(node.func, names) and node.func.attr in _METHODS:
            seen.add(id(node.func.value))
            told = _request(node, names, finds)
            if told is None:
                return None
            made += told
        elif kind == "Attribute" and _is_of(node, names) and node.attr in _PLAIN:
            seen.add(id(node.value))
    for node in nodes:
        if type(node).__name__ == "Name" and node.id in names.requesting and id(node) not in seen:
            return None
    return made


def _finds(node: "Any") -> bool:
    name = getattr(node, "id", None) or getattr(node, "attr", None)
    return isinstance(name, str) and name in _FINDING


def _is_of(node: "Any", names: "Names") -> bool:
    return (
        type(node).__name__ == "Attribute" and type(node.value).__name__ == "Name" and node.value.id in names.requesting
    )


def _request(node: "Any", names: "Names", finds: bool) -> "list[Request] | None":
    """See one call: of its address and what stands beside it, all has to be of a known kind."""
    given = [keyword for keyword in node.keywords if keyword.arg != "url"]
    if len(node.args) > 1 or any(one.arg not in _PLAIN_KEYWORDS | _SENDING_KEYWORDS for one in given):
        return None  # the second place means one thing or another; files are sent by `files`
    address = node.args[0] if node.args else keyword_value(node, "url")
    if address is None:
        return None
    sending = [one for one in given if one.arg in _SENDING_KEYWORDS]
    has_body = any(one.arg in _BODIES for one in sending)
    credentials = any(one.arg in _CREDENTIALS for one in sending) or _names_credentials(keyword_value(node, "headers"))
    open_ = finds and not all(_is_spelled(one.value, names) for one in sending)
    return [
        Request(node.func.attr.upper(), shape, has_body, credentials, open_ or (finds and len(shape) > 1))
        for shape in names.paths.spelled(address)
    ]


def _is_spelled(node: "Any", names: "Names", depth: int = 0) -> bool:
    """Tell whether the program spells out all of a value."""
    kind = type(node).__name__
    if node is None or depth >= _DEEPEST:
        return False
    if kind == "Constant":
        return True
    if kind in ("List", "Tuple", "Set"):
        return all(_is_spelled(one, names, depth + 1) for one in node.elts)
    if kind == "Dict":
        return all(_is_spelled(one, names, depth + 1) for one in (*node.keys, *node.values))
    if kind == "Name" and node.id not in names.paths.looped:
        bound = names.paths.bound.get(node.id, [])
        return 0 < len(bound) < _DEEPEST and all(_is_spelled(one, names, depth + 1) for one in bound)
    return False


def _names_credentials(headers: "Any") -> bool:
    """Tell whether headers may hold credentials: unless each of their names is spelled out, and is none of that."""
    if headers is None:
        return False
    if type(headers).__name__ != "Dict" or not all(is_string(key) for key in headers.keys):
        return True
    return any(part in key.value.lower() for key in headers.keys for part in _OF_CREDENTIALS)
