"""Secrets among the arguments of function calls in programs and in SQL, as literals.

client.login('me', 'x')   hashpw(b'x', salt)   AES_ENCRYPT(t, 'x')   fill('#password', 'x')   define('DB_PASSWORD', 'x')
getByLabel('Password').fill('x')   (name, password) VALUES ('me', 'x')
"""

import re
from collections.abc import Iterator

from wicket.redaction.human_passwords import is_odd
from wicket.redaction.secret_names import says_secret
from wicket.redaction.spans import Span
from wicket.redaction.values_that_are_no_secrets import refers

__all__ = ["called"]

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
