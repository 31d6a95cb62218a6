"""Secrets in lines of a configuration or a sentence, behind words, with only a blank between.

    rcon_password x      ENV DB_PASSWORD x      neighbor 10.0.0.1 password x      rocommunity x      user me on >x ~*
    Passwort: x          WIFI:S:net;P:x;;       s/__DB_PASSWORD__/x/              get_password() { echo x; }

Where a sentence could go on in the same way ("the password reset"), only what is odd counts.
"""

import re
from collections.abc import Iterator

from wicket.redaction.human_passwords import is_odd
from wicket.redaction.secret_names_and_harmless_values import refers, says_secret
from wicket.redaction.shell_words_and_assigned_variables import Span

__all__ = ["config_lines"]

# A line that is a name and a value.
_LINE = re.compile(
    r"^[ \t]{0,40}(?P<before>(?:env|arg|set|setenv|option|define|\\set|\+)[ \t]{0,4}|/set[ \t]{1,4})?"
    r"(?P<name>[A-Za-z][\w.]{1,100})[ \t]{1,40}\\?[\"']?"
    r"(?P<value>[^\s\"'`=:;()\\]{3,500})[\"']?[ \t]{0,4}\}?[ \t]{0,4}$",
    re.IGNORECASE | re.MULTILINE,
)
_ACCOUNT_LINE = re.compile(
    r"^[ \t]{0,40}(?:user(?:name)?|login|host|machine|account|port|from|server)[ \t]{1,40}\S{1,200}[ \t]{0,4}$",
    re.IGNORECASE | re.MULTILINE,
)
_PLAIN_NAMES = frozenset(("password", "passphrase", "passwd", "secret", "token", "pass", "pw", "psk", "pin"))
_PROGRAMS = frozenset(("passwd", "pass", "pw", "token", "secret", "secrets", "pin"))

# A function or a program is called so.
_CALLED = re.compile(
    r"(?:get|gen(?:erate)?|check|validate|verify|refresh|create|update|read|print|show|test|require|load|save|fetch|rotate|make"
    r"|install|ask|prompt|ensure|has|is|needs?|mask|hash|decode|encode|parse|find|list|delete|remove|clear|reset|change|use"
    r"|with|without|new|no|setup|mint|issue|revoke|assert|export|import|store|log|dump|echo|run)(?:[_.-]|(?=[A-Z]))",
)

# Odd words behind a word that says password, in a sentence or a line.
_BEHIND = re.compile(
    r"\b(?:password|passwd|passphrase|passcode|pw)[ \t]{1,4}(?:(?:from|to|is|was|as|of|with|now|=|[057])[ \t]{1,4})?"
    r"(?P<value>(?=[^\s\"'`]{0,60}\d)(?=[^\s\"'`]{0,60}[A-Za-z])[^\s\"'`,;:()<>/.=_\\|\[\]{}$-]{6,200})",
    re.IGNORECASE,
)
_NO_PASSWORD = re.compile(
    r"(?:sha|md|base|utf|oauth|http|python|node|ipv|web|test|step|phase|part|day|v|x|rfc|argon|pbkdf|scram)\d.{0,12}",
    re.IGNORECASE,
)

# What daemons, routers and consoles take a secret behind.
_SAID = re.compile(
    r"""
      ^[ \t]{0,20}(?:r[ow]community6?|com2sec\S{0,2}[ \t]{1,4}\S{1,40}[ \t]{1,4}\S{1,60})[ \t]{1,4}(?P<a>\S{1,200})
    | \bsnmp-server[ \t]{1,4}community[ \t]{1,4}(?P<b>\S{1,200})
    | \bcreateuser[ \t]{1,4}(?:-e[ \t]{1,4}\S{1,60}[ \t]{1,4})?\S{1,60}[ \t]{1,4}(?:md5|sha
      (?:-?\d{3})?)[ \t]{1,4}["']?(?P<c>[^\s"']{1,200})
    | \b(?:tacacs|radius)-server[ \t]{1,4}(?:host[ \t]{1,4}\S{1,60}[ \t]{1,4})?key[ \t]{1,4}(?:[07][ \t]{1,4})?
      (?P<d>[^\s"']{1,200})
    | \bisakmp[ \t]{1,4}key[ \t]{1,4}(?:[06][ \t]{1,4})?(?P<e>\S{1,200})[ \t]{1,4}(?:address|hostname)
    | \bmessage-digest-key[ \t]{1,4}\d{1,3}[ \t]{1,4}md5[ \t]{1,4}(?:[07][ \t]{1,4})?(?P<f>[^\s"']{1,200})
    | \benable[ \t]{1,4}(?:secret|password)[ \t]{1,4}(?:[0-9][ \t]{1,4})?(?P<g>[^\s"']{1,200})
    | \busername[ \t]{1,4}\S{1,60}[ \t]{1,4}(?:privilege[ \t]{1,4}\d{1,2}[ \t]{1,4})?(?:password|secret)[ \t]{1,4}
      (?:[0-9][ \t]{1,4})?
      (?P<h>[^\s"']{1,200})
    | \bneighbor[ \t]{1,4}\S{1,60}[ \t]{1,4}password[ \t]{1,4}(?:[07][ \t]{1,4})?(?P<i>[^\s"']{1,200})
    | \buser[ \t]{1,4}\S{1,60}[ \t]{1,4}(?:insecure-)?(?:password|pass)[ \t]{1,4}\\?["']?(?P<j>[^\s"'\\]{3,200})
    | \bpassword(?:_pbkdf2)?[ \t]{1,4}(?:root|admin)[ \t]{1,4}(?P<k>[^\s"']{3,200})
    | \b(?:nickserv|ns)[ \t]{1,4}(?:identify|ghost)[ \t]{1,4}(?:[^\s"']{1,60}[ \t]{1,4}(?=[^\s"']))?
      (?P<l>[^\s"';]{3,200})
    | \baddauth[ \t]{1,4}\w{1,20}[ \t]{1,4}[^\s:]{1,60}:(?P<m>[^\s"']{1,200})
    | \bstats[ \t]{1,4}auth[ \t]{1,4}[^\s:]{1,60}:(?P<n>[^\s"']{1,200})
    | \b(?:socks[45]|http)[ \t]{1,4}[\w.-]{1,100}[ \t]{1,4}\d{1,5}[ \t]{1,4}\S{1,60}[ \t]{1,4}(?P<o>[^\s"']{3,200})
    | ^[ \t]{0,20}\d[ \t]{1,4}(?:sha1|md5|crc)[ \t]{1,4}(?P<p>\S{3,200})[ \t]{0,4}$
    | \bauth[ \t]{1,4}user_add[ \t]{1,4}\S{1,60}[ \t]{1,4}(?P<q>[^\s"']{1,200})
    | \b(?:connect?|conn)[ \t]{1,4}[\w.$-]{1,60}/(?P<t>[^\s/@"']{1,200})(?=@|[ \t]{0,4}$|["';]|[ \t]{1,4}as\b)
    | \buserid=[\w.$-]{1,60}/(?P<u>[^\s/@"']{1,200})
    | \buser[ \t]{1,4}[^\s;]{1,60}[ \t]{1,4}(?P<v>[^\s;"'-][^\s;"']{2,200});[ \t]{0,4}
      (?:ls|get|put|mget|mput|mirror|cd|bye|quit|cls)\b
    | \bwifi:(?:[^;\s"']{0,100};){0,4}p:(?P<w>[^;"'\n]{1,200});
    | \b(?:list|users):[ \t]{0,4}\\?["'][a-z_][\w.-]{0,40}:(?P<x>[^\s"'\\]{3,200})\\?["']
    | \bstatic:[^\s:"']{1,100}:(?P<y>[^\s:"']{3,200})
    | (?:proxyauth|login)=[^\s:,"']{1,100}:(?P<z>[^\s,"']{3,200})
    | \b[\w.@-]{1,60}:CL:(?P<aa>[^\s"']{1,200})
    | \battach[ \t]{1,4}
      (?:database[ \t]{1,4})?["'][^"'\n]{1,200}["'][ \t]{1,4}as[ \t]{1,4}\w{1,60}[ \t]{1,4}key[ \t]{1,4}["']
        (?P<ab>[^"'\n]{1,200})
    | \bsmbclient[ \t]{1,4}//[^\s"']{1,200}[ \t]{1,4}["']?(?P<ag>[^\s"'-][^\s"']{0,200})
    | \b[hu]=[^\s,=]{1,100},(?:[hu]=[^\s,=]{1,100},)?p=(?P<ah>[^\s,"']{1,200})
    | [?&](?:u|user|username|login|email)=[^&\s"']{1,100}&(?:p|pw|pass)=(?P<ai>[^&\s"'$]{3,200})
    | \bcode=(?P<aj>[^&\s"'$]{6,500})&grant_type=|grant_type=authorization_code&code=(?P<ak>[^&\s"'$]{6,500})
    | \bAUTH[ ](?P<al>(?-i:(?<=AUTH[ ]))[^\s"'\\]{3,200})(?=[\s"'\\]|$)
    | \bwireless\.[\w@\[\].-]{1,60}\.key=["']?(?P<am>[^\s"']{3,200})
    | \bhostednetwork\b[^\n;|&]{0,200}\bkey=["']?(?P<an>[^\s"']{3,200})
    | \bdeluge-console[ ]["']?connect[ ]\S{1,100}[ ]\S{1,100}[ ](?P<ao>[^\s"';]{3,200})
    | (?:-H|--header)[ =]?\\?["']?(?!idempotency|surrogate|sec-|cache|partition|sort|primary)
      (?:[\w-]{1,60}-key|x-[\w-]{0,40}signature(?:-256)?):
      [ ]{0,2}(?:sha\d{1,3}=)?(?P<ar>[^\s"'$\\]{4,400})
    | \bpassword[ ](?:for|of|on|at)[ ][\w.@-]{1,60}(?:[ ][\w.@-]{1,60})?:[ ](?P<as>[^\s"']{4,200})
    | \bsecret[ ]["']?(?P<at>[^\s"';$]{3,200})["']?;[ ]{0,4}[}\n]
    | \bcachemgr_passwd[ ](?P<au>\S{3,200})
    | ^[ \t]{0,20}user=[^\s:=]{1,60}:(?P<av>[^\s:"']{3,200})$
    | /oper[ ]\S{1,60}[ ](?P<aw>[^\s"']{3,200})
    | \bconnect\(\\?["'][\w.$-]{1,60}/(?P<ax>[^\s/@"']{1,200})@
    | \bpassword[ ]\d[ ](?P<ay>[^\s"']{3,200})
    | <<"[^"\n]{1,60}">>,[ ]?<<"(?P<az>[^"\n]{3,200})">>
    | /secure[ ]set[ ]\S{1,60}[ ](?P<aq>[^\s"']{3,200})
    | \bhex(?:id)?:(?P<ac>[0-9a-f]{32,128})\b
    | pass(?:word|phrase)?command["']?\s{0,2}[=:]?\s{0,2}["']?(?:echo|printf)[ \t]{1,4}(?:%s[ \t]{1,4})?
      (?P<ad>[^\s"']{3,200})
    | \bpasswo(?:rd|rt)_?(?:cmd|command)=["']?(?:echo|printf)[ \t]{1,4}(?:-n[ \t]{1,4}|%s[ \t]{1,4})
      (?P<ae>[^\s"']{3,200})
    | \bldap_password_cmd=["']?printf[ \t]{1,4}%s[ \t]{1,4}(?P<af>[^\s"']{3,200})
    """,
    re.VERBOSE | re.IGNORECASE | re.MULTILINE,
)
_SAID_HINTS = (
    *("community", "com2sec", "createuser", "-server", "isakmp", "digest-key", "enable ", "username ", "neighbor "),
    *(
        "user ",
        "password",
        "nickserv",
        "addauth",
        "stats auth",
        "socks",
        "auth ",
        "conn",
        "userid=",
        "wifi:",
        "static:",
    ),
    *(
        "proxyauth=",
        "login=",
        ":cl:",
        "attach",
        "list:",
        "users:",
        "passcommand",
        "passwordcommand",
        " sha1 ",
        "hexid:",
        "smbclient",
    ),
    *(
        ",p=",
        "&p",
        "grant_type",
        "wireless.",
        "hostednetwork",
        "deluge",
        "/secure",
        "-key:",
        "signature",
        "secret ",
        "passwd ",
        "user=",
        "/oper ",
    ),
)

# A process that prints it in the place of a file, and who may well read such a file.
_PROCESS = re.compile(
    r"<\([ \t]{0,4}(?:echo|printf)[ \t]{1,4}(?:-[neE]{1,3}[ \t]{1,4})?(?:[\"']?%s(?:\\n)?[\"']?[ \t]{1,4})?[\"']?"
    r"(?P<value>[^\s\"'`$(){}<>|;\[\]]{4,500})[\"']?[ \t]{0,4}\)"
)
_READERS = re.compile(
    r"(?:^|[\s/])(?:diff|sdiff|vimdiff|cmp|comm|cat|jq|yq|grep|egrep|rg|source|bash|sh|zsh|paste|join|sort|uniq|wc|node|python3?|awk|sed"
    r"|xargs|while|head|tail|tee|less|delta|git|bat|nl|cut|tr)(?=\s)"
)

# What is typed for somebody, where a password is spoken of.
_TYPED = re.compile(
    r"\b(?:(?:xdotool|ydotool)[ \t]{1,4}type"
    r"(?:[ \t]{1,4}--\w{1,20}[ \t]\S{1,20})?|wtype|sendline\(|input[ \t]{1,4}text|keystroke|stuff"
    r"|fill[ \t]{1,4}[\"']?[#@.\[][^\s]{1,60}|send-keys(?:[ \t]{1,4}-t[ \t]{1,4}\S{1,40})?"
    r"(?:[ \t]{1,4}-l)?)[ \t]{0,4}\\?[\"' ](?P<value>[^\s\"'\\-][^\s\"'\\]{2,200})"
)
_ABOUT_TYPED = re.compile(r"pass(?:word|phrase|code)|\bpin\b|credential", re.IGNORECASE)

# "The password is x": what else may be said of a password.
_IS = re.compile(
    r"\b(?:password|passphrase|passcode|pw)[ ](?:is|was)[: ]{1,2}[\"']?(?P<value>[A-Za-z]{6,60})[.!]?(?=[\"'\n]|$)",
    re.IGNORECASE,
)
_SAID_OF = re.compile(
    r".{0,60}(?:ed|ing|ly|en|able|ible|ent|ect|ive|ory|valid|empty|wrong|missing|secure|strong|simple|complex|unique|static|random|unknown"
    r"|public|private|hidden|secret|string|present|absent|optional|broken|stale|plaintext|nullable|password)",
    re.IGNORECASE,
)

# In other languages.
_IN_DOMAIN = re.compile(
    r"(?<![\w./:-])[\w.-]{1,60}/[\w.-]{1,60}:(?P<value>[^\s@:/'\"$]{3,200})@(?!sha\d)[\w-]{1,60}(?=[\"'\s]|$)"
)
_CHANGED = re.compile(
    r"\bpassword[ \t]{1,4}from[ \t]{1,4}[\"']?(?P<old>[^\s\"']{3,200})[\"']?[ \t]{1,4}to[ \t]{1,4}[\"']?"
    r"(?P<new>[^\s\"']{3,200})",
    re.IGNORECASE,
)
_FOREIGN = re.compile(
    r"(?:passwort|kennwort|mot[ _-]de[ _-]passe|contrase"
    r"(?:ñ|n)a|senha|wachtwoord|пароль|hasło|haslo|lösenord|salasana|密码|密碼"
    r"|パスワード|비밀번호|parola|clave)[\"']?\s{0,4}[:=：]\s{0,4}[\"']?(?P<value>[^\s\"'`,;<>]{3,500})",
    re.IGNORECASE,
)

_FOREIGN_HINTS = (
    *("passwort", "kennwort", "passe", "contrase", "senha", "wachtwoord", "пароль", "has", "lösenord", "salasana"),
    *("密", "パスワード", "비밀번호", "parola", "clave"),
)

# Rights of a user of Redis: `>x` is one of the passwords.
_RIGHTS = re.compile(r"\b(?:setuser|user)[ \t]{1,4}[^\s>]{1,100}[ \t](?P<rights>[^\n;|&]{1,1000})", re.IGNORECASE)
_RIGHT = re.compile(r"(?:^|(?<=[\s\"']))[\"']?>(?P<value>[^\s\"'>]{1,500})")
_OTHER_RIGHTS = re.compile(r"(?:^|[\s\"'])(?:[+~&%-]@?[\w*|:]|~\*|allkeys|allcommands|on\b|nopass|resetkeys|reset\b)")

# What `sed` and its like put in the place of something that is named for a secret.
_REPLACED = re.compile(
    r"\bs(?P<by>[/|#,@!~])(?P<old>(?:(?!(?P=by))[^\n\\]|\\.){1,400})(?P=by)(?P<new>(?:(?!(?P=by))[^\n\\]|\\.){1,400})(?P=by)"
)
_IDENTIFIER = re.compile(r"[A-Za-z_][\w.-]{1,100}")
_VALUE_OF = re.compile(r"[\w\"'](?:\\s)?[*+]?\s?[=:][^=:]{0,12}?(?:\.[*+]|\[\^)")
_PLACEHOLDER = re.compile(r"[A-Z0-9_]{4,100}")
_NEW_VALUE = re.compile(r"(?:.*[=:\s\"',>]|\\\d|\$\d)*[\"']?(?P<value>[^\s\"'=:,<>\\$&{}()\[\]]{3,200})[\"']?[;,]?")

# A function of the shell that prints it, and a program that is asked for it.
_FUNCTION = re.compile(
    r"(?:\bfunction[ \t]{1,4}(?P<one>\w{1,60})|(?<![\w.-])(?P<other>\w{1,60})[ \t]{0,4}\(\))[ \t(){]{1,8}"
    r"(?:echo|printf)[ \t]{1,4}(?:-n[ \t]{1,4}|[\"']?%s(?:\\n)?[\"']?[ \t]{1,4})?[\"']?"
    r"(?P<value>[^\s\"'`$;|&()]{3,500})"
)
_ASKED = re.compile(
    r"(?:(?<=[\s\"';])|^)(?:echo|printf)[ \t]{1,4}(?:-n[ \t]{1,4}|[\"']?%s(?:\\n)?[\"']?[ \t]{1,4})?[\"']?"
    r"(?P<value>[^\s\"'`$;|&()<>]{3,500})[\"']?[ \t]{0,4}(?=$|[;\n\"')])",
    re.MULTILINE,
)


def config_lines(text: str) -> list[Span]:
    """Find secrets that stand behind words."""
    return list(_found(text))


def _found(text: str) -> Iterator[Span]:
    lower = text.lower()
    if any(hint in lower for hint in ("pass", "secret", "token", "key", "pw", "psk", "auth", "cred", "pin")):
        yield from _lines(text)
        for match in _BEHIND.finditer(text):
            if _NO_PASSWORD.fullmatch(match["value"]) is None and not refers(match["value"]):
                yield match.span("value")
    if any(hint in lower for hint in _SAID_HINTS):
        for match in _SAID.finditer(text):
            group = match.lastgroup or 0
            if not refers(match[group]):
                yield match.span(group)
    for match in _IN_DOMAIN.finditer(text) if "@" in text and ":" in text else ():
        yield match.span("value")
    for match in _CHANGED.finditer(text) if "password from" in lower else ():
        if is_odd(match["old"]) or is_odd(match["new"]) or "'" in match[0]:
            yield from (match.span("old"), match.span("new"))
    for match in _FOREIGN.finditer(text) if any(hint in lower for hint in _FOREIGN_HINTS) else ():
        if not refers(match["value"]):
            yield match.span("value")
    if ">" in text and "user" in lower:
        yield from _rights(text)
    if "s" in text and any(by in text for by in "/|#,@!~"):
        yield from _replaced(text)
    if "()" in text or "function" in text:
        for match in _FUNCTION.finditer(text):
            if says_secret(match["one"] or match["other"]) and not refers(match["value"]):
                yield match.span("value")
    for match in _PROCESS.finditer(text) if "<(" in text else ():
        begin = max(text.rfind(end, max(0, match.start() - 200), match.start()) for end in ";|&\n") + 1
        if _READERS.search(text, max(begin, match.start() - 200), match.start()) is None and not refers(match["value"]):
            yield match.span("value")
    if _ABOUT_TYPED.search(text) is not None:
        for match in _TYPED.finditer(text):
            yield match.span("value")
        for match in _IS.finditer(text):
            if _SAID_OF.fullmatch(match["value"]) is None:
                yield match.span("value")
    if "askpass" in lower:
        for match in _ASKED.finditer(text):
            yield match.span("value")


def _lines(text: str) -> Iterator[Span]:
    among_accounts: bool | None = None
    for match in _LINE.finditer(text):
        name, value = match["name"], match["value"]
        if (
            not says_secret(name)
            or refers(value)
            or value.startswith(("-", "/", "~", "."))
            or (value[:1].isdigit() and "/" in value)
        ):
            continue
        if name.lower() in _PLAIN_NAMES and not match["before"]:
            if among_accounts is None:
                among_accounts = _ACCOUNT_LINE.search(text) is not None
            if among_accounts or (is_odd(value) and name not in _PROGRAMS):
                yield match.span("value")
        elif match["before"] or _CALLED.match(name) is None:
            yield match.span("value")


def _rights(text: str) -> Iterator[Span]:
    for match in _RIGHTS.finditer(text):
        if _OTHER_RIGHTS.search(match["rights"]) is None and "setuser" not in match[0].lower():
            continue
        for right in _RIGHT.finditer(text, *match.span("rights")):
            if not refers(right["value"]) and "/" not in right["value"]:
                yield right.span("value")


def _replaced(text: str) -> Iterator[Span]:
    for match in _REPLACED.finditer(text):
        names = [name for name in _IDENTIFIER.findall(match["old"]) if _is_named(name)]
        new = _NEW_VALUE.fullmatch(match["new"]) if names else None
        if new is None or refers(new["value"]) or says_secret(new["value"]):
            continue
        # `password=.*` is a value, too.
        is_value = _VALUE_OF.search(match["old"]) is not None
        if is_odd(new["value"]) or is_value or any(map(_PLACEHOLDER.fullmatch, names)):
            yield match.start("new") + new.start("value"), match.start("new") + new.end("value")


def _is_named(name: str) -> bool:
    """Whether what is replaced is named for a secret, or waits for one: `PASSWORD_HERE`, `CHANGEME`."""
    plain = name.strip("_.-").removesuffix("_HERE")
    return says_secret(plain) or plain.lower() in ("changeme", "change_me", "replaceme", "replace_me")
