"""Names that say that what they name is a secret: of variables, options, headers, keys in a file, parameters of a URL.

A name is read by its words (`GITHUB_TOKEN`, `dbPassword`, `--api-key`, `X-Auth-Token`). What only says *where*, *which*
or *how much* is none: profiles, regions, paths to files, counts.
"""

import re
from functools import lru_cache

__all__ = ["is_secret_variable", "says_secret"]

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
_SHORT = re.compile(r"(?:BIND|ROOT|ADMIN|USER|OWNER|DB|U|O|P|GUEST|LDAP|MY|NEW|OLD|IN|OUT)PW|[A-Z]{2,20}(?<!OLD)PWD")

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


@lru_cache(maxsize=1024)  # the same names again for every child
def is_secret_variable(name: str) -> bool:
    """Whether the name of an environment variable says that its value is a secret."""
    upper = name.upper()
    if upper in _HARMLESS_NAMES:
        return False
    if upper in _SECRET_NAMES or upper.endswith(_SECRET_NAME_ENDINGS):
        return True
    words = [word.upper() for word in _WORD.findall(name)]
    if not words or words[-1] in _HARMLESS_LAST_WORDS or not _HARMLESS_WORDS.isdisjoint(words):
        return False
    if len(words) > 1 and words[-1] in _SECRET_LAST_WORDS:
        return True
    return any(word in _SECRET_WORDS or word.endswith(_SECRET_ENDINGS) for word in words)


@lru_cache(maxsize=4096)
def says_secret(name: str) -> bool:
    """Whether a name in a text says that its value is a secret. There, names are less sure than in an environment."""
    words = [word.upper() for word in _WORD.findall(name)]
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
        is_variable = name.isupper() or re.fullmatch(r"[A-Z]{2,8}_Key", name) is not None
        return not _OF_A_KEY.isdisjoint(words[:-1]) or (len(words) > 1 and last == "KEY" and is_variable)
    if last in _ABOUT:
        return False
    if last in _ALSO_SECRET or (len(words) > 1 and last in _SECRET_LAST_WORDS) or last in ("COOKIE", "COOKIES"):
        return True
    if last.endswith(_HARMLESS_GLUED):
        return False
    return last.endswith((*_SECRET_ENDINGS, "PASS")) or _SHORT.fullmatch(last) is not None or last in ("BEARER", "JWT")
