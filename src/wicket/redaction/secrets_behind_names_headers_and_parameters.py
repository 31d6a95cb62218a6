"""Secrets in a text that are known by what stands before them: a name, a header, a word of SQL or of a configuration.

    PGPASSWORD=x   password: x   "apiKey": "x"   ?access_token=x   X-Api-Key: x   Authorization: Bearer x
    IDENTIFIED BY 'x'   machine h login u password x   auth=("u", "x")

What only refers to a secret stays.
"""

import re
from collections.abc import Iterator

from wicket.redaction.secret_names_and_harmless_values import is_code, is_prose, is_quoted_name, refers, says_secret
from wicket.redaction.secrets_in_calls_structures_and_base64 import called
from wicket.redaction.shell_words_and_assigned_variables import Span

__all__ = ["named"]

# A name, and what assigns to it. Quotes around the name are those of JSON, maybe escaped; so is a bracket of a table.
_NAME = re.compile(
    r"""
    (?<![A-Za-z0-9_.-])[.-]{0,3}
    (?P<name>[A-Za-z_][A-Za-z0-9_.-]{0,200}+(?:\[[\w.-]{1,60}\]){0,3}+)
    (?P<close>\\{0,3}["']?[\]}]?)
    (?P<by> \s{0,4}(?::=|=>|\|=|==?=?|!=|:)[ \t]{0,4} | %3[dD] | \s{0,4}[=:]\s{0,40}(?=["'|>]) )
    """,
    re.VERBOSE,
)
_VALUE = re.compile(
    r"""
      \\{0,3}"(?P<double>(?:[^"\\\n]|\\(?!")[^\n]){0,4000})
    | \\{0,3}'(?P<single>[^'\n]{0,4000})
    | \$'(?P<ansi>(?:[^'\\\n]|\\.){0,4000})
    | (?P<bare>[^\s"'`,;&|<>(){}\\]{1,4000})
    """,
    re.VERBOSE,
)

_HEADER = re.compile(
    r"""
    (?: \b(?:proxy-)?authorization["']?\s{0,4}[:=]\s{0,4}\\{0,2}["'`]?
        (?: [A-Za-z][\w-]{0,30}(?:[ \t]{1,4}|[:=])(?=[^\s"'`\\]) )?
      | \b(?:set-)?cookie2?:[ \t]{0,4}(?=[^\s"'`=]{1,200}=) )
    (?P<value>[^\s"'`\\][^\s"'`\\]{0,4000}(?:;[ \t]{0,2}[^\s"'`\\;=]{1,200}=[^\s"'`\\;]{0,4000}){0,50})
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SCHEME = re.compile(
    r"\b(?:bearer|basic)[ \t]{1,4}(?P<value>(?=[^\s\"'`]{0,60}\d)[A-Za-z0-9._~+/=-]{8,4000})", re.IGNORECASE
)
_DIGEST = re.compile(
    r"\b(?:response|nonce|cnonce|signature|oauth_\w{1,20})=\\?\"(?P<value>[^\"\\\n]{4,500})", re.IGNORECASE
)

# Parameters of a URL and of a form, by names that are too ordinary elsewhere.
_PARAMETER = re.compile(
    r"[?&](?:key|code|sig|signature|auth|hash|apikey|appid|token|sid|session|state|ticket|x-amz-[a-z-]{1,30}|x-goog-[a-z-]{1,30})"
    r"=(?P<value>(?=[^&\s\"'`#]{0,100}[0-9A-Z%])[^&\s\"'`#<>|;]{8,4000})",
    re.IGNORECASE,
)

# What else says a password in words.
_WORDS = re.compile(
    r"""
      \bidentified\s{1,4}(?:with\s{1,4}\S{1,60}\s{1,4})?by\s{1,4}(?:password\s{1,4})?
      (?:["'](?P<a>[^"'\n]{1,500})|(?P<aa>[^\s"';]{1,500}))
    | \b(?:password|passwd|passphrase|secret|psk|eap|xauth|requirepass|masterauth|token)\s{1,4}[EN]?
      \\?["'](?P<b>[^"'\\\n]{1,500})
    | \bset\s{1,4}password\s{1,4}for\s{1,4}[^\s=]{1,200}\s{0,4}=\s{0,4}["'](?P<ab>[^"'\n]{1,500})
    | \bpassword\s{0,4}=\s{0,4}[EN]["'](?P<ac>[^"'\n]{1,500})
    | \bpassword\s{1,4}\\?\$\w{1,20}\\?\$(?P<ad>[^$\\\n]{1,500})
    | \buid\s{0,2}=[^;\n]{0,100};\s{0,4}pwd\s{0,2}=(?P<ae>[^;"'\n]{1,500})
    | \[(?:concealed|password|otp)\]=(?P<af>[^\s"']{1,500})
    | \b(?:pass(?:word|phrase|code)|api[ ]?key|token|secret|pin)\s{1,4}(?:is|was|to|will\s{1,4}be)\s{1,4}:?\s{0,4}["']?
      (?P<ag>(?=[^\s"']{0,60}\d)(?=[^\s"']{0,60}[A-Za-z])[^\s"'`,;()]{6,500})
    | \bpassw(?:or)?d[\w/-]{0,60}\s{1,4}password\s{1,4}(?P<ah>[^\s"']{1,500})
    | \brootpw\s{1,4}(?:--(?:plaintext|iscrypted)\s{1,4})?(?P<ai>[^\s"'-][^\s"']{0,500})
    | \bcrypt\(\s{0,4}\\?["'](?P<aj>[^"'\\\n]{1,500})
    | \bnetworkcredential\(\s{0,4}["'][^"'\n]{0,200}["']\s{0,4},\s{0,4}["'](?P<ak>[^"'\n]{1,500})
    | \bquote\s{1,4}pass\s{1,4}(?P<al>\S{1,500})
    | ^\s{0,20}\w{1,10}\s{1,4}login\s{1,4}\S{1,200}\s{1,4}(?P<am>[^\s\\]{1,500})\s{0,4}$
    | ^\s{0,20}auth\s{1,4}(?:\w{1,40}\s{1,4})?(?P<an>(?=\S{0,60}\d)[^\s\\]{4,500})\s{0,4}$
    | \.logon\s{1,4}[^\s,]{1,200},(?P<ao>[^\s;]{1,500})
    | \buser\s{1,4}\S{1,100}\s{1,4}using\s{1,4}(?P<ap>[^\s"';]{1,500})
    | \bchpasswd:\s{1,40}(?:expire:\s{1,4}\w{1,5}\s{1,40})?list:\s{0,4}\|\s{1,40}\S{1,100}?:(?P<aq>[^\s]{1,500})
    | :pserver:[^\s:@]{1,100}:(?P<ar>[^\s:@]{1,200})@
    | \bjdbc:oracle:\w{1,10}:[^\s/@]{1,100}/(?P<as>[^\s/@"']{1,200})@
    | \bpassword\s{0,4}\(\s{0,4}["'](?P<c>[^"'\n]{1,500})
    | \blogin\s{1,4}\S{1,200}\s{1,4}password\s{1,4}(?P<d>\S{1,500})
    | \b(?:requirepass|masterauth|masteruser)\s{1,4}(?P<e>[^\s"']{1,500})
    | \bauth\s{0,4}=\s{0,4}\(\s{0,4}\\?["'][^"'\n]{0,200}["']\s{0,4},\s{0,4}\\?["'](?P<f>[^"'\\\n]{1,500})
    | \bpassword\s{1,4}\\?\$\\?\$(?P<j>[^$\\\n]{1,500})
    | --?[a-z-]{0,40}pass(?:word|phrase)?-?(?:command|cmd|eval)[= ]\\?["']?(?:echo|printf)\s{1,4}(?P<k>[^\s"'\\]{1,500})
    | ass(?:word|phrase)?[^\n]{0,200}?\bsend(?:line)?[ (]\s{0,4}(?:--\s{1,4})?\\?["'](?P<g>[^"'\\\n$]{1,500})
    | <(?:[\w-]{1,40}:)?[\w-]{0,40}(?:password|passwd|passphrase|secret|token|apikey)>(?P<l>[^<\n]{1,500})</
    | \bUSER\s{1,4}[^\s\\]{1,100}[\s\\rn]{1,8}PASS\s{1,4}(?P<m>[^\s\\"']{1,500})
    | \b(?:proxy-)?user\s{0,4}=\s{0,4}\\?["'][^"':\n]{1,100}:(?P<n>[^"'\\\n]{1,500})
    | \bpragma\s{1,4}(?:re)?key\s{0,4}=\s{0,4}["']?(?P<o>[^"'\s;]{1,500})
    | \bconvertto-securestring\s{1,4}(?:-(?:string|asplaintext|force)\s{1,4}){0,2}["']?(?P<p>[^"'\s-][^"'\s]{0,500})
    | (?:sshpass\s{1,4}-f|restic\s{1,4}-p|--?[\w-]{0,40}(?:pass|token|key|secret)[\w-]{0,40})[\s=]{0,4}
      <\(\s{0,4}(?:echo|printf)\s{1,4}(?:-n\s{1,4})?["']?(?P<q>[^"'\s)]{1,500})
    | \busing\s{1,4}\\?["'](?P<i>[^"'\\\n]{1,200})\\?["']\s{0,4}(?:;|$)
    """,
    re.VERBOSE | re.IGNORECASE | re.MULTILINE,
)

# A line of `.pgpass`.
_PGPASS = re.compile(
    r"(?:^|(?<=[\s\"']))[\w.*-]{1,200}:(?:\d{1,5}|\*):[\w.*-]{1,100}:[\w.*-]{1,100}:(?P<value>[^\s:\"']{1,500})(?=[\"']?(?:\s|$))"
)

# What a client of FTP is told, and what a Secret of Kubernetes holds.
_FTP = re.compile(
    r"^[ \t]{0,20}user[ \t]{1,4}\S{1,100}[ \t]{1,4}(?P<value>\S{1,200})[ \t]{0,4}$", re.IGNORECASE | re.MULTILINE
)
_SECRET = re.compile(
    r"^[ \t]{0,20}(?:stringData|data):[ \t]{0,20}\n(?P<pairs>(?:[ \t]{1,40}\S[^\n]{0,4000}\n?){1,200})", re.MULTILINE
)
_PAIR = re.compile(r"^[ \t]{1,40}[\w./-]{1,100}:[ \t]{1,20}(?P<value>\S[^\n]{0,4000})$", re.MULTILINE)

# What is searched for, and words without one of which it is not there.
_PATTERNS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (_HEADER, ("authorization", "cookie")),
    (_SCHEME, ("bearer", "basic")),
    (_DIGEST, ("nonce=", "signature=", "response=", "oauth_")),
    (_PARAMETER, ("?", "&")),
    (
        _WORDS,
        (
            "pass",
            "identified",
            "secret",
            "psk",
            "token",
            "masterauth",
            "auth=",
            "auth =",
            "assword",
            "apikey",
            "using",
            "user",
            "pragma",
            "securestring",
            "<(",
            "pwd",
            "login ",
            "auth ",
            "jdbc:",
            "rootpw",
            "crypt(",
            "credential(",
            ".logon",
            "api key",
            "concealed",
            "otp]",
            ":pserver",
            "eap ",
            "pin ",
        ),
    ),
    (_PGPASS, (":",)),
    (_FTP, ("ftp",)),
)

# A value that is only printed to be caught again: `TOKEN=$(echo x)`.
_PRINTED = re.compile(
    r"\"?(?:\$\(|`)\s{0,4}(?:echo|printf)\s{1,4}(?:-[neE]{1,3}\s{1,4}|%s(?:\\n)?\s{1,4})?[\"']?(?P<value>[^\s\"'`)|]{1,2000})"
)

# The place of a rule, `(preset wicket:secrets:12)` or `(/home/u/team/secrets:12)`: a name and the number of a line.
_PLACE = re.compile(r"\((?:preset [\w-]{1,60}:|[/~][^\s():]{0,300}/)[\w.-]{1,200}:[1-9]\d{0,5}\)")

_SCHEMES = frozenset(
    ("basic", "bearer", "token", "digest", "apikey", "bot", "negotiate", "ntlm", "oauth", "splunk", "key")
)


def named(text: str) -> list[Span]:
    """Find the values of names that say that they are secret."""
    found: list[Span] = []
    lower = text.lower()
    for pattern, hints in _PATTERNS:
        if not any(hint in lower for hint in hints):
            continue  # most texts need no second look
        for match in pattern.finditer(text):
            group = match.lastgroup or 0
            if not refers(match[group]) and match[group].lower() not in _SCHEMES:
                found.append(match.span(group))
    if "=" in text or ":" in text or "%3" in text:
        found += _assigned(text)
    if "kind: secret" in lower:
        found += _kept(text)
    if "'" in text or '"' in text:
        found += called(text)
    return found


def _kept(text: str) -> Iterator[Span]:
    for match in _SECRET.finditer(text):
        yield from (
            pair.span("value") for pair in _PAIR.finditer(text, *match.span("pairs")) if not refers(pair["value"])
        )


def _assigned(text: str) -> Iterator[Span]:
    at = 0
    places = [match.span() for match in _PLACE.finditer(text)] if "(" in text else []
    while (match := _NAME.search(text, at)) is not None:
        at = match.end()
        if any(start < at < end for start, end in places):
            continue
        value = _VALUE.match(text, at) if says_secret(match["name"]) else None
        if value is None or value.lastgroup is None:
            continue
        start, end = value.span(value.lastgroup)
        if text.endswith("${", 0, match.start()):  # a default, or a part of what is there
            if text[start] not in "-=":
                continue
            start += 1
        secret = text[start:end]
        if secret.lower() in _SCHEMES or is_quoted_name(text, match) or is_prose(text, match, secret):
            continue
        if (printed := _PRINTED.match(text, match.end())) is not None and not refers(printed["value"]):
            yield printed.span("value")
        if not refers(secret) and not (value.lastgroup == "bare" and is_code(text, match["by"], secret, end)):
            at = end
            yield start, end
