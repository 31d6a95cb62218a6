"""Secrets among the arguments of calls, in structured data (YAML, pairs, arrays), and in escapes or base64."""

import base64
import binascii
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate

from wicket.redaction.human_passwords import is_odd
from wicket.redaction.secret_names_and_harmless_values import is_secret_variable, refers, says_secret
from wicket.redaction.shell_words_and_assigned_variables import Span

__all__ = ["called", "encoded", "in_decoded", "settings", "structured"]


# ── secrets among the arguments of function calls in programs and in SQL, as literals ──

# client.login('me', 'x')   hashpw(b'x', salt)   AES_ENCRYPT(t, 'x')   fill('#password', 'x')   define('DB_PASSWORD',
# 'x') getByLabel('Password').fill('x')   (name, password) VALUES ('me', 'x')


# Functions that take a password last.
_CALL = re.compile(
    r"""\b\w{0,40}(?:login|auth|pdo|mysqli(?:_connect)?|set_?password|create_?(?:super_?)?user|authenticate|basic_?auth|password_?hash|hash_?password|make_?password
    |check_?password|change_?user_?password|bcrypt\.\w{1,20}|connect|simple_bind(?:_s)?|\bFTP|\bRedis|\bClient|\bremote|get-cred|sequelize|credentials)
    \s{0,2}\((?P<given>[^()\n]{1,400})\)""",
    re.VERBOSE | re.IGNORECASE,
)
_LITERAL = re.compile(r"""\\?(["'])(?P<value>[^"'\\\n]{1,400})\\?\1""")

# Functions that connect to something: behind the user there may be more than the password.
_CONNECT = re.compile(
    r"\b(?:\w{0,40}connect|mysql|postgresql|mongodb|jdbc)\(\s{0,4}(?P<given>\\?[\"'][^()\n]{1,400})\)", re.IGNORECASE
)
_CLOUD_TABLE = re.compile(
    r"\b(?:s3|gcs|azureblobstorage)(?:cluster)?\(\s{0,4}[\"'][^\"'\n]{1,400}[\"']\s{0,4},\s{0,4}[\"'][^\"'\n]{1,200}[\"']\s{0,4},"
    r"\s{0,4}[\"'](?P<value>[^\"'\n]{3,200})[\"']",
    re.IGNORECASE,
)

# Functions that make a digest or a key of a password, which stands first.
_HASH = re.compile(
    r"""
    (?: hashpw | password\.(?:hash|create|verify) | cryptcontext\([^()\n]{0,100}\)\.hash | hash_?sync | hash::make
      | \bbcrypt | \bcrypt | scrypt(?:_?sync)? | pbkdf2\w{0,20} | argon2\w{0,20} | password_hasher\w{0,9}
      | (?:sha\d{1,3}|md5|ntlm|bcrypt|argon2|pbkdf2|scrypt)(?:_crypt)?\.(?:hash|encrypt|using|verify)
      | generate_password_hash | hashlib\.\w{3,12} | \bmd5 | \bsha[125]\d{0,2} | hmac\.new | \bFernet | password_hash
      | getpass\s{0,2}=\s{0,2}lambda[^:\n]{0,20}(?=:) )
    \s{0,2}[(:]\s{0,4}[bBnNrR]?\\?["'](?P<value>[^"'\\\n]{3,400})\\?["'] \s{0,2} [,).&]?
    """,
    re.VERBOSE | re.IGNORECASE,
)

# Those that take a key behind the text, or behind the name of an algorithm.
_CRYPT = re.compile(
    r"""
    (?: pgp_sym_(?:en|de)crypt(?:_bytea)? | aes_(?:en|de)crypt | des_(?:en|de)crypt | encryptbypassphrase
      | decryptbypassphrase
      | createhmac | jwt\.(?:en|de)code | jsonwebtoken["']\)\.(?:sign|verify) | jwt\.(?:sign|verify) | hmac
      | create(?:de)?cipheriv | encode_jwt | cryptojs\.\w{1,10}\.(?:en|de)crypt )
    \s{0,2}\(\s{0,4}(?:\{[^{}\n]{0,400}\}|[^,()\n]{1,400}),\s{0,4}[bBnNrR]?\\?["'](?P<value>[^"'\\\n]{3,400})\\?["']
    """,
    re.VERBOSE | re.IGNORECASE,
)
_BY_PASSPHRASE = re.compile(r"\b(?:en|de)cryptbypassphrase\(\s{0,4}N?'(?P<value>[^'\n]{3,400})'", re.IGNORECASE)

# Procedures of SQL Server, whose arguments have no parentheses.
_PROCEDURE = re.compile(
    r"\bsp_(?:addlogin|addlinkedsrvlogin|password|adduser)\b(?P<given>[^;\n\"]{1,400})", re.IGNORECASE
)

# A literal that is the name of a secret, and the literal that is its value: `set('password', 'x')`, or
# `find('password').fill('x')`.
_NAMED = re.compile(
    r"""
    (?P<quote>["'])(?P<name>[^"'\\\n]{2,100})\\?["']\]?
    (?P<between>\s{0,4},\s{0,4}(?:with:\s{0,4})?|\)\.(?:fill|type|send_?keys|set|set_?value|press_?sequentially|input)\(\s{0,4})
    [bBrRfFnN]?\\?["'](?P<value>[^"'\\\n]{3,400})\\?["']
    """,
    re.VERBOSE | re.IGNORECASE,
)
_BEFORE = re.compile(r"(?P<function>[\w.]{1,60})?(?P<open>[(\[]|\s)\s{0,4}(?:[\w.]{1,40}\s{0,2},\s{0,4})?[bBrRfF]?\\?$")
_HINTS = ("pass", "secret", "token", "key", "auth", "pin", "cred", "pwd", "jwt", "cookie")
_CALLED = re.compile(
    r"login|auth|pdo|mysqli|password|create_?(?:super_?)?user|connect|simple_bind|ftp|redis|client|remote|bcrypt|get-cred|sequelize|credentials|mongodb|jdbc"
    r"|mysql|postgresql",
    re.IGNORECASE,
)
_DIGESTS = re.compile(
    r"hash|crypt|password\.|pbkdf2|argon2|sha\d|md5|hmac|fernet|getpass|jwt|jsonwebtoken|cipher|s3|gcs|azureblob",
    re.IGNORECASE,
)
_SETTERS = re.compile(
    r".{0,50}(?:put_?env|fill(?:_in)?|type|send_?keys|define|set_?env(?:ironment_?variable)?|putenv|set_?value|set_?item|set_?config|put"
    r"|press_?sequentially|\bset|set_?property|add_?header|set_?header|set_?request_?header|append)",
    re.IGNORECASE,
)
_LAST_NAME = re.compile(r"[A-Za-z_][\w -]{0,60}(?=[\]\"')*]{0,4}$)")

_ROW = re.compile(r"\((?P<columns>[^()]{1,1000})\)\s{0,20}values\s{0,20}\((?P<row>[^()]{1,4000})\)", re.IGNORECASE)

# Names of algorithms and hosts are no secrets.
_ALGORITHM = re.compile(
    r"(?:sha|md|hs|rs|es|aes|argon|pbkdf|ripemd)[-_]?\d.{0,20}|bcrypt|scrypt|argon2\w{0,3}|utf-?8|latin-?1|base64|hex|ascii|buffer|binary|salt"
    r"|[a-z][a-z0-9+]{1,10}://.*|localhost.*",
    re.IGNORECASE,
)


def called(text: str) -> Iterator[Span]:
    """Find what functions are called with that take a secret."""
    lower = text.lower()
    calls = "(" in text and _CALLED.search(text) is not None
    for match in _CALL.finditer(text) if calls else ():
        literals = list(_LITERAL.finditer(text, *match.span("given")))
        # The first alone is a user, a page or a host.
        if len(literals) > 1 or (literals and "pass" in match[0].lower()):
            yield literals[-1].span("value")
    for pattern in (_CLOUD_TABLE, _HASH, _CRYPT, _BY_PASSPHRASE) if _DIGESTS.search(text) is not None else ():
        for match in pattern.finditer(text):
            if _is_text(match["value"]):
                yield match.span("value")
    for match in _CONNECT.finditer(text) if calls else ():
        yield from _behind_the_user(text, match)
    if "sp_" in lower:
        for match in _PROCEDURE.finditer(text):
            yield from (each.span("value") for each in _LITERAL.finditer(text, *match.span("given")))
    if any(hint in lower for hint in _HINTS) and ("," in text or ")." in text):
        yield from _by_name(text)
    if "values" in lower:
        yield from _inserted(text)


def _behind_the_user(text: str, match: re.Match[str]) -> Iterator[Span]:
    """Find the password in `connect('host', 'user', 'password', 'database')`: the third of four, the last of more."""
    literals = [each.span("value") for each in _LITERAL.finditer(text, *match.span("given"))]
    if len(literals) == 3 and "/" in text[slice(*literals[2])]:
        yield literals[1]
    elif len(literals) > 3:
        yield literals[2 if len(literals) == 4 else -1]


def _by_name(text: str) -> Iterator[Span]:
    at = 0
    while (match := _NAMED.search(text, at)) is not None:
        at = match.start("value")
        name = _LAST_NAME.search(match["name"])
        value = match["value"]
        if name is None or not says_secret(name[0].strip()) or not _is_text(value) or says_secret(value):
            continue
        before = _BEFORE.search(text, max(0, match.start() - 120), match.start())
        if before is None:
            continue
        is_setter = ")" in match["between"] or "with:" in match["between"] or _is_setter(before["function"])
        if is_setter or (before["open"] == "(" and is_odd(value)):
            yield match.span("value")


def _is_setter(function: str | None) -> bool:
    return function is not None and _SETTERS.fullmatch(function) is not None


def _is_text(value: str) -> bool:
    return not refers(value) and _ALGORITHM.fullmatch(value) is None


def _inserted(text: str) -> Iterator[Span]:
    for match in _ROW.finditer(text):
        if any(says_secret(column.strip(' `"[]\n\t')) for column in match["columns"].split(",")):
            yield from (literal.span("value") for literal in _LITERAL.finditer(text, *match.span("row")))


# ── secrets in structured data whose name stands apart: blocks and lists of YAML, pairs, arrays ──

# As blocks of YAML have it (`password: |`, `- name: DB_PASSWORD` above `value: x`), as pairs
# (`ParameterKey=Password,ParameterValue=x`, `{"name": "API_KEY", "value": "x"}`), as arrays (`TOKENS=(x y)`).


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


# ── secrets in a text with escapes, or in base64: it is decoded, and each character keeps where it stands ──

# printf 'login me\npassword x'   https://h/?q=%7B%22password%22%3A%22x%22%7D   password=&quot;x&quot;


_ESCAPE = re.compile(
    r"%(?P<percent>[2-7][0-9A-Fa-f])|\\(?P<letter>[nrt])|\\(?:x|u00)(?P<code>[2-7][0-9A-Fa-f])"
    r"|&(?P<entity>quot|apos|lt|gt|amp|\#34|\#39);|(?P<quote>\\{1,7}[\"'])"
)
_ENTITIES = {"quot": '"', "apos": "'", "lt": "<", "gt": ">", "amp": "&", "#34": '"', "#39": "'"}


def in_decoded(text: str, find: Callable[[str], Iterable[Span]]) -> list[Span]:
    """Find something in a text without its escapes; nothing, if it has none."""
    pieces: list[str] = []
    origins: list[int] = []  # where in the decoded text a piece begins, and where in the text
    last = 0
    for match in _ESCAPE.finditer(text):
        pieces += [text[last : match.start()], _undone(match)]
        origins += [last, match.start()]
        last = match.end()
    if not pieces:
        return []
    pieces.append(text[last:])
    origins.append(last)
    begins = list(accumulate(map(len, pieces), initial=0))
    found = sorted(find("".join(pieces)))
    return [(_place(first, begins, origins), _place(end, begins, origins)) for first, end in found]


def _place(at: int, begins: list[int], origins: list[int]) -> int:
    # Every second piece is one character that stands for several.
    number = _last_at_or_before(begins, at, len(origins))
    return origins[number] + (at - begins[number])


def _last_at_or_before(begins: list[int], at: int, count: int) -> int:
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if begins[middle] <= at:
            low = middle + 1
        else:
            high = middle
    return low - 1


def _undone(match: re.Match[str]) -> str:
    match match.lastgroup:
        case "percent" | "code":
            return chr(int(match[match.lastgroup], 16))
        case "letter":
            return {"n": "\n", "r": "\r", "t": "\t"}[match["letter"]]
        case "entity":
            return _ENTITIES[match["entity"]]
        case _:
            return match[0][-1]


_WORD = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/]{8,4000}={0,2}(?![A-Za-z0-9+/=_-])")

# Names and words of a language have no capitals inside and no digits, but for few.
_MIXED = re.compile(r"[a-z][A-Z]|[A-Za-z][0-9]|=$")


def encoded(text: str, tells: Callable[[str], bool]) -> Iterator[Span]:
    """Find words whose text, decoded, tells a secret."""
    for match in _WORD.finditer(text):
        word = match[0]
        if len(word) % 4 or _MIXED.search(word) is None:
            continue
        try:
            plain = base64.b64decode(word, validate=True).decode("utf-8")
        except (binascii.Error, UnicodeDecodeError):
            continue
        if plain.rstrip("\n").isprintable() and tells(plain):
            yield match.span()
