"""Secrets in structured data whose name stands apart: blocks and lists of YAML, pairs, arrays.

password: |        - name: DB_PASSWORD     {"name": "API_KEY", "value": "x"}     ParameterKey=Password,ParameterValue=x
  x                  value: x              <add key="ApiKey" value="x"/>         TOKENS=(x y)   "passwords": ["x"]
"""

import re
from collections.abc import Iterator

from wicket.redaction.secret_names import is_secret_variable, says_secret
from wicket.redaction.spans import Span
from wicket.redaction.values_that_are_no_secrets import refers

__all__ = ["settings", "structured"]

# A block of YAML: what is indented more than its name.
_BLOCK = re.compile(
    r"^(?P<indent>[ \t]{0,40})(?:- )?[\"']?(?P<name>[\w.-]{1,100})[\"']?:[ \t]{0,4}[|>][+-]?\d?[ \t]{0,4}\n"
    r"(?P<value>(?:(?P=indent)[ \t]{1,40}\S[^\n]{0,4000}\n?){1,100})",
    re.MULTILINE,
)

# A name that is a value itself, with the value beside it.
_SAYS = r"(?:name|key|variable|parameter_?key|field|id|property|label|option_?name)"
_HOLDS = r"(?:value|parameter_?value|secret|content|default|option_?value)"
_BETWEEN = r"[\"']?\s{0,4}[:=]\s{0,4}[\"']?"
_PAIR = re.compile(
    rf"\b{_SAYS}{_BETWEEN}(?P<name>[A-Za-z_][\w.-]{{1,100}})[\"']?[\s,;]{{1,60}}(?:--?\w{{1,20}}[ =])?[\"']?"
    rf"(?:[\w.\[\]]{{1,40}}\.)?{_HOLDS}"
    rf"(?:[\"']?\s{{0,4}}[:=]\s{{0,4}}[\"'](?P<quoted>[^\"'\n]{{1,4000}})"
    rf"|[\"']?\s{{0,4}}[:=]\s{{0,4}}(?P<bare>[^\s\"',;&|<>(){{}}]{{1,4000}}))",
    re.IGNORECASE,
)
_TURNED = re.compile(
    rf"\b{_HOLDS}{_BETWEEN}(?P<value>[^\s\"',]{{1,200}})[\"']?[\s,]{{1,8}}(?:--?\w{{1,20}}[ =])?[\"']?{_SAYS}"
    rf"{_BETWEEN}(?P<name>[A-Za-z_][\w.-]{{1,100}})",
    re.IGNORECASE,
)
_PROPERTY_LIST = re.compile(
    r"<key>(?P<name>[\w .-]{1,100})</key>\s{0,40}<(?:string|data)>(?P<value>[^<]{1,4000})<", re.IGNORECASE
)

# An array of the shell, of JSON or of a program; and a text in backquotes.
_ARRAY = re.compile(
    r"(?<![\w.-])(?P<name>[A-Za-z_][\w.-]{0,100})[\"']?\s{0,4}(?:\+?=\s{0,4}[(\[]|:\s{0,4}\[)(?P<given>[^()\[\]]{1,4000})[)\]]"
)
_ELEMENT = re.compile(r"[\"'](?P<quoted>[^\"'\n]{1,4000})[\"']|(?P<bare>[^\s,\"']{1,4000})")
_VARIABLE = re.compile(r"[A-Z][A-Z0-9]{0,40}(?:_[A-Z0-9]{1,40}){1,10}")
_BACKQUOTED = re.compile(r"(?<![\w.-])(?P<name>[A-Za-z_][\w.-]{0,100})\s{0,4}[=:]\s{0,4}`(?P<value>[^`\s$]{1,4000})`")
_APPENDED = re.compile(r"(?<![\w.-])(?P<name>[A-Za-z_]\w{0,100})\+=[\"']?(?P<value>[^\s\"'`;&|<>()]{1,4000})")
_SETTING = re.compile(
    r"[\"']?[A-Za-z_][\w.-]{0,100}[\"']?[ \t]{0,4}[:=][ \t]{0,4}(?:[\"'](?P<quoted>[^\"'\n]{1,4000})|"
    r"(?P<bare>[^\s\"'{}\[\],|>][^\n]{0,4000}))"
)

# The value of a name is an object, which has the text in it; and a name in brackets, with the value beside it.
_OBJECT = re.compile(
    r"(?P<name>[A-Za-z_][\w.-]{0,100})\\?[\"']?\s{0,4}[:=]\s{0,4}\{[^{}]{0,200}?\bvalue\\?[\"']?\s{0,4}[:=]\s{0,4}\\?[\"']"
    r"(?P<value>[^\"'\\\n]{1,4000})"
)
_DECLARED = re.compile(
    r"\bvariable\s{1,4}\\?[\"'](?P<name>[\w.-]{1,100})\\?[\"']\s{0,4}\{[^{}]{0,400}?\bdefault\s{0,20}=\s{0,4}\\?[\"'](?P<value>[^\"'\\\n]{1,4000})"
)
_INNER = re.compile(r"<(?P<name>[\w:.-]{1,60})>\s{0,40}<value>(?P<value>[^<\n]{1,4000})</value>", re.IGNORECASE)
_BRACKETED = re.compile(r"\[\\?[\"'](?P<name>[\w.-]{1,100})\\?[\"']\]\s{1,4}\\?[\"'](?P<value>[^\"'\\\n]{1,4000})")
_ELEMENT_OF_XML = re.compile(
    r"<(?P<tag>[\w:.-]{1,60})(?:\s[^<>]{0,200})?>(?:<!\[CDATA\[)?(?P<value>[^<>\[\]\n]{1,4000})(?:\]\]>)?</(?P=tag)>"
)
_ATTRIBUTE = re.compile(r"(?:key|name|id)=\\?[\"'](?P<name>[\w.:-]{1,100})", re.IGNORECASE)
_DEFAULT = re.compile(r"\$\{(?P<name>[A-Za-z_]\w{0,100}):?[=-](?P<value>[^${}]{1,4000})\}")


def settings(text: str) -> list[Span]:
    """Find the values of all settings in a file of secrets, whatever they are called."""
    return [
        match.span(match.lastgroup or 0) for match in _SETTING.finditer(text) if not refers(match[match.lastgroup or 0])
    ]


def structured(text: str) -> list[Span]:
    """Find the values of names that say that they are secret, but stand apart."""
    return list(_found(text))


def _found(text: str) -> Iterator[Span]:
    lower = text.lower()
    if ":" in text and "\n" in text and ("|" in text or ">" in text):
        for match in _BLOCK.finditer(text):
            if says_secret(match["name"]):
                yield match.span("value")
    if "value" in lower or "secret" in lower or "content" in lower or "default" in lower:
        for match in _PAIR.finditer(text):
            group = match.lastgroup or 0
            if _is_secret(match["name"], match[group]):
                yield match.span(group)
        yield from _plainly(_TURNED, text)
        for pattern in (_OBJECT, _DECLARED, _INNER):
            yield from _plainly(pattern, text)
    if "[" in text and ("'" in text or '"' in text):
        yield from _plainly(_BRACKETED, text)
    if "</" in text:
        for match in _ELEMENT_OF_XML.finditer(text):
            named = _ATTRIBUTE.search(text, match.end("tag"), match.start("value"))
            name = named["name"] if named is not None else match["tag"]
            if _is_secret(name, match["value"]) and not match["value"].startswith(("/", "~")):
                yield match.span("value")
    if "<key>" in lower:
        yield from _plainly(_PROPERTY_LIST, text)
    if "=(" in text or "[" in text:
        for match in _ARRAY.finditer(text):
            if says_secret(match["name"]) and "$" not in match["given"]:
                yield from _elements(text, match)
    if "`" in text:
        yield from _plainly(_BACKQUOTED, text)
    if "+=" in text:
        yield from _plainly(_APPENDED, text)
    if "${" in text:
        yield from _plainly(_DEFAULT, text)


def _elements(text: str, match: re.Match[str]) -> Iterator[Span]:
    """Find the elements of an array. Bare ones are texts in a shell alone."""
    of_shell = "=(" in match[0]
    for element in _ELEMENT.finditer(text, *match.span("given")):
        group = element.lastgroup or 0
        # A list of what they are called is none of them: `REQUIRED_SECRETS=(API_KEY DB_PASSWORD)`.
        if (of_shell or group == "quoted") and not refers(element[group]) and not _VARIABLE.fullmatch(element[group]):
            yield element.span(group)


def _plainly(pattern: re.Pattern[str], text: str) -> Iterator[Span]:
    for match in pattern.finditer(text):
        if _is_secret(match["name"], match["value"]):
            yield match.span("value")


def _is_secret(name: str, value: str) -> bool:
    return (says_secret(name) or (name.isupper() and is_secret_variable(name))) and not refers(value)
