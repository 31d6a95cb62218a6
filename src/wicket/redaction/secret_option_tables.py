"""Which options and operands of which programs hold a secret, and how: the tables of `secret_options`."""

import re

__all__ = [
    "ACCOUNT",
    "FLAGS",
    "NEVER_GLUED",
    "OPTIONS",
    "PRINTED",
    "SQLPLUS",
    "VALUE",
    "WHOLE",
    "How",
]

# How a value holds a secret: all of it, behind the user's name, or where it is told by a beginning.
WHOLE = re.compile(r"(?P<secret>.+)", re.DOTALL)
ACCOUNT = re.compile(r"[^:]*:(?P<secret>.+)", re.DOTALL)
_PERCENT = re.compile(r"[^%]*%(?P<secret>.+)", re.DOTALL)
_COMMA = re.compile(r"[^,]*,(?P<secret>.+)", re.DOTALL)
_COOKIE = re.compile(r"(?P<secret>[^=]*=.+)", re.DOTALL)
_TOKEN_OR_ACCOUNT = re.compile(r"(?:[^:]*:)?(?P<secret>.+)", re.DOTALL)
_MOUNTED = re.compile(r"(?:.*,)?user(?:name)?=[^,%]*%(?P<secret>[^,]+).*", re.DOTALL)
_MOUNTED_ACCOUNT = re.compile(r"(?:.*,)?user(?:name)?=[^,:]*:(?P<secret>[^,]+).*", re.DOTALL)
_OBJECT = re.compile(r"secret,(?:.*,)?data=(?P<secret>[^,]+).*", re.DOTALL)
_SOURCE = re.compile(r"(?:pass|key|hexkey|hexpass):(?P<secret>.+)", re.DOTALL)
SQLPLUS = re.compile(r"[\w.$-]+/(?P<secret>[^@/\s]+)(?:@.*)?", re.DOTALL)
VALUE = re.compile(r"[^=]*=(?P<secret>.+)", re.DOTALL)

PRINTED = re.compile(r"\W*(?:echo|printf)\s+(?:-\w+\s+)?\W?(?P<secret>[^\s'\"]+).*", re.DOTALL)

How = re.Pattern[str]


def _table(rows: str, how: How, into: dict[str, dict[str, tuple[How, bool]]]) -> None:
    """Read rows `programs: options`. `-p!` holds its value in the same word and in no other."""
    for row in rows.strip().splitlines():
        programs, _, options = row.partition(":")
        for program in programs.split():
            known = into.setdefault(program, {})
            for option in options.split():
                known[option.removesuffix("!")] = (how, option.endswith("!"))


OPTIONS: dict[str, dict[str, tuple[How, bool]]] = {}
_table(
    """
    sshpass: -p
    mysql mysqldump mysqladmin mysqlimport mysqlshow mysqlcheck mysqlbinlog mysqlslap mysqlpump mysqlsh: -p!
    mariadb mariadb-dump mariadb-admin mariadb-import: -p!
    redis-cli valkey-cli keydb-cli iredis: -a
    redis-benchmark: -a
    mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat mongotop mongofiles: -p
    ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami ldapcompare ldapmodrdn ldapexop: -w
    ldappasswd: -w -s -a
    zip zipcloak unzip: -P
    7z 7za 7zr 7zz p7zip: -p!
    rar unrar: -p! -hp!
    sqlcmd bcp tsql osql mssql-cli: -P
    beeline hdbsql exaplus cqlsh mycli: -p
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
    gem: --key -k
    kadmin kadmin.local: -w
    addprinc cpw change_password: -pw
    slappasswd: -s
    knife: -P
    mvn: -ep -emp
    pdftotext pdfinfo pdftoppm pdfimages: -upw -opw
    ffmpeg ffprobe: -decryption_key -encryption_key
    caddy: --plaintext -p
    ykman: -P -n -p
    tpm2_createprimary tpm2_create tpm2_load tpm2_changeauth tpm2_unseal tpm2_nvread: -P
    veracrypt truecrypt: -p
    dislocker dislocker-fuse: -u! -p!
    irssi: -w
    odoo odoo-bin: -w
    doveadm: -p
    SUSEConnect: -r
    openai gemini llm: -k
    bw: --session
    flyctl doctl codecov vercel doppler: -t
    uv: -t -p
    supabase: -p
    eyaml: -s
    samba-tool: --newpassword
    dotnet nuget: -k
    rabbitmqadmin: -p
    usermod useradd adduser: -p --password
    influx: -password --password -t
    svn: --password
    dig: -y
    nsupdate: -y
    isql: -P
    influx: -p
    security: -k
    AzureSignTool: -kvs
    gitlab-runner: -r
    cc-test-reporter: -r
    hatch: -a
    anaconda frpc frps pd slack-cli: -t
    choco: -k --key
    vsce ovsx: -p
    mix: --key
    cloudsmith prefect zap-cli register_new_matrix_user outguess: -k
    consul nomad serf: -encrypt
    vmrun: -gp -vp
    esxcli: -p -c
    gpg-preset-passphrase kdb5_util p4 check_ldap check_imap check_pop check_smtp check_mysql ices: -P
    unar lsar fcrackzip aescrypt mutool msoffcrypto-tool vncdo transcrypt git-secret kwalletcli filebrowser pihole: -p
    mcrcon rcon rcon-cli fs_cli steghide stegseek snow stegsnow hash.sh bloodyAD certutil cntlm testsaslauthd: -p
    ccrypt ccencrypt ccdecrypt swift: -K
    mcrypt ss-local ss-server ss-redir ss-tunnel sslocal ssserver ssredir: -k
    net-snmp-create-v3-user: -A -X
    ldapvi dsconf dsctl dsidm ipa-client-install: -w
    ipa-server-install ipa-replica-install: -a -p
    credhub: -w -v
    pk12util: -W -K
    lego: --hmac
    bore: -s
    ipmitool: -k -y
    yubico-piv-tool: -P -N
    sipp: -ap
    sipsak: -a
    crowdin: -T
    espota.py: -a
    gobuster: -P
    check_snmp: -C
    check_http: --proxy-authorization
    john hashcat: --mask
    keytool: -new
    hadoop: -value
    dasel: -v
    heroku: -S
    nvme rbd kopia: --key
    ora2pg electrum: -w -W
    uaac eapol_test: -s
    pvk2pfx: -po -pi
    zuluCrypt-cli k2pdfopt fence_ipmilan fence_vmware fence_ilo hpilo_cli: -p
    tpm2_unseal tpm2_create tpm2_load tpm2_changeauth: -p
    arj: -g!
    unace taos: -p!
    az: --key-value --primary-key --secondary-key
    mokutil: --generate-hash
    erl: -setcookie
    sendmail: -xp
    """,
    WHOLE,
    OPTIONS,
)
_table(
    """
    curl: -u --user -U --proxy-user -E --cert
    ab siege wrk hey: -A -P -a
    skopeo podman buildah docker oras crane: --creds --src-creds --dest-creds
    lwp-request: -C
    etcdctl rabbitmqadmin arangosh: --user
    splunk: -auth
    elasticdump elasticsearch-keystore: --auth
    rqlite: -u --user
    govc: -l
    ttyd gotty: -c --credential
    transmission-remote: -n
    nikto: -id
    wfuzz: --basic --ntlm --digest
    check_http: -a
    sqlmap: --auth-cred
    """,
    ACCOUNT,
    OPTIONS,
)
_table(
    "smbclient smbget rpcclient net smbcacls smbtree smbmap pth-winexe winexe wmic wbinfo: -U --user -a --authenticate",
    _PERCENT,
    OPTIONS,
)
_table("lftp open: -u", _COMMA, OPTIONS)
_table("http https xh xhs httpie: -a --auth", _TOKEN_OR_ACCOUNT, OPTIONS)
_table("mount mount.cifs mount.smb3: -o", _MOUNTED, OPTIONS)
_table("curl: -b --cookie", _COOKIE, OPTIONS)
_table("openssl: -passin -passout -pass -macopt", _SOURCE, OPTIONS)
_table("kubectl oc: --from-literal", VALUE, OPTIONS)
_table("act: -s --secret", VALUE, OPTIONS)
_table("curlftpfs: -o", _MOUNTED_ACCOUNT, OPTIONS)
_table("qemu-img qemu-system-x86_64 qemu-system-aarch64 qemu-nbd qemu-io: --object -object", _OBJECT, OPTIONS)
_table("curl: --oauth2-bearer --pass --proxy-pass --tlspassword --proxy-tlspassword", WHOLE, OPTIONS)

# Flags without a value that may stand before an option in one word: `curl -sSu me:password`.
FLAGS = {
    "curl": "aBfgGIijJklLnNOpqRsSvZ#01234",
    "http": "fjvhbpSFI",
    "zip": "rjq9ejmTuv",
    "unzip": "oqjlnpt",
    "ldapsearch": "xLZMnv",
}

# These have long options behind one dash, so that nothing is glued to a short one.
NEVER_GLUED = frozenset(
    str.split(
        """
        mvn pdftotext pdfinfo pdftoppm pdfimages ffmpeg ffprobe addprinc cpw vercel openssl influx security vncviewer
        x11vnc usermod useradd adduser nodetool plink pscp psftp consul nomad serf
        vmrun sipp nikto keytool hadoop AzureSignTool
        """
    )
)
