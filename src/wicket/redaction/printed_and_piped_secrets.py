"""Secrets that are printed into a program or a file: `echo x | passwd`, `tee password.txt`."""

import re
from collections.abc import Iterator, Sequence

from wicket.redaction.human_passwords import is_odd
from wicket.redaction.secret_names_and_harmless_values import is_secret_file, is_secret_variable, refers, says_secret
from wicket.redaction.secret_operands import Place, base_of
from wicket.redaction.secret_options import in_words, keeps_secrets
from wicket.redaction.shell_words_and_assigned_variables import Command

__all__ = [
    "ACCOUNT",
    "formatted",
    "is_digested",
    "is_odd_answer",
    "is_odd_word",
    "is_printed_secret",
    "is_secret_of_xargs",
    "is_short",
    "passes_on",
    "prints",
    "reader_of",
    "takes_secret",
    "takes_secret_from_stdin",
]

# What a program reads from its standard input where it is told to.
_STDIN = re.compile(
    r"--?(?:[\w-]*(?:pass(?:word|phrase|wd)?|token|secret|key|pin)[\w-]*-(?:stdin|fd)|with-token|stdin|stdin-?pass(?:word)?)(?:=.*)?$"
)
_PRINTERS = frozenset(("echo", "printf", "print", "yes"))

# Words by which a program says that it asks for a secret, in its own name, in a verb or in an option without a value.
_ASKING_WORDS = frozenset(
    str.split(
        """
        login signin logon unlock unseal password passwords passwd changepassword passphrase pwprompt keystore keyring
        keychain credential credentials creds secret secrets apikey token tokens cryptenroll keepassxc cryptsetup
        """
    )
)
_PIECES = re.compile(r"[A-Za-z]+")

# Whose words are patterns, texts or programs of their own: they ask for nothing.
_FILTERS = frozenset(
    str.split(
        """
        grep egrep fgrep rg ag ack awk gawk mawk sed jq yq cat tee wc sort uniq tr head tail cut paste column
        fold nl xargs
        python python2 python3 node ruby perl php bash sh zsh fish dash pwsh curl wget nc ncat socat git diff
        cmp less more
        base64 md5sum sha1sum sha256sum sha512sum xxd od hexdump bc dc while read for ssh make npx pytest
        tox cargo go claude codex llm ollama mail sendmail psql mysql sqlite3 mongosh redis-cli docker-compose
        """
    )
)

_DIGESTING = frozenset(str.split("base64 md5sum sha1sum sha256sum sha512sum md5 shasum b2sum basenc base32 ntlmsum"))

_PRINTED_AGAIN = re.compile(r"\$\((?:echo|printf)\s[^$`]+\)$")
_ANSWER = re.compile(r"(?=.{0,60}[0-9])(?=.{0,60}[A-Za-z]{3})[^\s/.:=<>{}()\[\],_-]{6,60}")
_FIELD = re.compile(r"%(?!%)[-0-9.]{0,8}[sqbd]")
_BEFORE_FIELD = re.compile(r"(?P<name>[A-Za-z_][\w.-]{1,60})\\?[\"']?[ ]?[=: ][ ]?\\?[\"']?$")

# What they are told to run may ask.
_RUNNERS = frozenset(str.split("ssh docker podman kubectl oc chroot arch-chroot nsenter runuser lxc incus"))

# What is printed through them comes out as it was.
_PASSING = frozenset(("cat", "head", "tail", "tee", "tr"))

# Programs that ask for a secret, and read it where nobody is asked; and those that do behind some word.
_ASKING = frozenset(
    str.split(
        """
        lpass bw vncpasswd pass keyring secret-tool kinit su ktutil argon2 mkpasswd grub-mkpasswd-pbkdf2 solana-keygen
        kubeseal debconf-set-selections passwd gpg-preset-passphrase systemd-ask-password openconnect chpasswd
        cryptsetup smbpasswd createuser mysql_config_editor minisign signify ssh-add systemd-cryptenroll systemd-creds
        bcachefs cryfs gocryptfs fscrypt ecryptfs-add-passphrase htdigest scrypt tarsnap-keygen realm pdbedit
        runas newusers
        keepassxc-cli gopass kwallet-query envchain expressvpn lncli blackbox_edit mysql_secure_installation
        telegram-send
        mount.davfs age rage ssss-split ssss-combine clevis saslpasswd2 sss_obfuscate cadaver clef fastlane znc
        """
    )
)
_ASKING_VERBS = {
    "cargo": ("login",),
    "vault": ("login", "unseal"),
    "zfs": ("load-key", "create", "change-key"),
    "wg": ("pubkey",),
    "sshfs": ("password_stdin",),
    "elasticsearch-keystore": ("add",),
    "ansible-vault": ("encrypt_string",),
    "encfs": ("--stdinpass", "-S"),
    "hdiutil": ("-stdinpass",),
    "gpg": ("--command-fd",),
    "npm": ("login",),
    "snyk": ("auth",),
    "aws": ("configure",),
    "s3cmd": ("--configure",),
    "databricks": ("configure",),
    "hcloud": ("create",),
    "codex": ("login",),
    "borg": ("init", "repo-create"),
    "restic": ("key", "init"),
    "rclone": ("obscure",),
    "cosign": ("import-key-pair", "generate-key-pair", "sign"),
    "flit": ("publish",),
    "pw": ("-h",),
    "elasticsearch-reset-password": ("-i",),
    "rake": ("admin:create",),
    "manage.py": ("changepassword", "createsuperuser"),
    "mount": ("davfs",),
    "openssl": ("stdin", "fd:0"),
    "sshpass": ("-d",),
    "rebar3": ("auth",),
    "jira": ("session",),
    "flux": ("--token-auth",),
    "sftp": ("PasswordAuthentication yes",),
    "john": ("--stdin", "--pipe"),
    "ansible": ("-k", "-K"),
    "ansible-playbook": ("-k", "-K"),
    "docker": ("trust",),
    "psql": ("\\password",),
}

# What may stand before the program.
_BEFORE = frozenset(("sudo", "doas", "env", "npx", "nohup", "time", "command"))

_MAX_LINES = 5


def _writes_secret(words: Sequence[str]) -> bool:
    """Whether a command writes what is given to it into such a file: `tee password.txt`."""
    return "tee" in map(base_of, words[:2]) and any(map(is_secret_file, words[1:]))


def is_short(document: str) -> bool:
    """Whether a document may be nothing but a secret."""
    return document.strip().count("\n") < _MAX_LINES


def takes_secret_from_stdin(words: Sequence[str]) -> bool:
    """Whether a command reads a secret from what is given to it."""
    bases = [base_of(word) for word in words]
    if any(_STDIN.fullmatch(word) for word in words) and not _is_about_files(bases):
        return True
    if not {"chpasswd", "cryptsetup", "smbpasswd"}.isdisjoint(bases) or ("passwd" in bases[:3] and "cat" not in bases):
        return True
    program = next((base for base in bases if base not in _BEFORE and not base.startswith("-")), "")
    if program in ("python", "python3", "php", "ruby") and len(bases) > 1:
        program = next((base for base in bases[1:] if not base.startswith("-")), "")
    if program in _ASKING or any(word in _ASKING_VERBS.get(program, ()) for word in words):
        return True
    if program in _RUNNERS and not _ASKING.isdisjoint(bases[1:8]):
        return True
    if program not in _FILTERS and _asks(words):
        return True
    if _writes_secret(words):
        return True
    if "read" in bases[:2] and any(map(says_secret, words[1:])):
        return True
    if bases[:1] in (["sudo"], ["doas"]) and any(re.fullmatch(r"-[a-zA-Z]*S[a-zA-Z]*", word) for word in words[1:4]):
        return True
    if "htpasswd" in bases and any(re.fullmatch(r"-[a-zA-Z]*i[a-zA-Z]*", word) for word in words):
        return True
    if "env" in bases[:3] and "add" in bases[:4] and any(map(is_secret_variable, words[2:])):
        return True
    return keeps_secrets(words)


def is_digested(words: Sequence[str]) -> bool:
    """Whether a command encodes or digests what it is given: people do that to passwords."""
    return bool(words) and (base_of(words[0]) in _DIGESTING or (base_of(words[0]) == "openssl" and "dgst" in words))


def formatted(words: Sequence[str]) -> Iterator[Place]:
    """Find what `printf` puts behind a name that says so: `printf 'DB_PASSWORD=%s' x`."""
    at = next((number for number, word in enumerate(words[:6]) if base_of(word) == "printf"), None)
    if at is None or at + 2 >= len(words):
        return
    given = at + 2
    for field in _FIELD.finditer(words[at + 1]):
        if given >= len(words):
            return
        name = _BEFORE_FIELD.search(words[at + 1], max(0, field.start() - 120), field.start())
        if name is not None and (says_secret(name["name"]) or name["name"] in ("AUTH", "PASS")):
            yield given, 0, len(words[given])
        given += 1


def passes_on(words: Sequence[str]) -> bool:
    """Whether a command prints what it is given: `yes x | head -2 | passwd me`."""
    return base_of(words[0]) in _PASSING or (base_of(words[0]) == "base64" and len(words) > 1) if words else False


def _asks(words: Sequence[str]) -> bool:
    """Whether some of the first words say that a secret is asked for; those of files and texts do not count."""
    for number, word in enumerate(words[:6]):
        option = word.startswith("-")
        following = words[number + 1] if number + 1 < len(words) else "-"
        if option and ("=" in word or not following.startswith("-")):
            continue  # it has its value
        name = base_of(word) if not number else word
        if any(each in name for each in " ./$:=@") and not option:
            continue
        if any(_is_asking(piece.lower(), option=option) for piece in _PIECES.findall(name)):
            return True
    return False


def _is_asking(piece: str, *, option: bool) -> bool:
    return piece in _ASKING_WORDS or (option and piece.endswith("pass"))


def is_odd_answer(words: Sequence[str], given: str) -> bool:
    """Whether a program that is no filter is given one word alone which is hardly one of a language."""
    program = next((base_of(word) for word in words if base_of(word) not in _BEFORE and "=" not in word), "")
    return bool(program) and program not in _FILTERS and _ANSWER.fullmatch(given) is not None


def prints(words: Sequence[str]) -> range:
    """Say which words a command prints; none: it prints no words of its own."""
    found = next((number for number, word in enumerate(words) if base_of(word) in _PRINTERS), None)
    if found is None:
        return range(0)
    first = found + 1
    while first < len(words) and re.fullmatch(r"-[neE]+|--", words[first]):
        first += 1
    if base_of(words[found]) == "printf" and first + 1 < len(words) and "%" in words[first]:
        first += 1
    return range(first, len(words))


def is_printed_secret(word: str) -> bool:
    """Whether what is printed into such a program may be a secret, and does not only refer to one."""
    return bool(word.strip()) and (not refers(word) or _PRINTED_AGAIN.match(word) is not None)


def _is_about_files(bases: Sequence[str]) -> bool:
    """Whether `--stdin` is only about what to work on."""
    return (
        bases[0] in ("git", "eslint", "prettier", "black", "ruff", "rubocop", "isort", "npx", "rg", "find", "tar")
        if bases
        else False
    )


ACCOUNT = re.compile(r"[\w.@+-]{1,100}:[^\s:]{3,200}(?:\\n)?")

_ODD_WORD = re.compile(r"[^\s/.{}\[\]<>]{6,100}")

# So many commands may only pass on what they are given.
_MAX_PASSED = 5

# Stands for what `xargs` reads.
_GIVEN = "\0"


def reader_of(command: Command, read: list[Command]) -> Command | None:
    """Say which command reads what another prints, behind those that only pass it on."""
    for _ in range(_MAX_PASSED):
        taken = read[command.to] if command.to is not None and command.to < len(read) else None
        if taken is None or taken.to is None or not passes_on(taken.values):
            return taken
        command = taken
    return None


def is_odd_word(word: str) -> bool:
    """Whether what is encoded or digested is an account or a word that is hardly one."""
    return ACCOUNT.fullmatch(word) is not None or (_ODD_WORD.fullmatch(word) is not None and is_odd(word))


def takes_secret(words: list[str]) -> bool:
    return takes_secret_from_stdin(words) or is_secret_of_xargs(words)


def is_secret_of_xargs(words: list[str]) -> bool:
    """Whether what `xargs` reads becomes a secret: `echo x | xargs -I% curl -u me:%`."""
    if words[:1] != ["xargs"]:
        return False
    at, mark = 1, ""
    while at < len(words) and words[at].startswith("-"):
        if words[at].startswith("-I"):
            mark = words[at][2:] or (words[at + 1] if at + 1 < len(words) else "")
        at += 2 if words[at] in ("-I", "-n", "-P", "-d", "-L", "-s") else 1
    given = [word.replace(mark, _GIVEN) for word in words[at:]] if mark else [*words[at:], _GIVEN]
    return any(_GIVEN in given[index][start:end] for index, start, end in in_words(given))
