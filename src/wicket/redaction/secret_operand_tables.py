"""Where among their operands programs take a secret: the tables of `secret_operands`."""

import re

__all__ = ["ANYWHERE", "GIVEN", "LAST_OPERAND", "POSITIONS"]

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
