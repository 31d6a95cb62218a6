"""Names that say that what they name is a secret, and values that are none though their names say so.

Who only asks about names of variables starts commands, in no time: expressions are compiled when they are needed, and
for a name that is spelled as most are, none is.
"""

from functools import cache, lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

__all__ = [
    "is_code",
    "is_file_of_secrets",
    "is_prose",
    "is_quoted_name",
    "is_secret_file",
    "is_secret_variable",
    "is_setting",
    "refers",
    "says_secret",
]


# ── Names that say that what they name is a secret: of variables, options, headers, keys in a file, parameters of a
# URL ──

# A name is read by its words (`GITHUB_TOKEN`, `dbPassword`, `--api-key`, `X-Auth-Token`). What only says *where*,
# *which* or *how much* is none: profiles, regions, paths to files, counts.


# Wherever they stand in a name. Glued to the word before they count as well: `NPMTOKEN`, `PGPASSWORD`.
_SECRET_ENDINGS = (
    "ACTIVATIONKEY",
    "APIKEY",
    "AUTHKEY",
    "CREDENTIAL",
    "CREDENTIALS",
    "CREDS",
    "MASTERKEY",
    "MNEMONIC",
    "PASSPHRASE",
    "PASSWD",
    "PASSWORD",
    "PASSWORDS",
    "PRIVATEKEY",
    "SECRET",
    "SECRETKEY",
    "SECURITYKEY",
    "SECRETS",
    "TOKEN",
    "TOKENS",
)
_SECRET_WORDS = frozenset({"BEARER", "JWT", "KEY", "KEYS", "PASS", "SSHPASS"})

# Only as the last word: `NPM_AUTH` and `MYSQL_PWD` hold one, `AUTH_TYPE` and `PWD` do not.
_SECRET_LAST_WORDS = frozenset({"AUTH", "COOKIE", "COOKIES", "PAT", "PWD", "WEBHOOK"})

_SECRET_NAMES = frozenset({"CONNECTION_STRING", "DOCKER_AUTH_CONFIG", "SLACK_WEBHOOK_URL"})
_SECRET_NAME_ENDINGS = ("_CONNECTION_STRING", "_WEBHOOK_URL")

# A name that ends so says where a secret lies, what it is called or how long it lasts.
_HARMLESS_LAST_WORDS = frozenset(
    {
        "ASKPASS",
        "DIR",
        "DIRECTORY",
        "ENDPOINT",
        "EXPIRATION",
        "EXPIRES",
        "EXPIRY",
        "FILE",
        "FOLDER",
        "HOME",
        "NAME",
        "PATH",
        "PROFILE",
        "REGION",
        "SOCK",
        "SOCKET",
        "TTL",
        "TYPE",
    }
)

# A name with one of these counts something (`MAX_OUTPUT_TOKENS`), or holds the half that anybody may see.
_HARMLESS_WORDS = frozenset({"BUDGET", "COUNT", "LIMIT", "MAX", "MIN", "NUM", "PUB", "PUBLIC"})

# A path by definition; an inline key in it is still caught by its value.
_HARMLESS_NAMES = frozenset({"GOOGLE_APPLICATION_CREDENTIALS"})

# ── in any text ──────────────────────────────────────────────────────────────

# What else is a secret where it is an option, a header, a key in a file or a parameter.
_ALSO_SECRET = frozenset(
    {
        "AUTHORIZATION",
        "AUTHTOKEN",
        "OTP",
        "PASSCODE",
        "PASSKEY",
        "PASSWRD",
        "PIN",
        "PINCODE",
        "PSK",
        "PSWD",
        "PW",
        "PWD",
        "SHAREDACCESSSIGNATURE",
        "SIG",
        "TOTP",
        "USERPASS",
        "USERPWD",
    }
)

# `KEY` alone is too ordinary in a text (`sort --key`, `primary_key`): one of these must stand before it.
_OF_A_KEY = frozenset(
    str.split("""
    ACCESS ACCOUNT ACTIVATION ADMIN API APP APPLICATION AUTH CERTIFICATE CLIENT CONSUMER CRYPT DECRYPTION DEPLOY ENC
    ENCRYPTION HMAC INTEGRATION LICENSE MASTER NETWORK PRE PRESHARED PRIVATE PROJECT ROOT ROUTING SECRET
    SECURITY SERVICE SESSION
    SETUP
    SHARED SIGNATURE SIGNING SSH STORAGE SUBSCRIPTION UNSEAL WEP WRITE
    """)
)

# Words behind a secret one that make it something else: what a token is for, how a password is made or asked for.
_ABOUT = frozenset(
    str.split("""
    AGE ALGORITHM ATTEMPTS CACHE CHANGE CHECK CLASS COLUMN COMMAND COMPLEXITY COUNTS ENABLED ENTRY EXISTS FD FIELD FILES
    FORM FORMAT FUNCTION GENERATOR HANDLER HASHER HELPER HINT ID IDS INDEX INPUT ISSUER LABEL LEN LENGTH LIFETIME LIST
    MANAGER MODE NAMES PAGE PARSER PATHS PLACEHOLDER POLICIES POLICY PREFIX PROMPT PROVIDER REF REFERENCE RESET
    ROTATION SCREEN SECONDS SERVICE SIZE SOURCE STDIN STORE STREAM SUFFIX TEST TESTS TIMEOUT TOOL TYPES URI URL USAGE
    VALIDATION VALIDATOR VERSION VIEW
    """)
)
_SECRET_PHRASES = (
    "CONNECTION_STRING",
    "WEBHOOK_URL",
    "SECRET_STRING",
    "CODE_VERIFIER",
    "CLIENT_ASSERTION",
    "BW_SESSION",
    "SECRET_KEY_BASE",
    "SEED_PHRASE",
    "RECOVERY_PHRASE",
    "SONAR_LOGIN",
    "ART_API",
    "PASSWORD_DIGEST",
    "MNEMONICS",
    "TWOFACTOR",
    "AUTH_CRED",
    "STREAM_KEY",
    "FUNCTIONS_KEY",
    "TOKEN_CODE",
    "SETCOOKIE",
    "X_AMZ_SIGNATURE",
)
_HARMLESS_GLUED = (
    "BYPASS",
    "COMPASS",
    "TRESPASS",
    "SURPASS",
    "ENCOMPASS",
    "ASKPASS",
    "OVERPASS",
    "MULTIPASS",
    "SUBPASS",
)


# `bindpw`, `upw`, `rootpw`.
@cache
def _short() -> "re.Pattern[str]":
    import re

    return re.compile(r"(?:BIND|ROOT|ADMIN|USER|OWNER|DB|U|O|P|GUEST|LDAP|MY|NEW|OLD|IN|OUT)PW|[A-Z]{2,20}(?<!OLD)PWD")


@cache
def _word() -> "re.Pattern[str]":
    import re

    return re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


# What stands between the words of a name in capitals; each digit is taken for a word.
_BETWEEN = {
    number: f" {chr(number)} " if chr(number).isdigit() else " " for number in range(128) if not chr(number).isalpha()
}


@lru_cache(maxsize=1024)  # the same names again for every child
def is_secret_variable(name: str) -> bool:
    """Whether the name of an environment variable says that its value is a secret."""
    upper = name.upper()
    if upper in _HARMLESS_NAMES:
        return False
    if upper in _SECRET_NAMES or upper.endswith(_SECRET_NAME_ENDINGS):
        return True
    if name.isascii() and (name == upper or name.islower()):
        words = upper.translate(_BETWEEN).split()
    else:
        words = [word.upper() for word in _word().findall(name)]
    if not words or words[-1] in _HARMLESS_LAST_WORDS or not _HARMLESS_WORDS.isdisjoint(words):
        return False
    if len(words) > 1 and words[-1] in _SECRET_LAST_WORDS:
        return True
    return any(word in _SECRET_WORDS or word.endswith(_SECRET_ENDINGS) for word in words)


@cache
def _variable_of_a_key() -> "re.Pattern[str]":
    import re

    return re.compile(r"[A-Z]{2,8}_Key")


@lru_cache(maxsize=4096)
def says_secret(name: str) -> bool:
    """Whether a name in a text says that its value is a secret. There, names are less sure than in an environment."""
    words = [word.upper() for word in _word().findall(name)]
    if not words:
        return False
    last = words[-1]
    while last.isdigit() and len(words) > 1:  # `password1`, `TOKEN_2`
        words.pop()
        last = words[-1]
    if name == "_auth":  # of npm
        return True
    if name in ("PWD", "OLDPWD", "oldpwd"):  # the folder
        return False
    if "_".join(words).endswith(_SECRET_PHRASES) or name.startswith("OP_SESSION_"):
        return True
    if last in _HARMLESS_LAST_WORDS or not _HARMLESS_WORDS.isdisjoint(words):
        return False
    if last in ("KEY", "KEYS"):
        # A variable that is spelled as one (`STRIPE_KEY`) is not the key of a table.
        is_variable = name.isupper() or _variable_of_a_key().fullmatch(name) is not None
        return not _OF_A_KEY.isdisjoint(words[:-1]) or (len(words) > 1 and last == "KEY" and is_variable)
    if last in _ABOUT:
        return False
    if last in _ALSO_SECRET or (len(words) > 1 and last in _SECRET_LAST_WORDS) or last in ("COOKIE", "COOKIES"):
        return True
    if last.endswith(_HARMLESS_GLUED):
        return False
    return (
        last.endswith((*_SECRET_ENDINGS, "PASS")) or _short().fullmatch(last) is not None or last in ("BEARER", "JWT")
    )


# ── tells by their names which files hold secrets: `.vault_pass`, `secrets.yaml` ──


# A file whose name says that it holds a secret, and is not the text of a program: `/run/secrets/db`, `.vault_pass`.
@cache
def _file() -> "re.Pattern[str]":
    import re

    return re.compile(r"(?:.*/)?\.?(?P<name>[\w-]+?)(?:\.(?P<ending>txt|key|pass|passwd|pw|secrets?|token|tmp|conf))?")


@cache
def _kept_in() -> "re.Pattern[str]":
    import re

    return re.compile(
        r"(?:.*/)?\.?(?:secrets|credentials)/[^/.]+|/etc/(?:sasl_passwd|exim4/passwd\.client)|.*/\.?netrc"
        r"|(?:.*/)?(?:userlist\.txt|\.?htpasswd|auth\.txt|wallet\.txt|seed\.txt|mnemonic\.txt|swarm\.key|(?:chap|pap)-secrets)"
    )


@cache
def _settings() -> "re.Pattern[str]":
    import re

    return re.compile(
        r"(?:.*/)?\.?(?P<name>[\w-]+?)(?:\.\w+)?\.(?:ya?ml|json|env|toml|ini|properties|conf|cfg|tfvars|xml)"
    )


_ENDINGS = frozenset(("pass", "passwd", "pw", "secret", "secrets", "token"))


def is_secret_file(path: str) -> bool:
    """Whether the name of a file says that there is nothing but a secret in it."""
    if _kept_in().fullmatch(path) is not None:
        return True
    match = _file().fullmatch(path)
    if match is None or "$" in path:
        return False
    name = match["name"]
    return match["ending"] in _ENDINGS or says_secret(name) or name.startswith(("passwd-", "pgpass"))


def is_file_of_secrets(path: str) -> bool:
    """Whether the name of a file says that all its settings are secret: `secrets.yaml`."""
    match = _settings().fullmatch(path)
    return match is not None and says_secret(match["name"])


# ── Values that are no secrets though their names say so: code, a number, prose, another name, or where a secret is ──


# Refers to something that is elsewhere, or is nothing.
@cache
def _reference() -> "re.Pattern[str]":
    import re

    return re.compile(
        r"""
        (?: \$\{[^}]{0,200}\} | \$\w{0,100} | \$[({].{0,2000} | `.{0,2000}
          | \{\{.{0,200} | \{[\w.$"'\[\]() -]{0,100}\}? | <[^>]{0,100}>? | \[{1,3}[^\]]{0,60}\]{0,3}
          | %[sdrvq] | %\(\w{0,40}\)s | %\w{0,40}% | @(?:[/~.]|\w{1,60}\.)[\w./~-]{0,200}
          | [*?.\-_xX#…]{1,200} | \\?[nrt]? )

    (?: [:/@.,-] | \$\{[^}]{0,200}\} | \$\w{1,100} )*
    """,
        re.VERBOSE | re.DOTALL,
    )


_NOTHING = frozenset(
    str.split("""
    true false null none nil undefined yes no on off empty str string int bool boolean bytes number any object text
    optional required changeme todo fixme self this super new await async return function lambda redacted masked hidden
    stdin prompt never always auto default disabled enabled inherit write read
    """)
)


def refers(value: str) -> bool:
    """Whether a value only says where a secret is, or that there is none."""
    plain = value.strip().strip("\"'")
    return (
        not plain
        or plain.lower().rstrip(".,;:!?") in _NOTHING
        or _reference().fullmatch(plain) is not None
        or plain.lower().startswith(
            ("your-", "your_", "<your", "os.environ", "process.env", "vault:", "op://", "env:", "file:")
        )
    )


# A text that is a program has one of these.
@cache
def _program() -> "re.Pattern[str]":
    import re

    return re.compile(
        r"[(){};$]\s*$|\w\(|\b(?:import|def|return|function|const|let|var|if|for|self|this)\b|=>|->", re.MULTILINE
    )


_MIN_PLAIN = 8


# An expression of a program: something is called, looked up, or joined.
@cache
def _expression() -> "re.Pattern[str]":
    import re

    return re.compile(
        r"(?:(?:await|new|not|get|os|process|self|this|request|req|config|settings|env|data|args|options|params|ctx|response|res"
        r"|json|user|state|props|form|body|result|session|import|crypto|uuid|secrets?|random|str|String|process)\b[.\[(?!].{0,2000}"
        r"|[A-Za-z_][\w.]{0,200}[(\[].{0,2000})",
        re.DOTALL,
    )


def is_prose(text: str, match: "re.Match[str]", value: str) -> bool:
    """Whether it counts something, or is a sentence: `total_tokens = 0`, `the second pass: collect them`."""
    name = match["name"].lower()
    if name.endswith("tokens"):
        return value.isdigit() or value.startswith(".")
    if name == "pwd":  # a folder, more often than not
        return value.startswith(("/", "~", "."))
    if name != "pass" or match["by"] != ": ":
        return False
    if match.start() == 0:  # what is said of a command that is left to whoever asks: `pass: it writes x`
        return _sentence().match(text, match.end()) is not None
    return text[max(0, match.start() - 2) : match.start()][:1].isalpha()


@cache
def _sentence() -> "re.Pattern[str]":
    import re

    return re.compile(r"(?:it|its|no|this|the|what|there|if)[ ][a-z`$]|\S{1,100}[ ](?:may[ ]run|runs|changes)[ ]")


def is_quoted_name(text: str, match: "re.Match[str]") -> bool:
    """Whether the quote behind is the one that ends the name: `print("password: ", x)`."""
    before = text[max(0, match.start() - 1) : match.start()]
    return before in ("'", '"') and not match["close"] and text.startswith(before, match.end())


def is_setting(text: str, value: str, end: int) -> bool:
    """Whether a plain word is all of a line's value, in a text that is no program: `password = x` among settings."""
    if len(value) < _MIN_PLAIN or not value.isalpha() or says_secret(value) or _program().search(text) is not None:
        return False
    return text[end : end + 1] in ("", "\n", '"', "'", "\\", "}") or text[end : end + 2] == " }"


def is_code(text: str, by: str, value: str, end: int) -> bool:
    """Whether this compares, calls or declares something, and assigns no text."""
    behind = text[end : end + 1]
    if by.strip() in ("==", "===", "!=", "=>"):
        return value.isidentifier() or value.isdigit()
    if behind == "(" or _expression().fullmatch(value + behind) is not None:
        return True
    if is_setting(text, value, end):
        return False
    # `password = password`: a plain word of its own, set apart by blanks, where programs are written.
    is_apart = by != by.strip() and by.strip() == "="
    return is_apart and value.replace(".", "_").isidentifier() and not any(map(str.isdigit, value))
