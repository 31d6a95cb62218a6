"""Secrets that are known by the program that is given them: which options and operands of it hold one.

The tables hold what names do not say. An option whose own name says that it holds a secret (`--password x`) needs none.
"""

import re
from collections.abc import Iterator, Sequence

from wicket.redaction.names import says_secret

__all__ = ["Place", "base_of", "in_words", "keeps_secrets"]

# The number of a word, and where in it a secret begins and ends.
Place = tuple[int, int, int]

# How a value holds a secret: all of it, behind the user's name, or where it is told by a beginning.
_WHOLE = re.compile(r"(?P<secret>.+)", re.DOTALL)
_ACCOUNT = re.compile(r"[^:]*:(?P<secret>.+)", re.DOTALL)
_PERCENT = re.compile(r"[^%]*%(?P<secret>.+)", re.DOTALL)
_COMMA = re.compile(r"[^,]*,(?P<secret>.+)", re.DOTALL)
_COOKIE = re.compile(r"(?P<secret>[^=]*=.+)", re.DOTALL)
_SOURCE = re.compile(r"(?:pass|key|hexkey|hexpass):(?P<secret>.+)", re.DOTALL)
_SQLPLUS = re.compile(r"[\w.$-]+/(?P<secret>[^@/\s]+)(?:@.*)?", re.DOTALL)
_VALUE = re.compile(r"[^=]*=(?P<secret>.+)", re.DOTALL)

_PRINTED = re.compile(r"\W*(?:echo|printf)\s+(?:-\w+\s+)?\W?(?P<secret>[^\s'\"]+).*", re.DOTALL)

_How = re.Pattern[str]


def _table(rows: str, how: _How, into: dict[str, dict[str, tuple[_How, bool]]]) -> None:
    """Read rows `programs: options`. `-p!` holds its value in the same word and in no other."""
    for row in rows.strip().splitlines():
        programs, _, options = row.partition(":")
        for program in programs.split():
            known = into.setdefault(program, {})
            for option in options.split():
                known[option.removesuffix("!")] = (how, option.endswith("!"))


_OPTIONS: dict[str, dict[str, tuple[_How, bool]]] = {}
_table(
    """
    sshpass: -p
    mysql mysqldump mysqladmin mysqlimport mysqlshow mysqlcheck mysqlbinlog mysqlslap mysqlpump mysqlsh: -p!
    mariadb mariadb-dump mariadb-admin mariadb-import: -p!
    redis-cli valkey-cli keydb-cli: -a
    redis-benchmark: -a
    mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat mongotop mongofiles: -p
    ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami ldapcompare ldapmodrdn ldapexop: -w
    ldappasswd: -w -s -a
    zip zipcloak unzip: -P
    7z 7za 7zr 7zz p7zip: -p!
    rar unrar: -p! -hp!
    sqlcmd bcp tsql osql: -P
    beeline hdbsql exaplus cqlsh: -p
    nodetool: -pw
    vsql: -w
    ssh-keygen: -N -P
    gpg gpg2: --passphrase
    rdesktop: -p
    mosquitto_pub mosquitto_sub mosquitto_rr: -P
    snmpget snmpwalk snmpset snmpbulkwalk snmptrap snmptable: -c -A -X
    ipmitool: -P
    ncftp ncftpget ncftpput ncftpls: -p
    twine: -p
    poetry: -p
    evil-winrm crackmapexec nxc netexec: -p -H
    hydra medusa: -p
    security: -w -p -P
    plink pscp psftp: -pw
    vncviewer x11vnc: -passwd
    swaks: -ap
    sendemail sendEmail: -xp
    aria2c: --http-passwd --ftp-passwd --rpc-secret
    openssl: -k -K -hmac
    gem: --key
    dotnet nuget: -k
    rabbitmqadmin: -p
    usermod useradd adduser: -p --password
    influx: -password --password -t
    svn: --password
    dig: -y
    nsupdate: -y
    """,
    _WHOLE,
    _OPTIONS,
)
_table(
    """
    curl: -u --user -U --proxy-user -E --cert
    http https xh xhs httpie: -a --auth
    ab siege wrk hey: -A -P -a
    skopeo podman buildah docker oras crane: --creds --src-creds --dest-creds
    lwp-request: -C
    etcdctl rabbitmqadmin arangosh: --user
    splunk: -auth
    elasticdump elasticsearch-keystore: --auth
    """,
    _ACCOUNT,
    _OPTIONS,
)
_table("smbclient smbget rpcclient net smbcacls smbtree smbmap pth-winexe winexe wmic: -U --user", _PERCENT, _OPTIONS)
_table("lftp: -u", _COMMA, _OPTIONS)
_table("curl: -b --cookie", _COOKIE, _OPTIONS)
_table("openssl: -passin -passout -pass -macopt", _SOURCE, _OPTIONS)
_table("kubectl oc: --from-literal", _VALUE, _OPTIONS)
_table("curl: --oauth2-bearer --pass --proxy-pass --tlspassword --proxy-tlspassword", _WHOLE, _OPTIONS)

# Flags without a value that may stand before an option in one word: `curl -sSu me:password`.
_FLAGS = {
    "curl": "aBfgGIijJklLnNOpqRsSvZ#01234",
    "http": "fjvhbpSFI",
    "zip": "rjq9ejmTuv",
    "unzip": "oqjlnpt",
    "ldapsearch": "xLZMnv",
}

# These have long options behind one dash, so that nothing is glued to a short one.
_NEVER_GLUED = frozenset(
    str.split("openssl influx security vncviewer x11vnc usermod useradd adduser nodetool plink pscp psftp")
)

# After one of these, the next word that is no option is the program.
_WRAPPERS = frozenset(
    str.split("sudo doas env sshpass nohup time xargs exec timeout nice ionice setsid stdbuf unbuffer command")
)

_AMOUNT = re.compile(r"[0-9.]+[a-zA-Z]?")
_LOGINS = frozenset(("login", "auth", "authenticate"))
_ORACLE = frozenset(str.split("sqlplus impdp expdp sqlldr exp imp"))

# Operands that hold a secret: the last one, behind a verb or without one, if there are at least so many.
_LAST_OPERAND: dict[str, dict[str, int]] = {
    "wpa_passphrase": {"": 2},
    "iwconfig": {"key": 3},
    "openssl": {"passwd": 2},
    "rclone": {"obscure": 2},
    "smbpasswd": {"": 2},
    "redis-cli": {"auth": 2},
    "mysqladmin": {"password": 2},
    "cargo": {"login": 2},
    "snyk": {"auth": 2},
    "vault": {"login": 2, "lookup": 3, "revoke": 3},
    "pulumi": {"set": 4},
    "iw": {"key": 4},
    "mkpasswd": {"": 1},
    "net": {"user": 3},
    "mc": {"alias": 5, "add": 6},
    "bw": {"unlock": 2, "login": 3},
    "ngrok": {"add-authtoken": 2, "authtoken": 2},
}

# Whose last operand is a secret only if its words are like this.
_GIVEN = {
    "composer": re.compile(r".*\bhttp-basic\.\S+ \S+ \S+.*", re.DOTALL),
    "poetry": re.compile(r".*\bhttp-basic\.\S+ \S+ \S+.*", re.DOTALL),
    "htpasswd": re.compile(r"(?:.* )?-[a-zA-Z0-9]*b[a-zA-Z0-9]* .*", re.DOTALL),
}
_WITH_OPERANDS = frozenset({*_LAST_OPERAND, *_GIVEN})

# Verbs by which a password is set or used, whatever the program: their last operand is one.
_VERB = re.compile(
    r"(?:(?:change|set|reset|update|auth|authenticate)[-_]?(?:password|passwd|pass|user)|add[-_]user|encrypt[-_]string)"
)

# Verbs that keep a secret for later: whatever they are given is one, by whatever name.
_KEEPERS = re.compile(
    r"(?:secrets?|secretsmanager|keyvault|kv2?|keychain|keyring|vault|config:set|env:set)(?:[:/].*)?$", re.IGNORECASE
)
_KEEPING = frozenset(
    str.split(
        """
        set put create add update import write store insert new patch generic rotate
        put-secret-value create-secret update-secret
        """
    )
)
_KEEPING_VERB = re.compile(r"(?:config|env|secrets?|vars?|variables):(?:set|add|put)", re.IGNORECASE)
_KEPT_BY = frozenset(
    str.split(
        "--body -b --value --secret-string --secret-value --data --string-data --literal --from-literal --patch -p -v"
    )
)

# `gh secret set NAME`, `kubectl create secret generic NAME`: programs whose `k=v` are settings of the thing itself.
_OPTION = re.compile(r"--?(?P<name>[A-Za-z][\w.:/-]*)(?P<equals>=)?(?P<value>.*)", re.DOTALL)
_COMMAND = re.compile(r"--?[\w-]*(?:pass(?:word|phrase)?|token|secret)-?(?:command|cmd|eval|program)")
_ASSIGNMENT = re.compile(r"[A-Za-z_][\w.\[\]/-]*:?=(?P<value>.+)", re.DOTALL)

# Programs that set something by name: the word behind a name that says so is the secret.
_SETS = frozenset(str.split("set config add-auth put login set-credentials modify connect user insert http-basic"))


def in_words(words: Sequence[str]) -> list[Place]:
    """Find what a command's words hold that only its program makes a secret, be it spelled there or referred to."""
    found: list[Place] = []
    programs: list[str] = []  # one may run another, and what stands behind may be for either
    fresh = True  # the next word that is no option is a program
    logs_in = sets = False
    keeps = keeps_secrets(words)
    for number, word in enumerate(words):
        base = base_of(word)
        following = words[number + 1] if number + 1 < len(words) else ""
        if word.startswith("-"):
            for program in programs or [""]:
                found += _by_option(program, word, following, number, keeps=keeps)
            if word in ("-p", "-t") and logs_in:
                found += _secret(number + 1, following, _WHOLE)
        elif fresh and (base in _OPTIONS or _is_program(word)) and not _is_value(found, number):
            # What a wrapper was told is for it alone: `sshpass -p x ssh -p 22`.
            programs = [base]
            fresh = base in _WRAPPERS
        elif base in _OPTIONS and base not in programs:
            programs.append(base)
        elif keeps and number > 1 and _ASSIGNMENT.fullmatch(word) is not None:
            found += _secret(number, word, _VALUE)
        elif word.startswith(("/p:", "/pass:", "/password:", "/gp:")):  # FreeRDP and its like
            found += _secret(number, word, _ACCOUNT)
        elif not _ORACLE.isdisjoint(programs):
            found += _secret(number, word, _SQLPLUS)
        elif sets and _names_a_secret(words[number - 1]):
            found += _secret(number, word, _WHOLE)
        logs_in = logs_in or word in _LOGINS
        sets = sets or word in _SETS or word.endswith(":set")
    return [*found, *_operands(words)]


def _is_program(word: str) -> bool:
    return "=" not in word and _AMOUNT.fullmatch(word) is None


def _is_value(found: list[Place], number: int) -> bool:
    return bool(found) and found[-1][0] == number


def _by_option(program: str, word: str, following: str, number: int, *, keeps: bool) -> Iterator[Place]:
    match = _OPTION.fullmatch(word)
    if match is None:
        return
    known = _OPTIONS.get(program, {})
    name = word[: match.start("equals")] if match["equals"] else word
    if keeps and word.startswith("-b") and not word.startswith("--"):
        known = known | {"-b": (_WHOLE, False)}
    if keeps and name in _KEPT_BY:
        known = known | {name: (_VALUE if name == "--from-literal" else _WHOLE, False)}
    if name in known:
        how, glued_only = known[name]
        if match["equals"]:
            yield from _secret(number, word, how, match.end("equals"))
        elif not glued_only:
            yield from _secret(number + 1, following, how)
    elif not word.startswith("--") and (found := _by_letter(known, program, word)) is not None:
        how, start = found
        yield from _secret(number, word, how, start) if start else _secret(number + 1, following, how)
    elif _COMMAND.fullmatch(name):
        yield from (
            _secret(number, word, _PRINTED, match.end("equals"))
            if match["equals"]
            else _secret(number + 1, following, _PRINTED)
        )
    elif _is_secret_option(match) and not following.startswith("-"):
        yield from _secret(number + 1, following, _ACCOUNT if _is_account(match["name"], following) else _WHOLE)


def _is_secret_option(match: re.Match[str]) -> bool:
    """Whether an option by its name has a secret in the next word; behind `=` every name is looked at anyway."""
    is_long = match[0].startswith("--") or len(match["name"]) > 2
    return is_long and not match["equals"] and (says_secret(match["name"]) or match["name"].lower() == "auth")


def _by_letter(known: dict[str, tuple[_How, bool]], program: str, word: str) -> tuple[_How, int] | None:
    """Read an option of one letter behind flags, or with its value glued to it; 0: the value is the next word."""
    flags = 1
    while flags < len(word) and word[flags] in _FLAGS.get(program, ""):
        flags += 1
    for option, (how, glued_only) in known.items():
        letters = option[1:]
        if option.startswith("--") or not word.startswith(letters, flags) or (len(letters) > 1 and not glued_only):
            continue
        rest = flags + len(letters)
        if rest < len(word) and program not in _NEVER_GLUED:
            return how, rest
        if rest == len(word) and not glued_only:
            return how, 0
    return None


def _is_account(name: str, value: str) -> bool:
    return name.lower().endswith(("auth", "creds", "credentials", "userpass", "userpwd", "user-pass")) and ":" in value


def _secret(number: int, word: str, how: _How, start: int = 0) -> Iterator[Place]:
    match = how.fullmatch(word, start)
    if match is not None:
        yield number, *match.span("secret")


def keeps_secrets(words: Sequence[str]) -> bool:
    """Whether a command keeps secrets for later."""
    early = words[:6]
    if any(map(_KEEPING_VERB.fullmatch, early)):
        return True
    return "SecureString" in words or (any(map(_KEEPERS.fullmatch, early)) and not _KEEPING.isdisjoint(early))


def _names_a_secret(name: str) -> bool:
    """Whether a word is the name of a setting that is secret: `config set user.password x`."""
    if name.startswith("-") or "=" in name or ("/" in name.rpartition(":")[0].lstrip("/") and "//" not in name):
        return False
    return any(map(says_secret, name.rpartition(":")[2].split(".")))


def _operands(words: Sequence[str]) -> Iterator[Place]:
    """Find operands that hold a secret by where they stand. Of each program, the first is looked at."""
    seen: set[str] = set()
    for number, word in enumerate(words):
        base = base_of(word)
        is_verb = bool(number) and _VERB.fullmatch(word) is not None
        if base in seen or not (is_verb or base in _WITH_OPERANDS):
            continue
        seen.add(base)
        dashes = ("-", "/") if base == "net" else ("-",)
        rest = words[number + 1 :]
        plain = [number + 1 + each for each, operand in enumerate(rest) if not operand.startswith(dashes)]
        if not plain:
            continue
        last = plain[-1], words[plain[-1]]
        if is_verb and len(plain) > word.endswith("user"):
            yield from (
                _secret(plain[0], words[plain[0]], _WHOLE) if word.startswith("encrypt") else _secret(*last, _WHOLE)
            )
        elif base in _GIVEN and _GIVEN[base].fullmatch(" ".join(rest[:20])):
            yield from _secret(*last, _WHOLE)
        for verb, least in _LAST_OPERAND.get(base, {}).items():
            if len(plain) >= least and (not verb or any(words[each].lower() == verb for each in plain[:-1])):
                yield from _secret(*last, _WHOLE)


def base_of(word: str) -> str:
    return word.rpartition("/")[2]
