"""Operands that are secrets by where they stand: `radtest me x host 0 y`, `qpdf --encrypt x y`.

`POSITIONS` has a row for each such use of a program. Verbs by which a password is set or used need no program.
"""

import re
from collections.abc import Iterator, Sequence

__all__ = ["ANYWHERE", "GIVEN", "LAST_OPERAND", "POSITIONS", "Place", "base_of", "in_positions"]

# Operands that hold a secret: the last one, behind a verb or without one, if there are at least so many.
LAST_OPERAND: dict[str, dict[str, int]] = {
    "wpa_passphrase": {"": 2},
    "iwconfig": {"key": 3},
    "openssl": {"passwd": 2},
    "rclone": {"obscure": 2},
    "smbpasswd": {"": 2},
    "redis-cli": {"auth": 2},
    "mysqladmin": {"password": 2},
    "cargo": {"login": 2},
    "snyk": {"auth": 2},
    "vault": {"login": 2, "lookup": 3, "revoke": 3, "unseal": 3},
    "npm": {"revoke": 3},
    "wandb": {"login": 2},
    "samba-tool": {"create": 4, "add": 4},
    "cloudflared": {"install": 3},
    "oathtool": {"": 1},
    "b2": {"authorize-account": 3, "authorize_account": 3},
    "cf": {"auth": 3},
    "drush": {"upwd": 3, "user-password": 3, "user:password": 3},
    "isql": {"": 3},
    "chamber": {"write": 4},
    "credstash": {"put": 3},
    "berglas": {"create": 3, "update": 3},
    "ipmitool": {"password": 5},
    "doveadm": {"test": 4, "login": 4, "passwd": 4},
    "pulumi": {"set": 4},
    "iw": {"key": 4},
    "net": {"user": 3},
    "mc": {"alias": 5, "add": 6},
    "bw": {"unlock": 2, "login": 3},
    "ngrok": {"add-authtoken": 2, "authtoken": 2},
}

# Whose last operand is a secret only if its words are like this.
GIVEN = {
    "composer": re.compile(
        r".*\b(?:http-basic|bearer|github-oauth|gitlab-oauth|gitlab-token|bitbucket-oauth)\.\S+ \S+.*", re.DOTALL
    ),
    "poetry": re.compile(r".*\bhttp-basic\.\S+ \S+ \S+.*", re.DOTALL),
    "mosquitto_passwd": re.compile(r"(?:.* )?-[a-zA-Z]*b[a-zA-Z]* .*", re.DOTALL),
    "bundle": re.compile(
        r"config (?:.* )?\S+ [^\s:/]+:[^\s/:]+|config (?:set )?(?:--\w+ )?(?:[\w-]+\.)+[a-z]+ \S+", re.DOTALL
    ),
    "dscl": re.compile(r"\S+ -?passwd \S+ \S+.*", re.DOTALL),
    "net": re.compile(r"use \S.* /user:\S+ [^\s/]\S*.*", re.DOTALL),
    "htpasswd": re.compile(r"(?:.* )?-[a-zA-Z0-9]*b[a-zA-Z0-9]* .*", re.DOTALL),
}

# A program and its operands. `.` is any operand, `S` a secret, `A` an account with its secret (`me:x`), `W` a secret
# unless it is a file. Any other word is a verb, or several with `|` between, of which one must stand there. A row that
# begins with an option is about the values of that option.
_ROWS = """
radtest . S . . S
radclient . auth|acct|status|coa|disconnect|auto S
hdbuserstore set . . . S
ejabberdctl register . . S
prosodyctl register . . S
filebrowser users add . S
emqx_ctl users|admins add . S
emqx ctl users|admins add . S
setup email add|update . S
gcloud auth activate-refresh-token . S
drone secret add . . S
drone encrypt . S
drone orgsecret add . . S
bao login S
bao unwrap S
cf create-service-broker . . S
fossil user password . S
conda token set S
signal-cli setpin S
tpm2_changeauth S
radeapclient . auth|acct|auto S
travis encrypt S
travis env set . S
vault unwrap S
vault operator unseal|rekey|generate-root S
consul acl set-agent-token . S
etcdctl user add A
curlftpfs A
getuserspns.py A
getnpusers.py A
gettgt.py A
secretsdump.py A
psexec.py A
wmiexec.py A
smbexec.py A
net use . . S
sops set . . S
virsh secret-set-value . S
knife user create . . . . S
chef-server-ctl user-create . . . . S
b2 account authorize . S
networksetup -setairportnetwork . . S
qpdf --encrypt S S
sedutil-cli --initialsetup|--activatelockingsp|--reverttper|--setsidpassword S
sedutil-cli --setlockingrange . . S
sedutil-cli --setpassword S . S
hdparm --security-erase|--security-erase-enhanced|--security-unlock|--security-disable|--security-set-pass S
create_ap . . . S
snmpusm passwd S S
onesixtyone . S
mega-login . S
deluge-console connect . . S
nextcloud.manual-install . S
add-user.sh . S
userconf-pi . S
userconf . S
raspi-config nonint do_wifi_ssid_passphrase . S
mullvad account login S
kerbrute passwordspray . S
idevicebackup2 encryption on|off S
idevicebackup2 changepw S S
adb pair . S
bcrypt-cli S
bcrypt-tool hash S
mkpasswd S
hashcat . W
dotenvx set . S
bitsadmin /setcredentials . . . . S
john --mask S
expressvpn activate S
teamviewer passwd S
zmprov sp|setpassword . S
zmprov ca|createaccount . S
"""


def _read(rows: str) -> dict[str, list[tuple[str, ...]]]:
    read: dict[str, list[tuple[str, ...]]] = {}
    for row in rows.strip().splitlines():
        program, *operands = row.split()
        read.setdefault(program, []).append(tuple(each if each in ".SAW" else each.lower() for each in operands))
    return read


POSITIONS = _read(_ROWS)

# Verbs of no one program, wherever behind one they stand.
ANYWHERE = _read(
    """
    addauth . A
    auth2 . S
    connect-network . wpa|wpa2|wpa3|wep S
    fos:user:create . . S
    auth:password S
    initial-password S
    root-password S
    """
)


# The number of a word, and where in it a secret begins and ends.
Place = tuple[int, int, int]

# Verbs by which a password is set or used, whatever the program: their last operand is one.
_VERB = re.compile(
    r"(?:[\w-]+[.:]){0,5}(?:(?:change|set|reset|update|auth|authenticate|hash|encrypt)[-_]?(?:\w+[-_])?(?:password|passwd|pass|user)"
    r"|set[-_]?api[-_]?key|set-pin|user[-_]create|create[-_]user|add[-_]user|setpin|encrypt[-_]string|encryptwallet|walletpassphrase)"
)
_WITH_OPERANDS = frozenset({*LAST_OPERAND, *GIVEN})

# A word of a row: any one, a secret, the secret behind an account's name, a secret unless it is a file.
_ANY, _SECRET, _ACCOUNT, _NO_FILE = ".", "S", "A", "W"


def base_of(word: str) -> str:
    return word.rpartition("/")[2]


def in_positions(words: Sequence[str]) -> Iterator[Place]:
    """Find operands that hold a secret by where they stand. Of each program, the first is looked at."""
    seen: set[str] = set()
    for number, word in enumerate(words):
        base = base_of(word)
        if base in seen:
            continue
        is_verb = (bool(number) or len(words) > 2) and _VERB.fullmatch(word) is not None
        if is_verb or base in _WITH_OPERANDS:
            seen.add(base)
            yield from _last(words, number, base, is_verb=is_verb)
        if (rows := POSITIONS.get(base.lower())) is not None:
            seen.add(base)
            yield from _by_rows(words, number, rows)
        for row in ANYWHERE.get(word.lower(), ()):
            yield from _by_row(words, range(number + 1, len(words)), row) if number else ()


def _last(words: Sequence[str], number: int, base: str, *, is_verb: bool) -> Iterator[Place]:
    word = words[number]
    dashes = ("-", "/") if base == "net" else ("-",)
    rest = words[number + 1 :]
    plain = [number + 1 + each for each, operand in enumerate(rest) if not operand.startswith(dashes)]
    if not plain:
        return
    last = plain[-1]
    # Behind an option may stand its value.
    operands = [each for each in plain if not words[each - 1].startswith("-") or "=" in words[each - 1]]
    if is_verb and len(plain) > word.endswith("user"):
        yield from _whole(words, plain[0] if word.startswith(("encrypt", "wallet")) else last)
        if operands and operands[-1] != last and not word.endswith("user"):
            yield from _whole(words, operands[-1])
    elif base in GIVEN and GIVEN[base].fullmatch(" ".join(rest[:20])):
        yield from _whole(words, last)
    for verb, least in LAST_OPERAND.get(base, {}).items():
        if len(plain) >= least and (not verb or any(words[each].lower() == verb for each in plain[:-1])):
            yield from _whole(words, last)


def _by_rows(words: Sequence[str], number: int, rows: Sequence[tuple[str, ...]]) -> Iterator[Place]:
    """Lay rows over the operands: as if every option had a value, and as if none had."""
    behind = range(number + 1, len(words))
    plain = [each for each in behind if not words[each].startswith("-")]
    valued = {each + 1 for each in behind if words[each].startswith("-") and "=" not in words[each]}
    for row in rows:
        if row[0].startswith(("-", "/")):  # an option with several values
            at = next((each for each in behind if words[each].lower() in row[0].split("|")), None)
            yield from _by_row(words, range(at + 1, len(words)), row[1:]) if at is not None else ()
            continue
        found = list(_by_row(words, [each for each in plain if each not in valued], row))
        yield from found or _by_row(words, plain, row)


def _by_row(words: Sequence[str], operands: Sequence[int], row: tuple[str, ...]) -> Iterator[Place]:
    if len(operands) < len(row):
        return
    if any(
        expected not in (_ANY, _SECRET, _ACCOUNT, _NO_FILE) and words[at].lower() not in expected.split("|")
        for at, expected in zip(operands, row, strict=False)
    ):
        return
    for at, expected in zip(operands, row, strict=False):
        if expected == _SECRET or (expected == _NO_FILE and not set(words[at]) & set("./")):
            yield from _whole(words, at)
        elif expected == _ACCOUNT and ":" in words[at].rstrip(":"):
            start = words[at].index(":") + 1
            yield at, start, max(start + 1, words[at].rfind("@")) if "@" in words[at][start:] else len(words[at])


def _whole(words: Sequence[str], at: int) -> Iterator[Place]:
    if words[at] and not words[at].startswith("/user:"):
        yield at, 0, len(words[at])
